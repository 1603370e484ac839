"""Starting the server as people do."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from fivecrowns.errors import FiveCrownsError
from fivecrowns.server.run import announce, lan_address, listen, serve
from fivecrowns.server.settings import Settings
from fivecrowns.server.store import LAYOUT, StoreDownError, open_store
from tests.server.process import ServerProcess
from tests.server.retrying import faults_in, tables
from tests.server.support import new_id

pytestmark = pytest.mark.anyio


async def test_workers_share_the_tables(postgres: str, tmp_path: Path) -> None:
    """With PostgreSQL, people at one table are on different processes and play one game."""
    server = ServerProcess(postgres, tmp_path / "log", workers=2)
    await asyncio.to_thread(server.start)
    try:
        people = await tables([server.url], 4)
        until = asyncio.Event()
        playing = [asyncio.create_task(one.play(until)) for one in people]
        await asyncio.sleep(3)
        until.set()
        await asyncio.gather(*playing)
        async with httpx.AsyncClient(base_url=server.url) as client:
            counted = (await client.get("/metrics")).text
    finally:
        server.stop()
    assert await faults_in(postgres, people) == []
    acknowledged = sum(len(one.acknowledged) for one in people)
    assert acknowledged > 40
    done = re.findall(r'fivecrowns_commands_total\{.*outcome="done".*\} (\S+)', counted)
    assert sum(map(float, done)) >= acknowledged, "the counters of both processes"


@pytest.mark.parametrize("at_a_terminal", [True, False])
def test_at_a_terminal_nothing_scrolls_the_addresses_away(
    sqlite: str, tmp_path: Path, at_a_terminal: bool
) -> None:
    """Into a file the same server logs that a table was made."""
    terminal, its_end = pty.openpty()
    log = Path(os.ttyname(its_end)) if at_a_terminal else tmp_path / "log"
    server = ServerProcess(sqlite, log)
    server.start()
    try:
        body = {"command": new_id(), "name": "Ann"}
        made = httpx.post(f"{server.url}/api/tables", json=body)
    finally:
        server.stop()
    written = os.read(terminal, 10_000).decode() if at_a_terminal else log.read_text()
    os.close(its_end)
    os.close(terminal)
    assert made.is_success
    assert "Ctrl+C" in written
    assert ("table made" in written) is not at_a_terminal


def test_several_workers_need_a_database_that_can_be_shared(sqlite: str) -> None:
    with pytest.raises(FiveCrownsError, match="PostgreSQL"):
        serve("127.0.0.1", 0, sqlite, 2)


def test_an_sqlite_file_is_served_by_one_process_at_a_time(sqlite: str, tmp_path: Path) -> None:
    """The second is told so in a sentence; kill -9 leaves nothing in its way."""
    first = ServerProcess(sqlite, tmp_path / "first")
    second = ServerProcess(sqlite, tmp_path / "second")
    serve_too = [sys.executable, "-m", "fivecrowns", "serve", "--host", "127.0.0.1"]
    first.start()
    try:
        refused = subprocess.run(
            [*serve_too, "--database", sqlite], capture_output=True, text=True, check=False
        )
        assert refused.returncode == 2
        assert f"process {first.process} is serving" in refused.stderr
        assert "--database" in refused.stderr
        assert "Traceback" not in refused.stderr
        health = httpx.get(first.url + "/health")
        assert health.status_code == 200, "the first goes on"
        first.kill()
        second.start()
    finally:
        first.stop()
        second.stop()


def test_a_port_that_is_taken_is_said_in_a_sentence() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(FiveCrownsError, match="expected a free port"):
            listen("127.0.0.1", other.getsockname()[1])


@pytest.mark.parametrize("host", ["no such host", "a..b", "999.1.1.1", "::1%nothing"])
def test_a_host_that_is_none_is_said_in_a_sentence(host: str) -> None:
    with pytest.raises(FiveCrownsError, match="expected an address of this machine"):
        listen(host, 0)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("nonsense", "expected the URL of a database"),
        ("mysql://x/y", "begins with sqlite: or postgresql:, got mysql:"),
        ("postgres://x/y", "begins with sqlite: or postgresql:, got postgres:"),
        ("postgresql://127.0.0.1:x/y", "expected the URL of a database"),
        ("postgresql://127.0.0.1:99999/y", "port"),
        ("postgresql://127.0.0.1:1/y", "expected a database that can be opened"),
        ("postgresql://127.0.0.1:1/y?sslmode=bogus", "sslmode"),
        ("sqlite://games.db", "expected the URL of an SQLite file"),
        ("sqlite:///:memory:", "expected the URL of an SQLite file"),
        ("sqlite:///games.db?mode=ro", "without options, got mode"),
        ("sqlite:///{folder}", "expected a database that can be opened: {folder}"),
        ("sqlite:///{folder}/{long}.db", "File name too long"),
        ("sqlite:///{folder}/text.db", "text.db: file is not a database"),
    ],
)
def test_a_database_that_cannot_be_is_said_in_a_sentence(
    url: str, said: str, tmp_path: Path
) -> None:
    """Whatever is wrong with its URL or with what is there, and nothing is written there."""
    text = tmp_path / "text.db"
    text.write_text("These are the games of the club.\n" * 50)
    parts = {"folder": tmp_path, "long": "x" * 300}
    with pytest.raises(FiveCrownsError) as caught:
        serve("127.0.0.1", 0, url.format(**parts))
    assert said.format(**parts) in str(caught.value)
    assert text.read_text().startswith("These are the games of the club.")


async def test_options_of_postgresql_reach_its_driver(postgres: str) -> None:
    """Also those that the driver alone knows: here, and where notifications are heard."""
    store = await open_store(f"{postgres}?sslmode=disable&application_name=club")
    await store.ping()
    await store.close()
    with pytest.raises(StoreDownError, match="SSL"):
        await open_store(f"{postgres}?sslmode=require")


async def test_a_database_of_a_newer_version_is_left_alone(database: str) -> None:
    async def change(layout: str) -> None:
        newer = f"UPDATE alembic_version SET version_num = '{layout}'"  # noqa: S608
        engine = create_async_engine(
            database.replace("sqlite:", "sqlite+aiosqlite:").replace("sql:", "sql+asyncpg:")
        )
        async with engine.begin() as connection:
            await connection.execute(sa.text(newer))
        await engine.dispose()

    await (await open_store(database)).close()
    await change("9999")
    with pytest.raises(FiveCrownsError, match="got 9999: a newer version"):
        await asyncio.to_thread(serve, "127.0.0.1", 0, database)
    await change(LAYOUT)
    await (await open_store(database)).close()


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("PACE_MS", ["-5", "x", "", "1e3", "99999999999999999999"]),
        ("KEEP_FINISHED_DAYS", ["-1", "0", "nan", "inf", "1e300"]),
        ("KEEP_IDLE_DAYS", ["-1", "0", "nan", "inf", "90 days"]),
        ("COMMANDS_PER_SECOND", ["0", "nan"]),
        ("COMMAND_BURST", ["0", "-1", "2.5"]),
        ("REQUESTS_PER_SECOND", ["0", "-2"]),
        ("REQUEST_BURST", ["0"]),
        ("SOCKETS_PER_ADDRESS", ["-1"]),
        ("QUEUE", ["0", "-5"]),
        ("METRICS", ["al", ""]),
        ("LAN", ["foo", "javascript:alert(1)", "http://", "http://x/"]),
        ("ORIGINS", ["*", "https://cards.example/", "cards.example", "https://a https:/b"]),
    ],
)
def test_a_setting_that_makes_no_sense_is_said_in_a_sentence(name: str, values: list[str]) -> None:
    """A slip never deletes games or shuts everybody out."""
    for value in values:
        with pytest.raises(FiveCrownsError, match=f"FIVECROWNS_{name}: expected .*, got"):
            Settings.from_environment({f"FIVECROWNS_{name}": value})


def test_a_free_port_is_found_beside_a_taken_one() -> None:
    first, second = listen("127.0.0.1", 0), listen("127.0.0.1", 0)
    assert first.getsockname() != second.getsockname()
    first.close()
    second.close()


def test_the_terminal_says_where_the_table_is(capsys: pytest.CaptureFixture[str]) -> None:
    announce("http://localhost:5101/", "http://192.0.2.7:5101/")
    said = capsys.readouterr().out
    assert "http://localhost:5101/" in said
    assert "http://192.0.2.7:5101/" in said
    address = lan_address()
    assert address is None or address.count(".") == 3


def test_the_game_alone_does_not_import_the_server() -> None:
    """`import fivecrowns` stays fast."""
    program = "import fivecrowns, sys; print([m for m in sys.modules if 'starlette' in m])"
    path = f"import sys; sys.path[:0] = {sys.path!r}; "
    ended = subprocess.run(
        [sys.executable, "-c", path + program], capture_output=True, text=True, check=True
    )
    assert ended.stdout.strip() == "[]"
