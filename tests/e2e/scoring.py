"""Keeps score through the page, by taps."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Error, Page, Playwright

from fivecrowns.score.file import SheetFile, load
from fivecrowns.score.sheet import Sheet, read
from tests.e2e.conftest import CHROMIUM, FLAGS


def new_sheet(page: Page, names: Sequence[str], *, schedule: str = "official") -> None:
    """Make a sheet from the start page on."""
    page.get_by_role("link", name="Keep score").click()
    page.get_by_role("link", name="New sheet").click()
    rows = page.locator(".seat-new")
    while rows.count() < len(names):
        page.get_by_role("button", name="Add a player").click()
    while rows.count() > len(names):
        rows.last.get_by_role("button", name="Take").click()
    for at, name in enumerate(names):
        rows.nth(at).locator("input").fill(name)
    page.get_by_role("combobox", name="Rounds").select_option(schedule)
    page.get_by_role("button", name="Begin").click()
    page.locator(".keypad").wait_for()


def tap(page: Page, points: int | None) -> None:
    """Enter points for whose turn it is: `None` says that the player went out."""
    if points is None:
        page.locator(".keypad .out").click()
        return
    for digit in str(points):
        page.locator(f".digit-{digit}").click()
    page.locator(".keypad .ok").click()


def enter_round(page: Page, *points: int | None) -> None:
    """Enter a whole round, in the order of the seats."""
    for got in points:
        tap(page, got)


def next_round(page: Page) -> None:
    """Go on when a round is complete."""
    page.locator(".complete button").click()


def choose(page: Page, name: str) -> None:
    """Tap on a player's row."""
    page.locator(".entry").filter(has_text=name).click()


def menu(page: Page, item: str) -> None:
    """Open what the menu of a sheet offers."""
    page.get_by_role("button", name="Menu").click()
    page.locator("dialog").get_by_role("button", name=item).click()


def saved(page: Page) -> SheetFile:
    """The file of the sheet that is shown, as the page saves it and Python reads it."""
    menu(page, "Save and share")
    with page.expect_download() as download:
        page.get_by_role("button", name="Whole sheet").click()
    page.keyboard.press("Escape")
    return load(Path(download.value.path()).read_bytes())


def sheet_of(page: Page) -> Sheet:
    """The sheet that is shown, as Python reads it."""
    return read(saved(page).facts)


class Profile:
    """A browser with a profile of its own on the disk, which can be killed as a battery does."""

    def __init__(self, playwright: Playwright, profile: Path) -> None:
        self._playwright = playwright
        self._profile = profile
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Page:
        """Start it, and open a page."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self._process = subprocess.Popen(
            [
                CHROMIUM,
                *FLAGS,
                "--headless=new",
                "--lang=en-GB",
                f"--remote-debugging-port={port}",
                f"--user-data-dir={self._profile}",
                "--window-size=390,844",
                "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        context = self._connect(f"http://127.0.0.1:{port}").contexts[0]
        page = context.pages[0] if context.pages else context.new_page()
        page.set_default_timeout(15_000)
        return page

    def _connect(self, address: str) -> Browser:
        """Connect to it, once it listens."""
        end = time.monotonic() + 60
        while True:
            try:
                return self._playwright.chromium.connect_over_cdp(address)
            except Error:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def kill(self) -> None:
        """Kill it with all its processes."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None
