"""Sheets as files."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecrowns.score.file import SheetFile, dump, load
from fivecrowns.score.log import MAX_TIME, Fact, ScoreError, act, merge
from tests.score.keeping import Keeper, Meddler


@given(st.integers(0, 2**32))
def test_a_sheet_comes_back_from_its_file(seed: int) -> None:
    log, _ = Meddler(Random(seed)).meddle(20)
    assert load(dump(SheetFile("s", log))) == SheetFile("s", log)


def test_the_order_of_the_facts_in_a_file_does_not_matter() -> None:
    pad = Keeper()
    pad.play((3, 0), (0, 4))
    given = json.loads(dump(SheetFile("s", pad.log)))
    given["facts"].reverse()
    assert load(json.dumps(given)).facts == pad.log


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("", "expected a sheet in JSON"),
        ("[]", "expected a sheet, which begins"),
        ("nonsense", "expected a sheet in JSON"),
        ('{"fivecrowns": 1, "players": ["Ann", "Bob"], "dealer": 0}', "expected a sheet, which"),
        ({"fivecrowns_score": 2}, "expected a sheet of version 1, got 2"),
        ({"sheet": "no id"}, "sheet"),
        ({"facts": {}}, "facts"),
        ({"facts": []}, "expected a fact that says the rounds"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_is_no_sheet_is_refused_in_one_sentence(
    change: str | dict[str, object], words: str
) -> None:
    pad = Keeper()
    good = json.loads(dump(SheetFile("s", pad.log)))
    text = change if isinstance(change, str) else json.dumps({**good, **change})
    with pytest.raises(ScoreError, match=words):
        load(text)


@pytest.mark.parametrize(
    "change",
    [
        {"at": -1},
        {"at": 8_640_000_000_000_000},
        {"by": ""},
        {"value": 7},
        {"value": "x" * 10_000},
        {"cell": "x" * 10_000},
        {"cell": "seats", "value": [f"p{number}" for number in range(100)]},
        {"more": 1},
    ],
)
def test_a_bad_fact_is_refused(change: dict[str, object]) -> None:
    pad = Keeper()
    good = json.loads(dump(SheetFile("s", pad.log)))
    good["facts"][0] |= change
    with pytest.raises(ScoreError, match="expected") as refused:
        load(json.dumps(good))
    assert len(str(refused.value)) < 300


def test_a_file_that_an_editor_put_a_mark_before_is_read() -> None:
    pad = Keeper()
    file = SheetFile("s", pad.log)
    assert load(dump(file).encode("utf-8-sig")) == file


def test_of_names_in_one_place_the_one_of_higher_characters_holds() -> None:
    """The page compares halves of characters unless told otherwise."""
    named = [Fact(9, "x", "player/a/name", name) for name in ("\N{LATIN SMALL LIGATURE FF}", "🦊")]
    assert merge(named) == merge(reversed(named)) == (named[1],)


def test_a_crowd_is_no_sheet() -> None:
    """A page that had to show it would stand still."""
    pad = Keeper()
    crowd = tuple(Fact(9**14, "x", f"player/q{n}/name", "Q") for n in range(98))
    assert len(load(dump(SheetFile("s", (*pad.log, *crowd[:97])))).facts) == len(pad.log) + 97
    with pytest.raises(ScoreError, match="at most 99 players, got 100"):
        load(dump(SheetFile("s", (*pad.log, *crowd))))


def test_after_the_last_moment_nothing_is_written() -> None:
    """It would be in a file that nobody can read any more."""
    pad = Keeper()
    last = Fact(MAX_TIME, "x", "round/1/points/a", 5)
    with pytest.raises(ScoreError, match="year 10000"):
        act((*pad.log, last), "y", [("round/1/points/b", 5)], 0)


@given(st.binary(max_size=60))
def test_any_bytes_are_a_sheet_or_refused(junk: bytes) -> None:
    for text in (junk, b'{"fivecrowns_score":1,' + junk):
        with pytest.raises(ScoreError):
            load(text)
