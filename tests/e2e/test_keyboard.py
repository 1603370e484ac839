from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Person, Table
from tests.e2e.driver import discard_chosen, make_table

PATIENCE = 400


def focused(page: Page) -> str:
    """What the focus is on, by name or text."""
    name: str = page.evaluate(
        """() => {
          const at = document.activeElement;
          return at.getAttribute("aria-label") ?? at.innerText;
        }"""
    )
    return name


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if focused(page).startswith(name):
            return
    raise AssertionError(f"expected to come to {name!r} by Tab")


@pytest.fixture
def page(person: Person, table: Table) -> Page:
    """A long round in which one plays first, so that nobody is out yet."""
    page = person(1280, 800, still=True)
    make_table(page, table.address, opponents=["easy"], schedule="reverse", first_dealer=1)
    page.locator(".pile.ready").first.wait_for()
    return page


def test_a_whole_round_is_played_by_keys_alone(person: Person, table: Table) -> None:
    page = person(1280, 800)
    page.goto(table.address)
    page.locator("h1").wait_for()
    tab_to(page, "Play")
    page.keyboard.press("Enter")
    page.locator(".pile.ready").first.wait_for()
    for _ in range(PATIENCE):
        page.wait_for_function(
            "() => document.querySelector('.pile.ready, .round-end')", timeout=15_000
        )
        if page.locator(".round-end").count():
            break
        held = page.locator(".held").count()
        page.keyboard.press("d")
        expect(page.locator(".held")).to_have_count(held + 1)
        if page.locator("[data-action=go-out].good").count():
            page.keyboard.press("g")
            expect(page.locator("dialog")).to_be_visible()
            page.keyboard.press("Enter")
        else:
            page.locator(".hand [tabindex='0']").focus()
            page.keyboard.press("End")
            page.keyboard.press("Space")
            if "wild" in focused(page):
                page.keyboard.press("ArrowLeft")
                page.keyboard.press("Space")
            discard_chosen(page, by_key=True)
        page.wait_for_function(
            "(held) => !document.querySelector('.hand') ||"
            " document.querySelectorAll('.held').length <= held",
            arg=held,
        )
    assert page.locator(".round-end").count() == 1
    tab_to(page, "Next round")
    page.keyboard.press("Enter")
    expect(page.locator(".round-title")).to_contain_text("Round 2")


def test_cards_are_named_and_the_chosen_one_is_told(page: Page) -> None:
    first = page.locator(".held").first
    first.focus()
    assert any(word in focused(page) for word in (" of ", "joker"))
    page.keyboard.press("Space")
    expect(first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowRight")
    assert page.locator(".held").nth(1).evaluate("e => e === document.activeElement")


def test_the_focus_stays_in_the_hand_when_its_card_leaves(page: Page) -> None:
    page.keyboard.press("d")
    expect(page.locator(".held")).to_have_count(14)
    page.locator(".hand [tabindex='0']").focus()
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    discard_chosen(page, by_key=True)
    expect(page.locator(".held")).to_have_count(13)
    assert page.evaluate("() => document.activeElement.closest('.hand, .action-bar') !== null")


def test_single_keys_can_be_switched_off(page: Page) -> None:
    page.evaluate("() => localStorage.setItem('fivecrowns.keys', 'false')")
    page.reload()
    page.locator(".pile.ready").first.wait_for()
    page.keyboard.press("d")
    page.wait_for_timeout(400)
    expect(page.locator(".held")).to_have_count(13)


def test_an_opponents_turn_is_announced_once(page: Page) -> None:
    page.evaluate(
        """() => {
          window.said = [];
          new MutationObserver(() => {
            window.said.push(document.querySelector("[role=status].sr").textContent);
          }).observe(document.querySelector("[role=status].sr"), {
            childList: true, characterData: true, subtree: true,
          });
        }"""
    )
    page.keyboard.press("d")
    expect(page.locator(".held")).to_have_count(14)
    page.locator(".held").nth(13).click()
    discard_chosen(page, by_key=True)
    page.locator(".pile.ready, .round-end").first.wait_for()
    said: list[str] = page.evaluate("() => window.said")
    opponents = [text for text in said if "drew from the pile" in text or " took " in text]
    assert len(opponents) == 1
    assert opponents[0].count("Emma") == 1
