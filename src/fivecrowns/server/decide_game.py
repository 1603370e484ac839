"""Actions in the game: of people, of opponents, and what the time brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from fivecrowns.actions import (
    AcceptTie,
    Action,
    ChosenMelds,
    Discard,
    Draw,
    GoOut,
    IllegalAction,
    LayOffCard,
    PlayerAction,
    Stall,
)
from fivecrowns.cards import Card
from fivecrowns.game import deal, play
from fivecrowns.melds import Meld, MeldError, read_meld
from fivecrowns.players import Decision, make_player
from fivecrowns.rules import ArrangementRule
from fivecrowns.server import facts
from fivecrowns.server.facts import Acted, Fact
from fivecrowns.server.protocol import commands
from fivecrowns.server.protocol.messages import RefusalCode
from fivecrowns.server.protocol.values import Stage, Strength
from fivecrowns.server.refusal import RefusalError
from fivecrowns.server.state import State
from fivecrowns.shuffler import Shuffler
from fivecrowns.view import View


def act(state: State, seat: int, command: commands.GameCommand, shuffler: Shuffler) -> list[Fact]:
    """The facts of a person's action.

    Raises:
        RefusalError: the rules forbid it, or the table waits for something else.
    """
    if state.paused:
        raise RefusalError(RefusalCode.PAUSED)
    if state.stage is Stage.LOBBY or state.game is None:
        raise RefusalError(RefusalCode.WRONG_STAGE)
    try:
        action, slot = _action(state, seat, command)
        return played(state, action, shuffler, slot)
    except IllegalAction as error:
        raise RefusalError.of(error) from None


def played(
    state: State,
    action: PlayerAction,
    shuffler: Shuffler,
    slot: int | None = None,
    *,
    by_opponent: bool = False,
    late: bool = False,
) -> list[Fact]:
    """The facts of an action, with the reshuffle it may need.

    Raises:
        IllegalAction: the rules forbid it.
    """
    assert state.game is not None
    _, applied, _ = play(state.game, action, shuffler)
    told: list[Fact] = [Acted.of(one) for one in applied[:-1]]
    return [*told, Acted.of(applied[-1], slot, by_opponent=by_opponent, late=late)]


def _action(
    state: State, seat: int, command: commands.GameCommand
) -> tuple[PlayerAction, int | None]:
    """A command as the engine's action; its rules are the first to be asked."""
    if isinstance(command, commands.Draw):
        return Draw(seat, command.source), None
    held = dict(state.play.held[seat]) if state.play is not None else {}
    card = held.get(command.slot)
    if card is None:
        _check_turn(state, seat)
        raise RefusalError(RefusalCode.NOT_IN_HAND, "R4.4")
    match command:
        case commands.Discard(_, _, slot, melds):
            return Discard(seat, card, chosen(held, melds, slot)), slot
        case commands.GoOut(_, _, slot, melds):
            manual = state.options.arrangement is ArrangementRule.MANUAL
            return GoOut(
                seat, card, chosen(held, [] if manual and not melds else melds, slot)
            ), slot
        case commands.LayOffCard(_, _, slot, on_seat, meld):
            return LayOffCard(seat, card, on_seat, meld), slot


def _check_turn(state: State, seat: int) -> None:
    """Let the engine say first whether this seat may act at all."""
    assert state.game is not None
    if state.game.turn != seat:
        raise RefusalError(RefusalCode.NOT_YOUR_TURN, "R3.2")


def chosen(
    held: Mapping[int, Card], melds: Sequence[Sequence[int]] | None, discard: int | None
) -> ChosenMelds | None:
    """Chosen slots as cards.

    Raises:
        RefusalError: a slot is not in the hand, is there twice, or is the discard.
    """
    if melds is None:
        return None
    used = [slot for meld in melds for slot in meld]
    if len(used) != len(set(used)) or discard in used or not set(used) <= held.keys():
        raise RefusalError(RefusalCode.BAD_MELD, "R7.3")
    return tuple(tuple(held[slot] for slot in meld) for meld in melds)


def check_melds(
    state: State, seat: int, melds: Sequence[Sequence[int]]
) -> list[tuple[Meld | None, str | None]]:
    """How chosen cards of the own hand read as melds, or the rule that each breaks."""
    game, held = state.game, state.play
    if game is None or held is None or game.round is None:
        raise RefusalError(RefusalCode.WRONG_STAGE)
    cards = chosen(dict(held.held[seat]), melds, None) or ()
    answers: list[tuple[Meld | None, str | None]] = []
    for meld in cards:
        try:
            answers.append((read_meld(meld, game.round.deal.wild, game.rules.naturals), None))
        except MeldError as error:
            answers.append((None, error.rule))
    return answers


def accept_tie(state: State, seat: int) -> list[Fact]:
    """A tied person would share; when the last of them says so, the game ends (R9.3)."""
    game = state.game
    if state.stage is not Stage.TIE or game is None:
        raise RefusalError(RefusalCode.NO_TIE, "R9.3")
    if state.paused:
        raise RefusalError(RefusalCode.PAUSED)
    tied = game.next_seats
    if seat not in tied:
        raise RefusalError(RefusalCode.NO_TIE, "R9.3")
    told: list[Fact] = [] if state.chairs[seat].tie else [facts.TieAccepted(seat)]
    if all(state.chairs[other].tie for other in tied if other != seat):
        told.append(Acted.of(AcceptTie()))
    return told


def next_deal(state: State, shuffler: Shuffler) -> Acted:
    """The deal that the table waits for between rounds."""
    assert state.game is not None
    return Acted.of(deal(state.game, shuffler))


def goes_on_without(state: State, seat: int, shuffler: Shuffler) -> list[Fact]:
    """The deal, where the table waited for nobody but this seat and people are left to play."""
    others = [chair for other, chair in enumerate(state.chairs) if other != seat]
    if state.stage not in (Stage.BETWEEN, Stage.TIE) or state.waits_for() != (seat,):
        return []
    return [next_deal(state, shuffler)] if any(chair.plays_itself for chair in others) else []


def goes_on_after_pause(state: State, shuffler: Shuffler) -> list[Fact]:
    """The deal, where all that the table waited for before the pause have left meanwhile."""
    waited_for = replace(state, paused=False).waits_for()
    if state.stage not in (Stage.BETWEEN, Stage.TIE) or waited_for:
        return []
    here = any(chair.plays_itself for chair in state.chairs)
    return [next_deal(state, shuffler)] if here else []


def opponent_decides(strength: Strength, seed: str, seen: View) -> Decision:
    """What an opponent does, from its seat's view alone.

    It may take long, so it is called off the event loop. The same view gets the same decision,
    so it does not matter which process asks.
    """
    return make_player(str(strength), seed).decide(seen)


def stalls(state: State) -> bool:
    """Whether a round among opponents alone is ended by R10.4."""
    round_ = None if state.game is None else state.game.round
    if round_ is None or not round_.may_stall:
        return False
    return not any(state.chairs[seat].plays_itself for seat in round_.seats)


def ended_by_stall() -> list[Fact]:
    """The fact that a round was ended by R10.4."""
    action: Action = Stall()
    return [Acted.of(action)]
