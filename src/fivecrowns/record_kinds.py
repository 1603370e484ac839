"""Records of either kind: which kind one is, and what it leads to.

For whoever is given a file and does not know what was played. `record` and `solitaire.record` read
their own kind in detail.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fivecrowns import record
from fivecrowns.choices import Choice
from fivecrowns.lines import read_object
from fivecrowns.solitaire import record as solitaire_record


class RecordKind(Choice):
    """What was played."""

    GAME = "game"
    SOLITAIRE = "solitaire"


def read_kind_of_record(first_line: str | bytes) -> RecordKind:
    """Tell from its first line which kind of record a file is.

    Raises:
        RecordError: the line is not the header of a record.
    """
    if "game" in read_object(first_line, 1):
        solitaire_record.read_header(first_line)
        return RecordKind.SOLITAIRE
    record.read_header(first_line)
    return RecordKind.GAME


def replay_summary(lines: Iterable[str | bytes], *, verify: bool = False) -> dict[str, Any]:
    """Replay a record of either kind and sum it up as `fivecrowns replay --json` does.

    Args:
        lines: the lines, header first, with or without their ends.
        verify: check the commitments to the shuffles, too.

    Raises:
        RecordError: a line breaks the format or the rules.
    """
    kept = list(lines)
    kind = read_kind_of_record(kept[0] if kept else "")
    if kind is RecordKind.SOLITAIRE:
        return solitaire_record.summary(solitaire_record.replay_to_end(kept, verify=verify))
    return record.summary(record.replay_to_end(kept, verify=verify))
