"""House rules as people meet them, with decks that bring them about."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Person, StackedTable
from tests.e2e.driver import (
    Value,
    choose,
    code_of,
    discard,
    draw,
    make_table,
    play_together,
    sit_down,
    step,
)
from tests.e2e.looks import faults

KINGS: Final = "KS KH KD"
"""Whoever is dealt these three goes out with the first card drawn."""


def begin(page: Page, table: StackedTable, **options: Value) -> None:
    """Play against an opponent, and be the first to play."""
    make_table(page, table.address, opponents=["hard"], first_dealer=1, **options)
    page.locator(".pile.ready").first.wait_for()


def test_a_card_is_laid_off_on_the_last_turn(person: Person, stacked: StackedTable) -> None:
    stacked.stack(["KC 4H 8D", KINGS], upcard="5C", pile="6S 9H 9C")
    page = person()
    begin(page, stacked, lay_off="last_turn")
    draw(page)
    expect(page.locator("[data-action=lay-off]")).to_have_count(0)
    discard(page, "8 of diamonds")
    draw(page)
    choose(page, "king of clubs")
    page.locator("[data-action=lay-off]").click()
    page.locator("dialog .stack button").click()
    expect(page.locator(".held")).to_have_count(3)
    expect(page.locator(".last-action")).to_contain_text("laid off K♣")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("dialog .laid")).to_contain_text("king of clubs")
    page.keyboard.press("Escape")
    discard(page, "6 of spades")
    page.locator(".round-end").wait_for()
    expect(page.locator(".revealed .mine .left")).not_to_contain_text("king of clubs")


def test_who_arranges_alone_goes_out_with_melds_of_their_own(
    person: Person, stacked: StackedTable
) -> None:
    """Nothing on the screen says that one could go out, nor with what."""
    stacked.stack(["9S JH 9H", "4S 6H 8D"], upcard="QC", pile="9D")
    page = person(320, 568)
    begin(page, stacked, arrangement="manual")
    expect(page.locator("[data-hint]")).to_have_count(0)
    draw(page)
    expect(page.locator(".message")).to_have_text("Choose a card to discard.")
    expect(page.locator(".held.group")).to_have_count(0)
    page.locator("[data-action=melds]").click()
    choose(page, "9 of spades", "9 of hearts", "jack of hearts")
    page.locator("[data-make]").click()
    expect(page.locator("dialog [role=status]")).to_have_text("These cards are no meld.")
    choose(page, "jack of hearts", "9 of diamonds")
    page.locator("[data-make]").click()
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".held.group")).to_have_count(3)  # sorting shows what was put together
    page.keyboard.press("g")
    page.get_by_role("button", name="Go out, discard J♥").click()
    expect(page.locator(".held")).to_have_count(0)
    page.locator(".round-end").wait_for()
    expect(page.locator(".revealed .mine .scored")).to_contain_text("+0")


def test_who_arranges_alone_lays_down_on_the_last_turn(
    person: Person, stacked: StackedTable
) -> None:
    stacked.stack(["9S 4D 9H", KINGS], upcard="QC", pile="5C 9D 9C")
    page = person()
    begin(page, stacked, arrangement="manual")
    draw(page)
    discard(page, "5 of clubs")
    draw(page)
    choose(page, "4 of diamonds")
    page.locator("[data-action=discard]").click()
    for nine in page.locator("dialog .held").all():
        nine.click()
    page.locator("[data-make]").click()
    page.locator("dialog [data-confirm]").click()
    page.locator(".round-end").wait_for()
    expect(page.locator(".revealed .mine .scored")).to_contain_text("+0")


def test_where_melds_need_a_natural_card_wilds_alone_are_none(
    person: Person, stacked: StackedTable
) -> None:
    """Three wilds and a king: one goes out by throwing a wild away, not the king."""
    for naturals, words in ((0, "K♦"), (1, "JK")):
        stacked.stack(["3S 3H JK", "4S 6H 8D"], upcard="QC", pile="KD")
        page = person()
        begin(page, stacked, naturals=naturals)
        draw(page)
        said = page.locator(".message")
        expect(said).to_contain_text("You can go out")
        expect(said).to_contain_text(words)
        if naturals:
            expect(said).not_to_contain_text("K♦")
            page.get_by_role("button", name="Menu").click()
            page.get_by_role("button", name="Rules").click()
            rule = page.locator("dialog section", has_text="natural").filter(
                has_text="at this table"
            )
            expect(rule).to_have_count(1)


def level_game(table: StackedTable) -> None:
    """Six decks after which both have nothing: a book each, and one card to throw away."""
    for cards in range(3, 9):
        books = [" ".join(f"{rank}{suit}" for suit in "SHDC*SHD"[:cards]) for rank in (9, 10)]
        table.stack(books, upcard="JC")


def test_a_tie_is_shared_or_played_off(person: Person, stacked: StackedTable) -> None:
    """The same people, twice: first they share, then they play again for it."""
    ann, bob = person(), person(360, 640)
    both = [ann, bob]
    make_table(ann, stacked.address, start=False, schedule="short", ties="tiebreak", first_dealer=1)
    sit_down(bob, stacked.address, code_of(ann), "Bob")

    def play_until_level() -> None:
        level_game(stacked)
        bob.get_by_role("button", name="I am ready").click()
        ann.get_by_role("button", name="Begin").click()
        accept = ann.get_by_role("button", name="Share the victory")
        play_together(both, lambda page, _: page is bob and accept.count() == 1, ties=False)
        for page in both:
            expect(page.locator(".end-foot")).to_contain_text("Level at the top: Ann and Bob.")

    play_until_level()
    ann.get_by_role("button", name="Share the victory").click()
    expect(ann.get_by_role("button", name="You want to share")).to_be_visible()
    bob.get_by_role("button", name="Share the victory").click()
    for page in both:
        expect(page.locator(".winner")).to_have_text("Ann and Bob share the victory!")

    ann.get_by_role("button", name="Play again").click()
    expect(bob.locator(".lobby .seat-row b")).to_have_text(["Ann", "Bob"])
    play_until_level()
    stacked.stack(["9S 9H 9D 9C 9* 9S", "4S 7H 8D JC QS KH"], upcard="10C")
    for page in both:
        page.get_by_role("button", name="Play the tie-break").click()
    expect(ann.locator(".round-title")).to_contain_text("Tie-break round")
    play_together(both, lambda _, what: what == "result" and all(step(p) == what for p in both))
    for page in both:
        expect(page.locator(".winner")).to_have_text("Ann wins!")
        expect(page.locator(".result")).to_contain_text("Decided by a tie-break round.")
