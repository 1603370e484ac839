"""The log in an SQLite file, for one process: write-ahead log, every commit flushed to the disk.

All writing is done by one thread with a connection of its own, a batch as a whole: were every
statement handed over by itself, each would wait for its turn in the event loop. Reading goes
through SQLAlchemy as with PostgreSQL, beside the writing.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from fivecrowns.locks import lock
from fivecrowns.server.store import (
    FACTS,
    TABLES,
    Key,
    Notified,
    Row,
    Store,
    StoreDownError,
    StoreTakenError,
    as_json,
    migrate,
)

_BATCH: Final = """
    SELECT value ->> 'table' AS id, value ->> 'seq' AS seq, value ->> 'at' AS at,
           value ->> 'command' AS command, value ->> 'body' AS body,
           value ->> 'due' AS due, value ->> 'finished' AS finished
    FROM json_each(?)
"""
_APPEND: Final = f"""
    INSERT INTO facts (table_id, seq, at, command, body)
    SELECT id, seq, at, command, body FROM ({_BATCH}) WHERE id IN (SELECT id FROM tables)
    ON CONFLICT DO NOTHING
"""  # noqa: S608 - no value is put in
_STORED: Final = f"""
    SELECT facts.table_id, facts.seq FROM ({_BATCH}) AS b JOIN facts
    ON facts.table_id = b.id AND facts.seq = b.seq AND facts.body = b.body AND facts.at = b.at
    AND facts.command IS b.command
"""  # noqa: S608
_TOUCH: Final = f"""
    UPDATE tables SET last = b.seq, touched = b.at, due = b.due, finished = b.finished
    FROM ({_BATCH}) AS b WHERE tables.id = b.id AND tables.last < b.seq
"""  # noqa: S608
_CREATE: Final = """
    INSERT INTO tables (id, code, last, touched, due) VALUES (?, ?, 0, 0, NULL)
    ON CONFLICT DO NOTHING
"""

T = TypeVar("T")


class SqliteStore(Store):
    """An SQLite file, locked for this process."""

    shared = False

    _lock: int
    _file: Path
    _opened: tuple[int, int] | None
    _writer: sqlite3.Connection
    _thread: ThreadPoolExecutor

    @classmethod
    async def open(cls, url: sa.URL) -> SqliteStore:
        """Open a file, which is made if there is none.

        Raises:
            StoreTakenError: another process has it open.
            StoreDownError: it cannot be opened.
            ValueError: the URL names no file.
        """
        if not url.database or url.database == ":memory:":
            raise ValueError("expected the URL of an SQLite file, such as sqlite:///games.db")
        if url.query:
            options = ", ".join(url.query)
            raise ValueError(f"expected the URL of an SQLite file without options, got {options}")
        file = Path(url.database)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            locked = _lock_for_this_process(file)
        except OSError as error:
            raise StoreDownError(f"{file}: {error.strerror or error}") from error
        engine = create_async_engine(
            url.set(drivername="sqlite+aiosqlite"), isolation_level="AUTOCOMMIT"
        )
        event.listen(engine.sync_engine, "connect", _prepare)
        store = cls(engine)
        store._lock = locked
        store._thread = ThreadPoolExecutor(1, "writer")
        try:
            # By itself: the thread of an asynchronous connection that fails outlives the loop.
            store._writer = await store._in_thread(_connect, file)
        except StoreDownError as error:
            store._let_go()
            raise StoreDownError(f"{file}: {error}") from error
        store._file, store._opened = file, _identity(file)
        try:
            async with engine.connect() as connection:
                await connection.run_sync(migrate)
        except ValueError:  # of a newer layout
            await store.close()
            raise
        except DBAPIError as error:
            await store.close()
            raise StoreDownError(f"{file}: {error.orig}") from error
        return store

    async def append(self, rows: Sequence[Row]) -> set[Key]:
        """Store rows in one transaction."""
        stored = await self._in_thread(self._append, rows)
        return {(row.table, row.seq) for row in stored}

    def _append(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Store all rows at once; if a number or a command is taken, those that can be."""
        self._check_file()
        with self._writer:
            if self._insert(rows):
                return rows
            self._writer.rollback()
        if len(rows) == 1:
            return ()
        return [stored for row in rows for stored in self._append([row])]

    def _insert(self, rows: Sequence[Row]) -> bool:
        """Within a transaction: insert rows; whether none of them was in the way of another."""
        batch = (as_json(rows),)
        if self._writer.execute(_APPEND, batch).rowcount < len(rows):
            return False
        self._writer.execute(_TOUCH, batch)
        return True

    async def create(self, code: str, row: Row) -> bool:
        """Store a new table with its first row."""
        return await self._in_thread(self._create, code, row)

    def _create(self, code: str, row: Row) -> bool:
        self._check_file()
        with self._writer:
            made = self._writer.execute(_CREATE, (row.table, code)).rowcount
            return bool(made) and self._insert([row])

    async def try_saving(self) -> None:
        """Write another number where the file has one for programs, that means nothing here."""
        await self._in_thread(self._try_saving)

    def _try_saving(self) -> None:
        self._check_file()
        [(number,)] = self._writer.execute("PRAGMA user_version")
        self._writer.execute(f"PRAGMA user_version = {(number + 1) % 1000}")

    def _check_file(self) -> None:
        """Notice that the file was deleted: what is written to it then is gone with the process."""
        if _identity(self._file) != self._opened:
            raise StoreDownError(f"expected {self._file}, but it was deleted or replaced")

    async def _delete(self, table: str, still: sa.ColumnElement[bool]) -> bool:
        gone = sa.delete(TABLES).where(TABLES.c.id == table, still)
        rest = sa.delete(FACTS).where(FACTS.c.table_id == table)
        return await self._in_thread(self._delete_both, _text(gone), _text(rest))

    def _delete_both(self, table: str, rest: str) -> bool:
        with self._writer:
            gone = self._writer.execute(table).rowcount
            if gone:
                self._writer.execute(rest)
            return bool(gone)

    async def notify(self, channel: str, payload: str) -> None:
        """There is nobody else."""

    async def listen(self, heard: Notified) -> None:  # noqa: ARG002
        """There is nobody else."""
        await asyncio.Event().wait()

    async def close(self) -> None:
        """Close all connections, then let other processes have the file."""
        await self._in_thread(self._writer.close)
        await super().close()
        self._let_go()

    def _let_go(self) -> None:
        self._thread.shutdown(wait=False)
        os.close(self._lock)

    async def _in_thread(self, work: Callable[..., T], *given: Any) -> T:  # noqa: ANN401
        """Do something with the writer's connection, one thing after the other."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)
        except sqlite3.Error as error:
            raise StoreDownError(str(error)) from error


def _lock_for_this_process(database: Path) -> int:
    """Lock a file beside the database; the lock ends with the process.

    Two processes would not spoil the file, but each would take its own memory of a table for the
    whole truth, and both would let the opponents play.
    """
    file = os.open(f"{database}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        lock(file)
    except BlockingIOError:
        holder = os.read(file, 20).decode(errors="replace").strip()
        os.close(file)
        raise StoreTakenError(
            f"expected {database} for this server alone, but process {holder or '?'} is serving "
            "it: use that one, stop it, name another file with --database, or let several "
            "servers share a PostgreSQL database"
        ) from None
    os.truncate(file, 0)
    os.write(file, f"{os.getpid()}\n".encode())
    return file


def _text(statement: sa.Delete) -> str:
    """A statement whose values are our own, as text."""
    return str(statement.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}))


def _identity(file: Path) -> tuple[int, int] | None:
    """What tells a file from another of the same name; `None` if there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _connect(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, isolation_level="IMMEDIATE", check_same_thread=False)
    _prepare(connection, None)
    return connection


def _prepare(connection: Any, _: object) -> None:  # noqa: ANN401 - what the driver gives
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "busy_timeout=5000",
        # A statement's own journal stays in memory, or else each commit makes a file and drops it.
        "temp_store=MEMORY",
        # The same few pages change with every commit: let many commits share their way from the
        # write-ahead log into the database (32 MB of it; by default 4).
        "wal_autocheckpoint=8000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
