"""The two piles: what happens when the draw pile ends, and rounds that never end (section A10)."""

from collections import Counter

import pytest

from fivecrowns.actions import Discard, Draw, Reshuffle, Source, Stall
from fivecrowns.cards import Card, Rank, deck, format_cards, parse_cards, without
from fivecrowns.events import Committed, Reshuffled, Revealed, RoundEnded
from fivecrowns.round import Phase, Round
from fivecrowns.rules import ArrangementRule, Deal, Rules
from fivecrowns.shuffler import Shuffle, commitment
from tests.positions import OFFICIAL, act, deck_order, new_round, refused

HANDS = ("4S 6H 10D", "5S 7H JD")


def pile_played_out(*last: str) -> Round:
    """A round of two whose draw pile was drawn and discarded card by card, these cards last."""
    order = deck_order(HANDS)
    for text in last:
        order = (*order[:6], *without(order[6:], Card.parse(text)), Card.parse(text))
    round_, _ = Round.start(OFFICIAL, Deal(3, Rank.THREE), 2, (0, 1), 1, Shuffle(order))
    for card in order[7:]:
        round_ = act(round_, f"{round_.turn} pile {card}")
    return round_


def idle(round_: Round, turns: int) -> Round:
    """Turns that take the discard and give it back (R4.4)."""
    for _ in range(turns):
        round_ = act(round_, f"{round_.turn} discard {round_.discard_pile[0]}")
    return round_


def reshuffle(round_: Round, salt: str | None = None) -> Reshuffle:
    """The reshuffle that turns the discards below the top over."""
    return Reshuffle(Shuffle(round_.discard_pile[:0:-1], salt))


def test_r10_1_t37_the_top_discard_stays_and_the_rest_is_drawn_from() -> None:
    """With 5D QS 3C on the discards and no draw pile, 5D stays, the rest is shuffled (T37)."""
    round_ = pile_played_out("3C", "QS", "5D")
    assert round_.draw_pile == ()
    assert format_cards(round_.discard_pile[:3]) == "5D QS 3C"
    seat = round_.turn
    assert seat is not None
    after, events = round_.apply(reshuffle(round_))
    assert events == (Reshuffled(109),)
    assert format_cards(after.discard_pile) == "5D"
    assert format_cards(after.draw_pile[-2:]) == "3C QS"
    assert (after.turn, after.phase) == (seat, Phase.DRAW)
    drawn = act(after, f"{seat} pile")
    assert drawn.hands[seat][-1] is after.draw_pile[0]
    assert len(drawn.draw_pile) == 108


def test_r10_1_t37_taking_the_discard_shuffles_nothing() -> None:
    """With an empty draw pile the 5D can be taken, and the pile stays empty (T37)."""
    round_ = pile_played_out("3C", "QS", "5D")
    drawn = act(round_, f"{round_.turn} discard")
    assert drawn.draw_pile == ()
    assert format_cards(drawn.discard_pile[:2]) == "QS 3C"
    after = act(drawn, f"{round_.turn} 5D")
    assert after.draw_pile == ()
    assert after.discard_pile == round_.discard_pile


def test_r10_1_an_empty_pile_cannot_be_drawn_from() -> None:
    """Drawing from the empty pile needs the reshuffle first, and changes nothing (R10.1)."""
    round_ = pile_played_out()
    assert refused(round_, f"{round_.turn} pile") == ("pile_empty", "R10.1")


def test_r10_1_a_reshuffle_holds_exactly_the_discards_below_the_top() -> None:
    """The top card, a foreign one, one twice, one missing, or none at all are refused (R10.1)."""
    round_ = pile_played_out("3C", "QS", "5D")
    top, *below = round_.discard_pile
    for cards in (
        [top, *below],
        [top, *below[1:]],
        [*below, below[0]],
        [Card.parse("4S"), *below[1:]],
        below[1:],
        [],
    ):
        wrong = Reshuffle(Shuffle(tuple(cards)))
        assert refused(round_, wrong) == ("wrong_reshuffle", "R10.1")


def test_r10_1_nothing_is_reshuffled_before_it_is_needed() -> None:
    """Cards in the draw pile, a card drawn already, or a reshuffle just made forbid it (R10.1)."""
    round_ = pile_played_out()
    assert refused(new_round(*HANDS), Reshuffle(Shuffle(()))) == ("reshuffle_not_needed", "R10.1")
    taken = act(round_, f"{round_.turn} discard")
    assert refused(taken, reshuffle(taken)) == ("reshuffle_not_needed", "R10.1")
    once, _ = round_.apply(reshuffle(round_))
    assert refused(once, Reshuffle(Shuffle(()))) == ("reshuffle_not_needed", "R10.1")


def test_r10_1_after_a_reshuffle_the_draw_is_from_the_pile() -> None:
    """The discard may not be taken, nor the round be ended, between reshuffle and draw (R10.1)."""
    once, _ = pile_played_out().apply(reshuffle(pile_played_out()))
    assert refused(once, f"{once.turn} discard") == ("must_draw_pile", "R10.1")
    assert refused(once, Stall()) == ("cannot_stall", "R10.4")
    seat = once.turn
    drawn = act(once, f"{seat} pile")
    assert (once.must_draw_pile, drawn.must_draw_pile) == (True, False)
    after = act(drawn, f"{seat} {once.draw_pile[0]}")
    assert act(after, f"{after.turn} discard").phase is Phase.DISCARD


def test_r10_1_the_pile_may_end_during_last_turns() -> None:
    """When the last card of the pile goes out, the next seat may reshuffle and draw (R10.1)."""
    round_ = new_round("8C 8H 8S", "5S 7H JD", then="4S")
    *others, last = round_.draw_pile
    for card in others:
        round_ = act(round_, f"{round_.turn} pile {card}")
    round_ = act(round_, f"0 pile out {last}")
    assert refused(round_, "1 pile") == ("pile_empty", "R10.1")
    round_, _ = round_.apply(reshuffle(round_))
    over = act(round_, f"1 pile {round_.draw_pile[0]}")
    assert over.result.scores == (0, 23)


def test_r10_1_a_reshuffle_is_committed_to_and_revealed() -> None:
    """A reshuffle publishes its commitment, and both shuffles are revealed at the end."""
    order = deck_order(("8C 8H 8S", "5S 7H JD"))
    dealt = Shuffle(order, "first")
    round_, _ = Round.start(OFFICIAL, Deal(3, Rank.THREE), 2, (0, 1), 1, dealt)
    for card in order[7:]:
        round_ = act(round_, f"{round_.turn} pile {card}")
    again = reshuffle(round_, "second")
    round_, events = round_.apply(again)
    assert events == (
        Committed(commitment("second", again.shuffle.cards)),
        Reshuffled(len(again.shuffle.cards)),
    )
    seat = round_.turn
    round_ = act(round_, f"{seat} pile {round_.draw_pile[0]}")
    round_ = act(round_, f"0 pile out {round_.draw_pile[0]}", "1 pile")
    over, events = round_.apply(Discard(1, round_.hands[1][-1]))
    assert events[-2:] == (RoundEnded(over.result), Revealed((dealt, again.shuffle)))


@pytest.mark.parametrize(
    ("players", "cards", "piles"),
    [(7, 13, 25), (7, 15, 11), (2, 3, 110), (14, 13, 50), (8, 3, 208)],
)
def test_r10_2_r10_3_t38_both_piles_together_never_change(
    players: int, cards: int, piles: int
) -> None:
    """At every turn's start the piles hold 116 s - p n cards, so a reshuffle finds some (R10.3)."""
    sets = 1 if players <= 7 else 2
    order = deck(sets)
    deal = Deal(cards, Rank.KING)
    seats = tuple(range(players))
    round_, _ = Round.start(OFFICIAL, deal, players, seats, 0, Shuffle(order))
    shuffles = 0
    for k in range(3 * piles):
        assert len(round_.draw_pile) + len(round_.discard_pile) == piles
        assert len(round_.discard_pile) >= 1
        if not round_.draw_pile:
            shuffles += 1
            assert len(round_.discard_pile) == piles
            round_, _ = round_.apply(reshuffle(round_))
            assert len(round_.draw_pile) == piles - 1
        seat = round_.turn
        assert seat is not None
        round_ = act(round_, f"{seat} pile")
        round_ = act(round_, f"{seat} {round_.hands[seat][k % (cards + 1)]}")
    assert shuffles == 3


def test_r10_2_t38_seven_players_in_round_11_reshuffle_after_24_draws() -> None:
    """25 cards are in the piles: 24 draws empty the one, the reshuffle gives 24 again (T38)."""
    order = deck()
    round_, _ = Round.start(OFFICIAL, Deal(13, Rank.KING), 7, tuple(range(7)), 6, Shuffle(order))
    for _ in range(24):
        round_ = act(round_, f"{round_.turn} pile {round_.draw_pile[0]}")
    assert (len(round_.draw_pile), len(round_.discard_pile)) == (0, 25)
    round_, _ = round_.apply(reshuffle(round_))
    assert (len(round_.draw_pile), len(round_.discard_pile)) == (24, 1)
    every_card = [*round_.draw_pile, *round_.discard_pile]
    every_card += [card for hand in round_.hands for card in hand]
    assert Counter(every_card) == Counter(order)


def test_r10_4_a_round_may_be_ended_after_forty_full_laps() -> None:
    """80 turns of two players end a round with the best arrangement of each hand (R10.4)."""
    hands = ("4S 4H 4D", "5S 7H JD")
    round_ = idle(new_round(*hands, then="8C"), 80)
    over, events = round_.apply(Stall())
    assert events == (RoundEnded(over.result),)
    assert over.is_over
    assert over.stalled
    assert (over.result.out, over.result.scores) == (None, (0, 23))
    assert over.result.left == ((), parse_cards("5S 7H JD"))
    assert over.result.turns == 80
    melds = over.result.melds[0]
    assert melds is not None
    assert [len(meld.cards) for meld in melds] == [3]


@pytest.mark.parametrize("players", [2, 3, 7, 8])
def test_r10_4_not_a_turn_earlier(players: int) -> None:
    """A turn before the fortieth lap is full, and at the deal, the round goes on (R10.4)."""
    rest = iter(deck(2)[::9])
    hands = [" ".join(str(next(rest)) for _ in range(3)) for _ in range(players)]
    round_ = new_round(*hands)
    assert refused(round_, Stall()) == ("cannot_stall", "R10.4")
    round_ = idle(round_, 40 * players - 1)
    assert refused(round_, Stall()) == ("cannot_stall", "R10.4")
    for _ in range(3):
        round_ = idle(round_, 1)
        assert round_.apply(Stall())[0].is_over


def test_r10_4_not_in_the_middle_of_a_turn() -> None:
    """After a draw the turn is finished first (R10.4)."""
    round_ = idle(new_round(*HANDS, then="8C"), 80)
    assert refused(act(round_, "0 discard"), Stall()) == ("cannot_stall", "R10.4")


def test_r10_4_not_when_somebody_is_out() -> None:
    """Once a player is out the last turns are played to the end (R10.4)."""
    round_ = idle(new_round("4S 4H 4D", "5S 7H JD", then="8C KD"), 80)
    round_ = act(round_, "0 pile out KD")
    assert refused(round_, Stall()) == ("cannot_stall", "R10.4")


def test_r10_4_nobody_lays_down_for_themselves_when_a_round_is_ended() -> None:
    """Under manual, too, a round ended by R10.4 scores the best arrangement."""
    rules = Rules(arrangement=ArrangementRule.MANUAL)
    round_ = idle(new_round("4S 4H 4D", "5S 7H JD", then="8C", rules=rules), 80)
    assert round_.apply(Stall())[0].result.scores == (0, 23)


def test_r10_4_h1_wilds_alone_are_left_over_when_a_round_is_ended() -> None:
    """The best arrangement of a round ended by R10.4 keeps to the house rule (H1)."""
    for naturals, scores in ((0, (0, 23)), (1, (60, 23))):
        round_ = new_round("3S 3H 3D", "5S 7H JD", then="8C", rules=Rules(naturals=naturals))
        assert idle(round_, 80).apply(Stall())[0].result.scores == scores


def test_r10_4_draws_from_the_pile_count_as_turns_like_any_other() -> None:
    """Forty laps are turns of all seats, whichever pile they drew from (R10.4)."""
    round_ = new_round(*HANDS, then="8C")
    for _ in range(80):
        assert round_.turn is not None
        round_, _ = round_.apply(Draw(round_.turn, Source.PILE))
        assert round_.turn is not None
        round_ = act(round_, f"{round_.turn} {round_.hands[round_.turn][-1]}")
    assert round_.apply(Stall())[0].result.scores == (20, 23)
