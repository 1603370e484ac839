"""The solitaire record: write, read, replay and verify (JSON Lines, version 1).

The first line is the header, the second the deal, every further line an action. Reading is as
strict as for the game record. `docs/record.md` describes the format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from msgspec import Struct

from fivecrowns.actions import DealCards, IllegalAction
from fivecrowns.lines import (
    VERSION,
    DealLine,
    RecordError,
    check_commitment,
    commit_fields,
    convert,
    encode,
    read_card,
    read_kind,
    read_object,
    read_shuffle,
    shorten,
    texts,
)
from fivecrowns.solitaire.game import Action, Event, GiveUp, Play, Solitaire, TurnOver, Undo

GAME: Final = "solitaire"
"""What the header of a solitaire record says under `game`; a game record has no such key."""


class HeaderLine(Struct, forbid_unknown_fields=True):
    """The first line."""

    fivecrowns: Literal[1]
    game: Literal["solitaire"]


class DrawLine(Struct, forbid_unknown_fields=True):
    """The next card was turned over and seen; may be left out before a turn."""

    draw: Literal["pile"]


class PlayLine(Struct, forbid_unknown_fields=True):
    """A turn: the card turned over goes to a pile, and one card of it is discarded."""

    pile: int
    discard: str


class UndoLine(Struct, forbid_unknown_fields=True):
    """The last turn was taken back."""

    undo: Literal["turn"]


class EndLine(Struct, forbid_unknown_fields=True):
    """The player gave up."""

    end: Literal["given_up"]


Line = DealLine | DrawLine | PlayLine | UndoLine | EndLine

_KINDS: Final[dict[str, type[Line]]] = {
    "deal": DealLine,
    "draw": DrawLine,
    "pile": PlayLine,
    "undo": UndoLine,
    "end": EndLine,
}


@dataclass(frozen=True, slots=True)
class SolitaireStep:
    """One line of a record that was replayed.

    Attributes:
        line: its number.
        actions: the action, and before a play the turning over that has no line of its own.
        events: what happened.
        game: the state after.
    """

    line: int
    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    game: Solitaire


def header_line() -> str:
    """Write the first line of a record, without the line's end."""
    return encode(HeaderLine(VERSION, GAME))


def action_line(action: Action) -> str:
    """Write an action as a line of a record, without the line's end."""
    return encode(_line(action))


def _line(action: Action) -> Line:
    match action:
        case DealCards(shuffle):
            return DealLine(texts(shuffle.cards), *commit_fields(shuffle))
        case TurnOver():
            return DrawLine("pile")
        case Play(pile, discard):
            return PlayLine(pile, str(discard))
        case Undo():
            return UndoLine("turn")
        case GiveUp():
            return EndLine("given_up")


def read_header(text: str | bytes) -> None:
    """Check the first line of a record.

    Raises:
        RecordError: it is not the header of a solitaire record of version 1.
    """
    fields = read_object(text, 1)
    if fields.get("fivecrowns") != VERSION or fields.get("game") != GAME:
        raise RecordError(
            1,
            "not_a_record",
            None,
            f"expected the first line {header_line()}, got {shorten(text)}",
        )
    convert(fields, HeaderLine, 1)


def read_action(text: str | bytes, number: int) -> Action:
    """Read a further line of a record; `number` is the line's, for errors.

    Raises:
        RecordError: the line is of no kind that the format has.
    """
    return _action(_read_line(text, number), number)


def _read_line(text: str | bytes, number: int) -> Line:
    return read_kind(read_object(text, number), _KINDS, number)


def _action(line: Line, number: int) -> Action:
    match line:
        case DealLine():
            return DealCards(read_shuffle(line, number))
        case DrawLine():
            return TurnOver()
        case PlayLine(pile, discard):
            return Play(pile, read_card(discard, number))
        case UndoLine():
            return Undo()
        case EndLine():
            return GiveUp()


def replay(lines: Iterable[str | bytes], *, verify: bool = False) -> Iterator[SolitaireStep]:
    """Follow a record line by line, from its second line on.

    Args:
        lines: the lines, header first, with or without their ends.
        verify: check the commitment to the deal, too.

    Raises:
        RecordError: a line breaks the format or the rules; the steps before it stand.
    """
    source = iter(lines)
    read_header(next(source, ""))
    game = Solitaire()
    for number, text in enumerate(source, start=2):
        line = _read_line(text, number)
        if verify and isinstance(line, DealLine):
            check_commitment(line, number)
        try:
            game, actions, events = play(game, _action(line, number))
        except IllegalAction as error:
            raise RecordError(number, error.code, error.rule, str(error)) from None
        yield SolitaireStep(number, actions, events, game)


def play(
    game: Solitaire, action: Action
) -> tuple[Solitaire, tuple[Action, ...], tuple[Event, ...]]:
    """Apply an action; a play turns the next card over first, where that has not been done.

    Returns:
        The next state, the actions applied in order, and the events.

    Raises:
        IllegalAction: the rules forbid it; nothing has changed.
    """
    if isinstance(action, Play) and game.drawn is None and game.draw_pile and not game.is_over:
        turned, first = game.apply(TurnOver())
        after, events = turned.apply(action)
        return after, (TurnOver(), action), (*first, *events)
    after, events = game.apply(action)
    return after, (action,), events


def replay_to_end(lines: Iterable[str | bytes], *, verify: bool = False) -> Solitaire:
    """The state that a record leads to; arguments and errors as in `replay`."""
    kept = list(lines)
    read_header(kept[0] if kept else "")
    game = Solitaire()
    for step in replay(kept, verify=verify):
        game = step.game
    return game


def summary(game: Solitaire) -> dict[str, Any]:
    """A game as `fivecrowns replay --json` tells it."""
    return {
        "game": GAME,
        "closed": list(game.closed),
        "turns": game.turns,
        "points": game.points,
        "finished": game.is_over,
        "won": game.won,
    }
