"""Solitaire: eleven piles, twenty-eight cards to draw, one player (section C of the rules).

A `Solitaire` is an immutable value: `apply` gives the next one and the events. It holds the order
of the draw pile, so it belongs to whoever runs the game; the player sees `solitaire.view`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from fivecrowns.actions import DealCards, IllegalAction
from fivecrowns.cards import Card, Rank, deck, without
from fivecrowns.events import Committed, Revealed
from fivecrowns.melds import Arrangement, Meld, arrange, fewest_points
from fivecrowns.shuffler import Shuffle, Shuffler

SIZES: Final = tuple(range(3, 14))
"""Cards in each of the eleven piles, in the order they are dealt (Sol1)."""
PILED: Final = sum(SIZES)
"""Cards dealt to the piles: 88."""
TURNS: Final = len(deck()) - PILED
"""Cards in the draw pile after the deal, so the most turns a game can have: 28 (Sol1)."""


@dataclass(frozen=True, slots=True)
class TurnOver:
    """Turn over the top card of the draw pile and see it (Sol4)."""


@dataclass(frozen=True, slots=True)
class Play:
    """Add the card turned over to an open pile and discard one card from that pile (Sol4).

    Attributes:
        pile: the pile's size, 3 to 13.
        discard: the card discarded; it may be the one just added (Sol5).
    """

    pile: int
    discard: Card


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last turn (Sol15); its card is the one turned over again."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """End the game with piles open (Sol11)."""


PlayerAction = TurnOver | Play | Undo | GiveUp
Action = DealCards | PlayerAction


@dataclass(frozen=True, slots=True)
class PilesDealt:
    """The piles were dealt (Sol1); the cards by pile, the pile of 3 first."""

    piles: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class TurnedOver:
    """The next card of the draw pile was turned over."""

    card: Card


@dataclass(frozen=True, slots=True)
class Played:
    """A card was added to a pile and one was discarded from it, the same or another."""

    pile: int
    card: Card
    discard: Card


@dataclass(frozen=True, slots=True)
class PileClosed:
    """All cards of a pile form melds, so it was closed (Sol7)."""

    pile: int
    melds: tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A turn was taken back.

    Attributes:
        play: what had been played.
        seen: the card after it had been turned over already (Sol15).
    """

    play: Play
    seen: bool


@dataclass(frozen=True, slots=True)
class SolitaireEnded:
    """The game ended, won (Sol10) or lost (Sol11)."""

    won: bool


Event = (
    Committed
    | PilesDealt
    | TurnedOver
    | Played
    | PileClosed
    | TakenBack
    | SolitaireEnded
    | Revealed
)


@dataclass(frozen=True, slots=True)
class Pile:
    """One of the eleven piles.

    Attributes:
        size: the number of cards it was dealt, and thereby its wild rank (Sol2).
        cards: its cards in the order they came.
        closed: it is complete and turned face down for good (Sol7).
    """

    size: int
    cards: tuple[Card, ...]
    closed: bool = False

    @property
    def wild(self) -> Rank:
        """The rank that is wild in this pile, beside the jokers (Sol2)."""
        return Rank(self.size)

    @property
    def points(self) -> int:
        """The points left over in its best arrangement; 0 once it is closed (Sol13)."""
        return 0 if self.closed else fewest_points(self.cards, self.wild)

    @property
    def arrangement(self) -> Arrangement:
        """Its canonical best arrangement (Sol3)."""
        return arrange(self.cards, self.wild)

    def closed_if_complete(self) -> Pile:
        """The pile, closed if all its cards form melds (Sol7, Sol9)."""
        if self.closed or fewest_points(self.cards, self.wild):
            return self
        return replace(self, closed=True)


@dataclass(frozen=True, slots=True)
class Solitaire:
    """The state of a game of solitaire; `Solitaire()` waits for its deal.

    Attributes:
        piles: the eleven piles, the pile of 3 first; none before the deal.
        draw_pile: face down, the next card first.
        drawn: the card turned over and not yet played.
        plays: the turns that stand, in order.
        undone: turns taken back (Sol15).
        undone_seen: how many of these after the next card had been turned over.
        given_up: the player gave up (Sol11).
        shuffle: the order that was dealt, with its salt.
    """

    piles: tuple[Pile, ...] = ()
    draw_pile: tuple[Card, ...] = ()
    drawn: Card | None = None
    plays: tuple[Play, ...] = ()
    undone: int = 0
    undone_seen: int = 0
    given_up: bool = False
    shuffle: Shuffle | None = None

    def apply(self, action: Action) -> tuple[Solitaire, tuple[Event, ...]]:
        """Apply an action: the next state and what happened.

        Raises:
            IllegalAction: the rules forbid it; this state stays as it is.
        """
        if isinstance(action, DealCards):
            return self._deal(action)
        if self.shuffle is None:
            raise IllegalAction("not_dealt", "Sol1", "expected a deal first")
        if self.is_over:
            rule = "Sol10" if self.won else "Sol11"
            raise IllegalAction("game_over", rule, "expected no action: the game is over")
        match action:
            case TurnOver():
                return self._turn_over()
            case Play():
                return self._play(action)
            case Undo():
                return self._undo()
            case GiveUp():
                after = replace(self, given_up=True)
                return after, after._ended()

    @property
    def is_over(self) -> bool:
        """Whether the game is won, lost or given up (Sol10, Sol11)."""
        if self.shuffle is None:
            return False
        played_out = not self.draw_pile and self.drawn is None
        return self.given_up or played_out or not self.open

    @property
    def won(self) -> bool | None:
        """Whether all piles are closed (Sol10); `None` while the game goes on."""
        return not self.open if self.is_over else None

    @property
    def open(self) -> tuple[int, ...]:
        """The sizes of the open piles, ascending."""
        return tuple(pile.size for pile in self.piles if not pile.closed)

    @property
    def closed(self) -> tuple[int, ...]:
        """The sizes of the closed piles, ascending."""
        return tuple(pile.size for pile in self.piles if pile.closed)

    @property
    def points(self) -> int:
        """Points left over in the open piles; 0 is a win (Sol13)."""
        return sum(pile.points for pile in self.piles)

    @property
    def turns(self) -> int:
        """The turns played, those taken back not counted."""
        return len(self.plays)

    def _deal(self, action: DealCards) -> tuple[Solitaire, tuple[Event, ...]]:
        """Deal: the first 3 cards to the pile of 3, the next 4 to the pile of 4, and so on.

        The cards after the 88th are the draw pile, the 89th is turned over first (Sol1).
        """
        if self.shuffle is not None:
            raise IllegalAction("already_dealt", "Sol1", "expected no second deal")
        shuffle = action.shuffle
        check_deck(shuffle.cards)
        dealt: list[Pile] = []
        first = 0
        for size in SIZES:
            dealt.append(Pile(size, shuffle.cards[first : first + size]))
            first += size
        piles = tuple(pile.closed_if_complete() for pile in dealt)
        after = Solitaire(piles, shuffle.cards[PILED:], shuffle=shuffle)
        committed = () if shuffle.commit is None else (Committed(shuffle.commit),)
        closed = tuple(_closed(pile) for pile in piles if pile.closed)
        shown = PilesDealt(tuple(pile.cards for pile in piles))
        return after, (*committed, shown, *closed, *after._ended())

    def _turn_over(self) -> tuple[Solitaire, tuple[Event, ...]]:
        if self.drawn is not None:
            raise IllegalAction(
                "already_turned_over",
                "Sol4",
                f"expected {self.drawn} to be played before the next card is turned over",
            )
        card = self.draw_pile[0]
        after = replace(self, draw_pile=self.draw_pile[1:], drawn=card)
        return after, (TurnedOver(card),)

    def _play(self, action: Play) -> tuple[Solitaire, tuple[Event, ...]]:
        card = self.drawn
        if card is None:
            raise IllegalAction(
                "not_turned_over", "Sol4", "expected a card to be turned over first"
            )
        if action.pile not in SIZES:
            raise IllegalAction(
                "no_such_pile", "Sol1", f"expected a pile of 3 to 13 cards, got {action.pile}"
            )
        at = SIZES.index(action.pile)
        pile = self.piles[at]
        if pile.closed:
            raise IllegalAction(
                "pile_closed", "Sol7", f"expected an open pile, the pile of {pile.size} is closed"
            )
        held = (*pile.cards, card)
        if action.discard not in held:
            raise IllegalAction(
                "not_in_pile",
                "Sol4",
                f"expected a card of the pile of {pile.size} or {card}, got {action.discard}",
            )
        pile = replace(pile, cards=without(held, action.discard)).closed_if_complete()
        after = replace(
            self,
            piles=(*self.piles[:at], pile, *self.piles[at + 1 :]),
            drawn=None,
            plays=(*self.plays, action),
        )
        closed = (_closed(pile),) if pile.closed else ()
        return after, (Played(pile.size, card, action.discard), *closed, *after._ended())

    def _undo(self) -> tuple[Solitaire, tuple[Event, ...]]:
        if not self.plays:
            raise IllegalAction(
                "nothing_to_undo", "Sol15", "expected a turn that can be taken back"
            )
        assert self.shuffle is not None
        before, _ = Solitaire().apply(DealCards(self.shuffle))
        for play in self.plays[:-1]:
            turned, _ = before.apply(TurnOver())
            before, _ = turned.apply(play)
        before, _ = before.apply(TurnOver())
        seen = self.drawn is not None
        after = replace(
            before, undone=self.undone + 1, undone_seen=self.undone_seen + (1 if seen else 0)
        )
        return after, (TakenBack(self.plays[-1], seen),)

    def _ended(self) -> tuple[Event, ...]:
        """The events at the end of the game; none if it is not over."""
        if self.won is None:
            return ()
        assert self.shuffle is not None
        ended = SolitaireEnded(self.won)
        return (ended,) if self.shuffle.salt is None else (ended, Revealed((self.shuffle,)))


def deal(shuffler: Shuffler) -> DealCards:
    """A deal for a game of solitaire; it takes the shuffle of a game's first round."""
    return DealCards(shuffler.shuffle(deck(), 0, 0))


def check_deck(cards: tuple[Card, ...]) -> None:
    """Check that cards are exactly one game set (Sol1).

    Raises:
        IllegalAction: they are not; the message names a card.
    """
    have, want = Counter(cards), Counter(deck())
    if have != want:
        wrong = min(card for card in have | want if have[card] != want[card])
        raise IllegalAction(
            "wrong_deck",
            "Sol1",
            f"expected exactly the whole deck ({len(deck())} cards with {want[wrong]} of {wrong}), "
            f"got {len(cards)} cards with {have[wrong]} of {wrong}",
        )


def _closed(pile: Pile) -> PileClosed:
    return PileClosed(pile.size, pile.arrangement.melds)
