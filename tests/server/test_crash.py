"""Nothing acknowledged is lost, nothing is done twice, whatever is killed.

How often the server is killed: FIVECROWNS_KILLS.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.server.postgres import Cluster
from tests.server.process import ServerProcess
from tests.server.retrying import Persistent, faults_in, tables

pytestmark = pytest.mark.anyio

KILLS = int(os.environ.get("FIVECROWNS_KILLS", "20"))


def _check_log(*logs: Path) -> None:
    """No server has failed at anything, whatever was done to it."""
    for log in logs:
        assert "Traceback" not in log.read_text(), log.read_text()


async def _start(server: ServerProcess) -> None:
    await asyncio.to_thread(server.start)


async def _killed_again_and_again(
    server: ServerProcess, people: Sequence[Persistent], kills: int
) -> None:
    """People play while the server is killed at random moments and started again."""
    until, dice = asyncio.Event(), random.Random(len(people) * kills)
    playing = [asyncio.create_task(one.play(until)) for one in people]
    for _ in range(kills):
        await _play_on(people, dice.randint(1, 60))
        await asyncio.sleep(dice.uniform(0, 0.02))  # not only just after an acknowledgement
        server.kill()
        await _start(server)
    await _play_on(people, 20)
    until.set()
    await asyncio.gather(*playing)


async def _play_on(people: Sequence[Persistent], commands: int) -> None:
    """Wait until so many more commands are acknowledged."""
    before = sum(len(one.acknowledged) for one in people)
    while sum(len(one.acknowledged) for one in people) < before + commands:
        await asyncio.sleep(0.001)


async def test_what_was_acknowledged_outlives_kill_9(database: str, tmp_path: Path) -> None:
    """Every acknowledged command is in the log under its number, every event told is in it, no
    number is missing, no command is there twice, and every game in it is legal.
    """
    server = ServerProcess(database, tmp_path / "log")
    await _start(server)
    try:
        people = await tables([server.url], 3)
        await _killed_again_and_again(server, people, KILLS)
    finally:
        server.stop()
    assert await faults_in(database, people) == []
    _check_log(tmp_path / "log")
    assert all(one.reconnects > KILLS / 2 for one in people), "they were cut off"


async def test_the_check_finds_a_server_that_acknowledges_too_early(
    sqlite: str, tmp_path: Path
) -> None:
    """The control: a server that answers before it stores does lose what it acknowledged."""
    server = ServerProcess(sqlite, tmp_path / "log", wrong=True)
    await _start(server)
    try:
        people = await tables([server.url], 3)
        await _killed_again_and_again(server, people, 3)
    finally:
        server.stop()
    faults = await faults_in(sqlite, people)
    assert any("is not in the log" in fault for fault in faults), faults
    assert any("what the log does not have" in fault for fault in faults), faults


async def test_three_processes_one_of_them_frozen_write_the_same_games(
    postgres: str, tmp_path: Path
) -> None:
    """Players of one game are on different processes; one is stopped in mid-work and goes on."""
    servers = [ServerProcess(postgres, tmp_path / f"log{at}") for at in range(3)]
    try:
        for server in servers:
            await _start(server)
        people = await tables([server.url for server in servers], 3)
        until, dice = asyncio.Event(), random.Random(3)
        playing = [asyncio.create_task(one.play(until)) for one in people]
        for _ in range(KILLS):
            frozen = dice.choice(servers)
            await _play_on(people, dice.randint(1, 30))
            frozen.signal(signal.SIGSTOP)
            await asyncio.sleep(dice.uniform(0.1, 0.8))
            frozen.signal(signal.SIGCONT)
        killed = servers[0]
        killed.kill()
        await _play_on(people, 10)
        await _start(killed)
        await _play_on(people, 10)
        until.set()
        await asyncio.gather(*playing)
    finally:
        for server in servers:
            server.stop()
    assert await faults_in(postgres, people) == []
    _check_log(*(tmp_path / f"log{at}" for at in range(3)))


async def test_a_database_that_crashes_and_comes_back_loses_nothing(
    tmp_path: Path,
) -> None:
    """While it is down, people are told so; then the tables go on by themselves."""
    with Cluster() as cluster:
        database = cluster.new_database()
        server = ServerProcess(database, tmp_path / "log")
        await _start(server)
        try:
            people = await tables([server.url], 2)
            until, before = asyncio.Event(), [0]
            playing = [asyncio.create_task(one.play(until)) for one in people]
            for _ in range(2):
                await asyncio.sleep(1)
                await asyncio.to_thread(cluster.stop, signal.SIGQUIT)
                await asyncio.sleep(0.5)
                before[:] = [len(one.acknowledged) for one in people]
                await asyncio.to_thread(cluster.start)
                await asyncio.sleep(2)
            until.set()
            await asyncio.gather(*playing)
        finally:
            server.stop()
        assert await faults_in(database, people) == []
        _check_log(tmp_path / "log")
        after = [len(one.acknowledged) for one in people]
        assert all(a > b for a, b in zip(after, before, strict=True)), "they went on playing"
