"""`hard`: looks one draw ahead over the cards it has not seen.

After every discard that it could make, it knows the fewest points for each card it may draw next
(the table of outs). A hand is worth

    hazard * points now + (1 - hazard) * (expected points after the next draw
                                          - BONUS * chance to go out with it)

where the hazard is the chance that somebody else goes out first; lower is better. To that comes a
charge for what the next player can use. The constants were fitted by playing duplicate deals
against `medium` (see docs/players.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fivecrowns.actions import Discard, Draw, Source
from fivecrowns.cards import Card, without
from fivecrowns.melds import fewest_points, outs
from fivecrowns.players import last_turn
from fivecrowns.players.player import Decision, Reason
from fivecrowns.round import Phase
from fivecrowns.rules import is_wild
from fivecrowns.view import View

BONUS: Final = 25.0
"""Points that going out is worth beside having none left over."""
WILD_CHARGE: Final = 12.0
"""Charge for a wild on the discard pile: the next player will take it."""
FEED_CHARGE: Final = 3.0
"""Charge for a discard beside a card that the next player picked up."""
PATIENCE: Final = 1.2
"""How much of a draw's expected gain is given up by taking the discard instead."""


@dataclass(frozen=True, slots=True)
class Hard:
    """Weighs every discard by the outs it keeps, the hazard, and the next player."""

    def decide(self, view: View) -> Decision:
        """Choose by the value of the hand after the discard."""
        if view.out is not None:
            return last_turn.draw(view) if view.phase is Phase.DRAW else last_turn.discard(view)
        if view.phase is Phase.DRAW:
            return _draw(view)
        return last_turn.go_out(view) or _discard(view)


@dataclass(frozen=True, slots=True)
class _Worth:
    """What a hand of n cards is worth before its next draw; lower `value` is better."""

    value: float
    points: int
    expected: float
    outs: int


def hazard(view: View) -> float:
    """The chance that another player goes out before this seat's next turn."""
    opponents = len(view.seats) - 1
    laps = view.turns / len(view.seats)
    each = min(0.5, 0.02 + 0.03 * laps)
    return 1 - (1 - each) ** opponents


def _worth(hand: tuple[Card, ...], view: View, drawable: tuple[int, ...], risk: float) -> _Worth:
    table = outs(hand, view.deal.wild, view.rules.naturals)
    total = sum(drawable)
    now = fewest_points(hand, view.deal.wild, view.rules.naturals)
    expected = sum(u * p for u, p in zip(drawable, table, strict=True)) / total
    good = sum(u for u, p in zip(drawable, table, strict=True) if p == 0)
    value = risk * now + (1 - risk) * (expected - BONUS * good / total)
    return _Worth(value, now, expected, good)


def _best_discard(hand: tuple[Card, ...], view: View, keep: Card | None) -> tuple[Card, _Worth]:
    """The discard after which the hand is worth most; `keep` may not be discarded."""
    drawable, risk = view.drawable(), hazard(view)
    best: tuple[float, Card, _Worth] | None = None
    # Where all cards are of the kind to keep, giving one back is all that can be done (R4.4).
    for card in sorted(set(hand) - {keep}) or [hand[0]]:
        worth = _worth(without(hand, card), view, drawable, risk)
        value = worth.value + _charge(card, view)
        if best is None or value < best[0]:
            best = value, card, worth
    assert best is not None
    return best[1], best[2]


def _charge(card: Card, view: View) -> float:
    """What a discard is likely to give the next player."""
    if is_wild(card, view.deal.wild):
        return WILD_CHARGE
    assert view.seat is not None
    following = view.seats[(view.seats.index(view.seat) + 1) % len(view.seats)]
    return FEED_CHARGE * sum(_helps(card, other) for other in view.picked_up[following])


def _helps(card: Card, other: Card) -> bool:
    """Whether two natural cards may lie in one meld soon."""
    if card.rank is None or other.rank is None:
        return False
    return card.rank is other.rank or (card.suit is other.suit and abs(card.rank - other.rank) <= 2)


def _draw(view: View) -> Decision:
    assert view.seat is not None
    assert view.upcard is not None
    if view.must_draw_pile:
        return Decision(Draw(view.seat, Source.PILE), Reason("pile_only"))
    upcard = view.upcard
    drawable, risk = view.drawable(), hazard(view)
    stay = _worth(view.hand, view, drawable, risk)
    card, take = _best_discard((*view.hand, upcard), view, upcard)
    if take.points == 0:
        reason = Reason("take_goes_out", upcard)
        return Decision(Draw(view.seat, Source.DISCARD), reason)
    pile = stay.value - PATIENCE * (stay.points - stay.expected)
    if take.value + _charge(card, view) < pile:
        reason = Reason("take_better", upcard, take.points, stay.points, take.outs, take.expected)
        return Decision(Draw(view.seat, Source.DISCARD), reason)
    return Decision(Draw(view.seat, Source.PILE), Reason("pile_better", upcard))


def _discard(view: View) -> Decision:
    assert view.seat is not None
    card, worth = _best_discard(view.hand, view, None)
    code = "discard_outs" if worth.outs else "discard_expected"
    reason = Reason(code, card, worth.points, outs=worth.outs, expected=worth.expected)
    return Decision(Discard(view.seat, card), reason)
