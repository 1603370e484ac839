"""One table in memory: it serialises what happens there and sends it out once it is stored.

The state is always that of the log up to its sequence number. Whatever goes wrong on the way to
the database, the rows that the log has are read again before the next decision.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from fivecrowns.server.clock import now_ms
from fivecrowns.server.decide import Context, decide
from fivecrowns.server.decide_game import (
    ended_by_stall,
    goes_on_without,
    opponent_decides,
    played,
    stalls,
)
from fivecrowns.server.due import GoesAway, Later, OpponentActs, next_look, what_is_due
from fivecrowns.server.facts import Away, Back, Fact, LogError, read_body, write_body
from fivecrowns.server.fanout import Fanout
from fivecrowns.server.fold import apply, begin
from fivecrowns.server.limits import Bucket
from fivecrowns.server.metrics import CONFLICTS, OPPONENT_SECONDS
from fivecrowns.server.protocol.commands import SeatCommand
from fivecrowns.server.protocol.events import Entry
from fivecrowns.server.protocol.messages import Presence, RefusalCode
from fivecrowns.server.protocol.values import Stage
from fivecrowns.server.refusal import RefusalError
from fivecrowns.server.shown import told
from fivecrowns.server.state import Chair, State, What, sees
from fivecrowns.server.store import Row, StoreDownError
from fivecrowns.view import view

if TYPE_CHECKING:
    from fivecrowns.server.service import Service

Decide = Callable[[State], list[Fact]]

_Kept = tuple[int, list[What], tuple[Chair, ...]]
"""Of an entry of the log: its number on the wire, what happened, and who sat where then."""

KEPT: Final = 32
"""Entries that are kept in memory for those who come back."""
RECENT: Final = 16
"""Commands whose digests are kept in memory; older ones are looked up in the log."""
TRIES: Final = 20
GRACE_MS: Final = 2_000
"""How much longer other processes wait for what the process that wrote last will do."""


class Room:
    """A table, its viewers, and the clock for what is due there."""

    def __init__(self, service: Service, table: str, rows: Sequence[Row]) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.fanout = Fanout()
        self.used = now_ms()
        self._service = service
        self._suspect = False
        self._timer: asyncio.TimerHandle | None = None
        self._rings = 0
        self._wake: int | None = None
        self._kept: deque[_Kept] = deque(maxlen=KEPT)
        self._recent: dict[str, int] = {}
        self._buckets: dict[int, Bucket] = {}
        for row, self.state, happened in _told_by(rows):
            self._remember(row, happened, self.state)
        self.schedule(mine=not service.store.shared)

    async def submit(self, person: int, command: SeatCommand, digest: str) -> int:
        """Do what a command asks; the number under which it is told.

        Raises:
            RefusalError: it has no effect.
            StoreDownError: whether it has one will be seen when the database is back.
        """

        def decides(state: State) -> list[Fact]:
            return decide(state, person, command, Context(self._service.shuffler, self.online()))

        return self.state.told_at(await self.record(decides, digest))

    async def record(self, make: Decide, digest: str | None = None) -> int:
        """Store facts that a function gives for the state as it is then.

        Raises: as `submit`.
        """
        async with self.lock:
            for _ in range(TRIES):
                await self._make_sure()
                if digest in self._recent:
                    return self._recent[digest]
                try:
                    new = make(self.state)
                except RefusalError:
                    done = await self.seq_of(digest)  # refused, because it was done long ago?
                    if done is not None:
                        return done
                    raise
                if not new or await self._append(new, digest):
                    return self.state.seq
                done = await self.seq_of(digest)
                if done is not None:
                    return done
        raise StoreDownError("other processes were faster too often")

    async def seq_of(self, digest: str | None) -> int | None:
        """The sequence number of a command that was done before, however long ago."""
        if digest is None or digest in self._recent or self.state.seq <= RECENT:
            return None if digest is None else self._recent.get(digest)
        return await self._service.store.seq_of(self.table, digest)

    async def catch_up(self) -> None:
        """Take in what other processes have stored."""
        async with self.lock:
            self._suspect = True
            await self._make_sure()

    def suspect(self) -> None:
        """Read the log again before the next decision."""
        self._suspect = True

    async def missed(self, person: int | None, after: int) -> list[Entry]:
        """What one viewer is told of the entries after a number; read from the log if need be."""
        kept: Sequence[_Kept] = list(self._kept)
        if after + 1 < kept[0][0]:
            kept = await self._from_log()
        return [
            Entry(seq, told(happened, sees(chairs, person)))
            for seq, happened, chairs in kept
            if seq > after
        ]

    async def come_back(self, person: int) -> None:
        """A person who was away is here: the seat is theirs again at once."""

        def back(state: State) -> list[Fact]:
            seat = state.seat_of(person)
            return [] if seat is None or not state.chairs[seat].away else [Back(seat)]

        seat = self.state.seat_of(person)
        if seat is not None and self.state.chairs[seat].away:
            await self.record(back)
        self.schedule()

    def bucket_of(self, person: int) -> Bucket:
        """What a person may still send, shared by all their sockets: it is kept for ever."""
        settings = self._service.settings
        return self._buckets.setdefault(
            person, Bucket(settings.commands_per_second, settings.command_burst)
        )

    def online(self) -> frozenset[int]:
        """The people who are connected, here or elsewhere."""
        return self._service.presence.online(self.table)

    def online_seats(self) -> list[int]:
        """Their seats."""
        online = self.online()
        return [s for s, chair in enumerate(self.state.chairs) if chair.person in online]

    def tell_presence(self) -> None:
        """Tell everybody who is connected now."""
        self.fanout.tell(Presence(self.online_seats()))

    def schedule(self, *, mine: bool = True) -> None:
        """Set the clock for what is due next; who wrote last is the first to do it."""
        look = next_look(self.state, self._service.settings.pace_ms)
        self._wake_at(None if look is None else look + (0 if mine else GRACE_MS))

    def stop(self) -> None:
        """Stop the clock."""
        self._wake = None
        if self._timer is not None:
            self._timer.cancel()

    async def do_what_is_due(self) -> None:
        """Let an opponent act, or put one in a person's place, if it is time for that."""
        async with self.lock:
            await self._make_sure()
            state, pace = self.state, self._service.settings.pace_ms
            people = [chair.person for chair in state.chairs if chair.person is not None]
            absent = self._service.presence.absent_since(self.table, people)
            match what_is_due(state, now_ms(), absent, pace):
                case Later(when):
                    if when != next_look(state, pace):
                        await self._service.store.postpone(self.table, state.seq, when)
                    self._wake_at(when)
                case GoesAway(seat):
                    new = [Away(seat), *goes_on_without(state, seat, self._service.shuffler)]
                    await self._append(new, None)
                case OpponentActs(seat, late):
                    await self._append(await self._opponent(seat, late=late), None)

    async def _opponent(self, seat: int, *, late: bool) -> list[Fact]:
        state = self.state
        if stalls(state):
            return ended_by_stall()
        assert state.game is not None
        strength, seen = state.strength_at(seat), view(state.game, seat)
        seed = f"{self.table}/{state.number}/{seat}"
        with OPPONENT_SECONDS.time():
            decision = await self._service.thinking.ask(
                strength, opponent_decides, strength, seed, seen
            )
        return played(state, decision.action, self._service.shuffler, by_opponent=True, late=late)

    async def _make_sure(self) -> None:
        """Read what the log has beyond this state, if there is doubt.

        Raises:
            RefusalError: the table was deleted, or cannot be read any more.
        """
        if not self._suspect:
            return
        rows = await self._service.store.load(self.table, self.state.seq - 1)
        if not rows:  # not even the one that this state comes from
            self._service.forget(self.table)
            raise RefusalError(RefusalCode.NO_SUCH_TABLE)
        for row in rows[1:]:
            try:
                after, happened = apply(self.state, (row.seq, row.at, read_body(row.body)))
            except LogError as error:
                raise self._service.unreadable(self.table, error) from error
            self._advance(row, after, happened)
        self._suspect = False
        self.schedule(mine=len(rows) == 1)

    async def _append(self, new: list[Fact], digest: str | None) -> bool:
        """Store facts, then send them out; `False` if somebody else has stored others first."""
        seq, at = self.state.seq + 1, max(now_ms(), self.state.touched)
        after, happened = apply(self.state, (seq, at, new))
        row = Row(
            table=self.table,
            seq=seq,
            at=at,
            command=digest,
            body=write_body(new),
            due=next_look(after, self._service.settings.pace_ms),
            finished=at if after.stage is Stage.OVER else None,
        )
        self._suspect = True  # until it is known what has been stored
        if not await self._service.save(row):
            CONFLICTS.inc()
            return False
        self._suspect = False
        self._advance(row, after, happened)
        self.schedule()
        return True

    def _advance(self, row: Row, after: State, happened: list[What]) -> None:
        before, self.state = self.state, after
        self.used = now_ms()
        if self._remember(row, happened, after):
            self.fanout.send(before, after, happened)

    def _remember(self, row: Row, happened: list[What], after: State) -> bool:
        """Keep an entry for those who come back; whether it is told at all."""
        if row.command is not None:
            self._recent[row.command] = row.seq
            if len(self._recent) > RECENT:
                del self._recent[next(iter(self._recent))]
        if self._kept and self._kept[-1][0] == after.told:
            return False
        self._kept.append((after.told, happened, after.chairs))
        return True

    def _wake_at(self, when: int | None) -> None:
        """Set the clock; one that rings too early is set again then, not with every move."""
        self._wake = when
        if when is None or (self._timer is not None and self._rings <= when):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._rings = when
        seconds = max(0, when - now_ms()) / 1000
        self._timer = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self._wake is not None and self._wake <= now_ms():
            self._service.attend(self)
        else:
            self._wake_at(self._wake)

    async def _from_log(self) -> list[_Kept]:
        rows = await self._service.store.load(self.table, 0, self.state.seq)
        if not rows:
            raise RefusalError(RefusalCode.NO_SUCH_TABLE)
        found: list[_Kept] = []
        for _, state, happened in _told_by(rows):
            if not found or found[-1][0] < state.told:
                found.append((state.told, happened, state.chairs))
        return found


def _told_by(rows: Sequence[Row]) -> Iterator[tuple[Row, State, list[What]]]:
    """The state after every row of a log from its beginning, and what happened."""
    first, *others = rows
    state, happened = begin((first.seq, first.at, read_body(first.body)))
    yield first, state, happened
    for row in others:
        state, happened = apply(state, (row.seq, row.at, read_body(row.body)))
        yield row, state, happened
