"""The exact search: fewest points, discards and outs (R5, R6, R7.2, R8)."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path
from random import Random
from typing import TypedDict, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecrowns.cards import (
    JOKER,
    KINDS,
    Card,
    CardCountError,
    Rank,
    Suit,
    deck,
    format_cards,
    parse_cards,
)
from fivecrowns.errors import FiveCrownsError
from fivecrowns.melds import (
    MAX_HAND,
    arrange,
    best_discard,
    fewest_left,
    fewest_points,
    fewest_points_of_many,
    going_out_discards,
    outs,
)
from fivecrowns.rules import points
from tests import strategies
from tests.oracles import bitmask, brute_force

ROOT = Path(__file__).parents[1]
CASES = [
    path
    for path in (ROOT / "tests/data/hands.jsonl", ROOT.parent / "shared/cases/hands.jsonl")
    if path.exists()
]

MANY = strategies.examples(4)


class Case(TypedDict):
    """A hand and its answers, as `hands.jsonl` has them."""

    hand: str
    wild: int
    naturals: int
    points: int
    out: list[str]


def rank(wild: int) -> Rank | None:
    """A wild rank written as a number, 0 for only jokers."""
    return Rank(wild) if wild else None


def least(text: str, wild: int = 0, naturals: int = 0) -> int:
    """The fewest points of a hand written as text."""
    return fewest_points(parse_cards(text), rank(wild), naturals)


def out(text: str, wild: int = 0, naturals: int = 0) -> str:
    """The discards with which a hand written as text goes out."""
    return format_cards(going_out_discards(parse_cards(text), rank(wild), naturals))


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """A hand after one copy of a card is discarded."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


NATURALS = st.integers(0, 1)


# The known hands.


def cases(path: Path) -> Iterator[Case]:
    """The hands of a file with their answers."""
    for line in path.read_text(encoding="utf-8").splitlines():
        yield cast(Case, {"out": [], **json.loads(line)})


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_known_hands_have_the_points_and_discards_that_were_counted(path: Path) -> None:
    """Hands counted by exhaustive search have the same points and discards here (R6.1, R8.2)."""
    wrong: list[tuple[Case, int, list[str]]] = []
    for case in cases(path):
        hand, wild, naturals = parse_cards(case["hand"]), rank(case["wild"]), case["naturals"]
        fewest = fewest_points(hand, wild, naturals)
        discards = sorted(str(card) for card in going_out_discards(hand, wild, naturals))
        if (fewest, discards) != (case["points"], case["out"]):
            wrong.append((case, fewest, discards))
    assert not wrong


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_known_hands_in_one_call_are_the_same_as_one_by_one(path: Path) -> None:
    """A batch has the points of its hands, in their order."""
    for wild in range(14):
        if wild in (1, 2):
            continue
        some = [case for case in cases(path) if case["wild"] == wild and not case["naturals"]]
        hands = [parse_cards(case["hand"]) for case in some]
        assert fewest_points_of_many(hands, rank(wild)) == [case["points"] for case in some]


# The hands of the rule book (section E), and those that other programs get wrong.


@pytest.mark.parametrize(
    ("hand", "wild", "expected"),
    [
        pytest.param("KS KH KD KH", 5, 0, id="T1: a card twice in a book"),
        pytest.param("QC KC 3C", 8, 28, id="T9: no way from king to three"),
        pytest.param(
            "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH JK", 12, 0, id="T13: a run of eleven and a wild"
        ),
        pytest.param("8C 8H 8S 8* 8D 8C", 3, 0, id="T15: a book of six"),
        pytest.param("3* 7C QD", 3, 39, id="T29: no meld, and a wild left over"),
        pytest.param("10D", 8, 10, id="T30: a ten in a round of eights"),
        pytest.param("10D", 10, 20, id="T30: a ten in its own round"),
        pytest.param("KS", 13, 20, id="T30: a king in the last round"),
        pytest.param("KS", 10, 13, id="T30: a king in another round"),
        pytest.param("4C 5C JK 9H 9S", 13, 9, id="T32: the joker goes where it saves most"),
        pytest.param("5S JD QD", 3, 28, id="T51: an open pile"),
        pytest.param("8H 8H JK K* KH KC", 6, 0, id="the same card twice"),
        pytest.param("5H 6H 7H 7H 8H 9H", 13, 0, id="two runs meet in a rank held twice"),
        pytest.param("5H 6H 7H 6C 6S 6D", 13, 0, id="the run first"),
        pytest.param("5H 6H 7H 6C 6S", 13, 12, id="the run before the book"),
        pytest.param("3H 4H 5H 5C 5S", 13, 7, id="the book before the run"),
        pytest.param("6C JK 9C", 3, 65, id="a hole of two and one wild"),
        pytest.param("6C JK JK 9C", 3, 0, id="a hole of two and two wilds"),
        pytest.param("6C JK 8C JK 10C", 3, 0, id="two holes in one run"),
        pytest.param("QS KS JK", 3, 0, id="a wild before the first card"),
        pytest.param("3S 4S JK", 9, 0, id="a wild after the last card"),
        pytest.param("6S 7D 8S", 7, 0, id="a wild of another suit"),
        pytest.param("JK JK JK JK", 9, 0, id="more jokers than three"),
        pytest.param("7S 7H 7S JK", 7, 0, id="wilds only"),
        pytest.param("JK 7H", 7, 70, id="two wilds are no meld"),
        pytest.param("JK 7H 4S", 7, 0, id="two wilds and any card"),
        pytest.param("JK 4S 9D", 7, 63, id="a wild that helps no meld counts"),
        pytest.param("", 7, 0, id="no cards"),
        pytest.param(
            "JK KC 8S QC KD JK KS 4* JK 10H QS 9H 6S", 13, 0, id="six wilds of thirteen cards"
        ),
    ],
)
def test_r8_2_the_fewest_points_of_a_hand_that_is_easy_to_get_wrong(
    hand: str, wild: int, expected: int
) -> None:
    """The points left over are the fewest of all arrangements, whatever stands in the way."""
    assert least(hand, wild) == expected
    assert arrange(parse_cards(hand), rank(wild)).points == expected


@pytest.mark.parametrize(
    ("hand", "wild", "official", "natural"),
    [
        pytest.param("JK JK JK", 9, 0, 150, id="T11"),
        pytest.param("7C 7H 7S", 7, 0, 60, id="T12: wilds"),
        pytest.param("7C 7H 7S", 6, 0, 0, id="T12: naturals"),
        pytest.param("5C 6C 7C", 7, 0, 0, id="T5"),
        pytest.param("JK JK JK JK JK JK 4S", 9, 0, 0, id="one natural carries all wilds"),
        pytest.param("QD KD" + " JK" * 12, 9, 0, 0, id="two naturals at the end of a suit"),
        pytest.param("3D 4D 5D" + " JK" * 12, 9, 0, 0, id="three naturals at its beginning"),
        pytest.param("7D" + " JK" * 12, 9, 0, 0, id="more wilds than a run is long"),
    ],
)
def test_h1_a_meld_needs_a_natural_card(hand: str, wild: int, official: int, natural: int) -> None:
    """House rule H1 changes what becomes of wilds without a natural card, and nothing else."""
    assert least(hand, wild) == official
    assert least(hand, wild, 1) == natural
    for naturals, expected in ((0, official), (1, natural)):
        assert arrange(parse_cards(hand), rank(wild), naturals).points == expected


@pytest.mark.parametrize(
    ("cards", "largest"),
    list(zip(range(3, 14), (75, 86, 96, 105, 113, 118, 122, 125, 127, 116, 120), strict=True)),
)
def test_r8_4_the_largest_round_score_is_reached_and_not_passed(cards: int, largest: int) -> None:
    """The dearest cards that fit nowhere cost what R8.4c says, and no hand of a sample more.

    Up to 11 cards these are a joker and the highest ranks, then the highest ranks twice.
    """
    ranks = [rank for rank in reversed(Rank) if rank != cards]
    faces = ranks[: cards - 1] if cards < 12 else [rank for rank in ranks for _ in "ab"][:cards]
    suits = [*Suit] * 3
    dearest = [Card(suit, rank) for suit, rank in zip(suits, faces, strict=False)]
    if cards < 12:
        dearest.append(JOKER)
    assert len(dearest) == cards
    assert fewest_points(dearest, Rank(cards)) == largest
    random = Random(cards)
    hands = [random.sample(deck(), cards) for _ in range(300)]
    assert max(fewest_points_of_many(hands, Rank(cards))) <= largest


@pytest.mark.parametrize(
    ("hand", "wild", "expected"),
    [
        pytest.param("8C 8H 8S 8*", 3, "8S 8H 8C 8*", id="T16: any of four"),
        pytest.param("8C 8H 8S JK", 3, "8S 8H 8C JK", id="T17: the joker too"),
        pytest.param("8C 8H 8* 9C 9H 9*", 5, "", id="T18: all fit, but one must go"),
        pytest.param("6D 7D 8D 9D 10D QS", 5, "QS", id="T20"),
        pytest.param("3H 4H 5H 6C 6S 6D 9* 10* J* QD QS QC JK 7H", 13, "3H 7H", id="T35"),
        pytest.param("8C 8H 8S", 3, "", id="three cards leave no meld"),
        pytest.param("", 3, "", id="no cards"),
        pytest.param("JK JK JK JK", 3, "JK", id="wilds only"),
        pytest.param("3S 4H 6D JK", 9, "", id="no meld"),
    ],
)
def test_r6_1_every_discard_that_goes_out_is_found(hand: str, wild: int, expected: str) -> None:
    """The discards that let all other cards go down as melds are found, and no others (R6.3)."""
    assert out(hand, wild) == expected


def test_t18_melds_and_discard_are_chosen_together() -> None:
    """Throwing the highest card over after melding is not best: here an eight goes (R7.2, T18)."""
    best = best_discard(parse_cards("8C 8H 8* 9C 9H 9*"), Rank.FIVE)
    assert (str(best.discard), best.points) == ("8H", 16)


@pytest.mark.parametrize(
    ("hand", "wild", "naturals", "discard", "left"),
    [
        pytest.param("4S", 9, 0, "4S", 0, id="the only card"),
        pytest.param("JK", 9, 1, "JK", 0, id="the only card, a joker"),
        pytest.param("JK 9S", 9, 0, "JK", 20, id="the dearer of two wilds"),
        pytest.param("4S JK", 9, 0, "JK", 4, id="a joker that helps no meld"),
        pytest.param("4S KD JK", 9, 0, "JK", 17, id="a joker before the highest card"),
        pytest.param("4S JK JK", 9, 0, "JK", 54, id="two jokers and one card"),
        pytest.param("4S JK JK JK", 9, 0, "4S", 0, id="jokers are a meld"),
        pytest.param("4S JK JK JK", 9, 1, "JK", 0, id="but not under H1"),
        pytest.param("JK JK 9H JK 9S", 9, 0, "9S", 0, id="of wilds alone a joker last"),
        pytest.param("JK JK JK JK", 9, 1, "JK", 150, id="wilds only, under H1"),
        pytest.param("8C 8H 8S 9S", 3, 0, "9S", 0, id="the card that fits nowhere"),
        pytest.param("8C 8H 8S 8*", 3, 0, "8S", 0, id="the first of equal cards"),
        pytest.param("8C 8H 8S JK", 3, 0, "8S", 0, id="a natural before a wild"),
        pytest.param("4S 6D 9H", 3, 0, "9H", 10, id="the highest of cards that fit nowhere"),
        pytest.param("8C 8H 8* 4S 5S JK", 9, 0, "5S", 4, id="a book of three needs its cards"),
        pytest.param("8C 8H 8* 8D 4S 5S JK", 9, 0, "8H", 0, id="a book of four can spare one"),
        pytest.param("8C 8H 8* 4S 5S JK JK", 9, 0, "8H", 0, id="or one of three, with a wild"),
    ],
)
def test_r7_2_the_best_discard_is_one_fixed_card(
    hand: str, wild: int, naturals: int, discard: str, left: int
) -> None:
    """Of the discards that leave the fewest points it is the one that the docstring says."""
    cards = parse_cards(hand)
    for order in (cards, cards[::-1]):
        best = best_discard(order, rank(wild), naturals)
        assert (str(best.discard), best.points) == (discard, left)


# The answers of the oracles.


@MANY
@given(strategies.hands_and_wilds(max_size=8), NATURALS)
def test_r8_2_small_hands_have_the_points_of_the_brute_force(
    hand_and_wild: strategies.HandAndWild, naturals: int
) -> None:
    """Up to 8 cards of one or two game sets: the fewest points of all arrangements there are."""
    hand, wild = hand_and_wild
    expected = brute_force.points([str(card) for card in hand], wild or 0, naturals)
    assert fewest_points(hand, wild, naturals) == expected


@given(strategies.hands_and_wilds(min_size=9), NATURALS)
def test_r8_2_large_hands_have_the_points_of_the_bitmask_search(
    hand_and_wild: strategies.HandAndWild, naturals: int
) -> None:
    """9 to 16 cards of one or two game sets, also with many wilds: the fewest points."""
    hand, wild = hand_and_wild
    expected = bitmask.points([str(card) for card in hand], wild or 0, naturals)
    assert fewest_points(hand, wild, naturals) == expected


@pytest.mark.parametrize(
    "hand",
    [
        "4S 5S 6S 4S 5S 6S 4S 5S 6S JH",  # three runs through the same cards
        "4S 5S 6S 6S 6S 6S 7S 8S 6H 9D",  # four copies: a run up, a run down, a book
        "9H 9H 9H 10H 10H 10H JH JH JH QH QH QH 3S 4D 6C",  # a row above 127 points
        "10H JH QH KH 10H JH QH KH 10H JH QH KH 10H JH QH KH",  # four copies of all
    ],
)
def test_r1_3_hands_from_two_sets_are_exact(hand: str) -> None:
    """Where a card is there up to four times, as with 8 players and more, the search is exact."""
    cards = parse_cards(hand)
    for wild in (None, Rank.SIX, Rank.TEN, Rank.THREE):
        assert fewest_points(cards, wild) == bitmask.points(
            [str(card) for card in cards], wild or 0, 0
        )


@pytest.mark.parametrize(
    ("hand", "wild"),
    [
        ("3S 5S 7S 3H 5H 7H 3D 5D 7D 5C 7C KC 3* 5* 7* JK", 4),
        ("9S 10S 9H 10H 9D 10D 10D 10D 9C 10C 9* 10* 10* 10* K* JK", 7),
        ("7S 8S 9S 7H 8H 9H 3D 7D 8D 9D 7C 8C 9C 7* 8* 9*", 4),
    ],
)
def test_hands_that_make_the_search_work_hardest_are_exact(hand: str, wild: int) -> None:
    """Many cards fit books and runs alike and one card fits nothing: every choice is tried."""
    cards = parse_cards(hand)
    expected = bitmask.points([str(card) for card in cards], wild, 0)
    assert fewest_points(cards, Rank(wild)) == expected > 0


# What must hold for every hand.


@MANY
@given(strategies.hands_and_wilds(min_size=1), NATURALS)
def test_r7_2_the_best_discard_is_as_good_as_any(
    hand_and_wild: strategies.HandAndWild, naturals: int
) -> None:
    """No other discard leaves fewer points, and all that go out are named (R6.1)."""
    hand, wild = hand_and_wild
    left = {card: fewest_points(without(hand, card), wild, naturals) for card in set(hand)}
    best = best_discard(hand, wild, naturals)
    assert best.points == min(left.values()) == left[best.discard]
    goes_out = sorted(card for card in left if left[card] == 0)
    assert list(going_out_discards(hand, wild, naturals)) == (goes_out if len(hand) > 3 else [])


@given(strategies.hands_and_wilds(max_size=MAX_HAND - 1), NATURALS)
def test_outs_are_the_best_discards_after_each_draw(
    hand_and_wild: strategies.HandAndWild, naturals: int
) -> None:
    """For each kind of card: the points after drawing it and the best discard (R7.2)."""
    hand, wild = hand_and_wild
    found = outs(hand, wild, naturals)
    assert len(found) == len(KINDS)
    for card, after in zip(KINDS, found, strict=True):
        if hand.count(card) == (12 if card is JOKER else 4):
            assert after == fewest_points(hand, wild, naturals)
        else:
            assert after == best_discard([*hand, card], wild, naturals).points


def test_outs_leave_out_a_card_of_which_every_copy_is_held() -> None:
    """With all four copies of two sets in the hand there is no fifth to draw: nothing changes."""
    hand = parse_cards("8S 8S 8S 8S KD")
    found = outs(hand, Rank.THREE)
    assert found[Card.parse("8S").index] == fewest_points(hand, Rank.THREE) == 13
    assert found[Card.parse("8H").index] == 0


@given(strategies.hands_and_wilds(max_size=MAX_HAND - 1), strategies.cards(), NATURALS)
def test_a_further_card_never_costs_more_than_it_counts(
    hand_and_wild: strategies.HandAndWild, card: Card, naturals: int
) -> None:
    """A card more adds at most its own points; drawn and thrown away again it adds none."""
    hand, wild = hand_and_wild
    if hand.count(card) == (12 if card is JOKER else 4):
        return
    before = fewest_points(hand, wild, naturals)
    assert fewest_points([*hand, card], wild, naturals) <= before + points(card, wild)
    assert best_discard([*hand, card], wild, naturals).points <= before


# Bad input, and several threads.


@pytest.mark.parametrize("function", [fewest_points, arrange, going_out_discards, best_discard])
def test_a_hand_that_cannot_be_is_refused_in_a_sentence(
    function: Callable[..., object],
) -> None:
    """Too many cards, too many copies or an unknown option are errors that say so."""
    with pytest.raises(FiveCrownsError, match="expected at most 16 cards in a hand, got 17"):
        function(deck()[:17], None)
    with pytest.raises(CardCountError, match="expected at most 4 copies of 8S in 2 game sets"):
        function(parse_cards("8S " * 5), None)
    with pytest.raises(CardCountError, match="expected at most 12 copies of JK in 2 game sets"):
        function(parse_cards("JK " * 13), None)
    with pytest.raises(FiveCrownsError, match="expected naturals 0 or 1, got 2"):
        function(parse_cards("8S 8H 8D 8C"), None, 2)
    with pytest.raises(FiveCrownsError, match="expected a Rank or None as the wild rank, got 7"):
        function(parse_cards("8S 8H 8D 8C"), cast(Rank, 7))


@pytest.mark.parametrize(
    "function", [fewest_points, arrange, going_out_discards, best_discard, outs, fewest_left]
)
@pytest.mark.parametrize(
    "hand", ["8C 8H 8S", ["8C", "8H", "8S", "9S"], [*parse_cards("8C 8H 8S"), None], [8, 9, 10, 11]]
)
def test_a_hand_of_something_else_than_cards_is_refused_in_a_sentence(
    function: Callable[..., object], hand: object
) -> None:
    """A text, numbers or a single thing that is no card are named, not taken for cards."""
    with pytest.raises(FiveCrownsError, match="expected cards, got"):
        function(hand, None)


def test_there_is_no_discard_from_no_cards() -> None:
    """An empty hand has no best discard."""
    with pytest.raises(FiveCrownsError, match="expected a hand with a card to discard"):
        best_discard([], None)


def test_outs_need_room_for_a_draw() -> None:
    """A hand of 16 cards has drawn already."""
    with pytest.raises(FiveCrownsError, match="expected at most 15 cards before a draw, got 16"):
        outs(deck()[:16], None)


def test_searches_in_several_threads_do_not_disturb_each_other() -> None:
    """Hands of one and two sets, searched at the same time, have the answers they have alone."""
    random = Random(7)
    hands = [random.sample(deck(sets)[: 66 * sets], 12) for sets in (1, 2) for _ in range(30)]

    def search(hand: list[Card]) -> object:
        return arrange(hand, Rank.NINE), best_discard(hand, Rank.NINE)

    def search_all(_: int) -> list[object]:
        return [search(hand) for hand in hands]

    alone = search_all(0)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert all(answers == alone for answers in pool.map(search_all, range(4)))
    finally:
        sys.setswitchinterval(interval)


# Cards left over in place of points.


@pytest.mark.parametrize("seed", range(6))
def test_the_fewest_cards_left_are_those_in_no_meld(seed: int) -> None:
    """Every choice of cards is tried: so many more wilds can complete the melds of the largest."""
    random = Random(seed)
    suits = random.sample(list(Suit), 3)
    pool = [card for card in deck() if card.is_joker or card.suit in suits]
    for _ in range(25):
        hand, wild = random.sample(pool, random.randint(1, 6)), random.randint(3, 13)
        for more in range(3):
            most = max(
                len(kept)
                for count in range(len(hand) + 1)
                for kept in combinations(map(str, hand), count)
                if any(
                    bitmask.points([*kept, *["JK"] * jokers], wild, 0) == 0
                    for jokers in range(more + 1)
                )
            )
            assert fewest_left(hand, Rank(wild), more) == len(hand) - most, (hand, wild, more)


def test_cards_left_are_counted_in_one_game_set_only() -> None:
    """More copies than a game set has, and more wilds than the search can weigh, are refused."""
    with pytest.raises(CardCountError):
        fewest_left(parse_cards("8C 8C 8C"), Rank.THREE)
    with pytest.raises(FiveCrownsError, match="at most 15 wilds, got 16"):
        fewest_left(parse_cards("JK 8C 9H"), Rank.THREE, 15)
    assert fewest_left(parse_cards("8C 9H"), Rank.THREE, 15) == 0
    for more in (-1, 16, 255, 256, 257, 10**20):
        with pytest.raises(FiveCrownsError, match=f"expected 0 to 15 more wilds, got {more}"):
            fewest_left(parse_cards("4C 9H JK"), Rank.THREE, more)
    with pytest.raises(FiveCrownsError, match="at most 32 cards"):
        fewest_left(deck()[:33], Rank.THREE)
    # What was counted leaves no trace in the search for points.
    assert fewest_points(parse_cards("3S 4S 6S 6S 9D 9H JK"), Rank.KING) == 3 + 4 + 6 + 6
