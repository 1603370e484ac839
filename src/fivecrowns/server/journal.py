"""Group commit: what many tables have to store at the same time is stored in one commit.

A commit costs the disk the same for one fact as for a hundred. So while one is under way, the rows
that arrive are gathered for the next. Nobody waits for others to arrive.
"""

from __future__ import annotations

import asyncio
from typing import Final

from fivecrowns.server.metrics import BATCH, COMMIT_SECONDS
from fivecrowns.server.store import Row, Store, StoreDownError

MAX_BATCH: Final = 500


class Journal:
    """Stores rows for whoever awaits them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[tuple[Row, asyncio.Future[bool]]] = []
        self._arrived = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to store."""
        self._task = asyncio.create_task(self._run(), name="journal")

    async def stop(self) -> None:
        """Store what is waiting, then end."""
        while self._waiting:
            await asyncio.sleep(0.01)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def append(self, row: Row) -> bool:
        """Store a row; returns when it is on the disk, `False` if number or command was taken.

        Raises:
            StoreDownError: the database did not answer; the row may be stored or not.
        """
        stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, stored))
        self._arrived.set()
        return await stored

    async def _run(self) -> None:
        while True:
            await self._arrived.wait()
            batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
            if not self._waiting:
                self._arrived.clear()
            await self._store_batch(batch)

    async def _store_batch(self, batch: list[tuple[Row, asyncio.Future[bool]]]) -> None:
        BATCH.observe(len(batch))
        rows = [row for row, _ in batch]
        try:
            with COMMIT_SECONDS.time():
                keys = await self._store.append(rows)
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
            down = error if isinstance(error, StoreDownError) else StoreDownError(repr(error))
            for _, stored in batch:
                if not stored.done():
                    stored.set_exception(down)
            return
        for row, stored in batch:
            if not stored.done():
                stored.set_result((row.table, row.seq) in keys)
