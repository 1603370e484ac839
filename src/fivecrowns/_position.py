# cython: language_level=3, annotation_typing=False
# cython: boundscheck=False, wraparound=False, cdivision=True, cpow=True
"""What a seat knows, as numbers: the hand with its next draw, and what the others have shown.

A `Position` is filled either from a `View` (`players.seeing`) or by the simulator of a round
(`_simulator`), always with what that seat may know and nothing else. The policies of `_policies`
decide from it, so that a player at a table and a player in a simulation are one and the same.

A kind of card is its index in `cards.KINDS`: 11 * suit + rank, rank 0 is the three, 55 the joker.
"""

from __future__ import annotations

from collections.abc import Sequence

from fivecrowns._search import Hand
from fivecrowns._standing import Standing
from fivecrowns.cards import Rank
from fivecrowns.rules import JOKER_POINTS, WILD_POINTS

FEATURES = (
    "points left",
    "points left with one more wild",
    "points left with two more wilds",
    "chance to go out with the next draw",
    "mean of the points after the next draw",
    "their spread",
    "chance that the next draw lowers the points",
    "chance of at most 5 points after it",
    "chance of at most 12 points after it",
    "points of all natural cards held",
    "wilds held",
    "cards dealt",
    "laps played",
    "freshness of the round",
    "share of wilds among the unseen cards",
    "pairs",
    "neighbours in a suit",
    "neighbours with a gap",
    "cards near no other",
    "their points",
    "highest natural card",
    "opponents",
    "share of the next player among the opponents",
    "next player: cards picked up and held",
    "next player: points of the last discard",
    "next player: mean points of the last three discards",
    "opponents: mean of cards picked up and held",
    "opponents: most of them",
    "opponents: mean points of the last discard",
    "opponents: fewest",
    "opponents: mean points of the last three discards",
    "opponents: fewest of these",
    "cards in the draw pile",
    "discard: a wild",
    "discard: a joker",
    "discard: points of a natural card",
    "discard: near what the next player picked up",
    "discard: near what the next player threw",
    "discard: near what the next player let lie",
    "discard: unseen cards of its rank",
    "discard: unseen cards near it in its suit",
)
"""What the numbers of a position are, in order; each is scaled to be about 1 at most."""

ROUND_SPREAD = 13.0
"""Standard deviation of the points of a player in a round."""
TURN_POINTS = 10.0
"""What a player scores on a last turn, on average."""
CARD_POINTS = 7.0
"""What a card left over costs, on average; 4 is the standard deviation."""
PLACING = 3
"""Rounds still to come from which on a last turn is played for the place."""


class Position:
    """What the seat to act knows of a round.

    Attributes that are lists have one entry for each kind of card, those named `other_` one for
    each opponent in the order of play.
    """

    def __init__(self, wild: Rank | None, naturals: int) -> None:
        # The lengths are literals, as Cython needs them where these lists are C arrays.
        self.hand = Hand(wild, naturals)
        self.wild_rank = -1 if wild is None else int(wild) - 3
        self.natural_needed = naturals == 1
        self.cards = 0  # dealt to each hand
        self.seats = 2
        self.turns = 0
        self.upcard = -1
        self.pile = 0  # cards in the draw pile
        self.out = False  # somebody went out
        self.going_out = False  # the answer of a policy beside the discard
        # Whether the place counts, and the spread of the points of later rounds.
        self.placing = False
        self.standing = Standing()
        self.rest = 0.0
        self.drawable = [0] * 56  # cards of each kind that the draw pile may give
        self.total = 0  # of these
        self.picked = [0] * 56  # what the next player picked up and still holds
        self.thrown = [0] * 56  # what the next player threw
        self.own = [0] * 56  # what this seat threw
        self.other_picked = [0] * 14
        self.other_last = [0] * 14  # points of the last discard, -1 for none
        self.other_recent = [0.0] * 14  # mean points of the last three, -1 for none
        # What `look_ahead` finds for the hand as it is.
        self.after = [0] * 56
        self.now = 0
        self.expected = 0.0
        self.good = 0
        self.features = [0.0] * 41
        # Where a network works.
        self.one = [0.0] * 64
        self.two = [0.0] * 64
        # Values of discards that a policy keeps from a draw of the top discard to its own discard:
        # they are still the same then. It may not have one for the card taken.
        self.kept = [0.0] * 56
        self.taken = -1

    def set_standing(self, rounds_left: int) -> None:
        """Say how many rounds are still to come; -1: only points count."""
        self.placing = self.out and 0 <= rounds_left <= PLACING
        if self.placing:
            self.rest = ROUND_SPREAD * rounds_left**0.5
            self.standing.players = self.seats
            self.standing.own_spread = self.rest

    def set_rival(self, at: int, more: int, left: int) -> None:
        """Say how an opponent stands on a last turn.

        Args:
            at: which one, in the order of play.
            more: points it has more than this seat in the rounds before this one.
            left: the cards that it has left over, -1 if its last turn is still to come.
        """
        lead, variance = more + 0.0, self.rest * self.rest
        if left < 0:
            lead += TURN_POINTS
            variance += ROUND_SPREAD * ROUND_SPREAD
        else:
            lead += CARD_POINTS * left
            variance += 16.0 * left
        self.standing.set_lead(at, lead, variance**0.5)

    def set_drawable(self, kind: int, count: int) -> None:
        """Say how many cards of a kind the draw pile may give."""
        self.total += count - self.drawable[kind]
        self.drawable[kind] = count

    def note_picked(self, kind: int) -> None:
        """Note a card that the next player picked up and still holds."""
        self.picked[kind] += 1

    def note_thrown(self, kind: int) -> None:
        """Note a card that the next player threw."""
        self.thrown[kind] += 1

    def note_own(self, kind: int) -> None:
        """Note a card that this seat threw, after what the next player picked up."""
        self.own[kind] += 1

    def note_other(self, at: int, picked: int, recent: Sequence[int]) -> None:
        """Note what an opponent has shown.

        Args:
            at: which one, in the order of play.
            picked: how many cards it picked up and still holds.
            recent: points of its last three discards at most, the newest first.
        """
        self.other_picked[at] = picked
        self.other_last[at] = recent[0] if recent else -1
        self.other_recent[at] = sum(recent) / float(len(recent)) if recent else -1.0

    def cost(self, kind: int) -> int:
        """What a card costs when it is left over (R8.1)."""
        if kind == 55:
            return JOKER_POINTS
        if kind % 11 == self.wild_rank:
            return WILD_POINTS
        return kind % 11 + 3

    def is_wild(self, kind: int) -> bool:
        """Whether a kind of card is wild (R5.1)."""
        return kind == 55 or kind % 11 == self.wild_rank

    def held(self, kind: int) -> int:
        """How many cards of a kind are in the hand."""
        return self.hand.counts[kind]

    def add(self, kind: int) -> None:
        """Take a card into the hand."""
        self.hand.counts[kind] += 1
        self.hand.size += 1

    def remove(self, kind: int) -> None:
        """Take a card out of the hand."""
        self.hand.counts[kind] -= 1
        self.hand.size -= 1

    def points(self) -> int:
        """The fewest points that the hand can leave over."""
        return self.hand.points()

    def points_after_discard(self) -> int:
        """The fewest points that the hand can leave over after a discard."""
        return self.hand.points_after_discard()

    def fill_after(self) -> None:
        """The table of outs: for every kind drawn, the fewest points after a discard.

        A natural card that can lie in no meld with another natural of the hand is not searched
        for: in its place the hand can as well throw it or, where wilds make a meld of it, use them
        for another card. So it leaves what throwing it leaves, or stays over itself. Nor is a
        card that cannot come.
        """
        self._fill_after(True)

    def fill_least_after(self, more: list[int], cost: int) -> None:
        """Numbers that those of `fill_after` are not below, found in a fraction of the time.

        A card that does lie in a meld could as well be a joker there (without H1). And a further
        card never costs more than it counts.

        Args:
            more: the table of outs with a further card in the hand, or zeros.
            cost: what this card counts.
        """
        self._fill_after(False)
        for kind in range(56):
            self.after[kind] = max(self.after[kind], more[kind] - cost)

    def _fill_after(self, exactly: bool) -> None:
        hand = self.hand
        self.now = hand.points()
        wilds = hand.wilds
        lonely = hand.natural_needed and hand.naturals == 0
        totals = hand.totals
        same = [0] * 11
        for rank in range(11):
            same[rank] = totals[rank] > 1 or (totals[rank] == 1 and wilds > 0)
        fewer = hand.points_after_discard()
        joker = hand.points_after_draw(55, self.now)
        least = 0 if hand.natural_needed else joker
        wild = -1
        for suit in range(5):
            held = hand.held[suit]
            if wilds:
                near = 0
                for distance in range(1, min(wilds, 9) + 2):
                    near |= held << distance | held >> distance
            else:
                near = held << 1 & held << 2 | held << 1 & held >> 1 | held >> 1 & held >> 2
            for rank in range(11):
                kind = 11 * suit + rank
                if self.drawable[kind] == 0:
                    self.after[kind] = self.now  # it cannot come
                elif rank == self.wild_rank:
                    if wild < 0:
                        wild = hand.points_after_draw(kind, self.now) if exactly else least
                    self.after[kind] = wild
                elif lonely or same[rank] or near >> rank & 1:
                    if exactly:
                        self.after[kind] = hand.points_after_draw(kind, self.now)
                    else:
                        self.after[kind] = min(least, fewer + rank + 3)
                else:
                    self.after[kind] = min(self.now, fewer + rank + 3)
        self.after[55] = joker

    def look_ahead(self) -> None:
        """Fill in the table of outs, and what the next card of the draw pile gives on average."""
        self.fill_after()
        self.weigh()

    def weigh(self) -> None:
        """Fill in what the table of outs gives on average."""
        weighted, good = 0, 0
        for kind in range(56):
            count = self.drawable[kind]
            weighted += count * self.after[kind]
            if self.after[kind] == 0:
                good += count
        self.expected = weighted / float(self.total)
        self.good = good

    def helps(self, kind: int, counts: list[int]) -> int:
        """How many of some natural cards are of the kind's rank, or near it in its suit."""
        if self.is_wild(kind):
            return 0
        found = 0
        suit, rank = kind // 11, kind % 11
        for other in range(5):
            found += counts[11 * other + rank]
        for near in range(max(rank - 2, 0), min(rank + 2, 10) + 1):
            if near != rank:
                found += counts[11 * suit + near]
        return found

    def describe(self, discard: int) -> None:
        """Fill in the features of the hand as it is.

        Args:
            discard: the kind of card just thrown, or -1 before a draw from the pile.
        """
        self._describe_draw()
        self._describe_shape()
        self._describe_table()
        for at in range(33, 41):
            self.features[at] = 0.0
        if discard < 0:
            return
        if self.is_wild(discard):
            self.features[33] = 1.0
            self.features[34] = 1.0 if discard == 55 else 0.0
            return
        same, near = 0, 0
        suit, rank = discard // 11, discard % 11
        for other in range(5):
            same += self.drawable[11 * other + rank]
        for other in range(max(rank - 2, 0), min(rank + 2, 10) + 1):
            if other not in (rank, self.wild_rank):
                near += self.drawable[11 * suit + other]
        self.features[35] = (rank + 3) / 13.0
        self.features[36] = min(self.helps(discard, self.picked), 4) / 2.0
        self.features[37] = min(self.helps(discard, self.thrown), 6) / 3.0
        lying = max(self.helps(discard, self.own) - self.helps(discard, self.picked), 0)
        self.features[38] = min(lying, 6) / 3.0
        self.features[39] = min(same, 10) / 8.0
        self.features[40] = min(near, 10) / 8.0

    def _describe_draw(self) -> None:
        """Fill in what the next card of the draw pile may bring."""
        self.look_ahead()
        total = float(self.total)
        square, lower, five, twelve, wilds = 0.0, 0, 0, 0, 0
        for kind in range(56):
            count = self.drawable[kind]
            if count:
                left = self.after[kind]
                square += count * (left - self.expected) * (left - self.expected)
                lower += count * (left < self.now)
                five += count * (left <= 5)
                twelve += count * (left <= 12)
                wilds += count * self.is_wild(kind)
        features = self.features
        features[0] = self.now / 30.0
        features[1] = self.after[55] / 30.0
        features[2] = self._with_two_wilds() / 30.0
        features[3] = self.good / total
        features[4] = self.expected / 30.0
        features[5] = (square / total) ** 0.5 / 20.0
        features[6] = lower / total
        features[7] = five / total
        features[8] = twelve / total
        features[14] = 5.0 * wilds / total

    def _describe_shape(self) -> None:
        """Fill in what the hand is like, and how far the round is."""
        hand, features = self.hand, self.features
        hand.points()  # sorts the hand
        laps = self.turns / float(self.seats)
        features[9] = hand.natural_points / 100.0
        features[10] = min(hand.wilds, 6) / 3.0
        features[11] = self.cards / 13.0
        features[12] = min(laps, 20.0) / 10.0
        features[13] = 0.7**laps
        pairs, neighbours, gaps, loners, loose = 0, 0, 0, 0, 0
        for rank in range(11):
            pairs += max(hand.totals[rank] - 1, 0)
        for suit in range(5):
            held = self._ranks(suit)
            near = held << 1 | held << 2 | held >> 1 | held >> 2
            for rank in range(11):
                if held >> rank & 1:
                    if held >> (rank + 1) & 1:
                        neighbours += 1
                    elif held >> (rank + 2) & 1:
                        gaps += 1
                    if hand.totals[rank] == 1 and not near >> rank & 1:
                        loners += 1
                        loose += rank + 3
        features[15] = pairs / 4.0
        features[16] = neighbours / 5.0
        features[17] = gaps / 5.0
        features[18] = loners / 5.0
        features[19] = loose / 40.0
        features[20] = hand.highest / 13.0

    def _ranks(self, suit: int) -> int:
        """The ranks of the natural cards held of a suit, as bits."""
        held = 0
        for rank in range(11):
            if rank != self.wild_rank and self.hand.counts[11 * suit + rank]:
                held |= 1 << rank
        return held

    def _with_two_wilds(self) -> int:
        hand = self.hand
        if hand.counts[55] > 8:  # the search holds 15 wilds at most, and nothing is left over
            return 0
        hand.counts[55] += 2
        points = hand.points_after_discard()
        hand.counts[55] -= 2
        return points

    def _describe_table(self) -> None:
        features = self.features
        others = self.seats - 1
        features[21] = others / 6.0
        features[22] = 1.0 / others
        most, fewest, calmest = 0, 99, 99.0
        picked, last, recent = 0, 0.0, 0.0
        for at in range(others):
            held = self.other_picked[at]
            points = self.other_last[at] if self.other_last[at] >= 0 else 9
            mean = self.other_recent[at] if self.other_recent[at] >= 0 else 9.0
            if at == 0:
                features[23] = min(held, 8) / 4.0
                features[24] = points / 13.0
                features[25] = mean / 13.0
            picked += held
            last += points
            recent += mean
            most = max(most, held)
            fewest = min(fewest, points)
            calmest = min(calmest, mean)
        features[26] = picked / (4.0 * others)
        features[27] = most / 4.0
        features[28] = last / (13.0 * others)
        features[29] = fewest / 13.0
        features[30] = recent / (13.0 * others)
        features[31] = calmest / 13.0
        features[32] = self.pile / 50.0
