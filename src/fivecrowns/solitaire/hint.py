"""A hint for solitaire: what the next turn would best be, and why.

The hint follows a plan for the cards that are still to come (`solitaire.plan`). It knows what the
open cards tell, and nothing of the order of the draw pile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fivecrowns.cards import Card, format_cards, without
from fivecrowns.choices import Choice
from fivecrowns.melds import best_discard, fewest_points
from fivecrowns.rules import is_wild, points
from fivecrowns.solitaire.game import Pile, Play
from fivecrowns.solitaire.plan import Plan, completes, make_plan
from fivecrowns.solitaire.view import SolitaireView


class Reason(Choice):
    """Why a play is hinted at."""

    CLOSES = "closes"
    PLANNED = "planned"
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
        waits_for: the cards that the pile is to get later, sorted.
        plan: the plan that it follows.
    """

    play: Play
    card: Card
    reason: Reason
    before: int
    after: int
    waits_for: tuple[Card, ...]
    plan: Plan


SENTENCES: Final = {
    Reason.CLOSES: "With {card} in and {discard} out, the pile of {pile} closes.",
    Reason.PLANNED: "With {card} in and {discard} out, the pile of {pile} waits for cards "
    "still to come: {waits_for}.",
    Reason.LOWERS: "With {card} in and {discard} out, the pile of {pile} leaves {after} points "
    "instead of {before}.",
    Reason.THROWS_AWAY: "No open pile needs {card}, so it goes out again.",
}
"""What each reason says; the names in braces are the figures of the hint."""
ALL_CLOSE: Final = "With the cards to come all open piles can be closed."
"""What is added where the plan is complete, and so the game will be won by following the hints."""


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


def hint(view: SolitaireView, earlier: Plan | None = None) -> Hint | None:
    """The best play for the card turned over; `None` where none is.

    Where the plan has a place for the card, it goes there. Otherwise it goes to a pile for which
    there is no plan, if it lowers the points there, and else it is thrown away.

    Args:
        view: what the player knows.
        earlier: the plan of an earlier hint in this game, which is followed if it still stands.
    """
    card = view.drawn
    if card is None or view.over:
        return None
    piles = {pile.size: pile.cards for pile in view.open}
    plan = make_plan(piles, view.to_play(), view.turns_left, earlier)
    size = plan.pile_for(card)
    for pile in view.open:
        if pile.size == size:
            return _planned(pile, card, plan)
    return _unplanned(view, card, plan)


def _planned(pile: Pile, card: Card, plan: Plan) -> Hint:
    """Give a pile its card, and throw away the dearest that it can do without."""
    waits_for = without(plan.cards[pile.size], card)
    held = (*pile.cards, card)

    def order(discard: Card) -> tuple[bool, int, int]:
        cost = points(discard, pile.wild)
        return is_wild(discard, pile.wild), -cost, discard.index

    discard = next(
        discard
        for discard in sorted(set(held), key=order)
        if completes(pile.size, (*without(held, discard), *waits_for))
    )
    after = fewest_points(without(held, discard), pile.wild)
    reason = Reason.PLANNED if after else Reason.CLOSES
    return Hint(Play(pile.size, discard), card, reason, pile.points, after, waits_for, plan)


def _unplanned(view: SolitaireView, card: Card, plan: Plan) -> Hint:
    """Help a pile for which there is no plan, or throw the card away."""
    hints: list[Hint] = []
    for pile in view.open:
        if pile.size in plan.cards:
            continue
        before = pile.points
        best = best_discard((*pile.cards, card), pile.wild)
        if best.points < before:
            reason = Reason.LOWERS if best.points else Reason.CLOSES
            play = Play(pile.size, best.discard)
            hints.append(Hint(play, card, reason, before, best.points, (), plan))
    if hints:
        return max(hints, key=lambda hint: (hint.after == 0, hint.before - hint.after))
    last = view.open[-1]
    play = Play(last.size, card)
    return Hint(play, card, Reason.THROWS_AWAY, last.points, last.points, (), plan)


def sentence(hint: Hint, *, symbols: bool = False) -> str:
    """Say why in one English sentence, cards in ASCII or with the suits' symbols."""

    def name(card: Card) -> str:
        return card.symbols if symbols else str(card)

    why = SENTENCES[hint.reason].format(
        card=name(hint.card),
        discard=name(hint.play.discard),
        pile=hint.play.pile,
        before=hint.before,
        after=hint.after,
        waits_for=format_cards(hint.waits_for, symbols=symbols).replace(" ", ", "),
    )
    return f"{why} {ALL_CLOSE}" if hint.plan.complete else why
