"""The own hand under finger and mouse, and what a device keeps quiet about until it is asked."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Person, StackedTable
from tests.e2e.driver import choose, discard, draw, make_table

HAND = "4H 9D JC"


@pytest.fixture
def page(person: Person, stacked: StackedTable) -> Page:
    """The first turn of a round with threes wild, and four cards in the hand."""
    stacked.stack([HAND, "4S 6H 8D"], upcard="QC", pile="3S 3H 3D")
    page = person()
    make_table(page, stacked.address, opponents=["easy"], first_dealer=1)
    draw(page)
    return page


def names(page: Page) -> list[str]:
    """The cards of the hand in the order shown."""
    all_: list[str] = page.locator(".held").evaluate_all(
        "all => all.map((e) => e.getAttribute('aria-label').split(',')[0])"
    )
    return all_


def middle(of: Locator) -> tuple[float, float]:
    """The middle of something on the screen."""
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, what: Locator, to: Locator, *, touch: bool) -> None:
    """Drag something, with a finger or with the mouse."""
    (x, y), (to_x, to_y) = middle(what), middle(to)
    way = [(x + (to_x - x) * part / 5, y + (to_y - y) * part / 5) for part in range(1, 6)]
    if not touch:
        page.mouse.move(x, y)
        page.mouse.down()
        for at in way:
            page.mouse.move(*at)
        page.mouse.up()
        return
    finger: Any = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [(x, y)]),
        *(("touchMove", [at]) for at in way),
        ("touchEnd", []),
    ):
        finger.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": px, "y": py} for px, py in points]},
        )


@pytest.mark.parametrize("touch", [False, True])
def test_a_card_is_dragged_to_its_place_and_onto_the_discards(page: Page, touch: bool) -> None:
    page.locator("[data-action=sort]").click()
    page.get_by_role("button", name="by suit").click()
    before = names(page)
    drag(page, page.locator(".held").nth(0), page.locator(".held").nth(2), touch=touch)
    expected = [before[1], before[2], before[0], before[3]]
    expect(page.locator("[data-action=sort]")).to_contain_text("my order")
    assert names(page) == expected
    page.reload()
    page.locator(".held").nth(3).wait_for()
    assert names(page) == expected, "the own order is kept"
    jack = page.locator(".held[aria-label^='jack of clubs']")
    drag(page, jack, page.locator("[data-pile=discard]"), touch=touch)
    expect(page.locator(".held")).to_have_count(3)
    assert "jack of clubs" not in names(page)


def test_a_wild_is_thrown_away_only_after_a_question(page: Page) -> None:
    """And not dragged away either, until the question is switched off."""
    three = page.locator(".held[aria-label^='3 of spades']")
    drag(page, three, page.locator("[data-pile=discard]"), touch=False)
    expect(page.locator("dialog")).to_contain_text("Throw 3♠ away?")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator(".held")).to_have_count(4)
    page.locator("[data-action=discard]").click()
    page.get_by_role("checkbox", name="Do not ask again").check()
    page.locator("dialog [data-confirm]").click()
    expect(page.locator(".held")).to_have_count(3)
    draw(page)
    choose(page, "wild")
    page.locator("[data-action=discard]").click()
    expect(page.locator(".held")).to_have_count(3)


def test_a_device_is_silent_until_it_is_asked_for_sound(
    person: Person, stacked: StackedTable
) -> None:
    page = person()
    stacked.stack_dull(2)
    page.add_init_script(
        """window.sounds = 0; window.buzzes = 0;
        const Real = AudioContext;
        window.AudioContext = class extends Real {
          createOscillator() { window.sounds++; return super.createOscillator(); }
        };
        navigator.vibrate = () => { window.buzzes++; return true; };"""
    )
    made = "() => [window.sounds > 0, window.buzzes > 0]"
    make_table(page, stacked.address, opponents=["easy"], schedule="reverse", first_dealer=1)

    def another_turn() -> None:
        draw(page)
        discard(page, page.locator(".held").last.get_attribute("aria-label") or "")
        page.locator(".pile.ready").first.wait_for()

    another_turn()
    assert page.evaluate(made) == [False, False]
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("checkbox", name="Sound").check()
    page.get_by_role("checkbox", name="Vibration").check()
    page.keyboard.press("Escape")
    another_turn()
    page.wait_for_function(f"() => ({made})().every(Boolean)")
