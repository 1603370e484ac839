"""`fivecrowns simulate`: a table for people, JSON for programs."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from base64 import b64decode
from pathlib import Path
from xml.etree import ElementTree as ET

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


def test_a_page_shows_the_tables_and_the_pictures_without_any_other_file(tmp_path: Path) -> None:
    """It is whole by itself, and says how to get it again."""
    page = tmp_path / "page.html"
    assert main(["simulate", *TWO, "--naturals", "1", "--report", str(page)]) == 0
    text = page.read_text("utf-8")
    assert "<h1>medium, easy</h1>" in text
    again = "fivecrowns simulate --players medium,easy --games 4 --schedule short --naturals 1"
    assert f"<pre>{again} --seed 0</pre>" in text
    pictures = [
        ET.fromstring(b64decode(data))  # noqa: S314 - our own
        for data in re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', text)
    ]
    assert len(pictures) == text.count("<img ") == 4
    words = ["".join(picture.itertext()) for picture in pictures]
    for told in ("points a round", "own turn in the round", "% of the games"):
        assert any(told in each for each in words)
    assert all("medium" in each and "easy" in each for each in words)
    assert not re.search(r'(src|href)="(?!data:)', text)


def test_players_of_one_kind_are_not_compared(tmp_path: Path) -> None:
    """There is no picture of who ends before whom."""
    page = tmp_path / "page.html"
    arguments = ["--players", "easy,easy", "--games", "1", "--schedule", "short", "--jobs", "1"]
    assert main(["simulate", *arguments, "--report", str(page)]) == 0
    assert page.read_text("utf-8").count("<img ") == 3


def test_pictures_need_a_package_and_say_so_at_once(tmp_path: Path) -> None:
    """Before any game is played, and nothing is written."""
    page, rows = tmp_path / "page.html", tmp_path / "rows.csv"
    program = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from fivecrowns.cli import main; sys.exit(main())"
    )
    arguments = ["simulate", "--players", "hard,hard", "--games", "1000000"]
    arguments += ["--csv", str(rows), "--report", str(page)]
    said = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, timeout=60
    )
    assert said.returncode == 2
    assert said.stderr.endswith(f"{shlex.quote(sys.executable)} -m pip install matplotlib\n")
    assert not page.exists()
    assert not rows.exists()


def test_it_says_that_it_stopped_early(capsys: pytest.CaptureFixture[str]) -> None:
    """With fewer games than asked for."""
    arguments = ["--players", "medium,random", "--games", "500", "--schedule", "short"]
    assert main(["simulate", *arguments, "--precision", "500"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("100 games of 50 deals, seed 0.")
    assert "Stopped early: the points a game are known well enough." in said


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--players", "hard", "--games", "2"), "expected 2 to 14 players, got 1"),
        (("--players", "hard,genius", "--games", "2"), "expected a player (easy, medium, hard, "),
        (("--players", "easy,easy", "--games", "0"), "expected 1 to 1000000 games, got 0"),
        (("--players", "easy,easy", "--games", "x"), "--games: expected a whole number"),
        (("--players", "easy,easy", "--games", "2", "--jobs", "0"), "expected 1 to 256 jobs"),
        (("--games", "2"), "expected --players, got none"),
        ((*TWO, "--precision", "0"), "expected a precision above 0 points, got 0.0"),
        ((*TWO, "--precision", "narrow"), "--precision: expected a number such as 1.5"),
        ((*TWO, "--report", "page.png"), "--report: expected a name that ends in .html"),
        ((*TWO, "--csv", "x.html", "--report", "./x.html"), "expected a file of its own for each"),
        ((*TWO, "--csv", "no/such/folder/x.csv"), "no/such/folder/x.csv: No such file"),
        ((*TWO, "--resume", "."), ".: Is a directory"),
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
