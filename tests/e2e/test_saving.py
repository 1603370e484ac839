from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Person, Table
from tests.e2e.driver import make_table, play_until
from tests.server.postgres import Cluster, binary


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of one's own, to be crashed."""
    if binary("initdb") is None:
        pytest.skip("needs PostgreSQL: apt-get install postgresql")
    with Cluster() as running:
        yield running


def test_while_nothing_can_be_saved_people_are_told_and_then_it_goes_on(
    person: Person, cluster: Cluster, tmp_path: Path
) -> None:
    """A card drawn meanwhile is not shown before it is stored, and then by itself."""
    table = Table(tmp_path, database=cluster.new_database())
    table.start()
    page = person()
    make_table(page, table.address, opponents=["easy"], first_dealer=1)
    page.locator(".pile.ready").first.wait_for()
    cluster.stop(signal.SIGQUIT)
    page.locator("[data-pile=pile]").click()
    expect(page.locator(".message.trouble")).to_contain_text("cannot be saved")
    expect(page.locator(".held")).to_have_count(3)
    cluster.start()
    expect(page.locator(".held")).to_have_count(4, timeout=30_000)
    expect(page.locator(".message.trouble")).to_have_count(0)
    play_until(page, "ready round end")
    table.close()
