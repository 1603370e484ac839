"""All tables of this process: made, joined, loaded on demand, attended to, let go of again."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from fivecrowns.errors import FiveCrownsError
from fivecrowns.players.weights import shipped
from fivecrowns.server import facts
from fivecrowns.server.clock import now_ms
from fivecrowns.server.decide import agreed, draw_schedule, good_name, join, start
from fivecrowns.server.due import next_look
from fivecrowns.server.facts import Fact, write_body
from fivecrowns.server.fold import begin
from fivecrowns.server.journal import Journal
from fivecrowns.server.metrics import DELETED, STORE_UP, TABLES
from fivecrowns.server.mirror import Mirrors, is_mirror
from fivecrowns.server.presence import EVERY_SECONDS, Presence
from fivecrowns.server.protocol.http import CreateTable, Join
from fivecrowns.server.protocol.messages import RefusalCode, Saving
from fivecrowns.server.refusal import RefusalError
from fivecrowns.server.room import GRACE_MS, Room
from fivecrowns.server.settings import Settings
from fivecrowns.server.state import State
from fivecrowns.server.store import Row, Store, StoreDownError
from fivecrowns.server.thinking import Thinking
from fivecrowns.server.tokens import (
    digest,
    is_table_name,
    new_code,
    new_token,
    read_code,
    table_name,
    token_hash,
)
from fivecrowns.shuffler import Shuffler, SystemShuffler

log = logging.getLogger("fivecrowns.server")

T = TypeVar("T")

ANSWERS_AGAIN_MS: Final = 600_000
"""How long a repeated request for a seat gets the seat again."""
IDLE_MS: Final = 300_000
DAY_MS: Final = 86_400_000
LOOK_SECONDS: Final = 1.0
PROBE_SECONDS: Final = 0.5


class Service:
    """The tables, with everything they share."""

    def __init__(self, store: Store, settings: Settings, shuffler: Shuffler | None = None) -> None:
        self.store = store
        self.settings = settings
        self.shuffler: Shuffler = SystemShuffler() if shuffler is None else shuffler
        self.process = secrets.token_hex(6)
        self.presence = Presence(self.process)
        self.journal = Journal(store)
        self.thinking = Thinking()
        self.mirrors = Mirrors(store, settings)
        self.saving = True
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._attended: set[Room] = set()
        self._probing: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Begin to attend to the tables, those included that a process left behind."""
        shipped()  # now, so that no decision takes the time to read them
        self.store.process = self.process
        self.journal.start()
        STORE_UP.set(1)
        for work in (self._look(), self._beat(), self._sweep(), self.store.listen(self._heard)):
            self.spawn(work)

    async def end(self) -> None:
        """Store what is under way, say goodbye, close."""
        for room in self.rooms.values():
            room.stop()
            room.fanout.dismiss_all("restart")
        if self.saving:
            await self.journal.stop()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinking.end()
        await self.store.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something beside; its failure is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    async def room(self, table: str) -> Room:
        """The table with a name, from memory or from its log.

        Raises:
            RefusalError: there is none.
        """
        known = self.rooms.get(table)
        if known is not None:
            known.used = now_ms()
            return known
        if not is_table_name(table):
            raise RefusalError(RefusalCode.NO_SUCH_TABLE)
        loading = self._loading.get(table)
        if loading is None:
            loading = asyncio.ensure_future(self._load(table))
            self._loading[table] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> Room:
        rows = [] if is_mirror(table) else await self.careful(self.store.load(table))
        if not rows:
            raise RefusalError(RefusalCode.NO_SUCH_TABLE)
        try:
            room = Room(self, table, rows)
        except facts.LogError as error:
            raise self.unreadable(table, error) from error
        self.rooms[table] = room
        TABLES.set(len(self.rooms))
        return room

    def unreadable(self, table: str, error: facts.LogError) -> RefusalError:
        """Let go of a table that cannot be read here, and how to refuse what was asked of it.

        Its log, or what another process has added, is of a newer version, or damaged. People come
        again, perhaps to a process of that version; all other tables go on.
        """
        log.warning("table cannot be read", extra={"table": table, "error": str(error)})
        self.forget(table, "restart")
        return RefusalError(RefusalCode.NO_SUCH_TABLE)

    async def save(self, row: Row) -> bool:
        """Store a row, with those of other tables that are waiting."""
        return await self.careful(self.journal.append(row))

    async def create(self, request: CreateTable) -> tuple[Room, int, str]:
        """Make a table: the room, the host's number, and a token for the seat."""
        table, token = table_name(request.command), new_token()
        name = good_name(None, request.name, None)
        sign = digest("create", request.command)
        for _ in range(5):
            code = new_code()
            new = self._creation(request, name, token, code)
            at = now_ms()
            state, _happened = begin((1, at, new))
            row = Row(table, 1, at, sign, write_body(new), next_look(state, self.settings.pace_ms))
            if await self.careful(self.store.create(code, row)):
                log.info("table made", extra={"table": table})
                return await self.room(table), 0, token
            try:
                room = await self.room(table)
            except RefusalError:
                continue  # the code was taken
            return room, 0, await self._token_again(room, 0, 1)
        raise StoreDownError("no code was free")

    def _creation(self, request: CreateTable, name: str, token: str, code: str) -> list[Fact]:
        options = agreed(request.options)
        created = facts.Created(
            name=name,
            token=token_hash(token),
            code=code,
            watch=new_token(),
            options=options,
            schedule=draw_schedule(options),
            opponents=request.opponents,
        )
        if not request.start:
            return [created]
        state, _ = begin((1, 0, [created]))
        return [created, *start(state, self.shuffler)]

    async def join(self, request: Join) -> tuple[Room, int, str]:
        """Take a seat: the room, the person's number, and a token."""
        room = await self.room_of(request.code)
        token, sign = new_token(), digest("join", request.command)

        def joins(state: State) -> list[Fact]:
            return [join(state, request.name, token_hash(token), request.seat)]

        repeated = await room.seq_of(sign) is not None
        seq = await room.record(joins, sign)
        people = enumerate(room.state.people)
        person = next((number for number, one in people if one.since == seq), None)
        if person is None:
            raise RefusalError(RefusalCode.NOT_SEATED)
        if repeated or token_hash(token) not in room.state.people[person].tokens:
            token = await self._token_again(room, person, seq)
        return room, person, token

    async def room_of(self, code: str) -> Room:
        """The table that a code invites to."""
        read = read_code(code)
        table = None if read is None else await self.careful(self.store.table_of(read))
        if table is None or is_mirror(table):
            raise RefusalError(RefusalCode.NO_SUCH_CODE)
        return await self.room(table)

    async def add_token(self, room: Room, person: int) -> str:
        """A further token for a person's seat."""
        token = new_token()

        def adds(state: State) -> list[Fact]:
            if state.seat_of(person) is None:
                raise RefusalError(RefusalCode.NOT_SEATED)
            return [facts.TokenAdded(person, token_hash(token))]

        await room.record(adds)
        return token

    async def _token_again(self, room: Room, person: int, seq: int) -> str:
        """A token for who repeats the request that gave the seat, soon after it."""
        [row] = await self.careful(self.store.load(room.table, seq - 1, seq))
        if now_ms() - row.at > ANSWERS_AGAIN_MS:
            raise RefusalError(RefusalCode.NOT_ALLOWED)
        return await self.add_token(room, person)

    def attend(self, room: Room) -> None:
        """Do what is due at a table."""
        if room not in self._attended:
            self._attended.add(room)
            self.spawn(self._attend(room))

    async def _attend(self, room: Room) -> None:
        try:
            await self.careful(room.do_what_is_due())
        except StoreDownError:
            pass  # `_probe` looks at every table when the database is back
        finally:
            self._attended.discard(room)

    async def careful(self, work: Coroutine[Any, Any, T]) -> T:
        """Notice when the database is down."""
        try:
            return await work
        except StoreDownError as error:
            if self._probing is None:
                log.error("saving is down", extra={"reason": str(error)})  # noqa: TRY400
                self.saving = False
                STORE_UP.set(0)
                for room in self.rooms.values():
                    room.fanout.tell(Saving(up=False))
                self._probing = asyncio.create_task(self._probe())
                self._tasks.add(self._probing)
                self._probing.add_done_callback(self._finished)
            raise

    async def _probe(self) -> None:
        """Wait until the database is back, then go on where it stopped."""
        while True:
            await asyncio.sleep(PROBE_SECONDS)
            try:
                await self.store.try_saving()
            except StoreDownError:
                continue
            break
        log.info("saving works again")
        self.saving, self._probing = True, None
        STORE_UP.set(1)
        for room in list(self.rooms.values()):
            room.suspect()
            room.fanout.tell(Saving(up=True))
            self.spawn(self.careful(room.catch_up()))

    async def _look(self) -> None:
        """Attend to tables whose time has come and that no process attends to."""
        unreadable: set[str] = set()
        while True:
            if self.saving:
                try:
                    grace = GRACE_MS if self.store.shared else 0
                    for table in await self.careful(self.store.due(now_ms() - grace)):
                        if table in self.rooms:
                            if self.store.shared:
                                self.attend(self.rooms[table])
                        elif table not in unreadable:
                            try:
                                (await self.room(table)).schedule()
                            except RefusalError:  # deleted meanwhile, or nothing can be done
                                unreadable.add(table)
                except StoreDownError:
                    pass
            await asyncio.sleep(LOOK_SECONDS)

    async def _beat(self) -> None:
        """Tell the others who is connected here; let go of tables that nobody uses."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            await self._tell(self.presence.tell())
            for table in self.presence.forget_old():
                if table in self.rooms:
                    self.rooms[table].tell_presence()
            limit = now_ms() - IDLE_MS
            for table, room in list(self.rooms.items()):
                quiet = not room.fanout.viewers and not room.lock.locked()
                if quiet and room.used < limit:
                    room.stop()
                    del self.rooms[table]
            TABLES.set(len(self.rooms))

    async def _sweep(self) -> None:
        """Delete what is old, every ten minutes."""
        while True:
            gone = await self.sweep()
            await asyncio.sleep(1 if gone > 100 else 600)

    async def sweep(self) -> int:
        """Delete what is old; how many tables that was."""
        finished = now_ms() - int(self.settings.keep_finished_days * DAY_MS)
        touched = now_ms() - int(self.settings.keep_idle_days * DAY_MS)
        try:
            gone = await self.careful(self.store.delete(finished, touched))
        except StoreDownError:
            return 0
        for table in gone:
            self.forget(table)
        DELETED.inc(len(gone))
        return len(gone)

    def forget(self, table: str, why: str = "deleted") -> None:
        """Let go of a table; its viewers are told why."""
        room = self.rooms.pop(table, None)
        if room is not None:
            room.stop()
            room.fanout.dismiss_all(why)

    def came(self, room: Room, person: int) -> None:
        """A person's socket was opened."""
        if self.presence.came(room.table, person):
            self._presence_changed(room)

    def went(self, room: Room, person: int) -> None:
        """A person's socket was closed."""
        if self.presence.went(room.table, person):
            self._presence_changed(room)

    def _presence_changed(self, room: Room) -> None:
        room.tell_presence()
        self.spawn(self._tell(self.presence.tell([room.table])))

    async def _tell(self, payloads: list[str]) -> None:
        for payload in payloads:
            try:
                await self.store.notify("presence", payload)
            except StoreDownError:
                return

    def _heard(self, channel: str, payload: str) -> None:
        """Take in what another process says."""
        if channel == "presence":
            if not payload:
                self.spawn(self._tell(self.presence.tell()))
                return
            for table in self.presence.heard(payload):
                if table in self.rooms:
                    self.rooms[table].tell_presence()
                    self.rooms[table].schedule(mine=False)
            return
        if channel == "deleted":
            self.forget(payload)
            return
        if not payload:  # some may have been missed
            for room in self.rooms.values():
                self.spawn(self.careful(room.catch_up()))
            self.spawn(self.mirrors.heard(None))
            return
        process, table, seq = payload.split()
        if is_mirror(table) and process != self.process:
            self.spawn(self.mirrors.heard(table))
        known = self.rooms.get(table)
        if process != self.process and known is not None and known.state.seq < int(seq):
            self.spawn(self.careful(known.catch_up()))

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, StoreDownError | RefusalError):
            log.error("a task failed", exc_info=error)


def check_workers(store_url: str, workers: int) -> None:
    """Check that several processes may share a database.

    Raises:
        FiveCrownsError: it is an SQLite file.
    """
    if workers > 1 and store_url.startswith("sqlite"):
        raise FiveCrownsError(
            f"expected the URL of a PostgreSQL database for {workers} workers: "
            "an SQLite file is served by one"
        )
