"""Golden records: games that were written once are read, replayed and written the same for ever."""

import json
from pathlib import Path
from typing import Any

import pytest

from fivecrowns.record import action_line, header_line, read_action, read_header, replay_to_end
from fivecrowns.record import summary as summary_of
from tests.golden.make import CASES, HERE
from tests.oracles import naive_engine

RECORDS = sorted(HERE.glob("*.jsonl"))


def lines_of(path: Path) -> list[bytes]:
    """The lines of a record as they stand in the file."""
    return path.read_bytes().splitlines()


def expected(path: Path) -> dict[str, Any]:
    """The summary that stands beside a record."""
    answer: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return answer


def test_every_case_has_its_record() -> None:
    """No golden record is missing, and there is none that nobody can tell the purpose of."""
    assert {path.stem for path in RECORDS} == set(CASES)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_replays_to_its_summary(path: Path) -> None:
    """The record leads to the summary beside it, its commitments included."""
    assert summary_of(replay_to_end(lines_of(path), verify=True)) == expected(path)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_is_written_as_it_was(path: Path) -> None:
    """Every line that is read is written again byte for byte the same."""
    first, *others = (line.decode() for line in lines_of(path))
    assert header_line(read_header(first)) == first
    for number, line in enumerate(others, start=2):
        assert action_line(read_action(line, number)) == line


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_summary_is_what_the_second_engine_says(path: Path) -> None:
    """The summaries are right, not only the same: the second engine agrees."""
    lines = [json.loads(line) for line in lines_of(path)]
    assert naive_engine.differences(expected(path), lines) == []
    assert naive_engine.broken_commitments(lines) == []
