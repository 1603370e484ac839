"""Suits, ranks, cards and their notation (R1).

A `Card` is what is printed on a card: there is one `Card` object for each of the 56 kinds, and a
hand in which 8♣ lies twice holds that object twice. Hands, piles and melds are therefore tuples
or multisets, never sets.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from enum import Enum, IntEnum
from functools import cache, total_ordering
from typing import Final, NoReturn, final

from fivecrowns.errors import FiveCrownsError


class NotationError(FiveCrownsError):
    """A text that should name a card or a rank does not.

    `token` is the part of the input that could not be read.
    """

    def __init__(self, message: str, token: str) -> None:
        super().__init__(message)
        self.token = token


class CardCountError(FiveCrownsError):
    """There are more copies of a card than the game sets hold, or too many cards."""


class Suit(Enum):
    """The five suits, in the order in which hands are sorted. The value is the ASCII letter."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    STARS = "*"

    @property
    def symbol(self) -> str:
        """The suit as a single symbol, such as `♠`."""
        return _SYMBOLS[self]

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


_SYMBOLS: Final = {
    Suit.SPADES: "♠",
    Suit.HEARTS: "♥",
    Suit.DIAMONDS: "♦",
    Suit.CLUBS: "♣",
    Suit.STARS: "★",
}


class Rank(IntEnum):
    """The eleven ranks; the value is the face value in points (R8.1). There is no ace and no 2."""

    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @classmethod
    def parse(cls, text: str) -> Rank:
        """Read a rank: `3` to `10`, `T`, `J`, `Q`, `K`, in either case; also `11` to `13`.

        Raises:
            NotationError: the text is not a rank.

        >>> Rank.parse("j")
        Rank.JACK
        """
        rank = _RANKS.get(text.strip().upper())
        if rank is None:
            raise NotationError(f"expected a rank (3 to 10, J, Q or K), got {text!r}", text)
        return rank

    def __str__(self) -> str:
        return "JQK"[self.value - 11] if self.value > 10 else str(self.value)

    def __repr__(self) -> str:
        return f"Rank.{self.name}"


_RANKS: Final = (
    {str(rank): rank for rank in Rank} | {str(rank.value): rank for rank in Rank} | {"T": Rank.TEN}
)
_SUITS: Final = {suit.value: suit for suit in Suit} | {suit.symbol: suit for suit in Suit}


@final
@total_ordering
class Card:
    """One of the 56 kinds of card: a suit and a rank, or the joker.

    `Card.parse` and `str` go round trip. Cards are immutable, hash the same in every process, and
    sort by suit, then rank, jokers last.

    Attributes:
        suit: the suit, `None` for the joker.
        rank: the rank, `None` for the joker.
        index: 0 to 54 for suited cards (`11 * suit + rank - 3`), 55 for the joker.

    >>> Card.parse("10h")
    Card.parse('10H')
    >>> str(Card(Suit.STARS, Rank.JACK))
    'J*'
    """

    __slots__ = ("_text", "index", "rank", "suit")

    suit: Suit | None
    rank: Rank | None
    index: int
    _text: str

    def __new__(cls, suit: Suit | None, rank: Rank | None) -> Card:
        """Return the one object of this kind; the joker has neither suit nor rank."""
        try:
            return _BY_FACE[suit, rank]
        except KeyError:
            raise NotationError(
                f"expected a suit and a rank, or neither for the joker, got {suit!r}, {rank!r}",
                f"{suit}{rank}",
            ) from None

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read one card, such as `7H`, `th`, `10♥`, `j★`, `K*`, `JK` or `joker`.

        Raises:
            NotationError: the text is not a card; its `token` is the text.
        """
        card = _BY_TEXT.get(text)
        if card is not None:
            return card
        # A heart may come with the sign that asks for a coloured picture (U+FE0F).
        plain = text.strip().upper().replace("\ufe0f", "")
        if plain in ("JK", "JOKER"):
            return JOKER
        rank, suit = _RANKS.get(plain[:-1]), _SUITS.get(plain[-1:])
        if rank is None or suit is None or plain[:-1] in ("11", "12", "13"):
            raise NotationError(
                "expected a card such as 7H, 10*, QS or JK "
                f"(rank 3 to 10, J, Q, K; suit S, H, D, C or *), got {text!r}",
                text,
            )
        return Card(suit, rank)

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker."""
        return self.rank is None

    @property
    def symbols(self) -> str:
        """The card with the suit's symbol, such as `7♥`; the joker is `JK`."""
        return "JK" if self.suit is None else f"{self.rank}{self.suit.symbol}"

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Card.parse({self._text!r})"

    def __hash__(self) -> int:
        # Not the default, which is an address: no answer may depend on where an object lies.
        return self.index

    def __eq__(self, other: object) -> bool:
        return self is other

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return self.index < other.index

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card cannot be changed ({name})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a card cannot be changed ({name})")

    def __reduce__(self) -> tuple[object, tuple[Suit | None, Rank | None]]:
        return Card, (self.suit, self.rank)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


def _new_card(suit: Suit | None, rank: Rank | None, index: int) -> Card:
    card = object.__new__(Card)
    set_field = object.__setattr__
    set_field(card, "suit", suit)
    set_field(card, "rank", rank)
    set_field(card, "index", index)
    set_field(card, "_text", "JK" if suit is None else f"{rank}{suit.value}")
    return card


_FACES: Final = [*((suit, rank) for suit in Suit for rank in Rank), (None, None)]

KINDS: Final[tuple[Card, ...]] = tuple(
    _new_card(suit, rank, index) for index, (suit, rank) in enumerate(_FACES)
)
"""The 56 kinds of card, in sorting order: `KINDS[card.index] is card`."""

JOKER: Final = KINDS[-1]

_BY_FACE: Final[dict[tuple[Suit | None, Rank | None], Card]] = {
    (card.suit, card.rank): card for card in KINDS
}
_BY_TEXT: Final = {str(card): card for card in KINDS}


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read a list of cards separated by blanks or commas; an empty text is an empty list.

    Raises:
        NotationError: the first token that is not a card.

    >>> parse_cards("5*, 6* joker")
    (Card.parse('5*'), Card.parse('6*'), Card.parse('JK'))
    """
    return tuple(Card.parse(token) for token in re.split(r"[\s,]+", text) if token)


def format_cards(cards: Iterable[Card], *, symbols: bool = False) -> str:
    """Write cards as text separated by blanks, in ASCII or with the suits' symbols.

    >>> format_cards(parse_cards("5*, 6*, joker"))
    '5* 6* JK'
    """
    return " ".join(card.symbols if symbols else str(card) for card in cards)


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards without one copy of `card`, in the same order; unchanged if it is not there.

    >>> format_cards(without(parse_cards("8C 9H 8C"), Card.parse("8C")))
    '9H 8C'
    """
    if card not in cards:
        return cards
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def copies(card: Card, sets: int = 1) -> int:
    """How often a card exists in `sets` game sets (R1.1): 2 a set, the joker 6 a set."""
    return (6 if card.is_joker else 2) * sets


@cache
def deck(sets: int = 1) -> tuple[Card, ...]:
    """All cards of `sets` game sets in sorting order: 116 a set (R1.1).

    Raises:
        CardCountError: fewer sets than one.
    """
    if sets < 1:
        raise CardCountError(f"expected 1 or more game sets, got {sets}")
    return tuple(card for card in KINDS for _ in range(copies(card, sets)))


@cache
def deck_counts(sets: int = 1) -> tuple[int, ...]:
    """How often `sets` game sets hold each kind of card, in the order of `KINDS`."""
    return tuple(copies(card, sets) for card in KINDS)


def check_cards(cards: Iterable[Card]) -> None:
    """Check that these are cards, and nothing else.

    Raises:
        FiveCrownsError: one of them is none.
    """
    for card in cards:
        if not isinstance(card, Card):
            raise FiveCrownsError(f"expected cards, got {card!r}")


def check_copies(cards: Iterable[Card], sets: int = 1) -> None:
    """Check that `sets` game sets hold these cards.

    Raises:
        CardCountError: a card is there more often than it exists.
    """
    for card, count in sorted(Counter(cards).items()):
        if count > copies(card, sets):
            raise CardCountError(
                f"expected at most {copies(card, sets)} copies of {card} "
                f"in {'a game set' if sets == 1 else f'{sets} game sets'}, got {count}"
            )
