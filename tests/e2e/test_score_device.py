"""What the score keeper asks of the device: a screen that stays on, and room that is kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, expect

from tests.e2e.conftest import CHROMIUM, FLAGS, Person, Table
from tests.e2e.looks import barriers, faults
from tests.e2e.scoring import new_sheet, tap

REMEMBER_LOCKS = """
  const request = WakeLock.prototype.request;
  window.locks = [];
  WakeLock.prototype.request = async function (kind) {
    const lock = await request.call(this, kind);
    window.locks.push(lock);
    return lock;
  };
"""
"""Lets a page know which of the browser's locks on the screen it was given."""

NO_STORAGE = {"profile": {"default_content_setting_values": {"cookies": 2}}}
"""Preferences of somebody who lets no site keep anything."""


def stays_on(page: Page, locks: int) -> None:
    """Wait until the page holds so many locks on the screen."""
    page.wait_for_function("n => locks.filter((lock) => !lock.released).length === n", arg=locks)


def test_the_screen_stays_on_while_a_sheet_is_open(person: Person, table: Table) -> None:
    """Again when the page was out of sight, where the browser lets go of it; not elsewhere."""
    page = person()
    page.add_init_script(REMEMBER_LOCKS)
    page.goto(table.address)
    stays_on(page, 0)
    new_sheet(page, ["Ann", "Bob"])
    stays_on(page, 1)
    page.evaluate("() => locks[0].release()")
    stays_on(page, 0)
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    stays_on(page, 1)
    page.goto(f"{table.address}/#score")
    page.get_by_role("link", name="New sheet").wait_for()
    stays_on(page, 0)
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    page.goto(f"{table.address}/#start")
    page.get_by_role("textbox", name="Your name").wait_for()
    assert page.evaluate("() => locks.length") == 2, "once for each time that the sheet was seen"


OpenProfile = Callable[..., BrowserContext]


@pytest.fixture
def profile(playwright: Playwright, tmp_path: Path) -> Iterator[OpenProfile]:
    """Opens a browser with a profile on the disk and some preferences."""
    opened: list[BrowserContext] = []

    def make(preferences: object) -> BrowserContext:
        folder = tmp_path / f"profile {len(opened)}"
        (folder / "Default").mkdir(parents=True)
        (folder / "Default" / "Preferences").write_text(json.dumps(preferences))
        context = playwright.chromium.launch_persistent_context(
            folder,
            executable_path=CHROMIUM,
            args=FLAGS,
            locale="en-GB",
            viewport={"width": 320, "height": 640},
        )
        opened.append(context)
        return context

    yield make
    for context in opened:
        context.close()


def sheets_after_one(context: BrowserContext, table: Table) -> Page:
    """The list of sheets, once one was made and something entered."""
    page = context.pages[0]
    page.set_default_timeout(15_000)
    page.goto(table.address)
    new_sheet(page, ["Ann", "Bob"])
    tap(page, 7)
    page.goto(f"{table.address}/#score")
    page.get_by_role("link", name="Ann").wait_for()
    return page


def test_a_browser_that_may_erase_sheets_is_told_of_until_it_may_not(
    profile: OpenProfile, table: Table
) -> None:
    """What the browser answers to being asked is believed, at once and on the next visit."""
    page = sheets_after_one(profile({}), table)
    expect(page.get_by_text("This browser may erase what it keeps")).to_be_visible()
    assert faults(page) == []
    assert barriers(page) == []
    page.reload()
    expect(page.get_by_text("This browser may erase what it keeps")).to_be_visible()

    promising = profile({})
    promising.pages[0].goto(table.address)
    promising.new_cdp_session(promising.pages[0]).send(  # pyright: ignore[reportUnknownMemberType]
        "Browser.grantPermissions",
        {"permissions": ["durableStorage"], "origin": table.address},
    )
    page = sheets_after_one(promising, table)
    expect(page.locator(".note", has_text="This browser")).to_have_count(0)
    page.reload()
    page.get_by_role("link", name="Ann").wait_for()
    expect(page.locator(".note", has_text="This browser")).to_have_count(0)


def test_a_browser_that_keeps_nothing_is_told_of_and_scores_all_the_same(
    profile: OpenProfile, table: Table
) -> None:
    page = sheets_after_one(profile(NO_STORAGE), table)
    expect(page.get_by_text("This browser lets this page keep nothing.")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("link", name="Ann").click()
    expect(page.locator(".entry").first).to_contain_text("7")
