"""Sheets on disk: each in a file of its own, whole after every entry.

Who keeps a sheet holds a lock on it, the operating system's as for games. It is on a file of its
own in the user's folder, because the sheet's file is another one after every entry.
"""

from __future__ import annotations

import os
import secrets
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from fivecrowns.locks import BINARY, lock
from fivecrowns.score.edits import Changes
from fivecrowns.score.file import SheetFile, dump, load
from fivecrowns.score.log import Id, Log, ScoreError, act, merge
from fivecrowns.score.sheet import Sheet, read
from fivecrowns.terminal.reading import read_file
from fivecrowns.terminal.saves import SaveError, write_whole

DEVICE: Final = "device"
SUFFIX: Final = ".json"
LOCK: Final = ".lock"
ANY_WRITE: Final = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def now() -> int:
    """The clock of this device in milliseconds."""
    return time.time_ns() // 1_000_000


class Book:
    """A sheet in its file.

    Attributes:
        path: the file.
        file: which sheet it is, and its log.
        device: how this device signs its entries.
    """

    def __init__(self, path: Path, file: SheetFile, device: str) -> None:
        self.path = path
        self.file = file
        self.device = device
        self._lock: int | None = None

    @classmethod
    def open(cls, path: Path, device: str) -> Book:
        """Open a file.

        Raises:
            SaveError: it cannot be read.
            ScoreError: it is no sheet.
        """
        try:
            return cls(path, load(read_file(path)), device)
        except OSError as error:
            raise SaveError(f"cannot read {path}: {error.strerror or error}") from None

    def lock(self, place: Path) -> bool:
        """Lock the sheet for this process; `False` while another one keeps it.

        Args:
            place: the user's folder of sheets.

        Raises:
            SaveError: it cannot be locked.
        """
        path = place / f"{self.file.sheet}{LOCK}"
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT | BINARY, 0o600)
            try:
                lock(file)
            except OSError:
                os.close(file)
                raise
        except BlockingIOError:
            return False
        except OSError as error:
            raise SaveError(f"cannot lock {path}: {error.strerror or error}") from None
        self._lock = file
        return True

    def close(self) -> None:
        """Let go of the lock."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def log(self) -> Log:
        """The sheet's facts."""
        return self.file.facts

    @property
    def sheet(self) -> Sheet:
        """The sheet as it stands."""
        return read(self.log)

    def change(self, changes: Changes) -> None:
        """Change cells, and write the file.

        Raises:
            ScoreError: a cell cannot hold that.
            SaveError: the file cannot be written.
        """
        self.save(act(self.log, self.device, changes, now()))

    def step(self, step: Callable[[Log, str, int], Log]) -> bool:
        """Take the last action back or do it again; `False` if there is none.

        Raises:
            SaveError: the file cannot be written.
        """
        before = self.log
        self.save(step(self.log, self.device, now()))
        return self.log != before

    def save(self, log: Log) -> None:
        """Write the file, with what another program wrote into it meanwhile.

        Where that is no longer this sheet, it stays, and this sheet goes on in a file beside it.

        Raises:
            SaveError: it cannot be written.
        """
        try:
            there = load(read_file(self.path))
            if there.sheet == self.file.sheet:
                log = merge(log, there.facts)
            else:
                self._move_aside()
        except FileNotFoundError:
            pass  # it is new, or was deleted
        except OSError as error:
            raise SaveError(f"cannot read {self.path}: {error.strerror or error}") from None
        except ScoreError:
            self._move_aside()
        self.file = SheetFile(self.file.sheet, log)
        try:
            # The file behind a link, not the link; and with the rights that it had.
            path = self.path.resolve()
            path.parent.mkdir(parents=True, exist_ok=True)
            rights = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
            if rights is not None and not (rights & ANY_WRITE and os.access(path, os.W_OK)):
                raise SaveError(f"cannot write {self.path}: it may only be read")
            write_whole(path, dump(self.file).encode())
            if rights is not None:
                path.chmod(rights)
        except OSError as error:
            raise SaveError(f"cannot write {self.path}: {error.strerror or error}") from None

    def _move_aside(self) -> None:
        self.path = self.path.with_name(f"{self.path.stem}-{secrets.token_hex(4)}{SUFFIX}")


def new_book(place: Path, log: Log, device: str) -> Book:
    """A new sheet in a file of its own, locked for this process.

    Raises:
        SaveError: it cannot be written.
    """
    name = secrets.token_hex(8)
    book = Book(place / f"{name}{SUFFIX}", SheetFile(name, log), device)
    book.lock(place)
    book.save(log)
    return book


def books(place: Path, device: str) -> list[Book]:
    """All sheets in a folder that can be read, the one changed last first."""
    found: list[Book] = []
    for path in place.glob(f"*{SUFFIX}"):
        with suppress(SaveError, ScoreError):
            if path.is_file():  # and no pipe, which would keep us waiting
                found.append(Book.open(path, device))
    return sorted(found, key=lambda book: -book.log[-1].at)


def device_name(place: Path) -> str:
    """How this device signs its entries: by chance, once for all.

    Raises:
        SaveError: it cannot be written down.
    """
    path = place / DEVICE
    # What is no id would make every sheet unreadable that it signs.
    with suppress(OSError, msgspec.MsgspecError):
        return msgspec.convert(read_file(path).decode("utf-8", "replace").strip(), Id)
    name = secrets.token_hex(5)
    try:
        place.mkdir(parents=True, exist_ok=True)
        write_whole(path, name.encode())
    except OSError as error:
        raise SaveError(f"cannot write {path}: {error.strerror or error}") from None
    return name
