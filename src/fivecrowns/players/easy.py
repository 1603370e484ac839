"""`easy`: plays like a child who knows the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fivecrowns.actions import Discard, Draw, Source
from fivecrowns.cards import Card
from fivecrowns.melds import arrange
from fivecrowns.players import last_turn
from fivecrowns.players.chance import chance
from fivecrowns.players.player import Decision, Reason
from fivecrowns.round import Phase
from fivecrowns.rules import is_wild
from fivecrowns.view import View

LOOKS_AT_DISCARD: Final = 0.5
"""How often it looks at the discard pile at all."""
NOTICES_GOING_OUT: Final = 0.7
"""How often it sees that it can go out."""


@dataclass(frozen=True, slots=True)
class Easy:
    """Sees melds and wilds, but neither points nor what is nearly a meld.

    It takes the discard for a wild or a finished meld when it looks, throws any card that is in
    no meld, and goes out when it notices that it can.
    """

    seed: int | str = 0

    def decide(self, view: View) -> Decision:
        """Choose as a child would."""
        if view.phase is Phase.DRAW:
            return self._draw(view)
        if view.out is not None:
            return last_turn.discard(view)
        notices = chance(view, self.seed).random() < NOTICES_GOING_OUT
        return (last_turn.go_out(view) if notices else None) or self._discard(view)

    def _draw(self, view: View) -> Decision:
        assert view.seat is not None
        assert view.upcard is not None
        pile, upcard = Draw(view.seat, Source.PILE), view.upcard
        if view.must_draw_pile:
            return Decision(pile, Reason("pile_only"))
        if chance(view, self.seed).random() >= LOOKS_AT_DISCARD:
            return Decision(pile, Reason("pile_child"))
        take = Draw(view.seat, Source.DISCARD)
        if is_wild(upcard, view.deal.wild):
            return Decision(take, Reason("take_wild", upcard))
        if len(_spare((*view.hand, upcard), view)) < len(_spare(view.hand, view)):
            return Decision(take, Reason("take_melds", upcard))
        return Decision(pile, Reason("pile_unwanted", upcard))

    def _discard(self, view: View) -> Decision:
        assert view.seat is not None
        naturals = [card for card in view.hand if not is_wild(card, view.deal.wild)]
        spare = [card for card in _spare(view.hand, view) if card in naturals]
        card = chance(view, self.seed).choice(spare or naturals or list(view.hand))
        reason = Reason("discard_spare" if spare else "discard_any", card)
        return Decision(Discard(view.seat, card), reason)


def _spare(hand: tuple[Card, ...], view: View) -> tuple[Card, ...]:
    """The cards in no meld."""
    return arrange(hand, view.deal.wild, view.rules.naturals).left
