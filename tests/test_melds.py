"""Books, runs and groups of wilds (R5), what each wild stands for, and laying down (R7.2)."""

import pickle
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecrowns.cards import JOKER, Card, Rank, format_cards, parse_cards
from fivecrowns.errors import FiveCrownsError
from fivecrowns.melds import Arrangement, Meld, MeldError, MeldKind, lay_down, read_meld
from fivecrowns.rules import is_wild
from tests import strategies
from tests.oracles import brute_force

HEARTS = "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"


def rank(wild: int) -> Rank | None:
    """A wild rank written as a number, 0 for only jokers."""
    return Rank(wild) if wild else None


def read(text: str, wild: int = 0, naturals: int = 0) -> Meld:
    """Read a meld written as text."""
    return read_meld(parse_cards(text), rank(wild), naturals)


def refused(text: str, wild: int = 0, naturals: int = 0) -> MeldError:
    """The error with which cards are refused as a meld."""
    with pytest.raises(MeldError) as caught:
        read(text, wild, naturals)
    return caught.value


@pytest.mark.parametrize(
    ("text", "wild", "kind"),
    [
        pytest.param("KS KH KD KH", 5, MeldKind.BOOK, id="T1: the same card twice in a book"),
        pytest.param("9D 7C JD", 7, MeldKind.RUN, id="T3: a wild in another suit fills a hole"),
        pytest.param("6D 7* 7S 9D", 7, MeldKind.RUN, id="T4: two wilds side by side"),
        pytest.param("5C 6C 7C", 7, MeldKind.RUN, id="T5: a wild in its own place"),
        pytest.param("10D 3* QD", 3, MeldKind.RUN, id="T6: a hole filled with a three"),
        pytest.param("QD KD JK", 3, MeldKind.RUN, id="T7: beside the king a joker is the jack"),
        pytest.param("JD QD KD JK", 3, MeldKind.RUN, id="T7: or the ten"),
        pytest.param("QC KC 3C", 3, MeldKind.RUN, id="T9: a wild three stands for the jack"),
        pytest.param("JK JK JK", 9, MeldKind.WILD, id="T11: jokers only"),
        pytest.param("7C 7H 7S", 7, MeldKind.WILD, id="T12: cards of the wild rank only"),
        pytest.param("7C 7H 7S", 6, MeldKind.BOOK, id="T12: naturals in another round"),
        pytest.param(HEARTS, 12, MeldKind.RUN, id="T13: a run of eleven"),
        pytest.param("8C 8H 8S 8* 8D 8C", 3, MeldKind.BOOK, id="T15: a book of six"),
        pytest.param("9C JK 4H", 4, MeldKind.BOOK, id="R5.5: one natural with wilds is a book"),
        pytest.param("4S 8S JK JK JK", 5, MeldKind.RUN, id="a hole of three"),
        pytest.param("4S" + " JK" * 12, 9, MeldKind.BOOK, id="R5.2: a book has no largest size"),
        pytest.param("JK" + " 3S" * 15, 3, MeldKind.WILD, id="R5.5: nor has a group of wilds"),
    ],
)
def test_r5_a_legal_meld_is_read_in_any_order(text: str, wild: int, kind: MeldKind) -> None:
    """Cards that are a meld by R5 are read as its kind, whatever order they come in."""
    cards = parse_cards(text)
    meld = read_meld(cards, rank(wild))
    assert meld.kind is kind
    assert sorted(meld.cards) == sorted(cards)
    assert read_meld(cards[::-1], rank(wild)) == meld
    assert read_meld(iter(cards), rank(wild)) == meld


@pytest.mark.parametrize(
    ("text", "wild", "naturals", "rule", "message"),
    [
        pytest.param(
            "QC KC 3C", 8, 0, "R5.3",
            "expected 4C 5C 6C 7C 8C 9C 10C JC between 3C and KC in a run, got no wild",
            id="T9: a run does not go on from king to three",
        ),
        pytest.param(
            "JK JK JK", 9, 1, "H1",
            "expected a natural card in every meld, got only wilds: JK JK JK",
            id="T11: jokers only, under H1",
        ),
        pytest.param(
            "7C 7H 7S", 7, 1, "H1",
            "expected a natural card in every meld, got only wilds: 7S 7H 7C",
            id="T12: cards of the wild rank are not natural",
        ),
        pytest.param(
            HEARTS + " JK", 12, 0, "R5.3",
            "expected at most 11 cards in a run, from 3 to K, got 12",
            id="T13: twelve cards are too many for a run",
        ),
        pytest.param(
            "8C 8H", 3, 0, "R5.1", "expected at least 3 cards in a meld, got 2", id="too few cards"
        ),
        pytest.param(
            "JK JK", 3, 1, "R5.1", "expected at least 3 cards in a meld, got 2", id="too few wilds"
        ),
        pytest.param("", 3, 0, "R5.1", "expected at least 3 cards in a meld, got 0", id="no cards"),
        pytest.param(
            "9C JD JK", 3, 0, "R5.2",
            "expected one rank (a book) or one suit (a run) in a meld, got JD 9C",
            id="neither a rank nor a suit in common",
        ),
        pytest.param(
            "8C 8H 9H", 3, 0, "R5.2",
            "expected one rank (a book) or one suit (a run) in a meld, got 8H 9H 8C",
            id="half a book and half a run",
        ),
        pytest.param(
            "8S 8S 7*", 3, 0, "R5.2",
            "expected one rank (a book) or one suit (a run) in a meld, got 8S 8S 7*",
            id="a card twice, and another suit",
        ),
        pytest.param(
            "6S 7S 7S 8S", 3, 0, "R5.3", "expected no rank twice in a run, got 7S twice",
            id="a rank twice in a run",
        ),
        pytest.param(
            "9C KC JK", 3, 0, "R5.3",
            "expected 10C JC QC between 9C and KC in a run, got 1 wild",
            id="a hole of three and one wild",
        ),
        pytest.param(
            "6C JC JK 3*", 3, 0, "R5.3",
            "expected 7C 8C 9C 10C between 6C and JC in a run, got 2 wilds",
            id="a hole of four and two wilds",
        ),
        pytest.param(
            "9C 10C QC", 3, 0, "R5.3", "expected JC between 9C and QC in a run, got no wild",
            id="one card is missing",
        ),
    ],
)  # fmt: skip
def test_r5_what_is_no_meld_is_refused_with_rule_and_reason(
    text: str, wild: int, naturals: int, rule: str, message: str
) -> None:
    """Cards that are no meld raise an error that names the rule and what is wrong with them."""
    error = refused(text, wild, naturals)
    assert error.rule == rule
    assert str(error) == message


def test_h1_a_meld_with_one_natural_card_is_legal() -> None:
    """Under house rule H1 one natural card in a meld is enough (T5)."""
    assert read("5C 6C 7C", 7, 1).kind is MeldKind.RUN
    assert read("5C JK 7C", 7, 1).kind is MeldKind.BOOK


@pytest.mark.parametrize(
    ("text", "wild", "cards", "reads"),
    [
        pytest.param("9D 7C JD", 7, "9D 7C JD", "9D 10D JD", id="T3: the hole"),
        pytest.param("6D 7* 7S 9D", 7, "6D 7S 7* 9D", "6D 7D 8D 9D", id="T4: two holes"),
        pytest.param("7C 5C 6C", 7, "5C 6C 7C", "5C 6C 7C", id="T5: the own place above"),
        pytest.param("8C 7C 9C", 7, "7C 8C 9C", "7C 8C 9C", id="the own place below"),
        pytest.param("JK 7C 9C 8C", 7, "7C 8C 9C JK", "7C 8C 9C 10C", id="the own place first"),
        pytest.param("4C JK 7C 8C 6C", 7, "4C JK 6C 7C 8C", "4C 5C 6C 7C 8C", id="own hole"),
        pytest.param("QC 7C KC", 7, "7C QC KC", "JC QC KC", id="the own place is too far away"),
        pytest.param("7C 5C 7C 6C", 7, "5C 6C 7C 7C", "5C 6C 7C 8C", id="one card in its place"),
        pytest.param("QC KC 3C", 3, "3C QC KC", "JC QC KC", id="T9: under the queen"),
        pytest.param("QD KD JK", 3, "JK QD KD", "JD QD KD", id="T7: no place above the king"),
        pytest.param("4S JK 5S", 9, "4S 5S JK", "4S 5S 6S", id="upwards first"),
        pytest.param("JS QS JK JK", 9, "JK JS QS JK", "10S JS QS KS", id="then downwards"),
        pytest.param("8C 8H JK", 9, "8H 8C JK", "8H 8C 8S", id="a suit that a book lacks"),
        pytest.param(
            "8S 8H 8D 8C 8* JK JK", 9, "8S 8H 8D 8C 8* JK JK", "8S 8H 8D 8C 8* 8S 8H", id="again"
        ),
        pytest.param("8S 8S JK", 9, "8S 8S JK", "8S 8S 8H", id="the suit that is there twice"),
        pytest.param("JK 7H 7H JK", 7, "7H 7H JK JK", "7H 7H 7S 7D", id="wilds only"),
        pytest.param("JK JK JK", 9, "JK JK JK", "9S 9H 9D", id="T11: jokers as the wild rank"),
        pytest.param("JK JK JK", 0, "JK JK JK", "KS KH KD", id="jokers as kings"),
    ],
)
def test_r5_each_wild_is_labelled_with_the_card_it_stands_for(
    text: str, wild: int, cards: str, reads: str
) -> None:
    """A meld lists its cards in order, and beside each the card it stands for (R5.1, R5.4)."""
    meld = read(text, wild)
    assert format_cards(meld.cards) == cards
    assert format_cards(meld.reads) == reads


@given(st.lists(strategies.cards(), max_size=8), strategies.wilds(), st.integers(0, 1))
def test_r5_read_meld_agrees_with_the_brute_force_on_what_is_a_meld(
    cards: list[Card], wild: Rank | None, naturals: int
) -> None:
    """Cards are a meld, and of the kind, that the brute force says."""
    check_verdict(cards, wild, naturals)


@given(st.data(), strategies.wilds(), st.integers(0, 1))
def test_r5_read_meld_agrees_with_the_brute_force_where_melds_are_likely(
    data: st.DataObject, wild: Rank | None, naturals: int
) -> None:
    """Cards of one rank or one suit and wilds are a meld, and of the kind, that it says."""
    anchor = data.draw(strategies.cards())
    alike = strategies.cards().filter(
        lambda card: is_wild(card, wild) or card.rank is anchor.rank or card.suit is anchor.suit
    )
    check_verdict(data.draw(st.lists(alike, max_size=12)), wild, naturals)


def check_verdict(cards: list[Card], wild: Rank | None, naturals: int) -> None:
    """Check what `read_meld` says of cards against the brute force and the rules of labels."""
    kind = brute_force.is_meld([str(card) for card in cards], wild or 0, naturals)
    if kind is None:
        with pytest.raises(MeldError):
            read_meld(cards, wild, naturals)
        return
    meld = read_meld(cards, wild, naturals)
    assert meld.kind == kind
    assert sorted(meld.cards) == sorted(cards)
    assert read_meld(meld.cards, wild, naturals) == meld
    assert JOKER not in meld.reads
    for card, label in zip(meld.cards, meld.reads, strict=True):
        assert is_wild(card, wild) or label is card
    # Read as what its labels say, a meld needs no wilds at all.
    if kind == "run":
        first = meld.reads[0].index
        assert [card.index for card in meld.reads] == [first + at for at in range(len(cards))]
        assert len({card.suit for card in meld.reads}) == 1
    else:
        assert len({card.rank for card in meld.reads}) == 1


def test_melds_are_values() -> None:
    """Melds and arrangements compare by content, hash, and survive pickling."""
    meld = read("5C 6C 7C", 7)
    arrangement = Arrangement((meld,), parse_cards("KH"), 13)
    assert meld == read("7C 6C 5C", 7)
    assert len({meld, read("7C 6C 5C", 7)}) == 1
    assert pickle.loads(pickle.dumps(arrangement)) == arrangement  # noqa: S301 - our own bytes


@pytest.mark.parametrize("naturals", [-1, 2])
def test_a_number_of_naturals_that_no_rule_knows_is_refused(naturals: int) -> None:
    """House rule H1 asks for 0 or 1 natural cards a meld, nothing else."""
    with pytest.raises(FiveCrownsError, match="expected naturals 0 or 1, got"):
        read("8C 8H 8S", 3, naturals)


@pytest.mark.parametrize("cards", ["8C 8H 8S", ["8C"], [8, 8, 8], [*parse_cards("8C 8H 8S"), None]])
def test_what_is_no_card_is_no_meld_either(cards: Sequence[Card]) -> None:
    """A text, a number or nothing where a card should be is refused in a sentence."""
    with pytest.raises(FiveCrownsError, match="expected cards, got"):
        read_meld(cards, None)
    with pytest.raises(FiveCrownsError, match="expected cards, got"):
        lay_down(parse_cards("8C 8H 8S"), [cards], None)
    with pytest.raises(FiveCrownsError, match="expected cards, got"):
        lay_down(cards, [], None)


HAND = parse_cards("8C 8H 8S 9H 10H KD")


def test_r7_2_laying_down_leaves_the_rest_of_the_hand() -> None:
    """Chosen melds lie in the order chosen; the rest of the hand is left over and counts."""
    melds = [parse_cards("8H 10H 9H")]
    assert lay_down(HAND, melds, Rank.THREE) == Arrangement(
        (read("8H 9H 10H"),), parse_cards("8S KD 8C"), 29
    )
    assert lay_down(HAND, [], Rank.THREE).points == 8 + 8 + 8 + 9 + 10 + 13


def test_r7_2_melds_lie_in_the_order_chosen() -> None:
    """The index of a meld on the table is the place where the player put it."""
    hand = parse_cards("8C 8H 8S 4D 5D 6D")
    melds = [parse_cards("4D 5D 6D"), parse_cards("8C 8H 8S")]
    kinds = [meld.kind for meld in lay_down(hand, melds, Rank.THREE).melds]
    assert kinds == [MeldKind.RUN, MeldKind.BOOK]


@pytest.mark.parametrize(
    ("melds", "rule"),
    [
        pytest.param(["8C 8H 8*"], "R7.3", id="a card of somebody else"),
        pytest.param(["8C 8H 8S", "8H 9H 10H"], "R7.2", id="a card in two melds"),
        pytest.param(["8C 8C 8H"], "R7.2", id="a card twice that is held once"),
        pytest.param(["8C 8H 8S", "9H 10H KD"], "R5.2", id="one good meld and one bad"),
        pytest.param(["8C 8H"], "R5.1", id="two cards"),
    ],
)
def test_r7_2_a_lay_down_that_is_not_legal_is_refused_as_a_whole(
    melds: list[str], rule: str
) -> None:
    """One meld that is none, or one card not held so often, and nothing is laid down."""
    with pytest.raises(MeldError) as caught:
        lay_down(HAND, [parse_cards(meld) for meld in melds], Rank.THREE)
    assert caught.value.rule == rule


def test_h1_holds_for_chosen_melds_as_well() -> None:
    """Under house rule H1 a player cannot lay down wilds only."""
    hand = parse_cards("JK JK JK 8S")
    assert lay_down(hand, [hand[:3]], Rank.THREE).points == 8
    with pytest.raises(MeldError) as caught:
        lay_down(hand, [hand[:3]], Rank.THREE, 1)
    assert caught.value.rule == "H1"
