"""What a sheet says: totals, dealers, who is missing, who leads, who wins."""

from __future__ import annotations

import csv
import io

import pytest

from fivecrowns.rules import MOST_POINTS, SCHEDULES, RulesError
from fivecrowns.score import edits
from fivecrowns.score.export import as_csv
from fivecrowns.score.log import ScoreError
from fivecrowns.score.sheet import Warn, most_points, read
from fivecrowns.score.statistics import statistics
from tests.score.keeping import Keeper
from tests.score.make import PAD


def test_running_totals_of_a_real_pad_give_its_rounds() -> None:
    """T45: repeated totals are zeros."""
    pad = Keeper(["A", "B", "C", "D"])
    pad.play(*((*row[:3], 0) for row in PAD))
    totals = (29, 29, 64, 64, 64, 64, 64, 64, 67, 67, 111)
    for number, total in enumerate(totals, start=1):
        pad.do(edits.enter_total(pad.sheet, number, "d", total))
    rounds = [at.points["d"] for at in pad.sheet.rounds]
    assert rounds == [29, 0, 35, 0, 0, 0, 0, 0, 3, 0, 44]
    assert list(pad.sheet.totals.values()) == [137, 109, 78, 111]
    assert pad.sheet.winners == ("c",)
    assert [at.warnings for at in pad.sheet.rounds] == [()] * 11
    assert pad.sheet.ranks == {"a": 4, "b": 2, "c": 1, "d": 3}
    assert pad.sheet.gaps == {"a": 59, "b": 31, "c": 0, "d": 33}


def test_blank_is_not_zero() -> None:
    """T46."""
    pad = Keeper(["Ann", "Bob", "Cleo"])
    pad.enter(1, 0, None, 20)
    assert pad.sheet.rounds[0].missing == ("bob",)
    assert pad.sheet.current == pad.sheet.rounds[0]
    assert pad.sheet.rounds[0].warnings == ()
    pad.enter(1, 0, 0, 20)
    assert pad.sheet.rounds[0].complete
    assert pad.sheet.current == pad.sheet.rounds[1]


def test_a_round_without_a_zero_and_too_many_points_are_questioned_not_refused() -> None:
    """T46, R8.3, R8.4."""
    pad = Keeper()
    pad.play((5, 75), (86, 0), (0, 97))
    assert pad.sheet.rounds[0].warnings == ((Warn.NO_ZERO, None),)
    assert pad.sheet.rounds[1].warnings == ()
    assert pad.sheet.rounds[2].warnings == ((Warn.TOO_MANY, "bob"),)


def test_the_most_a_hand_can_cost_is_known_for_the_official_deals_only() -> None:
    """R8.4 (c)."""
    known = [most_points(deal) for deal in SCHEDULES["extended"]]
    assert known == [75, 86, 96, 105, 113, 118, 122, 125, 127, 116, 120, None, None]
    assert sum(MOST_POINTS.values()) == 1203


def test_a_total_that_falls_is_refused() -> None:
    pad = Keeper()
    pad.play((20, 0))
    with pytest.raises(ScoreError, match="expected a total of at least 20"):
        pad.do(edits.enter_total(pad.sheet, 2, "ann", 19))


def test_dealer_and_starter_go_round() -> None:
    """T40."""
    pad = Keeper(["A", "B", "C", "D"], dealer=2)
    turns = [(at.dealer, at.starter) for at in pad.sheet.rounds]
    assert turns[:2] == [("c", "d"), ("d", "a")]
    assert turns[10] == ("a", "b")


def test_past_dealers_stay_when_somebody_joins_and_the_seats_change() -> None:
    pad = Keeper(["A", "B", "C"])
    pad.play((0, 5, 9), (7, 0, 3))
    before = [at.dealer for at in pad.sheet.rounds[:2]]
    pad.do(edits.join(pad.sheet, "x", "Xenia", 6))
    pad.do(edits.reseat(["x", "c", "b", "a"]))
    assert [at.dealer for at in pad.sheet.rounds[:2]] == before == ["a", "b"]
    assert [at.dealer for at in pad.sheet.rounds[2:6]] == ["a", "x", "c", "b"]


def test_a_changed_dealer_is_followed_by_the_next_seat() -> None:
    pad = Keeper(["A", "B", "C"])
    pad.do(edits.change_dealer(pad.sheet, 2, "a"))
    assert [at.dealer for at in pad.sheet.rounds[:4]] == ["a", "a", "b", "c"]


def test_whoever_joins_later_misses_the_rounds_before_and_starts_as_asked() -> None:
    pad = Keeper(["A", "B", "C"])
    pad.play((0, 5, 9), (7, 0, 3))
    assert edits.start_points(pad.sheet) == (0, 8, 12)
    pad.do(edits.join(pad.sheet, "x", "Xenia", 8))
    assert "x" not in pad.sheet.rounds[1].points
    assert pad.sheet.rounds[2].missing == ("a", "b", "c", "x")
    pad.enter(3, 1, 2, 3, 0)
    assert pad.sheet.totals["x"] == 8
    assert pad.sheet.ranks["x"] == 2


def test_whoever_leaves_keeps_the_column_and_is_out_of_dealing_and_ranking() -> None:
    pad = Keeper(["A", "B", "C"])
    pad.play((0, 5, 9), (7, 0, 3))
    pad.do(edits.leave(pad.sheet, "b"))
    assert pad.sheet.totals["b"] == 5
    assert pad.sheet.players[1].left == 2
    assert "b" not in pad.sheet.ranks
    assert pad.sheet.rounds[2].players == ("a", "c")
    assert [at.dealer for at in pad.sheet.rounds[2:5]] == ["c", "a", "c"]
    with pytest.raises(ScoreError, match="at least 2 players to stay"):
        edits.leave(pad.sheet, "a")


def test_whoever_has_points_in_the_round_leaves_after_it() -> None:
    pad = Keeper(["A", "B", "C"])
    pad.enter(1, 4, None, None)
    pad.do(edits.leave(pad.sheet, "a"))
    assert pad.sheet.players[0].left == 1


def test_one_went_out_several_may_have_zero() -> None:
    pad = Keeper(["A", "B", "C"])
    pad.do(edits.enter_out(pad.sheet, 1, "a"))
    pad.do(edits.enter_out(pad.sheet, 1, "b"))
    assert pad.sheet.rounds[0].out == "b"
    assert pad.sheet.rounds[0].points == {"a": 0, "b": 0, "c": None}
    pad.do(edits.enter(pad.sheet, 1, "b", 4))
    assert pad.sheet.rounds[0].out is None


def test_a_tie_is_shared_or_played_on() -> None:
    """T41, R9.3: totals stay, rounds are compared in turn, the next tied seat deals."""
    pad = Keeper(["A", "B", "C"], SCHEDULES["short"])
    pad.play(*[(15, 15, 20)] * 5, (15, 15, 10))
    assert pad.sheet.tied == ("a", "b")
    assert not pad.sheet.finished
    pad.do(edits.decide_tie("shared"))
    assert list(pad.sheet.winners) == ["a", "b"]
    assert pad.sheet.ranks == {"a": 1, "b": 1, "c": 3}
    pad.do(edits.decide_tie("tiebreak"))
    (first,) = pad.sheet.tie_breaks
    assert (first.deal.cards, first.players, first.dealer, first.starter) == (
        6,
        ("a", "b"),
        "a",
        "b",
    )
    pad.enter(7, 0, 0)
    second = pad.sheet.current
    assert second is not None
    assert (second.number, second.dealer) == (8, "b")
    pad.enter(8, 12, 0)
    assert list(pad.sheet.winners) == ["b"]
    assert pad.sheet.totals == {"a": 90, "b": 90, "c": 110}
    assert pad.sheet.ranks == {"b": 1, "a": 2, "c": 3}


def test_tied_players_may_accept_the_tie_after_a_tie_break_round() -> None:
    pad = Keeper(["A", "B", "C"], SCHEDULES["short"])
    pad.play(*[(0, 0, 0)] * 6)
    pad.do(edits.decide_tie("tiebreak"))
    pad.enter(7, 0, 3, 0)
    pad.do(edits.decide_tie("shared"))
    assert pad.sheet.winners == ("a", "c")
    assert pad.sheet.ranks == {"a": 1, "b": 3, "c": 1}
    assert len(pad.sheet.tie_breaks) == 1


def test_a_sheet_takes_2_to_14_players() -> None:
    Keeper([f"P{n}" for n in range(14)])
    for count in (1, 15):
        with pytest.raises(RulesError):
            Keeper([f"P{n}" for n in range(count)])
    pad = Keeper([f"P{n}" for n in range(14)])
    with pytest.raises(ScoreError, match="at most 14"):
        edits.join(pad.sheet, "x", "Xenia", 0)


def test_csv_has_a_column_for_all_that_a_sheet_says() -> None:
    pad = Keeper(["Ann, A.", '=Bob "B"'], SCHEDULES["short"])
    pad.play((0, 12), (4, 0))
    rows = list(csv.reader(io.StringIO(as_csv(pad.sheet))))
    assert rows[0][5:] == ["Ann, A.", "Ann, A. total", '\'=Bob "B"', '\'=Bob "B" total']
    assert rows[2] == ["2", "4", "4", '\'=Bob "B"', "", "4", "4", "0", "12"]
    assert rows[3][5:] == [""] * 4
    assert {len(row) for row in rows} == {9}


def test_statistics_are_about_names_and_finished_games() -> None:
    first = Keeper(["Ann", "Bob"], SCHEDULES["short"])
    first.play((30, 0), (0, 9), (0, 9), (0, 9), (0, 9), (5, 0))
    second = Keeper(["bob", "Cleo"], SCHEDULES["short"])
    second.play(*[(1, 0)] * 6)
    unfinished = Keeper(["Ann", "Bob"])
    unfinished.play((0, 99))
    found = {p.name: p for p in statistics(read(k.log) for k in (first, second, unfinished))}
    assert set(found) == {"Ann", "bob", "Cleo"}
    ann, bob = found["Ann"], found["bob"]
    assert (ann.games, ann.wins, ann.best, ann.zeros, ann.streak) == (1, 1, 35, 4, 4)
    assert ann.comeback == 30
    assert (bob.games, bob.wins, bob.best, bob.worst, bob.highest) == (2, 0, 6, 36, 9)
    assert bob.against == {"ann": (0, 1), "cleo": (0, 1)}
