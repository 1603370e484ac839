"""Last turns: one for every other seat after somebody went out (section A7)."""

from collections.abc import Sequence

import pytest

from fivecrowns.actions import Discard, LayOffCard
from fivecrowns.cards import Card, Rank, deck, format_cards, parse_cards
from fivecrowns.events import Discarded, LaidDown, Revealed, RoundEnded
from fivecrowns.round import Round
from fivecrowns.rules import ArrangementRule, Deal, Rules, sets_for
from fivecrowns.shuffler import Shuffle
from tests.positions import OFFICIAL, act, deck_order, new_round, refused

MANUAL = Rules(arrangement=ArrangementRule.MANUAL)


def last_turn(hand: str, card: str, rules: Rules = OFFICIAL, wild: Rank | None = None) -> Round:
    """A round of two in which seat 0 is out and seat 1 has drawn a card to this hand."""
    size = len(hand.split())
    out = " ".join("3* 4* 5* 6* 7* 8* 9* 10* J*".split()[:size])
    deal = Deal(size, wild or Rank(size))
    return act(
        new_round(out, hand, then=f"K* Q* {card}", deal=deal, rules=rules),
        "0 pile out Q*",
        "1 pile",
    )


def score(round_: Round, card: str, melds: Sequence[str] | None = None) -> int | None:
    """What seat 1 scores when it discards this card, laying down these melds."""
    chosen = None if melds is None else tuple(parse_cards(meld) for meld in melds)
    over, _ = round_.apply(Discard(1, Card.parse(card), chosen))
    assert over.is_over
    return over.result.scores[1]


def test_t24_after_c_goes_out_d_a_and_b_play() -> None:
    """Of seats A, B, C, D the third goes out: D, A, B play once each, then all is over (T24)."""
    hands = ("8C 8H 5S", "9C 9H JS", "4C 4H 4S", "7C 7H KH")
    round_ = new_round(*hands, then="KD KS QS JD QD JC 10D")
    round_ = act(round_, "0 pile 5S", "1 pile 9C", "2 pile out JD")
    seen: list[int | None] = []
    for card in ("QD", "JC", "10D"):
        assert not round_.is_over
        seen.append(round_.turn)
        round_ = act(round_, f"{round_.turn} pile {card}")
    assert seen == [3, 0, 1]
    assert round_.is_over
    assert (round_.turn, round_.phase) == (None, None)
    # 8C 8H KS, 9H JS QS and 7C 7H KH are left.
    assert round_.result.scores == (29, 32, 0, 27)
    assert refused(round_, "2 pile") == ("round_over", "R7.1")
    assert refused(round_, "3 pile") == ("round_over", "R7.1")


@pytest.mark.parametrize("players", range(2, 15))
def test_r7_1_every_other_seat_gets_exactly_one_last_turn(players: int) -> None:
    """Whoever goes out, the others play once, clockwise, and the out seat not again (R7.1)."""
    for out in range(players):
        # Everybody else holds the lowest cards there are, of which no three stay together.
        kings = "KC KH KD"
        rest = [card for card in deck(sets_for(players)) if str(card) not in kings.split()]
        hands = [format_cards(rest[k :: players + 1][:3]) for k in range(players)]
        hands[out] = kings
        round_ = new_round(*hands)
        for seat in range(out):
            round_ = act(round_, f"{seat} pile {round_.draw_pile[0]}")
        round_ = act(round_, f"{out} pile out {round_.draw_pile[0]}")
        seen: list[int] = []
        while round_.turn is not None:
            seen.append(round_.turn)
            round_ = act(round_, f"{round_.turn} pile {round_.draw_pile[0]}")
        assert seen == [(out + k) % players for k in range(1, players)]
        assert round_.result.out == out
        assert round_.result.turns == out + players


def test_r7_1_with_seats_that_do_not_play_the_tied_seats_alone_get_a_turn() -> None:
    """In a round of seats 1, 3 and 4 the last turns go round those three (R7.1, R9.3)."""
    order = deck_order(["9C 9H JS", "8C 8H 8S", "4C 10H 4S"], "KD KS QS JD QD")
    deal = Deal(3, Rank.THREE)
    round_, _ = Round.start(OFFICIAL, deal, 5, (1, 3, 4), 4, Shuffle(order))
    round_ = act(round_, "1 pile KS", "3 pile out QS")
    assert round_.turn == 4
    round_ = act(round_, "4 pile JD")
    assert round_.turn == 1
    round_ = act(round_, "1 pile QD")
    assert round_.result.scores == (None, 29, None, 0, 18)
    assert round_.result.left[0] is None
    assert round_.result.melds[0] is None


def test_r7_4_t25_melding_all_on_a_last_turn_scores_0_without_credit() -> None:
    """D melds all after C went out: 0 points, C keeps the credit, A and B play (R7.4, T25)."""
    hands = ("8C 8H 5S", "9C 9H JS", "4C 4H 4S", "7C 7H 7S")
    round_ = new_round(*hands, then="KD KS QS JD QD JC 10D")
    round_ = act(round_, "0 pile 5S", "1 pile 9C", "2 pile out JD", "3 pile QD")
    assert (round_.out, round_.turn) == (2, 0)
    round_ = act(round_, "0 pile JC", "1 pile 10D")
    assert round_.is_over
    assert round_.result.out == 2
    assert round_.result.scores == (29, 32, 0, 0)


def test_t27_a_last_turn_may_take_the_discard_of_the_player_who_went_out() -> None:
    """The card discarded in going out is drawn like any other upcard (R7.2, T27)."""
    round_ = new_round("8C 8H 8S", "9C 9H JS", then="KD 9S QS")
    round_ = act(round_, "0 pile out 9S", "1 discard JS")
    assert round_.result.scores == (0, 0)
    (book,) = round_.melds[1]
    assert sorted(map(str, book.cards)) == ["9C", "9H", "9S"]


@pytest.mark.parametrize("card", ["9S", "9H", "9C", "9D"])
def test_t27_a_last_turn_ends_with_a_discard_even_if_all_cards_fit(card: str) -> None:
    """Four nines all fit, yet one is discarded; the other three score 0 (R7.2, T27)."""
    round_ = last_turn("9C 9H 9S", "9D")
    assert not round_.is_over
    assert score(round_, card) == 0
    all_four = (parse_cards("9C 9H 9S 9D"),)
    assert refused(round_, Discard(1, Card.parse(card), all_four)) == ("bad_meld", "R7.3")


@pytest.mark.parametrize("card", ["8C", "8H", "8*"])
def test_t18_six_cards_in_two_books_leave_16_on_a_last_turn(card: str) -> None:
    """Of three eights and three nines any eight is discarded, 8 + 8 = 16 are left (T18)."""
    assert score(last_turn("8C 8H 9C 9H 9D", "8*"), card) == 16


@pytest.mark.parametrize("card", ["9C", "9H", "9D"])
def test_t18_discarding_a_nine_leaves_18(card: str) -> None:
    """Discarding a nine instead keeps the eights and leaves 9 + 9 = 18 (T18)."""
    assert score(last_turn("8C 8H 9C 9H 9D", "8*"), card) == 18


def test_r7_2_laying_down_and_discarding_are_told_and_kept() -> None:
    """A last turn tells melds and discard; the hand is what is left over (R7.2)."""
    round_ = last_turn("9C 9H 9S 4D 5S 10H", "KD", wild=Rank.SIX)
    over, events = round_.apply(Discard(1, Card.parse("KD")))
    assert format_cards(over.hands[1]) == "5S 10H 4D"
    (book,) = over.melds[1]
    assert events == (LaidDown(1, (book,)), Discarded(1, Card.parse("KD")), RoundEnded(over.result))
    assert over.result.left == ((), parse_cards("5S 10H 4D"))
    assert over.result.scores == (0, 19)


def test_a_card_laid_down_is_no_longer_known_to_be_held() -> None:
    """A card picked up and melded lies on the table; one picked up and left over is still held."""
    hands = ("8C 8H 8S", "9C 9H 4S", "JC 10H 4H")
    round_ = act(new_round(*hands, then="4D KS QS 9S KD"), "0 discard 4D", "1 discard 4S")
    assert round_.picked_up == ((), parse_cards("4D"), ())
    round_ = act(round_, "2 pile KS", "0 pile out QS", "1 pile 9S")
    assert round_.picked_up == ((), parse_cards("4D"), ())
    hands = ("8C 8H 8S", "9C 9H 4D", "JC 10H 4H")
    round_ = act(new_round(*hands, then="KD 9S QS"), "0 pile out 9S", "1 discard")
    assert round_.picked_up == ((), parse_cards("9S"), ())
    assert act(round_, "1 4D").picked_up == ((), (), ())


def test_the_end_reveals_what_was_committed_to() -> None:
    """When a round ends, deck order and salt are told, so that anybody can check them."""
    shuffle = Shuffle(deck_order(["8C 8H 8S", "9C 9H JS"], "KD QS QD"), "pepper")
    round_, _ = Round.start(OFFICIAL, Deal(3, Rank.THREE), 2, (0, 1), 1, shuffle)
    round_ = act(round_, "0 pile out QS", "1 pile")
    over, events = round_.apply(Discard(1, Card.parse("QD")))
    assert events[-2:] == (RoundEnded(over.result), Revealed((shuffle,)))


def test_r7_3_only_cards_of_the_own_hand_are_laid_down() -> None:
    """No card of another seat's meld, and nothing onto it, by the official rules (R7.3)."""
    round_ = new_round("8C 8H 8S", "8* 9* 4D", then="KD QS 10*")
    round_ = act(round_, "0 pile out QS", "1 pile")
    foreign = (parse_cards("8* 8C 8H"),)
    assert refused(round_, Discard(1, Card.parse("4D"), foreign)) == ("bad_meld", "R7.3")
    lay_off = LayOffCard(1, Card.parse("8*"), 0, 0)
    assert refused(round_, lay_off) == ("lay_off_never", "R7.3")
    assert act(round_, "1 4D").result.scores == (0, 0)


def test_r7_5_the_best_arrangement_is_made_for_the_chosen_discard() -> None:
    """Whatever is discarded, the fewest points of the other cards count (R7.5, R8.2)."""
    round_ = last_turn("5H 6H 7H 6C 6S 6D", "KD", wild=Rank.THREE)
    expected = {"KD": 0, "5H": 13 + 7, "6H": 13 + 5 + 7, "6C": 13 + 6 + 6, "7H": 13 + 5}
    for card, points in expected.items():
        assert score(round_, card) == points


@pytest.mark.parametrize(
    ("melds", "best", "manual"),
    [
        (None, 4, 31),
        ([], 4, 31),
        (["9C 9H 9D"], 4, 4),
        (["9H 9D 9C"], 4, 4),
    ],
)
def test_r7_5_under_manual_what_the_player_misses_counts(
    melds: list[str] | None, best: int, manual: int
) -> None:
    """Left to the rules a hand is arranged best; under manual only what is laid down (R7.5)."""
    hand = "9C 9H 9D 4S"
    assert score(last_turn(hand, "KD", wild=Rank.THREE), "KD", melds) == best
    assert score(last_turn(hand, "KD", MANUAL, Rank.THREE), "KD", melds) == manual


def test_r7_5_under_best_a_worse_arrangement_is_replaced() -> None:
    """Melds that leave more points than need be are passed over under `best` (R7.5)."""
    hand, worse = "9C 9H 9D 9S", ["9C 9H 9D"]
    round_ = last_turn(hand, "KD", wild=Rank.THREE)
    assert score(round_, "KD", worse) == 0
    over, _ = round_.apply(Discard(1, Card.parse("KD"), (parse_cards("9C 9H 9D"),)))
    assert [len(meld.cards) for meld in over.melds[1]] == [4]
    assert score(last_turn(hand, "KD", MANUAL, Rank.THREE), "KD", worse) == 9


def test_r7_5_under_best_a_single_point_decides() -> None:
    """With the joker the fours leave 8 points, the spades 9, the hearts 7, which count (R7.5)."""
    round_ = last_turn("3S 4S JK 4H 5H", "KD", wild=Rank.QUEEN)
    for texts, points in ((["4S 4H JK"], 8), (["3S 4S JK"], 9), (["4H 5H JK"], 7)):
        assert score(round_, "KD", texts) == 7
        manual = last_turn("3S 4S JK 4H 5H", "KD", MANUAL, Rank.QUEEN)
        assert score(manual, "KD", texts) == points


def test_r7_5_under_best_other_melds_as_good_stand() -> None:
    """A choice that leaves no more points than the best one is laid down as chosen (R7.5)."""
    round_ = last_turn("7C 8C 9C 7H 8H 9H 7S 8S 9S", "KD", wild=Rank.THREE)
    for texts in (("7C 8C 9C", "7H 8H 9H", "7S 8S 9S"), ("7C 7H 7S", "8C 8H 8S", "9C 9H 9S")):
        chosen = tuple(parse_cards(text) for text in texts)
        over, _ = round_.apply(Discard(1, Card.parse("KD"), chosen))
        assert [sorted(meld.cards) for meld in over.melds[1]] == [sorted(meld) for meld in chosen]


@pytest.mark.parametrize("rules", [OFFICIAL, MANUAL])
@pytest.mark.parametrize(
    ("melds", "rule"),
    [
        (["9C 9H"], "R5.1"),
        (["9C 9H 9D", ""], "R5.1"),
        (["9C 9H 4S"], "R5.2"),
        (["4S 5S 8S"], "R5.3"),
        (["9C 9H 9D", "9C 9H 9D"], "R7.2"),
        (["9C 9H 9D 9S"], "R7.3"),
        (["9C 9H KD"], "R5.2"),
        (["KD KH KS"], "R7.3"),
    ],
)
def test_one_bad_meld_refuses_the_whole_turn(rules: Rules, melds: list[str], rule: str) -> None:
    """A last turn with an illegal meld is refused, and no part of it is done (R7.2)."""
    round_ = last_turn("9C 9H 9D 4S 5S 8S", "KD", rules, Rank.THREE)
    chosen = tuple(parse_cards(meld) for meld in melds)
    assert refused(round_, Discard(1, Card.parse("KD"), chosen)) == ("bad_meld", rule)
    assert score(round_, "KD", ["9C 9H 9D"]) == 17


def test_h1_wilds_alone_are_left_over_on_a_last_turn() -> None:
    """Three wilds without a natural card cost their points under the house rule (H1)."""
    rules = Rules(naturals=1)
    assert score(last_turn("3C 3H 3S", "KD"), "KD") == 0
    assert score(last_turn("3C 3H 3S", "KD", rules), "KD") == 60
    assert score(last_turn("3C 3H 3S", "KD", rules), "3S") == 0
    bad = Discard(1, Card.parse("KD"), (parse_cards("3C 3H 3S"),))
    assert refused(last_turn("3C 3H 3S", "KD", rules), bad) == ("bad_meld", "H1")


def test_t43_turns_stay_in_order_when_somebody_is_out() -> None:
    """Drawing twice, discarding first and foreign cards are refused on a last turn, too."""
    round_ = last_turn("9C 9H 9D", "KD")
    assert refused(round_, "1 pile") == ("already_drawn", "R4.1")
    assert refused(round_, "1 3D") == ("not_in_hand", "R4.4")
    assert refused(round_, "0 pile") == ("not_your_turn", "R3.2")
    waiting = act(new_round("8C 8H 8S", "9C 9H JS", then="KD QS"), "0 pile out QS")
    assert refused(waiting, "1 9C") == ("not_drawn", "R4.1")
    assert refused(waiting, "1 out 9C") == ("not_drawn", "R6.4")
