# cython: language_level=3, annotation_typing=False
# cython: boundscheck=False, wraparound=False, cdivision=True
"""The exact lay-down search: plain Python, which Cython compiles with the types of `_search.pxd`.

Books tie suits together, runs do not. So a hand is solved by choosing, rank by rank, which cards
go to a book, and then dealing out the wilds among the suits, each of which has a *row* that says
what its runs can take.

The *content* of a suit is how many natural cards of each rank it holds, read as one number: in
base 3, or in base 5 if a card is there more than twice (two game sets). Entry `j` of its row is
the most points of natural cards that runs can take with at most `j` wilds. A row is filled in when
it is first needed. Cards of the wild rank are wilds here and in no content, so that the same rows
serve every wild rank.

Why this is exact:

* A run that begins with some natural card and ends with another may take one of every rank that
  it passes: the wild that would stand there can take over what that card was used for.
* A run costs its holes in wilds, and what it lacks to be three long; there is always room for
  that between 3 and K. One natural with two wilds is such a run. So books need a thought only if
  they have two naturals, and one book a rank is enough.
* Any meld takes one more wild, so wilds are left over only where there is no meld at all, and what
  they cost never steers the choice.
* Nothing of this needs a meld without a natural, so that house rule H1 changes only what becomes
  of a hand without a natural.

Where cards are counted instead of points, everything holds as well, with 1 in place of each rank's
points. The rows for that are kept apart by one more digit: `_COUNTED` is added to the content.

A kind of card is a number, its index in `cards.KINDS`: 11 * suit + rank, where rank 0 is the three
and 55 the joker.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import FunctionType

from fivecrowns.cards import Card, Rank, check_cards, check_copies
from fivecrowns.errors import FiveCrownsError
from fivecrowns.rules import JOKER_POINTS, MAX_DEAL, WILD_POINTS

_MAX_HAND = MAX_DEAL + 1

# The rows by content, in base 3 and in base 5. `_throw_rows` say the same where one card of the
# suit is thrown away and its points count as taken. Rows never change, and any thread that needs
# one fills in the same, so that nothing has to be locked.
_rows: list[bytes | None] = [None] * (2 * 3**11)
_throw_rows: list[bytes | None] = [None] * 3**11
_wide_rows: dict[int, bytes] = {}
_wide_throw_rows: dict[int, bytes] = {}
_MOST_WIDE_ROWS = 50_000  # about 5 MB each; one search needs at most 12,000

_MANY = 1_000  # more points than a hand can have
_COUNTED = 3**11  # in base 3 only
_MOST_COUNTED = 32

_POWERS: list[int] = [base**rank for base in (3, 5) for rank in range(11)]


def _power(base: int, rank: int) -> int:
    """What one card of a rank adds to a content."""
    return _POWERS[rank if base == 3 else 11 + rank]


def _row(content: int, base: int) -> bytes:
    """The row of a content: 16 entries, for no hand with a natural has more than 15 wilds."""
    row = _rows[content] if base == 3 else _wide_rows.get(content)
    if row is None:
        row = _new_row(content, base)
    return row


def _throw_row(content: int, base: int) -> bytes:
    """The row of a content that is not empty, one card of which is thrown away."""
    row = _throw_rows[content] if base == 3 else _wide_throw_rows.get(content)
    if row is None:
        row = _new_throw_row(content, base)
    return row


def _new_row(content: int, base: int) -> bytes:
    """Fill in a row: what happens to the lowest card?"""
    best = bytearray(16)
    counted = base == 3 and content >= _COUNTED
    if content != (_COUNTED if counted else 0):
        low = 0
        while content // _power(base, low) % base == 0:
            low += 1
        # It stays out of all runs...
        after = _row(content - _power(base, low), base)
        for j in range(16):
            best[j] = after[j]
        # ...or it begins one that ends with some card.
        rest, gain, holes = content, 0, 0
        for high in range(low, 11):
            power = _power(base, high)
            if rest // power % base == 0:
                holes += 1
                continue
            rest -= power
            gain += 1 if counted else high + 3
            cost = holes + max(0, low + 2 - high)
            after = _row(rest, base)
            for j in range(cost, 16):
                best[j] = max(best[j], gain + after[j - cost])
    row = bytes(best)
    rows = _rows if base == 3 else _wide_rows
    rows[content] = row
    return row


def _new_throw_row(content: int, base: int) -> bytes:
    """Fill in a row of the second kind: which card is thrown away?"""
    best = bytearray(16)
    for rank in range(11):
        power = _power(base, rank)
        if content // power % base:
            after = _row(content - power, base)
            for j in range(16):
                best[j] = max(best[j], rank + 3 + after[j])
    row = bytes(best)
    rows = _throw_rows if base == 3 else _wide_throw_rows
    rows[content] = row
    return row


class Hand:
    """A hand as counts of cards, and the search for the best way to lay it down.

    All that a search notes down is in here, so that several may go on at a time. `load` puts in
    the cards, also instead of others.

    Raises:
        FiveCrownsError: an argument is out of range.
    """

    def __init__(self, wild: Rank | None, naturals: int) -> None:
        check_options(wild, naturals)
        self.wild_rank = -1 if wild is None else int(wild) - 3
        self.natural_needed = naturals == 1
        self.counting = False  # cards instead of points
        # The lengths are literals, as Cython needs them where these lists are C arrays.
        self.counts = [0] * 56
        self.size = 0
        # What `_sort` finds in the counts.
        self.wilds = 0
        self.naturals = 0
        self.natural_points = 0
        self.highest = 0  # points of the highest natural card
        self.totals = [0] * 11  # natural cards of each rank
        self.contents = [0] * 5
        self.rows = [b""] * 5
        self.bases = [0] * 5
        self.held = [0] * 5  # bits: ranks of the naturals of a suit
        self.linked = [0] * 5  # bits: ranks of which a run could hold two naturals
        self.book_ranks = [0] * 11
        self.books = 0
        self.book_points = 0  # of the naturals of these ranks
        # The search: whether a card is to be thrown away, the cards in books, and the best so far.
        self.throwing = False
        self.taken = [0] * 56
        self.best = 0
        self.best_wilds = 0
        self.best_taken = [0] * 56

    def load(self, cards: Iterable[Card]) -> None:
        """Take in a hand.

        Raises:
            FiveCrownsError: there are too many cards.
            CardCountError: a card is there more often than in two game sets, or in one where cards
            are counted.
        """
        held = list(cards)
        self.size = len(held)
        most = _MOST_COUNTED if self.counting else _MAX_HAND
        if self.size > most:
            raise FiveCrownsError(f"expected at most {most} cards in a hand, got {self.size}")
        sets = 1 if self.counting else 2
        for kind in range(56):
            self.counts[kind] = 0
        try:
            for card in held:
                kind = card.index
                if kind < 0 or kind > 55:
                    check_cards(held)
                self.counts[kind] += 1
                if self.counts[kind] > (6 if kind == 55 else 2) * sets:
                    check_copies(held, sets)
        except (AttributeError, TypeError, OverflowError):  # no index, or none of a kind of card
            check_cards(held)
            raise
        if len(_wide_rows) > _MOST_WIDE_ROWS:
            _wide_rows.clear()
            _wide_throw_rows.clear()

    def _sort(self) -> None:
        """Sort the cards into wilds and naturals, and these by suit and by rank."""
        self.wilds = self.counts[55]
        if self.wild_rank >= 0:
            for suit in range(5):
                self.wilds += self.counts[11 * suit + self.wild_rank]
        for rank in range(11):
            self.totals[rank] = 0
        for suit in range(5):
            self._sort_suit(suit)
        self._sort_ranks()

    def _sort_ranks(self) -> None:
        """Find what the naturals cost, and of which ranks there could be books."""
        self.naturals = 0
        self.natural_points = 0
        self.highest = 0
        self.books = 0
        self.book_points = 0
        for rank in range(11):
            total = self.totals[rank]
            if total:
                self.naturals += total
                points = total * self._worth(rank)
                self.natural_points += points
                self.highest = rank + 3
                if total > 2 or (total == 2 and self.wilds):
                    self.book_ranks[self.books] = rank
                    self.books += 1
                    self.book_points += points

    def _worth(self, rank: int) -> int:
        """What a natural card of a rank counts for."""
        return 1 if self.counting else rank + 3

    def _sort_suit(self, suit: int) -> None:
        """Find the content of a suit, and which of its cards could be in a run with others."""
        content, base, ranks = 0, 3, 0
        for rank in range(11):
            count = self.counts[11 * suit + rank]
            if count and rank != self.wild_rank:
                content += count * _POWERS[rank]
                ranks |= 1 << rank
                self.totals[rank] += count
                if count > 2:
                    base = 5
        if base == 5:
            content = 0
            for rank in range(11):
                if ranks >> rank & 1:
                    content += self.counts[11 * suit + rank] * _POWERS[11 + rank]
        if self.counting:
            content += _COUNTED
        self._note_suit(suit, content, base, ranks)

    def _note_suit(self, suit: int, content: int, base: int, ranks: int) -> None:
        """Note what was found of a suit, and what follows from it."""
        self.bases[suit] = base
        self.contents[suit] = content
        self.held[suit] = ranks
        self.rows[suit] = _row(content, base)
        if self.wilds:
            near = 0
            for distance in range(1, min(self.wilds, 9) + 2):
                near |= ranks << distance | ranks >> distance
            self.linked[suit] = ranks & near
        else:
            lowest = ranks & ranks >> 1 & ranks >> 2
            self.linked[suit] = lowest | lowest << 1 | lowest << 2

    def _cover(self, least: int) -> int:
        """The most natural points that melds can take, a card thrown away counting as taken.

        If that is not more than `least`, the answer is `least`.
        """
        self.best = least
        if least > 0:
            hope = self.book_points
            if self.throwing:
                hope += self.highest
            for suit in range(5):
                hope += self.rows[suit][self.wilds]
            if hope <= least:
                return least
        self._choose_book(0, self.wilds, 0, 99)
        return self.best

    def _choose_book(self, at: int, wilds: int, booked: int, breaking: int) -> bool:
        """Try every book of the ranks from position `at` on, and none; true when all is taken.

        `breaking` is how many wilds it costs to throw away a card of a book.
        """
        if at == self.books:
            return self._choose_runs(wilds, booked, breaking)
        total = self.totals[self.book_ranks[at]]
        if (total > 2 or wilds) and self._choose_cards(at, 0, 0, total, wilds, booked, breaking):
            return True
        return self._choose_book(at + 1, wilds, booked, breaking)

    def _choose_cards(
        self, at: int, suit: int, size: int, others: int, wilds: int, booked: int, breaking: int
    ) -> bool:
        """Choose the cards of a book, suit by suit: `size` are in it, `others` are to come.

        A card that no run could hold with another natural goes in. So do three cards if there are
        three: if one of them is left over or in a run, the wild of a book of two can change places
        with it.
        """
        rank = self.book_ranks[at]
        if others == 0:
            return self._choose_book(
                at + 1,
                wilds - 1 if size == 2 else wilds,
                booked + size * self._worth(rank),
                0 if size > 3 else min(breaking, 1),
            )
        while self.counts[11 * suit + rank] == 0:
            suit += 1
        kind = 11 * suit + rank
        count = self.counts[kind]
        others -= count
        fewest = 0 if self.linked[suit] >> rank & 1 else count
        fewest = max(fewest, min(self.totals[rank], 3) - size - others)
        content = self.contents[suit]
        row = self.rows[suit]
        power = _power(self.bases[suit], rank)
        done = False
        for take in range(count, fewest - 1, -1):
            self.taken[kind] = take
            self.contents[suit] = content - take * power
            self.rows[suit] = _row(self.contents[suit], self.bases[suit])
            done = self._choose_cards(at, suit + 1, size + take, others, wilds, booked, breaking)
            if done:
                break
        self.contents[suit] = content
        self.rows[suit] = row
        self.taken[kind] = 0
        return done

    def _choose_runs(self, wilds: int, booked: int, breaking: int) -> bool:
        """Deal out the wilds among the suits; true when all is taken."""
        hope = booked + self.highest if self.throwing else booked
        for suit in range(5):
            hope += self.rows[suit][wilds]
        if hope <= self.best:
            return False
        if self.throwing:
            total = booked + self._most_thrown(wilds, breaking)
        elif wilds:
            total = booked + self._most(wilds)
        else:
            total = hope
        if total > self.best:
            self.best = total
            self.best_wilds = wilds
            for kind in range(55):
                self.best_taken[kind] = self.taken[kind]
        return total == self.natural_points

    def _most(self, wilds: int) -> int:
        """The most points that runs can take with so many wilds."""
        most = [0] * 16
        for suit in range(5):
            row = self.rows[suit]
            if row[wilds]:
                for j in range(wilds, -1, -1):
                    best = 0
                    for i in range(j + 1):
                        best = max(best, most[j - i] + row[i])
                    most[j] = best
        return most[wilds]

    def _most_thrown(self, wilds: int, breaking: int) -> int:
        """The same where one card is thrown away: of a run, of none, or of a book."""
        most = [0] * 16
        thrown = [-999] * 16
        for suit in range(5):
            if self.contents[suit]:
                row = self.rows[suit]
                throw = _throw_row(self.contents[suit], self.bases[suit])
                for j in range(wilds, -1, -1):
                    best, best_thrown = 0, 0
                    for i in range(j + 1):
                        best = max(best, most[j - i] + row[i])
                        best_thrown = max(
                            best_thrown, thrown[j - i] + row[i], most[j - i] + throw[i]
                        )
                    most[j] = best
                    thrown[j] = best_thrown
        if breaking <= wilds:
            return max(thrown[wilds], most[wilds - breaking])
        return thrown[wilds]

    def points(self) -> int:
        """The fewest points that the hand can leave over."""
        self._sort()
        self.throwing = False
        cover = self._cover(-1) if self.naturals else 0
        if cover == 0 and (self.natural_needed or self.wilds < 3):
            return self.natural_points + self._wild_points()
        return self.natural_points - cover

    def cards_left(self, more_wilds: int) -> int:
        """The fewest cards that are in no meld, if there were more wilds, which are not counted.

        Raises:
            FiveCrownsError: a row has no entry for so many wilds.
        """
        self.counts[55] += more_wilds
        self._sort()
        if self.wilds > 15:
            raise FiveCrownsError(f"expected at most 15 wilds, got {self.wilds}")
        self.throwing = False
        cover = self._cover(-1) if self.naturals else 0
        if cover == 0 and self.wilds < 3:
            return self.naturals + max(0, self.wilds - more_wilds)
        return self.naturals - cover

    def _wild_points(self) -> int:
        jokers = self.counts[55]
        return JOKER_POINTS * jokers + WILD_POINTS * (self.wilds - jokers)

    def points_after_discard(self) -> int:
        """The fewest points that the hand can leave over after one card is thrown away.

        Of two naturals and more, one is thrown: if melds can do without some wild, they can have
        it in place of a natural. Only a lone wild that helps no meld is thrown itself. Whether
        there is a meld can be told from the points: if one is left after some card is thrown, then
        it and that card, or it and the highest card, are more than the highest card alone.
        """
        self._sort()
        return self._points_after_discard(_MANY)

    def points_after_draw(self, kind: int, now: int) -> int:
        """The same with one more card, where the hand leaves over `now` points without it.

        The hand has to be sorted, as `points` leaves it, and stays so. The card itself can be
        thrown away again, so only a cover that leaves fewer points than now is looked for.
        """
        suit, rank = kind // 11, kind % 11
        self.counts[kind] += 1
        if kind == 55 or rank == self.wild_rank or self.counts[kind] > 2:
            self._sort()
            points = self._points_after_discard(now)
            self.counts[kind] -= 1
            self._sort()
            return points
        content, base, ranks = self.contents[suit], self.bases[suit], self.held[suit]
        self.totals[rank] += 1
        self._note_suit(suit, content + _power(base, rank), base, ranks | 1 << rank)
        self._sort_ranks()
        points = self._points_after_discard(now)
        self.counts[kind] -= 1
        self.totals[rank] -= 1
        self._note_suit(suit, content, base, ranks)
        self._sort_ranks()
        return points

    def _points_after_discard(self, known: int) -> int:
        """The same of a sorted hand, where so many points can be left over in any case."""
        self.throwing = True
        if self.naturals > 1:
            least = max(self.natural_points - known, -1)
            cover = self._cover(least)
            if cover == least:
                return known
            if cover == self.highest and self.wilds:
                return self.natural_points
            return self.natural_points - cover
        wild_left = self._wild_points() - (JOKER_POINTS if self.counts[55] else WILD_POINTS)
        if self.naturals == 0:
            melds = self.wilds > 3 and not self.natural_needed
            return 0 if melds else wild_left
        if self.wilds in (1, 2):
            return min(self._wild_points(), self.natural_points + wild_left)
        return 0

    def groups(self) -> list[list[int]]:
        """The naturals of each meld of the canonical best arrangement: books, then runs.

        Canonical: of the books, tried in a fixed order, the first that are best; as few wilds as
        can be for the first suits; and in each suit, from the lowest card on, the longest run that
        is best, and none only where every run would be worse.
        """
        self._sort()
        self.throwing = False
        groups: list[list[int]] = []
        if self.naturals == 0 or self._cover(-1) == 0:
            return groups
        for rank in range(11):
            book: list[int] = []
            for suit in range(5):
                kind = 11 * suit + rank
                book += [kind] * self.best_taken[kind]
                self.contents[suit] -= self.best_taken[kind] * _power(self.bases[suit], rank)
            if book:
                groups.append(book)
        # What the suits from each one on can take, by wilds.
        for suit in range(5):
            self.rows[suit] = _row(self.contents[suit], self.bases[suit])
        most = [[0] * 16 for _ in range(6)]
        for suit in range(4, -1, -1):
            for j in range(self.best_wilds + 1):
                for i in range(j + 1):
                    most[suit][j] = max(most[suit][j], self.rows[suit][i] + most[suit + 1][j - i])
        wilds = self.best_wilds
        for suit in range(5):
            spent = 0
            while self.rows[suit][spent] + most[suit + 1][wilds - spent] < most[suit][wilds]:
                spent += 1
            wilds -= spent
            groups += self._suit_groups(suit, spent)
        return groups

    def _suit_groups(self, suit: int, wilds: int) -> list[list[int]]:
        """The naturals of each run behind an entry of the row of a suit."""
        groups: list[list[int]] = []
        content = self.contents[suit]
        base = self.bases[suit]
        for low in range(11):
            while content // _power(base, low) % base:
                points = _row(content, base)[wilds]
                group: list[int] = []
                found: list[int] = []
                left = content - _power(base, low)
                rest, gain, holes, spent = content, 0, 0, 0
                for high in range(low, 11):
                    if rest // _power(base, high) % base == 0:
                        holes += 1
                        continue
                    group.append(11 * suit + high)
                    rest -= _power(base, high)
                    gain += high + 3
                    cost = holes + max(0, low + 2 - high)
                    if cost <= wilds and gain + _row(rest, base)[wilds - cost] == points:
                        found, left, spent = group.copy(), rest, cost
                if found:
                    groups.append(found)
                content = left
                wilds -= spent
        return groups


def check_options(wild: Rank | None, naturals: int) -> None:
    """Check the options that every public function takes.

    Raises:
        FiveCrownsError: one of them is out of range.
    """
    if wild is not None and not isinstance(wild, Rank):
        raise FiveCrownsError(f"expected a Rank or None as the wild rank, got {wild!r}")
    if naturals not in (0, 1):
        raise FiveCrownsError(f"expected naturals 0 or 1, got {naturals!r}")


def _loaded(cards: Iterable[Card], wild: Rank | None, naturals: int) -> Hand:
    hand = Hand(wild, naturals)
    hand.load(cards)
    return hand


def fewest_points(cards: Iterable[Card], wild: Rank | None, naturals: int) -> int:
    """The fewest points that a hand can leave over."""
    return _loaded(cards, wild, naturals).points()


def fewest_points_of_many(
    hands: Iterable[Iterable[Card]], wild: Rank | None, naturals: int
) -> list[int]:
    """The fewest points that each of many hands can leave over."""
    hand = Hand(wild, naturals)
    fewest: list[int] = []
    for cards in hands:
        hand.load(cards)
        fewest.append(hand.points())
    return fewest


def fewest_left(cards: Iterable[Card], wild: Rank | None, more_wilds: int) -> int:
    """The fewest cards that are in no meld, if the hand had so many more wilds."""
    hand = Hand(wild, 0)
    hand.counting = True
    hand.load(cards)
    return hand.cards_left(more_wilds)


def groups(cards: Iterable[Card], wild: Rank | None, naturals: int) -> list[list[int]]:
    """The naturals, as kinds, of each meld of the canonical best arrangement."""
    return _loaded(cards, wild, naturals).groups()


def discards(cards: Iterable[Card], wild: Rank | None, naturals: int) -> tuple[int, list[int]]:
    """The fewest points after a discard, and every kind of card whose discard leaves them.

    Raises:
        FiveCrownsError: the hand is empty.
    """
    hand = _loaded(cards, wild, naturals)
    if hand.size == 0:
        raise FiveCrownsError("expected a hand with a card to discard, got an empty one")
    fewest = hand.points_after_discard()
    kinds: list[int] = []
    for kind in range(56):
        if hand.counts[kind]:
            hand.counts[kind] -= 1
            if hand.points() == fewest:
                kinds.append(kind)
            hand.counts[kind] += 1
    return fewest, kinds


def outs(cards: Iterable[Card], wild: Rank | None, naturals: int) -> tuple[int, ...]:
    """For every kind of card drawn, the fewest points after a discard.

    Raises:
        FiveCrownsError: the hand has no room for another card.
    """
    hand = _loaded(cards, wild, naturals)
    if hand.size == _MAX_HAND:
        raise FiveCrownsError(
            f"expected at most {_MAX_HAND - 1} cards before a draw, got {hand.size}"
        )
    now = hand.points()
    fewest: list[int] = []
    for kind in range(56):
        if hand.counts[kind] == (12 if kind == 55 else 4):
            fewest.append(now)  # no such card is left, so nothing is gained
        else:
            fewest.append(hand.points_after_draw(kind, now))
    return tuple(fewest)


COMPILED = not isinstance(fewest_points, FunctionType)
"""Whether this is the compiled search; the answers are the same."""
