"""Make the cases that Python and the page have to agree on: `python -m tests.score.make`.

A change of a case shows in the diff that old sheets would now read otherwise.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from fivecrowns.score.export import as_csv
from fivecrowns.score.log import Log, can_redo, can_undo, merge
from fivecrowns.score.sheet import read
from fivecrowns.score.statistics import statistics
from tests.score.keeping import Keeper, Meddler

CASES = Path(__file__).resolve().parents[1] / "data" / "score.json"
PAD = tuple(
    zip(
        (0, 20, 13, 12, 15, 10, 18, 9, 20, 20, 0),
        (15, 10, 0, 12, 8, 20, 5, 9, 10, 11, 9),
        (12, 5, 8, 10, 6, 7, 4, 11, 0, 8, 7),
        (29, 0, 35, 0, 0, 0, 0, 0, 3, 0, 44),
        strict=True,
    )
)
"""A real pad with four players, A to D (T45)."""


def said(log: Log) -> dict[str, Any]:
    """All that a sheet says, made of what JSON can hold."""
    sheet = read(log)
    return {
        "players": [asdict(player) for player in sheet.players],
        "rounds": [
            {
                "number": at.number,
                "cards": at.deal.cards,
                "wild": None if at.deal.wild is None else str(at.deal.wild),
                "tie_break": at.tie_break,
                "players": at.players,
                "dealer": at.dealer,
                "starter": at.starter,
                "out": at.out,
                "points": at.points,
                "complete": at.complete,
                "warnings": at.warnings,
                "totals": {p.id: sheet.total(p, at.number) for p in sheet.players},
            }
            for at in sheet.rounds
        ],
        "reveal": sheet.reveal,
        "end": sheet.end,
        "ranks": sheet.ranks,
        "current": sheet.current.number if sheet.current else None,
        "tied": sheet.tied,
        "winners": sheet.winners,
        "finished": sheet.finished,
        "undo": {by: [can_undo(log, by), can_redo(log, by)] for by in ("a", "b", "phone")},
        "csv": as_csv(sheet),
    }


def cases() -> dict[str, Any]:
    """All cases: two logs, what both together say, and the statistics of all sheets."""
    pad = Keeper(["A", "B", "C", "D"])
    pad.play(*PAD)
    logs = [[pad.log, pad.log]]
    logs += [Meddler(Random(seed)).meddle(20 + 4 * seed) for seed in range(8)]
    merged = [merge(*pair) for pair in logs]
    return {
        "cases": [
            {"logs": pair, "sheet": said(both)} for pair, both in zip(logs, merged, strict=True)
        ],
        "statistics": [asdict(person) for person in statistics(read(log) for log in merged)],
    }


if __name__ == "__main__":
    CASES.write_bytes(msgspec.json.format(msgspec.json.encode(cases()), indent=1))
