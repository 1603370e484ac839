"""A server of this checkout and the system's Chromium."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT: Final = Path(__file__).parents[2]
CHROMIUM: Final = shutil.which("chromium") or "/usr/bin/chromium"
FLAGS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SERVE: Final = (
    "import sys; from fivecrowns.server.run import serve; serve('127.0.0.1', {port}, {database!r})"
)


class Table:
    """A server that can be killed and started again with the same database."""

    def __init__(self, folder: Path, pace_ms: int = 1) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._database = f"sqlite:///{folder / 'tables.db'}"
        self._log = (folder / "server.log").open("a")
        self._environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT / "src"),
            "FIVECROWNS_PACE_MS": str(pace_ms),
            "FIVECROWNS_REQUESTS_PER_SECOND": "1000",
            "FIVECROWNS_REQUEST_BURST": "1000",
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        code = SERVE.format(port=self.port, database=self._database)
        self._process = subprocess.Popen(
            [sys.executable, "-c", code],
            env=self._environment,
            stdout=self._log,
            stderr=self._log,
        )
        for _ in range(120):
            try:
                urllib.request.urlopen(f"{self.address}/health", timeout=1)  # noqa: S310
            except OSError:
                time.sleep(0.25)
            else:
                return
        raise RuntimeError("expected the server to answer within 30 seconds")

    def kill(self) -> None:
        """Kill it as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """End it."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
        self._log.close()


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A server whose opponents do not think long."""
    server = Table(tmp_path_factory.mktemp("table"))
    server.start()
    yield server
    server.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium, without a window."""
    if not Path(CHROMIUM).exists():
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


Person = Callable[..., Page]


@pytest.fixture
def person(browser: Browser) -> Iterator[Person]:
    """Makes a page in a browser of its own, as another person at another device has.

    Whatever the page complains about fails the test.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(
        width: int = 390, height: int = 844, *, locale: str = "en-GB", still: bool = False
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=locale,
            reduced_motion="reduce" if still else "no-preference",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda message: (
                complaints.append(message.text)
                if message.type == "error" and "Content Security" in message.text
                else None
            ),
        )
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []
