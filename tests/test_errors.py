"""Errors: what is bad input and no fault of ours, and that errors travel between processes."""

import copy
import pickle

import pytest

from fivecrowns.actions import IllegalAction
from fivecrowns.cards import CardCountError, NotationError
from fivecrowns.errors import FiveCrownsError
from fivecrowns.lines import RecordError
from fivecrowns.melds import MeldError
from fivecrowns.rules import RulesError

ERRORS = [
    FiveCrownsError("expected this, got that"),
    NotationError("expected a card, got 'X'", "X"),
    CardCountError("expected at most 2 copies of 8C, got 3"),
    RulesError("expected naturals 0 or 1, got 2"),
    RulesError("expected 2 to 14 players, got 1", "R1.3"),
    MeldError("expected at least 3 cards in a meld, got 2", "R5.1"),
    IllegalAction("not_drawn", "R4.1", "expected a draw first"),
    RecordError(4, "not_drawn", "R4.1", "expected a draw first"),
]


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_an_error_is_pickled_and_copied_with_all_it_says(error: FiveCrownsError) -> None:
    """An error raised in another process arrives with its text and all its attributes."""
    again: object
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301 - our own bytes
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_every_error_of_this_package_is_a_value_error(error: FiveCrownsError) -> None:
    """Callers can catch bad input of any kind as `FiveCrownsError` or `ValueError`."""
    assert isinstance(error, FiveCrownsError)
    assert isinstance(error, ValueError)
