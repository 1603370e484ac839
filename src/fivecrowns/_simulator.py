# cython: language_level=3, annotation_typing=False
# cython: boundscheck=False, wraparound=False, cdivision=True
"""A round at full speed, for training and for measuring: the rules of `round` in numbers.

The engine in `round.py` is where the rules stand; tests play what is played here again there, move
by move. Only what that needs is here: one round of all seats, with any deal and H1; the table
arranges (R7.5), and nothing is laid off.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fivecrowns._chance import Chance
from fivecrowns._policies import Learned, Policy
from fivecrowns._position import Position
from fivecrowns.rules import CARDS_PER_SET, Deal, sets_for

STALL_LAPS = 40  # R10.4

Record = tuple[int, list[float] | None, float, float, bool, bool]
"""A decision of a learning policy: the seat, the features of the position it led to (`None` where
the discard was drawn, and no network looks at that), the best value there was, the value of what
was chosen, whether that was explored, and whether it was a draw."""


class Table:
    """One round, played by policies.

    Args:
        players: 2 to 14.
        deal: cards and wild rank.
        naturals: house rule H1.
        chance: where reshuffles, and decks that are not given, come from.
    """

    def __init__(self, players: int, deal: Deal, naturals: int, chance: Chance) -> None:
        self.players = players
        self.deal = deal
        self.cards = deal.cards
        self.sets = sets_for(players)
        self.size = CARDS_PER_SET * self.sets
        self.chance = chance
        self.position = Position(deal.wild, naturals)
        self.natural_needed = naturals == 1
        # The lengths are literals, as Cython needs them where these lists are C arrays. Those of
        # 784 hold 56 kinds of card for each of 14 seats.
        self.hands = [0] * 784
        self.picked = [0] * 784
        self.thrown = [0] * 784
        self.all_picked = [0] * 56
        self.held = [0] * 14  # how many cards are in `picked`
        self.recent = [0] * 42  # the last three discards of each seat, the newest first
        self.shown = [0] * 56  # in the discard pile and in melds
        self.deck = [0] * 232
        self.next = 0  # the draw pile is deck[next:end]
        self.end = 0
        self.discards = [0] * 232  # the top last
        self.discarded = 0
        self.turn = 0
        self.turns = 0
        self.out = -1
        self.over = False
        self.stalled = False
        self.points = [0] * 14
        self.left = [0] * 14  # cards left over after a last turn, -1 before it
        self.totals = [0] * 14
        self.rounds_left = -1
        # Where the order of a reshuffle comes from, if it is not the chance.
        self.reshuffler: Callable[[list[int]], Sequence[int]] | None = None
        self.log: list[tuple[int, ...]] | None = None
        self.records: list[Record] | None = None

    def shuffle(self) -> None:
        """Put the whole deck into an order of its own."""
        at = 0
        for kind in range(56):
            for _ in range((6 if kind == 55 else 2) * self.sets):
                self.deck[at] = kind
                at += 1
        self._mix(self.size)

    def give(self, order: Sequence[int]) -> None:
        """Take a deck order: kinds of cards, the first dealt first.

        Raises:
            ValueError: it is not the whole deck.
        """
        if len(order) != self.size:
            raise ValueError(f"expected {self.size} cards, got {len(order)}")
        for at in range(self.size):
            self.deck[at] = order[at]

    def order(self) -> list[int]:
        """The deck order as it lies; before `start`, what `give` takes."""
        return [self.deck[at] for at in range(self.size)]

    def stand(self, totals: Sequence[int], rounds_left: int) -> None:
        """Say how the game stands; without this, or with -1 rounds left, only points count.

        Args:
            totals: points of each seat in the rounds before.
            rounds_left: rounds to come after this one.
        """
        for seat in range(self.players):
            self.totals[seat] = totals[seat]
        self.rounds_left = rounds_left

    def _mix(self, size: int) -> None:
        """Shuffle the first cards of the deck."""
        for at in range(size - 1, 0, -1):
            other = self.chance.below(at + 1)
            kind = self.deck[at]
            self.deck[at] = self.deck[other]
            self.deck[other] = kind

    def start(self, dealer: int) -> None:
        """Deal from the deck as it lies (R3.3)."""
        for at in range(784):
            self.hands[at] = 0
            self.picked[at] = 0
            self.thrown[at] = 0
        for kind in range(56):
            self.all_picked[kind] = 0
            self.shown[kind] = 0
        for at in range(42):
            self.recent[at] = -1
        for seat in range(self.players):
            self.held[seat] = 0
            self.left[seat] = -1
            self.points[seat] = 0
        seat = dealer
        for at in range(self.cards * self.players):
            seat = self._following(seat)
            self.hands[56 * seat + self.deck[at]] += 1
        self.next = self.cards * self.players
        self.end = self.size
        self.discarded = 0
        self._lay(self.deck[self.next])
        self.next += 1
        self.turn = self._following(dealer)
        self.turns = 0
        self.out = -1
        self.over = False
        self.stalled = False

    def twin(self) -> Table:
        """The same round in the same state, to be played on by itself; chance is shared."""
        other = Table(self.players, self.deal, int(self.natural_needed), self.chance)
        for at in range(784):
            other.hands[at] = self.hands[at]
            other.picked[at] = self.picked[at]
            other.thrown[at] = self.thrown[at]
        for at in range(232):
            other.deck[at] = self.deck[at]
            other.discards[at] = self.discards[at]
        for kind in range(56):
            other.all_picked[kind] = self.all_picked[kind]
            other.shown[kind] = self.shown[kind]
        for at in range(42):
            other.recent[at] = self.recent[at]
        for seat in range(14):
            other.held[seat] = self.held[seat]
            other.points[seat] = self.points[seat]
            other.left[seat] = self.left[seat]
            other.totals[seat] = self.totals[seat]
        other.next = self.next
        other.end = self.end
        other.discarded = self.discarded
        other.turn = self.turn
        other.turns = self.turns
        other.out = self.out
        other.over = self.over
        other.stalled = self.stalled
        other.rounds_left = self.rounds_left
        return other

    def play(self, policies: Sequence[Policy]) -> None:
        """Play to the end of the round.

        Args:
            policies: one for each seat.
        """
        while not self.over:
            self.step(policies[self.turn])

    def step(self, policy: Policy) -> None:
        """Play one turn (R4), or end a round in which nobody goes out (R10.4)."""
        if self.out < 0 and self.turns >= STALL_LAPS * self.players:
            self._stall()
            return
        self.see()
        self._draw(policy)
        self._discard(policy)

    def see(self) -> None:
        """Fill the position with what the seat to act knows before its draw."""
        position = self.position
        mine = 56 * self.turn
        for kind in range(56):
            position.hand.counts[kind] = self.hands[mine + kind]
        position.hand.size = self.cards
        position.cards = self.cards
        position.seats = self.players
        position.turns = self.turns
        position.upcard = self.discards[self.discarded - 1]
        position.out = self.out >= 0
        position.going_out = False
        position.taken = -1
        self._see_unseen()
        if position.pile == 0:
            self._see_discards(self.discarded - 1)
        seat = self._following(self.turn)
        theirs = 56 * seat
        for kind in range(56):
            position.picked[kind] = self.picked[theirs + kind]
            position.thrown[kind] = self.thrown[theirs + kind]
            position.own[kind] = self.thrown[mine + kind]
        for at in range(self.players - 1):
            position.other_picked[at] = self.held[seat]
            self._see_recent(seat, at)
            seat = self._following(seat)
        position.set_standing(self.rounds_left)
        if position.placing:
            self._see_standing()

    def _see_unseen(self) -> None:
        """Count the cards that the seat cannot place."""
        position = self.position
        mine = 56 * self.turn
        total = 0
        for kind in range(56):
            count = (6 if kind == 55 else 2) * self.sets - self.hands[mine + kind]
            count -= self.shown[kind] + self.all_picked[kind] - self.picked[mine + kind]
            position.drawable[kind] = count
            total += count
        position.total = total
        position.pile = self.end - self.next

    def _see_standing(self) -> None:
        position = self.position
        seat = self.turn
        for at in range(self.players - 1):
            seat = self._following(seat)
            more = self.totals[seat] - self.totals[self.turn]
            position.set_rival(at, more, self.left[seat])

    def _see_discards(self, below: int) -> None:
        """Where the draw pile is empty it will be made of the discards (R10.1)."""
        position = self.position
        for kind in range(56):
            position.drawable[kind] = 0
        for at in range(below):
            position.drawable[self.discards[at]] += 1
        position.total = below

    def _see_recent(self, seat: int, at: int) -> None:
        """Note the last discards of an opponent."""
        position = self.position
        points, count = 0, 0
        position.other_last[at] = -1
        for back in range(3):
            kind = self.recent[3 * seat + back]
            if kind >= 0:
                cost = min(position.cost(kind), 20)
                if back == 0:
                    position.other_last[at] = cost
                points += cost
                count += 1
        position.other_recent[at] = points / float(count) if count else -1.0

    def _draw(self, policy: Policy) -> None:
        """Let the seat draw (R4.1)."""
        position = self.position
        seat = self.turn
        if self.out >= 0:
            takes = policy.last_takes(position)
        else:
            takes = policy.takes(position)
            self._record_draw(policy, takes)
        if takes:
            self.discarded -= 1
            kind = self.discards[self.discarded]
            self.shown[kind] -= 1
            self.picked[56 * seat + kind] += 1
            self.all_picked[kind] += 1
            self.held[seat] += 1
            position.taken = kind
        else:
            if self.next == self.end:
                self._reshuffle()
            kind = self.deck[self.next]
            self.next += 1
        self.hands[56 * seat + kind] += 1
        position.add(kind)
        if not takes:
            self._see_unseen()
        if position.pile == 0:
            self._see_discards(self.discarded)
        if self.log is not None:
            self.log.append((seat, takes, kind))

    def _reshuffle(self) -> None:
        """Make the discards below the top the draw pile (R10.1)."""
        top = self.discards[self.discarded - 1]
        for at in range(self.discarded - 1):
            self.deck[at] = self.discards[at]
            self.shown[self.discards[at]] -= 1
        self.next = 0
        self.end = self.discarded - 1
        if self.reshuffler is None:
            self._mix(self.end)
        else:
            order = self.reshuffler([self.deck[at] for at in range(self.end)])
            for at in range(self.end):
                self.deck[at] = order[at]
        self.discards[0] = top
        self.discarded = 1
        if self.log is not None:
            self.log.append(tuple([-1] + [self.deck[at] for at in range(self.end)]))

    def _discard(self, policy: Policy) -> None:
        """Let the seat discard, and end its turn."""
        position = self.position
        seat = self.turn
        last = self.out >= 0
        kind = policy.last_throws(position) if last else policy.throws(position)
        if not last:
            self._record_discard(policy, kind)
        mine = 56 * seat
        self.hands[mine + kind] -= 1
        position.remove(kind)
        self._let_go(seat, kind)
        if last:
            self.points[seat] = position.points()
            if self._following(seat) != self.out:  # otherwise nobody looks at it any more
                self._lay_down(seat)
        elif position.going_out:
            self.out = seat
            self._lay_down(seat)
        self._lay(kind)
        self.thrown[mine + kind] += 1
        self.recent[3 * seat + 2] = self.recent[3 * seat + 1]
        self.recent[3 * seat + 1] = self.recent[3 * seat]
        self.recent[3 * seat] = kind
        if self.log is not None:
            self.log.append((seat, kind, position.going_out))
        self.turns += 1
        self.turn = self._following(seat)
        self.over = self.turn == self.out

    def _lay(self, kind: int) -> None:
        """Put a card on the discard pile."""
        self.discards[self.discarded] = kind
        self.discarded += 1
        self.shown[kind] += 1

    def _let_go(self, seat: int, kind: int) -> None:
        """A card leaves a hand: as far as anybody can tell, it is the one picked up."""
        if self.picked[56 * seat + kind]:
            self.picked[56 * seat + kind] -= 1
            self.all_picked[kind] -= 1
            self.held[seat] -= 1

    def _lay_down(self, seat: int) -> None:
        """Show the melds of a hand: what is in the canonical best arrangement."""
        hand = self.position.hand
        mine = 56 * seat
        self.left[seat] = self.cards
        groups = hand.groups()
        for group in groups:
            for kind in group:
                self._show(seat, kind)
        if not groups and (hand.wilds < 3 or self.natural_needed):
            return
        for kind in range(56):
            if self.position.is_wild(kind):
                for _ in range(self.hands[mine + kind]):
                    self._show(seat, kind)

    def _show(self, seat: int, kind: int) -> None:
        """Show a card in a meld."""
        self.shown[kind] += 1
        self.left[seat] -= 1
        self._let_go(seat, kind)
        self.hands[56 * seat + kind] -= 1

    def _stall(self) -> None:
        """End a round in which nobody goes out (R10.4)."""
        hand = self.position.hand
        for seat in range(self.players):
            for kind in range(56):
                hand.counts[kind] = self.hands[56 * seat + kind]
            hand.size = self.cards
            self.points[seat] = hand.points()
        self.over = True
        self.stalled = True

    def _following(self, seat: int) -> int:
        """The seat after another (R3.2)."""
        return seat + 1 if seat + 1 < self.players else 0

    def _record_draw(self, policy: Policy, takes: bool) -> None:
        """Note a draw of a learning policy for its training."""
        if self.records is None or not isinstance(policy, Learned):
            return
        numbers: list[float] | None = None
        if not takes:
            self.position.describe(-1)
            numbers = [self.position.features[at] for at in range(41)]
        self.records.append((self.turn, numbers, policy.best, policy.chosen, policy.explored, True))

    def _record_discard(self, policy: Policy, kind: int) -> None:
        """Note a discard of a learning policy for its training."""
        if self.records is None or not isinstance(policy, Learned):
            return
        self.position.remove(kind)
        self.position.describe(kind)
        self.position.add(kind)
        numbers = [self.position.features[at] for at in range(41)]
        self.records.append(
            (self.turn, numbers, policy.best, policy.chosen, policy.explored, False)
        )
