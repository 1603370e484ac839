"""What one seat may know.

`View` has no field that could hold a hidden card: other hands and the draw pile are numbers.
Players get nothing else, so they cannot cheat, and what a server sends is made from it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from fivecrowns.actions import Discard, Draw, GoOut, LayOffCard, PlayerAction, Source
from fivecrowns.cards import KINDS, Card, deck_counts
from fivecrowns.events import Dealt, Drawn, Event, RoundResult
from fivecrowns.game import Game, totals
from fivecrowns.melds import Meld, MeldError, going_out_discards, read_meld
from fivecrowns.round import Hand, Phase
from fivecrowns.rules import MAX_PLAYERS, Deal, LayOff, Rules, sets_for

# Actions are values: each is made once.
_DRAWS: Final = [
    (Draw(seat, Source.PILE), Draw(seat, Source.DISCARD)) for seat in range(MAX_PLAYERS)
]
_DISCARDS: Final = [[Discard(seat, card) for card in KINDS] for seat in range(MAX_PLAYERS)]


@dataclass(frozen=True, slots=True)
class View:
    """A round as one seat sees it.

    Values by seat have one entry for each seat of the game.

    Attributes:
        seat: whose view it is, `None` for a spectator.
        rules: the options of the game.
        results: the finished rounds, which are open to all.
        deal: cards dealt and wild rank.
        seats: the seats that play this round, ascending.
        dealer: the seat that dealt.
        turn: the seat to act.
        phase: what that seat has to do.
        out: the seat that went out.
        hand: the own cards, in the order they came; empty for a spectator.
        hand_sizes: cards in each hand.
        draw_pile: cards in the draw pile.
        must_draw_pile: the draw pile was just made anew and has to be drawn from.
        discard_pile: the discards, the top first. Everybody saw them fall; only the top is
            shown at a table (R4.2).
        melds: what each seat has laid down.
        picked_up: cards that each seat took from the discard pile and may still hold.
        thrown: every card that each seat has discarded, in order.
        turns: completed turns of all seats.
    """

    seat: int | None
    rules: Rules
    results: tuple[RoundResult, ...]
    deal: Deal
    seats: tuple[int, ...]
    dealer: int
    turn: int
    phase: Phase
    out: int | None
    hand: Hand
    hand_sizes: tuple[int, ...]
    draw_pile: int
    must_draw_pile: bool
    discard_pile: Hand
    melds: tuple[tuple[Meld, ...], ...]
    picked_up: tuple[Hand, ...]
    thrown: tuple[Hand, ...]
    turns: int

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of each seat over the finished rounds."""
        return totals(self.rules, self.results, len(self.hand_sizes))

    @property
    def upcard(self) -> Card | None:
        """The top of the discard pile, `None` while it is empty."""
        return self.discard_pile[0] if self.discard_pile else None

    def unseen(self) -> tuple[int, ...]:
        """How many cards of each kind this seat has not seen and cannot place.

        They are in the draw pile or in other hands.

        Returns:
            56 numbers in the order of `cards.KINDS`.
        """
        counts = list(deck_counts(sets_for(len(self.hand_sizes))))
        seen = [*self.hand, *self.discard_pile]
        seen += [card for melds in self.melds for meld in melds for card in meld.cards]
        seen += [
            card
            for seat, picked_up in enumerate(self.picked_up)
            if seat != self.seat
            for card in picked_up
        ]
        for card in seen:
            counts[card.index] -= 1
        return tuple(counts)

    def drawable(self) -> tuple[int, ...]:
        """How many cards of each kind the next card of the draw pile may be.

        These are the unseen cards, or, where the pile is empty, the discards of which it will be
        made (R10.1), so there is always at least one.

        Returns:
            56 numbers in the order of `cards.KINDS`.
        """
        if self.draw_pile:
            return self.unseen()
        # The top stays, unless the discard of this turn is still to fall on it.
        below = self.discard_pile[1:] if self.phase is Phase.DRAW else self.discard_pile
        return tuple(map(Counter(below).__getitem__, KINDS))


def view(game: Game, seat: int | None) -> View:
    """What a seat knows of the round being played.

    Raises:
        ValueError: no round is being played, or there is no such seat.
    """
    round_ = game.round
    if round_ is None or round_.turn is None or round_.phase is None:
        raise ValueError("a view shows a round that is being played")
    if seat is not None and not 0 <= seat < game.players:
        raise ValueError(f"expected a seat from 0 to {game.players - 1}, got {seat}")
    return View(
        seat=seat,
        rules=game.rules,
        results=game.results,
        deal=round_.deal,
        seats=round_.seats,
        dealer=round_.dealer,
        turn=round_.turn,
        phase=round_.phase,
        out=round_.out,
        hand=() if seat is None else round_.hands[seat],
        hand_sizes=tuple(map(len, round_.hands)),
        draw_pile=len(round_.draw_pile),
        must_draw_pile=round_.must_draw_pile,
        discard_pile=round_.discard_pile,
        melds=round_.melds,
        picked_up=round_.picked_up,
        thrown=round_.thrown,
        turns=round_.turns,
    )


def legal_actions(view: View) -> tuple[PlayerAction, ...]:
    """Every action open to the seat whose view it is; empty when it is not its turn.

    Melds are left to the rules: an action with melds of the player's choice is not listed.
    """
    seat = view.seat
    if seat is None or seat != view.turn:
        return ()
    if view.phase is Phase.DRAW:
        return _DRAWS[seat][:1] if view.must_draw_pile else _DRAWS[seat]
    own = _DISCARDS[seat]
    discards = tuple([own[index] for index in sorted({card.index for card in view.hand})])
    if view.out is None:
        out = going_out_discards(view.hand, view.deal.wild, view.rules.naturals)
        return (*discards, *(GoOut(seat, card) for card in out)) if out else discards
    return (*discards, *lay_offs(view))


def lay_offs(view: View) -> tuple[LayOffCard, ...]:
    """Every card that the seat may lay off now (H2)."""
    seat = view.seat
    if (
        seat is None
        or seat != view.turn
        or view.rules.lay_off is LayOff.NEVER
        or view.out is None
        or view.phase is not Phase.DISCARD
        or len(view.hand) < 2
    ):
        return ()
    return tuple(
        LayOffCard(seat, card, on_seat, index)
        for card in sorted(set(view.hand))
        for on_seat, melds in enumerate(view.melds)
        for index, meld in enumerate(melds)
        if takes(view, meld, card)
    )


def takes(view: View, meld: Meld, card: Card) -> bool:
    """Whether a meld stays legal with one more card (H2)."""
    try:
        read_meld((*meld.cards, card), view.deal.wild, view.rules.naturals)
    except MeldError:
        return False
    return True


def redact(event: Event, seat: int | None) -> Event:
    """An event as one seat may see it (`None`: a spectator)."""
    match event:
        case Dealt():
            hands = tuple(hand if owner == seat else None for owner, hand in enumerate(event.hands))
            return replace(event, hands=hands)
        case Drawn(source=Source.PILE) if event.seat != seat:
            return replace(event, card=None)
        case _:
            return event
