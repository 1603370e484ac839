"""A player that takes any legal action with equal chance, for tests and as a measuring rod."""

from __future__ import annotations

from dataclasses import dataclass

from fivecrowns.players.chance import chance
from fivecrowns.players.player import Decision, Reason
from fivecrowns.view import View, legal_actions


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Chooses uniformly among the legal actions; the seed and the view decide which."""

    seed: int | str = 0

    def decide(self, view: View) -> Decision:
        """Choose any legal action."""
        action = chance(view, self.seed).choice(legal_actions(view))
        return Decision(action, Reason("random"))
