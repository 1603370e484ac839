from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Person, Table
from tests.e2e.driver import step


def gather(person: Person, table: Table) -> tuple[Page, Page, Page]:
    """Two people and an opponent at a table, and somebody who watches."""
    host, guest, watcher = person(), person(360, 640), person()
    host.goto(table.address)
    host.get_by_role("textbox", name="Your name").fill("Ann")
    host.get_by_role("button", name="Make a table").click()
    host.locator(".row.add button").click()
    invitation = host.get_by_role("textbox", name="Invite to play").input_value()
    guest.goto(invitation)
    guest.get_by_role("textbox", name="Your name").fill("Bob")
    guest.get_by_role("button", name="Sit down").click()
    guest.locator(".lobby").wait_for()
    host.get_by_role("button", name="All links").click()
    watcher.goto(host.get_by_role("textbox", name="Watch only").input_value())
    host.keyboard.press("Escape")
    watcher.locator(".lobby").wait_for()
    return host, guest, watcher


def test_the_dealing_starts_when_everybody_is_ready(person: Person, table: Table) -> None:
    host, guest, watcher = gather(person, table)
    begin = host.get_by_role("button", name="Begin")
    expect(begin).to_have_attribute("aria-disabled", "true")
    guest.get_by_role("button", name="I am ready").click()
    expect(begin).to_have_attribute("aria-disabled", "false")
    begin.click()
    for page in (host, guest):
        expect(page.locator(".held")).to_have_count(3)
    expect(watcher.locator(".play")).to_be_visible()
    expect(watcher.locator(".held")).to_have_count(0)
    for page in (host, guest, watcher):
        assert "#table=" in page.url  # no secret stays in the address


def test_two_phones_play_a_round_to_its_end(person: Person, table: Table) -> None:
    host, guest, _ = gather(person, table)
    guest.get_by_role("button", name="I am ready").click()
    host.get_by_role("button", name="Begin").click()
    for _ in range(2000):
        for page in (host, guest):
            step(page, "ready round end")
        if host.locator(".round-end").count() and guest.locator(".round-end").count():
            break
        host.wait_for_timeout(30)
    expect(guest.locator(".revealed > li")).to_have_count(3)
    host.get_by_role("button", name="Next round").click()
    expect(host.locator(".end-foot")).to_contain_text("Bob")
    guest.get_by_role("button", name="Next round").click()
    expect(host.locator(".round-title")).to_contain_text("Round 2")


def test_a_phrase_reaches_the_others(person: Person, table: Table) -> None:
    host, guest, _ = gather(person, table)
    guest.get_by_role("button", name="I am ready").click()
    host.get_by_role("button", name="Begin").click()
    expect(guest.locator(".play")).to_be_visible()
    guest.get_by_role("button", name="Menu").click()
    guest.get_by_role("button", name="Say something").click()
    guest.get_by_role("button", name="Good luck!").click()
    expect(host.locator(".bubble")).to_contain_text("Good luck!")


def test_a_seat_opens_on_another_device(person: Person, table: Table) -> None:
    host, guest, _ = gather(person, table)
    guest.get_by_role("button", name="I am ready").click()
    host.get_by_role("button", name="Begin").click()
    expect(guest.locator(".held")).to_have_count(3)
    guest.get_by_role("button", name="Menu").click()
    guest.get_by_role("button", name="Links and codes").click()
    guest.get_by_role("button", name="Show the link").click()
    link = guest.get_by_role("textbox", name="My seat on another device").input_value()
    tablet = person(768, 1024)
    tablet.goto(link)
    expect(tablet.locator(".held")).to_have_count(3)
    assert "#table=" in tablet.url


def test_an_invitation_is_copied_on_a_page_without_https(person: Person, table: Table) -> None:
    """Phones in the house open the table by its address in the network: no clipboard there."""
    page = person(360, 740)
    page.add_init_script("delete Navigator.prototype.clipboard")
    page.goto(table.address)
    page.get_by_role("button", name="Make a table").click()
    invitation = page.get_by_role("textbox", name="Invite to play")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = invitation.input_value()
    page.goto(f"{table.address}/#start")
    name = page.get_by_role("textbox", name="Your name")
    name.fill("")
    name.press("Control+V")
    expect(name).to_have_value(link[: int(name.get_attribute("maxlength") or 0)])
