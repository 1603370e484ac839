"""The canonical arrangement of a hand, written from its description in `docs/record.md` alone.

Which melds are laid down by themselves is in no record, so whoever reads records has to choose the
same ones. This does what the description says, word by word, and looks at every choice of books
in turn; up to 10 cards, or few books to choose from, it needs milliseconds.

Cards are text as in the other oracles, `wild` is the wild rank or 0, `naturals` is 0 or 1 (H1).
"""

from collections.abc import Iterator
from functools import lru_cache

from .brute_force import is_wild, rank

SUITS = "SHDC*"
Meld = list[str]
Counts = tuple[int, ...]
"""How many cards of each rank 3..13 of a suit there are."""


def in_order(card: str) -> tuple[int, int]:
    """The place of a card in sorting order: by suit, then rank, jokers last."""
    return (5, 0) if card == "JK" else (SUITS.index(card[-1]), rank(card))


def melds(hand: list[str], wild: int, naturals: int) -> list[Meld]:
    """The melds in the order laid down, the cards of each sorted."""
    wilds = sorted((card for card in hand if is_wild(card, wild)), key=in_order)
    plain = sorted((card for card in hand if not is_wild(card, wild)), key=in_order)
    groups = best_groups(plain, len(wilds))
    if groups:
        return [sorted(meld, key=in_order) for meld in with_wilds(groups, wilds, wild)]
    return [wilds] if len(wilds) >= 3 and not naturals else []


# --- 1 and 2: which naturals lie together ---------------------------------------------------


def best_groups(plain: list[str], wilds: int) -> list[Meld]:
    """The naturals of each meld by the first choice of books that leaves the fewest points."""
    best, found = 0, []
    for books in book_choices(plain, wilds, 3):
        rest = list(plain)
        for card in [card for book in books for card in book]:
            rest.remove(card)
        free = wilds - sum(len(book) == 2 for book in books)
        suits = [counts(rest, suit) for suit in SUITS]
        saved = sum(rank(card) for book in books for card in book) + most(tuple(suits), free)
        if saved > best:
            best, found = saved, [*books, *runs(suits, free)]
    return found


def book_choices(plain: list[str], wilds: int, lowest: int) -> Iterator[list[Meld]]:
    """Every choice of books from a rank on, in the order in which they are looked at."""
    if lowest > 13:
        yield []
        return
    cards = [card for card in plain if rank(card) == lowest]
    if len(cards) > 2 or (len(cards) == 2 and wilds):
        for book in selections(cards):
            if len(book) >= min(3, len(cards)):
                for others in book_choices(plain, wilds - (len(book) == 2), lowest + 1):
                    yield [book, *others]
    yield from book_choices(plain, wilds, lowest + 1)


def selections(cards: list[str]) -> Iterator[Meld]:
    """Every selection of sorted cards once: of the first suits as many as there are, then fewer."""
    if not cards:
        yield []
        return
    copies = cards.count(cards[0])
    for take in range(copies, -1, -1):
        for others in selections(cards[copies:]):
            yield [cards[0]] * take + others


def counts(cards: list[str], suit: str) -> Counts:
    """How often each rank of a suit is among the cards."""
    ranks = [rank(card) for card in cards if card[-1] == suit]
    return tuple(ranks.count(r) for r in range(3, 14))


def starts(held: Counts, low: int) -> Iterator[tuple[int, int, int, Counts]]:
    """Every run that begins with a card of the rank at `low`: its last rank, saved, cost, rest.

    It takes one card of each rank that it passes; the cost is wilds for holes, and for what it
    lacks to be three cards long.
    """
    rest, saved, size = list(held), 0, 0
    for high in range(low, 11):
        if rest[high]:
            rest[high] -= 1
            saved += high + 3
            size += 1
            yield high, saved, max(3, high - low + 1) - size, tuple(rest)


@lru_cache(maxsize=100_000)
def one_suit(held: Counts, wilds: int) -> int:
    """The most points that runs of a suit save with at most so many wilds."""
    low = next((at for at in range(11) if held[at]), None)
    if low is None:
        return 0
    best = one_suit(one_less(held, low), wilds)
    for _, saved, cost, rest in starts(held, low):
        if cost <= wilds:
            best = max(best, saved + one_suit(rest, wilds - cost))
    return best


def one_less(held: Counts, at: int) -> Counts:
    """The suit without one card of a rank."""
    return (*held[:at], held[at] - 1, *held[at + 1 :])


def most(suits: tuple[Counts, ...], wilds: int) -> int:
    """The most points that runs of several suits save with so many wilds among them."""
    if not suits:
        return 0
    return max(
        one_suit(suits[0], spent) + most(suits[1:], wilds - spent) for spent in range(wilds + 1)
    )


def runs(suits: list[Counts], wilds: int) -> list[Meld]:
    """The naturals of each run, suit by suit."""
    found: list[Meld] = []
    for at, suit in enumerate(SUITS):
        others = tuple(suits[at + 1 :])
        spent = next(
            spent
            for spent in range(wilds + 1)
            if one_suit(suits[at], spent) + most(others, wilds - spent)
            == most(tuple(suits[at:]), wilds)
        )
        wilds -= spent
        found += runs_of(suits[at], suit, spent)
    return found


def runs_of(held: Counts, suit: str, wilds: int) -> list[Meld]:
    """The runs of one suit: the lowest card begins the longest that is as good as any choice."""
    found: list[Meld] = []
    while any(held):
        low = next(at for at in range(11) if held[at])
        good = [
            (high, cost, rest)
            for high, saved, cost, rest in starts(held, low)
            if cost <= wilds and saved + one_suit(rest, wilds - cost) == one_suit(held, wilds)
        ]
        if not good:
            held = one_less(held, low)
            continue
        high, cost, rest = good[-1]
        found.append([name(at) + suit for at in range(low, high + 1) if held[at]])
        held, wilds = rest, wilds - cost
    return found


def name(at: int) -> str:
    """The rank at a place of `Counts`."""
    return "3 4 5 6 7 8 9 10 J Q K".split()[at]


# --- 3 and 4: their order, and which wilds they get -----------------------------------------


def is_run(group: Meld) -> bool:
    """Whether the naturals of a meld have several ranks."""
    return rank(group[0]) != rank(group[-1])


def place(group: Meld) -> tuple[bool, tuple[int, ...]]:
    """Books from 3 up to K, those of a rank by suit, then runs by suit and from low to high."""
    suit, low = in_order(group[0])
    return is_run(group), (suit, low) if is_run(group) else (low, suit)


def lacks(group: Meld) -> int:
    """How many wilds a group needs to be a meld."""
    span = rank(group[-1]) - rank(group[0]) + 1 if is_run(group) else 0
    return max(3, span, len(group)) - len(group)


def with_wilds(groups: list[Meld], wilds: list[str], wild: int) -> list[Meld]:
    """Put every wild of the hand into some meld."""
    groups = sorted(groups, key=place)
    room = any(not is_run(group) for group in groups) or 11 * len(groups) >= sum(
        map(len, [*groups, wilds])
    )
    if not room:
        (run,) = groups
        cut = next(
            cut for cut in range(1, len(run)) if lacks(run[:cut]) + lacks(run[cut:]) <= len(wilds)
        )
        groups = sorted([run[:cut], run[cut:]], key=place)
    share = [lacks(group) for group in groups]
    for at, group in enumerate(groups):
        while sum(share) < len(wilds) and (not is_run(group) or len(group) + share[at] < 11):
            share[at] += 1
    laid = [list(group) for group in groups]
    pool = list(wilds)
    for at, group in enumerate(groups):
        own = f"{name(wild - 3)}{group[0][-1]}" if wild else ""
        size = len(group) + share[at]
        if share[at] and is_run(group) and own in pool:
            ranks = [*map(rank, group), wild]
            if max(ranks) - min(ranks) < size:
                laid[at].append(own)
                pool.remove(own)
    for at, group in enumerate(groups):
        while len(laid[at]) < len(group) + share[at]:
            laid[at].append(pool.pop(0))
    return laid
