"""The journal of a simulation: every game as it was played, so that a killed run can go on.

The first line says which simulation it is, every other is one game, in order. A line that was cut
off by the end of the process is dropped; its game is played again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import msgspec

from fivecrowns.errors import FiveCrownsError
from fivecrowns.lines import encode
from fivecrowns.locks import lock
from fivecrowns.record import rules_fields
from fivecrowns.simulate.games import Plan, PlayedGame

FORMAT: Final = 1


class JournalError(FiveCrownsError):
    """A journal that cannot be gone on with."""


class Journal(AbstractContextManager["Journal"]):
    """The journal of one plan, opened to go on with it; made if there is none.

    Args:
        path: the file.
        plan: what is played.

    Raises:
        JournalError: it is of another simulation or version, broken, or being written by another
            process.
        OSError: the file cannot be opened.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self._seats = len(plan.kinds)
        self._rounds = len(plan.rules.schedule)
        self._count = 0  # games read or written
        self._file = path.open("a+b")
        try:
            self._begin(_header(plan))
        except BaseException:
            self._file.close()
            raise

    def _begin(self, header: dict[str, Any]) -> None:
        """Check or write the first line, and drop a last one that was cut off."""
        try:
            lock(self._file.fileno())
        except BlockingIOError:
            raise JournalError(
                f"{self.path}: expected a journal that no other run is writing"
            ) from None
        self._file.seek(0)
        first = self._file.readline()
        wanted = f"{encode(header)}\n".encode()
        if first != wanted and wanted.startswith(first):  # new, or cut off at once
            self._file.truncate(0)
            self._file.write(wanted)
            self._file.flush()
            return
        self._check(first, header)
        whole = len(first)
        for line in self._file:
            if line.endswith(b"\n"):
                whole += len(line)
        self._file.truncate(whole)

    def _check(self, first: bytes, header: dict[str, Any]) -> None:
        try:
            found = msgspec.json.decode(first, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            found = {}
        if found.get("fivecrowns_simulation") != FORMAT:
            raise JournalError(f"{self.path}: expected the journal of a simulation")
        for key, value in header.items():
            if found.get(key) != value:
                raise JournalError(
                    f"{self.path}: expected the journal of a simulation with {key} "
                    f"{encode(value)}, got {encode(found.get(key))}"
                )

    def games(self) -> Iterator[PlayedGame]:
        """The games that were played before.

        Raises:
            JournalError: a line is not the game that has to stand there.
        """
        decoder = msgspec.json.Decoder(PlayedGame)
        with self.path.open("rb") as lines:
            lines.readline()
            for number, line in enumerate(lines):
                try:
                    game = decoder.decode(line)
                except (msgspec.DecodeError, UnicodeError):
                    game = None
                if game is None or not self._fits(game, number):
                    raise JournalError(
                        f"{self.path}, line {number + 2}: expected game {number + 1}"
                    )
                self._count = number + 1
                yield game

    def _fits(self, game: PlayedGame, number: int) -> bool:
        lengths = {len(game.ranks), *(len(round_.scores) for round_ in game.rounds)}
        return (
            (game.deal, game.dealer) == divmod(number, self._seats)
            and lengths == {self._seats}
            and len(game.rounds) >= self._rounds
        )

    def write(self, game: PlayedGame) -> None:
        """Write a game, unless it is one of those that were read."""
        if game.deal * self._seats + game.dealer == self._count:
            self._file.seek(0, os.SEEK_END)
            self._file.write(f"{encode(game)}\n".encode())
            self._file.flush()
            self._count += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()


def _header(plan: Plan) -> dict[str, Any]:
    try:
        number = version("fivecrowns")
    except PackageNotFoundError:
        number = None
    return {
        "fivecrowns_simulation": FORMAT,
        "version": number,  # another version may have other players
        "players": list(plan.kinds),
        "rules": rules_fields(plan.rules),
        "seed": plan.seed,
    }
