"""A narrow terminal: nothing is cut in the middle of a word or pushed out of its column."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.terminal.driver import run

LONG = "Wilhelmina Oosterwijk,Bob"


@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize(
    ("arguments", "typed"),
    [
        pytest.param(
            ("play", "--humans", LONG, "--seed", "1"), ["", "s", "?", "r", "h"], id="play"
        ),
        pytest.param(("solitaire", "--seed", "1"), ["?", "r", "7", "h", "s"], id="solitaire"),
        pytest.param(("score",), [LONG, "extended", "", "o", "5", "s", "?"], id="score"),
    ],
)
def test_every_line_fits(
    columns: int, arguments: tuple[str, ...], typed: list[str], tmp_path: Path
) -> None:
    """Sheets go on below, sentences are wrapped; only prompts and paths may be longer."""
    done = run(
        *arguments, state=tmp_path, typed="".join(f"{line}\n" for line in typed),
        COLUMNS=str(columns),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    lines = [
        line for line in done.stdout.splitlines() if " > " not in line and str(tmp_path) not in line
    ]
    assert [line for line in lines if len(line) >= columns] == []
    sheets = [line for line in lines if re.fullmatch(r"Cards[ 0-9]+( Total)?", line)]
    expected = {"play": {40: 3, 60: 2, 80: 1}, "score": {40: 5, 60: 2, 80: 2}, "solitaire": {}}
    assert len(sheets) == expected[arguments[0]].get(columns, 0)
