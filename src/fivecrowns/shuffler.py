"""Where chance comes from: every shuffle of a game is asked of a `Shuffler`.

The game itself never shuffles. It is given an order of cards, so that it can be dealt from a
seed, from a given order, or with the operating system's randomness.
"""

from __future__ import annotations

import hashlib
import random
import secrets
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from operator import attrgetter
from typing import Final, Protocol, TypeVar

from fivecrowns.cards import Card, check_cards, format_cards
from fivecrowns.errors import FiveCrownsError

T = TypeVar("T")

WORDS: Final = struct.Struct(">8I")


def commitment(salt: str, cards: Iterable[Card]) -> str:
    """The hexadecimal SHA-256 of the salt, a blank, and the cards in order joined by blanks.

    Published before the deal, it binds the dealer to the order; salt and order are revealed when
    the round ends, so that every player can check it.
    """
    return hashlib.sha256(f"{salt} {format_cards(cards)}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Shuffle:
    """An order of cards, and the salt of its commitment (`None`: nothing was committed).

    Attributes:
        cards: the first card is the first dealt or drawn.
        salt: a text nobody can guess before it is revealed.

    Raises:
        FiveCrownsError: the order is no tuple of cards. (A list could be changed, and with it the
            round that was dealt from it.)
    """

    cards: tuple[Card, ...]
    salt: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.cards, tuple):
            raise FiveCrownsError(f"expected a tuple of cards to deal, got {self.cards!r:.60}")
        check_cards(self.cards)

    @property
    def commit(self) -> str | None:
        """The commitment to this order, `None` without a salt."""
        return None if self.salt is None else commitment(self.salt, self.cards)


class Shuffler(Protocol):
    """A source of shuffles."""

    def shuffle(self, cards: Iterable[Card], round_: int, number: int) -> Shuffle:
        """Put cards into an order that does not depend on the order they came in.

        Args:
            cards: the cards.
            round_: rounds finished before the one that they are shuffled for.
            number: shuffles made in that round before; the deal is 0.
        """
        ...


class SystemShuffler:
    """Shuffles with the operating system's randomness; every shuffle is committed to."""

    def shuffle(self, cards: Iterable[Card], round_: int, number: int) -> Shuffle:  # noqa: ARG002
        """Put the cards into an order that nobody can predict or repeat."""
        order = list(cards)
        random.SystemRandom().shuffle(order)
        return Shuffle(tuple(order), secrets.token_hex(16))


@dataclass(frozen=True, slots=True)
class SeededShuffler:
    """Shuffles that a seed determines, the same on every machine and Python for ever.

    A shuffle sorts the cards, then runs `shuffled` with the label `SEED/ROUND/NUMBER`; its salt is
    the first 32 digits of SHA-256("fivecrowns 1 salt LABEL"). There is nothing to remember, so a
    saved game goes on as if it had never stopped.
    """

    seed: int | str

    def shuffle(self, cards: Iterable[Card], round_: int, number: int) -> Shuffle:
        """Give the shuffle of this seed for a place in the game."""
        label = self._label(round_, number)
        salt = hashlib.sha256(f"fivecrowns 1 salt {label}".encode()).hexdigest()[:32]
        return Shuffle(self.order(cards, round_, number), salt)

    def order(self, cards: Iterable[Card], round_: int, number: int) -> tuple[Card, ...]:
        """Give the order of cards of this shuffle, where nobody needs a commitment."""
        ordered = sorted(cards, key=attrgetter("index"))
        return tuple(shuffled(ordered, self._label(round_, number)))

    def _label(self, round_: int, number: int) -> str:
        return f"{self.seed}/{round_}/{number}"


class GivenShuffler:
    """Hands out given orders one after the other, for set-up positions and tests."""

    def __init__(self, orders: Iterable[Sequence[Card]]) -> None:
        self._orders = iter(orders)

    def shuffle(self, cards: Iterable[Card], round_: int, number: int) -> Shuffle:  # noqa: ARG002
        """Give the next order, whatever the cards.

        Raises:
            FiveCrownsError: no order is left.
        """
        order = next(self._orders, None)
        if order is None:
            raise FiveCrownsError("expected a further deck order, but all given ones are used")
        return Shuffle(tuple(order))


def shuffled(items: Sequence[T], label: str) -> list[T]:
    """Shuffle by Fisher-Yates with a stream of SHA-256 blocks.

    The stream is the concatenation of SHA-256("fivecrowns 1 LABEL K") for K = 0, 1, 2, ..., read
    as big-endian 32-bit words. A number below m is a word modulo m; words of 2^32 - (2^32 mod m)
    and above are passed over, so that every number is equally likely. For i from the last index
    down to 1, item i changes places with item j, j a number below i + 1.

    >>> shuffled("abcdef", "demo")
    ['a', 'e', 'd', 'c', 'f', 'b']
    """
    result = list(items)
    words = chain.from_iterable(_blocks(label))
    for i in range(len(result) - 1, 0, -1):
        below = i + 1
        word = next(words)
        j = word % below
        while word - j + below > 1 << 32:  # the word is of the last numbers, too few for all j
            word = next(words)
            j = word % below
        result[i], result[j] = result[j], result[i]
    return result


def _blocks(label: str) -> Iterator[tuple[int, ...]]:
    """The stream, eight words at a time."""
    stream = hashlib.sha256(f"fivecrowns 1 {label} ".encode())
    for number in count():
        block = stream.copy()
        block.update(str(number).encode())
        yield WORDS.unpack(block.digest())
