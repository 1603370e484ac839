"""Write `tests/data/hands.jsonl`: hands with the answers of the oracles.

Run as `python -m tests.oracles.generate_cases` from the root of the repository. The seed is
fixed, so the file comes out the same every time. Each line is an object with `hand`, `wild`,
`naturals`, `sets`, `points`, and from 4 cards on `out`. No hand is written unless the search by
brute force and the bitmask search agree on it.
"""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

from . import bitmask, brute_force

FILE = Path(__file__).resolve().parents[1] / "data" / "hands.jsonl"
SEED = 1988
SIZES = range(3, 17)
RANKS = "3 4 5 6 7 8 9 10 J Q K".split()
SUITED = [rank + suit for suit in "SHDC*" for rank in RANKS]

Maker = Callable[[Random, int, int, int, int], list[str]]

# Hands that are known to lead programs astray, as (hand, wild, naturals).
NAMED = [
    ("8H 8H JK K* KH KC", 6, 0),  # the same card twice
    ("5H 6H 7H 6C 6S 6D", 13, 0),  # books first or runs first is not best
    ("5H 6H 7H 6C 6S 6D", 0, 1),
    ("6C JK 9C", 3, 0),  # a hole of two with one wild
    ("6C JK JK 9C", 3, 0),
    ("JK KC 8S QC KD JK KS 4* JK 10H QS 9H 6S", 13, 0),  # time that explodes with wilds
    ("JK KC 8S QC KD JK KS 4* JK 10H QS 9H 6S", 13, 1),
    ("KS KH KD KH", 5, 0),  # T1
    ("9D 7C JD", 7, 0),  # T3
    ("6D 7* 7S 9D", 7, 0),  # T4
    ("5C 6C 7C", 7, 1),  # T5
    ("10D 3* QD", 3, 0),  # T6
    ("QD KD JK", 3, 0),  # T7: no place above the king
    ("JD QD KD JK", 3, 0),
    ("QC KC 3C", 8, 0),  # T9: no way round the corner
    ("QC KC 3C", 3, 0),
    ("JK JK JK", 9, 0),  # T11
    ("JK JK JK", 9, 1),
    ("7C 7H 7S", 7, 0),  # T12
    ("7C 7H 7S", 7, 1),
    ("7C 7H 7S", 6, 1),
    ("3H 4H 5H 6H 7H 8H 9H 10H JH QH KH", 12, 0),  # T13: a full run, and one wild more
    ("3H 4H 5H 6H 7H 8H 9H 10H JH QH KH JK", 12, 0),
    ("3H 4H 5H 6H 7H 8H 9H 10H JH QH KH JK", 0, 1),
    ("8C 8H 8S 8* 8D 8C", 3, 0),  # T15
    ("8C 8H 8S 8*", 3, 0),  # T16
    ("8C 8H 8S JK", 3, 0),  # T17
    ("8C 8H 8* 9C 9H 9*", 5, 0),  # T18
    ("6D 7D 8D 9D 10D QS", 5, 0),  # T20
    ("3* 7C QD", 3, 0),  # T29
    ("4C 5C JK 9H 9S", 13, 0),  # T32
    ("3H 4H 5H 6C 6S 6D 9* 10* J* QD QS QC JK 7H", 13, 0),  # T35
    ("5S JD QD", 3, 0),  # T51
    ("JK JK JK JK JK JK 4S", 9, 1),  # one natural card carries all wilds
    ("3S 4S JK JK JK JK JK JK 9H 9D 9C 9S", 9, 1),
]


def cards_of(sets: int) -> list[str]:
    """Return all cards of the game sets used (R1.1)."""
    return (SUITED * 2 + ["JK"] * 6) * sets


def without(cards: list[str], gone: list[str]) -> list[str]:
    """Return cards with some of them taken out."""
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return rest


def random_hand(random: Random, size: int, wild: int, naturals: int, sets: int) -> list[str]:
    """Deal a hand as it comes."""
    del wild, naturals
    return random.sample(cards_of(sets), size)


def played_hand(random: Random, size: int, wild: int, naturals: int, sets: int) -> list[str]:
    """Deal a hand and improve it: change one card after the other where that does no harm."""
    deck = cards_of(sets)
    random.shuffle(deck)
    hand, pile = deck[:size], deck[size:]
    best = bitmask.points(hand, wild, naturals)
    for drawn in pile[:18]:
        changed = [*without(hand, [random.choice(hand)]), drawn]
        points = bitmask.points(changed, wild, naturals)
        if points <= best:
            hand, best = changed, points
    return hand


def melded_hand(random: Random, size: int, wild: int, naturals: int, sets: int) -> list[str]:
    """Put books and runs together, put wilds in some places, and fill up with a stray or two."""
    del naturals
    deck = cards_of(sets)
    jokers = [card for card in deck if brute_force.is_wild(card, wild)]
    hand: list[str] = []
    while len(hand) < size:
        room = size - len(hand)
        length = min(room, random.choice([3, 3, 4, 5]))
        if length < 3 or random.random() < 0.12:
            meld = random.sample(deck, 1)
        elif random.random() < 0.5:
            rank = random.choice(RANKS)
            meld = random.sample([card for card in deck if card[:-1] == rank], length)
        else:
            low = random.randrange(len(RANKS) - length + 1)
            suit = random.choice("SHDC*")
            meld = [rank + suit for rank in RANKS[low : low + length]]
        if random.random() < 0.3:
            meld[random.randrange(len(meld))] = random.choice(jokers)
        # A meld that asks for more copies than there are is passed over.
        if all(meld.count(card) <= deck.count(card) for card in meld):
            deck = without(deck, meld)
            hand += meld
    return hand


def wild_hand(random: Random, size: int, wild: int, naturals: int, sets: int) -> list[str]:
    """Deal three wilds or many more and fill up with natural cards."""
    del naturals
    deck = cards_of(sets)
    wilds = [card for card in deck if brute_force.is_wild(card, wild)]
    plain = [card for card in deck if not brute_force.is_wild(card, wild)]
    count = min(size, len(wilds), random.randint(3, 8 if sets == 1 else 11))
    return random.sample(wilds, count) + random.sample(plain, size - count)


def crowded_hand(random: Random, size: int, wild: int, naturals: int, sets: int) -> list[str]:
    """Deal from a few neighbouring kinds only, so that most cards are there several times."""
    del wild, naturals
    suits = random.sample("SHDC*", 2 if size < 9 else 3)
    width = 3 + size // 5
    low = random.randrange(len(RANKS) - width + 1)
    kinds = {rank + suit for rank in RANKS[low : low + width] for suit in suits}
    narrow = [card for card in cards_of(sets) if card in kinds]
    hand = random.sample(narrow, min(size, len(narrow)))
    return hand + random.sample(without(cards_of(sets), hand), size - len(hand))


def same_card_hand(random: Random, size: int, wild: int, naturals: int, sets: int) -> list[str]:
    """Deal all copies of one or two suited cards, their neighbours, and a few others."""
    del wild, naturals
    suit = random.choice("SHDC*")
    low = random.randrange(len(RANKS) - 3)
    near = [rank + suit for rank in RANKS[low : low + 4]]
    hand: list[str] = []
    for card in [near[1], near[2]] if size > 4 * sets else [near[1]]:
        hand += [card] * min(2 * sets, size - len(hand))
    neighbours = [near[0], near[3]] * 2
    hand += random.sample(neighbours, min(len(neighbours), (size - len(hand)) * 2 // 3))
    rest = without(cards_of(sets), hand)
    return hand + random.sample(rest, size - len(hand))


def overlapping_hand(random: Random, size: int, wild: int, naturals: int, sets: int) -> list[str]:
    """Put runs of one suit together that all go through one card, and fill up with others.

    Where there are more than two such runs, no two copies of each card are enough.
    """
    del naturals
    suit = random.choice("SHDC*")
    middle = random.randrange(2, len(RANKS) - 2)
    deck = cards_of(sets)
    hand: list[str] = []
    for _ in range(min(2 * sets, size // 3)):
        length = random.choice([3, 3, 4])
        low = random.randint(max(0, middle - length + 1), min(middle, len(RANKS) - length))
        run = [rank + suit for rank in RANKS[low : low + length]]
        if len(hand) + length <= size and all(card in deck for card in run):
            deck = without(deck, run)
            hand += run
    if hand and random.random() < 0.4:
        hand.remove(random.choice(hand))
        hand += random.sample([card for card in deck if brute_force.is_wild(card, wild)], 1)
    return hand + random.sample(without(cards_of(sets), hand), size - len(hand))


# How many hands of each size: (maker, sets, naturals, count).
PLAN: list[tuple[Maker, int, int, int]] = [
    (random_hand, 1, 0, 5),
    (random_hand, 2, 0, 2),
    (random_hand, 1, 1, 2),
    (played_hand, 1, 0, 6),
    (played_hand, 2, 0, 2),
    (played_hand, 1, 1, 3),
    (melded_hand, 1, 0, 4),
    (melded_hand, 2, 0, 2),
    (melded_hand, 2, 1, 2),
    (wild_hand, 1, 0, 2),
    (wild_hand, 1, 1, 2),
    (wild_hand, 2, 0, 1),
    (wild_hand, 2, 1, 1),
    (crowded_hand, 1, 0, 2),
    (crowded_hand, 2, 0, 2),
    (crowded_hand, 2, 1, 1),
    (same_card_hand, 1, 0, 1),
    (same_card_hand, 2, 0, 2),
    (same_card_hand, 2, 1, 1),
    (overlapping_hand, 2, 0, 4),
    (overlapping_hand, 2, 1, 1),
]


def case(hand: list[str], wild: int, naturals: int, sets: int) -> dict[str, object]:
    """Return the line of one hand, after both oracles have agreed on it."""
    points = bitmask.points(hand, wild, naturals)
    discards = bitmask.out(hand, wild, naturals)
    other = brute_force.points(hand, wild, naturals), brute_force.out(hand, wild, naturals)
    if other != (points, discards):
        message = f"the oracles disagree on {' '.join(hand)}, wild {wild}, naturals {naturals}"
        raise AssertionError(message)
    line: dict[str, object] = {
        "hand": " ".join(hand),
        "wild": wild,
        "naturals": naturals,
        "sets": sets,
        "points": points,
    }
    if len(hand) >= 4:
        line["out"] = discards
    return line


def cases() -> list[dict[str, object]]:
    """Return all lines, the named hands first."""
    random = Random(SEED)
    lines = [case(hand.split(), wild, naturals, 1) for hand, wild, naturals in NAMED]
    for size in SIZES:
        for maker, sets, naturals, count in PLAN:
            for _ in range(count):
                wild = random.choice([0, *range(3, 14), size if size <= 13 else 0])
                hand = maker(random, size, wild, naturals, sets)
                random.shuffle(hand)
                lines.append(case(hand, wild, naturals, sets))
    return lines


def main() -> None:
    """Write the file."""
    text = "".join(json.dumps(line) + "\n" for line in cases())
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
