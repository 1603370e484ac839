"""Going out and the last turn, which every player but the random one plays in the same way.

When somebody is out only the points of this one turn count, and they can be computed exactly:
the fewest points after each draw, averaged over the cards that are unseen.
"""

from __future__ import annotations

from typing import Final

from fivecrowns.actions import ChosenMelds, Discard, Draw, GoOut, Source
from fivecrowns.cards import KINDS, Card, without
from fivecrowns.melds import arrange, best_discard, going_out_discards, outs
from fivecrowns.players.player import Decision, Reason
from fivecrowns.rules import ArrangementRule, LayOff
from fivecrowns.view import View, lay_offs, takes

MANY: Final = 1000
"""More points than any hand can cost."""


def go_out(view: View) -> Decision | None:
    """Go out if the hand can (R6.1), `None` otherwise.

    Of several discards the one is taken that is of least use to the others: a natural before a
    wild, the highest first.
    """
    assert view.seat is not None
    wild, naturals = view.deal.wild, view.rules.naturals
    discards = going_out_discards(view.hand, wild, naturals)
    if not discards:
        return None
    card = max(
        discards, key=lambda card: (card.rank not in (None, wild), card.rank or 0, card.index)
    )
    return Decision(GoOut(view.seat, card), Reason("goes_out", card))


def expected_points(view: View, values: tuple[int, ...]) -> float:
    """The mean of a value by kind over the cards that the draw pile may give.

    Args:
        view: what the seat knows.
        values: 56 numbers in the order of `cards.KINDS`.
    """
    counts = view.drawable()
    return sum(count * value for count, value in zip(counts, values, strict=True)) / sum(counts)


def draw(view: View) -> Decision:
    """Draw on a last turn: whichever pile leaves fewer points on average."""
    assert view.seat is not None
    assert view.upcard is not None
    results = _results(view)
    expected = expected_points(view, results)
    points = results[view.upcard.index]
    if view.must_draw_pile:
        return Decision(Draw(view.seat, Source.PILE), Reason("pile_only"))
    take = points < expected
    return Decision(
        Draw(view.seat, Source.DISCARD if take else Source.PILE),
        Reason("last_take" if take else "last_pile", view.upcard, points, expected=expected),
    )


def discard(view: View) -> Decision:
    """Lay off what helps (H2), then discard for the fewest points."""
    assert view.seat is not None
    wild, naturals = view.deal.wild, view.rules.naturals
    best = best_discard(view.hand, wild, naturals)
    helpful = [
        (best_discard(without(view.hand, action.card), wild, naturals).points, action)
        for action in lay_offs(view)
    ]
    if helpful:
        points, action = min(helpful, key=lambda pair: (pair[0], pair[1].card))
        if points < best.points:
            return Decision(action, Reason("lays_off", action.card, points))
    return Decision(
        Discard(view.seat, best.discard, _chosen_melds(view, best.discard)),
        Reason("last_discard", best.discard, best.points),
    )


def _chosen_melds(view: View, card: Card) -> ChosenMelds | None:
    """The best melds to lay down, where the table does not find them by itself (R7.5)."""
    if view.rules.arrangement is ArrangementRule.BEST:
        return None
    best = arrange(without(view.hand, card), view.deal.wild, view.rules.naturals)
    return tuple(meld.cards for meld in best.melds)


def _results(view: View) -> tuple[int, ...]:
    """For every kind drawn, the points that this turn will leave.

    Where laying off is allowed (H2), one card laid off is foreseen, be it drawn or held.
    """
    wild, naturals = view.deal.wild, view.rules.naturals
    results = outs(view.hand, wild, naturals)
    if view.rules.lay_off is LayOff.NEVER:
        return results
    on_table = [meld for melds in view.melds for meld in melds]
    fitting = [card for card in KINDS if any(takes(view, meld, card) for meld in on_table)]
    after_own = best_discard(view.hand, wild, naturals).points
    rows = [results, tuple(after_own if card in fitting else MANY for card in KINDS)]
    rows += [
        outs(without(view.hand, card), wild, naturals)
        for card in sorted(set(view.hand).intersection(fitting))
    ]
    return tuple(map(min, zip(*rows, strict=True)))
