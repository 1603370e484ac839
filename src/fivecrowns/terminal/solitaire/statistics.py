"""How the games of solitaire ended: a file with a line for each finished game."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from fivecrowns.shuffler import commitment
from fivecrowns.solitaire.game import SIZES, Solitaire
from fivecrowns.terminal.reading import read_file
from fivecrowns.terminal.saves import SaveError
from fivecrowns.terminal.screen import Screen
from fivecrowns.terminal.words import some


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """How one game ended.

    Attributes:
        record: the name of its record.
        deal: a short text that tells deals apart.
        won: whether all piles were closed.
        closed: piles closed.
        turns: turns played.
        points: points left over in the open piles.
        undone: turns taken back.
        undone_seen: how many of these after the next card had been turned over.
    """

    record: str
    deal: str
    won: bool
    closed: int
    turns: int
    points: int
    undone: int
    undone_seen: int

    @classmethod
    def of(cls, record: str, game: Solitaire) -> Result:
        """The result of a game that is over."""
        assert game.shuffle is not None
        return cls(
            record=record,
            deal=commitment("", game.shuffle.cards)[:16],
            won=game.won is True,
            closed=len(game.closed),
            turns=game.turns,
            points=game.points,
            undone=game.undone,
            undone_seen=game.undone_seen,
        )


class Statistics:
    """The file of results; a line is added whole and never changed.

    Attributes:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> tuple[list[Result], int]:
        """Read the results in the order in which the games ended.

        Returns:
            The results, and the number of lines that cannot be read and are passed over.

        Raises:
            SaveError: the file cannot be read.
        """
        try:
            content = read_file(self.path)
        except FileNotFoundError:
            return [], 0
        except OSError as error:
            raise SaveError(f"cannot read {self.path}: {error.strerror}") from None
        results: dict[str, Result] = {}
        broken = 0
        for line in content.split(b"\n"):
            try:
                if line.strip():
                    result = msgspec.json.decode(line, type=Result)
                    results.setdefault(result.record, result)
            except (msgspec.DecodeError, UnicodeError):
                broken += 1
        return list(results.values()), broken

    def add(self, result: Result) -> None:
        """Add a result, once for each record; it is on disk when this returns.

        Raises:
            SaveError: it cannot be written.
        """
        known, _ = self.read()
        if any(one.record == result.record for one in known):
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
            file = os.open(self.path, flags, 0o600)
            try:
                line = _after_cut_off_line(file) + msgspec.json.encode(result) + b"\n"
                while line:  # a full disk takes a part, and refuses the rest
                    line = line[os.write(file, line) :]
                os.fsync(file)
            finally:
                os.close(file)
        except OSError as error:
            raise SaveError(
                f"cannot count the game in {self.path}: {error.strerror or error}"
            ) from None


def _after_cut_off_line(file: int) -> bytes:
    """What has to come first so that a line of its own begins."""
    size = os.fstat(file).st_size
    if not size:
        return b""
    os.lseek(file, size - 1, os.SEEK_SET)
    return b"" if os.read(file, 1) == b"\n" else b"\n"


def say_statistics(screen: Screen, statistics: Statistics) -> None:
    """Show how the finished games ended."""
    results, broken = statistics.read()
    for line in tell_statistics(results):
        screen.say(line, hang=2)
    if broken:
        screen.say(f"{some(broken, 'line')} of the statistics cannot be read: {statistics.path}")


def tell_statistics(results: Sequence[Result]) -> list[str]:
    """The statistics in sentences: first plays in fair play, the others apart.

    Apart are games in which a turn was taken back after the next card had been seen, and games
    whose deal had been played to its end before.
    """
    dealt: set[str] = set()
    fair: list[Result] = []
    undone: list[Result] = []
    again: list[Result] = []
    for result in results:
        if result.undone_seen:
            undone.append(result)
        elif result.deal in dealt:
            again.append(result)
        else:
            fair.append(result)
        dealt.add(result.deal)
    told = [f"Finished: {_figures(fair)}."]
    if undone:
        told.append(f"Apart, with a turn taken back: {_figures(undone)}.")
    if again:
        told.append(f"Apart, with a deal played before: {_figures(again)}.")
    return told


def _figures(results: Sequence[Result]) -> str:
    if not results:
        return "no game yet"
    won = sum(result.won for result in results)
    closed = sum(result.closed for result in results) / len(results)
    return (
        f"{some(len(results), 'game')}, {won} won, "
        f"on average {closed:.1f} of {len(SIZES)} piles closed"
    )
