"""The HTTP part: seats, links, limits, headers."""

# asyncpg has no types:
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest
import sqlalchemy as sa

from fivecrowns.server import app
from fivecrowns.server.service import PROBE_SECONDS
from fivecrowns.server.settings import Settings
from tests.server.support import FAST, Running, new_id, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server(sqlite: str) -> AsyncGenerator[Running]:
    async with running(sqlite) as started:
        yield started


async def test_a_browser_keeps_its_token_in_a_cookie_that_scripts_cannot_read(
    server: Running,
) -> None:
    async with server.http() as browser:
        body = {"command": new_id(), "name": "Ann"}
        answer = await browser.post("/api/tables", json=body)
        assert answer.json()["token"] is None
        cookie = answer.headers["set-cookie"].lower()
        table = answer.json()["table"]
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert f"path=/api/tables/{table}" in cookie
        link = await browser.post(f"/api/tables/{table}/device", json={"command": new_id()})
        token = link.json()["token"]
    async with server.http() as phone:
        answer = await phone.post(f"/api/tables/{table}/enter", json={"token": token})
        assert answer.json() == {"table": table, "seat": 0}
        again = await phone.post(f"/api/tables/{table}/device", json={"command": new_id()})
        assert again.status_code == 200, "the cookie opens the seat"


async def test_the_cookie_goes_only_over_https_where_the_page_did(server: Running) -> None:
    async with server.http() as browser:
        body = {"command": new_id(), "name": "Ann"}
        headers = {"X-Forwarded-Proto": "https"}
        answer = await browser.post("/api/tables", json=body, headers=headers)
        assert "secure" in answer.headers["set-cookie"].lower()


async def test_a_request_for_a_seat_repeated_gives_the_same_seat(server: Running) -> None:
    """Its answer may be lost; the second one holds a token that opens the same seat."""
    table, token = await server.create()
    async with server.sit(table, token) as ann:
        body = {"command": new_id(), "name": "Bob", "code": ann.shown["you"]["code"]}
        body["cookie"] = False
        async with server.http() as client:
            first, second = [(await client.post("/api/join", json=body)).json() for _ in range(2)]
            assert first["seat"] == second["seat"] == 1
            async with server.sit(table, first["token"]), server.sit(table, second["token"]):
                pass
            assert len((await server.service.room(table)).state.people) == 2
            again = {"command": new_id(), "name": "Ann", "cookie": False}
            tables = [(await client.post("/api/tables", json=again)).json() for _ in range(2)]
            assert tables[0]["table"] == tables[1]["table"]


async def test_a_late_repetition_gives_nobody_a_seat(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fivecrowns.server.service.ANSWERS_AGAIN_MS", -1)
    async with server.http() as client:
        body = {"command": new_id(), "name": "Ann", "cookie": False}
        assert (await client.post("/api/tables", json=body)).status_code == 200
        late = await client.post("/api/tables", json=body)
        assert (late.status_code, late.json()["code"]) == (403, "not_allowed")


async def test_of_many_who_want_the_last_seat_one_gets_it(database: str) -> None:
    """A seat is claimed atomically."""
    async with running(database) as server:
        table, token = await server.create(opponents=["easy"] * 12)
        async with server.sit(table, token) as ann, server.http() as client:
            code = ann.shown["you"]["code"]
            answers = await asyncio.gather(
                *(
                    client.post(
                        "/api/join",
                        json={"command": new_id(), "name": f"Guest {at}", "code": code},
                    )
                    for at in range(10)
                )
            )
            assert sorted(answer.status_code for answer in answers) == [200, *[409] * 9]
            preview = (await client.post("/api/preview", json={"code": code.lower()})).json()
            assert not preview["can_join"]
            assert len(preview["seats"]) == 14
            assert preview["totals"] == ([] if preview["stage"] == "lobby" else [0] * 14)


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("POST", "/api/tables", b"{", 400, "bad_message"),
        ("POST", "/api/tables", b'{"command":"short","name":"A"}', 400, "bad_message"),
        ("POST", "/api/tables", b'{"command":"0123456789abcdef","name":" "}', 400, "bad_name"),
        ("POST", "/api/tables", b"x" * 20_000, 413, "too_large"),
        ("POST", "/api/tables", b"[" * 10_000, 400, "bad_message"),
        ("GET", "/api/tables", b"", 405, "wrong_method"),
        ("POST", "/api/preview", b'{"code":"NOSUCH22"}', 404, "no_such_code"),
        ("POST", "/api/tables/none/enter", b'{"token":"%s"}' % (b"A" * 32), 404, "no_such_table"),
        ("GET", "/api/tables/none/replay", b"", 404, "no_such_table"),
        ("GET", "/api/nothing", b"", 404, "not_found"),
        ("GET", "/../settings.py", b"", 404, "not_found"),
        ("GET", "/%2e%2e/settings.py", b"", 404, "not_found"),
    ],
)
async def test_what_is_wrong_is_said_with_a_code(
    server: Running, method: str, path: str, body: bytes, status: int, code: str
) -> None:
    async with server.http() as client:
        answer = await client.request(method, path, content=body)
        assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_pages_of_other_sites_can_ask_for_nothing(server: Running) -> None:
    body = {"command": new_id(), "name": "Ann"}
    foreign = ["https://evil.example", "null", "", "http://[::1", "http://"]
    async with server.http() as client:
        for origin, status in [*((origin, 403) for origin in foreign), (server.url, 200)]:
            answer = await client.post("/api/tables", json=body, headers={"Origin": origin})
            assert answer.status_code == status
        nameless = {"Origin": "null", "Host": ""}
        assert (await client.post("/api/tables", json=body, headers=nameless)).status_code == 403


async def test_text_that_a_database_cannot_hold_does_not_look_like_a_breakdown(
    database: str,
) -> None:
    """PostgreSQL fails at a NUL; nobody may stop the saving of all tables with one."""
    async with running(database) as server:
        table, token = await server.create()
        async with server.sit(table, token) as ann, server.http() as client:
            for name in ("%00", "%ff", "A" * 20, "0" * 10_000):
                answer = await client.get(f"/api/tables/{name}/replay")
                assert (answer.status_code, answer.json()["code"]) == (404, "no_such_table")
            for code in ("\0", "AB\0CD234", "A" * 24):
                join = {"command": new_id(), "code": code, "name": "Bob"}
                for path, body in (("/api/preview", {"code": code}), ("/api/join", join)):
                    answer = await client.post(path, json=body)
                    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_code")
            await ann.do("say", phrase="hello")
            assert [text for text in ann.heard if '"saving","up":false' in text] == []


async def test_nobody_tries_many_codes(sqlite: str) -> None:
    async with running(sqlite, replace(FAST, requests_per_second=1.0, request_burst=5)) as server:
        async with server.http() as client:
            codes = [
                (await client.post("/api/preview", json={"code": f"AAAAAA{at:02}"})).status_code
                for at in range(10)
            ]
        assert codes[:5] == [404] * 5
        assert codes[-1] == 429


async def test_every_answer_carries_a_strict_policy(server: Running) -> None:
    async with server.http() as client:
        for path in ("/", "/api/about", "/api/nothing", "/health"):
            headers = (await client.get(path)).headers
            policy = headers["content-security-policy"]
            assert "unsafe" not in policy
            assert policy.startswith("default-src 'none'")
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"


async def test_an_installation_without_the_pages_says_so(
    sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "STATIC", tmp_path)
    async with running(sqlite) as server, server.http() as client:
        answer = await client.get("/")
        assert answer.status_code == 503
        assert "without building" in answer.text


async def test_built_pages_are_served_and_kept(
    sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "assets" / "index-abc.js").write_text("1")
    monkeypatch.setattr(app, "STATIC", tmp_path)
    async with running(sqlite) as server, server.http() as client:
        assert (await client.get("/")).headers["cache-control"] == "no-cache"
        script = await client.get("/assets/index-abc.js")
        assert "immutable" in script.headers["cache-control"]


async def test_health_and_metrics(server: Running) -> None:
    await server.create()
    async with server.http() as client:
        assert (await client.get("/health")).json() == {"saving": True}
        assert "fivecrowns_commit_seconds" in (await client.get("/metrics")).text
        through_proxy = await client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"})
        assert through_proxy.status_code == 403


async def test_a_deleted_file_takes_no_acknowledged_move_with_it(tmp_path: Path) -> None:
    """Nothing is acknowledged that would be gone with the process; back in place, it goes on."""
    file, aside = tmp_path / "tables.db", tmp_path / "aside.db"
    async with running(f"sqlite:///{file}") as server:
        table, token = await server.create()
        async with server.sit(table, token) as ann, server.http() as client:
            await ann.do("say", phrase="hello")
            file.rename(aside)
            assert await ann.refused("say", phrase="ouch") == "saving_down"
            assert (await client.get("/health")).status_code == 503
            body = {"command": new_id(), "name": "Bob"}
            answer = await client.post("/api/tables", json=body)
            assert (answer.status_code, answer.json()["code"]) == (503, "saving_down")
            aside.rename(file)
            while '"saving","up":true' not in ann.heard[-1]:
                await ann.receive()
            await ann.do("say", phrase="thanks")
            assert (await client.get("/health")).status_code == 200


async def test_what_can_only_be_read_does_not_count_as_saving(database: str) -> None:
    """With a full disk, people are not told again and again that saving works."""
    async with running(database) as server:
        table, token = await server.create()
        async with server.sit(table, token) as ann, server.http() as client:
            async with _read_only(database):
                assert await ann.refused("say", phrase="ouch") == "saving_down"
                await asyncio.sleep(3 * PROBE_SECONDS)
                assert (await client.get("/health")).status_code == 503
            while '"saving","up":true' not in ann.heard[-1]:
                await ann.receive()
            await ann.do("say", phrase="thanks")
            assert len([text for text in ann.heard if '"saving"' in text and '"up"' in text]) == 2


@asynccontextmanager
async def _read_only(database: str) -> AsyncGenerator[None]:
    """The database answers, and stores nothing, as with a full disk."""
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
        return
    name = database.rsplit("/", 1)[1]
    connection: Any = await asyncpg.connect(database)
    await connection.execute("SET default_transaction_read_only = off")
    try:
        for change in ("SET default_transaction_read_only = on", "RESET ALL"):
            await connection.execute(f"ALTER DATABASE {name} {change}")
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            if change != "RESET ALL":
                yield
    finally:
        await connection.close()


async def test_a_qr_code_is_a_path_on_a_square(server: Running) -> None:
    async with server.http() as client:
        answer = (await client.post("/api/qr", json={"text": server.url})).json()
        assert answer["size"] > 20
        assert answer["path"].startswith("M4 4h1v1h-1z")


async def test_deleted_tables_are_gone_for_everybody(sqlite: str) -> None:
    async with running(sqlite, replace(FAST, keep_idle_days=1e-9)) as server:
        table, token = await server.create()
        async with server.http() as client:
            await asyncio.sleep(0.2)
            await server.service.sweep()
            answer = await client.post(f"/api/tables/{table}/enter", json={"token": token})
            assert answer.json()["code"] == "no_such_table"


@pytest.mark.parametrize("told", [True, False])
async def test_no_process_remembers_a_table_that_another_has_deleted(
    postgres: str, told: bool
) -> None:
    """Neither where it is told, nor, if the telling is lost, after the next command there."""
    old = replace(FAST, keep_idle_days=1e-9)
    async with running(postgres) as here, running(postgres, old) as there:
        table, token = await here.create()
        async with here.sit(table, token) as ann:
            await there.service.room(table)
            if told:
                while table not in await there.service.store.delete(0, 2**53):
                    await asyncio.sleep(0.01)
            else:
                async with here.service.store.engine.connect() as connection:
                    for name, column in (("tables", "id"), ("facts", "table_id")):
                        statement = sa.text(f"DELETE FROM {name} WHERE {column} = :table")  # noqa: S608
                        await connection.execute(statement, {"table": table})
                await ann.send({"type": "say", "id": new_id(), "phrase": "hello"})
            assert (await ann.until("goodbye"))["code"] == "deleted"
        assert table not in here.service.rooms
        async with here.http() as client:
            answer = await client.post(f"/api/tables/{table}/enter", json={"token": token})
            assert answer.json()["code"] == "no_such_table"


def test_settings_go_to_other_processes_and_back() -> None:
    settings = replace(Settings(), pace_ms=5, commands_per_second=2.5, lan="http://x")
    assert Settings.from_environment(settings.to_environment()) == settings
