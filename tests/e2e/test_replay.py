"""After the game: the result, the replay, the record, the shuffles."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Person, Table
from tests.e2e.driver import download_record, fivecrowns, make_table, play_until


def step_on(page: Page) -> None:
    """Go to the next step of the replay."""
    page.get_by_role("button", name="Next").click()


def test_a_finished_game_is_replayed_recorded_and_checked(
    person: Person, table: Table, tmp_path: Path
) -> None:
    """Open and as a seat saw it; the shuffle as was promised; the record as it was played."""
    page = person()
    make_table(page, table.address, opponents=["hard"], schedule="short", first_dealer=1)
    done = play_until(page, "result", seconds=120)
    asked = page.locator(".standing small")
    expect(asked).to_have_text(f"{done.count('asks')} hints")
    points = dict(
        zip(
            page.locator(".standing .who b").all_inner_texts(),
            page.locator(".standing .points").all_inner_texts(),
            strict=True,
        )
    )
    page.get_by_role("button", name="Replay").click()
    expect(page.locator(".seat-name")).to_have_text(["Ann", "Hugo"])
    page.get_by_role("combobox", name="Round").select_option("2")
    expect(page.locator(".open-hands li")).to_have_count(2)
    expect(page.locator(".replay > .message")).to_contain_text("dealt")
    step_on(page)
    expect(page.locator(".replay > .message")).to_contain_text("Ann")
    page.get_by_role("combobox", name="View").select_option("Ann")
    expect(page.locator(".open-hands li")).to_have_count(1)
    expect(page.locator(".open-hands b").first).to_have_text("Ann")
    at = page.get_by_role("slider")
    at.fill(at.get_attribute("max") or "")
    expect(page.locator(".replay > .message")).to_contain_text("The round is over.")
    page.get_by_text("Check the shuffle").click()
    page.get_by_role("button", name="Check", exact=True).first.click()
    expect(page.get_by_text("It matches.")).to_be_visible()

    record = download_record(page, tmp_path / "game.jsonl")
    assert json.loads(record.read_text().splitlines()[0])["players"] == ["Ann", "Hugo"]
    assert fivecrowns("verify", record).startswith("Valid, finished")
    played = json.loads(fivecrowns("replay", record, "--json"))
    assert [f"{total} points" for total in played["totals"]] == [points["Ann"], points["Hugo"]]
