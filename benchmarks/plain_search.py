"""The plain search to compare with: every subset of 3 to 5 cards, judged by the rules.

This is the way most programs for the game begin. `tests/oracles/bitmask.py` does the same with more
thought, about five times as fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tests.oracles.brute_force import card_points, is_meld


def points(hand: Sequence[str], wild: int) -> int:
    """The fewest points left over, official rules; a longer meld is cut into pieces of 3 to 5."""
    costs = [card_points(card, wild) for card in hand]
    melds: list[list[int]] = [[] for _ in hand]  # as bit masks, by their lowest card
    for size in (3, 4, 5):
        for chosen in combinations(range(len(hand)), size):
            if is_meld([hand[i] for i in chosen], wild, 0):
                melds[chosen[0]].append(sum(1 << i for i in chosen))
    known = {0: 0}

    def least(mask: int) -> int:
        if mask not in known:
            lowest = (mask & -mask).bit_length() - 1
            ways = [costs[lowest] + least(mask ^ 1 << lowest)]
            ways += [least(mask ^ meld) for meld in melds[lowest] if meld & mask == meld]
            known[mask] = min(ways)
        return known[mask]

    return least((1 << len(hand)) - 1)
