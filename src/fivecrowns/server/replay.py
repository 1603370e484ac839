"""Finished games, read from the log: as a record, and step by step for the eye."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from fivecrowns.game import Game
from fivecrowns.record import Header, header_line
from fivecrowns.server.facts import Acted, Created, Fact, Started, read_body
from fivecrowns.server.fold import apply, begin
from fivecrowns.server.protocol.http import Replay, ReplayStep
from fivecrowns.server.protocol.messages import RefusalCode
from fivecrowns.server.protocol.sections import SeatShown
from fivecrowns.server.protocol.values import Stage
from fivecrowns.server.refusal import RefusalError
from fivecrowns.server.show import public_round, score_sheet, seats
from fivecrowns.server.shown import texts, told
from fivecrowns.server.state import EngineEvent, Play, State, What
from fivecrowns.server.store import Row


@dataclass(slots=True)
class _Step:
    """A line of the record: what happened, what came of it, and which person decided it."""

    line: bytes
    person: int | None
    happened: list[What]
    game: Game
    play: Play | None


@dataclass(slots=True)
class FinishedGame:
    """A finished game at a table; who sat where at its end."""

    first_dealer: int
    names: list[str]
    people: list[int | None] = field(default_factory=list[int | None])
    seats: list[SeatShown] = field(default_factory=list[SeatShown])
    steps: list[_Step] = field(default_factory=list[_Step])
    hints: list[int] = field(default_factory=list[int])

    @property
    def game(self) -> Game:
        """The game at its end."""
        return self.steps[-1].game

    def decided_by(self, person: int) -> frozenset[int]:
        """The numbers of the steps that a person decided."""
        return frozenset(at for at, step in enumerate(self.steps) if step.person == person)


def finished_game(rows: Sequence[Row], number: int) -> FinishedGame:
    """The game with a number, from a table's log.

    Raises:
        RefusalError: it is not finished.
    """
    state, _ = begin(_first(rows[0]))
    found: FinishedGame | None = None
    for row in rows:
        for fact in read_body(row.body):
            if row.seq == 1 and not isinstance(fact, Started | Acted):
                continue
            # Fact by fact, so that every line of the record has a state of its own.
            before = state
            state, happened = apply(state, (state.seq + 1, row.at, [fact]))
            if state.number != number:
                continue
            if isinstance(fact, Started):
                found = _begun(state, fact)
            elif isinstance(fact, Acted) and found is not None and state.game is not None:
                person = None if fact.by_opponent else _person_to_act(before)
                step = _Step(bytes(fact.line), person, happened, state.game, state.play)
                found.steps.append(step)
        if found is not None and state.number == number and state.stage is Stage.OVER:
            found.hints = [chair.hints for chair in state.chairs]
            found.seats = seats(state)
            found.people = [chair.person for chair in state.chairs]
            return found
    raise RefusalError(RefusalCode.NOT_FINISHED)


def _first(row: Row) -> tuple[int, int, list[Fact]]:
    created = read_body(row.body)[0]
    assert isinstance(created, Created)
    return row.seq, row.at, [created]


def _person_to_act(state: State) -> int | None:
    if state.game is None or state.game.turn is None:
        return None
    return state.chairs[state.game.turn].person


def _begun(state: State, fact: Started) -> FinishedGame:
    names = [state.shown_name(seat) for seat in range(len(state.chairs))]
    return FinishedGame(fact.first_dealer, names)


def record_lines(found: FinishedGame) -> Iterable[bytes]:
    """The game record, line by line."""
    header = Header(found.game.rules, tuple(found.names), found.first_dealer)
    yield header_line(header).encode() + b"\n"
    for step in found.steps:
        yield step.line + b"\n"


def replay_round(found: FinishedGame, number: int, index: int, seat: int | None) -> Replay:
    """A round step by step: as a seat saw it, or openly (`None`).

    Raises:
        RefusalError: there is no such round or seat.
    """
    rounds = len(found.game.results)
    if not 0 <= index < rounds or (seat is not None and not 0 <= seat < found.game.players):
        raise RefusalError(RefusalCode.NOT_FOUND)
    steps = [
        ReplayStep(
            events=told(step.happened, seat, openly=seat is None),
            round=None if step.play is None else public_round(step.game, step.play, None),
            hands=_hands(step, found.game.players, seat),
        )
        for step in found.steps
        if _round_of(step) == index
    ]
    return Replay(
        game=number,
        index=index,
        rounds=rounds,
        naturals=1 if found.game.rules.naturals else 0,
        seats=found.seats,
        sheet=score_sheet(found.game, found.hints),
        steps=steps,
    )


def _round_of(step: _Step) -> int | None:
    what = step.happened[0] if step.happened else None
    return what.index if isinstance(what, EngineEvent) else None


def _hands(step: _Step, players: int, seat: int | None) -> list[list[str] | None]:
    if step.play is None:
        return [None] * players
    return [
        texts(card for _, card in held) if seat in (None, owner) else None
        for owner, held in enumerate(step.play.held)
    ]
