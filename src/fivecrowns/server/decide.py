"""From a command to facts, without any effect: what a table lets people do.

`decide` either gives the facts that a command brings about or raises `RefusalError`. Rules of the
game are the engine's: its refusals are passed on with their code and rule.
"""

from __future__ import annotations

import secrets
import unicodedata
from dataclasses import dataclass
from typing import Final

import msgspec

from fivecrowns.game import Game, deal
from fivecrowns.rules import (
    MAX_PLAYERS,
    SCHEDULES,
    ArrangementRule,
    RulesError,
    random_schedule,
)
from fivecrowns.server import facts
from fivecrowns.server.decide_game import (
    accept_tie,
    act,
    goes_on_after_pause,
    goes_on_without,
    next_deal,
)
from fivecrowns.server.facts import Acted, Fact
from fivecrowns.server.protocol import commands
from fivecrowns.server.protocol.commands import GameCommand, SeatCommand
from fivecrowns.server.protocol.messages import RefusalCode
from fivecrowns.server.protocol.values import MAX_NAME, HintLevel, Options, Stage
from fivecrowns.server.refusal import RefusalError
from fivecrowns.server.state import State
from fivecrowns.shuffler import Shuffler

HINT_LEVELS: Final = list(HintLevel)


@dataclass(frozen=True, slots=True)
class Context:
    """What a decision needs to know beside the state.

    Attributes:
        shuffler: where shuffles come from.
        online: the people who are connected.
    """

    shuffler: Shuffler
    online: frozenset[int]


def decide(state: State, person: int, command: SeatCommand, context: Context) -> list[Fact]:
    """The facts that a command of a person brings about; none if it changes nothing.

    Raises:
        RefusalError: the command has no effect, and why.
    """
    seat = state.seat_of(person)
    if seat is None or not state.people[person].tokens:
        raise RefusalError(RefusalCode.NOT_SEATED)
    if isinstance(command, GameCommand):
        if state.chairs[seat].waits:
            raise RefusalError(RefusalCode.NEXT_ROUND)
        if command.seq < state.moved:
            raise RefusalError(RefusalCode.STALE)
        return act(state, seat, command, context.shuffler)
    if isinstance(command, commands.HostCommand):
        if person != state.host:
            raise RefusalError(RefusalCode.NOT_HOST)
        return _host(state, command, context)
    return _person(state, person, seat, command, context)


def _person(  # noqa: C901 - one case a command
    state: State, person: int, seat: int, command: SeatCommand, context: Context
) -> list[Fact]:
    match command:
        case commands.Ready(_, ready):
            return _ready(state, seat, context.shuffler, ready=ready)
        case commands.AcceptTie():
            return accept_tie(state, seat)
        case commands.Rematch():
            _need(state, Stage.OVER)
            return [facts.Rematch(seat)]
        case commands.Leave():
            return _leave(state, person, seat, context.shuffler)
        case commands.Rename(_, name):
            return [facts.Renamed(person, good_name(state, name, person))]
        case commands.Say(_, phrase):
            return [facts.Said(seat, phrase)]
        case commands.Nudge(_, other):
            if other >= len(state.chairs):
                raise RefusalError(RefusalCode.NO_SUCH_SEAT)
            if state.chairs[other].person is None:
                raise RefusalError(RefusalCode.NOT_A_PERSON)
            return [facts.Nudged(other, seat)]
        case commands.AskHint(_, level):
            allowed = HINT_LEVELS.index(state.options.hints)
            if level is HintLevel.OFF or HINT_LEVELS.index(level) > allowed:
                raise RefusalError(RefusalCode.HINTS_FORBIDDEN)
            if state.chairs[seat].waits:
                raise RefusalError(RefusalCode.NEXT_ROUND)
            if state.play is None or not state.play.held[seat]:
                raise RefusalError(RefusalCode.WRONG_STAGE)
            return [facts.Hinted(seat, level)]
        case commands.TakeHost():
            host_seat = state.seat_of(state.host)
            gone = host_seat is None or state.chairs[host_seat].away
            if not gone and state.host in context.online:
                raise RefusalError(RefusalCode.HOST_PRESENT)
            return [facts.HostPassed(person)] if person != state.host else []
        case _:
            raise RefusalError(RefusalCode.BAD_MESSAGE)


def _ready(state: State, seat: int, shuffler: Shuffler, *, ready: bool) -> list[Fact]:
    if state.stage not in (Stage.LOBBY, Stage.BETWEEN, Stage.TIE):
        raise RefusalError(RefusalCode.WRONG_STAGE)
    if state.paused:
        raise RefusalError(RefusalCode.PAUSED)
    if state.chairs[seat].ready == ready:
        return []
    told: list[Fact] = [facts.ReadySaid(seat, ready)]
    if ready and state.waits_for() == (seat,):
        told.append(next_deal(state, shuffler))
    return told


def _leave(state: State, person: int, seat: int, shuffler: Shuffler) -> list[Fact]:
    heirs = [
        chair.person
        for chair in state.chairs
        if chair.person is not None and chair.person != person and chair.is_here
    ]
    told: list[Fact] = []
    if person == state.host and heirs:
        told.append(facts.HostPassed(heirs[0]))
    if state.stage is Stage.LOBBY and heirs:
        return [*told, facts.Left(person)]
    if state.chairs[seat].away:
        return told
    return [*told, facts.Away(seat), *goes_on_without(state, seat, shuffler)]


def _host(state: State, command: commands.HostCommand, context: Context) -> list[Fact]:  # noqa: C901
    match command:
        case commands.Start():
            return start(state, context.shuffler)
        case commands.SetOptions(_, options):
            _need(state, Stage.LOBBY)
            options = agreed(options)
            return [facts.OptionsSet(options, draw_schedule(options))]
        case commands.AddOpponent(_, strength):
            _need(state, Stage.LOBBY)
            if len(state.chairs) >= MAX_PLAYERS:
                raise RefusalError(RefusalCode.TABLE_FULL, "R1.3")
            return [facts.OpponentAdded(strength)]
        case commands.Fill(_, seq, seat, strength):
            _need_seat(state, seq, seat)
            if state.chairs[seat].person == state.host:
                raise RefusalError(RefusalCode.NO_SUCH_SEAT)
            return [facts.Filled(seat, strength), *goes_on_without(state, seat, context.shuffler)]
        case commands.RemoveSeat(_, seq, seat):
            _need(state, Stage.LOBBY)
            _need_seat(state, seq, seat)
            if state.chairs[seat].person == state.host:
                raise RefusalError(RefusalCode.NO_SUCH_SEAT)
            return [facts.SeatRemoved(seat)]
        case commands.MoveSeat(_, seq, seat, to):
            _need(state, Stage.LOBBY)
            _need_seat(state, seq, seat)
            _need_seat(state, seq, to)
            return [facts.SeatMoved(seat, to)] if seat != to else []
        case commands.PassHost(_, seq, seat):
            _need_seat(state, seq, seat)
            other = state.chairs[seat].person
            if other is None:
                raise RefusalError(RefusalCode.NOT_A_PERSON)
            return [facts.HostPassed(other)] if other != state.host else []
        case commands.Pause():
            if state.stage in (Stage.LOBBY, Stage.OVER):
                raise RefusalError(RefusalCode.WRONG_STAGE)
            return [] if state.paused else [facts.Paused()]
        case commands.Resume():
            if not state.paused:
                raise RefusalError(RefusalCode.NOT_PAUSED)
            return [facts.Resumed(), *goes_on_after_pause(state, context.shuffler)]
        case commands.Lock(_, locked):
            return [facts.Locked(locked)] if locked != state.locked else []


def start(state: State, shuffler: Shuffler) -> list[Fact]:
    """The game begins: first dealer, first deal."""
    _need(state, Stage.LOBBY)
    others = [chair for chair in state.chairs if chair.person != state.host]
    if not all(chair.ready or chair.away for chair in others):
        raise RefusalError(RefusalCode.NOT_READY)
    players = len(state.chairs)
    first = state.options.first_dealer
    if first is None or first >= players:
        first = secrets.randbelow(players)
    try:
        game = Game(state.rules, players, first)
    except RulesError as error:
        raise RefusalError(RefusalCode.BAD_PLAYERS, error.rule) from None
    return [facts.Started(first), Acted.of(deal(game, shuffler))]


def agreed(options: Options) -> Options:
    """Options that go together: who has to find melds unaided gets no hints either."""
    if options.arrangement is ArrangementRule.MANUAL:
        return msgspec.structs.replace(options, hints=HintLevel.OFF)
    return options


def draw_schedule(options: Options) -> list[tuple[int, int]]:
    """The order of the rounds as the log has it; a random one is drawn now."""
    if options.schedule == "random":
        deals = random_schedule(secrets.token_hex(16))
    else:
        deals = SCHEDULES[options.schedule]
    return [(one.cards, one.wild or 0) for one in deals]


def join(state: State, name: str, token: str, seat: int | None) -> facts.Joined | facts.JoinsNext:
    """A person takes a seat: a new one in the lobby, an opponent's later.

    While a round is played, nobody new gets at a hand that is being played: whoever takes an
    opponent's seat then has it when the round is over.

    Raises:
        RefusalError: the table is locked or full, or the name is taken.
    """
    if state.locked:
        raise RefusalError(RefusalCode.LOCKED)
    name = good_name(state, name, None)
    if state.stage is Stage.LOBBY and seat is None:
        if len(state.chairs) >= MAX_PLAYERS:
            raise RefusalError(RefusalCode.TABLE_FULL, "R1.3")
        return facts.Joined(name, token)
    free = [other for other, chair in enumerate(state.chairs) if chair.person is None]
    if seat is None:
        seat = next(iter(free), None)
    if seat is None or seat not in free:
        raise RefusalError(RefusalCode.TABLE_FULL)
    if state.stage is Stage.ROUND:
        return facts.JoinsNext(name, token, seat)
    return facts.Joined(name, token, seat)


def good_name(state: State | None, name: str, person: int | None) -> str:
    """A name as it is shown: one line of visible letters that nobody else at the table has.

    Raises:
        RefusalError: nothing is left of it, or somebody has it.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= MAX_NAME or any(unicodedata.category(c)[0] == "C" for c in name):
        raise RefusalError(RefusalCode.BAD_NAME)
    if state is not None:
        others = {chair.person for chair in state.chairs} - {None, person}
        taken = {state.people[other].name.casefold() for other in others if other is not None}
        if name.casefold() in taken:
            raise RefusalError(RefusalCode.NAME_TAKEN)
    return name


def _need(state: State, stage: Stage) -> None:
    if state.stage is not stage:
        raise RefusalError(RefusalCode.WRONG_STAGE)


def _need_seat(state: State, seq: int, seat: int) -> None:
    if seq < state.seated:
        raise RefusalError(RefusalCode.STALE)
    if seat >= len(state.chairs):
        raise RefusalError(RefusalCode.NO_SUCH_SEAT)
