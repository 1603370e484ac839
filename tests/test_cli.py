"""The command line: help, version, exit codes, and one sentence for whatever is wrong."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

import fivecrowns
from fivecrowns._search import COMPILED
from fivecrowns.cli import main
from tests.terminal.driver import command, environment, run

CHECKOUT = Path(__file__).parents[1]
COMMANDS = ("play", "solitaire", "score", "arrange", "simulate", "replay", "verify", "serve")
LARGE = "8c 9c 10c jc qc kc 3c 4c 5c 6c 7c 3d 4d 5d 6d 7d 8d"


def test_the_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """`--help` is where to begin."""
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    for name in COMMANDS:
        assert re.search(rf"^    {name}\b", said, re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Short enough for a screen."""
    assert main([name, "--help"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"usage: fivecrowns {name} ")
    assert len(said.splitlines()) <= 30
    assert max(map(len, said.splitlines())) <= 80


def test_from_a_checkout_what_is_told_to_be_typed_names_the_script(tmp_path: Path) -> None:
    """`fivecrowns` is not on the path there; the command that was typed is."""
    root = tmp_path / "a check out"
    (root / "scripts").mkdir(parents=True)
    shutil.copy(CHECKOUT / "scripts" / "start", root / "scripts")
    installed = f'exec "{sys.executable}" -m fivecrowns "$@"'
    for name, does in (("scripts/setup", "true"), (".venv/bin/fivecrowns", installed)):
        script = root / name
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text(f"#!/bin/sh\n{does}\n", "utf-8")
        script.chmod(0o755)
    relative = str(root.relative_to(tmp_path) / "scripts" / "start")
    for typed, shown, folder in (
        ("scripts/start", "scripts/start", root),
        (relative, f"'{relative}'", tmp_path),
    ):
        said = [
            subprocess.run(
                [typed, *arguments],
                cwd=folder,
                env=environment(tmp_path),
                input="n\n?\nq\n",
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for arguments in (("--help",), ("play", "--against", "easy"), ("solitaire",))
        ]
        assert said[0].startswith(f"usage: {shown} ")
        assert f"{shown} play" in " ".join(said[1].split())
        assert f"{shown} solitaire" in " ".join(said[2].split())
        assert not re.search(r"fivecrowns (COMMAND|play|solitaire)", "".join(said))


def test_the_version_says_which_search_is_running(capsys: pytest.CaptureFixture[str]) -> None:
    """The compiled one or the one in Python."""
    assert main(["--version"]) == 0
    how = "compiled" if COMPILED else "not compiled: the same answers, more slowly"
    said = capsys.readouterr().out
    assert re.fullmatch(rf"fivecrowns (\d+\.\d+\S*|\(not installed\)), search {how}\n", said)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("dance",), "expected one of "),
        (("--verbose",), "expected no further arguments, got --verbose"),
        (("play", "--seed", "x"), "--seed: expected a whole number of at most 18 digits, got 'x'"),
        (("play", "--seed"), "--seed: expected a value, got none"),
        (("play", "--seed", "9" * 5000), "--seed: expected a whole number of at most 18 digits"),
        (("play", "--humans=--"), "--humans: expected a "),
        (("simulate", "--players=--", "--games", "1"), "--players: expected "),
        (("review", "--player=--", "x"), "--player: expected a value, got '--'"),
        (("play", "--manual=1"), "--manual: expected no value, got '1'"),
        (
            ("play", "--against", "hard,,easy"),
            "--against: expected easy, medium, hard, expert, random",
        ),
        (("play", "--humans", "0"), "expected at least 1 person to play, got 0"),
        (("play", "--humans", "15"), "expected 2 to 14 players, got 15"),
        (("play", "--humans", "9" * 18), "expected 2 to 14 players, got 999999999999999999"),
        (("play", "--humans", "1.5"), "--humans: expected how many people play, or their names"),
        (("play", "--humans", "Ann,,Bob"), "--humans: expected how many people play, or their"),
        (("play", "--humans", "B" * 25), "--humans: expected how many people play, or their"),
        (("play", "--humans", "Ann,\x1b[2J"), "--humans: expected how many people play, or their"),
        (("play", "--humans", "Ann,ann"), "expected a name of their own for all, got 'Ann' twice"),
        (
            ("play", "--humans", "easy emma,Ann", "--against", "easy"),
            "expected a name of their own for all, got 'easy emma' twice",
        ),
        (("play", "--humans", ",".join("abcdefghijklmno")), "expected 2 to 14 players, got 15"),
        (("play", "--schedule", "long"), "--schedule: expected official, short, extended, reverse"),
        (("serve", "--port", "70000"), "--port: expected a port from 1 to 65535, got '70000'"),
        (("serve", "--port", "x"), "--port: expected a port from 1 to 65535, got 'x'"),
        (("serve", "--database", "mysql://x"), "expected the URL of a database"),
        (("serve", "--database", "x"), "expected the URL of a database"),
        (("serve", "--database", "sqlite:////dev/null/x.db"), "expected a database that"),
        (("play", "--naturals", "2"), "--naturals: expected 0 or 1, got '2'"),
        (("play", "now"), "expected no further arguments, got now"),
        (("solitaire", "--seed", "1.5"), "--seed: expected a whole number"),
        (("solitaire", "--seed", "1", "--today"), "expected --seed or --today, got both"),
        (("arrange",), "expected cards and a wild rank, as in: fivecrowns arrange"),
        (("arrange", "8C"), "expected cards and a wild rank, as in: fivecrowns arrange"),
        (("arrange", "", "--wild", "3"), "expected a hand of 1 to 16 cards, got 0"),
        (("arrange", LARGE, "--wild", "3"), "expected a hand of 1 to 16 cards, got 17"),
        (("arrange", "8C 8X", "--wild", "3"), "expected a card such as 7H, 10*, QS or JK"),
        (("arrange", "8C 8C 8C", "--wild", "3"), "expected at most 2 copies of 8C in a game set"),
        (("arrange", "8C", "--wild", "2"), "expected a wild rank (3 to 10, J, Q, K, or 0 for"),
        (("arrange", "8C", "--wild", "3", "--sets", "3"), "--sets: expected 1 or 2, got '3'"),
        (("arrange", "8C", "--stdin", "--json"), "expected --stdin with --json and nothing else"),
        (("arrange", "--stdin"), "expected --stdin with --json and nothing else"),
        (("replay",), "expected FILE, got none"),
        (("verify", "a", "b"), "expected no further arguments, got b"),
    ],
)
def test_bad_arguments_are_one_sentence_and_exit_code_2(
    arguments: tuple[str, ...], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was expected and what came, on the error output and nowhere else."""
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"fivecrowns: {error}")
    assert said.err.count("\n") == 1


posix = pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell and state folder")


def a_record(state: Path) -> str:
    """The record of a game that was begun."""
    run("play", "--against", "easy", "--seed", "1", state=state, typed="d\n")
    (path,) = (state / "fivecrowns" / "games").glob("*.jsonl")
    return str(path)


def test_the_module_runs_as_the_command_does(tmp_path: Path) -> None:
    """`python -m fivecrowns` gives the exit code on to the shell."""
    assert run("--version", state=tmp_path).stdout.startswith("fivecrowns ")
    result = run("replay", "missing", state=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1


@posix
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    """`fivecrowns replay FILE | head -1` ends silently."""
    lines = " ".join(f"'{part}'" for part in command("replay", a_record(tmp_path)))
    result = subprocess.run(
        ["/bin/sh", "-c", f"for i in 1 2 3; do {lines}; done | head -1"],
        capture_output=True,
        text=True,
        check=False,
        env=environment(tmp_path, PYTHONUNBUFFERED="1"),
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("Five Crowns: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize("arguments", [("--help",), ("arrange", "8C", "--wild", "3"), ("play",)])
def test_an_output_that_is_full_is_one_sentence(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """Exit code 2, and no second complaint when the process ends."""
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            command(*arguments),
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=environment(tmp_path),
        )
    assert result.returncode == 2
    assert result.stderr.startswith("fivecrowns: expected to write the output")
    assert result.stderr.count("\n") == 1


@posix
def test_closed_streams_are_no_error(tmp_path: Path) -> None:
    """Nothing to read from is an end of input, nothing to write to is silence."""
    for redirection, code in (("<&-", 0), (">&-", 0), ("2>&-", 0)):
        words = " ".join(f"'{part}'" for part in command("play"))
        result = subprocess.run(
            ["/bin/sh", "-c", f"{words} {redirection}"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            env=environment(tmp_path),
        )
        assert (result.returncode, result.stderr) == (code, "")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device without an end")
@pytest.mark.parametrize("name", ["replay", "verify", "review", "score"])
def test_a_file_without_an_end_is_one_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is read as far as any record could reach, and no further."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert main([name, "/dev/zero"]) == 2
    said = capsys.readouterr().err
    assert said.endswith("cannot read /dev/zero: it holds more than 32 MB\n")
    assert said.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device without an end")
@pytest.mark.parametrize("name", ["play", "solitaire", "score"])
def test_an_answer_without_an_end_is_one_sentence(name: str, tmp_path: Path) -> None:
    """Exit code 2; what was played until then is saved."""
    with Path("/dev/zero").open("rb") as zeros:
        result = subprocess.run(
            command(name),
            stdin=zeros,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=environment(tmp_path),
        )
    assert result.returncode == 2
    expected = "expected an answer of at most 10,000 characters, got a longer one"
    assert result.stderr == f"fivecrowns: {expected}\n"


def test_a_complaint_about_something_huge_is_short(capsys: pytest.CaptureFixture[str]) -> None:
    """What came is quoted, but not all of it; the hint after it stays."""
    assert main(["arrange", "8C" * 100_000, "--wild", "3"]) == 2
    assert len(capsys.readouterr().err) < 1_100


@posix
def test_without_a_home_folder_nothing_is_kept_anywhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence; no folder is made where the command happens to run."""
    for name in ("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "FIVECROWNS_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)

    def nobody(uid: int) -> NoReturn:
        raise KeyError(uid)

    monkeypatch.setattr("pwd.getpwuid", nobody)
    for name in ("play", "solitaire", "score", "serve"):
        assert main([name]) == 2
        said = capsys.readouterr().err
        assert said.startswith("fivecrowns: expected a home folder to ")
        assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_package_brings_the_game_and_nothing_around_it() -> None:
    """`import fivecrowns` loads neither the terminal nor anything that the game does not need."""
    heavy = ["fivecrowns.terminal", "fivecrowns.cli", "msgspec", "rich", "platformdirs", "argparse"]
    text = f"import fivecrowns, sys; print([name for name in {heavy} if name in sys.modules])"
    result = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=True
    )
    assert result.stdout == "[]\n"


def test_every_public_name_is_there() -> None:
    """What `from fivecrowns import *` promises, sorted and without doubles."""
    assert all(hasattr(fivecrowns, name) for name in fivecrowns.__all__)
    assert len(set(fivecrowns.__all__)) == len(fivecrowns.__all__)
