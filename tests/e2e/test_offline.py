"""The page after its first visit: opens without a server, installs, asks before it changes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, cast

import pytest
from playwright.sync_api import Page, expect

from fivecrowns.server.settings import STATIC
from tests.e2e.conftest import Person, Table
from tests.e2e.looks import barriers, faults
from tests.e2e.scoring import new_sheet, tap


def keep(page: Page) -> None:
    """Wait until the worker keeps the page."""
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def test_the_page_opens_without_a_server_after_the_first_visit(
    person: Person, tmp_path: Path
) -> None:
    server = Table(tmp_path)
    server.start()
    page = person(locale="fr-FR")
    page.goto(server.address)
    keep(page)
    server.close()
    page.goto(server.address)
    expect(page.get_by_role("button", name="Jouer", exact=True)).to_be_visible()
    page.goto(f"{server.address}/?from=home#rules")
    expect(page.locator(".rules section").first).to_be_visible()
    assert faults(page) == []


def test_a_phone_may_install_it(person: Person, table: Table) -> None:
    page = person()
    page.goto(table.address)
    keep(page)
    session = page.context.new_cdp_session(page)
    ask = cast("Callable[[str], dict[str, Any]]", session.send)  # pyright: ignore[reportUnknownMemberType]
    told = ask("Page.getInstallabilityErrors")["installabilityErrors"]
    # A window of a test has nothing to be installed into, which is no fault of the page.
    assert [error["errorId"] for error in told if error["errorId"] != "in-incognito"] == []
    assert ask("Page.getAppManifest")["errors"] == []
    for icon in page.evaluate(
        """async () => {
          const manifest = await (await fetch("/manifest.webmanifest")).json();
          return Promise.all(manifest.icons.map(async ({ src, sizes }) => {
            const image = new Image();
            image.src = src;
            await image.decode();
            return [sizes, `${image.naturalWidth}x${image.naturalHeight}`];
          }));
        }"""
    ):
        assert icon[0] in ("any", icon[1])


class Versions:
    """The built page in a folder, served, and its next version."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "static"
        shutil.copytree(STATIC, self._folder)
        handler = partial(Quiet, directory=str(self._folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def make_next(self) -> None:
        """Put a page of another title in its place."""
        for name, old, new in (
            ("index.html", "<title>Five Crowns", "<title>Newer Five Crowns"),
            ("worker.js", "/index.html`,revision:`", "/index.html`,revision:`newer"),
        ):
            text = (self._folder / name).read_text("utf-8")
            assert old in text
            (self._folder / name).write_text(text.replace(old, new), "utf-8")

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and says nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - named so there
        """Say nothing."""


@pytest.fixture
def versions(tmp_path: Path) -> Iterator[Versions]:
    """A page that gets a new version."""
    served = Versions(tmp_path)
    yield served
    served.close()


def test_a_new_version_is_used_when_the_person_says_so(person: Person, versions: Versions) -> None:
    page = person(width=320, height=568)
    page.goto(versions.address)
    keep(page)
    other = page.context.new_page()
    other.goto(versions.address)
    versions.make_next()
    page.reload()
    button = page.get_by_role("button", name="Update")
    expect(button).to_be_visible(timeout=30_000)
    expect(page).to_have_title("Five Crowns")
    assert faults(page) == []
    assert barriers(page) == []
    button.click()
    expect(page).to_have_title("Newer Five Crowns")
    expect(button).to_be_hidden()
    expect(other).to_have_title("Five Crowns")  # it was not asked
    other.get_by_role("button", name="Update").click()
    expect(other).to_have_title("Newer Five Crowns")


def test_a_new_version_never_comes_in_the_middle_of_an_entry(
    person: Person, versions: Versions
) -> None:
    page = person()
    page.goto(versions.address)
    keep(page)
    new_sheet(page, ["Ann", "Bob"])
    button = page.get_by_role("button", name="Update")
    tap(page, 12)
    versions.make_next()
    page.evaluate(
        """async () => {
          const kept = await navigator.serviceWorker.getRegistration();
          await kept.update();
          while (!kept.waiting) await new Promise((resolve) => setTimeout(resolve, 50));
        }"""
    )
    page.locator(".digit-7").click()
    expect(button).to_be_hidden()
    page.get_by_role("button", name="Went out").click()  # the round is complete
    button.click()
    expect(page).to_have_title("Newer Five Crowns")
    page.goto(f"{versions.address}/#score")
    expect(page.locator(".sheet-entry")).to_contain_text("Round 2 of 11")
