"""Whole games through a pipe: every option, from the first question to the record."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from fivecrowns.actions import DealCards
from fivecrowns.cards import KINDS
from fivecrowns.record import Header
from fivecrowns.rules import Rules
from fivecrowns.shuffler import Shuffle
from tests.positions import deck_order
from tests.terminal.driver import Terminal, games_in, records_in, run, save_game, sensible_answer

SHORT = ("--schedule", "short")


def play_to_the_end(*options: str, state: Path, **extra: str) -> str:
    """Play a game as somebody sensible would, and return all that was said."""
    with Terminal("play", *options, state=state, extra=extra) as terminal:
        said = terminal.read()
        while said.endswith(" > "):
            said = terminal.type(sensible_answer(said))
        code, complaint = terminal.end()
    assert (code, complaint) == (0, "")
    return terminal.said


def test_a_whole_game_of_eleven_rounds_is_played_through_a_pipe(tmp_path: Path) -> None:
    """It ends with the ranks and a record that `replay`, `review` and `verify` accept."""
    said = play_to_the_end("--against", "medium,easy", "--seed", "1", state=tmp_path)
    assert "Round 11 of 11: 13 cards, kings and jokers are wild." in said
    assert re.search(r"The game is over\. .* won\.\n1\. ", said)
    (path,) = records_in(tmp_path)
    assert f"fivecrowns replay {path}" in said
    assert f"fivecrowns review {path}" in said
    assert list(games_in(tmp_path).iterdir()) == [path]
    told = run("replay", str(path), state=tmp_path)
    assert told.returncode == 0
    assert said.split("The game is over. ")[1].splitlines()[0] in told.stdout
    weighed = run("review", str(path), state=tmp_path)
    assert weighed.returncode == 0
    assert weighed.stdout.startswith("You: ")
    assert weighed.stdout.endswith("--player NAME tells of Medium Mia or Easy Emma.\n")
    checked = run("verify", str(path), state=tmp_path)
    assert checked.stdout == "Valid, finished, 11 commitments to shuffles checked.\n"


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(("--humans", "3", *SHORT), id="three people"),
        pytest.param(("--humans", "2", "--against", "easy", "--manual", *SHORT), id="manual"),
        pytest.param(("--against", "medium", "--lay-off", "--tiebreak", *SHORT), id="laying off"),
        pytest.param(("--against", "easy", "--naturals", "1", *SHORT), id="naturals"),
        pytest.param(("--against", "random,easy", "--schedule", "reverse"), id="reverse"),
        pytest.param(("--against", "medium", "--schedule", "extended"), id="extended"),
        pytest.param(("--against", ",".join(["easy"] * 6), "--schedule", "random"), id="seven"),
        pytest.param(("--against", ",".join(["easy"] * 7), *SHORT), id="two game sets"),
    ],
)
def test_every_option_makes_a_whole_game_that_fits_the_screen(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    """No line is wider than 80 columns, and the record is valid."""
    said = play_to_the_end(*options, "--seed", "2", state=tmp_path)
    path = str(records_in(tmp_path)[0])
    assert max(len(line) for line in said.splitlines() if path not in line) < 80
    assert "Valid, finished" in run("verify", path, state=tmp_path).stdout


def test_a_seed_gives_the_same_game_again(tmp_path: Path) -> None:
    """Deals, opponents and the first dealer depend on the seed alone, another gives others."""
    games = [
        play_to_the_end("--against", "easy,random", *SHORT, "--seed", seed, state=tmp_path / place)
        for seed, place in [("5", "a"), ("5", "b"), ("6", "c")]
    ]
    first, again, other = (said.split("The record of the game")[0] for said in games)
    assert first == again
    assert first != other


def test_without_a_seed_every_game_is_another(tmp_path: Path) -> None:
    """Two new games do not begin with the same cards."""
    said = [run("play", state=tmp_path / place).stdout for place in "ab"]
    assert said[0] != said[1]


def test_one_person_plays_against_three_of_different_strength(tmp_path: Path) -> None:
    """Without options there is a table to play at."""
    said = run("play", state=tmp_path).stdout
    assert said.startswith("Five Crowns: You, Hard Hugo, Medium Mia and Easy Emma.\n")


def test_a_pipe_gets_no_control_characters(tmp_path: Path) -> None:
    """What is written to a pipe is text, line by line."""
    said = play_to_the_end("--against", "easy", *SHORT, "--seed", "3", state=tmp_path, TERM="xterm")
    assert all(char == "\n" or char.isprintable() for char in said)


def test_where_suits_cannot_be_shown_cards_are_letters(tmp_path: Path) -> None:
    """An output that is not UTF-8 gets the ASCII notation, and the game goes as well."""
    said = play_to_the_end(
        "--against", "easy", *SHORT, "--seed", "3", state=tmp_path,
        PYTHONUTF8="0", PYTHONIOENCODING="ascii", LC_ALL="C",
    )  # fmt: skip
    assert said.isascii()
    assert re.search(r"rest  .*[3-9][SHDC*]", said)
    assert "\\u" not in said


def test_a_person_is_shown_nothing_of_what_is_hidden(tmp_path: Path) -> None:
    """Two games that differ only in hidden cards look the same when the person begins."""
    shown: list[str] = []
    for place, other, then in [("a", "3S 4S 5S 6S", "9D KC"), ("b", "7C 8D 9* JK", "9D JK")]:
        order = deck_order(["5H 8H 10C Q*", other], then)
        header = Header(Rules(Rules().schedule[1:]), ("You", "Easy Emma"), 1)
        save_game(tmp_path / place, header, [DealCards(Shuffle(order))], seats=[None, "easy"])
        shown.append(run("play", state=tmp_path / place, typed="y\nh\n").stdout)
    assert shown[0] == shown[1]
    assert "5♥" in shown[0]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_typed_the_game_stands(seed: int, tmp_path: Path) -> None:
    """Thousands of lines by chance: no traceback, and the record is valid to its end."""
    random = Random(seed)
    cards = [str(card).lower() for card in KINDS]
    words = [
        "d",
        "t",
        "o",
        "u",
        "y",
        "n",
        "",
        "s",
        "r",
        "?",
        "share",
        "h 3",
        "m",
        "l",
        "10",
        "\x00",
    ]

    def line() -> str:
        typed = [random.choice(["", "o ", "l ", "m ", "d "]) if random.random() < 0.3 else ""]
        typed += random.choices(cards, k=random.choice([1, 1, 1, 1, 3, 4]))
        return " ".join(typed) if random.random() < 0.6 else random.choice(words)

    options = ("--lay-off", "--manual", "--tiebreak") if seed % 2 else ()
    people = ("--humans", "2") if seed > 1 else ()
    result = run(
        "play", "--against", "easy,random", *people, *options, *SHORT, "--seed", str(seed),
        state=tmp_path, typed="".join(f"{line()}\n" for _ in range(1500)),
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, "")
    (path,) = records_in(tmp_path)
    assert run("verify", str(path), state=tmp_path).stdout.startswith("Valid, ")
