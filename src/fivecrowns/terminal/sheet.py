"""The score sheet: a row for each player, a narrow column for each round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fivecrowns.events import RoundResult
from fivecrowns.game import Game
from fivecrowns.terminal.words import some

NAME_WIDTH: Final = 14


def score_sheet(names: Sequence[str], game: Game, width: int) -> list[str]:
    """The sheet as lines of so many columns: rounds by the cards dealt, then the total.

    Rounds that do not fit beside the others go on below. Rounds still to come are dots. Tie-break
    rounds follow in a line each; their points stay out of the totals (R9.3).
    """
    schedule, totals = game.rules.schedule, game.totals
    played = game.results[: len(schedule)]
    names_width = max(6, *(len(_short(name)) for name in names))
    lines: list[str] = []
    rounds = rounds_a_block(len(schedule), (width - names_width - 7) // 4)
    for first in range(0, len(schedule), rounds):
        deals = schedule[first : first + rounds]
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


def rounds_a_block(rounds: int, room: int) -> int:
    """How many rounds to show side by side where there is room for so many, in even blocks.

    >>> rounds_a_block(11, 14), rounds_a_block(11, 10), rounds_a_block(11, 5)
    (11, 6, 4)
    """
    blocks = -(-rounds // max(1, room))
    return -(-rounds // blocks)


def _cell(played: Sequence[RoundResult], number: int, seat: int) -> str:
    if number >= len(played):
        return "."
    score = played[number].scores[seat]
    return "-" if score is None else str(score)


def _short(name: str) -> str:
    return name if len(name) <= NAME_WIDTH else f"{name[: NAME_WIDTH - 1]}."
