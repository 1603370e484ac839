"""The fewest points left over, by trying every arrangement there is.

Nothing here is clever, so that reading it is enough to believe it: take the first card, leave
it over or put it into every meld the other cards allow, and go on with the rest. It shares no
code with the package or with the other oracles.

What it can manage: any hand of up to 9 cards, and larger hands with up to four wilds, in a small
part of a second. Hands of 13 to 17 cards with five and more wilds mostly take less than a second,
but those with nearly a whole suit take up to ten.

A card is text, rank then suit: `3..10 J Q K` and `S H D C *`, joker `JK`. `wild` is the round's
wild rank 3..13, or 0 where only jokers are wild. `naturals` is the number of natural cards that
every meld needs (house rule H1): 0 or 1.
"""

from collections.abc import Iterator
from itertools import product

FACES = {"J": 11, "Q": 12, "K": 13}

Memo = dict[tuple[str, ...], int]


def rank(card: str) -> int:
    """Return the rank 3..13 of a suited card, 0 for a joker."""
    if card == "JK":
        return 0
    face = card[:-1]
    return FACES[face] if face in FACES else int(face)


def is_wild(card: str, wild: int) -> bool:
    """Tell whether a card is wild in a round with this wild rank (R5.1)."""
    return card == "JK" or rank(card) == wild


def card_points(card: str, wild: int) -> int:
    """Return what an unmelded card costs: joker 50, wild rank 20, else its rank (R8.1)."""
    if card == "JK":
        return 50
    if rank(card) == wild:
        return 20
    return rank(card)


def is_meld(cards: list[str], wild: int, naturals: int) -> str | None:
    """Return the kind of meld these cards form: "book", "run", "wild", or None (R5.1 to R5.5).

    One natural card with wilds is reported as a book, even where it could be a run too.
    """
    if len(cards) < 3:
        return None
    plain = [card for card in cards if not is_wild(card, wild)]
    if len(plain) < naturals:
        return None
    if not plain:
        return "wild"
    ranks = [rank(card) for card in plain]
    suits = [card[-1] for card in plain]
    if all(r == ranks[0] for r in ranks):
        return "book"
    if any(suit != suits[0] for suit in suits):
        return None
    if any(ranks.count(r) > 1 for r in ranks):
        return None
    # Lay the run on the suit's ranks 3..13 at every place where it fits as a whole.
    for lowest in range(3, 14):
        highest = lowest + len(cards) - 1
        if highest <= 13 and all(lowest <= r <= highest for r in ranks):
            return "run"
    return None


def points(hand: list[str], wild: int, naturals: int) -> int:
    """Return the fewest points that can be left over when the whole hand is arranged (R8.2)."""
    return _least(_in_order(hand, wild), wild, naturals, {})


def out(hand: list[str], wild: int, naturals: int) -> list[str]:
    """Return the card kinds whose discard lets all other cards go down as melds (R6.1, R6.2).

    Sorted as text. Empty for hands of fewer than 4 cards, because no meld would be left.
    """
    if len(hand) < 4:
        return []
    memo: Memo = {}
    found: list[str] = []
    for card in sorted(set(hand)):
        kept = list(hand)
        kept.remove(card)
        if _least(_in_order(kept, wild), wild, naturals, memo) == 0:
            found.append(card)
    return found


def _in_order(hand: list[str], wild: int) -> tuple[str, ...]:
    """Sort a hand, natural cards before wilds, so that equal hands are equal tuples."""
    return tuple(sorted(hand, key=lambda card: (is_wild(card, wild), card)))


def _least(cards: tuple[str, ...], wild: int, naturals: int, memo: Memo) -> int:
    """Return the fewest points left of cards in order; the memo belongs to one wild rank."""
    if not cards:
        return 0
    if cards in memo:
        return memo[cards]
    first, others = cards[0], cards[1:]
    best = card_points(first, wild) + _least(others, wild, naturals, memo)
    for company in _selections(_possible_company(first, others, wild)):
        if is_meld([first, *company], wild, naturals) is None:
            continue
        rest = list(others)
        for card in company:
            rest.remove(card)
        best = min(best, _least(tuple(rest), wild, naturals, memo))
    memo[cards] = best
    return best


def _possible_company(first: str, others: tuple[str, ...], wild: int) -> list[str]:
    """Return the cards that could lie in one meld with the first.

    Where the first is natural, these are the wilds and the cards of its rank or suit. Where it is
    wild, only wilds are left, because natural cards are sorted before them.
    """
    return [
        card
        for card in others
        if is_wild(card, wild) or rank(card) == rank(first) or card[-1] == first[-1]
    ]


def _selections(cards: list[str]) -> Iterator[list[str]]:
    """Yield every selection from these cards once, equal cards not told apart."""
    kinds = sorted(set(cards))
    for counts in product(*(range(cards.count(kind) + 1) for kind in kinds)):
        chosen: list[str] = []
        for kind, count in zip(kinds, counts, strict=True):
            chosen += [kind] * count
        yield chosen
