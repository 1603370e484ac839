from __future__ import annotations

from tests.e2e.conftest import Person, Table
from tests.e2e.driver import play_now, play_until


def test_a_short_game_is_played_by_taps_from_start_to_result(person: Person, table: Table) -> None:
    page = person(320, 568)
    play_now(page, table.address, opponents=2, short=True)
    done = play_until(page, "result", seconds=180)
    assert done.count("ready") >= 5
    assert page.locator(".winner").inner_text()
    assert page.locator(".sheet tbody tr").count() >= 6
