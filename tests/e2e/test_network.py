"""A phone that sleeps, loses its network or is reloaded, and a server that dies: the seat stays."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Person, Phone, Table
from tests.e2e.driver import code_of, discard_chosen, make_table, play_until, sit_down
from tests.e2e.wire import Wire


def my_turn(page: Page) -> None:
    page.locator(".pile.ready").first.wait_for()


def cards(page: Page) -> list[str]:
    """The own cards by name, sorted."""
    names: list[str] = page.locator(".held").evaluate_all(
        "all => all.map((e) => e.getAttribute('aria-label').split(',')[0])"
    )
    return sorted(names)


def test_a_phone_that_was_offline_in_its_turn_goes_on(person: Person, table: Table) -> None:
    page = person()
    make_table(page, table.address, opponents=["easy"], schedule="reverse", first_dealer=1)
    my_turn(page)
    page.locator("[data-pile=pile]").click()
    page.locator(".held").nth(13).wait_for()
    held = cards(page)
    page.locator(".held").last.click()
    expect(page.locator("[data-action=discard]")).to_have_attribute("aria-disabled", "false")
    page.context.set_offline(True)
    expect(page.locator(".message.trouble")).to_be_visible()
    discard_chosen(page)
    page.wait_for_timeout(300)
    assert cards(page) == held
    page.context.set_offline(False)
    expect(page.locator(".held")).to_have_count(13, timeout=10_000)


def test_a_phone_that_slept_comes_back_to_a_live_table(
    person: Person, phone: Phone, table: Table
) -> None:
    """Its connection died in its sleep, silently; nobody is asked anything."""
    network = Wire(table.port)
    host, sleeper = person(), phone.page
    make_table(host, table.address, start=False, schedule="reverse", first_dealer=1)
    sit_down(sleeper, network.address, code_of(host), "Bob")
    sleeper.get_by_role("button", name="I am ready").click()
    host.get_by_role("button", name="Begin").click()
    my_turn(host)
    expect(sleeper.locator(".held")).to_have_count(13)
    phone.sleep()
    network.fall_silent()
    host.locator("[data-pile=pile]").click()
    host.locator(".held").nth(13).wait_for()
    host.wait_for_timeout(3000)  # long enough to be a sleep
    host.locator(".held").last.click()
    discard_chosen(host)
    expect(host.locator(".held")).to_have_count(13)
    phone.wake()
    my_turn(sleeper)
    expect(sleeper.locator(".last-action")).to_contain_text("Ann drew from the pile, discarded")
    expect(sleeper.locator("dialog")).to_have_count(0)
    sleeper.locator("[data-pile=pile]").click()
    expect(sleeper.locator(".held")).to_have_count(14)
    network.close()


def test_a_reload_and_a_second_tab_show_the_same_hand(person: Person, table: Table) -> None:
    page = person()
    make_table(page, table.address, opponents=["easy"], schedule="reverse", first_dealer=1)
    my_turn(page)
    held = cards(page)
    page.reload()
    my_turn(page)
    assert cards(page) == held
    second = page.context.new_page()
    second.goto(page.url)
    my_turn(second)
    assert cards(second) == held
    second.locator("[data-pile=pile]").click()
    expect(page.locator(".held")).to_have_count(14)
    assert cards(page) == cards(second)


def test_a_round_goes_on_when_the_server_was_killed(person: Person, mortal: Table) -> None:
    page = person()
    make_table(page, mortal.address, opponents=["hard", "easy"], schedule="short")
    my_turn(page)
    page.locator("[data-pile=pile]").click()
    page.locator(".held").nth(3).wait_for()
    held = cards(page)
    mortal.kill()
    expect(page.locator(".message.trouble")).to_be_visible()
    mortal.start()
    expect(page.locator(".message.trouble")).to_be_hidden(timeout=15_000)
    assert cards(page) == held
    play_until(page, "ready round end", seconds=60)


def test_a_seat_is_found_again_from_the_start_page(person: Person, table: Table) -> None:
    page = person()
    made = make_table(page, table.address, opponents=["hard"])
    my_turn(page)
    page.goto(table.address)
    page.get_by_role("link", name="Back to your table").click()
    my_turn(page)
    assert made in page.url


def test_a_table_that_is_not_there_is_said_to_be_gone(person: Person, table: Table) -> None:
    page = person()
    page.goto(f"{table.address}/#table=00000000000000000000")
    expect(page.get_by_role("alert")).to_contain_text("not there any more")


def test_a_page_at_rest_does_nothing(person: Person, table: Table) -> None:
    """Nothing that a page does may set itself off again: no storing, no drawing without end."""
    page = person()
    made = make_table(page, table.address, opponents=["easy"], first_dealer=1)
    for address in (f"/#table={made}", "/", "/#rules", "/#lesson", f"/#table={'0' * 20}"):
        page.goto(table.address + address)
        page.wait_for_timeout(500)
        page.evaluate(
            """() => {
              window.busy = 0;
              const set = Storage.prototype.setItem;
              Storage.prototype.setItem = function (...args) {
                window.busy++;
                set.apply(this, args);
              };
              new MutationObserver((all) => { window.busy += all.length; }).observe(
                document.body, { childList: true, subtree: true, attributes: true });
            }"""
        )
        page.wait_for_timeout(1000)
        busy: int = page.evaluate("() => window.busy")
        assert busy < 5, address
