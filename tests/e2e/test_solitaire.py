"""Solitaire in the browser: a whole game by taps, by keys, through a crash, without a network."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, expect

from fivecrowns.shuffler import SeededShuffler
from fivecrowns.solitaire.game import Solitaire, deal
from fivecrowns.solitaire.record import replay_to_end
from tests.e2e.conftest import CHROMIUM, FLAGS, Person, Table
from tests.e2e.driver import show_in
from tests.e2e.looks import barriers, faults
from tests.e2e.test_offline import keep
from tests.e2e.test_screens import LANGUAGES, check, look


def begin(page: Page, address: str, number: int) -> None:
    """Deal a number from the start page on."""
    page.goto(address)
    page.get_by_role("link", name="Solitaire").click()
    page.get_by_role("button", name="Deal by number").click()
    page.get_by_role("textbox", name="Number").fill(str(number))
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.get_by_role("heading", name=f"Deal {number}")).to_be_visible()


def left(page: Page) -> int:
    """How many cards are in the draw pile; -1 when the game is over."""
    words = page.locator(".turned-left b")
    return int(words.inner_text().split()[0]) if words.count() else -1


def throw_away(page: Page, *, by_key: bool) -> None:
    """Throw the card turned over away; a wild is asked about."""
    before = page.locator(".turned-left b").inner_text()
    if by_key:
        page.keyboard.press("x")
    else:
        page.get_by_role("button", name="Discard", exact=True).click()
    page.wait_for_function(
        """(before) => document.querySelector("dialog") !== null ||
          document.querySelector(".turned-left b")?.textContent !== before""",
        arg=before,
    )
    if page.locator("dialog").count():
        button = page.get_by_role("button", name="Discard it")
        if by_key:
            expect(page.get_by_role("button", name="Keep it")).to_be_focused()
            page.keyboard.press("Tab")
            expect(button).to_be_focused()
            page.keyboard.press("Enter")
        else:
            button.click()


def follow_hint(page: Page, *, by_key: bool = False) -> None:
    """Play one turn as the hint says, by taps or by keys alone."""
    before = page.locator(".turned-left b").inner_text()
    if by_key:
        page.keyboard.press("h")
    else:
        page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-text")).to_be_visible()
    pile = page.locator(".hinted")
    if pile.count() == 0:
        throw_away(page, by_key=by_key)
    elif by_key:
        pile.focus()
        page.keyboard.press("Enter")
        expect(page.locator("dialog h2")).to_be_focused()
        page.locator("dialog .dialog-foot button").focus()
        page.keyboard.press("Enter")
    else:
        pile.click()
        page.locator("dialog .dialog-foot button").click()
    page.wait_for_function(
        """(before) => document.querySelector("dialog") === null &&
          document.querySelector(".turned-left b")?.textContent !== before""",
        arg=before,
    )


def record(page: Page, folder: Path) -> Solitaire:
    """Save the record and replay it, its commitment too."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return replay_to_end(path.read_text("utf-8").splitlines(), verify=True)


def test_a_whole_game_by_taps_on_a_small_phone(
    person: Person, table: Table, tmp_path: Path
) -> None:
    """The deal of a number is that of the terminal; the record that is saved can be verified."""
    page = person(320, 568)
    begin(page, table.address, 5)
    expect(page.locator(".open-pile")).to_have_count(11)
    assert left(page) == 27  # 28, and the first of them is turned over
    while left(page) >= 0:
        follow_hint(page)
    expect(page.get_by_role("heading", name="You won!")).to_be_visible()
    game = record(page, tmp_path)
    assert game.won
    assert game.shuffle == deal(SeededShuffler(5)).shuffle
    expect(page.locator(".figures dd")).to_have_text(["1", "1", "11"])


def test_a_pile_shows_what_each_discard_would_do(person: Person, table: Table) -> None:
    """Tapping a pile changes nothing; the best discard is chosen, another may be."""
    page = person()
    begin(page, table.address, 5)
    page.locator("[data-pile='4']").click()
    dialog = page.get_by_role("dialog", name="4♥ into the pile of 4")
    expect(dialog.get_by_text("Closes the pile")).to_be_visible()
    expect(dialog.get_by_role("button", name="Discard K♦")).to_be_visible()
    dialog.get_by_role("button", name="7 of stars").click()
    expect(dialog.get_by_text("Leaves 7 points, 13 before")).to_be_visible()
    dialog.get_by_role("button", name="4 of diamonds").click()
    expect(dialog.get_by_text("4♦ is wild here.")).to_be_visible()
    page.keyboard.press("Escape")
    assert left(page) == 27
    page.locator("[data-pile='4']").click()
    dialog.get_by_role("button", name="Discard K♦").click()
    expect(page.locator("[data-pile='4']")).to_have_count(0)
    expect(page.get_by_text("Closed: 4")).to_be_visible()


def test_undo_is_counted_and_giving_up_asks(person: Person, table: Table, tmp_path: Path) -> None:
    """A turn taken back is marked in the record and in the result; the deal can be played again."""
    page = person()
    begin(page, table.address, 1)
    first = page.locator("#drawn .sr").inner_text()
    page.get_by_role("button", name="Undo").click(force=True)  # there is nothing to take back
    expect(page.locator("dialog")).to_have_count(0)
    follow_hint(page)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator("#drawn .sr")).to_have_text(first)
    expect(page.get_by_text("1 turn undone")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.get_by_role("heading", name="You gave up")).to_be_visible()
    expect(page.get_by_text("Apart: a turn was taken back")).to_be_visible()
    game = record(page, tmp_path)
    assert (game.undone, game.undone_seen, game.given_up) == (1, 1, True)
    page.get_by_role("button", name="The same deal again").click()
    expect(page.locator("#drawn .sr")).to_have_text(first)


def test_it_says_early_when_a_game_is_lost(person: Person, table: Table) -> None:
    """Sol11: whoever throws too many cards away is told that the rest do not suffice."""
    page = person()
    begin(page, table.address, 1)
    said = page.get_by_text("This game cannot be won")
    expect(said).to_have_count(0)
    for turn in range(27, 10, -1):
        expect(page.locator(".turned-left b")).to_have_text(f"{turn} more to come")
        throw_away(page, by_key=True)
    expect(said).to_be_visible()


def test_a_whole_game_by_keyboard(person: Person, table: Table) -> None:
    """Every turn by keys alone; after each the focus is on the card that is turned over."""
    page = person()
    begin(page, table.address, 2)
    while left(page) >= 0:
        follow_hint(page, by_key=True)
        expect(page.locator("#drawn")).to_be_focused()
    expect(page.get_by_role("heading", name="You won!")).to_be_visible()


def launched(playwright: Playwright, folder: Path) -> BrowserContext:
    """A browser that keeps what it keeps in a folder."""
    return playwright.chromium.launch_persistent_context(
        folder, executable_path=CHROMIUM, args=FLAGS, locale="en-GB"
    )


def kill(context: BrowserContext) -> None:
    """Kill the browser with all its processes, as a phone does."""
    assert context.browser is not None
    session: Any = context.browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    (main,) = [each["id"] for each in processes if each["type"] == "browser"]
    os.kill(main, signal.SIGKILL)


def test_a_killed_browser_goes_on_where_it_was(
    playwright: Playwright, table: Table, tmp_path: Path
) -> None:
    """Each turn is kept when the next card is shown, and so is the result of a game."""
    context = launched(playwright, tmp_path)
    page = context.new_page()
    begin(page, table.address, 5)
    for _ in range(3):
        follow_hint(page)
    expect(page.locator(".turned-left b")).to_have_text("24 more to come")
    drawn = page.locator("#drawn .sr").inner_text()
    page.wait_for_function(KEPT, arg=8)
    kill(context)
    context = launched(playwright, tmp_path)
    page = context.new_page()
    page.goto(f"{table.address}/#solitaire")
    expect(page.locator(".turned-left b")).to_have_text("24 more to come")
    expect(page.locator("#drawn .sr")).to_have_text(drawn)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    page.wait_for_function(KEPT, arg=9)
    kill(context)
    context = launched(playwright, tmp_path)
    page = context.new_page()
    page.goto(f"{table.address}/#solitaire")
    expect(page.get_by_role("heading", name="You gave up")).to_be_visible()
    expect(page.locator(".figures dd").first).to_have_text("1")
    context.close()


KEPT = """async (lines) => {
  const opened = indexedDB.open("fivecrowns-solitaire");
  await new Promise((done) => { opened.onsuccess = done; });
  const asked = opened.result.transaction("games").objectStore("games").get("current");
  await new Promise((done) => { asked.onsuccess = done; });
  opened.result.close();
  return asked.result?.actions.length >= lines;
}"""
"""Whether so many lines of the record are kept."""


def test_it_is_played_without_a_network(person: Person, tmp_path: Path) -> None:
    """After one visit the whole game works in flight mode, hints and all."""
    server = Table(tmp_path)
    server.start()
    page = person()
    page.goto(server.address)
    keep(page)
    server.close()
    begin(page, server.address, 3)
    for _ in range(3):
        follow_hint(page)
    page.wait_for_function(KEPT, arg=8)
    page.reload()
    expect(page.locator(".turned-left b")).to_have_text("24 more to come")


def test_the_deal_of_the_day_is_the_same_for_all(person: Person, table: Table) -> None:
    """The date decides it."""
    page = person()
    page.clock.set_fixed_time("2026-12-24T18:00:00")
    page.goto(f"{table.address}/#solitaire")
    page.get_by_role("button", name="Deal of the day").click()
    expect(page.get_by_role("heading", name="Deal of December 24, 2026")).to_be_visible()
    shuffle = deal(SeededShuffler("2026-12-24")).shuffle
    shown = page.locator("[data-pile='3'] .sr").all_inner_texts()
    names = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "*": "stars"}
    for card in shuffle.cards[:3]:
        name = "joker" if card.is_joker else f"of {names[str(card)[-1]]}"
        assert any(name in text for text in shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_of_it_fits(person: Person, table: Table, language: str) -> None:
    """Choice, table with a hint, pile, menu and end: at every width, light and dark."""
    page = person(still=True)
    page.goto(f"{table.address}/#solitaire")
    show_in(page, language)
    page.locator(".solitaire .panel").first.wait_for()
    wrong = look(page, "solitaire-choice", language)
    page.locator(".solitaire .panel button").nth(2).click()
    page.locator("dialog input").fill("12")
    page.locator("dialog button[type=submit]").click()
    page.locator(".open-pile").first.wait_for()
    page.keyboard.press("h")
    page.locator(".hint-text").wait_for()
    wrong += look(page, "solitaire-table", language)
    assert targets(page) == []
    page.locator("[data-pile='13']").click()
    wrong += look(page, "solitaire-pile", language)
    assert targets(page) == []
    page.keyboard.press("Escape")
    page.locator(".page-head button").click()
    wrong += look(page, "solitaire-menu", language)
    assert targets(page) == []
    page.locator("dialog .stack button").last.click()
    page.locator("dialog .danger").click()
    page.locator(".solitaire-end").wait_for()
    wrong += look(page, "solitaire-end", language)
    check(wrong)
    assert faults(page) == []
    assert barriers(page) == []


def test_large_letters_and_a_phone_on_its_side_hide_nothing(person: Person, table: Table) -> None:
    """Letters twice as large cut nothing; on a low screen the piles have room below the card."""
    page = person(568, 320, still=True)
    begin(page, table.address, 5)
    page.locator("[data-pile='13']").click()
    expect(page.locator("dialog .dialog-foot button")).to_be_in_viewport()
    assert faults(page) == []
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert faults(page) == []


def targets(page: Page) -> list[str]:
    """Whatever can be tapped and is smaller than 44 pixels."""
    found: list[str] = page.evaluate(
        """() => [...(document.querySelector("dialog") ?? document)
          .querySelectorAll(".solitaire button, .solitaire a, dialog button")]
          .filter((e) => e.offsetHeight < 44 || e.offsetWidth < 44)
          .map((e) => `${e.className} ${e.offsetWidth}x${e.offsetHeight}`)"""
    )
    return found
