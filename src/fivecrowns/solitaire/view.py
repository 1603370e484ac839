"""What the player of a solitaire may know.

All piles and all discards are open; hidden is only the order of the draw pile. `SolitaireView` has
no field that could hold a card of it: the draw pile is a number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fivecrowns.cards import KINDS, Card, copies
from fivecrowns.solitaire.game import GiveUp, Pile, Play, PlayerAction, Solitaire, TurnOver, Undo
from fivecrowns.solitaire.plan import can_be_won


@dataclass(frozen=True, slots=True)
class SolitaireView:
    """A game of solitaire as its player sees it.

    Attributes:
        piles: the eleven piles, open and closed ones, the pile of 3 first.
        draw_pile: cards in the draw pile.
        drawn: the card turned over and not yet played.
        plays: the turns that stand, in order.
        undone: turns taken back.
        undone_seen: how many of these after the next card had been turned over.
        over: the game has ended.
    """

    piles: tuple[Pile, ...]
    draw_pile: int
    drawn: Card | None
    plays: tuple[Play, ...]
    undone: int
    undone_seen: int
    over: bool

    @property
    def open(self) -> tuple[Pile, ...]:
        """The open piles, the smallest first."""
        return tuple(pile for pile in self.piles if not pile.closed)

    @property
    def closed(self) -> tuple[Pile, ...]:
        """The closed piles, the smallest first."""
        return tuple(pile for pile in self.piles if pile.closed)

    @property
    def points(self) -> int:
        """Points left over in the open piles (Sol13)."""
        return sum(pile.points for pile in self.piles)

    @property
    def turns_left(self) -> int:
        """Turns still to be played, that of the card turned over with them."""
        return 0 if self.over else self.draw_pile + (self.drawn is not None)

    @property
    def can_be_won(self) -> bool:
        """Whether the cards to come could close every open pile (Sol11, Sol12).

        `False` is certain. `True` promises nothing.
        """
        piles = {pile.size: pile.cards for pile in self.open}
        return can_be_won(piles, self.to_play(), self.turns_left)

    @property
    def discards(self) -> tuple[Card, ...]:
        """The cards out of the game, in the order they were discarded (Sol6)."""
        return tuple(play.discard for play in self.plays)

    def unseen(self) -> tuple[int, ...]:
        """How many cards of each kind are in the draw pile, as the open cards tell.

        A card that was seen and went back to the draw pile by an undo counts as unseen.

        Returns:
            56 numbers in the order of `cards.KINDS`.
        """
        counts = [copies(card) for card in KINDS]
        seen = [card for pile in self.piles for card in pile.cards]
        seen += self.discards
        if self.drawn is not None:
            seen.append(self.drawn)
        for card in seen:
            counts[card.index] -= 1
        return tuple(counts)

    def to_play(self) -> tuple[int, ...]:
        """How many cards of each kind are still to be played: `unseen` and the card turned over."""
        counts = list(self.unseen())
        if self.drawn is not None:
            counts[self.drawn.index] += 1
        return tuple(counts)


def view(game: Solitaire) -> SolitaireView:
    """What the player knows of a game.

    Raises:
        ValueError: the game has not been dealt.
    """
    if game.shuffle is None:
        raise ValueError("a view shows a game that has been dealt")
    return SolitaireView(
        piles=game.piles,
        draw_pile=len(game.draw_pile),
        drawn=game.drawn,
        plays=game.plays,
        undone=game.undone,
        undone_seen=game.undone_seen,
        over=game.is_over,
    )


def legal_actions(view: SolitaireView) -> tuple[PlayerAction, ...]:
    """Every action that is legal now; empty when the game is over."""
    if view.over:
        return ()
    play = tuple(legal_plays(view)) or (TurnOver(),)
    undo = (Undo(),) if view.plays else ()
    return (*play, *undo, GiveUp())


def legal_plays(view: SolitaireView) -> Iterator[Play]:
    """Every way to play the card turned over, one for each kind of card to discard (Sol4, Sol5)."""
    if view.over or view.drawn is None:
        return
    for pile in view.open:
        for card in sorted({*pile.cards, view.drawn}):
            yield Play(pile.size, card)
