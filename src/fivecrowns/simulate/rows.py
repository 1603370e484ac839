"""The games of a simulation as CSV, for programs that make tables."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

from fivecrowns.simulate.games import Plan, PlayedGame
from fivecrowns.simulate.report import own_turns

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


class Rows:
    """Writes one row for each game and seat.

    Seats and deals count from 0, as in a record; `won` is the share of the victory.

    Args:
        file: where to, opened with `newline=""`.
        plan: what is played.
    """

    def __init__(self, file: SupportsWrite[str], plan: Plan) -> None:
        self._plan = plan
        self._rounds = len(plan.rules.schedule)
        self._writer = csv.writer(file, lineterminator="\n")
        self._writer.writerow(
            [
                *("deal", "first_dealer", "seat", "player"),
                *("points", "rank", "won", "rounds_out", "turns"),
                *(f"round_{number}" for number in range(1, self._rounds + 1)),
            ]
        )

    def write(self, game: PlayedGame) -> None:
        """Write the rows of a game; tie-break rounds only decide ranks."""
        rounds = game.rounds[: self._rounds]
        for seat, (kind, rank) in enumerate(zip(self._plan.kinds, game.ranks, strict=True)):
            scores = [round_.scores[seat] or 0 for round_ in rounds]
            self._writer.writerow(
                [
                    *(game.deal, game.dealer, seat, kind),
                    *(sum(scores), rank, (rank == 1) / game.ranks.count(1)),
                    sum(round_.out == seat for round_ in rounds),
                    sum(own_turns(round_, seat) for round_ in rounds),
                    *scores,
                ]
            )
