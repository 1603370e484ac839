"""The search in the page gives the answers of the search in Python."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from fivecrowns.cards import JOKER, KINDS, Card, Rank, deck
from fivecrowns.melds import (
    MAX_HAND,
    arrange,
    best_discard,
    fewest_points,
    going_out_discards,
)
from fivecrowns.rules import is_wild
from tests.page import Page

HANDS = 100_000
Hand = tuple[tuple[Card, ...], Rank | None, int]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    return Page(tmp_path_factory.mktemp("page"))


def official_hands(chance: Random) -> Iterator[Hand]:
    """Hands of the official rounds as they come, before and after the draw."""
    cards = deck()
    while True:
        size = chance.randint(3, 13)
        yield tuple(chance.sample(cards, size + chance.randint(0, 1))), Rank(size), 0


def hard_hands(chance: Random) -> Iterator[Hand]:
    """Hands where melds compete: few suits and ranks, many wilds, two sets, house rule H1."""
    ranks = list(Rank)
    while True:
        wild = chance.choice([None, *ranks])
        suits = chance.sample(range(5), chance.randint(1, 4))
        low = chance.randint(3, 11)
        pool = [
            card
            for card in deck(chance.randint(1, 2))
            if (is_wild(card, wild) and chance.random() < chance.random())
            or (card.suit is not None and _fits(card, suits, low, low + chance.randint(1, 8)))
        ]
        size = min(len(pool), chance.randint(3, MAX_HAND))
        yield tuple(chance.sample(pool, size)), wild, chance.randint(0, 1)


def _fits(card: Card, suits: list[int], low: int, high: int) -> bool:
    return card.index // len(Rank) in suits and low <= card.index % len(Rank) + 3 <= high


def take(hands: Iterator[Hand], count: int) -> list[Hand]:
    return [next(hands) for _ in range(count)]


def question(hand: Hand) -> list[Any]:
    cards, wild, naturals = hand
    return [[str(card) for card in cards], None if wild is None else str(wild), naturals]


def arranged(hand: Hand) -> list[Any]:
    best = arrange(*hand)
    melds = [
        [str(meld.kind), [str(card) for card in meld.cards], [str(card) for card in meld.reads]]
        for meld in best.melds
    ]
    return [best.points, [str(card) for card in best.left], melds]


def discards(hand: Hand) -> list[Any]:
    best = best_discard(*hand)
    out = going_out_discards(*hand)
    return [[str(best.discard), best.points], [str(card) for card in out]]


def differing(hands: list[Hand], got: list[Any], expected: list[Any]) -> list[Any]:
    assert len(got) == len(expected) == len(hands)
    return [
        [question(hand), told, right]
        for hand, told, right in zip(hands, got, expected, strict=True)
        if told != right
    ][:3]


def test_a_hundred_thousand_hands_are_arranged_alike(page: Page) -> None:
    """The page lays a hand down as Python does: same melds, same labels, same cards left over."""
    official = take(official_hands(Random(1)), HANDS * 6 // 10)
    hands = official + take(hard_hands(Random(2)), HANDS - len(official))
    got = page.ask("arrange", map(question, hands))
    assert not differing(hands, got, [arranged(hand) for hand in hands])


def test_the_same_discards_are_best_and_go_out(page: Page) -> None:
    """The page knows the best discard and all with which one can go out (R6.1, R7.2)."""
    hands = take(official_hands(Random(3)), 4000) + take(hard_hands(Random(4)), 4000)
    got = page.ask("discards", map(question, hands))
    assert not differing(hands, got, [discards(hand) for hand in hands])


def test_the_fewest_points_are_those_of_the_arrangement(page: Page) -> None:
    """The points alone are the same, also for hands of a few cards and of jokers only."""
    small = [(KINDS[at : at + at % 4], Rank.THREE, at % 2) for at in range(52)]
    jokers = [((JOKER,) * count, None, naturals) for count in range(13) for naturals in (0, 1)]
    hands: list[Hand] = small + jokers + take(hard_hands(Random(5)), 10_000)
    got = page.ask("points", map(question, hands))
    assert not differing(hands, got, [fewest_points(*hand) for hand in hands])
