"""The log: two devices agree whatever happened, nothing is lost, everything can be taken back."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecrowns.score import edits
from fivecrowns.score.log import (
    ScoreError,
    act,
    can_redo,
    can_undo,
    cells,
    check_cell,
    history,
    merge,
    redo,
    undo,
)
from fivecrowns.score.sheet import read
from tests.score.keeping import Keeper, Meddler
from tests.strategies import examples

seeds = st.integers(0, 2**32)


@examples(0.4)
@given(seeds, st.integers(0, 40))
def test_two_devices_merge_the_same_way_in_both_orders(seed: int, actions: int) -> None:
    one, two = Meddler(Random(seed)).meddle(actions)
    both = merge(one, two)
    assert both == merge(two, one) == merge(both, one) == merge(two, both, one)
    assert all(fact in both for fact in one + two)
    assert len(both) == len({fact.order for fact in one + two})
    assert list(both) == sorted(both, key=lambda fact: fact.order)
    for cell, value in cells(both).items():
        written = [fact for fact in both if fact.cell == cell]
        assert value == max(written, key=lambda fact: (fact.at, fact.by)).value
        assert list(history(both, cell)) == written
    read(both)  # and it is a sheet


def test_the_later_entry_wins_and_both_stay_visible() -> None:
    phone = Keeper()
    tablet = Keeper(device="tablet", log=phone.log)
    phone.enter(1, 12, None)
    tablet.clock += 5000
    tablet.enter(1, 15, None)
    for both in (merge(phone.log, tablet.log), merge(tablet.log, phone.log)):
        assert read(both).rounds[0].points["ann"] == 15
        assert [fact.value for fact in history(both, "round/1/points/ann")] == [12, 15]


def test_an_entry_made_after_seeing_another_wins_though_its_clock_is_behind() -> None:
    phone = Keeper()
    phone.enter(1, 12, None)
    tablet = Keeper(device="tablet", log=phone.log)
    tablet.clock -= 10_000_000
    tablet.enter(1, 15, None)
    assert read(merge(phone.log, tablet.log)).rounds[0].points["ann"] == 15


@examples(0.4)
@given(seeds, st.integers(1, 40))
def test_everything_can_be_taken_back_and_done_again(seed: int, actions: int) -> None:
    meddler = Meddler(Random(seed), "a")
    begun = cells(meddler.devices[0].log)
    (log,) = meddler.meddle(actions)
    before = cells(log)
    steps = 0
    while can_undo(log, "a"):
        log = undo(log, "a", 0)
        steps += 1
    now = {cell: value for cell, value in cells(log).items() if value is not None}
    assert now == begun
    assert undo(log, "a", 0) == log
    for _ in range(steps):
        assert can_redo(log, "a")
        log = redo(log, "a", 0)
    assert cells(log) == before


def test_taking_back_spares_what_somebody_else_wrote_since() -> None:
    phone = Keeper()
    phone.do(edits.enter_out(phone.sheet, 1, "ann"))
    other = act(phone.log, "tablet", edits.enter(phone.sheet, 1, "ann", 7), phone.clock + 9)
    log = undo(other, "phone", phone.clock + 20)
    assert read(log).rounds[0].points["ann"] == 7
    assert not can_undo(log, "phone")


def test_a_new_action_ends_what_could_be_done_again() -> None:
    phone = Keeper()
    phone.enter(1, 12, None)
    phone.undo()
    assert can_redo(phone.log, "phone")
    phone.enter(1, 13, None)
    assert not can_redo(phone.log, "phone")


def test_a_sheet_itself_is_not_taken_back() -> None:
    phone = Keeper()
    assert not can_undo(phone.log, "phone")
    phone.undo()
    assert phone.sheet.names == {"ann": "Ann", "bob": "Bob"}


def test_a_change_that_changes_nothing_leaves_no_trace() -> None:
    phone = Keeper()
    phone.enter(1, 12, None)
    before = phone.log
    phone.enter(1, 12, None)
    assert phone.log == before


def test_a_sheet_stays_readable_when_two_devices_each_let_somebody_go() -> None:
    phone = Keeper(["A", "B", "C"])
    tablet = Keeper(device="tablet", log=phone.log)
    phone.do(edits.leave(phone.sheet, "a"))
    tablet.do(edits.leave(tablet.sheet, "b"))
    both = merge(phone.log, tablet.log)
    assert [player.id for player in read(both).players] == ["c"]
    assert len(read(undo(both, "phone", 0)).players) == 2


@pytest.mark.parametrize("points", [-1, 1.5, True, "7", 1000, [0]])
def test_points_are_whole_and_not_negative(points: object) -> None:
    """T46."""
    with pytest.raises(ScoreError, match="whole number from 0 to 999, or null"):
        check_cell("round/1/points/ann", points)


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("deals", []),
        ("deals", [[2, 3]]),
        ("deals", [[3, 2]]),
        ("deals", [[3, 3, 3]]),
        ("deals", [[3, True]]),
        ("deals", None),
        ("seats", ["a", "a"]),
        ("seats", ["a b"]),
        ("reveal", "later"),
        ("end", "never"),
        ("player/a/name", ""),
        ("player/a/name", " a"),
        ("player/a/name", "a\nb"),
        ("player/a/name", "x" * 25),
        ("player/a/joined", {"round": 0, "points": 0}),
        ("player/a/joined", {"round": 1}),
        ("player/a/left", -1),
        ("round/1/out", 7),
        ("round/0/out", "a"),
        ("round/100/out", "a"),
        ("round/1/points/", 0),
        ("round/1/points/a/b", 0),
        ("", None),
        ("colour", "red"),
    ],
)
def test_what_cannot_be_is_refused_with_what_was_expected(cell: str, value: object) -> None:
    with pytest.raises(ScoreError, match=r"^expected .*, got "):
        check_cell(cell, value)


def test_a_name_may_have_any_letters() -> None:
    for name in ("Zoë", "Łukasz", "李", "👩‍🚀", "O'Brien", "x" * 24):
        check_cell("player/a/name", name)
