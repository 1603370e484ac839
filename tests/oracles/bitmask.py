"""The fewest points left over, by a plain bitmask search over melds of 3 to 5 cards.

Every subset of 3, 4 or 5 cards that is a meld becomes a bit mask, and the best disjoint melds
are searched with the lowest remaining card first. This is the usual way to write it down in
plain Python, 2 to 10 ms for a hand of 13 cards, and so the reference for speed ratios.

Why melds of 3 to 5 cards are enough, although melds may be longer (R5.2, R5.3):

- A longer meld, in the order of its ranks if it is a run, natural cards first if it is a book,
  can be cut into pieces of 3 to 5 cards. Each piece with a natural card is a meld itself, under
  the house rule of one natural card a meld (H1) too. Pieces of wilds only are dropped.
- Wilds left over cost nothing once there is any meld, because any meld takes a further wild. A
  book simply grows. So does a run of less than 11 cards, at either end. A run of 11 cards is cut
  into 3..7 and 8..K, and if both halves hold a natural card, both are runs that may grow. If one
  half holds wilds only, let those wilds and the further one take one natural card of the other
  half as a book, and let one of them stand in that card's place; if no natural card stays there,
  all of it was a book from the start.
- Therefore natural cards alone decide, and without any meld everything counts.

A card is text, rank then suit: `3..10 J Q K` and `S H D C *`, joker `JK`. `wild` is the round's
wild rank 3..13, or 0 where only jokers are wild. `naturals` is 0 or 1 (H1).
"""

from itertools import combinations

RANKS = {name: rank for rank, name in enumerate("3 4 5 6 7 8 9 10 J Q K".split(), start=3)}


class Search:
    """One hand, its melds of 3 to 5 cards, and the search over them.

    Bit `i` of a mask is `cards[i]`; natural cards have the low bits, wilds the high ones.
    """

    def __init__(self, hand: list[str], wild: int, naturals: int) -> None:
        """Find all melds of the hand (R5.1 to R5.5)."""
        plain = [card for card in hand if card != "JK" and RANKS[card[:-1]] != wild]
        wilds = [card for card in hand if card == "JK" or RANKS[card[:-1]] == wild]
        self.cards = plain + wilds
        self.everything = (1 << len(hand)) - 1
        self.plain_mask = (1 << len(plain)) - 1
        self.values = [RANKS[card[:-1]] for card in plain]
        self.wild_points = sum(50 if card == "JK" else 20 for card in wilds)
        self.suits = [card[-1] for card in plain]
        self.melds: dict[int, list[int]] = {1 << i: [] for i in range(len(hand))}
        self.any_meld = False
        for size in (5, 4, 3):
            for chosen in combinations(range(len(hand)), size):
                if self.is_meld(chosen, naturals):
                    self.any_meld = True
                    self.melds[1 << chosen[0]].append(sum(1 << i for i in chosen))
        self.memo: dict[int, int] = {}

    def is_meld(self, chosen: tuple[int, ...], naturals: int) -> bool:
        """Tell whether 3 to 5 cards, given by their places in `cards`, form a meld."""
        plain = [i for i in chosen if i < len(self.values)]
        if len(plain) < naturals:
            return False
        ranks = {self.values[i] for i in plain}
        if len(ranks) <= 1:
            return True
        if len(ranks) < len(plain) or len({self.suits[i] for i in plain}) > 1:
            return False
        # So short a run always finds a place between 3 and K: only its holes matter.
        return max(ranks) - min(ranks) < len(chosen)

    def least(self, mask: int) -> int:
        """Return the fewest points of natural cards left over from a mask, if wilds are free."""
        if not mask & self.plain_mask:
            return 0
        if mask in self.memo:
            return self.memo[mask]
        lowest = mask & -mask
        best = self.values[lowest.bit_length() - 1] + self.least(mask ^ lowest)
        for meld in self.melds[lowest]:
            if best == 0:
                break
            if meld & mask == meld:
                best = min(best, self.least(mask ^ meld))
        self.memo[mask] = best
        return best

    def left_mask(self) -> int:
        """Return the cards left over in one best arrangement, given that there is a meld."""
        mask, left = self.everything, 0
        while mask & self.plain_mask:
            lowest = mask & -mask
            taken = lowest
            for meld in self.melds[lowest]:
                if meld & mask == meld and self.least(mask ^ meld) == self.least(mask):
                    taken = meld
                    break
            else:
                left |= lowest
            mask ^= taken
        return left


def points(hand: list[str], wild: int, naturals: int) -> int:
    """Return the fewest points that can be left over when the whole hand is arranged (R8.2)."""
    search = Search(hand, wild, naturals)
    if not search.any_meld:
        return sum(search.values) + search.wild_points
    return search.least(search.everything)


def left(hand: list[str], wild: int, naturals: int) -> list[str]:
    """Return the cards left over in one arrangement with the fewest points, in no set order."""
    search = Search(hand, wild, naturals)
    if not search.any_meld:
        return search.cards
    mask = search.left_mask()
    return [card for i, card in enumerate(search.cards) if mask >> i & 1]


def out(hand: list[str], wild: int, naturals: int) -> list[str]:
    """Return the card kinds whose discard lets all other cards go down as melds (R6.1, R6.2).

    Sorted as text. Empty for hands of fewer than 4 cards, because no meld would be left.
    """
    if len(hand) < 4:
        return []
    search = Search(hand, wild, naturals)
    melds = [meld for found in search.melds.values() for meld in found]
    discards: list[str] = []
    for card in sorted(set(hand)):
        kept = search.everything ^ 1 << search.cards.index(card)
        # Wilds are only free where the cards kept have a meld of their own.
        if search.least(kept) == 0 and any(meld & kept == meld for meld in melds):
            discards.append(card)
    return discards
