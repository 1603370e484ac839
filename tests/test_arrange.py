"""Arrangements: legal, best, labelled, and the same for ever (R5, R7.5, R8.2)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fivecrowns.cards import Rank, parse_cards
from fivecrowns.melds import MeldKind, arrange, fewest_points, read_meld
from fivecrowns.rules import is_wild, points
from tests import arrangements, strategies
from tests.oracles import canonical

NATURALS = st.integers(0, 1)
MANY = strategies.examples(4)


@MANY
@given(strategies.hands_and_wilds(), NATURALS, st.randoms(use_true_random=False))
def test_r8_2_an_arrangement_is_a_legal_partition_with_the_fewest_points(
    hand_and_wild: strategies.HandAndWild, naturals: int, random: Random
) -> None:
    """Melds and cards left over are the hand, the melds legal and labelled, the points least.

    The same cards in another order give the same arrangement.
    """
    hand, wild = hand_and_wild
    best = arrange(hand, wild, naturals)
    laid = [card for meld in best.melds for card in meld.cards]
    assert sorted([*laid, *best.left]) == sorted(hand)
    assert list(best.left) == sorted(best.left)
    assert best.points == sum(points(card, wild) for card in best.left)
    assert best.points == fewest_points(hand, wild, naturals)
    for meld in best.melds:
        assert read_meld(meld.cards, wild, naturals) == meld
    shuffled = list(hand)
    random.shuffle(shuffled)
    assert arrange(shuffled, wild, naturals) == best


@MANY
@given(strategies.hands_and_wilds(min_size=1), NATURALS)
def test_r8_4_a_wild_is_left_over_only_where_there_is_no_meld(
    hand_and_wild: strategies.HandAndWild, naturals: int
) -> None:
    """Any meld takes one more wild, so that a wild is left over only if nothing is melded."""
    hand, wild = hand_and_wild
    best = arrange(hand, wild, naturals)
    if any(is_wild(card, wild) for card in best.left):
        assert not best.melds
    if naturals == 0 and any(is_wild(card, wild) for card in hand) and len(hand) > 2:
        assert sum(is_wild(card, wild) for card in best.left) <= 1


def test_r7_5_the_canonical_arrangements_stay_as_they_are() -> None:
    """Games on record laid down these melds, so no release and no build may choose others.

    After a wanted change, `python -m tests.arrangements` writes the file anew.
    """
    assert arrangements.lines() == arrangements.FILE.read_text(encoding="utf-8").splitlines()


@MANY
@given(strategies.hands_and_wilds(max_size=13), NATURALS)
@example((parse_cards("4S 6S 10H JK JK"), Rank.KING), 0)
@example((parse_cards("4S 10S 6H 8H JK JK"), Rank.KING), 0)
@example((parse_cards("QD KD" + " JK" * 11), Rank.THREE), 1)
@example((parse_cards("3H 4H 5H 6H 8H 9H 10H KH JK 7S 7H 7H"), Rank.SEVEN), 0)
def test_r7_5_the_canonical_arrangement_is_that_of_the_format_description(
    hand_and_wild: strategies.HandAndWild, naturals: int
) -> None:
    """A program that follows `docs/record.md` word by word lays down the same melds."""
    hand, wild = hand_and_wild
    expected = canonical.melds([str(card) for card in hand], wild or 0, naturals)
    laid = [
        [str(card) for card in sorted(meld.cards)] for meld in arrange(hand, wild, naturals).melds
    ]
    assert laid == expected


@pytest.mark.parametrize(
    ("hand", "wild", "expected"),
    [
        pytest.param(
            "5* 6* 7H JK 8H", 7, "run 5* 6* 7H=7* JK=8*; left 8H (8)", id="spare wilds join in"
        ),
        pytest.param(
            "9S 9H 9D 4C 5C 6C JK", 7,
            "book 9S 9H 9D JK=9C, run 4C 5C 6C; left nothing (0)",
            id="the first book before a run",
        ),
        pytest.param(
            "JK 5C 6C 4D 5D 6D 7C 7H", 7,
            "run 4D 5D 6D 7H=7D JK=8D, run 5C 6C 7C; left nothing (0)",
            id="a wild in its own place",
        ),
        pytest.param(
            "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH JK", 12,
            "run 3H 4H JK=5H, run 5H 6H 7H 8H 9H 10H JH QH KH; left nothing (0)",
            id="T13: a run of eleven is parted",
        ),
        pytest.param(
            "JK JK 9S JK", 9, "wild 9S JK=9H JK=9D JK=9C; left nothing (0)", id="T11: wilds only"
        ),
        pytest.param("JK 4S 6D", 9, "nothing; left 4S 6D JK (60)", id="no meld"),
    ],
)  # fmt: skip
def test_r7_5_the_canonical_arrangement_is_the_one_described(
    hand: str, wild: int, expected: str
) -> None:
    """What the docstring of `arrange` says of spare wilds and own places is what it does."""
    assert arrangements.as_text(arrange(parse_cards(hand), Rank(wild))) == expected


def test_h1_a_parted_run_has_a_natural_in_both_parts() -> None:
    """Under H1 a run of eleven with spare wilds is parted between its naturals."""
    hand = parse_cards("QD KD" + " JK" * 11)
    best = arrange(hand, Rank.THREE, 1)
    assert [meld.kind for meld in best.melds] == [MeldKind.BOOK, MeldKind.BOOK]
    assert best.left == ()
