"""Cards: what there is, how it is written, and that it cannot be changed."""

import copy
import pickle
from collections import Counter
from random import Random

import pytest
from hypothesis import given

from fivecrowns.cards import (
    JOKER,
    KINDS,
    Card,
    CardCountError,
    NotationError,
    Rank,
    Suit,
    check_copies,
    copies,
    deck,
    format_cards,
    parse_cards,
    without,
)
from tests import strategies

RANKS = "3 4 5 6 7 8 9 10 J Q K".split()


def test_r1_1_a_game_set_holds_every_suited_card_twice_and_six_jokers() -> None:
    """One set is 116 cards: five suits of eleven ranks twice, and six jokers (R1.1)."""
    expected = Counter(rank + suit for suit in "SHDC*" for rank in RANKS for _ in range(2))
    expected["JK"] = 6
    assert Counter(map(str, deck())) == expected
    assert len(deck()) == 116


def test_r1_1_there_is_no_ace_and_no_two() -> None:
    """No text for an ace or a 2 is a card or a rank (R1.1)."""
    for text in ("AS", "2H", "1D"):
        with pytest.raises(NotationError):
            Card.parse(text)
    for text in ("A", "2", "1", "14", "0"):
        with pytest.raises(NotationError):
            Rank.parse(text)


def test_r1_2_equal_cards_of_a_hand_are_two_cards() -> None:
    """A hand with the same card twice loses one copy at a time, order kept (R1.2)."""
    hand = parse_cards("8C 9H 8C KD")
    once = without(hand, Card.parse("8C"))
    assert format_cards(once) == "9H 8C KD"
    assert format_cards(without(once, Card.parse("8C"))) == "9H KD"
    assert without(once, Card.parse("3S")) == once


@pytest.mark.parametrize(("sets", "size", "suited", "jokers"), [(1, 116, 2, 6), (2, 232, 4, 12)])
def test_r1_3_two_sets_hold_everything_twice(
    sets: int, size: int, suited: int, jokers: int
) -> None:
    """Two sets are 232 cards, four copies of a card and twelve jokers (R1.3)."""
    cards = deck(sets)
    assert len(cards) == size
    assert {copies(card, sets) for card in KINDS if card is not JOKER} == {suited}
    assert copies(JOKER, sets) == jokers
    assert Counter(cards) == Counter({card: copies(card, sets) for card in KINDS})


def test_more_copies_than_exist_are_refused() -> None:
    """A third copy of a card, or a seventh joker, is an error that names the card (R1.1)."""
    check_copies(parse_cards("8C 8C JK JK JK JK JK JK"))
    check_copies(parse_cards("8C 8C 8C 8C"), 2)
    with pytest.raises(CardCountError, match=r"at most 2 copies of 8C in a game set, got 3"):
        check_copies(parse_cards("8C 9C 8C 8C"))
    with pytest.raises(CardCountError, match=r"at most 6 copies of JK in a game set, got 7"):
        check_copies([JOKER] * 7)
    with pytest.raises(CardCountError, match=r"at most 4 copies of 8C in 2 game sets, got 5"):
        check_copies(parse_cards("8C 8C 8C 8C 8C"), 2)


def test_there_are_56_kinds_in_sorting_order() -> None:
    """Kinds are sorted by suit, then rank, the joker last, and know their place."""
    assert [str(card) for card in KINDS] == [r + s for s in "SHDC*" for r in RANKS] + ["JK"]
    assert [card.index for card in KINDS] == list(range(56))
    assert sorted(Random(1).sample(KINDS, 56)) == list(KINDS)
    assert Card.parse("KS") < Card.parse("3H") <= Card.parse("3H") < JOKER
    assert max(KINDS) is JOKER


@given(strategies.cards())
def test_notation_goes_round_trip(card: Card) -> None:
    """A card is read back from its ASCII text, its symbols and its `repr`."""
    assert Card.parse(str(card)) is card
    assert Card.parse(card.symbols) is card
    assert eval(repr(card), {"Card": Card}) is card  # noqa: S307 - that is what a repr promises
    assert str(card).isascii()


@given(strategies.card_lists(max_size=20))
def test_lists_of_cards_go_round_trip(cards: list[Card]) -> None:
    """A list of cards is read back from its text, in ASCII and in symbols."""
    assert parse_cards(format_cards(cards)) == tuple(cards)
    assert parse_cards(format_cards(cards, symbols=True)) == tuple(cards)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("7h", "7H"),
        ("7♥", "7H"),
        ("7♥\ufe0f", "7H"),
        (" 7H ", "7H"),
        ("TH", "10H"),
        ("th", "10H"),
        ("10♠", "10S"),
        ("j★", "J*"),
        ("Q♦", "QD"),
        ("k♣", "KC"),
        ("jk", "JK"),
        ("Joker", "JK"),
        ("JOKER", "JK"),
    ],
)
def test_input_is_forgiving(text: str, card: str) -> None:
    """Lower case, T for 10, suit symbols and `joker` are read as the same cards."""
    assert str(Card.parse(text)) == card


@pytest.mark.parametrize(
    "text", ["", " ", "7", "H", "J", "HJ", "11S", "12H", "13D", "7HH", "7 H", "JKK", "JS JS", "٧H"]
)
def test_what_is_no_card_is_named_in_the_error(text: str) -> None:
    """The error of a text that is no card holds that text, in words and as its token."""
    with pytest.raises(NotationError) as caught:
        Card.parse(text)
    assert caught.value.token == text
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "token"),
    [("7H 8X 9Y", "8X"), ("7H,,8H;9H", "8H;9H"), ("10 H", "10"), ("JK-JK", "JK-JK")],
)
def test_the_first_bad_token_of_a_list_is_named(text: str, token: str) -> None:
    """Of a list, the error names the first part that is no card."""
    with pytest.raises(NotationError) as caught:
        parse_cards(text)
    assert caught.value.token == token


def test_lists_are_separated_by_blanks_or_commas() -> None:
    """Blanks, line ends, tabs and commas in any number separate cards; nothing is no card."""
    assert format_cards(parse_cards(" 5*,6*\t7H\n, JK ,")) == "5* 6* 7H JK"
    assert parse_cards("") == parse_cards(" , ") == ()


def test_ranks_are_read_and_written() -> None:
    """A rank is read in either case, by letter or number, and written as on the card."""
    assert [Rank.parse(text).value for text in "3 10 T t j Q k 11 12 13".split()] == [
        3, 10, 10, 10, 11, 12, 13, 11, 12, 13,
    ]  # fmt: skip
    assert [str(rank) for rank in Rank] == RANKS
    assert [Rank.parse(str(rank)) for rank in Rank] == list(Rank)
    with pytest.raises(NotationError) as caught:
        Rank.parse("X")
    assert caught.value.token == "X"  # noqa: S105 - a part of the input, not a secret


def test_a_copied_card_is_the_same_object() -> None:
    """Copying and pickling give the one object of the kind back, so `is` may compare cards."""
    for card in KINDS:
        assert copy.copy(card) is card
        assert copy.deepcopy(card) is card
        assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301 - our own bytes


def test_there_is_one_object_of_each_kind() -> None:
    """A card made from suit and rank is the one in `KINDS`; half a card is refused."""
    for card in KINDS:
        assert Card(card.suit, card.rank) is card
        assert hash(card) == card.index
    for suit, rank in [(Suit.HEARTS, None), (None, Rank.SEVEN)]:
        with pytest.raises(NotationError):
            Card(suit, rank)


def test_a_card_cannot_be_changed() -> None:
    """No attribute of a card can be set or deleted."""
    card = Card.parse("7H")
    for name in ("suit", "rank", "index", "colour"):
        with pytest.raises(AttributeError):
            setattr(card, name, None)
        with pytest.raises(AttributeError):
            delattr(card, name)
    assert (card.suit, card.rank, card.index) == (Suit.HEARTS, Rank.SEVEN, 15)


def test_cards_compare_with_nothing_else() -> None:
    """A card equals no text and no number, and is not ordered among them."""
    card = Card.parse("7H")
    assert card != "7H"
    assert card != 15
    with pytest.raises(TypeError):
        _ = card < "7H"  # pyright: ignore[reportOperatorIssue]
