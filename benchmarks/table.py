"""How much the web table carries: `python -m benchmarks.table [--database URL] [--games N]`.

A server runs in a process of its own; the people of all tables, four at each, are played by this
one. Two parts: as fast as everybody can (durable commands a second, and a second of the server's
processor time), then at human pace (the time from a command to its acknowledgement). Then the
server is killed and started again, and the time is taken until every socket has been welcomed.

With `--against easy,expert` there is one person at every table instead, and four opponents: of
the first kind, then of the second and so on, twice. They act after 5 ms, which is harder for the
server than the pace that they have for people.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import random
import secrets
import struct
import sys
import tempfile
import time
from pathlib import Path

import httpx
import msgspec
from tests.server.process import ServerProcess

from fivecrowns.players import PLAYERS

PEOPLE = 4
OPPONENTS = 4


class Actions(msgspec.Struct):
    """What may be done."""

    draw: list[str]
    discard: list[int]


class Hand(msgspec.Struct):
    """The own hand."""

    actions: Actions


class Table(msgspec.Struct):
    """The table."""

    stage: str


class You(msgspec.Struct):
    """Who the viewer is."""

    seat: int
    code: str | None


class Heard(msgspec.Struct):
    """What the benchmark needs of any message."""

    type: str
    seq: int = 0
    id: str | None = None
    you: You | None = None
    table: Table | None = None
    hand: Hand | msgspec.UnsetType | None = msgspec.UNSET


_decoder = msgspec.json.Decoder(Heard)
_ids = itertools.count()


class Person:
    """One socket, with as little work for each message as Python allows."""

    def __init__(self, port: int, table: str, token: str, pace: float) -> None:
        self.port, self.table, self.token, self.pace = port, table, token, pace
        self.seat, self.seq, self.stage = 0, 0, "lobby"
        self.code: str | None = None
        self.hand: Hand | None = None
        self.latencies: list[float] = []
        self.waiting: tuple[str, float] | None = None
        self.welcomed = asyncio.Event()
        self._writer: asyncio.StreamWriter | None = None

    async def run(self) -> None:
        """Connect and play until cancelled."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._writer = writer
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        writer.write(
            f"GET /api/tables/{self.table}/socket HTTP/1.1\r\nHost: localhost\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\nAuthorization: Bearer {self.token}\r\n\r\n".encode()
        )
        answer = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in answer.split(b"\r\n", 1)[0]:
            raise ConnectionError(answer.decode())
        self.send(b'{"type":"hello"}')
        while True:
            head = await reader.readexactly(2)
            size = head[1] & 127
            if size == 126:
                (size,) = struct.unpack(">H", await reader.readexactly(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", await reader.readexactly(8))
            body = await reader.readexactly(size)
            if head[0] & 15 == 9:
                self._frame(10, body)
            elif head[0] & 15 == 1:
                self._heard(_decoder.decode(body))

    def send(self, text: bytes) -> None:
        """Send a message."""
        self._frame(1, text)

    def _frame(self, kind: int, body: bytes) -> None:
        assert self._writer is not None
        size = len(body)
        head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 254])
        head += b"" if size < 126 else struct.pack(">H", size)
        self._writer.write(head + b"\0\0\0\0" + body)

    def _heard(self, heard: Heard) -> None:
        if heard.type in ("welcome", "update"):
            self.seq = heard.seq
            if heard.you is not None:
                self.seat, self.code = heard.you.seat, heard.you.code
            if heard.table is not None:
                self.stage = heard.table.stage
            if heard.hand is not msgspec.UNSET:
                self.hand = heard.hand
            self.welcomed.set()
        elif self.waiting is not None and heard.id == self.waiting[0]:
            self.latencies.append(time.perf_counter() - self.waiting[1])
            self.waiting = None
        if self.waiting is None and self.pace >= 0:
            self._next()

    def _next(self) -> None:
        fields = self._command()
        if fields is None:
            return
        command = f"load-{next(_ids):016d}"
        self.waiting = command, 0.0
        if self.pace:
            delay = random.uniform(0.5, 1.5) * self.pace  # noqa: S311
            asyncio.get_running_loop().call_later(delay, self._act, command)
        else:
            self._act(command)

    def _act(self, command: str) -> None:
        fields = self._command()
        if fields is None:
            self.waiting = None
            return
        self.waiting = command, time.perf_counter()
        self.send(f'{{"id":"{command}",{fields}}}'.encode())

    async def command(self, fields: str) -> None:
        """Send a command and wait until it is answered."""
        command = f"load-{next(_ids):016d}"
        waiting = self.waiting = command, time.perf_counter()
        self.send(f'{{"id":"{command}",{fields}}}'.encode())
        while self.waiting == waiting:
            await asyncio.sleep(0.001)

    def _command(self) -> str | None:
        """Draw and discard for ever: nobody goes out, so every hand stays large."""
        if self.stage == "between":
            return '"type":"ready"'
        if self.stage != "round" or self.hand is None:
            return None
        actions = self.hand.actions
        if actions.draw:
            return f'"seq":{self.seq},"type":"draw","source":"pile"'
        if actions.discard:
            slot = random.choice(actions.discard)  # noqa: S311
            return f'"seq":{self.seq},"type":"discard","slot":{slot}'
        return None


async def sit_down(
    server: ServerProcess, games: int, pace: float, against: str | None = None
) -> list[Person]:
    """Make the tables and fill them with people, or with opponents of a kind."""
    people: list[Person] = []
    limits = httpx.Limits(max_connections=20)
    async with httpx.AsyncClient(base_url=server.url, limits=limits, timeout=60) as client:
        for _ in range(games):
            body = {"command": secrets.token_hex(16), "name": "A", "cookie": False}
            options = {"schedule": "reverse", "absent_after": 86_400}
            made = await client.post("/api/tables", json={**body, "options": options})
            table, token = made.json()["table"], made.json()["token"]
            host = Person(server.port, table, token, -1)
            running = asyncio.create_task(host.run())
            await host.welcomed.wait()
            tokens = [token]
            for _ in range(OPPONENTS if against else 0):
                await host.command(f'"type":"add_opponent","strength":"{against}"')
            for name in range(1, 1 if against else PEOPLE):
                body = {"command": secrets.token_hex(16), "name": f"{name}", "cookie": False}
                joined = await client.post("/api/join", json={**body, "code": host.code})
                tokens.append(joined.json()["token"])
            people += [Person(server.port, table, one, pace) for one in tokens]
            running.cancel()
    return people


async def connect(people: list[Person]) -> tuple[list[asyncio.Task[None]], float]:
    """Open all sockets; the seconds until all are welcomed."""
    for person in people:
        person.welcomed.clear()
        person.waiting = None
    begin = time.perf_counter()
    tasks: list[asyncio.Task[None]] = []
    for at, person in enumerate(people):
        tasks.append(asyncio.create_task(person.run()))
        if at % 50 == 49:
            await asyncio.sleep(0)
    await asyncio.gather(*(person.welcomed.wait() for person in people))
    return tasks, time.perf_counter() - begin


async def start(people: list[Person]) -> None:
    """Everybody but the host is ready, then the host starts."""
    for person in people:
        if person.seat:
            person.send(b'{"type":"ready","id":"ready-%016d"}' % next(_ids))
    await asyncio.sleep(2)
    for person in people:
        if not person.seat:
            person.send(b'{"type":"start","id":"start-%016d"}' % next(_ids))
    await asyncio.sleep(2)


def processor_seconds(process: int) -> float:
    """Processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(process: int) -> float:
    """Memory that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(people: list[Person], server: ServerProcess, seconds: float) -> None:
    """Let everybody play for a while, and print what came of it."""
    for person in people:
        person.latencies.clear()
    used, begin = processor_seconds(server.process), time.perf_counter()
    await asyncio.sleep(seconds)
    used, took = processor_seconds(server.process) - used, time.perf_counter() - begin
    times = sorted(time for person in people for time in person.latencies)
    if len(people) > len({person.table for person in people}):  # otherwise opponents act as well
        say(
            f"  {len(times) / took:,.0f} durable commands a second; "
            f"{used / len(times) * 1e6:,.0f} us of processor time for each, so "
            f"{len(times) / used:,.0f} a second and core"
        )
    at = [times[int(len(times) * part)] * 1e3 for part in (0.5, 0.95, 0.99)]
    say(
        f"  acknowledged after {at[0]:.1f} ms (median), {at[1]:.1f} (95 %), {at[2]:.1f} (99 %); "
        f"{used / took:.0%} of a core, load average {os.getloadavg()[0]:.1f}"
    )


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


async def run(server: ServerProcess, games: int, seconds: float, pace: float) -> None:
    """One database: tables at full speed or at human pace, then a restart."""
    await asyncio.to_thread(server.start)
    try:
        empty = megabytes(server.process)
        people = await sit_down(server, games, pace)
        tasks, _ = await connect(people)
        await start(people)
        say(f"{games} tables of {PEOPLE}, {f'{pace} s' if pace else 'no'} time to think:")
        await measure(people, server, seconds)
        grown = megabytes(server.process) - empty
        say(f"  {grown * 1e3 / games:.0f} KB a table with its {PEOPLE} sockets")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        server.kill()
        begin = time.perf_counter()
        await asyncio.to_thread(server.start)
        answers = time.perf_counter() - begin
        tasks, took = await connect(people)
        say(f"  after kill -9: answers in {answers:.1f} s, all sockets back {took:.1f} s later")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        server.stop()


async def run_against(
    server: ServerProcess, kind: str, games: int, seconds: float, pace: float
) -> None:
    """Tables of one person and four opponents."""
    await asyncio.to_thread(server.start)
    try:
        people = await sit_down(server, games, pace, kind)
        tasks, _ = await connect(people)
        await start(people)
        say(f"{games} tables of a person and {OPPONENTS} {kind}, {pace} s to think:")
        await measure(people, server, seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        server.stop()


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", help="URL of an empty database; an SQLite file if left out")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--pace", type=float, default=0, help="seconds that people think")
    parser.add_argument("--against", default="", help=f"kinds of opponent: {', '.join(PLAYERS)}")
    given = parser.parse_args()
    against: list[str] = given.against.split(",") if given.against else []
    for kind in against:
        if kind not in PLAYERS:
            parser.error(f"expected kinds of opponent ({', '.join(PLAYERS)}), got {kind!r}")
    with tempfile.TemporaryDirectory() as folder:
        for number, kind in enumerate(against * 2):
            path = Path(folder)
            server = ServerProcess(f"sqlite:///{path}/{number}.db", path / f"log{number}")
            asyncio.run(run_against(server, kind, given.games, given.seconds, given.pace))
        if against:
            return
        database = given.database or f"sqlite:///{folder}/tables.db"
        server = ServerProcess(database, Path(folder) / "log")
        asyncio.run(run(server, given.games, given.seconds, given.pace))


if __name__ == "__main__":
    main()
