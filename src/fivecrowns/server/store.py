"""The log: facts of every table in the order of their sequence numbers, never changed.

The primary key (table, sequence number) decides between two writers: the second finds the number
taken and nothing of it is stored. A command's id is unique at its table, so that a repeated one
cannot be stored twice. Facts of many tables go to the database as one statement and one commit
(`journal`), in which a conflict at one table leaves the others alone.

Two databases, one behaviour: `SqliteStore` and `PostgresStore` differ in how a batch reaches the
database and in the notifications between processes. `open_store` chooses by the URL.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fivecrowns.errors import FiveCrownsError

LAYOUT: Final = "0002"
"""The newest migration. Alembic is imported only where the database has another."""

SCHEMA: Final = sa.MetaData()
TABLES: Final = sa.Table(
    "tables",
    SCHEMA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("code", sa.Text),
    sa.Column("last", sa.BigInteger),
    sa.Column("touched", sa.BigInteger),
    sa.Column("due", sa.BigInteger),
    sa.Column("finished", sa.BigInteger),
)
FACTS: Final = sa.Table(
    "facts",
    SCHEMA,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, primary_key=True),
    sa.Column("at", sa.BigInteger),
    sa.Column("command", sa.Text),
    sa.Column("body", sa.Text),
)

T = TypeVar("T")
Key = tuple[str, int]
Notified = Callable[[str, str], None]
"""Called with channel and payload of a notification; payload empty: some may have been missed."""


class StoreDownError(Exception):
    """The database did not answer. What was to be stored may be stored or not."""


class StoreTakenError(FiveCrownsError):
    """Another process serves the tables in this database, which is for one."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a table's log, and what it means for the table as a whole.

    Attributes:
        table: the table.
        seq: its sequence number, from 1.
        at: when, in milliseconds since 1970.
        command: digest of the command's id and its sender, `None` where no command came.
        body: the facts as JSON.
        due: when the table has to be looked at if nothing happens before.
        finished: when the game at the table was finished, `None` while one is played.
    """

    table: str
    seq: int
    at: int
    command: str | None
    body: str
    due: int | None = None
    finished: int | None = None


class Store(ABC):
    """Where the log is kept. Every method raises `StoreDownError` when the database is down."""

    shared: bool
    """Whether several processes may serve the tables in this store."""
    process: str = ""
    """Name of this process, told with every notification."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    @abstractmethod
    async def append(self, rows: Sequence[Row]) -> set[Key]:
        """Store rows durably in one commit; the keys of those that were stored.

        A row is not stored if its number or its command id is taken at its table, or if there is
        no such table any more. At most one row of each table may be given.
        """

    @abstractmethod
    async def create(self, code: str, row: Row) -> bool:
        """Store a new table with its first row; `False` if its name or its code is taken."""

    @abstractmethod
    async def notify(self, channel: str, payload: str) -> None:
        """Tell the other processes something; nothing happens where there are none."""

    @abstractmethod
    async def listen(self, heard: Notified) -> None:
        """Hear what other processes tell, until cancelled."""

    async def load(self, table: str, after: int = 0, upto: int | None = None) -> list[Row]:
        """The rows of a table after a sequence number, in order."""
        query = sa.select(FACTS).where(FACTS.c.table_id == table, FACTS.c.seq > after)
        if upto is not None:
            query = query.where(FACTS.c.seq <= upto)
        return [Row(*found) for found in await self._read(query.order_by(FACTS.c.seq))]

    async def seq_of(self, table: str, command: str) -> int | None:
        """The sequence number that a command has at a table, `None` if it has none."""
        query = sa.select(FACTS.c.seq).where(FACTS.c.table_id == table, FACTS.c.command == command)
        return next((seq for (seq,) in await self._read(query)), None)

    async def table_of(self, code: str) -> str | None:
        """The table that a code invites to."""
        found = await self._read(sa.select(TABLES.c.id).where(TABLES.c.code == code))
        return next((table for (table,) in found), None)

    async def due(self, now: int, limit: int = 100) -> list[str]:
        """Tables that have to be looked at, the longest waiting first."""
        query = sa.select(TABLES.c.id).where(TABLES.c.due <= now).order_by(TABLES.c.due)
        return [table for (table,) in await self._read(query.limit(limit))]

    async def postpone(self, table: str, last: int, due: int | None) -> None:
        """Look at a table at another time, unless it has moved on from the row `last`."""
        await self._write(
            sa.update(TABLES).where(TABLES.c.id == table, TABLES.c.last == last).values(due=due)
        )

    async def delete(self, finished_before: int, touched_before: int) -> list[str]:
        """Delete tables whose game was finished, or that were last used, before a time.

        Each with all its rows at once, and so that no row of it is stored any more.
        """
        old = (TABLES.c.finished < finished_before) | (TABLES.c.touched < touched_before)
        found = await self._read(sa.select(TABLES.c.id).where(old).limit(500))
        return [table for (table,) in found if await self._delete(table, old)]

    @abstractmethod
    async def _delete(self, table: str, still: sa.ColumnElement[bool]) -> bool:
        """Delete a table if a condition still holds; tell the other processes."""

    async def ping(self) -> None:
        """Ask the database for an answer."""
        await self._read(sa.select(sa.literal(1)))

    @abstractmethod
    async def try_saving(self) -> None:
        """Store something without a meaning: a full disk can still be read."""

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()

    async def _read(self, query: sa.Select[Any]) -> Sequence[Any]:
        async def read(connection: AsyncConnection) -> Sequence[Any]:
            found: Sequence[Any] = (await connection.execute(query)).all()
            return found

        return await self._on_connection(read)

    async def _write(self, statement: sa.Update | sa.TextClause) -> None:
        async def write(connection: AsyncConnection) -> None:
            await connection.execute(statement)

        await self._on_connection(write)

    async def _on_connection(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        try:
            async with self.engine.connect() as connection:
                return await work(connection)
        except (DBAPIError, OSError, TimeoutError) as error:
            raise StoreDownError(str(error).splitlines()[0]) from error


async def open_store(url: str) -> Store:
    """Open the database, brought to the newest layout.

    Args:
        url: `postgresql://...`, or `sqlite:///FILE`; the driver may be named.

    Raises:
        StoreDownError: the database does not answer.
        StoreTakenError: another process serves the SQLite file.
        ValueError: the URL is of neither kind.
    """
    try:
        parsed = sa.make_url(url)
    except (SQLAlchemyError, ValueError) as error:
        raise ValueError(
            "expected the URL of a database, such as sqlite:///games.db or "
            f"postgresql://user@host/name: {error}"
        ) from None
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        from fivecrowns.server.store_sqlite import SqliteStore  # noqa: PLC0415 - only its driver

        return await SqliteStore.open(parsed)
    if backend == "postgresql":
        from fivecrowns.server.store_postgres import PostgresStore  # noqa: PLC0415 - likewise

        return await PostgresStore.open(parsed)
    raise ValueError(
        f"expected the URL of a database that begins with sqlite: or postgresql:, got {backend}:"
    )


def as_json(rows: Iterable[Row]) -> str:
    """Rows as the JSON that a whole batch is sent in."""
    ordered = sorted(rows, key=lambda row: row.table)
    return msgspec.json.encode(ordered).decode()


def migrate(connection: sa.Connection) -> None:
    """Bring the database to the newest layout.

    Raises:
        ValueError: it has a newer one.
    """
    if sa.inspect(connection).has_table("alembic_version"):
        found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
        if found == LAYOUT:
            return
        if found is not None and found > LAYOUT:
            raise ValueError(
                f"expected a database of layout {LAYOUT} or older, got {found}: "
                "a newer version of Five Crowns has used it"
            )
    from alembic import command  # noqa: PLC0415 - slow to import, and rarely needed
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", "fivecrowns.server:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
