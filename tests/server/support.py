"""A real server inside the test, and clients that talk to it as browsers do."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import defaultdict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from fivecrowns.cards import Card, Rank
from fivecrowns.melds import arrange, going_out_discards
from fivecrowns.server.app import make_app
from fivecrowns.server.run import listen
from fivecrowns.server.service import Service
from fivecrowns.server.settings import Settings
from fivecrowns.server.store import open_store
from fivecrowns.shuffler import Shuffler

FAST = Settings(
    pace_ms=0,
    commands_per_second=1e6,
    command_burst=1_000_000,
    requests_per_second=1e6,
    request_burst=1_000_000,
    sockets_per_address=0,
)
SECTIONS = ("you", "table", "round", "hand", "hands", "sheet", "reveal")

Json = dict[str, Any]
Value = Any
"""A value in JSON."""


def new_id() -> str:
    return secrets.token_urlsafe(16)


@dataclass
class Running:
    """A server that is running in this process."""

    url: str
    service: Service

    @asynccontextmanager
    async def http(self, token: str | None = None) -> AsyncGenerator[httpx.AsyncClient]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with httpx.AsyncClient(base_url=self.url, headers=headers) as client:
            yield client

    async def create(self, name: str = "Ann", **more: Value) -> tuple[str, str]:
        """Make a table: its name, and the host's token."""
        async with self.http() as client:
            body = {"command": new_id(), "name": name, "cookie": False, **more}
            answer = await client.post("/api/tables", json=body)
            assert answer.status_code == 200, answer.text
            seated = answer.json()
            return seated["table"], seated["token"]

    async def join(self, code: str, name: str, **more: Value) -> str:
        """Join a table; the token."""
        async with self.http() as client:
            body = {"command": new_id(), "code": code, "name": name, "cookie": False, **more}
            answer = await client.post("/api/join", json=body)
            assert answer.status_code == 200, answer.text
            token: str = answer.json()["token"]
            return token

    @asynccontextmanager
    async def sit(
        self, table: str, token: str, after: int | None = None, **more: Value
    ) -> AsyncGenerator[Client]:
        """A client whose socket has been welcomed."""
        async with connect(socket_url(self.url, table), compression=None, **more) as socket:
            client = Client(socket)
            await client.hello(token, after)
            yield client


def socket_url(url: str, table: str) -> str:
    return f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"


@dataclass
class Client:
    """One socket, and what a page would show."""

    socket: ClientConnection
    shown: Json = field(default_factory=dict[str, Any])
    seq: int = 0
    heard: list[str] = field(default_factory=list[str])

    async def hello(self, token: str | None, after: int | None = None) -> Json:
        await self.send({"type": "hello", "token": token, "after": after})
        return await self.until("welcome")

    async def send(self, message: Json) -> None:
        await self.socket.send(json.dumps(message))

    async def receive(self) -> Json:
        text = await asyncio.wait_for(self.socket.recv(), 20)
        assert isinstance(text, str)
        self.heard.append(text)
        message: Json = json.loads(text)
        if message["type"] in ("welcome", "update"):
            if message["type"] == "update":
                assert message["seq"] == self.seq + 1, "every sequence number once and in order"
            self.seq = message["seq"]
            self.shown.update({name: message[name] for name in SECTIONS if name in message})
        return message

    async def until(self, *kinds: str, command: str | None = None) -> Json:
        """The next message of a kind, or the next answer to a command."""
        while True:
            message = await self.receive()
            if message["type"] in kinds and command in (None, message.get("id")):
                return message

    async def ask(self, kind: str, **fields: Value) -> Json:
        """Send a command and wait for its answer."""
        command = fields.pop("id", None) or new_id()
        await self.send({"type": kind, "id": command, **fields})
        return await self.until("ack", "refused", "hint", "checked", command=command)

    async def do(self, kind: str, **fields: Value) -> int:
        """Send a command that has to succeed; its sequence number."""
        answer = await self.ask(kind, **fields)
        assert answer["type"] == "ack", answer
        seq: int = answer["seq"]
        return seq

    async def refused(self, kind: str, **fields: Value) -> str:
        """Send a command that has to be refused; the code."""
        answer = await self.ask(kind, **fields)
        assert answer["type"] == "refused", answer
        code: str = answer["code"]
        return code

    @property
    def seat(self) -> int:
        seat: int = self.shown["you"]["seat"]
        return seat

    @property
    def stage(self) -> str:
        stage: str = self.shown["table"]["stage"]
        return stage

    def next_command(self) -> Json | None:
        """What somebody who likes to go out does next; `None` while others have to act."""
        table, hand = self.shown["table"], self.shown.get("hand")
        if table["stage"] in ("between", "tie") and not table["seats"][self.seat]["ready"]:
            return {"type": "ready"}
        if table["stage"] != "round" or hand is None:
            return None
        actions = hand["actions"]
        if actions["draw"]:
            return {"type": "draw", "seq": self.seq, "source": "pile"}
        out = self._way_out(hand) if actions["go_out"] else None
        if out is not None:
            return {"type": "go_out", "seq": self.seq, **out}
        if actions["discard"]:
            left: list[int] = hand["arranged"]["left"] if hand["arranged"] else []
            return {"type": "discard", "seq": self.seq, "slot": (left or actions["discard"])[-1]}
        return None

    def _way_out(self, hand: Json) -> Json | None:
        """The first way to go out; where everybody finds their own melds, the engine's."""
        choice = hand["actions"]["go_out"][0]
        if choice["arranged"] is not None:
            return {"slot": choice["slot"]}
        wild = self.shown["round"]["deal"]["wild"]
        rule = (
            None if wild is None else Rank.parse(wild),
            self.shown["table"]["options"]["naturals"],
        )
        held = {card["slot"]: Card.parse(card["card"]) for card in hand["cards"]}
        out = going_out_discards(held.values(), *rule)
        if not out:
            return None
        slot = next(slot for slot, card in held.items() if card is out[0])
        del held[slot]
        free: defaultdict[Card, list[int]] = defaultdict(list)
        for other, card in held.items():
            free[card].append(other)
        melds = arrange(held.values(), *rule).melds
        return {"slot": slot, "melds": [[free[card].pop() for card in m.cards] for m in melds]}

    async def play_until(self, *stages: str) -> None:
        """Play whenever it is this seat's turn, until the table is at a stage."""
        waiting: str | None = None
        while self.stage not in stages or waiting is not None:
            command = self.next_command() if waiting is None else None
            if command is not None:
                waiting = new_id()
                await self.send({**command, "id": waiting})
            message = await self.receive()
            if waiting is not None and message.get("id") == waiting:
                assert message["type"] == "ack" or message["code"] == "stale", message
                waiting = None


class Failures(logging.Handler):
    """Collects what the server failed at."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.found.append(logging.Formatter().format(record))


@asynccontextmanager
async def running(
    database: str, settings: Settings = FAST, shuffler: Shuffler | None = None
) -> AsyncGenerator[Running]:
    """A server on a free port of this machine."""
    settings = replace(settings, database=database)
    service = Service(await open_store(database), settings, shuffler)
    config = uvicorn.Config(
        make_app(settings, service),
        ws="websockets-sansio",
        ws_max_size=16_384,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    listening = listen("127.0.0.1", 0)
    failures = Failures()
    logging.getLogger("fivecrowns.server").addHandler(failures)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        if serving.done():
            serving.result()
        await asyncio.sleep(0.01)
    try:
        yield Running(f"http://127.0.0.1:{listening.getsockname()[1]}", service)
    finally:
        server.should_exit = True
        await serving
        logging.getLogger("fivecrowns.server").removeHandler(failures)
    assert failures.found == [], "nothing a client does makes the server fail"
