"""What Hypothesis draws from: cards, hands, options, tables, and choices at the table."""

from __future__ import annotations

from random import Random

from hypothesis import assume, settings
from hypothesis import strategies as st

from fivecrowns.cards import KINDS, Card, Rank, Suit, deck
from fivecrowns.melds import MAX_HAND
from fivecrowns.record import Header
from fivecrowns.rules import (
    CARDS_PER_SET,
    MAX_DEAL,
    MAX_PLAYERS,
    MIN_DEAL,
    MIN_PLAYERS,
    ArrangementRule,
    Deal,
    LayOff,
    Rules,
    Ties,
    is_wild,
    sets_for,
)

HandAndWild = tuple[tuple[Card, ...], Rank | None]


def examples(share: float) -> settings:
    """Settings for a test that wants more or fewer examples than others, in any profile."""
    usual = settings().max_examples  # pyright: ignore[reportUnknownMemberType] - has none
    assert isinstance(usual, int)
    return settings(max_examples=round(share * usual))


def cards() -> st.SearchStrategy[Card]:
    """Any of the 56 kinds."""
    return st.sampled_from(KINDS)


def card_lists(*, max_size: int) -> st.SearchStrategy[list[Card]]:
    """Lists of cards, also such as no game set holds."""
    return st.lists(cards(), max_size=max_size)


def wilds() -> st.SearchStrategy[Rank | None]:
    """A wild rank, or only jokers."""
    return st.sampled_from([None, *Rank])


@st.composite
def hands(
    draw: st.DrawFn, min_size: int = 3, max_size: int = 16, sets: int = 1
) -> tuple[Card, ...]:
    """Cards that so many game sets hold together."""
    full = deck(sets)
    places = st.integers(0, len(full) - 1)
    chosen = draw(st.lists(places, min_size=min_size, max_size=max_size, unique=True))
    return tuple(full[place] for place in chosen)


@st.composite
def tight_hands(
    draw: st.DrawFn, min_size: int = 0, max_size: int = MAX_HAND, sets: int = 1
) -> HandAndWild:
    """A hand from few suits and ranks, where melds compete for cards, and a wild rank.

    The smaller the choice of cards, the more of them are wild.
    """
    wild = draw(wilds())
    suits = draw(st.sets(st.sampled_from(Suit), min_size=1))
    lowest = draw(st.integers(3, 12))
    ranks = range(lowest, draw(st.integers(lowest, 13)) + 1)
    pool = [
        card
        for card in deck(sets)
        if is_wild(card, wild) or (card.suit in suits and card.rank in ranks)
    ]
    assume(len(pool) >= min_size)
    size = draw(st.integers(min_size, min(max_size, len(pool))))
    places = st.integers(0, len(pool) - 1)
    chosen = draw(st.lists(places, min_size=size, max_size=size, unique=True))
    return tuple(pool[place] for place in chosen), wild


@st.composite
def hands_and_wilds(draw: st.DrawFn, min_size: int = 0, max_size: int = MAX_HAND) -> HandAndWild:
    """A hand of any sort, from one or two game sets, and a wild rank."""
    sets = draw(st.integers(1, 2))
    loose = st.tuples(hands(min_size, max_size, sets), wilds())
    return draw(tight_hands(min_size, max_size, sets) | loose)


@st.composite
def schedules(
    draw: st.DrawFn, players: int, max_rounds: int = 3, max_cards: int = MAX_DEAL
) -> tuple[Deal, ...]:
    """Lists of deals that R1.4 allows for so many players."""
    most = (CARDS_PER_SET * sets_for(players) - 2) // players
    deals = st.builds(Deal, st.integers(MIN_DEAL, min(max_cards, most)), wilds())
    return tuple(draw(st.lists(deals, min_size=1, max_size=max_rounds)))


def player_counts() -> st.SearchStrategy[int]:
    """2 to 14 players, small tables more often."""
    return st.one_of(st.integers(MIN_PLAYERS, 4), st.integers(MIN_PLAYERS, MAX_PLAYERS))


@st.composite
def rules(draw: st.DrawFn, players: int, max_rounds: int = 3, max_cards: int = MAX_DEAL) -> Rules:
    """Options of every kind with a short schedule of its own."""
    return Rules(
        schedule=draw(schedules(players, max_rounds, max_cards)),
        naturals=draw(st.integers(0, 1)),
        lay_off=draw(st.sampled_from(LayOff)),
        ties=draw(st.sampled_from(Ties)),
        arrangement=draw(st.sampled_from(ArrangementRule)),
    )


@st.composite
def headers(draw: st.DrawFn, max_rounds: int = 3, max_cards: int = MAX_DEAL) -> Header:
    """A table about to play: options, players and first dealer."""
    players = draw(player_counts())
    options = draw(rules(players, max_rounds, max_cards))
    names = tuple(f"player {seat}" for seat in range(players))
    return Header(options, names, draw(st.integers(0, players - 1)))


def chances() -> st.SearchStrategy[Random]:
    """A source of chance; the seed alone is drawn, so that long games cost Hypothesis nothing."""
    return st.builds(Random, st.integers(0, 2**64))
