"""`medium`: keeps the lowest points and looks no further."""

from __future__ import annotations

from dataclasses import dataclass

from fivecrowns.actions import Discard, Draw, Source
from fivecrowns.melds import best_discard, fewest_points
from fivecrowns.players import last_turn
from fivecrowns.players.player import Decision, Reason
from fivecrowns.round import Phase
from fivecrowns.view import View


@dataclass(frozen=True, slots=True)
class Medium:
    """Takes a discard only if that lowers its points, and discards for the fewest points.

    Every discard taken lowers the points that its own hand leaves, so two of these cannot hand
    cards to and fro for ever.
    """

    def decide(self, view: View) -> Decision:
        """Choose by the points of the hand alone."""
        if view.phase is Phase.DRAW:
            return last_turn.draw(view) if view.out is not None else _draw(view)
        if view.out is not None:
            return last_turn.discard(view)
        return last_turn.go_out(view) or _discard(view)


def _draw(view: View) -> Decision:
    assert view.seat is not None
    assert view.upcard is not None
    wild, naturals = view.deal.wild, view.rules.naturals
    if view.must_draw_pile:
        return Decision(Draw(view.seat, Source.PILE), Reason("pile_only"))
    before = fewest_points(view.hand, wild, naturals)
    after = best_discard((*view.hand, view.upcard), wild, naturals).points
    if after < before:
        reason = Reason("take_lowers", view.upcard, after, before)
        return Decision(Draw(view.seat, Source.DISCARD), reason)
    return Decision(Draw(view.seat, Source.PILE), Reason("pile_unwanted", view.upcard))


def _discard(view: View) -> Decision:
    assert view.seat is not None
    best = best_discard(view.hand, view.deal.wild, view.rules.naturals)
    return Decision(
        Discard(view.seat, best.discard), Reason("discard_lowest", best.discard, best.points)
    )
