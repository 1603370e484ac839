"""What a player is: it gets a view and answers with an action and the reason for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from fivecrowns.actions import PlayerAction
from fivecrowns.cards import Card
from fivecrowns.view import View


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a player did what it did: a code with the figures it stands on.

    `players.reasons.sentence` says it in English; other languages have texts of their own.

    Attributes:
        code: one of the keys of `players.reasons.SENTENCES`.
        card: the card it is about.
        points: points left over after it.
        before: points left over before it.
        outs: unseen cards with which the hand would go out or, of a learned value, that would
            lower its points in a meld.
        expected: expected points after the next draw.
        cost: what the other choice would cost, to one digit behind the point: expected points of
            this round or, where the code begins with `place`, hundredths of the chance to finish
            the game first.
        others: the best of the other discards, the best first, each with what it would cost: in
            expected points of this round, to one digit behind the point.
    """

    code: str
    card: Card | None = None
    points: int | None = None
    before: int | None = None
    outs: int | None = None
    expected: float | None = None
    cost: float | None = None
    others: tuple[tuple[Card, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """An action and why it was chosen."""

    action: PlayerAction
    reason: Reason


class Player(Protocol):
    """Decides for a seat from what that seat may know, and from nothing else.

    A player keeps no memory between decisions: the same view gets the same decision, so that a
    game can be saved, moved and continued without asking its players anything.
    """

    def decide(self, view: View) -> Decision:
        """Choose an action for the seat whose view it is and whose turn it is."""
        ...
