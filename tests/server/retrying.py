"""Clients that never give up, and what their memory must agree with in the log."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from fivecrowns.record import replay_to_end
from fivecrowns.server.facts import read_body
from fivecrowns.server.fold import apply, begin
from fivecrowns.server.protocol.values import Stage
from fivecrowns.server.replay import finished_game, record_lines
from fivecrowns.server.shown import told
from fivecrowns.server.state import State
from fivecrowns.server.store import Row, open_store
from fivecrowns.server.tokens import digest
from tests.server.support import Client, Json, new_id, socket_url

FAULTS = (OSError, WebSocketException, httpx.HTTPError, TimeoutError, AssertionError)


@dataclass
class Persistent:
    """A person at a table whose client comes back whatever happens.

    Attributes:
        addresses: servers, tried in turn.
        acknowledged: sequence number by command id.
        told: events by sequence number.
    """

    addresses: Sequence[str]
    name: str
    table: str = ""
    token: str = ""
    person: int = 0
    acknowledged: dict[str, int] = field(default_factory=dict[str, int])
    told: dict[int, list[Json]] = field(default_factory=dict[int, list[Json]])
    reconnects: int = 0
    refused: list[str] = field(default_factory=list[str])
    _command: Json | None = None
    _seq: int | None = None

    async def post(self, path: str, body: Json) -> Json:
        """Send a request until it is answered: the same one, so it has one effect."""
        for attempt in range(2_000):
            address = self.addresses[attempt % len(self.addresses)]
            try:
                async with httpx.AsyncClient(base_url=address, timeout=3) as client:
                    answer = await client.post(path, json=body)
            except FAULTS:
                await asyncio.sleep(0.05)
                continue
            if answer.status_code == 503:
                await asyncio.sleep(0.05)
                continue
            assert answer.status_code == 200, answer.text
            seated: Json = answer.json()
            return seated
        raise AssertionError("no server answered")

    async def play(self, until: asyncio.Event) -> None:
        """Play on through every fault until told to stop."""
        while not until.is_set():
            address = self.addresses[self.reconnects % len(self.addresses)]
            self.reconnects += 1
            try:
                async with connect(
                    socket_url(address, self.table), compression=None, open_timeout=3
                ) as socket:
                    await self._play_on(Client(socket), until)
            except FAULTS:
                await asyncio.sleep(0.02)

    async def _play_on(self, client: Client, until: asyncio.Event) -> None:
        await client.hello(self.token, self._seq)
        welcome = json.loads(client.heard[-1])
        for entry in welcome["missed"]:
            self._remember(entry["seq"], entry["events"])
        self._seq = client.seq
        if self._command is not None:  # the answer was lost: the same again
            await client.send(self._command)
        while not until.is_set():
            if self._command is None:
                next_command = client.next_command()
                if next_command is None and client.stage == "over":
                    next_command = {"type": "rematch"}
                elif next_command is None and client.stage == "lobby" and self.person == 0:
                    next_command = {"type": "start"}
                elif next_command is None and client.stage == "lobby":
                    ready = client.shown["table"]["seats"][client.seat]["ready"]
                    next_command = None if ready else {"type": "ready"}
                if next_command is not None:
                    self._command = {**next_command, "id": new_id()}
                    await client.send(self._command)
            try:
                message = await asyncio.wait_for(client.receive(), 2)
            except TimeoutError:
                if self._command is not None:
                    await client.send(self._command)
                continue
            if message["type"] == "update":
                self._remember(message["seq"], message["events"])
                self._seq = client.seq
            if self._command is not None and message.get("id") == self._command["id"]:
                await self._answered(client, message)

    async def _answered(self, client: Client, message: Json) -> None:
        assert self._command is not None
        if message["type"] == "ack":
            self.acknowledged[self._command["id"]] = message["seq"]
        elif message["code"] == "saving_down":
            await asyncio.sleep(0.1)
            await client.send(self._command)
            return
        else:
            self.refused.append(message["code"])
            await asyncio.sleep(0.02)
        self._command = None

    def _remember(self, seq: int, events: list[Json]) -> None:
        """What was told once may never be told otherwise."""
        if self.told.setdefault(seq, events) != events:
            self.refused.append(f"told otherwise at {seq}")


async def tables(addresses: Sequence[str], number: int, *, opponents: int = 1) -> list[Persistent]:
    """Make tables of two people and an opponent each."""
    people: list[Persistent] = []
    for at in range(number):
        ann, bob = (
            Persistent(addresses, f"Ann{at}"),
            Persistent(addresses[::-1], f"Bob{at}", person=1),
        )
        made = {
            "command": new_id(),
            "name": ann.name,
            "cookie": False,
            "options": {"schedule": "short", "absent_after": 86_400},
            "opponents": ["medium"] * opponents,
        }
        seated = await ann.post("/api/tables", made)
        ann.table = bob.table = seated["table"]
        ann.token = seated["token"]
        async with connect(socket_url(addresses[0], ann.table), compression=None) as socket:
            client = Client(socket)
            await client.hello(ann.token)
            code = client.shown["you"]["code"]
        joined = {"command": new_id(), "name": bob.name, "code": code, "cookie": False}
        bob.token = (await bob.post("/api/join", joined))["token"]
        people += [ann, bob]
    return people


async def faults_in(database: str, people: Sequence[Persistent]) -> list[str]:
    """What the people remember that the log does not bear out; empty if all is well."""
    store = await open_store(database)
    found: list[str] = []
    try:
        for table in sorted({one.table for one in people}):
            rows = await store.load(table)
            here = [one for one in people if one.table == table]
            found += _faults(table, rows, here)
    finally:
        await store.close()
    return found


def _faults(table: str, rows: Sequence[Row], people: Sequence[Persistent]) -> list[str]:
    found: list[str] = []
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        return [f"{table}: the numbers have gaps"]
    by_command = {row.command: row.seq for row in rows if row.command is not None}
    if len(by_command) != sum(row.command is not None for row in rows):
        found.append(f"{table}: a command was stored twice")
    states, events = _refold(rows)
    for one in people:
        for command, seq in one.acknowledged.items():
            if by_command.get(digest(f"{one.person}", command)) != seq:
                found.append(f"{table}: {one.name}'s command at {seq} is not in the log")
        for seq, remembered in one.told.items():
            if seq > len(rows) or remembered != events[one.person].get(seq):
                found.append(f"{table}: {one.name} was told of {seq} what the log does not have")
        found += [f"{table}: {word}" for word in one.refused if word.startswith("told")]
    for number in range(states[-1].number):
        lines = list(record_lines(finished_game(rows, number)))
        assert replay_to_end(lines, verify=True).is_over
    if states[-1].stage is Stage.OVER:
        finished_game(rows, states[-1].number)
    return found


def _refold(rows: Sequence[Row]) -> tuple[list[State], list[dict[int, list[Json]]]]:
    """The states that the log leads to, and what each person was to be told."""
    state, happened = begin((rows[0].seq, rows[0].at, read_body(rows[0].body)))
    states = [state]
    events: list[dict[int, list[Json]]] = [{}, {}]
    for row in rows[1:]:
        state, happened = apply(state, (row.seq, row.at, read_body(row.body)))
        states.append(state)
        for person in (0, 1):
            seat = state.seat_of(person)
            events[person][row.seq] = json.loads(msgspec.json.encode(told(happened, seat)))
    return states, events
