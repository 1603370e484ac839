"""The score keeper: without a network, through a killed browser, by every way of entry."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from fivecrowns.cards import Rank, parse_cards
from fivecrowns.melds import arrange
from fivecrowns.score.file import SheetFile, dump
from fivecrowns.score.sheet import Warn
from tests.e2e.conftest import Person, Table
from tests.e2e.driver import show_in
from tests.e2e.looks import barriers, faults
from tests.e2e.scoring import (
    Profile,
    choose,
    enter_round,
    menu,
    new_sheet,
    next_round,
    saved,
    sheet_of,
    tap,
)
from tests.e2e.test_offline import keep
from tests.e2e.test_screens import check, look
from tests.score.keeping import Keeper


def until_kept(page: Page, what: str, text: str) -> None:
    """Wait until the page's database holds a text, which is some milliseconds after the tap."""
    page.wait_for_function(
        """async ([what, text]) => {
          const open = indexedDB.open("fivecrowns-score");
          await new Promise((resolve) => { open.onsuccess = resolve; });
          const all = open.result.transaction(what).objectStore(what).getAll();
          await new Promise((resolve) => { all.onsuccess = resolve; });
          open.result.close();
          return JSON.stringify(all.result).includes(text);
        }""",
        arg=[what, text],
    )


@pytest.fixture
def profile(playwright: Playwright, tmp_path: Path) -> Iterator[Profile]:
    """A browser to be killed."""
    made = Profile(playwright, tmp_path / "profile")
    yield made
    made.kill()


def test_a_whole_game_without_a_network_through_a_killed_browser(
    profile: Profile, tmp_path: Path
) -> None:
    """Eleven rounds with corrections, somebody late, somebody early, a tie and its decision."""
    server = Table(tmp_path)
    server.start()
    page = profile.start()
    page.goto(server.address)
    keep(page)
    server.close()
    page.goto(server.address)
    new_sheet(page, ["Ann", "Bob", "Cleo"])

    enter_round(page, None, 12, 30)
    next_round(page)
    enter_round(page, 5, None, 10)
    choose(page, "Cleo")  # a correction in the round before it goes on
    tap(page, 9)
    next_round(page)

    tap(page, 7)
    page.locator(".digit-4").click()  # in the middle of an entry
    until_kept(page, "drafts", '"digits":"4"')
    profile.kill()
    page = profile.start()
    page.goto(server.address)
    page.get_by_role("link", name="Keep score").click()
    page.locator(".sheet-entry").click()
    row = page.locator(".entry.chosen")
    expect(row).to_contain_text("Bob")
    expect(row.locator("b")).to_have_text("4")
    page.locator(".keypad .ok").click()
    tap(page, None)
    next_round(page)

    menu(page, "Somebody joins")
    page.get_by_role("textbox", name="Name").fill("Dora")
    page.get_by_role("combobox", name="Points at the start").select_option("average")
    page.locator("dialog").get_by_role("button", name="Somebody joins").click()
    enter_round(page, 1, 1, 1, None)
    next_round(page)

    menu(page, "Players and seats")
    page.get_by_role("button", name="Bob leaves").click()
    page.locator("dialog").get_by_role("button", name="Bob leaves").click()
    for _ in range(5, 11):
        enter_round(page, 3, None, 8)
        next_round(page)
    page.get_by_role("button", name="Sheet", exact=True).click()
    page.get_by_role("button", name="Ann, 5 points").click()  # far back
    tap(page, 15)
    next_round(page)
    enter_round(page, None, 1, 60)

    sheet = sheet_of(page)
    assert dict(zip(sheet.names.values(), sheet.totals.values(), strict=True)) == {
        "Ann": 0 + 15 + 7 + 1 + 6 * 3,
        "Bob": 12 + 4 + 1,
        "Cleo": 30 + 9 + 1 + 1,
        "Dora": 22 + 6 * 8 + 60,
    }
    assert [sheet.names[player] for player in sheet.tied] == ["Ann", "Cleo"]
    expect(page.get_by_text("Level at the top: Ann and Cleo.")).to_be_visible()
    page.get_by_role("button", name="Play the tie-break").click()
    menu(page, "Dealer of the tie-break")
    expect(page.get_by_role("dialog", name="Dealer of the tie-break")).to_be_visible()
    page.keyboard.press("Escape")
    enter_round(page, 4, None)
    expect(page.locator(".winner")).to_have_text("Cleo wins!")
    until_kept(page, "sheets", '"cell":"round/12/out"')
    profile.kill()
    page = profile.start()
    page.goto(f"{server.address}/#score")
    expect(page.locator(".sheet-entry")).to_contain_text("Won by Cleo")


def test_points_are_entered_as_digits_as_cards_left_or_as_a_total(
    person: Person, table: Table
) -> None:
    """T45 for the totals, R8.1 for the cards."""
    page = person(width=320, height=568)
    page.goto(table.address)
    new_sheet(page, ["Ann", "Bob", "Cleo"], schedule="short")
    tap(page, 29)
    page.get_by_role("button", name="Cards left").click()
    page.get_by_role("button", name="3: 20").click()
    page.get_by_role("button", name="joker: 50").click()
    page.get_by_role("button", name="K: 13").click()
    expect(page.locator(".entered")).to_contain_text("3 JK K = 83")
    page.get_by_role("button", name="Delete the last").click()
    page.locator(".keypad .ok").click()
    tap(page, None)
    next_round(page)
    page.get_by_role("button", name="Total", exact=True).click()
    tap(page, 29)
    page.locator(".digit-6").click()
    page.locator(".digit-9").click()
    expect(page.locator(".entered")).to_have_text("Less than before: 70")
    page.locator(".keypad .ok").click(force=True)
    expect(page.locator(".entry.chosen")).to_contain_text("Bob")  # it is not taken
    for _ in range(3):
        page.locator(".digit-9").click()
    expect(page.locator(".entered")).to_have_text("More than 999 points in one round")
    page.locator(".keypad .ok").click(force=True)
    expect(page.locator(".entry.chosen")).to_contain_text("Bob")
    page.get_by_role("button", name="Delete the last").click(click_count=5)
    tap(page, 95)
    tap(page, 8)
    sheet = sheet_of(page)
    assert [[*at.points.values()] for at in sheet.rounds[:2]] == [[29, 70, 0], [0, 25, 8]]
    assert sheet.rounds[0].out == sheet.players[2].id
    assert sheet.rounds[1].out is None


def test_a_hand_is_laid_down_for_whoever_asks(person: Person, table: Table) -> None:
    """T32, with its wilds labelled, without a server; R5.2: not more copies than there are."""
    page = person(width=320, height=568)
    page.goto(table.address)
    new_sheet(page, ["Ann", "Bob"], schedule="reverse")
    page.get_by_role("button", name="Hand").click()
    dialog = page.locator("dialog")
    for suit, ranks in {
        "clubs": ["4", "5"],
        "hearts": ["9", "3", "4", "5"],
        "spades": ["9", "Q", "Q"],
        "diamonds": ["Q"],
        "stars": ["7", "7"],
    }.items():
        dialog.get_by_role("button", name=suit, exact=True).click()
        for rank in ranks:
            word = {"Q": "queen"}.get(rank, rank)
            dialog.get_by_role("button", name=f"{word} of {suit}", exact=True).click()
    dialog.get_by_role("button", name="JK joker").click()
    expect(dialog).to_contain_text("13 of 13 cards")
    expect(dialog.locator(".melds .meld")).to_have_count(3)
    expect(dialog.locator(".melds .mini.wild small")).to_have_count(1)
    best = arrange(parse_cards("4C 5C 9H 3H 4H 5H 9S QS QS QD 7* 7* JK"), wild=Rank.KING)
    assert faults(page) == []
    assert barriers(page) == []
    assert small_targets(page) == []
    dialog.get_by_role("button", name=f"Take {best.points} points").click()
    expect(page.locator(".entry").first.locator("b")).to_have_text(str(best.points))
    expect(page.locator(".entry.chosen")).to_contain_text("Bob")


def test_blank_is_not_zero_and_what_is_unlikely_is_said(person: Person, table: Table) -> None:
    """T46, R8.3, R8.4."""
    page = person()
    page.goto(table.address)
    new_sheet(page, ["Ann", "Bob"])
    tap(page, 0)
    expect(page.locator(".entry.missing")).to_have_count(1)
    expect(page.locator(".entry.missing")).to_contain_text("Bob")
    page.locator(".keypad .ok").click()  # nothing entered: stays blank
    expect(page.locator(".entry.missing")).to_have_count(1)
    choose(page, "Ann")
    tap(page, 76)
    tap(page, 3)
    expect(page.locator(".complete .warn")).to_have_count(2)
    expect(page.locator(".complete")).to_contain_text("Nobody has 0 points")
    expect(page.locator(".complete")).to_contain_text("75 is the most")
    assert [warn for warn, _ in sheet_of(page).rounds[0].warnings] == [*Warn]
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".entry.chosen")).to_contain_text("Bob")
    for _ in range(2):
        page.get_by_role("button", name="Undo").click()
    expect(page.locator(".entry.missing")).to_have_count(2)
    for _ in range(3):
        page.get_by_role("button", name="Redo").click()
    expect(page.locator(".entry.missing")).to_have_count(0)


def test_a_correction_shows_what_was_there_before(person: Person, table: Table) -> None:
    page = person()
    page.goto(table.address)
    new_sheet(page, ["Ann", "Bob"])
    enter_round(page, 12, None)
    choose(page, "Ann")
    tap(page, 15)
    choose(page, "Ann")
    expect(page.locator(".earlier li")).to_have_count(2)
    expect(page.locator(".earlier")).to_contain_text("12")
    page.get_by_role("button", name="Sheet", exact=True).click()
    expect(page.get_by_role("button", name="Ann, 15 points, corrected")).to_be_visible()


def test_a_sheet_moves_by_link_and_by_file(person: Person, table: Table) -> None:
    page = person()
    page.goto(table.address)
    new_sheet(page, ["Ann", "=Bob"], schedule="short")
    enter_round(page, 12, None)
    menu(page, "Save and share")
    link = page.get_by_role("textbox", name="Link").input_value()
    with page.expect_download() as download:
        page.get_by_role("button", name="Spreadsheet").click()
    rows = list(csv.reader(io.StringIO(Path(download.value.path()).read_text("utf-8-sig"))))
    assert rows[0][5:] == ["Ann", "Ann total", "'=Bob", "'=Bob total"]
    assert rows[1] == ["1", "3", "3", "Ann", "'=Bob", "12", "12", "0", "0"]
    with page.expect_download() as download:
        page.get_by_role("button", name="Text").click()
    text = Path(download.value.path()).read_text("utf-8")
    assert "1. =Bob 0" in text
    assert link in text
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    page.keyboard.press("Escape")

    other = person()
    other.goto(link)
    expect(other.locator(".entry").first).to_contain_text("Ann")
    assert "sheet=" not in other.url
    assert sheet_of(other) == sheet_of(page)

    third = person()
    third.goto(f"{table.address}/#score")
    pad = Keeper(["Zoë", "Yan"])
    pad.play((0, 12), (40, 0))
    third.locator("summary").click()
    third.locator("input[type=file]").set_input_files(
        {
            "name": "sheet.json",
            "mimeType": "application/json",
            "buffer": dump(SheetFile("from-terminal", pad.log)).encode(),
        }
    )
    expect(third.locator(".entry").first).to_contain_text("Zoë")
    assert saved(third).facts == pad.log
    third.goto(f"{table.address}/#score")
    third.locator("summary").click()
    third.get_by_role("textbox", name="Link, code or text").fill("nonsense")
    third.get_by_role("button", name="Open", exact=True).click()
    expect(third.get_by_role("alert")).to_contain_text("no sheet")


def test_several_phones_keep_a_sheet_and_one_of_them_loses_its_network(
    person: Person, mortal: Table
) -> None:
    """Both enter; what was entered apart is merged, and the later entry holds."""
    page, other = person(), person(width=320, height=568)
    page.goto(mortal.address)
    new_sheet(page, ["Ann", "Bob", "Cleo"])
    tap(page, 12)
    menu(page, "Show on other phones")
    code = page.locator("dialog p.code").inner_text().split()[-1]
    expect(page.locator("dialog")).to_contain_text("Connected")
    assert faults(page) == []
    assert barriers(page) == []
    page.keyboard.press("Escape")

    other.goto(f"{mortal.address}/#score")
    other.locator("summary").click()
    other.get_by_role("textbox", name="Link, code or text").fill(code.lower())
    other.get_by_role("button", name="Open", exact=True).click()
    expect(other.locator(".entry").first.locator("b")).to_have_text("12")
    choose(other, "Bob")
    tap(other, None)
    expect(page.locator(".entry").nth(1)).to_contain_text("went out")

    page.context.set_offline(offline=True)
    other.context.set_offline(offline=True)
    mortal.kill()
    choose(page, "Cleo")
    tap(page, 5)
    choose(other, "Cleo")
    tap(other, 8)  # later
    expect(page.locator(".entry").nth(2).locator("b")).to_have_text("5")
    mortal.start()
    page.context.set_offline(offline=False)
    other.context.set_offline(offline=False)
    expect(page.locator(".entry").nth(2).locator("b")).to_have_text("8", timeout=30_000)
    expect(other.locator(".entry").nth(2).locator("b")).to_have_text("8")
    choose(page, "Cleo")
    expect(page.locator(".earlier")).to_contain_text("here")
    expect(page.locator(".earlier")).to_contain_text("elsewhere")
    assert saved(page).facts == saved(other).facts


def test_a_shared_sheet_that_is_none_does_no_harm(person: Person, table: Table) -> None:
    """Whoever has a code can write; what makes no sheet is not kept, and the others stay."""
    page = person()
    page.goto(table.address)
    new_sheet(page, ["Ann", "Bob"])
    code: str = page.evaluate(
        """async () => {
          const answer = await fetch("/api/sheets", {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ sheet: "bad" }),
          });
          const { code } = await answer.json();
          const socket = new WebSocket(`ws://${location.host}/api/sheets/${code}/socket`);
          await new Promise((resolve) => { socket.onmessage = resolve; });
          const fact = { at: 1, by: "x", cell: "round/1/out", value: "nobody" };
          socket.send(JSON.stringify({ facts: [fact] }));
          await new Promise((resolve) => { socket.onmessage = resolve; });
          socket.close();
          return code;
        }"""
    )
    page.goto(f"{table.address}/#mirror={code}")
    expect(page.get_by_role("alert")).to_contain_text("no sheet")
    page.get_by_role("link", name="Score keeper").click()
    expect(page.locator(".sheet-entry")).to_have_count(1)


def test_what_the_browser_kept_and_is_broken_does_not_keep_the_page_from_starting(
    person: Person, table: Table
) -> None:
    page = person()
    page.goto(table.address)
    new_sheet(page, ["Ann", "Bob"])
    until_kept(page, "sheets", "Bob")
    page.evaluate(
        """async () => {
          const open = indexedDB.open("fivecrowns-score");
          await new Promise((resolve) => { open.onsuccess = resolve; });
          const writing = open.result.transaction("sheets", "readwrite");
          const sheets = writing.objectStore("sheets");
          const fact = { at: 1, by: "x", cell: "deals", value: 7 };
          for (const [sheet, facts] of [["a", []], ["b", null], ["c", [fact]], ["d", [null]]]) {
            sheets.put({ sheet, facts });
          }
          await new Promise((resolve) => { writing.oncomplete = resolve; });
          open.result.close();
          localStorage.setItem("fivecrowns.device", '"no id"');
          localStorage.setItem("fivecrowns.mirrors", "null");
          localStorage.setItem("fivecrowns.tables", '"x"');
          localStorage.setItem("fivecrowns.name", "{}");
          localStorage.setItem("fivecrowns.language", '"constructor"');
        }"""
    )
    page.goto(f"{table.address}/#start")
    page.reload()
    page.goto(f"{table.address}/#score")
    expect(page.get_by_role("alert")).to_contain_text("damaged")
    expect(page.locator(".sheet-entry")).to_have_count(1)
    page.locator(".sheet-entry").click()
    page.locator(".keeper").wait_for()
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    until_kept(page, "sheets", '"value":12')


def test_a_sheet_whose_player_is_called_like_a_link_moves_by_file(
    person: Person, table: Table
) -> None:
    page = person()
    page.goto(f"{table.address}/#score")
    page.locator("details.panel").wait_for()
    put(page, "linked", Keeper(["#sheet=abc", "Bob"]))
    expect(page.locator(".sheet-entry")).to_contain_text("#sheet=abc")


def test_a_sheet_is_kept_by_the_keyboard_alone(person: Person, table: Table) -> None:
    page = person()
    page.goto(table.address)
    new_sheet(page, ["Ann", "Bob"], schedule="short")
    for number in range(1, 7):
        page.keyboard.type("o17")
        page.keyboard.press("Enter")
        if number < 6:
            expect(page.locator(".complete button")).to_be_focused()
            page.keyboard.press("Enter")
            expect(page.locator(".keypad")).to_be_focused()
    expect(page.locator(".winner")).to_have_text("Ann wins!")
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".round-card")).to_contain_text("Round 1 of 6")
    again = sheet_of(page)
    assert [player.name for player in again.players] == ["Ann", "Bob"]
    assert again.names[again.rounds[0].dealer or ""] == "Ann"  # Bob dealt the sixth round
    page.goto(f"{table.address}/#score=new")
    expect(page.locator(".seat-new input").first).to_have_value("Ann")  # the last group
    expect(page.get_by_role("button", name="Ann and Bob")).to_be_visible()


def test_rounds_in_random_order_may_be_turned_over_one_by_one(person: Person, table: Table) -> None:
    page = person()
    page.goto(f"{table.address}/#score=new")
    page.get_by_role("combobox", name="Rounds").select_option("random")
    page.get_by_role("checkbox", name="Show the rounds one at a time").check()
    page.get_by_role("button", name="Begin").click()
    heads = page.locator(".sheet tbody th")
    expect(heads).to_have_text([re.compile(r"^([3-9]|10|[JQK])$"), *["?"] * 10])
    enter_round(page, 1, 2, None)
    expect(page.locator(".complete button")).to_have_text("Turn over the next round")
    next_round(page)
    expect(heads.filter(has_text="?")).to_have_count(9)
    dealt = sorted(at.deal.cards for at in sheet_of(page).rounds)
    assert dealt == list(range(3, 14))


def small_targets(page: Page) -> list[str]:
    """What is to be tapped and is smaller than 44 by 44."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("button, a, select, input")]
          .filter((e) => e.checkVisibility() && !e.closest(".deals"))
          .filter((e) => {
            const box = e.getBoundingClientRect();
            return Math.min(box.width, box.height) < 43.5 && e.type !== "checkbox";
          })
          .map((e) => `small: ${e.outerHTML.slice(0, 80)}`)"""
    )
    return found


@pytest.mark.parametrize(("players", "language"), [(2, "nl"), (7, "en"), (14, "fr")])
def test_the_score_keeper_fits_every_screen(
    person: Person, table: Table, players: int, language: str
) -> None:
    page = person(still=True)
    page.goto(f"{table.address}/#score")
    names = ["Wilhelmina Oosterwijk", "Bob", "Zoë", *(f"Player {n}" for n in range(3, 14))]
    pad = Keeper(names[:players])
    pad.play(*[(0, *(120 - seat for seat in range(players - 1)))] * 11)
    pad.enter(11, *[None] * players)
    put(page, "running", pad)
    pad.enter(11, 0, *[7] * (players - 1))
    put(page, "finished", pad)
    show_in(page, language)
    wrong: list[str] = []
    page.locator(".sheet-entry").first.wait_for()
    wrong += look(page, f"score-list-{players}", language)
    page.goto(f"{table.address}/#score=running")
    page.locator(".keypad").wait_for()
    wrong += look(page, f"score-round-{players}", language) + small_targets(page)
    page.locator(".modes button").nth(1).click()
    for _ in range(13):
        page.locator(".of-cards .wild").last.click()
    wrong += look(page, f"score-cards-{players}", language) + small_targets(page)
    page.set_viewport_size({"width": 320, "height": 568})
    page.locator(".tabs button").nth(1).click()
    wrong += look(page, f"score-table-{players}", language)
    page.set_viewport_size({"width": 320, "height": 568})
    wrong += small_targets(page)
    page.goto(f"{table.address}/#score=finished")
    page.locator(".winner").wait_for()
    wrong += look(page, f"score-result-{players}", language)
    if players == 7:
        page.goto(f"{table.address}/#score=statistics")
        page.locator(".figures").first.wait_for()
        wrong += look(page, "score-statistics", language)
        page.goto(f"{table.address}/#score=new")
        page.locator(".seat-new").first.wait_for()
        wrong += look(page, "score-new", language)
    check(wrong)


def put(page: Page, name: str, pad: Keeper) -> None:
    """Put a sheet into what the page keeps, by its file."""
    page.locator("details.panel").evaluate("e => { e.open = true; }")
    page.locator("input[type=file]").set_input_files(
        {
            "name": "sheet.json",
            "mimeType": "application/json",
            "buffer": dump(SheetFile(name, pad.log)).encode(),
        }
    )
    page.wait_for_function("name => location.hash === `#score=${name}`", arg=name)
    page.locator(".keeper").wait_for()
    page.goto(page.url.partition("#")[0] + "#score")
    page.locator(".sheet-entry").first.wait_for()


def test_letters_twice_as_large_cut_nothing_of_a_sheet(person: Person, table: Table) -> None:
    page = person(width=390, height=844, still=True)
    page.goto(table.address)
    new_sheet(page, ["Ann", "Bob"])
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert faults(page) == []
