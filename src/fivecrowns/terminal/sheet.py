"""The score sheet: a row for each player, a narrow column for each round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fivecrowns.events import RoundResult
from fivecrowns.game import Game
from fivecrowns.terminal.words import some

ROUNDS_A_BLOCK: Final = 14
"""Rounds side by side; a longer schedule goes on below."""
NAME_WIDTH: Final = 14


def score_sheet(names: Sequence[str], game: Game) -> list[str]:
    """The sheet as lines of at most 79 columns: rounds by the cards dealt, then the total.

    Rounds still to come are dots. Tie-break rounds follow in a line each; their points stay out
    of the totals (R9.3).
    """
    schedule, totals = game.rules.schedule, game.totals
    played = game.results[: len(schedule)]
    names_width = max(6, *(len(_short(name)) for name in names))
    lines: list[str] = []
    for first in range(0, len(schedule), ROUNDS_A_BLOCK):
        deals = schedule[first : first + ROUNDS_A_BLOCK]
        last = first + len(deals) == len(schedule)
        heads = "".join(f"{deal.cards:>4}" for deal in deals)
        lines.append(f"{'Cards':<{names_width}}{heads}{'  Total' if last else ''}")
        for seat, name in enumerate(names):
            cells = "".join(f"{_cell(played, first + at, seat):>4}" for at in range(len(deals)))
            total = f"{totals[seat]:>7}" if last else ""
            lines.append(f"{_short(name):<{names_width}}{cells}{total}")
    for number, result in enumerate(game.results[len(schedule) :], start=1):
        scores = [
            f"{names[seat]} {some(score, 'point')}"
            for seat, score in enumerate(result.scores)
            if score is not None
        ]
        lines.append(f"Tie-break {number}: {', '.join(scores)}")
    return lines


def _cell(played: Sequence[RoundResult], number: int, seat: int) -> str:
    if number >= len(played):
        return "."
    score = played[number].scores[seat]
    return "-" if score is None else str(score)


def _short(name: str) -> str:
    return name if len(name) <= NAME_WIDTH else f"{name[: NAME_WIDTH - 1]}."
