"""`fivecrowns review`: the decisions of one player that cost most."""

from __future__ import annotations

from typing import Final

from fivecrowns import record
from fivecrowns.actions import Discard, Draw, PlayerAction, Source
from fivecrowns.errors import FiveCrownsError
from fivecrowns.record_kinds import RecordKind, read_kind_of_record
from fivecrowns.review import Choice, review
from fivecrowns.terminal.replaying import read_lines
from fivecrowns.terminal.screen import Notation, Screen, printable
from fivecrowns.terminal.words import join, round_title, some

MOST_SHOWN: Final = 5
"""Decisions that are told."""
LEAST_COST: Final = 0.05
"""What costs less is rounded to nothing, and not told."""


def show_review(file: str, player: str | None) -> None:
    """Tell what a player of a recorded game could have done better.

    Args:
        file: the record.
        player: whose decisions, by name; the first player's if left out.

    Raises:
        FiveCrownsError: the file cannot be read or is no finished game, or nobody has that name.
    """
    lines = read_lines(file)
    if read_kind_of_record(lines[0]) is RecordKind.SOLITAIRE:
        raise FiveCrownsError("expected the record of a game, got one of solitaire")
    header = record.read_header(lines[0])
    steps = list(record.replay(lines))
    if not steps or not steps[-1].game.is_over:
        raise FiveCrownsError("expected a finished game, for a review tells what was hidden")
    name = header.players[0] if player is None else player
    if name not in header.players:
        raise FiveCrownsError(f"expected one of the players ({join(header.players)}), got {name!r}")
    choices = review(header.new_game(), steps, header.players.index(name))
    _tell(Screen(), printable(name), choices)


def _tell(screen: Screen, name: str, choices: list[Choice]) -> None:
    points = sum(choice.chosen.points for choice in choices)
    dear = [choice for choice in choices if choice.chosen.points >= LEAST_COST]
    screen.say(
        f"{name}: {some(len(choices), 'decision')} weighed, which cost {points:.1f} points more "
        "than the best would have.",
        hang=2,
    )
    for choice in dear[:MOST_SHOWN]:
        screen.say(_told(choice, screen.notation), hang=2)


def _told(choice: Choice, notation: Notation) -> str:
    game = choice.game
    round_ = game.round
    assert round_ is not None
    lap = round_.turns // len(round_.seats) + 1
    upcard = notation.card(round_.discard_pile[0])
    chosen, best = (_named(cost.action, upcard, notation) for cost in (choice.chosen, choice.best))
    return (
        f"{round_title(game, len(game.results))}, lap {lap}: {chosen} cost "
        f"{choice.chosen.points:.1f} points more than {best}."
    )


def _named(action: PlayerAction, upcard: str, notation: Notation) -> str:
    match action:
        case Draw(source=Source.PILE):
            return "drawing from the pile"
        case Draw():
            return f"taking {upcard}"
        case Discard(card=card):
            return f"discarding {notation.card(card)}"
        case _:
            raise AssertionError(action)
