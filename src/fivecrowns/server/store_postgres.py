"""The log in PostgreSQL, for any number of processes.

A batch is one statement, which is its own transaction: there is no moment at which a process that
is frozen or killed could leave one open and hold others up.
"""

# asyncpg has no types:
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from fivecrowns.server.store import (
    FACTS,
    TABLES,
    Key,
    Notified,
    Row,
    Store,
    StoreDownError,
    as_json,
    migrate,
)

CHANNELS: Final = ("facts", "presence", "deleted")
PREFIX: Final = "fivecrowns_"

_BATCH: Final = """
    SELECT * FROM json_to_recordset(CAST(:batch AS json)) AS batch(
        "table" text, seq bigint, at bigint, command text, body text, due bigint, finished bigint)
"""
_STORED: Final = """
    stored AS (
        INSERT INTO facts (table_id, seq, at, command, body)
        SELECT "table", seq, at, command, body FROM batch
        WHERE "table" IN (SELECT id FROM there) ORDER BY "table"
        ON CONFLICT DO NOTHING RETURNING table_id, seq
    )
"""
_TOLD: Final = """
    SELECT table_id, seq, pg_notify('fivecrowns_facts', :process || ' ' || table_id || ' ' || seq)
    FROM stored
"""
_APPEND: Final = sa.text(
    f"""
    WITH batch AS ({_BATCH}),
    there AS (  -- and stays there until this is stored
        SELECT id FROM tables WHERE id IN (SELECT "table" FROM batch) ORDER BY id FOR KEY SHARE
    ),
    {_STORED},
    touched AS (
        UPDATE tables SET last = b.seq, touched = b.at, due = b.due, finished = b.finished
        FROM batch AS b JOIN stored ON stored.table_id = b."table" AND stored.seq = b.seq
        WHERE tables.id = b."table" AND tables.last < b.seq
    )
    {_TOLD}
    """  # noqa: S608
)
_CREATE: Final = sa.text(
    f"""
    WITH batch AS ({_BATCH}),
    there AS (
        INSERT INTO tables (id, code, last, touched, due)
        VALUES (CAST(:table AS text), CAST(:code AS text), CAST(:seq AS bigint),
                CAST(:at AS bigint), CAST(:due AS bigint))
        ON CONFLICT DO NOTHING RETURNING id
    ),
    {_STORED}
    SELECT table_id, seq FROM stored
    """  # noqa: S608
)
_NOTIFY: Final = sa.text("SELECT pg_notify(CAST(:channel AS text), CAST(:payload AS text))")
_MIGRATING: Final = sa.text("SELECT pg_advisory_xact_lock(5101)")


class PostgresStore(Store):
    """Conflicts are decided by the database, notifications carried by it."""

    shared = True

    _dsn: str

    @classmethod
    async def open(cls, url: sa.URL) -> PostgresStore:
        """Open a database."""
        dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)

        async def connect() -> Any:  # noqa: ANN401 - without types
            # The driver reads the URL itself, here as in `listen`, with all its options.
            return await asyncpg.connect(
                dsn,
                timeout=5,
                command_timeout=10,
                server_settings={
                    "application_name": "fivecrowns",
                    "lock_timeout": "5s",
                    "idle_in_transaction_session_timeout": "5s",
                },
            )

        engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=connect,
            isolation_level="AUTOCOMMIT",
            pool_size=8,
            max_overflow=8,
            pool_timeout=5,
        )
        store = cls(engine)
        store._dsn = dsn
        try:
            async with engine.connect() as connection:
                await connection.execution_options(isolation_level="READ COMMITTED")
                async with connection.begin():
                    await connection.execute(_MIGRATING)
                    await connection.run_sync(migrate)
        except (DBAPIError, OSError, OverflowError) as error:
            await engine.dispose()
            reason = error.orig if isinstance(error, DBAPIError) else error
            raise StoreDownError(str(reason).splitlines()[0]) from error
        except ValueError:  # of a newer layout, or options that the driver does not take
            await engine.dispose()
            raise
        return store

    async def try_saving(self) -> None:
        """Store again what is stored."""
        await self._write(sa.text("UPDATE alembic_version SET version_num = version_num"))

    async def append(self, rows: Sequence[Row]) -> set[Key]:
        """Store rows in one statement."""

        async def work(connection: AsyncConnection) -> Sequence[Any]:
            given = {"batch": as_json(rows), "process": self.process}
            return (await connection.execute(_APPEND, given)).all()

        return {(table, seq) for table, seq, _ in await self._on_connection(work)}

    async def create(self, code: str, row: Row) -> bool:
        """Store a new table with its first row."""

        async def work(connection: AsyncConnection) -> Sequence[Any]:
            given = {
                "table": row.table,
                "code": code,
                "seq": row.seq,
                "at": row.at,
                "due": row.due,
                "batch": as_json([row]),
            }
            return (await connection.execute(_CREATE, given)).all()

        return bool(await self._on_connection(work))

    async def _delete(self, table: str, still: sa.ColumnElement[bool]) -> bool:
        async def work(connection: AsyncConnection) -> bool:
            await connection.execution_options(isolation_level="READ COMMITTED")
            async with connection.begin():
                # First the table: this waits for who is storing something there.
                gone = sa.delete(TABLES).where(TABLES.c.id == table, still)
                if not (await connection.execute(gone)).rowcount:
                    return False
                await connection.execute(sa.delete(FACTS).where(FACTS.c.table_id == table))
                told = {"channel": PREFIX + "deleted", "payload": table}
                await connection.execute(_NOTIFY, told)
            return True

        return await self._on_connection(work)

    async def notify(self, channel: str, payload: str) -> None:
        """Tell the other processes something, in at most 7,900 bytes."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(_NOTIFY, {"channel": PREFIX + channel, "payload": payload})

        await self._on_connection(work)

    async def listen(self, heard: Notified) -> None:
        """Hear what is told; after every new connection once with an empty payload."""
        while True:
            try:
                await self._listen_once(heard)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError):
                await asyncio.sleep(0.5)

    async def _listen_once(self, heard: Notified) -> None:
        connection: Any = await asyncpg.connect(self._dsn, timeout=5)
        lost = asyncio.Event()

        def told(_: object, __: int, channel: str, payload: object) -> None:
            heard(channel.removeprefix(PREFIX), str(payload))

        def ended(_: object) -> None:
            lost.set()

        try:
            connection.add_termination_listener(ended)
            for channel in CHANNELS:
                await connection.add_listener(PREFIX + channel, told)
            for channel in CHANNELS:
                heard(channel, "")
            await lost.wait()
        finally:
            connection.terminate()
