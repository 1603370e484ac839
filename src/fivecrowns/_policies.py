# cython: language_level=3, annotation_typing=False
# cython: boundscheck=False, wraparound=False, cdivision=True, cpow=True
"""How players of a simulation decide, from what their seat knows (`Position`).

`Lowest` and `OneAhead` decide exactly as the players `medium` and `hard` do; tests hold them to
it. `Learned` plays by networks that it is given.
"""

from __future__ import annotations

from fivecrowns._chance import Chance
from fivecrowns._network import Network
from fivecrowns._position import Position

BONUS = 25.0  # these four are explained in players/hard.py
WILD_CHARGE = 12.0
FEED_CHARGE = 3.0
PATIENCE = 1.2
NEVER = float("inf")  # the value of what is not chosen, whatever the rest is worth
SLACK = 1e-9  # by which sums of fractions may differ with their order


Networks = tuple[Network, Network]
"""For positions after a discard, and for positions before a draw from the pile."""


class Policy:
    """Decides for a seat. Its last turn is exact: the fewest points on average (R7.2)."""

    def takes(self, position: Position) -> bool:
        """Whether to draw the top discard and not from the pile, which is not empty by force."""
        raise NotImplementedError

    def throws(self, position: Position) -> int:
        """The kind of card to discard; `position.going_out` says whether to go out with it."""
        raise NotImplementedError

    def last_takes(self, position: Position) -> bool:
        """`takes` on a last turn."""
        position.add(position.upcard)
        points = position.points_after_discard()
        position.remove(position.upcard)
        position.look_ahead()
        return points < position.expected

    def last_throws(self, position: Position) -> int:
        """`throws` on a last turn: as `melds.best_discard`."""
        return fewest(position, position.points_after_discard())


def fewest(position: Position, least: int) -> int:
    """The discard that `melds.best_discard` takes: a natural before a wild, the highest.

    Args:
        position: the hand.
        least: the fewest points after a discard.
    """
    wild = position.wild_rank
    for rank in range(10, -1, -1):
        if rank != wild:
            for suit in range(5):
                if leaves(position, 11 * suit + rank, least):
                    return 11 * suit + rank
    if wild >= 0:
        for suit in range(5):
            if leaves(position, 11 * suit + wild, least):
                return 11 * suit + wild
    return 55


def goes_out(position: Position) -> int:
    """The discard that the players go out with: a natural before a wild, the highest rank.

    It is asked for only if the hand can go out (R6.1).
    """
    wild = position.wild_rank
    for rank in range(10, -1, -1):
        if rank != wild:
            for suit in range(4, -1, -1):
                if leaves(position, 11 * suit + rank, 0):
                    return 11 * suit + rank
    if wild >= 0:
        for suit in range(4, -1, -1):
            if leaves(position, 11 * suit + wild, 0):
                return 11 * suit + wild
    return 55


def leaves(position: Position, kind: int, points: int) -> bool:
    """Whether the hand holds a card and leaves so many points without it."""
    if position.hand.counts[kind] == 0:
        return False
    position.remove(kind)
    left = position.points()
    position.add(kind)
    return left == points


class Lowest(Policy):
    """Keeps the lowest points, as `medium` does."""

    def takes(self, position: Position) -> bool:
        """Take the discard only if that lowers the points."""
        before = position.points()
        position.add(position.upcard)
        after = position.points_after_discard()
        position.remove(position.upcard)
        return after < before

    def throws(self, position: Position) -> int:
        """Go out, or throw for the fewest points."""
        least = position.points_after_discard()
        position.going_out = least == 0
        return goes_out(position) if least == 0 else fewest(position, least)


class OneAhead(Policy):
    """Looks one draw ahead, as `hard` does."""

    def __init__(self) -> None:
        self.best = 0.0  # the value of the last best discard, with the charge for it

    def takes(self, position: Position) -> bool:
        """Take the discard if the hand is then worth more than a draw is likely to make it."""
        risk = self.hazard(position)
        stay = self.worth(position, risk)
        pile = stay - PATIENCE * (position.now - position.expected)
        position.add(position.upcard)
        completes = position.points_after_discard() == 0
        kind = self.best_within(position, position.upcard, NEVER if completes else pile)
        completes = completes and leaves(position, kind, 0)
        position.remove(position.upcard)
        return completes or self.best < pile

    def throws(self, position: Position) -> int:
        """Go out, or throw for the best value."""
        position.going_out = position.points_after_discard() == 0
        return goes_out(position) if position.going_out else self.best_within(position, -1, NEVER)

    def hazard(self, position: Position) -> float:
        """The chance that another player goes out before this seat's next turn."""
        laps = position.turns / float(position.seats)
        stays = 1 - min(0.5, 0.02 + 0.03 * laps)
        return 1 - float(stays ** float(position.seats - 1))

    def worth(self, position: Position, risk: float) -> float:
        """What a hand is worth before its next draw; lower is better."""
        position.look_ahead()
        return self.weighed(position, risk)

    def weighed(self, position: Position, risk: float) -> float:
        """The same by the table of outs that is filled in."""
        share = BONUS * position.good / float(position.total)
        return risk * position.now + (1 - risk) * (position.expected - share)

    def charge(self, position: Position, kind: int) -> float:
        """What a discard is likely to give the next player."""
        if position.is_wild(kind):
            return WILD_CHARGE
        return FEED_CHARGE * position.helps(kind, position.picked)

    def best_within(self, position: Position, keep: int, limit: float) -> int:
        """The discard after which the hand is worth most; `keep` may not be discarded.

        What a value is at least takes little time to find, and if that is above the best, `kept`
        holds it in place of the value. If all values are above the limit, it may be any discard.
        """
        hand, risk = position.hand, self.hazard(position)
        if keep >= 0 and hand.counts[keep] == hand.size:
            keep = -1  # there is no other card
        bounded = [0] * 56  # whether `kept` is only a bound
        for kind in range(56):
            bounded[kind] = hand.counts[kind] and kind != keep and position.taken in (-1, kind)
        if position.taken < 0:
            self.fill_bounds(position, bounded, risk)
        else:
            position.kept[position.taken] = -NEVER
        while True:
            found, self.best = -1, NEVER
            for kind in range(56):
                if hand.counts[kind] and kind != keep and position.kept[kind] < self.best:
                    found, self.best = kind, position.kept[kind]
            if not bounded[found] or self.best > limit:
                return found
            bounded[found] = 0
            position.remove(found)
            value = self.worth(position, risk)
            position.kept[found] = value + self.charge(position, found)
            position.add(found)

    def fill_bounds(self, position: Position, kinds: list[int], risk: float) -> None:
        """Fill in `kept` for some kinds with what their values are at least."""
        outs = [0] * 56
        if position.hand.size < 16:  # the search has room for another card
            position.fill_after()
            for kind in range(56):
                outs[kind] = position.after[kind]
        for kind in range(56):
            if kinds[kind]:
                position.remove(kind)
                position.fill_least_after(outs, position.cost(kind))
                position.weigh()
                value = self.weighed(position, risk) - SLACK
                position.kept[kind] = value + self.charge(position, kind)
                position.add(kind)


class Anything(Policy):
    """Takes any legal action, for measuring the simulator and for tests of it."""

    def __init__(self, seed: int | str) -> None:
        self.chance = Chance(seed)

    def takes(self, position: Position) -> bool:  # noqa: ARG002
        """Draw from either pile with equal chance."""
        return self.chance.below(2) == 0

    def throws(self, position: Position) -> int:
        """Throw any card; go out half the time that this is possible."""
        wants = self.chance.below(2) == 0
        position.going_out = wants and position.points_after_discard() == 0
        return goes_out(position) if position.going_out else self.any_card(position)

    def last_takes(self, position: Position) -> bool:
        """Draw from either pile with equal chance."""
        return self.takes(position)

    def last_throws(self, position: Position) -> int:
        """Throw any card."""
        return self.any_card(position)

    def any_card(self, position: Position) -> int:
        """Any card of the hand, each with equal chance."""
        number = self.chance.below(position.hand.size)
        kind = 0
        while number >= position.hand.counts[kind]:
            number -= position.hand.counts[kind]
            kind += 1
        return kind


class Learned(OneAhead):
    """Plays by the learned value of the position after the discard, or before a draw.

    A value is the final points of this round minus the mean of the others' points: lower is
    better. Without networks it is a beginner, who takes the values of `OneAhead`.

    Args:
        networks: what it learned.
        explore: how often a decision is not the best one, but one of the best; for training.
        seed: of this exploration.
    """

    def __init__(
        self,
        networks: Networks | None,
        explore: float = 0.0,
        seed: int | str = 0,
    ) -> None:
        super().__init__()
        self.after: Network | None = None
        self.before: Network | None = None
        if networks is not None:
            self.after, self.before = networks
        self.explore = explore
        self.chance = Chance(seed)
        # What is told about the last decision: the best value there was, the value of what was
        # chosen, and whether it was chosen for exploration; of a draw the value of each pile, and
        # whether the hand can go out with the discard.
        self.best = 0.0
        self.chosen = 0.0
        self.explored = False
        self.pile = 0.0
        self.take = 0.0
        self.completes = False

    def takes(self, position: Position) -> bool:
        """Take the discard if the hand can go out with it, or if that is worth more."""
        self.pile = self.pile_value(position)
        position.add(position.upcard)
        self.completes = position.points_after_discard() == 0
        kind = self.best_discard(position, position.upcard)
        position.remove(position.upcard)
        self.take = position.kept[kind]
        choice = self.completes or self.take < self.pile
        self.best = self.take if choice else self.pile
        self.explored = not self.completes and self.wanders()
        if self.explored:
            choice = not choice
        self.chosen = self.take if choice else self.pile
        return choice

    def throws(self, position: Position) -> int:
        """Go out, or throw for the best value."""
        self.explored = False
        position.going_out = position.points_after_discard() == 0
        if position.going_out:
            found = goes_out(position)
            self.best = self.chosen = self.discard_value(position, found)
            return found
        found = self.best_discard(position, -1)
        self.best = position.kept[found]
        if self.wanders():
            other = self.other_discard(position, found)
            self.explored = other != found
            found = other
        self.chosen = position.kept[found]
        return found

    def wanders(self) -> bool:
        """Whether to take another decision than the best."""
        return self.explore > 0.0 and self.chance.share() < self.explore

    def last_takes(self, position: Position) -> bool:
        """On a last turn, draw for the fewest points on average, or for the best chance."""
        take = Policy.last_takes(self, position)
        if position.placing:
            position.add(position.upcard)
            points = position.points_after_discard()
            position.remove(position.upcard)
            sure = position.standing.chance(points)
            hoped = 0.0
            for kind in range(56):
                if position.drawable[kind]:
                    chance = position.standing.chance(position.after[kind])
                    hoped += position.drawable[kind] * chance
            hoped /= position.total
            self.pile, self.take = -hoped, -sure
            if abs(sure - hoped) > 1e-9:
                return sure > hoped
        return take

    def pile_value(self, position: Position) -> float:
        """The value before a draw from the pile."""
        if self.before is None:
            stay = self.worth(position, self.hazard(position))
            return stay - PATIENCE * (position.now - position.expected)
        position.describe(-1)
        return self.before.answer(position)

    def discard_value(self, position: Position, kind: int) -> float:
        """The value after a discard."""
        position.remove(kind)
        if self.after is None:
            value = self.worth(position, self.hazard(position)) + self.charge(position, kind)
        else:
            position.describe(kind)
            value = self.after.answer(position)
        position.add(kind)
        return value

    def best_discard(self, position: Position, keep: int) -> int:
        """The discard with the best value; `keep` may not be discarded. Fills in `kept`."""
        found, least = keep, NEVER
        for kind in range(56):
            if position.hand.counts[kind] and kind != keep:
                if position.taken in (-1, kind):
                    position.kept[kind] = self.discard_value(position, kind)
                if position.kept[kind] < least:
                    found, least = kind, position.kept[kind]
        if least == NEVER:  # all cards are of the kind to keep
            position.kept[found] = self.discard_value(position, found)
        return found

    def other_discard(self, position: Position, best: int) -> int:
        """One of the three best discards beside the best, each with equal chance."""
        wanted = 1 + self.chance.below(3)
        found, limit = best, position.kept[best]
        for _ in range(wanted):
            least, following = NEVER, -1
            for kind in range(56):
                if position.hand.counts[kind] and kind != best and kind != found:
                    value = position.kept[kind]
                    if limit <= value < least:
                        least, following = value, kind
            if following < 0:
                break
            found, limit = following, least
        return found
