"""Going out: all cards but one in melds, and that one discarded (section A6)."""

from itertools import permutations

import pytest

from fivecrowns.actions import GoOut
from fivecrowns.cards import Card, format_cards, parse_cards
from fivecrowns.events import Discarded, WentOut
from fivecrowns.round import Phase, Round
from fivecrowns.rules import Deal, Rules
from tests.positions import act, new_round, refused

Texts = list[str]

IDLE = {
    3: "9C 9H JS",
    4: "9C 9H JS KS",
    5: "9C 9H JS KS 4D",
    13: "3C 3D 4C 4D 5C 5D 7C 7D 8C 8D 9C 9D 10S",
}
"""A second hand of each size, which has nothing to do with the case."""


def drawn(hand: str, card: str, rules: Rules | None = None) -> Round:
    """A round in which seat 0 has just drawn a card to this hand from the pile."""
    round_ = new_round(hand, IDLE[len(hand.split())], then=f"QC {card}", rules=rules or Rules())
    return act(round_, "0 pile")


def going_out(round_: Round) -> Texts:
    """The cards with which seat 0 may go out, each tried."""
    accepted: Texts = []
    for card in sorted(set(round_.hands[0])):
        try:
            round_.apply(GoOut(0, card))
        except ValueError:
            assert refused(round_, GoOut(0, card)) == ("cannot_go_out", "R6.1")
        else:
            accepted.append(str(card))
    return accepted


@pytest.mark.parametrize(
    ("case", "hand", "card", "discards"),
    [
        ("T16", "8C 8H 8S", "8*", "8S 8H 8C 8*"),
        ("T17", "8C 8H 8S", "JK", "8S 8H 8C JK"),
        ("T18", "8C 8H 8* 9C 9H", "9*", ""),
        ("T20", "6D 7D 8D 9D 10D", "QS", "QS"),
        ("T35", "3H 4H 5H 6C 6S 6D 9* 10* J* QD QS QC JK", "7H", "3H 7H"),
        ("R6.2 a run of four", "4S 5S 6S", "7S", "4S 7S"),
        ("R6.2 two runs of four and six", "6D 7D 8D 9D 10D", "JD", "6D JD"),
        ("R6.3 only wilds", "3C 3H JK", "JK", "3H 3C JK"),
        ("R6.3 a natural or a wild", "8C 8H 3S", "JK", "3S 8H 8C JK"),
        ("R6.1 nothing", "8C 8H 5S", "KD", ""),
    ],
)
def test_r6_1_r6_2_r6_3_going_out_takes_a_full_lay_down_and_a_discard(
    case: str, hand: str, card: str, discards: str
) -> None:
    """Exactly these cards can be discarded to go out, fitting and wild ones too (T16 to T35)."""
    assert going_out(drawn(hand, card)) == discards.split(), case


def test_t17_the_joker_may_be_the_discard() -> None:
    """Three eights go out discarding the joker, and score 0 (T17, R6.3, R6.6)."""
    round_ = act(drawn("8C 8H 8S", "JK"), "0 out JK", "1 pile 9C")
    assert str(round_.discard_pile[1]) == "JK"
    assert round_.result.scores[0] == 0


def test_r6_1_laying_down_and_discarding_are_one_action() -> None:
    """Going out lays down all melds and discards at once; the next seat draws (R6.1)."""
    before = drawn("6D 7D 8D 9D 10D", "QS")
    after, events = before.apply(GoOut(0, Card.parse("QS")))
    melds = after.melds[0]
    assert [format_cards(meld.cards) for meld in melds] == ["6D 7D 8D 9D 10D"]
    assert events == (WentOut(0, melds), Discarded(0, Card.parse("QS")))
    assert after.hands[0] == ()
    assert format_cards(after.discard_pile) == "QS QC"
    assert (after.out, after.turn, after.phase) == (0, 1, Phase.DRAW)


def test_r6_4_t20_going_out_on_the_first_turn_but_not_before_drawing() -> None:
    """A hand dealt complete goes out on the first turn, but only after a draw (R6.4, T20)."""
    round_ = new_round("6D 7D 8D 9D 10D", "3S 4S 6S 7H 9H", then="KS QS KH")
    for card in "6D 7D 8D 9D 10D KS".split():
        assert refused(round_, f"0 out {card}") == ("not_drawn", "R6.4")
    after = act(round_, "0 pile out QS")
    assert (after.out, after.turn) == (0, 1)
    over = act(after, "1 pile KH")
    assert over.is_over
    assert over.result.scores == (0, 3 + 4 + 6 + 7 + 9)


def test_t20_after_a_first_turn_the_dealer_too_gets_a_turn() -> None:
    """When the starter goes out at once, every other seat plays, the dealer last (T20)."""
    hands = ["6D 7D 8D 9D 10D", "3S 4S 6S 7H 9H", "3H 4H 6H 7S 9S", "3C 4C 6C 7D 9D"]
    round_ = act(new_round(*hands, then="KS QS KH QH JH"), "0 pile out QS")
    seen: list[int | None] = []
    while not round_.is_over:
        seen.append(round_.turn)
        round_ = act(round_, f"{round_.turn} pile {round_.draw_pile[0]}")
    assert seen == [1, 2, 3]
    assert round_.dealer == 3


def test_r6_5_a_player_who_could_go_out_may_go_on() -> None:
    """A complete hand may be kept, even broken up, and the round goes on (R6.5)."""
    round_ = act(drawn("6D 7D 8D 9D 10D", "QS"), "0 QS", "1 pile 9C")
    assert (round_.out, round_.turn) == (None, 0)
    round_ = act(round_, "0 pile 8D")
    assert format_cards(round_.hands[0]).startswith("6D 7D 9D 10D")


def test_r6_6_only_the_first_player_goes_out() -> None:
    """After somebody is out nobody else can go out; the discard ends the turn instead (R6.6)."""
    round_ = new_round("8C 8H 8S", "9C 9H 9S", then="QC KD QD")
    round_ = act(round_, "0 pile out KD", "1 pile")
    assert refused(round_, "1 out QD") == ("already_out", "R6.6")
    over = act(round_, "1 QD")
    assert over.result.scores == (0, 0)
    assert over.result.out == 0


def test_r5_6_one_meld_for_five_cards_and_up_to_four_for_thirteen() -> None:
    """Six cards in two books do not help, thirteen cards go out with four melds (R5.6, T18)."""
    assert going_out(drawn("8C 8H 8* 9C 9H", "9*")) == []
    round_ = drawn("3H 4H 5H 6C 6S 6D 9* 10* J* QD QS QC JK", "7H")
    melds = act(round_, "0 out 7H").melds[0]
    assert sorted(len(meld.cards) for meld in melds) == [3, 3, 3, 4]


def test_r5_6_thirteen_cards_cannot_be_one_run_but_one_book() -> None:
    """Eleven hearts and two wilds need two melds; a book of thirteen is one (R5.6)."""
    run = drawn("3H 4H 5H 6H 7H 8H 9H 10H JH QH KH JK KC", "QS")
    assert len(act(run, "0 out QS").melds[0]) >= 2
    one_run = (parse_cards("3H 4H 5H 6H 7H 8H 9H 10H JH QH KH JK KC"),)
    assert refused(run, GoOut(0, Card.parse("QS"), one_run)) == ("bad_meld", "R5.3")
    book = drawn("6C 6H 6S 6* 6D 6C 6H 6S 6* 6D JK JK JK", "QS")
    one_book = (book.hands[0][:13],)
    assert len(act(book, "0 out QS").melds[0]) >= 1
    after, _ = book.apply(GoOut(0, Card.parse("QS"), one_book))
    assert [len(meld.cards) for meld in after.melds[0]] == [13]


def test_melds_chosen_for_going_out_stand_as_they_are() -> None:
    """Melds of the player's own choice are laid down in their order, cards in any order."""
    round_ = drawn("8C 9C 10C 8H 9H 10H 8S 9S 10S 8D 9D 10D 10*", "QS")
    books = ("8C 8H 8S 8D", "9D 9C 9H 9S", "10C 10H 10S 10D 10*")
    for texts in permutations(books):
        chosen = tuple(parse_cards(text) for text in texts)
        after, _ = round_.apply(GoOut(0, Card.parse("QS"), chosen))
        laid = [sorted(meld.cards) for meld in after.melds[0]]
        assert laid == [sorted(meld) for meld in chosen]


@pytest.mark.parametrize(
    ("melds", "expected"),
    [
        ([], ("cannot_go_out", "R6.1")),
        (["8C 8H 8S"], ("cannot_go_out", "R6.1")),
        (["8C 8H 8S", "4D 5D"], ("bad_meld", "R5.1")),
        (["8C 8H 8S", "4D 5D 6D", ""], ("bad_meld", "R5.1")),
        (["8C 8H 5D", "4D 8S 6D"], ("bad_meld", "R5.2")),
        (["8C 8H 8S", "4D 5D QS"], ("bad_meld", "R5.2")),
        (["8C 8H 8S", "4D 5D 9D"], ("bad_meld", "R5.3")),
        (["8C 8H 8S", "4D 5D 6D", "8C 8H 8S"], ("bad_meld", "R7.2")),
        (["8C 8H 8S 8*", "4D 5D 6D"], ("bad_meld", "R7.3")),
        (["8C 8H 8S", "4D 5D 6D JK"], ("bad_meld", "R7.3")),
    ],
)
def test_melds_chosen_for_going_out_must_be_legal_and_hold_all(
    melds: Texts, expected: tuple[str, str]
) -> None:
    """Bad melds, cards twice or not held, and cards left over refuse the whole action."""
    round_ = act(new_round("8C 8H 8S 4D 5D 6D", "9C 9H JS KS 4S 7S", then="QC QS"), "0 pile")
    chosen = tuple(parse_cards(meld) for meld in melds)
    assert refused(round_, GoOut(0, Card.parse("QS"), chosen)) == expected


def test_the_discard_is_not_among_the_melds() -> None:
    """The discarded copy of a card cannot be melded, too; a second copy can (R6.2)."""
    round_ = drawn("8C 8H 8S", "8C")
    assert refused(round_, GoOut(0, Card.parse("8C"), (parse_cards("8C 8C 8H 8S"),))) == (
        "bad_meld",
        "R7.2",
    )
    after, _ = round_.apply(GoOut(0, Card.parse("8C"), (parse_cards("8C 8H 8S"),)))
    assert after.out == 0


@pytest.mark.parametrize(
    ("hand", "card", "official", "with_naturals"),
    [
        ("JK JK JK", "KD", "KD JK", "JK"),
        ("3C 3H 3S", "KD", "3S 3H KD 3C", "3S 3H 3C"),
        ("8C 8H JK", "KD", "KD", "KD"),
        ("8C JK JK", "8H", "8H 8C JK", "8H 8C JK"),
    ],
)
def test_h1_every_meld_needs_a_natural_card(
    hand: str, card: str, official: str, with_naturals: str
) -> None:
    """Under the house rule wilds alone are no meld, so fewer discards go out (H1, R5.4)."""
    assert going_out(drawn(hand, card)) == official.split()
    assert going_out(drawn(hand, card, Rules(naturals=1))) == with_naturals.split()


def test_with_only_jokers_wild_no_rank_is_wild() -> None:
    """In a deal without a wild rank a king is natural and only jokers stand in (section D)."""
    deal = Deal(3, None)
    round_ = new_round("KC KH 3S", "9C 9H JS", then="QC JK", deal=deal)
    assert going_out(act(round_, "0 pile")) == ["3S"]
    assert refused(act(round_, "0 pile"), "0 out JK") == ("cannot_go_out", "R6.1")
