"""Planning a solitaire: which of the cards still to come go to which open pile.

All piles and all discards lie open, so the player knows which cards are in the draw pile; only
their order is hidden. And the order does not matter: a pile that is to get certain cards may get
them in any order, throwing away a card that it does not keep each time. So a game is won by who
finds, for every open pile, cards that complete it, no card for two piles. That is what a plan is.

The search is the same in the page (`web/src/solitaire/plan.ts`), choice for choice; a test compares
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fivecrowns.cards import KINDS, Card, Rank, without
from fivecrowns.melds import fewest_left

_STEPS: Final = 30
"""Cards that one try may give to piles; a try that succeeds needs hardly more than there are."""
_ORDERS: Final = 4
"""Tries with the same piles, each looking at the cards in another order."""
_WORK: Final = 6_000
"""Searches after which no further try begins."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Cards for open piles.

    Attributes:
        cards: for each pile of the plan, by its size, the cards that it is to get, sorted.
        complete: every open pile is in it, so that the game is won by following it.
    """

    cards: Mapping[int, tuple[Card, ...]]
    complete: bool

    def __hash__(self) -> int:
        return hash((frozenset(self.cards.items()), self.complete))

    def pile_for(self, card: Card) -> int | None:
        """The smallest pile that is to get a card, `None` if there is none."""
        return next((size for size in sorted(self.cards) if card in self.cards[size]), None)


def completes(size: int, cards: tuple[Card, ...], more_wilds: int = 0, first: int = 0) -> bool:
    """Whether cards hold a complete pile of a size, with so many more wilds (Sol7).

    Of `cards` and the wilds, exactly `size` are to form melds; the others are thrown away. Only
    kinds of card from `first` on are thrown away where any is a choice.
    """
    spare = len(cards) + more_wilds - size
    left = fewest_left(cards, Rank(size), more_wilds)
    if left >= spare:
        return left == spare
    # More cards fit than the pile may keep. A meld can lose one down to three; where the number of
    # melds makes that impossible, see what can be done without some card.
    if size % 3 == 0 or (size % 3 == 1 and spare - left == 1):
        return True
    return any(
        completes(size, without(cards, card), more_wilds, card.index)
        for card in sorted(set(cards))
        if card.index >= first
    )


def turns_needed(size: int, cards: tuple[Card, ...]) -> int:
    """The fewest turns in which a pile could be completed, if any card may come.

    A wild can stand in for any card, so no cards can do it faster than so many wilds.
    """
    more = 0
    while not completes(size, cards, more):
        more += 1
    return more


def can_be_won(piles: Mapping[int, tuple[Card, ...]], unseen: Sequence[int], turns: int) -> bool:
    """Whether the turns left could complete all open piles. `False` is certain (Sol11, Sol12).

    A turn helps one pile. A pile that needs at least `k` turns and can be completed in as many
    comes nearer with each card on the way; if fewer than `k` cards to come bring it nearer now, it
    needs a turn more.

    Args:
        piles: the open piles by size.
        unseen: how many cards of each kind are still to be played.
        turns: turns left.
    """
    search = _Search(unseen)
    needed = 0
    for size, cards in piles.items():
        need = turns_needed(size, cards)
        goal = search.goal(size, cards, need)
        needed += need + (search.offered(goal) < need)
    return needed <= turns


def make_plan(
    piles: Mapping[int, tuple[Card, ...]],
    unseen: Sequence[int],
    turns: int,
    earlier: Plan | None = None,
) -> Plan:
    """Plan for all open piles if a plan is found, otherwise for as many as it goes.

    Args:
        piles: the open piles by size, the smallest first.
        unseen: how many cards of each kind are still to be played, in the order of `cards.KINDS`.
        turns: turns left, as many as cards in `unseen`.
        earlier: a plan made before; it stands if it still closes every open pile.
    """
    kept = _still(earlier, piles, unseen)
    if kept is not None:
        return kept
    search = _Search(unseen)
    needs = {size: turns_needed(size, cards) for size, cards in piles.items()}
    wanted, more = list(piles), set[int]()
    while wanted:
        complete = len(wanted) == len(piles)
        goals = {size: needs[size] + (size in more) for size in wanted}
        needed = sum(goals.values())
        # Not every card fits somewhere, so a plan for some piles begins with turns to spare.
        if needed <= turns - (0 if complete else turns // 8):
            found = search.run(
                [search.goal(size, piles[size], need) for size, need in goals.items()],
                turns,
                _ORDERS if complete else _ORDERS // 2,
            )
            if found is not None:
                return Plan({goal.size: _sorted(goal.added) for goal in found}, complete)
        if search.work > _WORK:
            break
        hardest = max(wanted, key=lambda size: search.blame[size])
        if complete and needed < turns and search.blame[hardest] and hardest not in more:
            more.add(hardest)  # it may take a card more than it would need with the best of luck
        else:
            wanted.remove(max(wanted, key=lambda size: needs[size]))
            more.clear()
    return Plan({}, complete=not piles)


def _still(
    plan: Plan | None, piles: Mapping[int, tuple[Card, ...]], unseen: Sequence[int]
) -> Plan | None:
    """The plan without the cards that have been played, if it still closes every open pile."""
    if plan is None or not plan.complete or not all(size in plan.cards for size in piles):
        return None
    pool = list(unseen)
    cards: dict[int, tuple[Card, ...]] = {}
    for size, held in piles.items():
        coming: list[Card] = []
        for card in plan.cards[size]:
            if pool[card.index]:
                pool[card.index] -= 1
                coming.append(card)
        if not completes(size, (*held, *coming)):
            return None
        cards[size] = tuple(coming)
    return Plan(cards, complete=True)


@dataclass(frozen=True, slots=True)
class _Goal:
    """A pile that is to be completed.

    Attributes:
        size: its size.
        cards: its cards, with those it was given.
        need: how many more cards it may be given.
        accepted: the kinds of card that bring it nearer.
        added: the cards it was given.
        banned: the kinds with which it was tried in vain.
    """

    size: int
    cards: tuple[Card, ...]
    need: int
    accepted: tuple[int, ...]
    added: tuple[Card, ...] = ()
    banned: frozenset[int] = frozenset()


class _Search:
    """Gives cards to piles, one by one, going back where a pile cannot be completed any more.

    Attributes:
        work: searches made so far.
        blame: how often each pile was the one that could not be completed, in the last run.
    """

    def __init__(self, unseen: Sequence[int]) -> None:
        self.work = 0
        self.blame = Counter[int]()
        self._pool = list(unseen)
        self._order = 0
        self._steps = 0
        self._cut = False

    def goal(self, size: int, cards: tuple[Card, ...], need: int) -> _Goal:
        """A pile that may be given so many cards."""
        return _Goal(size, cards, need, self._accepted(size, cards, need, frozenset()))

    def offered(self, goal: _Goal) -> int:
        """How many cards to come bring a pile nearer."""
        return sum(self._pool[kind] for kind in goal.accepted)

    def run(self, goals: Iterable[_Goal], turns: int, orders: int) -> tuple[_Goal, ...] | None:
        """Complete all these piles, trying the cards in several orders."""
        self.blame.clear()
        for self._order in range(orders):
            self._steps, self._cut = _STEPS, False
            found = self._give(tuple(goals), turns)
            # A try that was not cut off has looked everywhere.
            if found is not None or not self._cut or self.work > _WORK:
                return found
        return None

    def _give(self, goals: tuple[_Goal, ...], turns: int) -> tuple[_Goal, ...] | None:
        """Give the next card, to the pile that has the least choice."""
        needed = sum(goal.need for goal in goals)
        if needed == 0:
            return goals
        if needed > turns:
            return None
        if self._steps == 0:
            self._cut = True
            return None
        self._steps -= 1
        at = min(
            (at for at, goal in enumerate(goals) if goal.need), key=lambda at: self._room(goals[at])
        )
        goal = goals[at]
        if self.offered(goal) >= goal.need:
            banned = goal.banned
            for kind in self._ordered(goal, goals):
                self._pool[kind] -= 1
                given = self._given(goal, kind, banned)
                found = self._give((*goals[:at], given, *goals[at + 1 :]), turns - 1)
                self._pool[kind] += 1
                if found is not None or self._cut:
                    return found
                banned |= {kind}
        self.blame[goal.size] += 1
        return None

    def _room(self, goal: _Goal) -> int:
        """How much choice a pile has; negative where it cannot be completed."""
        offered = self.offered(goal)
        return 4 * offered // goal.need - 4 if self._order % 2 else offered - goal.need

    def _ordered(self, goal: _Goal, goals: tuple[_Goal, ...]) -> list[int]:
        """The kinds that a pile accepts: those first that few others want and many are left of."""
        order = self._order
        weight = 4 if order < 2 else 2

        def rank(kind: int) -> tuple[int, int]:
            demand = sum(kind in other.accepted for other in goals if other.need)
            # The second number only makes each order another one.
            return weight * demand - self._pool[kind], (kind * (7 + 6 * order) + 13 * order) % 59

        return sorted((kind for kind in goal.accepted if self._pool[kind]), key=rank)

    def _given(self, goal: _Goal, kind: int, banned: frozenset[int]) -> _Goal:
        cards, need = (*goal.cards, KINDS[kind]), goal.need - 1
        return replace(
            goal,
            cards=cards,
            need=need,
            accepted=self._accepted(goal.size, cards, need, banned),
            added=(*goal.added, KINDS[kind]),
            banned=banned,
        )

    def _accepted(
        self, size: int, cards: tuple[Card, ...], need: int, banned: frozenset[int]
    ) -> tuple[int, ...]:
        """The kinds after which a pile can do with a card less."""
        if need == 0:
            return ()
        kinds = [kind for kind in range(len(KINDS)) if self._pool[kind] and kind not in banned]
        self.work += len(kinds)
        return tuple(kind for kind in kinds if completes(size, (*cards, KINDS[kind]), need - 1))


def _sorted(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards))
