"""`fivecrowns arrange`: the answer for people, the answer for programs, and one a line."""

from __future__ import annotations

import io
import json
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from fivecrowns.cards import parse_cards
from fivecrowns.cli import main
from fivecrowns.terminal.arranging import answer_lines
from tests.terminal.driver import command

HANDS = Path(__file__).parents[1] / "data" / "hands.jsonl"


def arrange(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What `fivecrowns arrange` prints for these arguments."""
    assert main(["arrange", *arguments]) == 0
    return capsys.readouterr().out


def answers(*lines: str | bytes) -> tuple[int, list[dict[str, Any]]]:
    """The exit code and the answers to lines on the input."""
    target = io.StringIO()
    given = [line if isinstance(line, bytes) else line.encode() for line in lines]
    code = answer_lines(io.BytesIO(b"".join(line + b"\n" for line in given)), target)
    return code, [json.loads(line) for line in target.getvalue().splitlines()]


def test_melds_are_named_and_wilds_labelled(capsys: pytest.CaptureFixture[str]) -> None:
    """What is left over costs, and discards that go out are told."""
    assert arrange(capsys, "9* Q* 7H JK 8H 8C 8D 6S", "--wild", "7") == (
        "book  8♥, 8♦, 8♣\n"
        "run   9★, 7♥ as 10★, JK as J★, Q★\n"
        "left  6♠: 6 points\n"
        "out   with the discard 6♠\n"
    )


def test_a_hand_that_melds_whole_has_nothing_left(capsys: pytest.CaptureFixture[str]) -> None:
    """Only wilds are a meld of their own kind."""
    said = arrange(capsys, "JK", "JK", "jk", "5c", "--wild", "5")
    assert said.startswith("wilds 5♣, JK, JK, JK\nleft  nothing: 0 points\n")


def test_a_hand_that_cannot_go_out_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """A hand of three cards cannot have drawn, so nothing is said of going out."""
    assert arrange(capsys, "8C 9H 10D KS", "--wild", "3").endswith("out   with no discard\n")
    assert (
        arrange(capsys, "8C 8H 8D", "--wild", "3") == "book  8♥, 8♦, 8♣\nleft  nothing: 0 points\n"
    )


def test_json_has_points_melds_left_and_out(capsys: pytest.CaptureFixture[str]) -> None:
    """Cards in ASCII, in the order of the canonical arrangement; `out` sorted as text."""
    assert json.loads(arrange(capsys, "5* 6* 7H JK 8H", "--wild", "7", "--json")) == {
        "points": 8,
        "melds": [["5*", "6*", "7H", "JK"]],
        "left": ["8H"],
        "out": ["8H"],
    }
    every = json.loads(arrange(capsys, "10C 10H 10S 10* JK", "--wild", "0", "--json"))
    assert every["out"] == ["10*", "10C", "10H", "10S", "JK"]


def test_two_sets_and_the_house_rule_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """`--sets 2` allows four copies, `--naturals 1` wants a natural card in every meld."""
    assert "0 points" in arrange(capsys, "8C 8C 8C", "--wild", "3", "--sets", "2")
    assert "150 points" in arrange(capsys, "JK JK JK", "--wild", "3", "--naturals", "1")


def test_the_answers_to_known_hands_are_right() -> None:
    """Points and discards of hands that an exhaustive search has solved; all cards are there."""
    known = [json.loads(line) for line in HANDS.read_text("utf-8").splitlines()[:400]]
    code, given = answers(*(json.dumps(hand) for hand in known))
    assert code == 0
    for hand, answer in zip(known, given, strict=True):
        assert answer["points"] == hand["points"]
        assert answer["out"] == hand.get("out", [])
        cards = [card for meld in answer["melds"] for card in meld] + answer["left"]
        assert Counter(cards) == Counter(map(str, parse_cards(hand["hand"])))


def test_a_bad_line_gets_an_error_in_its_place() -> None:
    """The others are answered, and the exit code is 2 at the end."""
    good = '{"hand": "8C 8H", "wild": "J"}'
    bad: list[str | bytes] = [
        "nonsense",
        "",
        "[1]",
        "[" * 50_000,
        "[" * 100_000,
        b" " * 65_536 + b'{"hand": "8C", "wild": 3}',
        b'{"hand": "\xff", "wild": 3}',
        '{"hand": "8C"}',
        '{"hand": 8, "wild": 3}',
        '{"hand": "8X", "wild": 3}',
        '{"hand": "", "wild": 3}',
        '{"hand": "8C 8C 8C", "wild": 3}',
        '{"hand": "8C", "wild": 2}',
        '{"hand": "8C", "wild": null}',
        '{"hand": "8C", "wild": true}',
        '{"hand": "8C", "wild": 1e999}',
        '{"hand": "8C", "wild": 3, "naturals": 2}',
        '{"hand": "8C", "wild": 3, "sets": 3}',
        json.dumps({"hand": "8C " * 17, "wild": 3, "sets": 2}),
    ]
    code, given = answers(good, *bad, good)
    assert code == 2
    assert given[0] == given[-1] == {"points": 16, "melds": [], "left": ["8H", "8C"], "out": []}
    for number, answer in enumerate(given[1:-1], start=2):
        assert answer.keys() == {"error"}
        assert answer["error"]["line"] == number
        assert answer["error"]["message"].startswith("expected ")


def test_a_line_is_answered_before_the_next_one_comes() -> None:
    """A program can talk to it through two pipes."""
    process = subprocess.Popen(
        command("arrange", "--stdin", "--json"), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        for hand, points in (("8C 8H 8D", 0), ("KS", 13)):
            process.stdin.write(json.dumps({"hand": hand, "wild": 3}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["points"] == points
        process.stdin.close()
        assert process.wait() == 0
