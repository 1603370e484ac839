"""`fivecrowns simulate`: a table for people, JSON for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fivecrowns.cli import main
from tests.terminal.driver import run

TWO = ("--players", "medium,easy", "--games", "4", "--schedule", "short", "--jobs", "1")


def test_a_table_names_seats_and_kinds_with_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    """One row for each seat, one for each kind where kinds sit twice, and their difference."""
    assert main(["simulate", "--players", "medium,easy,easy", *TWO[2:]]) == 0
    said = capsys.readouterr().out
    assert said.startswith("4 games of 2 deals, seed ")
    for row in ("1 medium", "2 easy", "3 easy", "medium against easy: "):
        assert f"\n {row}" in said or f"\n{row}" in said
    assert "±" in said
    assert max(map(len, said.splitlines())) <= 80


def test_json_has_what_the_table_has_and_a_seed_repeats_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Per seat and per kind: games, wins, points with intervals, rounds gone out, turns."""
    answers: list[str] = []
    for seed in ("7", "7", "8"):
        assert main(["simulate", *TWO, "--seed", seed, "--json"]) == 0
        answers.append(capsys.readouterr().out)
    assert answers[0] == answers[1] != answers[2]
    report = json.loads(answers[0])
    assert [line["player"] for line in report["seats"]] == ["medium", "easy"]
    assert sum(line["wins"] for line in report["kinds"]) == 4
    assert report["seats"][0].keys() == {
        "player",
        "games",
        "wins",
        "win_share",
        "points_per_round",
        "points_per_game",
        "rounds",
        "rounds_out",
        "turns_per_round",
    }


def test_a_pipe_gets_no_progress_bar(tmp_path: Path) -> None:
    """Nothing but the table, in ASCII where it must be."""
    result = run(
        "simulate", *TWO, state=tmp_path, PYTHONUTF8="0", PYTHONIOENCODING="ascii", LC_ALL="C"
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.isascii()
    assert "\x1b" not in result.stdout
    assert "+-" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--players", "hard", "--games", "2"), "expected 2 to 14 players, got 1"),
        (("--players", "hard,genius", "--games", "2"), "--players: expected easy, medium, hard"),
        (("--players", "easy,easy", "--games", "0"), "expected 1 to 1000000 games, got 0"),
        (("--players", "easy,easy", "--games", "x"), "--games: expected a whole number"),
        (("--players", "easy,easy", "--games", "2", "--jobs", "0"), "expected 1 to 256 jobs"),
        (("--games", "2"), "expected --players, got none"),
    ],
)
def test_bad_arguments_are_one_sentence(
    arguments: tuple[str, ...], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2."""
    assert main(["simulate", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"fivecrowns: {error}")
    assert said.err.count("\n") == 1
