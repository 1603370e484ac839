"""Opponents think without holding up anybody."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from fivecrowns.server.thinking import SLOW_SECONDS, Thinking

pytestmark = pytest.mark.anyio

ASK_TWICE = """
import asyncio, sys
sys.path[:0] = {path!r}
from fivecrowns.server.thinking import Thinking
from tests.server.test_thinking import thinks_long

async def main():
    thinking = Thinking()
    await thinking.ask("slow", thinks_long)
    print(await thinking.ask("slow", thinks_long), flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.fixture
def thinking() -> Iterator[Thinking]:
    one = Thinking()
    yield one
    one.end()


def thinks_long() -> int:
    """Computes longer than a thread may; the number of the process it did so in."""
    end = time.thread_time() + 4 * SLOW_SECONDS
    while time.thread_time() < end:
        pass
    return os.getpid()


def fails(what: str) -> int:
    raise ValueError(what)


async def test_what_is_quick_stays_in_the_process_and_what_is_slow_leaves_it(
    thinking: Thinking,
) -> None:
    assert [await thinking.ask("quick", os.getpid) for _ in range(3)] == [os.getpid()] * 3
    where = [await thinking.ask("slow", thinks_long) for _ in range(3)]
    assert where[0] == os.getpid(), "the first time nobody knows yet"
    assert os.getpid() not in where[1:]
    assert await thinking.ask("quick", os.getpid) == os.getpid()


async def test_a_killed_process_is_replaced(thinking: Thinking) -> None:
    await thinking.ask("slow", thinks_long)
    killed = await thinking.ask("slow", thinks_long)
    os.kill(killed, signal.SIGKILL)
    answers = [await thinking.ask("slow", thinks_long) for _ in range(3)]
    assert len(answers) == 3
    assert answers[-1] not in (killed, os.getpid())


async def test_what_fails_there_fails_here(thinking: Thinking) -> None:
    await thinking.ask("slow", thinks_long)
    with pytest.raises(ValueError, match="here"):
        await thinking.ask("slow", fails, "here")


async def test_no_process_is_left_of_a_killed_server() -> None:
    program = ASK_TWICE.format(path=sys.path)
    server = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    thinker = int(await asyncio.to_thread(server.stdout.readline))
    server.kill()
    server.wait()
    server.stdout.close()
    for _ in range(600):
        try:
            os.kill(thinker, 0)
        except ProcessLookupError:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it goes on without anybody to think for")
