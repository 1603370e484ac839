"""A sheet's log: who wrote what into which cell, and when. Nothing in it is ever changed.

Two devices that wrote into the same sheet have two logs of it; `merge` makes one of them, and
gives the same whichever comes first. Of two facts of one cell the later one holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal, TypeAlias
from unicodedata import category

import msgspec

from fivecrowns.errors import FiveCrownsError
from fivecrowns.rules import MAX_DEAL, MIN_DEAL

VERSION: Final = 1
MAX_NAME: Final = 24
MAX_POINTS: Final = 999
"""More than any hand can cost: fifteen jokers are 750."""
MAX_START: Final = 99_999
MAX_ROUND: Final = 99
MAX_SEATS: Final = 99
"""Many more than a game has, with all who come and go."""
MAX_TIME: Final = 253_402_214_400_000
"""The last day of the year 9999 in milliseconds: later days are not known everywhere."""

MAX_SHOWN: Final = 80

Value = Any
"""What a cell holds: anything of JSON that `check_cell` lets through."""

Time = Annotated[int, msgspec.Meta(ge=0, le=MAX_TIME)]
Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,24}\Z")]


class ScoreError(FiveCrownsError):
    """A sheet, or a change of one, that cannot be."""


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry into one cell.

    Facts of the same time and device belong to one action of a person, and are undone together.

    Attributes:
        at: milliseconds since 1970; later than every fact its writer knew.
        by: the device.
        cell: which cell, such as `round/4/points/ann`.
        value: what was written; `None` empties the cell.
        undo: the time of the device's action that this fact takes back, else `None`.
        redo: the time of the device's action that this fact does again, else `None`.
    """

    at: Time
    by: Id
    cell: str
    value: Value
    undo: Time | None = None
    redo: Time | None = None

    @property
    def order(self) -> tuple[int, str, str]:
        """Where the fact stands in a log."""
        return self.at, self.by, self.cell


Log = tuple[Fact, ...]
"""Facts in their order, each once."""


def merge(*logs: Iterable[Fact]) -> Log:
    """One log of several; the order in which they are given does not matter."""
    facts: dict[tuple[int, str, str], Fact] = {}
    for log in logs:
        for fact in log:
            known = facts.setdefault(fact.order, fact)
            if fact != known and _rank(fact) > _rank(known):
                facts[fact.order] = fact
    return tuple(facts[order] for order in sorted(facts))


def _rank(fact: Fact) -> bytes:
    """Which of two facts that claim the same place holds: a copied device, or a forged file."""
    return msgspec.json.encode([fact.value, fact.undo, fact.redo], order="sorted")


def cells(log: Log) -> dict[str, Value]:
    """What every cell holds now."""
    return {fact.cell: fact.value for fact in log}


def history(log: Log, cell: str) -> Log:
    """All that was ever written into a cell, the latest last."""
    return tuple(fact for fact in log if fact.cell == cell)


def act(log: Log, by: str, changes: Iterable[tuple[str, Value]], now: int) -> Log:
    """The log after a person changed some cells at once.

    Changes that change nothing are left out.

    Args:
        log: the log so far.
        by: the device.
        changes: cells, each with its new value.
        now: the device's clock in milliseconds.

    Raises:
        ScoreError: a cell that does not exist, or a value that it cannot hold.
    """
    held = cells(log)
    wanted = {cell: value for cell, value in changes if held.get(cell) != value}
    return _append(log, [Fact(_next(log, now), by, cell, value) for cell, value in wanted.items()])


def undo(log: Log, by: str, now: int) -> Log:
    """The log after the device's last action was taken back; as it is if there is none.

    A cell that somebody wrote into since keeps what it has.
    """
    done, _ = _stacks(log, by)
    if not done:
        return log
    taken = done[-1]
    before: dict[str, Value] = {}
    last: dict[str, Fact] = {}
    for fact in log:
        if (fact.at, fact.by) < (taken, by):
            before[fact.cell] = fact.value
        last[fact.cell] = fact
    at = _next(log, now)
    facts = [
        Fact(at, by, cell, before.get(cell), undo=taken)
        for cell, written in _of_action(log, by, taken).items()
        if last[cell].by == by and last[cell].value == written
    ]
    # Where others wrote over all of it, the action is still taken back: by writing what is there.
    cell = next(iter(_of_action(log, by, taken)))
    return _append(log, facts or [Fact(at, by, cell, last[cell].value, undo=taken)])


def redo(log: Log, by: str, now: int) -> Log:
    """The log after the action last taken back was done again; as it is if there is none."""
    _, undone = _stacks(log, by)
    if not undone:
        return log
    again, at = undone[-1], _next(log, now)
    facts = [
        Fact(at, by, cell, value, redo=again) for cell, value in _of_action(log, by, again).items()
    ]
    return _append(log, facts)


def can_undo(log: Log, by: str) -> bool:
    """Whether the device did something that can be taken back."""
    return bool(_stacks(log, by)[0])


def can_redo(log: Log, by: str) -> bool:
    """Whether the device took something back that can be done again."""
    return bool(_stacks(log, by)[1])


def _stacks(log: Log, by: str) -> tuple[list[int], list[int]]:
    """The times of the device's actions that hold, and of those taken back, the next one last.

    The first action of a log makes the sheet, and is never taken back.
    """
    done: list[int] = []
    undone: list[int] = []
    seen = log[0].at if log else -1
    for fact in log:
        if fact.by != by or fact.at == seen:
            continue
        seen = fact.at
        if fact.undo is not None:
            if done and done[-1] == fact.undo:
                undone.append(done.pop())
        elif fact.redo is not None:
            if undone and undone[-1] == fact.redo:
                done.append(undone.pop())
        else:
            done.append(fact.at)
            undone.clear()
    return done, undone


def _of_action(log: Log, by: str, at: int) -> dict[str, Value]:
    return {fact.cell: fact.value for fact in log if fact.by == by and fact.at == at}


def _next(log: Log, now: int) -> int:
    """A time after every fact of the log, however wrong some device's clock was."""
    return max(now, log[-1].at + 1 if log else 0)


def _append(log: Log, facts: Iterable[Fact]) -> Log:
    added = sorted(facts, key=lambda fact: fact.order)
    for fact in added:
        if fact.at > MAX_TIME:
            raise ScoreError("expected clocks before the year 10000, but an entry was made then")
        check_cell(fact.cell, fact.value)
    return (*log, *added)


def check_cell(cell: str, value: Value) -> None:
    """Check that there is such a cell and that it can hold this value.

    Raises:
        ScoreError: otherwise; the message says what was expected.
    """
    found = next((row for row in _CELLS if re.fullmatch(row[0], cell)), None)
    if found is None:
        raise ScoreError(f"expected a cell of a sheet, such as round/1/out, got {shortened(cell)}")
    _, kind, words = found
    try:
        msgspec.convert(value, kind)
        fits = value is None or (
            (not cell.endswith("/name") or is_name(value))
            and (cell != "seats" or len(set(value)) == len(value))
        )
    except msgspec.ValidationError:
        fits = False
    if not fits:
        raise ScoreError(f"expected {words} in {cell}, got {shortened(value)}")


def shortened(value: Value) -> str:
    """What came, for a message; a whole file would drown it."""
    text = repr(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."


def is_name(text: str) -> bool:
    """Whether a text can be a player's name: 1 to 24 characters in one line, no blank at an end."""
    return (
        0 < len(text) <= MAX_NAME
        and text == text.strip(" ")
        and not any(category(char) in {"Cc", "Cs", "Zl", "Zp"} for char in text)
    )


class _Joined(msgspec.Struct, forbid_unknown_fields=True):
    round: Annotated[int, msgspec.Meta(ge=1, le=MAX_ROUND)]
    points: Annotated[int, msgspec.Meta(ge=0, le=MAX_START)]


_Deal = tuple[
    Annotated[int, msgspec.Meta(ge=MIN_DEAL, le=MAX_DEAL)],
    Literal[0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
]
_Left: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MAX_ROUND)] | None
_Points: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MAX_POINTS)] | None
_Who: TypeAlias = Id | None
_PLAYER: Final = "[A-Za-z0-9_-]{1,24}"
_ROUND: Final = "round/[1-9][0-9]?"

# What a cell is called, what it can hold, and how that is said.
_CELLS: Final[list[tuple[str, Any, str]]] = [
    (
        "deals",
        Annotated[list[_Deal], msgspec.Meta(min_length=1, max_length=MAX_ROUND - 1)],
        "a list of rounds such as [[3,3],[4,4]]",
    ),
    ("reveal", Literal["start", "round"], "'start' or 'round'"),
    (
        "seats",
        Annotated[list[Id], msgspec.Meta(max_length=MAX_SEATS)],
        f"a list of at most {MAX_SEATS} players, each once",
    ),
    ("end", Literal["shared", "tiebreak", None], "'shared', 'tiebreak' or null"),
    (f"player/{_PLAYER}/name", str | None, f"a name of 1 to {MAX_NAME} characters, or null"),
    (f"player/{_PLAYER}/joined", _Joined | None, "a round and points at the start, or null"),
    (
        f"player/{_PLAYER}/left",
        _Left,
        "the last round played, or null",
    ),
    (f"{_ROUND}/(dealer|out)", _Who, "a player or null"),
    (
        f"{_ROUND}/points/{_PLAYER}",
        _Points,
        f"a whole number from 0 to {MAX_POINTS}, or null",
    ),
]
