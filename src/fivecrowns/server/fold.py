"""From the log to the state: `apply` is the only way in which a table changes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from fivecrowns.data.opponents import first_name
from fivecrowns.game import Game
from fivecrowns.server import facts
from fivecrowns.server.facts import Fact
from fivecrowns.server.fold_game import act, not_ready
from fivecrowns.server.protocol import events
from fivecrowns.server.protocol.values import Stage, Strength
from fivecrowns.server.state import (
    MOST_DEVICES,
    Chair,
    Person,
    State,
    What,
    read_schedule,
)

Entry = tuple[int, int, Sequence[Fact]]
"""Sequence number, time and facts."""


def begin(entry: Entry) -> tuple[State, list[What]]:
    """The state after the first entry of a log."""
    seq, at, told = entry
    first, *others = told
    if not isinstance(first, facts.Created):
        raise facts.LogError(f"expected the making of a table first, got {first}")
    opponents = [Chair(None, strength, ready=True) for strength in first.opponents]
    state = State(
        seq=seq,
        code=first.code,
        watch=first.watch,
        options=first.options,
        schedule=read_schedule(first.schedule),
        people=(Person(first.name, (first.token,), seq),),
        chairs=(Chair(0), *opponents),
        host=0,
        seated=seq,
        waiting_since=at,
        touched=at,
    )
    happened: list[What] = [events.Joined(0, first.name, waits=False)]
    return _apply_all(_called(state), seq, at, others, happened)


def apply(state: State, entry: Entry) -> tuple[State, list[What]]:
    """The next state, and what happened."""
    seq, at, told = entry
    if seq != state.seq + 1:
        raise facts.LogError(f"expected entry {state.seq + 1}, got {seq}")
    return _apply_all(state, seq, at, told, [])


def _apply_all(
    state: State,
    seq: int,
    at: int,
    told: Sequence[Fact],
    happened: list[What],
) -> tuple[State, list[What]]:
    before = _waiting(state)
    is_silent = bool(told) and all(isinstance(fact, facts.Hinted) for fact in told)
    silent = (*state.silent, seq) if is_silent else state.silent
    state = replace(state, seq=seq, silent=silent)
    for fact in told:
        state, new = _apply(state, fact)
        happened += new
    waits_anew = _waiting(state) != before
    return replace(
        state,
        touched=state.touched if is_silent else at,
        waiting_since=at if waits_anew else state.waiting_since,
    ), happened


def _waiting(state: State) -> tuple[object, ...]:
    """What a change of makes the time of waiting begin anew."""
    turn = state.game.turn if state.game is not None else None
    playing = turn is not None and state.chairs[turn].plays_itself
    return state.stage, state.paused, turn, playing


def _apply(state: State, fact: Fact) -> tuple[State, list[What]]:  # noqa: C901 - one case a kind
    match fact:
        case facts.Acted():
            return act(state, fact)
        case facts.Joined(name, token, seat):
            return _join(state, name, token, seat)
        case facts.JoinsNext(name, token, seat):
            return _join(state, name, token, seat, waits=True)
        case facts.TokenAdded(person, token):
            known = state.people[person]
            tokens = (*known.tokens, token)[-MOST_DEVICES:]
            return _with_person(state, person, replace(known, tokens=tokens)), []
        case facts.Renamed(person, name):
            seat = state.seat_of(person)
            after = _with_person(state, person, replace(state.people[person], name=name))
            return _called(after), [] if seat is None else [events.Renamed(seat, name)]
        case facts.Left(person):
            seat = state.seat_of(person)
            assert seat is not None
            left = events.Left(seat, state.people[person].name)
            return _without_seat(state, seat), [left]
        case facts.Away(seat):
            return _with_chair(
                state, seat, replace(state.chairs[seat], away=True, ready=True, tie=True)
            ), [events.Away(seat)]
        case facts.Back(seat):
            # Asked anew: being away said yes for them, and the table may wait for nobody else.
            back = replace(state.chairs[seat], away=False, ready=False, tie=False)
            return _with_chair(state, seat, back), [events.Back(seat)]
        case facts.OpponentAdded(strength):
            chairs = (*state.chairs, Chair(None, strength, ready=True))
            after = replace(state, chairs=chairs, seated=state.told)
            return _called(after), [events.OpponentAdded(len(chairs) - 1, strength)]
        case facts.Filled(seat, strength):
            return _fill(state, seat, strength)
        case facts.SeatRemoved(seat):
            removed = events.SeatRemoved(seat, state.name_at(seat))
            return _without_seat(state, seat), [removed]
        case facts.SeatMoved(seat, to):
            order = list(state.chairs)
            order.insert(to, order.pop(seat))
            after = replace(state, chairs=tuple(order), seated=state.told)
            return after, [events.SeatMoved(seat, to)]
        case facts.OptionsSet(options, schedule):
            after = _nobody_ready(state)
            after = replace(after, options=options, schedule=read_schedule(schedule))
            return after, [events.OptionsSet()]
        case facts.ReadySaid(seat, ready):
            return _with_chair(state, seat, replace(state.chairs[seat], ready=ready)), [
                events.ReadySaid(seat, ready)
            ]
        case facts.Started(first_dealer):
            return _start(state, first_dealer), [events.Started(first_dealer)]
        case facts.Paused():
            return replace(state, paused=True), [events.Paused()]
        case facts.Resumed():
            return replace(state, paused=False), [events.Resumed()]
        case facts.Locked(locked):
            return replace(state, locked=locked), [events.Locked(locked)]
        case facts.HostPassed(person):
            seat = state.seat_of(person)
            assert seat is not None
            return replace(state, host=person), [events.HostPassed(seat)]
        case facts.Nudged(seat, by):
            return state, [events.Nudged(seat, by)]
        case facts.Said(seat, phrase):
            return state, [events.Said(seat, phrase)]
        case facts.Hinted(seat):
            chair = state.chairs[seat]
            after = _with_chair(state, seat, replace(chair, hints=chair.hints + 1))
            return after, []
        case facts.TieAccepted(seat):
            return _with_chair(state, seat, replace(state.chairs[seat], tie=True)), [
                events.TieAccepted(seat)
            ]
        case facts.Rematch(seat):
            after = _nobody_ready(state)
            after = replace(
                after, stage=Stage.LOBBY, number=state.number + 1, game=None, reveal=None
            )
            after = _with_chair(after, seat, replace(after.chairs[seat], ready=True))
            return after, [events.BackToLobby(seat)]
        case facts.Created():
            raise facts.LogError("expected the making of a table only once")


def _join(
    state: State, name: str, token: str, seat: int | None, *, waits: bool = False
) -> tuple[State, list[What]]:
    person = len(state.people)
    people = (*state.people, Person(name, (token,), state.seq))
    if seat is None:
        seat = len(state.chairs)
        chairs = (*state.chairs, Chair(person))
    else:
        chair = replace(
            state.chairs[seat],
            person=person,
            called=None,
            away=False,
            waits=waits,
            ready=False,
            tie=False,
        )
        chairs = (*state.chairs[:seat], chair, *state.chairs[seat + 1 :])
    after = replace(state, people=people, chairs=chairs, seated=state.told)
    return _called(after), [events.Joined(seat, name, waits)]


def _fill(state: State, seat: int, strength: Strength) -> tuple[State, list[What]]:
    chair = state.chairs[seat]
    told = events.Filled(seat, strength, state.name_at(seat))
    if chair.person is not None:
        state = _with_person(state, chair.person, replace(state.people[chair.person], tokens=()))
    new = Chair(None, strength, ready=True, tie=True, hints=chair.hints)
    chairs = (*state.chairs[:seat], new, *state.chairs[seat + 1 :])
    return _called(replace(state, chairs=chairs, seated=state.told)), [told]


def _called(state: State) -> State:
    """The table with a name for every opponent; only who shares a person's name gets another."""
    people = {name.lower() for seat in range(len(state.chairs)) if (name := state.name_at(seat))}
    chairs = list(state.chairs)
    for seat, chair in enumerate(chairs):
        if chair.person is None and (chair.called is None or chair.called.lower() in people):
            taken = people.union(other.called for other in chairs if other.called is not None)
            chairs[seat] = replace(chair, called=first_name(chair.strength, taken))
    return replace(state, chairs=tuple(chairs))


def _start(state: State, first_dealer: int) -> State:
    chairs = tuple(replace(chair, hints=0) for chair in state.chairs)
    return replace(
        _nobody_ready(replace(state, chairs=chairs)),
        game=Game(state.rules, len(state.chairs), first_dealer),
        play=None,
        reveal=None,
        moved=state.told,
        stage=Stage.BETWEEN,
    )


def _without_seat(state: State, seat: int) -> State:
    """The table without a seat; the person who had it has no token any more."""
    person = state.chairs[seat].person
    if person is not None:
        state = _with_person(state, person, replace(state.people[person], tokens=()))
    chairs = (*state.chairs[:seat], *state.chairs[seat + 1 :])
    return replace(state, chairs=chairs, seated=state.told)


def _nobody_ready(state: State) -> State:
    return replace(state, chairs=not_ready(state))


def _with_person(state: State, person: int, value: Person) -> State:
    people = (*state.people[:person], value, *state.people[person + 1 :])
    return replace(state, people=people)


def _with_chair(state: State, seat: int, chair: Chair) -> State:
    return replace(state, chairs=(*state.chairs[:seat], chair, *state.chairs[seat + 1 :]))
