"""After the game: the result, the replay, the review, the record, the shuffles."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from fivecrowns import record
from fivecrowns.actions import Discard, Draw, GoOut, Source
from fivecrowns.review import Choice, review
from tests.e2e.conftest import Person, StackedTable, Table
from tests.e2e.driver import (
    discard,
    download_record,
    draw,
    fivecrowns,
    make_table,
    play_until,
)
from tests.e2e.looks import barriers, faults


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
    page.get_by_role("button", name="Costly moves").click()
    expect(page.locator("dialog")).to_contain_text("Expert would have done much the same.")
    expect(page.locator("dialog li")).to_have_count(0)
    page.keyboard.press("Escape")
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

    kept = download_record(page, tmp_path / "game.jsonl")
    assert json.loads(kept.read_text().splitlines()[0])["players"] == ["Ann", "Hugo"]
    assert fivecrowns("verify", kept).startswith("Valid, finished")
    played = json.loads(fivecrowns("replay", kept, "--json"))
    assert [f"{total} points" for total in played["totals"]] == [points["Ann"], points["Hugo"]]


def test_a_review_tells_what_cost_most_and_leads_there(
    person: Person, stacked: StackedTable, tmp_path: Path
) -> None:
    """As the library weighs the downloaded record; a joker thrown away comes first."""
    page = person(320)
    stacked.stack(["9S 4H JC", "4S 6H 8D"], upcard="QD", pile="JK")
    stacked.stack(["3S 5H 7D 8C", "9S KC 9H 9D"], upcard="QD")
    make_table(page, stacked.address, opponents=["medium"], schedule="short", first_dealer=1)
    draw(page)
    discard(page, "joker")
    play_until(page, "result", seconds=120)
    kept = download_record(page, tmp_path / "game.jsonl")
    page.get_by_role("button", name="Costly moves").click()
    lines = page.locator("dialog li")
    lines.first.wait_for()
    assert faults(page) == []
    assert barriers(page) == []
    told = lines.all_inner_texts()
    decisions, cost, expected = reviewed(kept)
    assert told == expected
    expect(page.locator("dialog [role=status]")).to_have_text(
        f"Together your {decisions} decisions cost {cost} more than the best ones would have."
        f" {'This one' if len(told) == 1 else f'These {len(told)}'} cost most:"
    )
    expect(lines.first).to_contain_text("Discarding JK instead of")
    lines.first.get_by_role("button").click()
    message, led = page.locator(".replay > .message"), page.locator(".led")
    expect(message).to_have_text("Ann drew from the pile: JK.")
    assert led.inner_text().splitlines() == ["Your next move", *told[0].splitlines()[1:]]
    expect(page.locator(".open-hands b")).to_have_text(["Ann"])
    expect(page.locator(".open-hands .mini .sr")).to_have_text(
        ["4 of hearts", "9 of spades", "jack of clubs", "joker"]
    )
    assert faults(page) == []
    assert barriers(page) == []
    step_on(page)
    expect(message).to_have_text("Ann discarded JK.")
    expect(led).to_have_count(0)
    page.get_by_role("combobox", name="Round").select_option("1")
    held = page.locator(".open-hands .mini .sr")
    expect(held).to_have_text(["9 of spades", "9 of hearts", "9 of diamonds", "king of clubs"])
    expect(page.locator(".open-hands .meld:not(.loose)")).to_have_count(1)
    page.get_by_role("button", name="Costly moves").click()
    expect(lines.first).to_contain_text("Discarding JK instead of")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_an_older_game_is_replayed_by_the_rules_it_was_played_by(
    person: Person, stacked: StackedTable
) -> None:
    """Wilds alone were no meld then; the table has changed that since."""
    page = person()
    stacked.stack(["JK 3S 3H", "4S 6H 8D"], upcard="QD", pile="KC")
    made = make_table(
        page, stacked.address, opponents=["easy"], schedule="short", first_dealer=1, naturals=1
    )
    play_until(page, "result", seconds=120)
    page.get_by_role("button", name="Play again").click()
    page.get_by_role("button", name="Change").click()
    natural = page.get_by_role("checkbox", name="Every meld needs a natural card")
    expect(natural).to_be_checked()
    natural.uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".lobby")).not_to_contain_text("natural card")
    page.goto(f"{stacked.address}/#replay={made}.0")
    hand = page.locator(".open-hands li").first
    expect(hand.locator(".mini .sr")).to_have_text(["3 of spades", "3 of hearts", "joker"])
    expect(hand.locator(".meld:not(.loose)")).to_have_count(0)


def points(cost: float) -> str:
    """A cost as the page tells it."""
    return "1 point" if cost == 1 else f"{cost:g} points"


def reviewed(kept: Path) -> tuple[int, str, list[str]]:
    """Decisions, cost and lines that the library's review of the first player comes to."""
    rows = kept.read_text().splitlines()
    steps = list(record.replay(rows))
    found: list[str] = []
    choices = review(record.read_header(rows[0]).new_game(), steps, 0)
    for choice in choices[:5]:
        cost = round(choice.chosen.points, 1)
        if choice.chosen.points < 0.25:
            break
        title = f"Round {len(choice.game.results) + 1} of 6, turn\u00a0{choice.lap}"
        found.append(f"{title}\n{done(choice)}\n{points(cost)}")
    return len(choices), points(round(sum(each.chosen.points for each in choices), 1)), found


def done(choice: Choice) -> str:
    """What was done instead of what."""
    chosen, best, round_ = choice.chosen.action, choice.best.action, choice.game.round
    if isinstance(chosen, Discard) and isinstance(best, Discard):
        return f"Discarding {chosen.card.symbols} instead of {best.card.symbols}"
    if isinstance(best, GoOut):
        assert isinstance(chosen, Discard)
        out = best.card.symbols
        return f"Discarding {chosen.card.symbols} when going out with {out} was possible"
    assert isinstance(chosen, Draw)
    assert round_ is not None
    upcard = round_.discard_pile[0].symbols
    if chosen.source is Source.PILE:
        return f"Drawing from the pile instead of taking {upcard}"
    return f"Taking {upcard} instead of drawing from the pile"
