"""Long simulations: stopped early, killed and gone on with, and written down game by game."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from fivecrowns.actions import Discard, GoOut, Reshuffle
from fivecrowns.errors import FiveCrownsError
from fivecrowns.game import Game, deal, play
from fivecrowns.players import make_player
from fivecrowns.rules import SCHEDULES, Rules, Ties
from fivecrowns.shuffler import SeededShuffler
from fivecrowns.simulate import Plan, Report, own_turns, played_games, simulate, student_t
from fivecrowns.simulate.journal import Journal, JournalError
from fivecrowns.simulate.rows import Rows
from fivecrowns.view import view

SHORT = Rules(schedule=SCHEDULES["short"])
THREE = ("medium", "easy", "easy")


def rows(
    kinds: Sequence[str], games: int, rules: Rules = SHORT, seed: int = 1
) -> list[dict[str, str]]:
    """The rows of the CSV file, as a program would read them."""
    plan, file = Plan(tuple(kinds), rules, seed), io.StringIO()
    writer = Rows(file, plan)
    for game in played_games(plan, games):
        writer.write(game)
    return list(csv.DictReader(io.StringIO(file.getvalue())))


def by_deal(table: Sequence[dict[str, str]], kind: str, column: str) -> dict[str, list[float]]:
    """The values that one kind has in a column, deal by deal."""
    found: dict[str, list[float]] = {}
    for row in table:
        if row["player"] == kind:
            found.setdefault(row["deal"], []).append(float(row[column]))
    return found


def textbook(values: Sequence[float]) -> tuple[float, float, float]:
    """Mean and 95 % interval of independent values."""
    mean = statistics.fmean(values)
    half = student_t(len(values) - 1) * statistics.stdev(values) / len(values) ** 0.5
    return mean, mean - half, mean + half


def test_intervals_are_those_of_the_paired_differences_of_the_deals() -> None:
    """Computed again from the rows, with the textbook formula over the deals."""
    report, table = simulate(THREE, 60, rules=SHORT, seed=1), rows(THREE, 60)
    (difference,) = report.differences
    for column, estimate in (
        ("points", difference.points_per_game),
        ("won", difference.win_share),
    ):
        first, second = by_deal(table, "medium", column), by_deal(table, "easy", column)
        paired = [statistics.fmean(first[deal]) - statistics.fmean(second[deal]) for deal in first]
        assert (estimate.mean, estimate.low, estimate.high) == pytest.approx(textbook(paired))


def test_the_intervals_of_a_kind_are_those_of_its_deals() -> None:
    """Its deals are equally large, so their means are independent values."""
    report, table = simulate(THREE, 60, rules=SHORT, seed=1), rows(THREE, 60)
    for line in report.kinds:
        means = [statistics.fmean(own) for own in by_deal(table, line.player, "points").values()]
        estimate = line.points_per_game
        assert (estimate.mean, estimate.low, estimate.high) == pytest.approx(textbook(means))
        assert line.wins == pytest.approx(
            sum(map(sum, by_deal(table, line.player, "won").values()))
        )


def test_the_rows_hold_what_the_report_sums_up() -> None:
    """Points by round, rounds gone out, turns, totals and who ends before whom."""
    report, table = simulate(THREE, 30, rules=SHORT, seed=4), rows(THREE, 30, seed=4)
    own = [row for row in table if row["player"] == "easy"]
    lines = [line for line in report.by_round if line.player == "easy"]
    assert [line.cards for line in lines] == [3, 4, 5, 6, 7, 8]
    for line in lines:
        points = statistics.fmean(float(row[f"round_{line.round}"]) for row in own)
        assert line.points.mean == pytest.approx(points)
    (spread,) = (spread for spread in report.spreads if spread.player == "easy")
    assert spread.rounds == 6 * len(own)
    assert sum(spread.out_by_turn) == sum(int(row["rounds_out"]) for row in own)
    assert [total for total, games in spread.totals for _ in range(games)] == sorted(
        int(row["points"]) for row in own
    )
    assert report.kinds[1].turns_per_round == pytest.approx(
        sum(int(row["turns"]) for row in own) / spread.rounds
    )
    ahead: list[float] = []
    for at in range(0, len(table), 3):
        first, *others = (int(row["rank"]) for row in table[at : at + 3])
        ahead += [1.0 if first < other else 0.5 * (first == other) for other in others]
    assert report.differences[0].ahead.mean == pytest.approx(statistics.fmean(ahead))


def test_tie_break_rounds_decide_ranks_and_nothing_else() -> None:
    """They have no column, and their points are in no total."""
    rules = Rules(schedule=SCHEDULES["short"][:1], ties=Ties.TIEBREAK)
    plan = Plan(("medium", "medium"), rules, 1)
    games = list(played_games(plan, 40))
    broken = [game for game in games if len(game.rounds) > 1]
    assert broken
    for game in broken:
        assert game.rounds[0].scores[0] == game.rounds[0].scores[1]
    report = simulate(plan.kinds, 40, rules=rules, seed=1)
    assert report.kinds[0].rounds == 80
    assert all("round_2" not in row for row in rows(plan.kinds, 4, rules))


def test_it_stops_as_soon_as_the_interval_is_narrow_enough() -> None:
    """At the first look at which it is; whatever the jobs."""
    kinds, precision = ("medium", "random"), 12.0
    stopped = simulate(kinds, 2000, rules=SHORT, seed=2, jobs=2, precision=precision)
    assert stopped == simulate(kinds, 2000, rules=SHORT, seed=2, precision=precision)
    assert 100 <= stopped.games < 2000
    assert stopped == simulate(kinds, stopped.games, rules=SHORT, seed=2)
    half = stopped.differences[0].points_per_game.half
    assert half is not None
    assert half <= precision
    before = simulate(kinds, stopped.games - 20, rules=SHORT, seed=2)
    earlier = before.differences[0].points_per_game.half
    assert earlier is not None
    assert before.deals < 50 or earlier > precision


def test_players_of_one_kind_stop_by_their_points() -> None:
    """There is no difference to look at."""
    report = simulate(["medium", "medium"], 400, rules=SHORT, seed=2, precision=1000)
    assert report.games == 100


@pytest.mark.parametrize("precision", [0.0, -1.0, float("nan"), float("inf")])
def test_a_precision_is_a_number_of_points(precision: float) -> None:
    """Anything else would never stop, or at once."""
    with pytest.raises(FiveCrownsError, match="expected a precision above 0 points"):
        simulate(["medium", "easy"], 2, precision=precision)


def through(journal: Path, games: int, seed: int = 1, kinds: tuple[str, ...] = THREE) -> Report:
    """A simulation that keeps a journal."""
    with Journal(journal, Plan(kinds, SHORT, seed)) as kept:
        return simulate(kinds, games, rules=SHORT, seed=seed, known=kept.games(), each=kept.write)


def test_a_journal_goes_on_with_more_games(tmp_path: Path) -> None:
    """As if all had been asked for at once, also from the middle of a deal."""
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    report = through(whole, 30)
    through(parts, 7)
    assert through(parts, 30) == report
    assert parts.read_bytes() == whole.read_bytes()
    assert through(parts, 10) == through(tmp_path / "ten", 10)
    assert parts.read_bytes() == whole.read_bytes()


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    """Wherever the process ended, in the first line too."""
    journal = tmp_path / "journal"
    report = through(journal, 9)
    whole = journal.read_bytes()
    lines = whole.splitlines(keepends=True)
    for size in (len(whole) - 1, len(whole) - len(lines[-1]), len(lines[0]) + 5, 20, 0):
        journal.write_bytes(whole[:size])
        assert through(journal, 9) == report
        assert journal.read_bytes() == whole


def test_a_journal_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    """The sentence says what differs."""
    journal = tmp_path / "journal"
    through(journal, 3)
    whole = journal.read_bytes()
    with pytest.raises(JournalError, match="with seed 2, got 1"):
        through(journal, 3, seed=2)
    with pytest.raises(JournalError, match=r'with players .*"easy","medium".*, got'):
        through(journal, 3, kinds=("easy", "medium", "easy"))
    with pytest.raises(JournalError, match="with rules"), Journal(journal, Plan(THREE, Rules(), 1)):
        pass
    assert journal.read_bytes() == whole
    for content in (b"deal,seat\n1,2", b"{}\n", b"\xff\n", b"[" * 99999, b"{\n"):
        journal.write_bytes(content)
        with pytest.raises(JournalError, match="expected the journal of a simulation"):
            through(journal, 3)
        assert journal.read_bytes() == content


@pytest.mark.parametrize(
    "line", ["nonsense", "[]", "[0,1,[1,2,2],[]]", "[0,1,[1],[[0,1,2,0,[1]]]]", "[0,0,[1,2,2],[]]"]
)
def test_a_broken_line_is_named(tmp_path: Path, line: str) -> None:
    """Nothing is played on top of what is wrong."""
    journal = tmp_path / "journal"
    through(journal, 3)
    lines = journal.read_text("ascii").splitlines()
    lines[2] = line
    journal.write_text("\n".join(lines) + "\n", "ascii")
    with pytest.raises(JournalError, match=r"journal, line 3: expected game 2"):
        through(journal, 6)


def test_two_runs_do_not_write_one_journal(tmp_path: Path) -> None:
    """The second is refused while the first holds it."""
    plan = Plan(THREE, SHORT, 1)
    with (
        Journal(tmp_path / "journal", plan),
        pytest.raises(JournalError, match="no other run is writing"),
    ):
        Journal(tmp_path / "journal", plan)
    with Journal(tmp_path / "journal", plan) as again:
        assert list(again.games()) == []


def command(folder: Path, name: str) -> list[str]:
    """A simulation of some seconds that keeps everything it can."""
    return [
        *(sys.executable, "-m", "fivecrowns", "simulate", "--players", "medium,easy,medium"),
        *("--games", "150", "--schedule", "short", "--seed", "9", "--jobs", "2", "--json"),
        *("--resume", str(folder / f"{name}.jsonl"), "--csv", str(folder / f"{name}.csv")),
    ]


def test_a_killed_simulation_goes_on_to_the_same_result(tmp_path: Path) -> None:
    """Killed for good in the middle, twice, it ends with every byte that it would have had."""
    whole = subprocess.run(command(tmp_path, "whole"), check=True, capture_output=True).stdout
    journal = tmp_path / "killed.jsonl"
    sizes: list[int] = []
    for _ in range(2):
        size = journal.stat().st_size if journal.exists() else 0
        process = subprocess.Popen(command(tmp_path, "killed"), stdout=subprocess.DEVNULL)
        until = time.monotonic() + 60
        while time.monotonic() < until and process.poll() is None:
            if journal.exists() and journal.stat().st_size > size + 3000:
                break
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        sizes.append(journal.stat().st_size)
    full = (tmp_path / "whole.jsonl").stat().st_size
    assert 0 < sizes[0] < sizes[1] < full
    resumed = subprocess.run(command(tmp_path, "killed"), check=True, capture_output=True).stdout
    assert resumed == whole
    for kept in ("jsonl", "csv"):
        ours, theirs = tmp_path / f"killed.{kept}", tmp_path / f"whole.{kept}"
        assert ours.read_bytes() == theirs.read_bytes()
    told: dict[str, Any] = json.loads(whole)
    assert told["games"] == 150


def test_what_is_kept_of_a_game_is_what_happened() -> None:
    """The same game again, action by action: turns, reshuffles, who went out, points, ranks."""
    rules = Rules(schedule=SCHEDULES["official"][-1:])
    plan = Plan(("random",) * 7, rules, 3)
    for kept in played_games(plan, 2):
        players = [
            make_player(kind, f"3/0/{kept.dealer}/{seat}") for seat, kind in enumerate(plan.kinds)
        ]
        shuffler, game = SeededShuffler("3/0"), Game(rules, 7, kept.dealer)
        turns, reshuffles = [[0] * 7 for _ in rules.schedule], [0] * len(rules.schedule)
        while not game.is_over:
            at = len(game.results)
            if game.round is None:
                game, _ = game.apply(deal(game, shuffler))
                continue
            assert game.turn is not None
            decision = players[game.turn].decide(view(game, game.turn))
            game, actions, _ = play(game, decision.action, shuffler)
            for action in actions:
                if isinstance(action, Discard | GoOut):
                    turns[at][action.seat] += 1
                reshuffles[at] += isinstance(action, Reshuffle)
        assert kept.ranks == game.ranks
        assert [round_.scores for round_ in kept.rounds] == [each.scores for each in game.results]
        assert [round_.out for round_ in kept.rounds] == [each.out for each in game.results]
        assert [round_.dealer for round_ in kept.rounds] == [each.dealer for each in game.results]
        assert [round_.reshuffles for round_ in kept.rounds] == reshuffles
        assert any(reshuffles)
        for round_, own in zip(kept.rounds, turns, strict=True):
            assert [own_turns(round_, seat) for seat in range(7)] == own
            assert round_.turns == sum(own)
