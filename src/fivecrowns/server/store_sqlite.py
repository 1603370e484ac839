"""The log in an SQLite file, for one process: write-ahead log, every commit flushed to the disk."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from fivecrowns.server.store import Key, Notified, Row, Store, StoreDownError, as_json, migrate

_BATCH: Final = """
    SELECT value ->> 'table' AS id, value ->> 'seq' AS seq, value ->> 'at' AS at,
           value ->> 'command' AS command, value ->> 'body' AS body,
           value ->> 'due' AS due, value ->> 'finished' AS finished
    FROM json_each(:batch)
"""
_APPEND: Final = sa.text(
    f"""
    INSERT INTO facts (table_id, seq, at, command, body)
    SELECT id, seq, at, command, body FROM ({_BATCH}) WHERE true
    ON CONFLICT DO NOTHING RETURNING table_id, seq
    """  # noqa: S608 - no value is put in
)
_TOUCH: Final = sa.text(
    f"""
    UPDATE tables SET last = b.seq, touched = b.at, due = b.due, finished = b.finished
    FROM ({_BATCH}) AS b WHERE tables.id = b.id AND tables.last < b.seq
    """  # noqa: S608
)
_CREATE: Final = sa.text(
    """
    INSERT INTO tables (id, code, last, touched, due)
    VALUES (:table, :code, :seq, :at, :due) ON CONFLICT DO NOTHING RETURNING id
    """
)


class SqliteStore(Store):
    """One connection does all the writing; reading has connections of its own."""

    shared = False

    _writer: AsyncConnection
    _writing: asyncio.Lock

    @classmethod
    async def open(cls, url: sa.URL) -> SqliteStore:
        """Open a file, which is made if there is none."""
        if url.database and url.database != ":memory:":
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(
            url.set(drivername="sqlite+aiosqlite"), isolation_level="AUTOCOMMIT"
        )
        event.listen(engine.sync_engine, "connect", _prepare)
        store = cls(engine)
        store._writing = asyncio.Lock()
        try:
            store._writer = await engine.connect()
            await store._writer.run_sync(migrate)
        except DBAPIError as error:
            raise StoreDownError(str(error).splitlines()[0]) from error
        return store

    async def append(self, rows: Sequence[Row]) -> set[Key]:
        """Store rows in one transaction."""
        return {(table, seq) for table, seq in await self._append(list(rows))}

    async def _append(self, rows: list[Row]) -> Sequence[Any]:
        async def work() -> Sequence[Any]:
            batch = as_json(rows)
            stored = (await self._writer.execute(_APPEND, {"batch": batch})).all()
            if len(stored) < len(rows):
                keys = {tuple(key) for key in stored}
                batch = as_json(row for row in rows if (row.table, row.seq) in keys)
            await self._writer.execute(_TOUCH, {"batch": batch})
            return stored

        return await self._transaction(work)

    async def create(self, code: str, row: Row) -> bool:
        """Store a new table with its first row."""

        async def work() -> Sequence[Any]:
            made = await self._writer.execute(
                _CREATE,
                {"table": row.table, "code": code, "seq": 0, "at": row.at, "due": row.due},
            )
            if not made.all():
                return []
            stored = (await self._writer.execute(_APPEND, {"batch": as_json([row])})).all()
            await self._writer.execute(_TOUCH, {"batch": as_json([row])})
            return stored

        return bool(await self._transaction(work))

    async def notify(self, channel: str, payload: str) -> None:
        """There is nobody else."""

    async def listen(self, heard: Notified) -> None:  # noqa: ARG002
        """There is nobody else."""
        await asyncio.Event().wait()

    async def close(self) -> None:
        """Close all connections."""
        async with self._writing:
            await self._writer.close()
        await super().close()

    async def _transaction(self, work: Any) -> Sequence[Any]:  # noqa: ANN401
        async with self._writing:
            try:
                await self._writer.execute(sa.text("BEGIN IMMEDIATE"))
                try:
                    result: Sequence[Any] = await work()
                    await self._writer.execute(sa.text("COMMIT"))
                except BaseException:
                    await self._writer.execute(sa.text("ROLLBACK"))
                    raise
            except DBAPIError as error:
                raise StoreDownError(str(error).splitlines()[0]) from error
            return result


def _prepare(connection: Any, _: object) -> None:  # noqa: ANN401 - what the driver gives
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
