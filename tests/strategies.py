"""What Hypothesis draws from: cards, hands, options, tables, and choices at the table."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from fivecrowns.cards import KINDS, Card, Rank, deck
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
    sets_for,
)


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
