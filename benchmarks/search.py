"""How fast the search is on hands of 13 cards, beside a plain search written in Python.

Run it with `python -m benchmarks.search`. Ratios are measured in one run, so that they say the
same on any machine. It ends with 1 if a compiled search misses one.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from benchmarks import plain_search
from fivecrowns import _search
from fivecrowns.cards import Card, Rank, deck
from fivecrowns.melds import (
    arrange,
    best_discard,
    fewest_points,
    fewest_points_of_many,
    going_out_discards,
    outs,
)
from fivecrowns.rules import is_wild

WILD = Rank.KING
CARDS = 13
WILD_RICH = 5
"""As many wilds and more make a hand rich in wilds."""

Hand = tuple[Card, ...]

LEAST_RATIOS = {
    "fewest points, in a batch": 3000,
    "fewest points, one call": 1000,
    "arrange, labelled": 150,
    "outs of all 56 kinds": 40,
}
"""How many times faster than one plain search each must be, at least."""
WILD_RICH_RATIO = 2
"""How many times slower than the median 19 of 20 hands rich in wilds may be."""


def fresh_hands(random: Random, count: int) -> list[Hand]:
    """Hands as they are dealt."""
    return [tuple(random.sample(deck(), CARDS)) for _ in range(count)]


def improved_hands(random: Random, count: int, turns: int = 8) -> list[Hand]:
    """Hands after some turns of drawing from the pile and keeping what leaves fewest points."""
    hands: list[Hand] = []
    for _ in range(count):
        pile = random.sample(deck(), CARDS + turns)
        hand = pile[turns:]
        for card in pile[:turns]:
            hand.append(card)
            hand.remove(best_discard(hand, WILD).discard)
        hands.append(tuple(hand))
    return hands


def wild_rich_hands(random: Random, count: int) -> list[Hand]:
    """Hands with 5 to 8 wilds."""
    wilds = [card for card in deck() if is_wild(card, WILD)]
    naturals = [card for card in deck() if not is_wild(card, WILD)]
    hands: list[Hand] = []
    for at in range(count):
        share = WILD_RICH + at % 4
        hands.append((*random.sample(wilds, share), *random.sample(naturals, CARDS - share)))
    return hands


def microseconds(call: Callable[[], object], calls: int, rounds: int) -> float:
    """Processor time of one of several calls made together, in the best of some rounds.

    Processor time and the best round, because other programs share the machine.
    """
    times: list[float] = []
    for _ in range(rounds):
        begin = time.process_time()
        call()
        times.append(time.process_time() - begin)
    return 1e6 * min(times) / calls


def each(call: Callable[[Hand], object], hands: Sequence[Hand], rounds: int = 9) -> float:
    """Microseconds for a hand, one call a hand."""
    return microseconds(lambda: [call(hand) for hand in hands], len(hands), rounds)


def plain_time(hands: Sequence[Hand]) -> float:
    """Microseconds for a hand of the plain search, whose answers have to be the same."""
    texts = [[str(card) for card in hand] for hand in hands]
    found: list[int] = []

    def search() -> None:
        found[:] = [plain_search.points(text, WILD) for text in texts]

    taken = microseconds(search, len(texts), rounds=2)
    if found != fewest_points_of_many(hands, WILD):
        raise AssertionError("the two searches disagree")
    return taken


def measure(hands: Sequence[Hand]) -> dict[str, float]:
    """Microseconds for a hand, by what is asked."""
    some = hands[: len(hands) // 10]
    return {
        "fewest points, in a batch": microseconds(
            lambda: fewest_points_of_many(hands, WILD), len(hands), rounds=9
        ),
        "fewest points, one call": each(lambda hand: fewest_points(hand, WILD), hands),
        "best discard": each(lambda hand: best_discard(hand, WILD), some),
        "going-out discards": each(lambda hand: going_out_discards(hand, WILD), some),
        "arrange, labelled": each(lambda hand: arrange(hand, WILD), some),
        "outs of all 56 kinds": each(lambda hand: outs(hand, WILD), some, rounds=3),
    }


def hand_times(hands: Sequence[Hand]) -> list[float]:
    """Microseconds of each hand by itself."""
    return [
        microseconds(partial(fewest_points_of_many, [hand] * 50, WILD), 50, rounds=5)
        for hand in hands
    ]


def main(say: Callable[[str], object] = print) -> int:
    """Measure, print a table, and compare."""
    random = Random(2)  # noqa: S311 - made-up hands are no secrets
    count = 3000 if _search.COMPILED else 200
    say(f"search: {'compiled' if _search.COMPILED else 'plain Python'}; hands of {CARDS} cards")
    missed: list[str] = []
    for name, hands in (
        ("freshly dealt", fresh_hands(random, count)),
        ("improved by play", improved_hands(random, count)),
    ):
        plain = plain_time(hands[:100])
        say(f"\n{name}: plain search {plain:.0f} us")
        for what, time_taken in measure(hands).items():
            ratio, least = plain / time_taken, LEAST_RATIOS.get(what)
            aim = f"   (at least {least})" if least else ""
            say(f"  {what:28}{time_taken:10.2f} us{ratio:9.0f} times faster{aim}")
            if least and ratio < least:
                missed.append(f"{name}: {what}")
    median = statistics.median(hand_times(fresh_hands(random, 200)))
    rich = sorted(taken / median for taken in hand_times(wild_rich_hands(random, 200)))
    half, most, worst = rich[100], rich[190], rich[-1]
    say(f"\n{WILD_RICH} wilds and more, in medians of fresh hands ({median:.2f} us):")
    say(f"  half {half:.2f}, all {worst:.2f}, 19 of 20 {most:.2f}   (at most {WILD_RICH_RATIO})")
    if most > WILD_RICH_RATIO:
        missed.append("rich in wilds")
    for what in missed:
        say(f"MISSED: {what}")
    return 1 if missed and _search.COMPILED else 0


if __name__ == "__main__":
    sys.exit(main())
