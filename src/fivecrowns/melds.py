"""Books, runs and the exact lay-down search (R5, R6, R8): the public face of `_search`.

Every function here takes the hand as cards in any order, `wild` as the round's wild rank (`None`:
only jokers are wild) and `naturals` as house rule H1 (0, or 1: every meld needs a natural card).
A hand has at most `MAX_HAND` cards, from one or two game sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import Final

from fivecrowns import _search, _wilds
from fivecrowns.cards import JOKER, KINDS, Card, Rank, Suit, check_cards, format_cards
from fivecrowns.choices import Choice
from fivecrowns.errors import FiveCrownsError
from fivecrowns.rules import MAX_DEAL, is_wild, points

MAX_HAND: Final = MAX_DEAL + 1
"""The most cards a hand may hold: 15 dealt and one drawn."""

_index = attrgetter("index")


class MeldError(FiveCrownsError):
    """Cards that are not a meld, or a lay-down that is not legal; `rule` is the rule's id."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message)
        self.rule = rule


class MeldKind(Choice):
    """What a meld is. One natural with wilds is reported as a book (R5.5)."""

    BOOK = "book"
    RUN = "run"
    WILD = "wild"


@dataclass(frozen=True, slots=True)
class Meld:
    """Three or more cards that form a book, a run or a group of wilds only.

    Attributes:
        kind: book, run or wild.
        cards: the cards, a run from low to high, a book by suit with its wilds last.
        reads: what each card stands for, in the order of `cards`; a natural stands for itself.
    """

    kind: MeldKind
    cards: tuple[Card, ...]
    reads: tuple[Card, ...]

    def __str__(self) -> str:
        return format_cards(self.cards)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand split into melds and cards left over.

    Attributes:
        melds: the melds in the order laid down.
        left: the cards in no meld, sorted.
        points: what the cards left over cost (R8.1).
    """

    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class BestDiscard:
    """The discard that leaves the fewest points, and those points."""

    discard: Card
    points: int


def read_meld(cards: Iterable[Card], wild: Rank | None, naturals: int = 0) -> Meld:
    """Read cards, in any order, as a meld (R5.1 to R5.5), each wild labelled.

    Where a wild could stand for several cards: in a run, a card of the wild rank stands for itself
    if it can, and the others fill the holes, then go on upwards, then downwards. In a book each
    stands for the suit that is there least often, the first in suit order. Wilds only are read as
    a book of the wild rank, jokers only as kings where no rank is wild.

    Raises:
        MeldError: they are not a meld; the message says why.

    >>> from fivecrowns.cards import parse_cards
    >>> format_cards(read_meld(parse_cards("K* JK Q*"), Rank.THREE).reads)
    'J* Q* K*'
    >>> read_meld(parse_cards("8C 10C QC"), Rank.THREE)
    Traceback (most recent call last):
    fivecrowns.melds.MeldError: expected 9C JC between 8C and QC in a run, got no wild
    """
    _search.check_options(wild, naturals)
    held = _sorted(cards)
    plain = [card for card in held if not is_wild(card, wild)]
    wilds = [card for card in held if is_wild(card, wild)]
    if len(held) < 3:
        raise MeldError(f"expected at least 3 cards in a meld, got {len(held)}", "R5.1")
    if naturals and not plain:
        raise MeldError(
            f"expected a natural card in every meld, got only wilds: {format_cards(held)}", "H1"
        )
    if len({card.index % len(Rank) for card in plain}) > 1:
        _check_run(plain, len(wilds))
    return _read(plain, wilds, wild)


def _sorted(cards: Iterable[Card]) -> list[Card]:
    """The cards in sorting order.

    Raises:
        FiveCrownsError: something among them is no card.
    """
    held = list(cards)
    check_cards(held)
    held.sort(key=_index)
    return held


def _check_run(plain: list[Card], wilds: int) -> None:
    """Check that naturals of several ranks, sorted, are a run with so many wilds."""
    if len({card.suit for card in plain}) > 1:
        raise MeldError(
            f"expected one rank (a book) or one suit (a run) in a meld, got {format_cards(plain)}",
            "R5.2",
        )
    for card, other in pairwise(plain):
        if card is other:
            raise MeldError(f"expected no rank twice in a run, got {card} twice", "R5.3")
    size = len(plain) + wilds
    if size > len(Rank):
        raise MeldError(f"expected at most 11 cards in a run, from 3 to K, got {size}", "R5.3")
    first, last = plain[0], plain[-1]
    if last.index - first.index >= size:
        missing = [card for card in KINDS[first.index : last.index] if card not in plain]
        raise MeldError(
            f"expected {format_cards(missing)} between {first} and {last} in a run, "
            f"got {_counted(wilds)}",
            "R5.3",
        )


def _counted(wilds: int) -> str:
    return "no wild" if wilds == 0 else "1 wild" if wilds == 1 else f"{wilds} wilds"


def _read(plain: list[Card], wilds: list[Card], wild: Rank | None) -> Meld:
    """Label the wilds of what is known to be a meld; both lists are sorted."""
    if not plain:
        suited = [card for card in wilds if card is not JOKER]
        jokers = wilds[len(suited) :]
        rank = wild or Rank.KING
        return Meld(MeldKind.WILD, tuple(wilds), _book_reads(suited, jokers, rank - 3))
    first, last = plain[0].index, plain[-1].index
    if first % len(Rank) == last % len(Rank):
        reads = _book_reads(plain, wilds, first % len(Rank))
        return Meld(MeldKind.BOOK, (*plain, *wilds), reads)
    if not wilds:
        return Meld(MeldKind.RUN, tuple(plain), tuple(plain))
    # The places of the run are the indexes of its cards, up to that of the king.
    size = len(plain) + len(wilds)
    low = min(first, first - first % len(Rank) + len(Rank) - size)
    placed = {card.index: card for card in plain}
    own = _wilds.own_place(plain, wilds, size)
    others = list(wilds)
    if own is not None:
        low = min(low, own.index)
        placed[own.index] = own
        others.remove(own)
    places = range(low, low + size)
    run = [placed[place] if place in placed else others.pop(0) for place in places]
    return Meld(MeldKind.RUN, tuple(run), KINDS[low : low + size])


def _book_reads(cards: list[Card], wilds: list[Card], rank: int) -> tuple[Card, ...]:
    """Cards of a rank, and for each wild one more of it, of the suit that is rarest so far."""
    if not wilds:
        return tuple(cards)
    copies = [0] * len(Suit)
    for card in cards:
        copies[card.index // len(Rank)] += 1
    reads = list(cards)
    for _ in wilds:
        suit = copies.index(min(copies))
        copies[suit] += 1
        reads.append(KINDS[suit * len(Rank) + rank])
    return tuple(reads)


def lay_down(
    hand: Iterable[Card],
    melds: Sequence[Sequence[Card]],
    wild: Rank | None,
    naturals: int = 0,
) -> Arrangement:
    """Lay down chosen melds from a hand; what is in none of them is left over (R7.2).

    The melds stay in the order chosen.

    Raises:
        MeldError: what is chosen as a meld is none (the rule is R5.1 to R5.3, or H1), a card is
            not in the hand (R7.3), or not as often as it is laid down (R7.2).
    """
    cards = _sorted(hand)
    read = tuple(read_meld(meld, wild, naturals) for meld in melds)
    held = Counter(cards)
    for card, count in Counter(card for meld in read for card in meld.cards).items():
        if not held[card]:
            raise MeldError(f"expected melds of the hand's own cards, got {card}", "R7.3")
        if count > held[card]:
            raise MeldError(
                f"expected {card} at most as often as the hand holds it ({held[card]}), "
                f"got it {count} times",
                "R7.2",
            )
    return _arrangement(cards, read, wild)


def fewest_points(hand: Iterable[Card], wild: Rank | None, naturals: int = 0) -> int:
    """The fewest points that a hand can leave over (R8.2), exactly.

    Raises:
        FiveCrownsError: more than `MAX_HAND` cards, or `naturals` is not 0 or 1.
        CardCountError: more copies of a card than two game sets hold.

    >>> from fivecrowns.cards import parse_cards
    >>> fewest_points(parse_cards("4C 5C JK 9H 9S"), Rank.KING)
    9
    """
    return _search.fewest_points(hand, wild, naturals)


def fewest_left(hand: Iterable[Card], wild: Rank | None, more_wilds: int = 0) -> int:
    """The fewest cards that can be in no meld, if the hand had so many more wilds, exactly.

    Those wilds are not counted where they are in no meld either. The hand may be larger here, up to
    32 cards, but of one game set; with the further wilds it may have 15 wilds.

    Raises:
        FiveCrownsError: more than 32 cards, more than 15 wilds in all, or `more_wilds` below 0.
        CardCountError: more copies of a card than a game set holds.

    >>> from fivecrowns.cards import parse_cards
    >>> hand = parse_cards("4C 5C 9H 9S KD")
    >>> [fewest_left(hand, Rank.TEN, more) for more in range(5)]
    [5, 3, 1, 1, 0]
    """
    if not 0 <= more_wilds <= 15:  # before it is added to what is kept in a byte
        raise FiveCrownsError(f"expected 0 to 15 more wilds, got {more_wilds}")
    return _search.fewest_left(hand, wild, more_wilds)


def fewest_points_of_many(
    hands: Sequence[Sequence[Card]], wild: Rank | None, naturals: int = 0
) -> list[int]:
    """`fewest_points` of many hands with the same wild rank, in one call.

    Raises:
        FiveCrownsError: as `fewest_points`, for any of the hands.
    """
    return _search.fewest_points_of_many(hands, wild, naturals)


def arrange(hand: Iterable[Card], wild: Rank | None, naturals: int = 0) -> Arrangement:
    """The canonical best arrangement of a hand: the fewest points left over (R8.2).

    It depends on the cards alone, not on their order. Ranks are looked at from 3 to K: the first
    choice of books that is best is taken, where more cards in a book come before fewer and before
    none, and cards of the first suits before others. In runs each suit then spends as few wilds as
    leave the fewest points in the end, and its lowest card begins the longest run that does.
    Wilds that are left over after that join the first book, or else the first run that has room;
    a run of eleven is parted for them. Books come first, by rank, then runs, by suit and rank.

    Raises:
        FiveCrownsError: more than `MAX_HAND` cards, or `naturals` is not 0 or 1.
        CardCountError: more copies of a card than two game sets hold.

    >>> from fivecrowns.cards import parse_cards
    >>> best = arrange(parse_cards("5* 6* 7H JK 8H"), Rank.SEVEN)
    >>> [format_cards(meld.cards) for meld in best.melds], format_cards(best.left), best.points
    (['5* 6* 7H JK'], '8H', 8)
    """
    cards = list(hand)
    groups = [[KINDS[kind] for kind in group] for group in _search.groups(cards, wild, naturals)]
    cards.sort(key=_index)
    wilds = [card for card in cards if is_wild(card, wild)]
    melds: tuple[Meld, ...] = ()
    if groups:
        melds = tuple(_read(*meld, wild) for meld in _wilds.deal_out(groups, wilds))
    elif len(wilds) >= 3 and not naturals:
        melds = (_read([], wilds, wild),)
    return _arrangement(cards, melds, wild)


def _arrangement(cards: list[Card], melds: tuple[Meld, ...], wild: Rank | None) -> Arrangement:
    """The arrangement of sorted cards in which some melds are laid down."""
    laid = [0] * len(KINDS)
    for meld in melds:
        for card in meld.cards:
            laid[card.index] += 1
    left: list[Card] = []
    for card in cards:
        if laid[card.index]:
            laid[card.index] -= 1
        else:
            left.append(card)
    return Arrangement(melds, tuple(left), sum(points(card, wild) for card in left))


def going_out_discards(
    hand: Iterable[Card], wild: Rank | None, naturals: int = 0
) -> tuple[Card, ...]:
    """Every kind of card whose discard lets all the others go down as melds (R6.1 to R6.3).

    Returns:
        The kinds, sorted; none for a hand of fewer than four cards, which leaves no meld.

    Raises:
        FiveCrownsError: more than `MAX_HAND` cards, or `naturals` is not 0 or 1.
        CardCountError: more copies of a card than two game sets hold.

    >>> from fivecrowns.cards import parse_cards
    >>> format_cards(going_out_discards(parse_cards("8C 8H 8S JK"), Rank.THREE))
    '8S 8H 8C JK'
    """
    cards = list(hand)
    if not cards:
        return ()
    fewest, kinds = _search.discards(cards, wild, naturals)
    return tuple(KINDS[kind] for kind in kinds) if fewest == 0 and len(cards) >= 4 else ()


def best_discard(hand: Iterable[Card], wild: Rank | None, naturals: int = 0) -> BestDiscard:
    """The discard that leaves the fewest points, from a hand that has drawn (R7.2).

    Of several discards as good as each other, a natural card before a wild, a joker last; of
    natural cards the highest, and of these the first in sorting order.

    Raises:
        FiveCrownsError: no card, more than `MAX_HAND` cards, or `naturals` is not 0 or 1.
        CardCountError: more copies of a card than two game sets hold.

    >>> from fivecrowns.cards import parse_cards
    >>> best_discard(parse_cards("8C 8H 8* 9C 9H 9*"), Rank.FIVE)
    BestDiscard(discard=Card.parse('8H'), points=16)
    """
    fewest, kinds = _search.discards(hand, wild, naturals)

    def worth(kind: int) -> tuple[bool, int]:
        card = KINDS[kind]
        cost = points(card, wild)
        return (False, -cost) if is_wild(card, wild) else (True, cost)

    return BestDiscard(KINDS[max(kinds, key=worth)], fewest)


def outs(hand: Iterable[Card], wild: Rank | None, naturals: int = 0) -> tuple[int, ...]:
    """For every kind of card drawn to the hand, the fewest points after the best discard.

    A kind of which the hand already holds all copies of two game sets cannot be drawn; it counts
    as if nothing were drawn.

    Returns:
        56 values in the order of `cards.KINDS`.

    Raises:
        FiveCrownsError: more than `MAX_HAND - 1` cards, or `naturals` is not 0 or 1.
        CardCountError: more copies of a card than two game sets hold.
    """
    return _search.outs(hand, wild, naturals)
