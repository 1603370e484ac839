"""The options of a table: schedules, numbers of players, house rules, points of cards."""

import pickle

import pytest
from hypothesis import given

from fivecrowns.cards import JOKER, KINDS, Card, Rank, parse_cards
from fivecrowns.rules import (
    SCHEDULES,
    TIE_BREAK,
    ArrangementRule,
    Deal,
    LayOff,
    Rules,
    RulesError,
    Ties,
    check_cards_suffice,
    is_wild,
    points,
    random_schedule,
    sets_for,
)
from tests import strategies


def pairs(deals: tuple[Deal, ...]) -> list[tuple[int, int]]:
    """Deals as cards and wild rank, 0 for only jokers."""
    return [(deal.cards, deal.wild or 0) for deal in deals]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("official", [(n, n) for n in range(3, 14)]),
        ("short", [(n, n) for n in range(3, 9)]),
        ("extended", [*((n, n) for n in range(3, 14)), (14, 0), (15, 0)]),
        ("reverse", [(n, n) for n in range(13, 2, -1)]),
    ],
)
def test_r2_1_schedules_deal_what_section_d_says(
    name: str, expected: list[tuple[int, int]]
) -> None:
    """The cards and wild ranks of a named schedule are those of R2.1 and section D."""
    assert pairs(SCHEDULES[name]) == expected
    assert Rules(SCHEDULES[name]).schedule_name == name


def test_r2_1_t39_the_wild_rank_is_the_number_of_cards_dealt() -> None:
    """Round 3 deals 5 cards with 5s wild, round 9 deals 11 with jacks (R2.1, T39)."""
    official = SCHEDULES["official"]
    assert len(official) == 11
    assert official[2] == Deal(5, Rank.FIVE)
    assert official[8] == Deal(11, Rank.JACK)
    assert [str(deal.wild) for deal in official[8:]] == ["J", "Q", "K"]


def test_r9_3_the_tie_break_deals_six_cards_with_sixes_wild() -> None:
    """A tie-break round deals 6 cards, 6s wild (R9.3)."""
    assert (TIE_BREAK.cards, TIE_BREAK.wild) == (6, Rank.SIX)


def test_section_d_a_random_schedule_is_the_eleven_deals_in_an_order_of_its_seed() -> None:
    """A random schedule holds every official deal once; its seed decides the order."""
    orders = [random_schedule(seed) for seed in range(50)]
    for order in orders:
        assert sorted(pairs(order)) == pairs(SCHEDULES["official"])
        Rules(order).check_players(7)
    assert orders == [random_schedule(seed) for seed in range(50)]
    assert random_schedule("7") == random_schedule(7)
    assert len(set(orders)) == 50
    assert {order[0] for order in orders} == set(SCHEDULES["official"])


def test_section_d_official_play_is_the_default() -> None:
    """Without options a table plays the official rules."""
    assert Rules() == Rules(
        SCHEDULES["official"], 0, LayOff.NEVER, Ties.SHARED, ArrangementRule.BEST
    )


def test_a_schedule_of_ones_own_has_no_name() -> None:
    """A list of deals that is not one of the named schedules has no name."""
    assert Rules((Deal(3, None),)).schedule_name is None
    assert Rules(SCHEDULES["short"][:5]).schedule_name is None


def test_options_cannot_change() -> None:
    """Options are values: frozen, equal by content, hashable, and pickled as they are."""
    rules = Rules(naturals=1, lay_off=LayOff.LAST_TURN)
    with pytest.raises(AttributeError):
        rules.naturals = 0  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    assert hash(rules) == hash(Rules(naturals=1, lay_off=LayOff.LAST_TURN))
    assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301 - our own bytes


@pytest.mark.parametrize("naturals", [-1, 2, 3, True, False, 1.0, "1", None])
def test_h1_a_meld_needs_no_or_one_natural_card(naturals: int) -> None:
    """Anything but the numbers 0 and 1 is refused, also what equals one of them (H1)."""
    with pytest.raises(RulesError, match=f"naturals 0 or 1, got {naturals}"):
        Rules(naturals=naturals)


def test_a_game_has_at_least_one_round() -> None:
    """An empty schedule is refused."""
    with pytest.raises(RulesError, match="at least one deal"):
        Rules(())


@pytest.mark.parametrize("schedule", [((3, 3),), (Deal(3, None), 4), [Deal(3, None)], "official"])
def test_a_schedule_is_a_tuple_of_deals(schedule: object) -> None:
    """Pairs, numbers, lists and names are refused when the options are made, not later."""
    with pytest.raises(RulesError, match=r"expected (a tuple of deals|deals in the schedule)"):
        Rules(schedule)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("cards", [-1, 0, 1, 2, 16, 116])
def test_deals_too_small_or_too_large_are_refused(cards: int) -> None:
    """With fewer than three cards nobody could go out (R5.1, R6.1); 15 is the largest deal."""
    with pytest.raises(RulesError, match=f"got {cards}"):
        Deal(cards, None)


@pytest.mark.parametrize(
    ("players", "sets"), [(2, 1), (3, 1), (6, 1), (7, 1), (8, 2), (9, 2), (13, 2), (14, 2)]
)
def test_r1_3_up_to_seven_players_use_one_set_and_up_to_fourteen_two(
    players: int, sets: int
) -> None:
    """One set serves 2 to 7 players, two sets 8 to 14 (R1.3)."""
    assert sets_for(players) == sets


@pytest.mark.parametrize("players", [-1, 0, 1, 15, 21, 3.0, True, "3", None])
def test_r1_3_other_numbers_of_players_are_refused(players: int) -> None:
    """Fewer than 2 and more than 14 players are refused, and what is no number (R1.3)."""
    with pytest.raises(RulesError) as caught:
        Rules().check_players(players)
    assert caught.value.rule == "R1.3"


@pytest.mark.parametrize("schedule", [*SCHEDULES, "random"])
@pytest.mark.parametrize("players", range(2, 15))
def test_r1_4_every_named_schedule_leaves_enough_cards(schedule: str, players: int) -> None:
    """Any number of players can play any schedule of section D (R1.4)."""
    deals = random_schedule(1) if schedule == "random" else SCHEDULES[schedule]
    Rules(deals).check_players(players)
    cards = 116 if players <= 7 else 232
    assert all(cards - players * deal.cards >= 2 for deal in deals)


@pytest.mark.parametrize(
    ("players", "most"),
    [(2, 57), (3, 38), (4, 28), (5, 22), (6, 19), (7, 16), (8, 28), (10, 23), (14, 16)],
)
def test_r1_4_two_cards_have_to_remain_after_every_deal(players: int, most: int) -> None:
    """Of 116 or 232 cards two are enough for the piles, one is not, in any round (R1.4)."""
    check_cards_suffice(players, [3, most, 3])
    with pytest.raises(RulesError, match=f"got a deal of {most + 1} cards") as caught:
        check_cards_suffice(players, [3, most + 1, 3])
    assert caught.value.rule == "R1.4"


@given(strategies.wilds())
def test_r5_1_wild_cards_are_jokers_and_the_wild_rank(wild: Rank | None) -> None:
    """Jokers are always wild, of the others exactly those of the wild rank (R5.1)."""
    for card in KINDS:
        assert is_wild(card, wild) == (card is JOKER or (wild is not None and card.rank == wild))


@pytest.mark.parametrize(
    ("cards", "wild", "expected"),
    [
        ("3S 4H 5D 6C 7* 8S 9H 10D", None, [3, 4, 5, 6, 7, 8, 9, 10]),
        ("JS QH KD JK", None, [11, 12, 13, 50]),
        ("3* 4* KD JK", Rank.THREE, [20, 4, 13, 50]),
        ("10D", Rank.TEN, [20]),
        ("10D", Rank.NINE, [10]),
        ("KD", Rank.KING, [20]),
        ("KD", Rank.QUEEN, [13]),
    ],
)
def test_r8_1_t30_points_of_cards(cards: str, wild: Rank | None, expected: list[int]) -> None:
    """A card costs its face value, J Q K 11 12 13, a wild 20, a joker 50 (R8.1, T30)."""
    assert [points(card, wild) for card in parse_cards(cards)] == expected


@pytest.mark.parametrize(
    ("hands", "wild", "sums"),
    [
        (["KD 5H 7S", "JK 3D 9S", "JD 10S 4H"], Rank.SEVEN, [38, 62, 25]),
        (["3* 7C QD"], Rank.THREE, [39]),
    ],
)
def test_t28_t29_points_of_hands(hands: list[str], wild: Rank, sums: list[int]) -> None:
    """Cards left over add up to the sums that the rules state (R8.1, T28, T29)."""
    assert [sum(points(card, wild) for card in parse_cards(hand)) for hand in hands] == sums


@given(strategies.cards(), strategies.wilds())
def test_r8_2_every_card_left_over_costs_something(card: Card, wild: Rank | None) -> None:
    """No card is free: each costs 3 to 13, 20 or 50 points (R8.1, R8.2)."""
    assert points(card, wild) in {*range(3, 14), 20, 50}


@pytest.mark.parametrize("option", ["lay_off", "ties", "arrangement"])
def test_an_option_that_is_plain_text_is_refused(option: str) -> None:
    """An option given as text would compare unlike its value, so it is refused at once."""
    with pytest.raises(RulesError, match="expected an option of"):
        Rules(**{option: "never"})  # type: ignore[arg-type]


def test_a_wild_rank_that_is_only_a_number_counts_or_is_refused() -> None:
    """A number in place of a rank never gives a wrong answer."""
    seven = Card.parse("7H")
    assert points(seven, 7) == points(seven, Rank.SEVEN) == 20  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    for cards, wild in ((3, 3), (5, "5"), (5.0, None), (True, None)):
        with pytest.raises(RulesError, match="expected a"):
            Deal(cards, wild)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
