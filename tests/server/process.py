"""A server in a process of its own, which can be killed, frozen and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from tests.server.postgres import free_port
from tests.server.support import FAST

SERVE = """
import sys
sys.path[:0] = {path!r}
from fivecrowns.server.run import serve
{before}
serve("127.0.0.1", {port}, {database!r}, {workers})
"""

ACKNOWLEDGE_FIRST = """
import asyncio
from fivecrowns.server.journal import Journal
stored = Journal.append
async def wrong(journal, row):
    async def later():
        await asyncio.sleep(0.05)
        await stored(journal, row)
    wrong.tasks.append(asyncio.create_task(later()))
    return True
wrong.tasks = []
Journal.append = wrong
"""
"""The deliberately wrong server: it answers first and stores a little later."""


class ServerProcess:
    """One server process at a fixed port."""

    def __init__(self, database: str, log: Path, *, wrong: bool = False, workers: int = 1) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._program = SERVE.format(
            path=sys.path,
            before=ACKNOWLEDGE_FIRST if wrong else "",
            port=self.port,
            database=database,
            workers=workers,
        )
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", self._program],
                stdout=log,
                stderr=log,
                env={**os.environ, **FAST.to_environment(), "FIVECROWNS_PACE_MS": "5"},
            )
        for _ in range(600):
            if self._process.poll() is not None:
                break
            try:
                urllib.request.urlopen(self.url + "/health", timeout=1)  # noqa: S310
            except OSError:
                time.sleep(0.02)
            else:
                return
        raise AssertionError(self._log.read_text())

    @property
    def process(self) -> int:
        """Its number."""
        assert self._process is not None
        return self._process.pid

    def signal(self, which: signal.Signals) -> None:
        """Send a signal."""
        assert self._process is not None
        self._process.send_signal(which)

    def kill(self) -> None:
        """End it as kill -9 does."""
        self.signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait()

    def stop(self) -> None:
        """End it as Ctrl+C does."""
        if self._process is not None and self._process.poll() is None:
            self.signal(signal.SIGINT)
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
