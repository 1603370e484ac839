"""Help on the way: the lesson, hints, rules, languages, large letters."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Person, StackedTable, Table
from tests.e2e.driver import choose, code_of, discard, draw, make_table, play_until, show_in
from tests.e2e.looks import faults


def settings(page: Page) -> None:
    """Open the settings."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()


def test_the_lesson_is_played_from_start_to_end(person: Person, table: Table) -> None:
    page = person(320, 568)
    page.goto(table.address)
    page.get_by_role("link", name="Learn in three minutes").click()
    coach = page.locator(".coach")
    expect(coach).to_contain_text("Tap the draw pile")
    page.locator("[data-pile=pile]").click()
    expect(coach).to_contain_text("throw one card away")
    choose(page, "8 of hearts")
    expect(page.locator("[data-action=discard]")).to_have_attribute("aria-disabled", "true")
    discard(page, "queen of clubs")
    expect(coach).to_contain_text("threw an 8 away")
    page.locator("[data-pile=discard]").click()
    expect(coach).to_contain_text("you can go out")
    page.locator("[data-action=go-out]").click()
    expect(page.locator("dialog")).to_contain_text("And you discard 5♦.")
    page.locator("dialog [data-confirm]").click()
    expect(coach).to_contain_text("You are out and have 0 points.")
    expect(page.locator(".revealed > li")).to_have_count(2)
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("heading", name="Five Crowns")).to_be_visible()


def test_the_lesson_leads_back_to_the_invitation_it_was_begun_at(
    person: Person, table: Table
) -> None:
    page = person(360, 640)
    page.goto(table.address)
    page.get_by_role("button", name="Make a table").click()
    code = code_of(page)
    guest = person(360, 640)
    guest.goto(f"{table.address}/#join={code}")
    guest.get_by_role("link", name="Learn in three minutes").click()
    expect(guest.locator(".coach")).to_contain_text("Tap the draw pile")
    guest.get_by_role("button", name="Close").click()
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()


def test_hints_come_in_three_levels_and_the_table_may_forbid_them(
    person: Person, stacked: StackedTable
) -> None:
    page = person()
    stacked.stack(["9S 9H JC", "4S 6H 8D"], upcard="9D")
    make_table(page, stacked.address, opponents=["easy"], first_dealer=1)
    hint, message = page.locator("[data-hint]"), page.locator(".message")
    hint.click()
    expect(message).to_contain_text("Take the discard.")
    expect(message).to_contain_text("With 9♦ you can go out.")
    for level, words in (("What can go out", "unseen cards let you go out"), ("None", None)):
        settings(page)
        page.get_by_role("combobox", name="Hints").select_option(label=level)
        page.keyboard.press("Escape")
        if words is None:
            expect(hint).to_have_count(0)
        else:
            hint.click()
            expect(message).to_contain_text(words)
            expect(page.locator(".proposed")).to_have_count(0)
    make_table(page, stacked.address, opponents=["easy"], first_dealer=1, hints="off")
    settings(page)
    page.get_by_role("combobox", name="Hints").select_option(label="Best move and why")
    page.keyboard.press("Escape")
    expect(hint).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".message")).to_contain_text("Your turn")


@pytest.mark.parametrize(
    ("hand", "fitting"),
    [("9S 9H JC", r" \d+ unseen cards would fit into a meld\."), ("9S QD JC", "")],
)
def test_a_hint_says_what_the_other_discards_would_cost(
    person: Person, stacked: StackedTable, hand: str, fitting: str
) -> None:
    """Also where there is little room; nothing is said to cost nothing, nor that nothing fits."""
    page = person(320, 640)
    stacked.stack([hand, "4S 6H 8D"], upcard="KD", pile="7H")
    make_table(page, stacked.address, opponents=["easy"], schedule="short", first_dealer=1)
    draw(page)
    page.locator("[data-hint]").click()
    message = page.locator(".message")
    others = r" (About as good|Others cost more points): .+\.$"
    expect(message).to_contain_text(re.compile(rf"^Discard \S+\.{fitting}{others}"))
    expect(message).not_to_contain_text(re.compile(r"\u00a00\b(?!\.)"))
    assert faults(page) == []


def test_a_hint_on_the_last_turn_tells_points_to_a_tenth(
    person: Person, stacked: StackedTable
) -> None:
    """In every language, so that what is about as good as the other does not read as the same."""
    page = person(320, 640)
    stacked.stack(["9S QD JC", "4S 4H 4D"], upcard="KD", pile="7H KH")
    make_table(page, stacked.address, opponents=["hard"], first_dealer=1)
    draw(page)
    discard(page, "queen of diamonds")
    for language, expected in (
        ("en", r"about \d+\.\d"),
        ("fr", r"environ \d+,\d"),
        ("nl", r"\d+,\d"),
    ):
        show_in(page, language)
        page.locator(".pile.ready").first.wait_for()
        page.locator("[data-hint]").click()
        page.locator(".proposed").first.wait_for()
        told = page.locator(".message").inner_text()
        assert re.search(rf"{expected} (points|punten)", told), told
        assert len(re.findall(r"\d (points|punten)\b", told)) == 2, told
        assert faults(page) == []


def test_the_rules_are_searched_whatever_the_accents(person: Person, table: Table) -> None:
    page = person(locale="fr-FR")
    page.goto(f"{table.address}/#rules")
    parts = page.locator(".rules section")
    parts.first.wait_for()
    every = parts.count()
    page.get_by_role("textbox").fill("DEFAUSSE")
    expect(parts).not_to_have_count(every)
    assert parts.count() > 0
    assert all("défauss" in text.lower() for text in parts.all_inner_texts())
    page.get_by_role("textbox").fill("zzz")
    expect(parts).to_have_count(0)
    expect(page.locator(".rules [role=status]")).to_be_visible()


def test_the_language_changes_in_the_middle_of_a_game(person: Person, table: Table) -> None:
    """Nothing but the words: the card chosen and the hand stay."""
    page = person()
    make_table(page, table.address, opponents=["easy"], schedule="reverse", first_dealer=1)
    draw(page)
    page.locator(".held").nth(5).click()
    slots = "all => all.map((e) => e.dataset.slot)"
    before = page.locator(".held").evaluate_all(slots)
    for language, words in (("fr", "Défausser"), ("nl", "Afleggen"), ("en", "Discard")):
        page.locator(".header-buttons button").nth(1).click()
        page.locator("dialog .stack button").nth(-2).click()
        page.locator("dialog select").first.select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.keyboard.press("Escape")
        expect(page.locator("[data-action=discard]")).to_contain_text(words)
        assert page.locator(".held").evaluate_all(slots) == before
        expect(page.locator(".held").nth(5)).to_have_attribute("aria-selected", "true")


def test_a_round_is_played_with_letters_twice_as_large(person: Person, table: Table) -> None:
    page = person(360, 640, still=True)
    page.add_init_script(
        "addEventListener('DOMContentLoaded',"
        " () => { document.documentElement.style.fontSize = '200%'; })"
    )
    make_table(page, table.address, opponents=["hard"] * 3, schedule="reverse", first_dealer=3)
    draw(page)
    page.locator(".held").last.click()
    assert faults(page) == []
    play_until(page, "ready round end")
    assert faults(page) == []
