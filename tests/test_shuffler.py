"""Shuffles: the documented stream, even chances, and commitments."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, islice, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecrowns.cards import KINDS, Card, copies, deck, format_cards, parse_cards
from fivecrowns.errors import FiveCrownsError
from fivecrowns.shuffler import (
    GivenShuffler,
    SeededShuffler,
    Shuffle,
    SystemShuffler,
    commitment,
    shuffled,
)


def stream(label: str) -> Iterator[int]:
    """The words of the documented stream, as its description says and in the plainest way."""
    for k in count():
        digest = hashlib.sha256(b"fivecrowns 1 " + label.encode() + b" " + str(k).encode())
        yield from (int(digest.hexdigest()[i : i + 8], 16) for i in range(0, 64, 8))


def by_the_description(items: Sequence[str], label: str) -> tuple[list[str], int]:
    """Fisher-Yates as documented, and how many words were passed over."""
    words = stream(label)
    order = list(items)
    passed_over = 0
    i = len(order) - 1
    while i >= 1:
        word = next(words)
        if word >= 2**32 - 2**32 % (i + 1):
            passed_over += 1
            continue
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
        i -= 1
    return order, passed_over


@pytest.mark.parametrize("cards", [list(deck()), "8C 8H", ("8C", "8H"), (*deck(), None), (7,)])
def test_a_shuffle_is_a_tuple_of_cards(cards: tuple[Card, ...]) -> None:
    """A list could be changed after the deal, and a text is no card: both are refused at once."""
    with pytest.raises(FiveCrownsError, match=r"expected (a tuple of cards to deal|cards), got"):
        Shuffle(cards)


def test_the_stream_begins_with_sha_256_of_the_documented_text() -> None:
    """The first words are the bytes with which SHA-256 of `fivecrowns 1 demo 0` begins."""
    assert list(islice(stream("demo"), 2)) == [0xE205BE4B, 0xDD09034E]


def test_known_shuffles_never_change() -> None:
    """The order that a label gives is the documented one, for ever."""
    assert "".join(shuffled("abcdef", "demo")) == "aedcfb"
    assert (
        format_cards(SeededShuffler(7).shuffle(deck(), 0, 0).cards[:8])
        == "J* 7C 7H 6H 10C KH 9H 10H"
    )


@given(st.text(max_size=20), st.integers(0, 60))
def test_a_shuffle_follows_the_documented_stream(label: str, size: int) -> None:
    """Any label and size give what a plain reading of the description gives."""
    items = [str(k) for k in range(size)]
    assert shuffled(items, label) == by_the_description(items, label)[0]


def test_a_word_that_would_favour_small_numbers_is_passed_over() -> None:
    """Where the stream holds words above the limit, they are left out as documented."""
    items = [str(k) for k in range(150_000)]
    expected, passed_over = by_the_description(items, "long")
    assert passed_over > 0
    assert shuffled(items, "long") == expected


def test_every_order_is_equally_likely() -> None:
    """Over 12,000 labels each of the 24 orders of four items comes about 500 times."""
    counts = Counter("".join(shuffled("abcd", f"even {k}")) for k in range(12_000))
    assert set(counts) == set(map("".join, permutations("abcd")))
    # Chi-squared with 23 degrees of freedom: above 49.7 once in a thousand.
    assert sum((n - 500) ** 2 / 500 for n in counts.values()) < 49.7


@pytest.mark.parametrize("place", [0, 57, 115])
def test_every_card_comes_to_every_place(place: int) -> None:
    """Over 1,160 seeds each kind lies at a place as often as there are copies of it."""
    counts = Counter(
        SeededShuffler(seed).shuffle(deck(), 0, 0).cards[place] for seed in range(1160)
    )
    # Chi-squared with 55 degrees of freedom: above 93.2 once in a thousand.
    expected = {card: 10 * copies(card) for card in KINDS}
    assert sum((counts[card] - n) ** 2 / n for card, n in expected.items()) < 93.2


def test_a_seeded_shuffle_depends_on_seed_and_place_only() -> None:
    """The same seed, round and number give the same order, whatever order the cards came in."""
    shuffler = SeededShuffler("a seed")
    first = shuffler.shuffle(deck(), 2, 1)
    assert first == SeededShuffler("a seed").shuffle(reversed(deck()), 2, 1)
    others = [
        shuffler.shuffle(deck(), 2, 0),
        shuffler.shuffle(deck(), 1, 2),
        SeededShuffler("another").shuffle(deck(), 2, 1),
    ]
    assert len({first.cards, *(other.cards for other in others)}) == 4
    assert len({first.salt, *(other.salt for other in others)}) == 4


def test_a_seeded_shuffle_follows_its_description() -> None:
    """Order and salt come from the labels `SEED/ROUND/NUMBER` that the documentation gives."""
    got = SeededShuffler(42).shuffle(deck(), 3, 1)
    expected = by_the_description([str(card) for card in deck()], "42/3/1")[0]
    assert [str(card) for card in got.cards] == expected
    assert got.salt == hashlib.sha256(b"fivecrowns 1 salt 42/3/1").hexdigest()[:32]


def test_r2_2_a_shuffle_holds_the_same_cards() -> None:
    """Every shuffler gives back exactly the cards it was given (R2.2)."""
    for shuffler in (SystemShuffler(), SeededShuffler(1)):
        for cards in (deck(), deck(2), parse_cards("8C 8C JK"), ()):
            assert Counter(shuffler.shuffle(cards, 0, 0).cards) == Counter(cards)


def test_the_system_shuffler_never_repeats_itself() -> None:
    """Two shuffles with the operating system's randomness differ in order and salt."""
    shuffles = [SystemShuffler().shuffle(deck(), 0, 0) for _ in range(20)]
    assert len({shuffle.cards for shuffle in shuffles}) == 20
    assert len({shuffle.salt for shuffle in shuffles}) == 20
    assert all(shuffle.commit is not None for shuffle in shuffles)


def test_a_given_shuffler_hands_out_its_orders_and_then_says_so() -> None:
    """Orders given are handed out in turn, without salt; there is an error when none is left."""
    orders = [parse_cards("8C 9H"), parse_cards("9H 8C")]
    shuffler = GivenShuffler(orders)
    assert [shuffler.shuffle((), 0, 0) for _ in orders] == [Shuffle(order) for order in orders]
    with pytest.raises(FiveCrownsError, match="further deck order"):
        shuffler.shuffle((), 0, 0)


def test_a_commitment_is_the_documented_hash() -> None:
    """A commitment is what `printf 'pepper 3S JK 10*' | sha256sum` prints."""
    cards = parse_cards("3S JK 10*")
    known = "474bea04bfd04bb3d2db7c4353bdf638f9903b16bf38788c4561b35b99c8ef2e"
    assert commitment("pepper", cards) == known
    assert Shuffle(cards, "pepper").commit == known
    assert Shuffle(cards).commit is None


def test_a_commitment_binds_every_card_and_the_salt() -> None:
    """Another order, another card or another salt has another commitment."""
    texts = ["3S JK 10*", "JK 3S 10*", "3S JK 9*", "3S JK"]
    commits = {commitment("pepper", parse_cards(text)) for text in texts}
    assert len(commits | {commitment("salt", parse_cards(texts[0]))}) == 5
