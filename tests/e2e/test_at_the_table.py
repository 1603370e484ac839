"""People at a table: who sits where, who is host, who is away, and whom the table waits for."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Person, StackedTable, Table
from tests.e2e.driver import (
    Value,
    code_of,
    discard_chosen,
    draw,
    make_table,
    show_in,
    sit_down,
)
from tests.e2e.looks import barriers, faults


def together(person: Person, table: Table, *names: str, **options: Value) -> list[Page]:
    """People in the lobby of a table; Ann is its host."""
    pages = [person() for _ in ("Ann", *names)]
    make_table(pages[0], table.address, start=False, **options)
    code = code_of(pages[0])
    for page, name in zip(pages[1:], names, strict=True):
        sit_down(page, table.address, code, name)
    return pages


def begin(host: Page, *others: Page) -> None:
    """Everybody is ready; the host begins."""
    for page in others:
        page.get_by_role("button", name="I am ready").click()
    host.get_by_role("button", name="Begin").click()
    for page in (host, *others):
        page.locator(".play").wait_for()


def from_menu(page: Page, *buttons: str) -> None:
    """Open the menu, and press one button after the other."""
    for name in ("Menu", *buttons):
        page.get_by_role("button", name=name, exact=True).click()


def rows(page: Page) -> Locator:
    """The seats in the lobby."""
    return page.locator(".lobby .seat-row b")


def test_the_host_fills_moves_and_removes_seats(person: Person, table: Table) -> None:
    ann, bob, cem = together(person, table, "Bob", "Cem")
    ann.get_by_role("combobox", name="Opponent").select_option("hard")
    ann.get_by_role("button", name="Add").click()
    expect(rows(bob)).to_have_text(["Ann", "Bob", "Cem", "Hugo"])
    rows(ann).nth(2).click()
    ann.get_by_role("button", name="Earlier in turn").click()
    expect(rows(bob)).to_have_text(["Ann", "Cem", "Bob", "Hugo"])
    rows(ann).nth(3).click()
    ann.get_by_role("button", name="Take the seat away").click()
    expect(rows(bob)).to_have_text(["Ann", "Cem", "Bob"])
    rows(ann).nth(1).click()
    ann.get_by_role("button", name="Let the computer play for Cem").click()
    expect(bob.locator(".bubble")).to_have_text("The host gave Cem’s seat to the computer.")
    expect(rows(bob)).to_have_text(["Ann", "Mia", "Bob"])
    expect(cem.get_by_role("alert")).to_contain_text("You have no seat at this table any more")
    cem.reload()
    cem.get_by_role("link", name="Sit down again").click()
    cem.get_by_role("button", name="Sit down").click()
    expect(rows(cem)).to_have_text(["Ann", "Mia", "Bob", "Cem"])
    rows(ann).nth(3).click()
    ann.get_by_role("button", name="Let the computer play for Cem").click()
    cem.get_by_role("link", name="Sit down again").click()
    cem.get_by_role("button", name="Sit down").click()
    expect(rows(cem)).to_have_text(["Ann", "Mia", "Bob", "Max", "Cem"])


def test_who_comes_into_a_game_sees_the_points_and_leaves_the_others_their_names(
    person: Person, table: Table
) -> None:
    ann = person()
    make_table(ann, table.address, start=False)
    for _ in range(2):
        ann.get_by_role("button", name="Add").click()
    expect(rows(ann)).to_have_text(["Ann", "Mia", "Max"])
    code = code_of(ann)
    begin(ann)
    late = person()
    late.goto(f"{table.address}/#join={code}")
    expect(late.locator(".choices label")).to_have_text(["Mia total 0", "Max total 0"])
    late.get_by_role("textbox", name="Your name").fill("Eve")
    late.get_by_role("button", name="Sit down").click()
    expect(ann.locator(".seat-name")).to_have_text(["Ann", "Eve", "Max"])


def test_a_locked_table_tells_newcomers_so(person: Person, table: Table) -> None:
    ann, bob = together(person, table, "Bob")
    ann.get_by_role("button", name="Let nobody else in").click()
    ann.get_by_role("button", name="Let people in again").wait_for()
    late = person()
    late.goto(f"{table.address}/#join={code_of(ann)}")
    expect(late.locator("form")).to_contain_text("The table is closed to newcomers.")
    expect(late.get_by_role("button", name="Sit down")).to_have_count(0)
    ann.get_by_role("button", name="Let people in again").click()
    ann.get_by_role("button", name="Let nobody else in").wait_for()
    late.reload()
    sit_down(late, table.address, code_of(bob), "Cem")
    expect(rows(ann)).to_have_text(["Ann", "Bob", "Cem"])


def test_the_host_passes_it_on_and_pauses_the_game(person: Person, table: Table) -> None:
    ann, bob = together(person, table, "Bob", first_dealer=1)
    rows(ann).nth(1).click()
    ann.get_by_role("button", name="Make Bob host").click()
    bob.get_by_role("button", name="Begin").wait_for()
    begin(bob, ann)
    ann.locator(".pile.ready").first.wait_for()
    from_menu(bob, "Pause the game")
    expect(ann.locator(".message")).to_have_text("The game is paused.")
    expect(ann.locator(".pile.ready")).to_have_count(0)
    from_menu(bob, "Go on")
    draw(ann)
    ann.get_by_role("button", name="Menu").click()
    expect(ann.get_by_role("button", name="Pause the game")).to_have_count(0)


def test_who_is_absent_is_nudged_played_for_and_gets_the_seat_back(
    person: Person, stacked: StackedTable
) -> None:
    """The table chose 15 seconds. Its host is the one who is gone, so another becomes host."""
    ann, bob = together(person, stacked, "Bob", first_dealer=1, absent_after=15, schedule="reverse")
    stacked.stack_dull(2)
    begin(ann, bob)
    ann.locator(".pile.ready").first.wait_for()
    bob.locator(".seat").first.click()
    bob.get_by_role("button", name="Nudge Ann").click()
    expect(ann.locator(".bubble")).to_contain_text("Bob reminds you")
    seat = ann.url
    ann.goto("about:blank")
    expect(bob.locator(".seat.absent")).to_have_count(1)
    from_menu(bob, "People at the table", "Become host", "Close")
    bob.locator(".pile.ready").first.wait_for(timeout=30_000)
    assert "away, the computer plays" in (
        bob.locator(".seat").first.get_attribute("aria-label") or ""
    )
    ann.goto(seat)
    expect(ann.locator(".held")).to_have_count(13)
    expect(bob.locator(".seat.absent")).to_have_count(0)
    draw(bob)
    bob.locator(".held").last.click()
    discard_chosen(bob)
    draw(ann)


def test_a_newcomer_watches_the_round_and_plays_the_next(
    person: Person, stacked: StackedTable
) -> None:
    """They choose an opponent's seat, are told from when on it is theirs, and so is everybody."""
    [ann] = together(person, stacked, opponents=["easy", "hard"], first_dealer=2)
    code = code_of(ann)
    stacked.stack(["9S 9H 9D", "4H JD 8S", "5C 7S KH"], upcard="QD", pile="JC")
    begin(ann)
    cem = person(320, 640)
    cem.goto(f"{stacked.address}/#join={code}")
    expect(cem.get_by_role("radio")).to_have_count(2)
    expect(cem.locator("form")).to_contain_text("You play from the next round on.")
    cem.get_by_role("radio", name="Hugo").check()
    assert faults(cem) == []
    cem.get_by_role("textbox", name="Your name").fill("Cem")
    cem.get_by_role("button", name="Sit down").click()
    expect(cem.locator(".message")).to_have_text("You play from the next round on.")
    expect(cem.locator(".watching")).to_have_text(
        "Until the next round the computer plays your seat, and its cards stay hidden."
    )
    expect(cem.locator(".held, .open-hands, .action-bar, [data-hint]")).to_have_count(0)
    assert faults(cem) == []
    assert barriers(cem) == []
    expect(ann.locator(".bubble")).to_have_text("Cem sat down and plays from the next round on.")
    expect(ann.locator(".seat-name")).to_have_text(["Ann", "Emma", "Cem"])
    expect(ann.locator(".seat").last).to_have_attribute(
        "aria-label", re.compile("plays from the next round on; until then the computer")
    )
    cem.reload()
    expect(cem.locator(".watching")).to_be_visible()
    for language, told in (
        ("fr", "Vous jouez à partir de la prochaine manche."),
        ("nl", "Je speelt vanaf de volgende ronde mee."),
    ):
        show_in(cem, language)
        expect(cem.locator(".message")).to_have_text(told)
        assert faults(cem) == []
    draw(ann)
    ann.locator("[data-action=go-out]").click()
    ann.locator("dialog [data-confirm]").click()
    for page in (ann, cem):
        page.locator("[data-action=ready]").click()
    expect(cem.locator(".held")).to_have_count(4)
    expect(ann.locator(".seat").last).not_to_have_attribute("aria-label", re.compile("computer"))


def test_who_gives_their_seat_up_is_played_for_and_gets_it_back_at_once(
    person: Person, stacked: StackedTable
) -> None:
    ann, bob = together(
        person, stacked, "Bob", opponents=["easy", "hard"], first_dealer=2, schedule="reverse"
    )
    stacked.stack_dull(4)
    begin(ann, bob)
    from_menu(bob, "Leave", "Give the seat up")
    expect(bob.get_by_role("link", name="Back to your table")).to_be_visible()
    expect(ann.locator(".seat").last).to_have_attribute("aria-label", re.compile("the computer"))
    bob.get_by_role("link", name="Back to your table").click()
    bob.locator(".held").nth(2).wait_for()
    expect(ann.locator(".seat").last).not_to_have_attribute(
        "aria-label", re.compile("the computer")
    )


def test_a_turn_has_its_time_where_the_table_chose_so(
    person: Person, stacked: StackedTable
) -> None:
    page = person()
    stacked.stack_dull(2)
    make_table(
        page, stacked.address, opponents=["easy"], first_dealer=1, turn_timer=10, schedule="reverse"
    )
    draw(page)
    expect(page.locator(".countdown")).to_contain_text("second")
    expect(page.locator(".held")).to_have_count(13, timeout=30_000)
    page.locator(".pile.ready").first.wait_for()
    expect(page.locator(".countdown")).to_contain_text("second")


def test_spectators_see_hands_only_where_the_table_chose_so(person: Person, table: Table) -> None:
    """And whoever sits at the table does not, by the same link."""
    for open_hands in (False, True):
        ann, guest = person(), person()
        make_table(ann, table.address, opponents=["easy"], first_dealer=1, open_hands=open_hands)
        from_menu(ann, "Links and codes")
        link = ann.get_by_role("textbox", name="Watch only").input_value()
        guest.goto(link)
        guest.locator(".play").wait_for()
        if open_hands:
            expect(guest.locator(".open-hands li")).to_have_count(2)
        else:
            expect(guest.locator(".watching")).to_be_visible()
        expect(guest.locator(".held, .open-hands")).to_have_count(int(open_hands))
        expect(guest.locator(".action-bar")).to_have_count(0)
        ann.goto("about:blank")
        ann.goto(link)
        expect(ann.locator(".held")).to_have_count(3)
        expect(ann.locator(".open-hands")).to_have_count(0)
