from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Person, Phone, Table
from tests.e2e.driver import (
    code_of,
    download_record,
    fivecrowns,
    make_table,
    play_together,
    sit_down,
    step,
)
from tests.e2e.wire import Wire
from tests.e2e.witness import Witness, recorded_moves


@pytest.fixture
def wire(mortal: Table) -> Iterator[Wire]:
    """The phone's network."""
    network = Wire(mortal.port)
    yield network
    network.close()


class Mishaps:
    """What happens to Bob in the middle of his turns, and to the server."""

    def __init__(self, server: Table, wire: Wire, phone: Phone, witness: Witness) -> None:
        self.bob = phone.page
        self._server, self._wire, self._phone, self._witness = server, wire, phone, witness

    def in_turn(self) -> list[Callable[[], None]]:
        """One after the other, each in another round."""
        return [
            self._offline,
            self._asleep,
            self._reloaded,
            self._killed,
            self._second_tab,
            self._killed_while_offline,
            self._killed_while_reloading,
        ]

    def _offline(self) -> None:
        self.bob.context.set_offline(True)
        expect(self.bob.locator(".message.trouble")).to_be_visible()
        self.bob.context.set_offline(False)

    def _asleep(self) -> None:
        self._phone.sleep()
        self._wire.fall_silent()
        self._killed()
        self._phone.wake()

    def _reloaded(self) -> None:
        self._wire.hang_up()
        self.bob.reload()

    def _killed(self) -> None:
        self._server.kill()
        self._server.start()

    def _second_tab(self) -> None:
        tab = self._witness.watch(self._phone.new_page())
        tab.goto(self.bob.url)
        tab.locator(".play, .round-end").first.wait_for()
        self.bob.close()
        self.bob = tab

    def _killed_while_offline(self) -> None:
        self.bob.context.set_offline(True)
        self._killed()
        self.bob.context.set_offline(False)

    def _killed_while_reloading(self) -> None:
        self._server.kill()
        self.bob.reload()
        self._server.start()


def test_two_phones_and_two_opponents_play_a_whole_game_through_all_mishaps(
    person: Person, phone: Phone, mortal: Table, wire: Wire, tmp_path: Path
) -> None:
    """Nothing acknowledged is missing: the record has every move that a page was told of."""
    witness = Witness()
    ann = witness.watch(person())
    mishaps = Mishaps(mortal, wire, phone, witness)
    witness.watch(mishaps.bob)
    make_table(ann, mortal.address, opponents=["medium", "hard"], start=False)
    sit_down(mishaps.bob, wire.address, code_of(ann), "Bob")
    mishaps.bob.get_by_role("button", name="I am ready").click()
    ann.get_by_role("button", name="Begin").click()

    def bob_draws(page: Page, what: str) -> bool:
        return page is mishaps.bob and what == "draws"

    def next_round(page: Page, what: str) -> bool:
        return page is ann and what == "ready"

    for mishap in mishaps.in_turn():
        play_together([ann, mishaps.bob], bob_draws)
        mishap()
        play_together([ann, mishaps.bob], next_round)
    both = [ann, mishaps.bob]
    play_together(both, lambda _, what: what == "result" and all(step(p) == what for p in both))

    record = download_record(mishaps.bob, tmp_path / "game.jsonl")
    assert fivecrowns("verify", record).startswith("Valid, finished")
    played = json.loads(fivecrowns("replay", record, "--json"))
    assert played["finished"]
    assert len(played["rounds"]) == 11
    assert played["totals"] == witness.totals
    moves = recorded_moves(record.read_text().splitlines())
    assert witness.untold() == []
    later = iter(moves)
    assert all(move in later for move in witness.moves()), "told in the order of the record"
    assert len(witness.moves()) > 0.9 * len(moves)
    assert len(witness.acknowledged) > 100
