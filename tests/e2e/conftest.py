"""A server of this checkout and the system's Chromium."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

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
    """A server that can be killed and started again with the same database.

    Without a database named, it keeps an SQLite file in its folder.
    """

    def __init__(self, folder: Path, pace_ms: int = 1, database: str | None = None) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._database = database or f"sqlite:///{folder / 'tables.db'}"
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
        self._process = subprocess.Popen(
            [sys.executable, *self._program()],
            cwd=ROOT,
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

    def _program(self) -> list[str]:
        return ["-c", SERVE.format(port=self.port, database=self._database)]

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


class StackedTable(Table):
    """A server whose decks are stacked before they are dealt."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._decks = folder / "decks"

    def stack(self, hands: Sequence[str], upcard: str, pile: str = "") -> None:
        """Stack a deck: hands from the dealer's left, the upcard, and the cards that follow.

        Of several that are stacked, the first is dealt first.
        """
        dealt = zip(*(hand.split() for hand in hands), strict=True)
        top = [*(card for turn in dealt for card in turn), upcard, *pile.split()]
        with self._decks.open("a") as decks:
            decks.write(" ".join(top) + "\n")

    def stack_dull(self, players: int) -> None:
        """Stack a deal of 13 cards with pairs and nothing more: a long round for 2 to 5.

        Of dealt hands of 14, with kings and jokers wild, one in twelve can go out at once.
        """
        ranks, suits = "3 4 5 6 7 8 9 10 J Q".split(), "SHDC*"
        hands = [
            " ".join(ranks[at % 10] + suits[(at + seat) % 5] for at in range(13))
            for seat in range(players)
        ]
        self.stack(hands, upcard="JS")

    def clear(self) -> None:
        """Leave the next deals to chance."""
        self._decks.write_text("")

    def _program(self) -> list[str]:
        return ["-m", "tests.e2e.stacked", str(self.port), self._database, str(self._decks)]


@pytest.fixture(scope="session")
def stacked_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StackedTable]:
    """A server whose decks can be stacked."""
    server = StackedTable(tmp_path_factory.mktemp("stacked"))
    server.start()
    yield server
    server.close()


@pytest.fixture
def stacked(stacked_server: StackedTable) -> StackedTable:
    """The same, with nothing stacked yet."""
    stacked_server.clear()
    return stacked_server


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A server whose opponents do not think long."""
    server = Table(tmp_path_factory.mktemp("table"))
    server.start()
    yield server
    server.close()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Table]:
    """A server of one's own, to be killed."""
    server = Table(tmp_path)
    server.start()
    yield server
    server.close()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives the browsers."""
    if not Path(CHROMIUM).exists():
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The system's Chromium, without a window."""
    chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield chromium
    chromium.close()


class Phone:
    """A device of its own that can fall asleep: then nothing runs on its pages."""

    def __init__(self, playwright: Playwright) -> None:
        self._browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        self._context = self._browser.new_context(viewport={"width": 360, "height": 640})
        self._asleep: list[int] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        """Open another tab."""
        page = self._context.new_page()
        page.set_default_timeout(15_000)
        return page

    def sleep(self) -> None:
        """Fall asleep; no page may be asked anything until `wake`."""
        session: Any = self._browser.new_browser_cdp_session()
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        self._asleep = [each["id"] for each in processes if each["type"] == "renderer"]
        for process in self._asleep:
            os.kill(process, signal.SIGSTOP)

    def wake(self) -> None:
        """Wake up. Nobody tells the pages: they have to notice."""
        for process in self._asleep:
            os.kill(process, signal.SIGCONT)
        self._asleep = []

    def close(self) -> None:
        """Switch it off."""
        self.wake()
        self._browser.close()


@pytest.fixture
def phone(playwright: Playwright) -> Iterator[Phone]:
    """A phone that can fall asleep."""
    device = Phone(playwright)
    yield device
    device.close()


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
