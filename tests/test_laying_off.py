"""House rule H2: adding own cards to melds on the table on a last turn."""

import pytest

from fivecrowns.actions import Discard, GoOut, LayOffCard
from fivecrowns.cards import Card, Rank, format_cards, parse_cards
from fivecrowns.events import LaidOff
from fivecrowns.melds import MeldKind
from fivecrowns.round import Phase, Round
from fivecrowns.rules import ArrangementRule, Deal, LayOff, Rules
from tests.positions import act, new_round, refused

LAY_OFF = Rules(lay_off=LayOff.LAST_TURN)
OUT = "8C 8H 8S 3C 4C 5C"


def table(hand: str, card: str, rules: Rules = LAY_OFF, wild: Rank | None = Rank.SIX) -> Round:
    """A round in which seat 0 is out with three eights and a run from 3C, and seat 1 has drawn."""
    round_ = new_round(OUT, hand, then=f"KS QS {card}", deal=Deal(6, wild), rules=rules)
    melds = (parse_cards("8C 8H 8S"), parse_cards("3C 4C 5C"))
    round_, _ = act(round_, "0 pile").apply(GoOut(0, Card.parse("QS"), melds))
    return act(round_, "1 pile")


def lay_off(card: str, meld: int, seat: int = 1, on_seat: int = 0) -> LayOffCard:
    """Laying off a card on a meld."""
    return LayOffCard(seat, Card.parse(card), on_seat, meld)


def test_t26_laying_off_saves_the_card() -> None:
    """8★ and 4♦ left over are 12 points, 4 when the 8★ goes to the eights of seat 0 (T26)."""
    hand = "9C 9H 9S 9D 8* 4D"
    assert act(table(hand, "KH"), "1 KH").result.scores == (0, 12)
    assert act(table(hand, "KH"), "1 off 8* on 0.0 KH").result.scores == (0, 4)


def test_t26_the_official_rules_have_no_laying_off() -> None:
    """Without the house rule the same card is refused, and 12 points count (R7.3, T26)."""
    round_ = table("9C 9H 9S 9D 8* 4D", "KH", Rules())
    assert refused(round_, "1 off 8* on 0.0") == ("lay_off_never", "R7.3")
    assert act(round_, "1 KH").result.scores == (0, 12)


def test_h2_a_card_laid_off_changes_hand_and_meld() -> None:
    """The card leaves the hand and joins the meld, which stays with its owner; the turn goes on."""
    round_ = table("9C 9H 9S 9D 8* 4D", "KH")
    after, events = round_.apply(lay_off("8*", 0))
    book = after.melds[0][0]
    assert book.kind is MeldKind.BOOK
    assert sorted(map(str, book.cards)) == ["8*", "8C", "8H", "8S"]
    assert events == (LaidOff(1, Card.parse("8*"), 0, 0, book),)
    assert format_cards(after.hands[1]) == "9C 9H 9S 9D 4D KH"
    assert (after.turn, after.phase) == (1, Phase.DISCARD)
    assert after.melds[0][1] == round_.melds[0][1]


def test_h2_several_cards_are_laid_off_one_after_the_other() -> None:
    """A run on the table grows card by card, a wild of it read anew each time (H2)."""
    round_ = table("7C 9C JK 10S KD KH", "6S")
    # 3C 4C 5C takes the joker as a 6, then the 7; then another wild as the 8, and the 9.
    for card in ("JK", "7C", "6S", "9C"):
        round_, _ = round_.apply(lay_off(card, 1))
    run = round_.melds[0][1]
    assert format_cards(run.reads) == "3C 4C 5C 6C 7C 8C 9C"
    assert format_cards(round_.hands[1]) == "10S KD KH"
    assert act(round_, "1 KD").result.scores == (0, 23)


def test_h2_a_wild_on_the_table_may_be_read_anew() -> None:
    """In 5C JK 7C of the table the joker becomes another card when 6C itself is laid off (H2)."""
    deal = Deal(3, Rank.KING)
    round_ = new_round("5C JK 7C", "6C 10S QD", then="QH QS JD", deal=deal, rules=LAY_OFF)
    round_ = act(round_, "0 pile out QS", "1 pile off 6C on 0.0")
    run = round_.melds[0][0]
    assert run.kind is MeldKind.RUN
    assert set(parse_cards("5C 6C 7C")) < set(run.reads)
    assert len(set(run.reads)) == 4


def test_h2_laying_off_may_turn_wilds_into_a_book_or_one_natural_into_a_run() -> None:
    """A meld is judged as a whole: wilds take any card, one natural with wilds may be a run."""
    deal = Deal(3, Rank.KING)
    round_ = new_round("5C JK JK", "7C 10S QD", then="QH QS JD", deal=deal, rules=LAY_OFF)
    round_ = act(round_, "0 pile out QS")
    assert round_.melds[0][0].kind is MeldKind.BOOK
    assert act(round_, "1 pile off 7C on 0.0").melds[0][0].kind is MeldKind.RUN
    round_ = new_round("JK JK JK", "7C 10S QD", then="QH QS JD", deal=deal, rules=LAY_OFF)
    round_ = act(round_, "0 pile out QS", "1 pile off QD on 0.0")
    assert round_.melds[0][0].kind is MeldKind.BOOK
    assert refused(round_, "1 off 10S on 0.0") == ("meld_broken", "H2")


@pytest.mark.parametrize(
    ("card", "meld", "on_seat", "expected"),
    [
        ("9C", 0, 0, ("meld_broken", "H2")),
        ("9C", 1, 0, ("meld_broken", "H2")),
        ("4C", 1, 0, ("meld_broken", "H2")),
        ("8D", 0, 0, ("not_in_hand", "R4.4")),
        ("8*", 2, 0, ("no_such_meld", "H2")),
        ("8*", -1, 0, ("no_such_meld", "H2")),
        ("8*", 0, 1, ("no_such_meld", "H2")),
        ("8*", 0, 2, ("no_such_meld", "H2")),
        ("8*", 0, -1, ("no_such_meld", "H2")),
        ("8*", 10**30, 0, ("no_such_meld", "H2")),
    ],
)
def test_h2_what_does_not_fit_is_refused(
    card: str, meld: int, on_seat: int, expected: tuple[str, str]
) -> None:
    """A card that breaks the meld, is not held, or has no such meld to go to stays (H2)."""
    round_ = table("9C 4C 9S 9D 8* 4D", "KH")
    assert refused(round_, lay_off(card, meld, on_seat=on_seat)) == expected


def test_h2_laying_off_is_for_the_last_turn_after_the_draw() -> None:
    """Nobody lays off before somebody is out, before drawing, or out of turn (H2)."""
    round_ = new_round(
        OUT, "9C 9H 9S 9D 8* 4D", then="KS QS KH", deal=Deal(6, Rank.SIX), rules=LAY_OFF
    )
    drawn = act(round_, "0 pile")
    assert refused(drawn, lay_off("8C", 0, seat=0)) == ("lay_off_before_last_turn", "H2")
    out = act(drawn, "0 out QS")
    assert refused(out, lay_off("8*", 0)) == ("not_drawn", "R4.1")
    assert refused(act(out, "1 pile"), lay_off("8*", 0, seat=0)) == ("not_your_turn", "R3.2")


def test_h2_one_card_stays_to_be_discarded() -> None:
    """All cards but one may be laid off; the last one ends the turn (H2, R7.2)."""
    round_ = new_round("JK JK JK", "JK JK JK", then="KS QS QD", rules=LAY_OFF)
    round_ = act(round_, "0 pile out QS", "1 pile off JK on 0.0 off JK on 0.0 off JK on 0.0")
    assert format_cards(round_.hands[1]) == "QD"
    assert refused(round_, "1 off QD on 0.0") == ("no_discard_left", "R7.2")
    over = act(round_, "1 QD")
    assert over.result.scores == (0, 0)
    assert over.result.left == ((), ())


def test_h2_melds_of_last_turns_take_cards_as_well() -> None:
    """Every seat that has laid down can be laid off on, in the order its melds were laid (H2)."""
    hands = ("8C 8H 8S", "9C 9H 9S", "9D 8D JD")
    round_ = new_round(*hands, then="KS QS QD QH", rules=LAY_OFF)
    round_ = act(round_, "0 pile out QS", "1 pile QD", "2 pile off 9D on 1.0 off 8D on 0.0")
    assert act(round_, "2 QH").result.scores == (0, 0, 11)


def test_h2_h1_melds_keep_their_natural_card() -> None:
    """With both house rules a meld on the table takes wilds and stays legal (H1, H2)."""
    rules = Rules(naturals=1, lay_off=LayOff.LAST_TURN)
    round_ = new_round("8C JK JK", "3D 10S QD", then="KS QS KD", rules=rules)
    round_ = act(round_, "0 pile out QS", "1 pile off 3D on 0.0")
    assert len(round_.melds[0][0].cards) == 4
    assert act(round_, "1 KD").result.scores == (0, 22)


def test_h2_after_laying_off_the_rest_is_arranged_best() -> None:
    """Laying off and laying down go together: what stays in hand counts at its best (R7.5)."""
    round_ = act(table("9C 9H 9S 9D 8* 4D", "KH"), "1 off 8* on 0.0")
    assert act(round_, "1 4D").result.scores == (0, 13)
    assert act(round_, "1 9C").result.scores == (0, 17)
    manual = Rules(lay_off=LayOff.LAST_TURN, arrangement=ArrangementRule.MANUAL)
    round_ = act(table("9C 9H 9S 9D 8* 4D", "KH", manual), "1 off 8* on 0.0")
    assert act(round_, "1 KH").result.scores == (0, 40)
    nines = (parse_cards("9C 9H 9S"),)
    over, _ = round_.apply(Discard(1, Card.parse("KH"), nines))
    assert over.result.scores == (0, 13)


def test_a_card_laid_off_is_no_longer_known_to_be_held() -> None:
    """A card picked up and laid off is on the table, not in the hand, for everybody."""
    round_ = new_round("8C 8H 8S", "9D 10D 4S", then="KS 8D QD", rules=LAY_OFF)
    round_ = act(round_, "0 pile out 8D", "1 discard")
    assert round_.picked_up[1] == parse_cards("8D")
    assert act(round_, "1 off 8D on 0.0").picked_up[1] == ()
