"""What a round costs: the best arrangement of the cards kept (section A8)."""

from collections import Counter
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given

from fivecrowns.actions import Stall
from fivecrowns.cards import Card, CardCountError, Rank, deck, format_cards, parse_cards
from fivecrowns.errors import FiveCrownsError
from fivecrowns.melds import arrange, best_discard, going_out_discards
from fivecrowns.round import Round
from fivecrowns.rules import Deal, Rules, RulesError, is_wild, points
from tests import strategies
from tests.oracles import brute_force
from tests.positions import OFFICIAL, act, new_round

Cards = tuple[Card, ...]

LARGEST = dict(zip(range(3, 14), (75, 86, 96, 105, 113, 118, 122, 125, 127, 116, 120), strict=True))
"""R8.4c: the largest round score with best melding, by cards dealt."""


def kept(hand: str, wild: Rank | None, rules: Rules = OFFICIAL) -> Round:
    """A round that is over, in which seat 1 kept this hand on its last turn."""
    cards = parse_cards(hand)
    size = len(cards)
    # A book of kings, and jokers where those do not suffice, goes out with whatever is drawn.
    rest = Counter(deck()) - Counter(cards)
    kings = sorted(rest.elements(), key=lambda card: (card.rank != 13, card.rank is not None))
    round_ = new_round(format_cards(kings[:size]), hand, deal=Deal(size, wild), rules=rules)
    first, second = round_.draw_pile[:2]
    return act(round_, f"0 pile out {first}", f"1 pile {second}")


@pytest.mark.parametrize(
    ("case", "hand", "wild", "points", "left"),
    [
        ("T29", "3* 7C QD", Rank.THREE, 39, "QD 7C 3*"),
        ("T30 round 8", "10D 4S 7H", Rank.TEN, 31, "4S 7H 10D"),
        ("T30 round 7", "10D 4S 7H", Rank.NINE, 21, "4S 7H 10D"),
        ("T30 round 11", "KD 4S 7H", Rank.KING, 31, "4S 7H KD"),
        ("T30 round 10", "KD 4S 7H", Rank.QUEEN, 24, "4S 7H KD"),
        ("T32", "4C 5C JK 9H 9S", Rank.KING, 9, "4C 5C"),
        ("R8.1 a joker", "JK 3D 9S", Rank.SEVEN, 62, "9S 3D JK"),
        ("R8.1 only jokers wild", "3D KS 7H", None, 23, "KS 7H 3D"),
        ("books and runs share", "5H 6H 7H 6C 6S 6D", Rank.THREE, 0, ""),
        ("the same card twice", "8H 8H JK K* KH KC", Rank.SIX, 0, ""),
        ("a gap of two", "6C JK 9C", Rank.THREE, 65, "6C 9C JK"),
        ("Q K JK", "QD KD JK", Rank.THREE, 0, ""),
        ("no wrap", "QC KC 3C", Rank.EIGHT, 28, "3C QC KC"),
    ],
)
def test_r8_1_r8_2_a_hand_costs_its_best_arrangement(
    case: str, hand: str, wild: Rank | None, points: int, left: str
) -> None:
    """The round score is the fewest points that any arrangement leaves (R8.1, R8.2)."""
    result = kept(hand, wild).result
    assert result.scores[1] == points, case
    assert result.left[1] is not None
    assert format_cards(result.left[1]) == left, case


def test_r8_1_melded_and_discarded_cards_cost_nothing() -> None:
    """Jokers in melds and a joker discarded are free (R8.1)."""
    round_ = new_round("8C 8H JK", "9C 9H JK", then="KD JK JK")
    over = act(round_, "0 pile out JK", "1 pile JK")
    assert over.result.scores == (0, 0)


def test_r8_3_the_player_who_goes_out_scores_0() -> None:
    """Whoever goes out has 0, and others may have 0 as well (R6.6, R8.3)."""
    round_ = new_round("8C 8H 8S", "9C 9H 9S", "4C 10H 4S", then="KD QS QD QH")
    over = act(round_, "0 pile out QS", "1 pile QD", "2 pile QH")
    assert over.result.scores == (0, 0, 18)


@pytest.mark.parametrize("naturals", [0, 1])
@pytest.mark.parametrize("size", range(3, 9))
def test_r8_2_scores_are_those_of_trying_everything(size: int, naturals: int) -> None:
    """Seat by seat, a round without anybody out scores what trying every arrangement finds."""
    rules = Rules(naturals=naturals)
    random = Random(f"{size} {naturals}")
    for _ in range(15):
        wild = random.choice([None, *Rank])
        order = random.sample(deck(), 4 * size)
        hands = [order[seat::4] for seat in range(4)]
        round_ = new_round(*map(format_cards, hands), deal=Deal(size, wild), rules=rules)
        for _ in range(160):
            round_ = act(round_, f"{round_.turn} discard {round_.discard_pile[0]}")
        over, _ = round_.apply(Stall())
        assert list(over.result.scores) == [
            brute_force.points(list(map(str, hand)), wild or 0, naturals) for hand in hands
        ]


@given(strategies.hands(max_size=13), strategies.wilds())
def test_r8_4a_at_most_one_wild_is_left_over_and_only_without_melds(
    hand: Cards, wild: Rank | None
) -> None:
    """A best arrangement leaves one wild at most, and none where there is a meld (R8.4a)."""
    best = arrange(hand, wild)
    wilds = [card for card in best.left if is_wild(card, wild)]
    assert len(wilds) <= 1
    assert not (wilds and best.melds)


@given(strategies.hands(min_size=4, max_size=14), strategies.wilds())
def test_r8_4b_with_best_play_no_wild_is_left_over(hand: Cards, wild: Rank | None) -> None:
    """After the best discard of a last turn no wild costs anything (R8.4b)."""
    discard = best_discard(hand, wild).discard
    rest = list(hand)
    rest.remove(discard)
    best = arrange(rest, wild)
    assert not any(is_wild(card, wild) for card in best.left)


@given(strategies.hands(max_size=13))
def test_r8_4c_no_hand_costs_more_than_the_largest_score(hand: Cards) -> None:
    """With the official wild rank no arrangement leaves more than the known limit (R8.4c)."""
    assert arrange(hand, Rank(len(hand))).points <= LARGEST[len(hand)]


@pytest.mark.parametrize(
    "hand",
    [
        "JK KS QH",
        "JK KS QH JD",
        "JK KS QH JD 10C",
        "JK KS QH JD 10C 9*",
        "JK KS QH JD 10C 9* 8S",
        "JK KS QH JD 10C 9* 7H 6D",
        "JK KS QH JD 10C 8* 7H 6D 5C",
        "JK KS QH JD 9* 8S 7H 6D 5C 4*",
        "JK KS QH 10C 9* 8S 7H 6D 5C 4* 3S",
        "KS KH JD JC 10* 10S 9H 9D 8C 8* 7S 7H",
        "QS QH JD JC 10* 10S 9H 9D 8C 8* 7S 7H 6D",
    ],
)
def test_r8_4c_the_dearest_hands(hand: str) -> None:
    """No two cards here come together, and they cost the most that is possible (R8.4c)."""
    cards = parse_cards(hand)
    assert kept(hand, Rank(len(cards))).result.scores[1] == LARGEST[len(cards)]


@pytest.mark.parametrize("wild", ["7", "seven", 7.0, [Rank.SEVEN]])
def test_what_is_no_rank_is_no_wild_rank(wild: object) -> None:
    """An error, and no answer in which nothing is wild."""
    (card,) = parse_cards("7H")
    for ask in (is_wild, points):
        with pytest.raises(RulesError, match="expected a Rank or None as wild rank, got "):
            ask(card, cast("Rank", wild))


def test_what_is_no_card_goes_out_with_nothing_but_an_error() -> None:
    """However few there are; and no deck has fewer sets than one."""
    hands: list[Any] = ["8C", ["8C"], [None], [1, 2, 3], b"8C"]
    for hand in hands:
        with pytest.raises((TypeError, FiveCrownsError), match=r"cards|Card|int|str"):
            going_out_discards(hand, Rank.SEVEN)
    for sets in (0, -1):
        with pytest.raises(CardCountError, match="expected 1 or more game sets, got "):
            deck(sets)
