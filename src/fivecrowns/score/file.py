"""Sheets as files: JSON, the same for phone and terminal; docs/score.md describes it."""

from __future__ import annotations

from typing import Annotated, Final, Literal, cast

import msgspec

from fivecrowns.score.log import VERSION, Id, Log, ScoreError, check_cell, merge, shortened
from fivecrowns.score.sheet import read

MAX_FACTS: Final = 100_000


class SheetFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file holds.

    Attributes:
        sheet: which sheet it is; the logs of two files of one sheet can be merged.
        facts: its log.
        fivecrowns_score: the version of the format.
    """

    sheet: Id
    facts: Annotated[Log, msgspec.Meta(max_length=MAX_FACTS)]
    fivecrowns_score: Literal[1] = 1


def dump(file: SheetFile) -> str:
    """A sheet as text: one JSON object, with a line for each fact."""
    facts = ",\n".join(msgspec.json.encode(fact).decode() for fact in file.facts)
    return (
        f'{{"fivecrowns_score":{file.fivecrowns_score},"sheet":"{file.sheet}",'
        f'"facts":[\n{facts}\n]}}\n'
    )


def load(text: str | bytes) -> SheetFile:
    """Read a sheet.

    Raises:
        ScoreError: the text is not a sheet; the message says what was expected and what came.
    """
    try:
        given = msgspec.json.decode(_without_mark(text))
        if not isinstance(given, dict) or "fivecrowns_score" not in given:
            raise ScoreError('expected a sheet, which begins with {"fivecrowns_score":1')
        version = cast("dict[str, object]", given)["fivecrowns_score"]
        if version != VERSION:
            raise ScoreError(f"expected a sheet of version {VERSION}, got {shortened(version)}")
        file = msgspec.convert(given, SheetFile)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ScoreError(f"expected a sheet in JSON, got something else: {error}") from None
    for number, fact in enumerate(file.facts, start=1):
        try:
            check_cell(fact.cell, fact.value)
        except ScoreError as error:
            raise ScoreError(f"fact {number}: {error}") from None
    log = merge(file.facts)
    read(log)
    return SheetFile(file.sheet, log)


def _without_mark(text: str | bytes) -> str | bytes:
    """The text without the mark that some editors put before UTF-8."""
    return text.removeprefix(b"\xef\xbb\xbf") if isinstance(text, bytes) else text
