"""After a game: which decisions of a player cost most, as `expert` sees them.

Each decision is weighed with what its seat knew then, not with what came of it. What `costs` does
not weigh is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from fivecrowns.actions import Discard, Draw
from fivecrowns.game import Game
from fivecrowns.players.expert import Cost, Weighed, costs, told
from fivecrowns.record import Step
from fivecrowns.view import view

MOST_TOLD: Final = 5
"""Decisions that a player is told of."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision that was weighed.

    Attributes:
        step: which of the steps played, from 0.
        game: the state before it.
        chosen: the action and what it cost compared with the best.
        best: what would have been best.
    """

    step: int
    game: Game
    chosen: Cost[Weighed]
    best: Cost[Weighed]

    @property
    def lap(self) -> int:
        """The lap of its round, and so which turn of the seat in it, from 1."""
        assert self.game.round is not None
        return self.game.round.turns // len(self.game.round.seats) + 1


def review(start: Game, steps: Iterable[Step], seat: int) -> list[Choice]:
    """Weigh the decisions of a seat in a game.

    Args:
        start: the game before its first deal.
        steps: what was played.
        seat: whose decisions.

    Returns:
        All that was weighed, what cost most first.
    """
    choices: list[Choice] = []
    game = start
    for number, step in enumerate(steps):
        action = step.action
        if isinstance(action, Draw | Discard) and action.seat == seat:
            weighed = costs(view(game, seat))
            # The melds that were chosen with a discard on a last turn are not weighed.
            bare = Discard(seat, action.card) if isinstance(action, Discard) else action
            chosen = next((cost for cost in weighed if cost.action == bare), None)
            if chosen is not None:
                choices.append(Choice(number, game, chosen, weighed[0]))
        game = step.game
    return sorted(choices, key=lambda choice: -choice.chosen.points)


def dearest(choices: Sequence[Choice]) -> list[Choice]:
    """Of what `review` found, that of which a player is told: the few that cost something."""
    return [choice for choice in choices[:MOST_TOLD] if told(choice.chosen.points) > 0]
