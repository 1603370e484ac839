"""Score sheets that several phones keep together: what one enters, the others see.

Every phone has the whole log of a sheet and merges (`fivecrowns.score.log`), so the server only
passes facts on. It keeps them as rows of a log in the store, beside those of the tables: a mirror
is a name with `PREFIX`, its code invites to it, its first row says which sheet it is, and further
rows hold facts. A socket gets all facts at first and every new one after; what it sends that is new
is stored before anybody sees it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable
from contextlib import suppress
from typing import Annotated, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from fivecrowns.score.log import MAX_SEATS, Fact, ScoreError, check_cell
from fivecrowns.server.clock import now_ms
from fivecrowns.server.limits import Bucket
from fivecrowns.server.protocol.messages import RefusalCode
from fivecrowns.server.refusal import RefusalError
from fivecrowns.server.settings import Settings
from fivecrowns.server.store import Row, Store, StoreDownError
from fivecrowns.server.tokens import new_code, read_code

PREFIX: Final = "sheet-"
MOST_FACTS: Final = 10_000
"""Facts of one mirror: some fifty times what a game needs."""
FARTHEST: Final = 100 * 365 * 86_400_000
"""How wrong the clock of a phone may be, in milliseconds: after the last moment that a fact can be
of, nobody could enter anything any more."""
TRY_AGAIN: Final = 1012
BAD_DATA: Final = 1008


class Told(msgspec.Struct, frozen=True):
    """What a socket is told: which sheet it is, and facts."""

    sheet: str
    facts: list[Fact]


class Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a socket sends: facts that the mirror may not have."""

    facts: Annotated[list[Fact], msgspec.Meta(max_length=200)]


Waiting = asyncio.Queue[Told | None]
"""What a socket still has to be told; `None`: it has to come back."""


def is_mirror(table: str) -> bool:
    """Whether a name in the store is that of a mirror and not of a table."""
    return table.startswith(PREFIX)


class Mirrors:
    """All mirrors that are open in this process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._open: dict[str, _Mirror] = {}

    async def create(self, sheet: str) -> str:
        """Make a mirror of a sheet, which has no facts yet; gives its code.

        Raises:
            StoreDownError: the database does not answer.
        """
        for _ in range(5):
            code, table = new_code(), f"{PREFIX}{secrets.token_hex(10)}"
            body = msgspec.json.encode(sheet).decode()
            if await self._store.create(code, Row(table, 1, now_ms(), None, body)):
                return code
        raise StoreDownError("no code was free")

    async def find(self, code: str) -> str:
        """The mirror that a code invites to.

        Raises:
            RefusalError: there is none.
            StoreDownError: the database does not answer.
        """
        read = read_code(code)
        table = None if read is None else await self._store.table_of(read)
        if table is None or not is_mirror(table):
            raise RefusalError(RefusalCode.NO_SUCH_CODE)
        return table

    async def serve(self, websocket: WebSocket, table: str) -> None:
        """Serve an accepted socket until it is closed."""
        mirror = self._open.setdefault(table, _Mirror(self._store, table))
        waiting: Waiting = asyncio.Queue(self._settings.queue)
        mirror.sockets.add(waiting)
        try:
            await mirror.greet(waiting)
            await self._talk(websocket, mirror, waiting)
        except StoreDownError:
            await websocket.close(TRY_AGAIN)
        finally:
            mirror.sockets.discard(waiting)
            if not mirror.sockets:
                self._open.pop(table, None)

    async def _talk(self, websocket: WebSocket, mirror: _Mirror, waiting: Waiting) -> None:
        async def tell() -> None:
            while (told := await waiting.get()) is not None:
                await websocket.send_text(msgspec.json.encode(told).decode())
            await websocket.close(TRY_AGAIN)

        telling = asyncio.create_task(tell())
        bucket = Bucket(self._settings.commands_per_second, self._settings.command_burst)
        try:
            while True:
                facts = _read(await websocket.receive_text())
                if facts is None or not bucket.take():
                    await websocket.close(BAD_DATA)
                    return
                await mirror.add(facts)
        except (WebSocketDisconnect, KeyError):  # gone, or it sent bytes
            return
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)

    async def heard(self, table: str | None) -> None:
        """Another process stored something: in one mirror, or nobody knows where."""
        for mirror in list(self._open.values()):
            if table in (None, mirror.table):
                with suppress(StoreDownError):
                    await mirror.catch_up()


class _Mirror:
    """One mirror: its facts, and the sockets that want to hear of new ones."""

    def __init__(self, store: Store, table: str) -> None:
        self.table = table
        self.sockets: set[Waiting] = set()
        self.facts: dict[tuple[int, str, str], Fact] = {}
        self._store = store
        self._sheet = ""
        self._seq = 0
        self._lock = asyncio.Lock()

    async def greet(self, socket: Waiting) -> None:
        """Tell a new socket all facts."""
        async with self._lock:
            await self._take_in()
            while not socket.empty():  # what came just now is among them
                socket.get_nowait()
            self._tell(socket, self.facts.values())

    def _tell(self, socket: Waiting, facts: Iterable[Fact]) -> None:
        if socket.full():  # too slow: it comes back and is told everything
            self.sockets.discard(socket)
            while not socket.empty():
                socket.get_nowait()
            socket.put_nowait(None)
        else:
            socket.put_nowait(Told(self._sheet, list(facts)))

    async def catch_up(self) -> None:
        """Take in what is stored."""
        async with self._lock:
            await self._take_in()

    async def add(self, facts: list[Fact]) -> None:
        """Store those facts that are new, and tell all sockets."""
        async with self._lock:
            while new := [fact for fact in facts if fact.order not in self.facts]:
                named = {cell for _, _, cell in self.facts if cell.endswith("/name")}
                named |= {fact.cell for fact in new if fact.cell.endswith("/name")}
                if len(self.facts) + len(new) > MOST_FACTS or len(named) > MAX_SEATS:
                    return  # nobody could read the sheet any more
                body = msgspec.json.encode(new).decode()
                row = Row(self.table, self._seq + 1, now_ms(), None, body)
                await self._store.append([row])
                await self._take_in()  # what is stored is told, whoever stored it
                if self._seq < row.seq:
                    raise StoreDownError("expected a mirror, but it was deleted")

    async def _take_in(self) -> None:
        for row in await self._store.load(self.table, self._seq):
            self._seq = row.seq
            if row.seq == 1:
                self._sheet = msgspec.json.decode(row.body, type=str)
                continue
            facts = msgspec.json.decode(row.body, type=list[Fact])
            self.facts |= {fact.order: fact for fact in facts}
            for socket in list(self.sockets):
                self._tell(socket, facts)


def _read(text: str) -> list[Fact] | None:
    """The facts in a message, `None` where it is none."""
    latest = now_ms() + FARTHEST
    try:
        facts = msgspec.json.decode(text, type=Sent).facts
        for fact in facts:
            check_cell(fact.cell, fact.value)
            if fact.at > latest:
                return None
    except (msgspec.MsgspecError, ScoreError, UnicodeError, RecursionError):
        return None
    return facts
