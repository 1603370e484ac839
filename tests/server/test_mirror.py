"""A score sheet that several phones keep: everybody gets everything, once it is stored."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fivecrowns.score import edits
from fivecrowns.score.log import Fact, Log, merge
from fivecrowns.score.sheet import read
from tests.score.keeping import Keeper, Meddler
from tests.server.support import FAST, Running, running, socket_url

pytestmark = pytest.mark.anyio


class Phone:
    """A phone with a sheet, connected to its mirror."""

    def __init__(self, socket: ClientConnection, log: Log) -> None:
        self.socket = socket
        self.log = log

    async def send(self, *facts: Fact) -> None:
        """Send facts, a hundred at a time."""
        for at in range(0, len(facts), 100):
            part = msgspec.json.encode({"facts": facts[at : at + 100]})
            await self.socket.send(part.decode())

    async def until(self, count: int) -> None:
        """Take in what is told until there are so many facts."""
        while len(self.log) < count:
            text = await asyncio.wait_for(self.socket.recv(), 20)
            told = json.loads(text)
            assert told["sheet"] == "the-sheet"
            self.log = merge(self.log, msgspec.convert(told["facts"], list[Fact]))


async def share(server: Running) -> str:
    async with server.http() as client:
        answer = await client.post("/api/sheets", json={"sheet": "the-sheet"})
        assert answer.status_code == 200, answer.text
        code: str = answer.json()["code"]
        return code


@asynccontextmanager
async def phone(server: Running, code: str, log: Log = ()) -> AsyncGenerator[Phone]:
    url = f"{server.url.replace('http', 'ws', 1)}/api/sheets/{code}/socket"
    async with connect(url, compression=None) as socket:
        yield Phone(socket, log)


async def test_phones_that_were_apart_agree_and_nothing_is_lost_with_the_server(
    database: str,
) -> None:
    one, two = Meddler(Random(4)).meddle(60)
    both = merge(one, two)
    async with running(database) as server:
        code = await share(server)
        async with phone(server, code, one) as a, phone(server, code.lower(), two) as b:
            await asyncio.gather(a.send(*one), b.send(*two))
            await asyncio.gather(a.until(len(both)), b.until(len(both)))
            assert a.log == b.log == both
    async with running(database) as server, phone(server, code) as late:
        await late.until(len(both))
        assert late.log == both


async def test_an_entry_is_seen_at_once_and_the_later_one_holds(sqlite: str) -> None:
    pad = Keeper(["Ann", "Bob"])
    async with running(sqlite) as server:
        code = await share(server)
        async with phone(server, code, pad.log) as a, phone(server, code) as b:
            await a.send(*pad.log)
            await b.until(len(pad.log))
            mine = Keeper(device="mine", log=b.log)
            theirs = Keeper(device="theirs", log=b.log)
            mine.do(edits.enter(mine.sheet, 1, "ann", 3))
            theirs.clock += 60_000
            theirs.do(edits.enter(theirs.sheet, 1, "ann", 7))
            count = len(merge(mine.log, theirs.log))
            await b.send(*theirs.log)
            await a.send(*mine.log)
            await asyncio.gather(a.until(count), b.until(count))
            for device in (a, b):
                assert read(device.log).rounds[0].points["ann"] == 7


async def test_processes_that_share_a_database_pass_entries_on(postgres: str) -> None:
    pad = Keeper(["Ann", "Bob"])
    async with running(postgres) as here, running(postgres) as there:
        code = await share(here)
        async with phone(here, code) as a, phone(there, code) as b:
            await b.until(0)
            await a.send(*pad.log)
            await b.until(len(pad.log))
            pad.play((0, 9))
            await b.send(*pad.log)
            await asyncio.gather(a.until(len(pad.log)), b.until(len(pad.log)))
            assert a.log == b.log == pad.log


@pytest.mark.parametrize(
    "message",
    [
        "nonsense",
        "{}",
        '{"facts": [{"at": 1, "by": "d", "cell": "nowhere", "value": 1}]}',
        '{"facts": [{"at": 1, "by": "d", "cell": "round/1/points/a", "value": -1}]}',
        '{"facts": [{"at": -1, "by": "d", "cell": "end", "value": null}]}',
        # After this one there would hardly be a moment left for anybody's next entry.
        '{"facts": [{"at": 253402214399999, "by": "d", "cell": "end", "value": null}]}',
        '{"facts": [], "more": 1}',
        b"\x00",
    ],
)
async def test_what_is_no_fact_ends_the_connection_and_is_not_kept(
    sqlite: str, message: str | bytes
) -> None:
    pad = Keeper()
    async with running(sqlite) as server:
        code = await share(server)
        async with phone(server, code) as bad:
            await bad.send(*pad.log)
            await bad.socket.send(message)
            with pytest.raises(ConnectionClosed):
                await bad.until(10_000)
        async with phone(server, code) as good:
            await good.until(len(pad.log))
            assert good.log == pad.log


async def test_one_phone_cannot_make_the_sheet_of_all_unreadable(sqlite: str) -> None:
    pad = Keeper()
    crowd = [Fact(1, "bad", f"player/q{number}/name", "Q") for number in range(200)]
    async with running(sqlite) as server:
        code = await share(server)
        async with phone(server, code) as one, phone(server, code) as bad:
            await one.send(*pad.log)
            await bad.until(len(pad.log))
            await bad.send(*crowd)
            pad.enter(1, 5, 0)
            await bad.send(*pad.log)  # once this is there, the crowd was, too
            await one.until(len(pad.log))
            assert read(one.log).rounds[0].complete
            assert one.log == pad.log


async def test_codes_of_tables_and_of_sheets_open_nothing_of_the_other_kind(sqlite: str) -> None:
    async with running(sqlite) as server:
        code = await share(server)
        name = await server.service.store.table_of(code)
        assert name is not None
        async with server.http() as client:
            answer = await client.post("/api/preview", json={"code": code})
            assert answer.json()["code"] == "no_such_code"
            answer = await client.get(f"/api/tables/{name}/record?game=0")
            assert answer.json()["code"] == "no_such_table"
        with pytest.raises(InvalidStatus):
            await connect(socket_url(server.url, name))
        table, token = await server.create()
        async with server.sit(table, token) as host:
            invitation = host.shown["you"]["code"]
        for wrong in (invitation, "AAAAAAAA"):
            with pytest.raises(InvalidStatus) as refused:
                async with phone(server, wrong):
                    pass
            assert refused.value.response.status_code == 404


async def test_a_mirror_that_was_deleted_lets_its_phones_go(database: str) -> None:
    """They keep their sheets, and nobody tries for ever to store what has no place any more."""
    facts, _ = Meddler(Random(4)).meddle(20)
    async with running(database, replace(FAST, keep_idle_days=1e-9)) as server:
        code = await share(server)
        async with phone(server, code) as one:
            await one.socket.recv()
            await asyncio.sleep(0.01)  # so that it is older than nothing at all
            assert await server.service.sweep() == 1
            await one.send(*facts[:5])
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(one.socket.recv(), 20)
        with pytest.raises(InvalidStatus):
            async with phone(server, code):
                pass
