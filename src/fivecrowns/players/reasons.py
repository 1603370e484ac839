"""The reasons of players, said in English."""

from __future__ import annotations

from typing import Final

from fivecrowns.cards import Card
from fivecrowns.errors import FiveCrownsError
from fivecrowns.players.player import Reason

SENTENCES: Final = {
    "goes_out": "Every other card is in a meld.",
    "random": "It plays at random.",
    "take_wild": "A wild fits everywhere.",
    "take_melds": "{card} makes a meld.",
    "take_lowers": "{card} lowers the points left from {before} to {points}.",
    "take_goes_out": "With {card} every card but the discard is in a meld.",
    "take_better": "{card} makes the hand better than a card from the pile is likely to.",
    "pile_unwanted": "{card} does not help the hand.",
    "pile_better": "A card from the pile is likely to help more than {card}.",
    "pile_only": "The discards were just shuffled to be drawn from.",
    "pile_child": "It likes a surprise from the pile.",
    "discard_lowest": "Throwing {card} leaves the fewest points: {points}.",
    "discard_spare": "{card} is in no meld.",
    "discard_any": "One card has to go.",
    "discard_outs": "Without {card}, {outs} of the unseen cards would let the hand go out; if "
    "somebody else is first, {points} points are left.",
    "discard_expected": "Throwing {card} is best for the next draw, which then leaves "
    "{expected:.0f} points on average.",
    "last_take": "On the last turn {card} leaves {points} points; a card from the pile would leave "
    "{expected:.1f} on average.",
    "last_pile": "On the last turn a card from the pile leaves {expected:.1f} points on average; "
    "{card} would leave {points}.",
    "last_discard": "On the last turn, throwing {card} leaves the fewest points: {points}.",
    "learned_take": "A card from the pile would cost {cost} points more.",
    "learned_pile": "{card} would cost {cost} points more.",
    "learned_either": "{card} and a card from the pile are worth about the same.",
    "learned_discard": "Unseen cards that then fit into a meld: {outs}.{others}",
    "place_take": "With {card} the chance to win the game is {cost} percentage points higher than "
    "with a card from the pile.",
    "place_pile": "With a card from the pile the chance to win the game is {cost} percentage "
    "points higher than with {card}.",
    "place_either": "The chance to win the game is about the same with {card} as with a card from "
    "the pile.",
    "lays_off": "{card} fits a meld on the table, so it costs nothing.",
}
"""What each code says; the names in braces are the figures of the reason."""


def sentence(reason: Reason, *, symbols: bool = False) -> str:
    """Say a reason in English, in a sentence or two, cards in ASCII or with the suits' symbols.

    Raises:
        FiveCrownsError: it is a reason of a player of somebody's own, which has no sentence here.
    """
    said = SENTENCES.get(reason.code)
    if said is None:
        raise FiveCrownsError(
            f"expected a code of players.reasons.SENTENCES in a reason, got {reason.code!r}"
        )
    return said.format(
        card=_named(reason.card, symbols),
        points=reason.points,
        before=reason.before,
        outs=reason.outs,
        expected=reason.expected or 0.0,
        cost=f"{reason.cost or 0.0:.1f}",
        others=_others(reason, symbols),
    )


def _others(reason: Reason, symbols: bool) -> str:
    """The other discards: those that are about as good, and what the rest would cost."""
    named = [(_named(card, symbols), cost) for card, cost in reason.others]
    same = ", ".join(name for name, cost in named if cost == 0)
    dear = ", ".join(f"{name} ({cost:.1f})" for name, cost in named if cost > 0)
    told = f" About as good: {same}." if same else ""
    return f"{told} Others would cost more points: {dear}." if dear else told


def _named(card: Card | None, symbols: bool) -> str:
    if card is None:
        return ""
    return card.symbols if symbols else str(card)
