"""A hint for solitaire: what the next turn would best be, and why.

The hint looks at the card turned over and at nothing that may come after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fivecrowns.cards import Card, without
from fivecrowns.melds import best_discard, fewest_points
from fivecrowns.solitaire.game import Pile, Play
from fivecrowns.solitaire.view import SolitaireView


class Reason(StrEnum):
    """Why a play is hinted at."""

    CLOSES = "closes"
    LOWERS = "lowers"
    THROWS_AWAY = "throws_away"


@dataclass(frozen=True, slots=True)
class Hint:
    """A play and the reason for it.

    Attributes:
        play: the play.
        card: the card turned over.
        reason: why.
        before: points left over in that pile now.
        after: points left over in that pile after the play.
    """

    play: Play
    card: Card
    reason: Reason
    before: int
    after: int


SENTENCES: Final = {
    Reason.CLOSES: "With {card} in and {discard} out, the pile of {pile} closes.",
    Reason.LOWERS: "With {card} in and {discard} out, the pile of {pile} leaves {after} points "
    "instead of {before}; no other play lowers the points of a pile more.",
    Reason.THROWS_AWAY: "{card} lowers the points of no pile, so it goes out again.",
}
"""What each reason says; the names in braces are the figures of the hint."""


def outcomes(pile: Pile, card: Card) -> tuple[tuple[Card, int], ...]:
    """What each discard would leave if a card were added to a pile.

    Returns:
        Every kind of card that could be discarded, in sorting order, with the points that the
        pile would then leave over.
    """
    held = (*pile.cards, card)
    return tuple(
        (discard, fewest_points(without(held, discard), pile.wild)) for discard in sorted(set(held))
    )


def hint(view: SolitaireView) -> Hint | None:
    """The play that looks best one card ahead; `None` where no card is turned over.

    It closes a pile if it can, the one with the most points left; otherwise it lowers the points
    of a pile by as much as it can; otherwise it throws the card away.
    """
    card = view.drawn
    if card is None or view.over:
        return None
    hints: list[Hint] = []
    for pile in view.open:
        before = pile.points
        best = best_discard((*pile.cards, card), pile.wild)
        if best.points < before:
            reason = Reason.LOWERS if best.points else Reason.CLOSES
            play = Play(pile.size, best.discard)
            hints.append(Hint(play, card, reason, before, best.points))
    if hints:
        return max(hints, key=lambda hint: (hint.after == 0, hint.before - hint.after))
    last = view.open[-1]
    return Hint(Play(last.size, card), card, Reason.THROWS_AWAY, last.points, last.points)


def sentence(hint: Hint, *, symbols: bool = False) -> str:
    """Say why in one English sentence, cards in ASCII or with the suits' symbols."""

    def name(card: Card) -> str:
        return card.symbols if symbols else str(card)

    return SENTENCES[hint.reason].format(
        card=name(hint.card),
        discard=name(hint.play.discard),
        pile=hint.play.pile,
        before=hint.before,
        after=hint.after,
    )
