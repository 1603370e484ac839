"""Every screen at every width, light and dark, in three languages: nothing cut, no barrier.

With FIVECROWNS_SCREENSHOTS=FOLDER all that is checked is also kept as pictures, to be looked at.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Person, Table
from tests.e2e.driver import make_table, play_until, show_in, step
from tests.e2e.looks import barriers, faults, needs_scrolling

SIZES: Final = [(320, 568), (360, 640), (390, 844), (768, 1024), (1280, 800)]
LANGUAGES: Final = ["en", "fr", "nl"]
LOCALES: Final = {"en": "en-GB", "fr": "fr-FR", "nl": "nl-NL"}
SCHEMES: Final = ["light", "dark"]
PICTURES: Final = os.environ.get("FIVECROWNS_SCREENSHOTS")


def look(page: Page, name: str, language: str, *, hand: bool = False) -> list[str]:
    """Look at the screen at all sizes, light and dark; gives what is wrong with it."""
    wrong: list[str] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            where = f"{name} {width} {scheme} {language}"
            wrong += [f"{where}: {fault}" for fault in faults(page)]
            if hand and needs_scrolling(page):
                wrong.append(f"{where}: not everything is in sight")
            if width in (320, 1280):
                wrong += [f"{where}: {barrier}" for barrier in barriers(page)]
            if PICTURES:
                page.screenshot(path=Path(PICTURES, f"{where.replace(' ', '-')}.png"))
    return wrong


def check(wrong: list[str]) -> None:
    """Fail with all that is wrong, a line each."""
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("players", [2, 7, 14])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_fits_every_screen(
    person: Person, table: Table, players: int, language: str
) -> None:
    """The longest names, the most cards: 13 dealt, 14 held."""
    page = person(still=True)
    make_table(
        page,
        table.address,
        name="Wilhelmina-Anne Oosterwijk",
        opponents=["hard"] * (players - 1),
        schedule="reverse",
    )
    page.locator(".pile.ready").first.wait_for()
    show_in(page, language)
    page.locator(".pile.ready[data-pile=pile]").click()
    page.locator(".held").nth(13).wait_for()
    page.locator(".held").nth(9).click()
    check(look(page, f"table-{players}", language, hand=True))


def test_nothing_leaves_the_smallest_screen_through_a_round(person: Person, table: Table) -> None:
    """Every message, last action and banner of a round with the most seats and cards."""
    page = person(320, 568, still=True)
    make_table(
        page,
        table.address,
        name="Wilhelmina-Anne Oosterwijk",
        opponents=["hard"] * 13,
        schedule="reverse",
    )
    page.locator(".pile.ready").first.wait_for()
    show_in(page, "fr")
    page.locator(".play").wait_for()
    done: set[str] = set()
    while "ready round end" not in done:
        if needs_scrolling(page):  # which the end of the round may
            assert page.locator(".play").all_inner_texts() == []
        done.add(step(page, "ready round end"))
        page.wait_for_timeout(30)
    assert "draws" in done


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_other_screens_fit(person: Person, table: Table, language: str) -> None:
    page = person(locale=LOCALES[language], still=True)
    page.goto(table.address)
    page.locator("h1").wait_for()
    wrong = look(page, "start", language)
    page.goto(f"{table.address}/#rules")
    page.locator(".rules section").first.wait_for()
    wrong += look(page, "rules", language)
    page.goto(f"{table.address}/#lesson")
    page.locator(".coach").wait_for()
    wrong += look(page, "lesson", language)
    page.goto(table.address)
    page.locator("form").nth(1).locator("button[type=submit]").click()
    page.locator(".row.add button").click()
    page.locator(".seat-row").nth(1).wait_for()
    wrong += look(page, "lobby", language)
    page.locator(".table-head .icon").click()
    wrong += look(page, "menu", language)
    check(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_a_round_fits(person: Person, table: Table, language: str) -> None:
    page = person(locale=LOCALES[language], still=True)
    make_table(page, table.address, name="Ann", opponents=["hard"] * 6, schedule="reverse")
    play_until(page, "ready round end")
    check(look(page, "round-end", language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_the_sheet_and_the_replay_fit(
    person: Person, table: Table, language: str
) -> None:
    page = person(locale=LOCALES[language], still=True)
    make_table(page, table.address, opponents=["hard", "easy"], schedule="short")
    play_until(page, "result", seconds=120)
    wrong = look(page, "result", language)
    page.locator(".header-buttons button").first.click()
    wrong += look(page, "sheet", language)
    page.keyboard.press("Escape")
    page.locator(".result .stack button").nth(1).click()
    page.locator(".steps").wait_for()
    wrong += look(page, "replay", language)
    check(wrong)


def test_letters_twice_as_large_cut_nothing(person: Person, table: Table) -> None:
    page = person(still=True)
    double = "() => { document.documentElement.style.fontSize = '200%'; }"
    page.goto(table.address)
    page.locator("h1").wait_for()
    page.evaluate(double)
    wrong = faults(page)
    page.locator("form").nth(1).locator("button[type=submit]").click()
    page.locator(".lobby").wait_for()
    wrong += faults(page)
    make_table(page, table.address, opponents=["hard"] * 3, schedule="reverse", first_dealer=3)
    page.locator(".pile.ready").first.wait_for()
    page.evaluate(double)
    wrong += faults(page)
    check(wrong)
