"""Dealing out all wilds of a hand to the melds of an arrangement.

The search says which natural cards lie together; here each such group gets the wilds it needs, and
the wilds that are left: any meld takes one more (R5.2, R5.3).
"""

from __future__ import annotations

from typing import Final

from fivecrowns.cards import Card, Rank

_LONGEST_RUN: Final = len(Rank)
_SHORTEST_MELD: Final = 3


def deal_out(groups: list[list[Card]], wilds: list[Card]) -> list[tuple[list[Card], list[Card]]]:
    """Make melds of groups of natural cards and all the wilds there are.

    A run first takes a card of the wild rank that can lie in its own place there. All others go to
    the groups in order, as they come.

    Args:
        groups: natural cards of one rank (a book) or of one suit from low to high (a run); no
            more than 16 cards with the wilds, of which there are enough.
        wilds: the wilds of the hand, sorted.

    Returns:
        Each group with its wilds: books by rank, then runs by suit and rank.
    """
    groups = sorted(groups, key=_order)
    shares = _shares(groups, len(wilds))
    if sum(shares) < len(wilds):
        # Every meld is a run of eleven, so there is just one.
        groups = sorted(_part(groups[0], len(wilds)), key=_order)
        shares = _shares(groups, len(wilds))
    pool = list(wilds)
    dealt: list[list[Card]] = [[] for _ in groups]
    for group, share, mine in zip(groups, shares, dealt, strict=True):
        if share and _is_run(group):
            own = own_place(group, pool, len(group) + share)
            if own is not None:
                pool.remove(own)
                mine.append(own)
    for share, mine in zip(shares, dealt, strict=True):
        missing = share - len(mine)
        mine += pool[:missing]
        del pool[:missing]
    return list(zip(groups, dealt, strict=True))


def own_place(run: list[Card], wilds: list[Card], size: int) -> Card | None:
    """The wild, if any, that can stand for itself in a run of a certain size (R5.4).

    Args:
        run: the run's natural cards, from low to high.
        wilds: the wilds to choose from.
        size: how many cards the run has with its wilds.
    """
    first, last = run[0], run[-1]
    for card in wilds:
        if card.suit is first.suit and last.index - size < card.index < first.index + size:
            return card
    return None


def _shares(groups: list[list[Card]], wilds: int) -> list[int]:
    """How many wilds each group gets: what it needs, and the first that has room the rest."""
    shares = [_needed(group) for group in groups]
    spare = wilds - sum(shares)
    if not _is_run(groups[0]):
        shares[0] += spare
        return shares
    for at, group in enumerate(groups):
        more = min(spare, _LONGEST_RUN - len(group) - shares[at])
        shares[at] += more
        spare -= more
    return shares


def _part(run: list[Card], wilds: int) -> tuple[list[Card], list[Card]]:
    """Part the natural cards of a run where, with so many wilds, both parts make melds.

    With more wilds than a run of eleven takes there is such a place: in the middle, or, if all
    the naturals lie together at one end, after any of them.
    """
    cut = 1
    while _needed(run[:cut]) + _needed(run[cut:]) > wilds:
        cut += 1
    return run[:cut], run[cut:]


def _order(group: list[Card]) -> tuple[bool, int, int]:
    first = group[0].index
    return (True, first, 0) if _is_run(group) else (False, first % len(Rank), first)


def _is_run(group: list[Card]) -> bool:
    return group[0].rank is not group[-1].rank


def _needed(group: list[Card]) -> int:
    """How many wilds make a meld of a group."""
    if _is_run(group):
        # In one suit, the difference of the indexes is that of the ranks.
        return max(_SHORTEST_MELD, group[-1].index - group[0].index + 1) - len(group)
    return max(_SHORTEST_MELD - len(group), 0)
