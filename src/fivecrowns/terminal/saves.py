"""Games on disk: the record, written action by action, and what the record has no place for.

Each game has two files in the user's state folder. `NAME.jsonl` is its record; every action is
appended and on disk before the game goes on, so a killed terminal loses nothing. `NAME.table.json`
says who plays which seat and where the shuffles come from; it is there, whole, before the first
card is dealt, and goes when the game is over. A game is unfinished as long as it has one.

Who plays a game holds a lock on its record. The lock is the operating system's (`flock`), not a
file of ours: it ends with the process, however that ends, so no stale lock ever keeps a family
from its game.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct
from platformdirs import user_state_path

from fivecrowns.errors import FiveCrownsError
from fivecrowns.locks import BINARY, lock
from fivecrowns.players import PLAYERS
from fivecrowns.terminal.reading import read_file, read_open

RECORD: Final = ".jsonl"
TABLE: Final = ".table.json"
BROKEN: Final = ".broken"
VERSION: Final = 1


class SaveError(FiveCrownsError):
    """A game cannot be saved, or a saved one cannot be read."""


class NewerSaveError(SaveError):
    """A saved game of a newer version, which alone can go on with it."""


class Opponent(Struct, frozen=True, forbid_unknown_fields=True):
    """A computer player: its kind, and the seed of what it leaves to chance."""

    kind: str
    seed: str


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """What the record has no place for.

    Attributes:
        table: version of this format.
        seats: for each seat the computer player, `None` for a person.
        seed: decides the shuffles; `None` leaves them to the operating system.
    """

    seats: tuple[Opponent | None, ...]
    seed: str | None = None
    table: Literal[1] = VERSION

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, player in enumerate(self.seats) if player is None)


def folder() -> Path:
    """Where games are kept: a folder of the user's own, by the custom of the system.

    Raises:
        SaveError: the user has no home folder.
    """
    try:
        return user_state_path("fivecrowns", appauthor=False) / "games"
    except RuntimeError as error:
        raise SaveError(f"expected a home folder to save games in: {error}") from None


class _Version(Struct, frozen=True):
    """What every version of the file beside the record has."""

    table: int = VERSION


class Save:
    """One game on disk, locked for this process and open for writing.

    Attributes:
        path: the record.
    """

    def __init__(self, path: Path, file: int) -> None:
        self.path = path
        self._file = file
        self._ends: list[int] = []  # where each line ends

    @classmethod
    def create(cls, place: Path, header: str, table: Table) -> Save:
        """Begin a record with its header in a file of its own.

        Raises:
            SaveError: the folder cannot be made or written to.
        """
        try:
            place.mkdir(parents=True, exist_ok=True)
            save = cls._open_new(place)
        except OSError as error:
            raise SaveError(
                f"expected a folder to save the game in, cannot write to {place}: "
                f"{error.strerror or error}"
            ) from None
        try:
            save.append([header])
            write_whole(_table_path(save.path), msgspec.json.encode(table))
            _sync_folder(place)
        except (OSError, SaveError) as error:
            with suppress(OSError):
                save.path.unlink()
            save.close()
            raise SaveError(f"cannot save the game in {place}: {_what(error)}") from None
        return save

    @classmethod
    def _open_new(cls, place: Path) -> Save:
        now = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
        number = 1
        while True:
            path = place / f"{now}{f'-{number}' if number > 1 else ''}{RECORD}"
            try:
                file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | BINARY, 0o600)
            except FileExistsError:
                number += 1
                continue
            lock(file)
            return cls(path, file)

    @classmethod
    def open(cls, path: Path) -> Save | None:
        """Open the record of an unfinished game.

        `None` while another process plays it, or if it has just finished it.

        Raises:
            SaveError: it cannot be opened.
        """
        try:
            file = os.open(path, os.O_RDWR | BINARY)
        except OSError as error:
            raise SaveError(f"cannot go on with {path}: {error.strerror}") from None
        try:
            lock(file)
        except BlockingIOError:
            os.close(file)
            return None
        except OSError as error:
            os.close(file)
            raise SaveError(f"cannot lock {path}: {error.strerror}") from None
        if not _table_path(path).exists():
            os.close(file)
            return None
        return cls(path, file)

    def read_table(self) -> Table:
        """Read the file beside the record.

        Raises:
            NewerSaveError: it is of a newer version.
            SaveError: it is missing or broken.
        """
        path = _table_path(self.path)
        try:
            content = read_file(path)
            version = msgspec.json.decode(content, type=_Version).table
            if version > VERSION:
                raise NewerSaveError(
                    f"{path.name}: expected a game saved by this version, got one of a newer one"
                )
            table = msgspec.json.decode(content, type=Table)
        except (OSError, msgspec.DecodeError, UnicodeError) as error:
            raise SaveError(f"{path.name}: {_what(error)}") from None
        wrong = next((seat.kind for seat in table.seats if seat and seat.kind not in PLAYERS), None)
        if wrong is not None:
            raise SaveError(f"{path.name}: expected a kind of player, got {wrong!r}")
        if not table.people:
            raise SaveError(f"{path.name}: expected a seat for a person, got none")
        return table

    def read_lines(self) -> tuple[list[bytes], bytes]:
        """Read the record.

        Returns:
            Its lines, and the beginning of a last line that was cut off while it was written,
            empty if there is none. A last line that only lacks its end counts as whole.

        Raises:
            SaveError: it cannot be read.
        """
        try:
            os.lseek(self._file, 0, os.SEEK_SET)
            content = read_open(self._file)
        except OSError as error:
            raise SaveError(f"cannot read {self.path}: {error.strerror}") from None
        *lines, rest = content.split(b"\n")
        if rest and _is_json(rest):
            lines.append(rest)
            rest = b""
        return lines, rest

    def keep(self, lines: Iterable[bytes]) -> None:
        """Take these lines, the first of the record, as the whole of it."""
        self._ends = []
        end = 0
        for line in lines:
            end += len(line) + 1
            self._ends.append(end)
        # A last line whose end was cut off gets it, anything after that goes.
        size = os.fstat(self._file).st_size
        if size == end:
            return
        try:
            if size == end - 1:
                os.lseek(self._file, size, os.SEEK_SET)
                _write(self._file, b"\n")
            os.ftruncate(self._file, end)
            os.fsync(self._file)
        except OSError as error:
            raise SaveError(f"cannot save the game in {self.path}: {error.strerror}") from None

    def append(self, lines: Iterable[str]) -> None:
        """Add lines, all or none; they are on disk when this returns.

        Raises:
            SaveError: they cannot be written; the record is as it was.
        """
        start = self._ends[-1] if self._ends else 0
        ends: list[int] = []
        content = b""
        for line in lines:
            content += line.encode() + b"\n"
            ends.append(start + len(content))
        try:
            os.lseek(self._file, start, os.SEEK_SET)
            _write(self._file, content)
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file, start)
            raise SaveError(f"cannot save the game in {self.path}: {error.strerror}") from None
        self._ends += ends

    def take_back(self, lines: int) -> None:
        """Take the last lines out of the record.

        Raises:
            SaveError: they cannot be taken out.
        """
        try:
            os.ftruncate(self._file, self._ends[-lines - 1])
            os.fsync(self._file)
        except OSError as error:
            raise SaveError(f"cannot save the game in {self.path}: {error.strerror}") from None
        del self._ends[-lines:]

    def finish(self) -> None:
        """The game is over: the record stays, what was needed to go on goes."""
        with suppress(OSError):
            _table_path(self.path).unlink()
        self.close()

    def set_aside(self) -> Path:
        """Give a broken game a name under which it is not offered again.

        Returns:
            The new path of the record.

        Raises:
            SaveError: it cannot be given one.
        """
        kept = self.path
        number = 1
        while kept.exists():
            kept = self.path.with_suffix(f"{BROKEN}{'' if number == 1 else number}")
            number += 1
        table = _table_path(self.path)
        self.close()
        try:
            self.path.rename(kept)
        except OSError as error:
            raise SaveError(f"cannot rename {self.path}: {error.strerror}") from None
        with suppress(OSError):
            table.rename(kept.with_name(f"{kept.name}-table"))
        return kept

    def close(self) -> None:
        """Let go of the file and the lock."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def unfinished(place: Path) -> list[Path]:
    """The records of unfinished games, the last one played first."""
    found: list[tuple[float, Path]] = []
    for table in place.glob(f"*{TABLE}"):
        path = table.with_name(table.name.removesuffix(TABLE) + RECORD)
        with suppress(OSError):
            if table.is_file() and path.is_file():  # and no pipe, which would keep us waiting
                found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found, reverse=True)]


def _table_path(record: Path) -> Path:
    return record.with_name(record.name.removesuffix(RECORD) + TABLE)


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True


def _what(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _write(file: int, content: bytes) -> None:
    while content:
        content = content[os.write(file, content) :]


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there as a whole or not at all."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            file.close()
            Path(file.name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(file.name).unlink()
            raise


def _sync_folder(place: Path) -> None:
    """Make new names in a folder durable, where the system can."""
    if sys.platform == "win32":
        return
    file = os.open(place, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
