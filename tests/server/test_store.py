"""The contract of the log, the same on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from fivecrowns.server.journal import Journal
from fivecrowns.server.store import LAYOUT, Row, Store, open_store

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = await open_store(database)
    yield opened
    await opened.close()


def row(table: str, seq: int, command: str | None = None, **more: int) -> Row:
    return Row(table, seq, 1_000 + seq, command, '{"v":1,"facts":[]}', **more)


async def test_a_row_comes_back_as_it_was_stored(store: Store) -> None:
    """Whatever text a row holds, it is read back byte for byte."""
    body = '{"name": "Zoë \\u0000 ♠ \\"quoted\\" \'single\' :colon"}'
    first = Row("t", 1, 5, "c1", body)
    assert await store.create("CODE", first)
    assert await store.load("t") == [first]


async def test_rows_come_in_the_order_of_their_numbers(store: Store) -> None:
    await store.create("CODE", row("t", 1))
    for seq in range(2, 13):
        assert await store.append([row("t", seq)]) == {("t", seq)}
    assert [found.seq for found in await store.load("t", 4, 11)] == list(range(5, 12))


async def test_the_second_writer_of_a_number_stores_nothing(store: Store) -> None:
    await store.create("CODE", row("t", 1))
    assert await store.append([row("t", 2, "first")]) == {("t", 2)}
    assert await store.append([row("t", 2, "second")]) == set()
    assert [found.command for found in await store.load("t")] == [None, "first"]


async def test_a_command_is_stored_once(store: Store) -> None:
    await store.create("CODE", row("t", 1))
    await store.append([row("t", 2, "c")])
    assert await store.append([row("t", 3, "c")]) == set()
    assert await store.seq_of("t", "c") == 2
    assert await store.seq_of("t", "other") is None


async def test_two_tables_may_use_the_same_command_id(store: Store) -> None:
    await store.create("A", row("a", 1, "c"))
    assert await store.create("B", row("b", 1, "c"))


async def test_a_conflict_takes_no_other_tables_rows_with_it(store: Store) -> None:
    """In one batch, only the row whose number or command is taken is not stored."""
    for table in "abc":
        await store.create(table.upper(), row(table, 1, "made"))
    await store.append([row("b", 2)])
    batch = [row("a", 2), row("b", 2), row("c", 2, "made")]
    assert await store.append(batch) == {("a", 2)}
    assert [len(await store.load(table)) for table in "abc"] == [2, 2, 1]


async def test_only_one_of_two_tables_gets_a_code_or_a_name(store: Store) -> None:
    assert await store.create("CODE", row("a", 1))
    assert not await store.create("CODE", row("b", 1))
    assert not await store.create("OTHER", row("a", 1))
    assert await store.table_of("CODE") == "a"
    assert await store.load("b") == []


async def test_tables_are_due_when_their_last_row_says_so(store: Store) -> None:
    await store.create("A", row("a", 1, due=50))
    await store.create("B", row("b", 1))
    assert await store.due(49) == []
    assert await store.due(50) == ["a"]
    await store.append([row("a", 2, due=70), row("b", 2, due=60)])
    assert await store.due(100) == ["b", "a"]
    await store.postpone("b", 2, 200)
    await store.postpone("a", 1, 200)  # it has moved on from row 1
    assert await store.due(100) == ["a"]


async def test_finished_and_forgotten_tables_are_deleted(store: Store) -> None:
    await store.create("A", row("a", 1))
    await store.create("B", row("b", 1))
    await store.create("C", row("c", 1))
    await store.append([row("a", 2, finished=500)])
    await store.append([row("c", 1_000)])
    assert await store.delete(finished_before=600, touched_before=1_001) == ["a"]
    assert await store.load("a") == []
    assert await store.delete(finished_before=0, touched_before=1_500) == ["b"]
    assert await store.table_of("C") == "c"


async def test_nothing_is_stored_for_a_deleted_table(store: Store) -> None:
    """Whoever still remembers it cannot bring a part of it back."""
    for table in ("gone", "here"):
        await store.create(table, Row(table, 1, 1, None, "{}"))
    await store.append([Row("here", 2, 1_000, None, "{}")])
    assert await store.delete(0, 10) == ["gone"]
    rows = [Row("gone", 2, 2_000, None, "{}"), Row("here", 3, 2_000, None, "{}")]
    assert await store.append(rows) == {("here", 3)}
    assert await store.load("gone") == []
    assert await store.table_of("gone") is None


async def test_opening_again_changes_nothing(database: str) -> None:
    """Migrations that have run do not run again."""
    for at in range(2):
        opened = await open_store(database)
        assert await opened.create(f"CODE{at}", row(f"t{at}", 1))
        await opened.close()
    again = await open_store(database)
    assert len(await again.load("t0")) == 1
    await again.close()


def test_the_layout_is_the_newest_migration() -> None:
    """So that Alembic is run whenever there is a step to take."""
    config = Config()
    config.set_main_option("script_location", "fivecrowns.server:migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == LAYOUT


async def test_many_writers_of_one_number_have_one_winner(store: Store) -> None:
    """Twenty writers for each of twenty numbers: one row each, and every writer knows its fate."""
    await store.create("CODE", row("t", 1))
    for seq in range(2, 22):
        stored = await asyncio.gather(
            *(store.append([row("t", seq, f"{seq}/{writer}")]) for writer in range(20))
        )
        [winner] = [writer for writer, keys in enumerate(stored) if keys]
        assert (await store.load("t", seq - 1))[0].command == f"{seq}/{winner}"


async def test_waiting_rows_share_a_commit(store: Store) -> None:
    """What arrives during a commit goes into the next one together, each with its own outcome."""
    commits: list[int] = []
    append = store.append

    async def counted(rows: list[Row]) -> set[tuple[str, int]]:
        commits.append(len(rows))
        return await append(rows)

    store.append = counted  # type: ignore[method-assign, assignment]
    for table in range(30):
        await store.create(f"C{table}", row(f"t{table}", 1))
    journal = Journal(store)
    journal.start()
    rows = [row(f"t{table}", 1 if table % 3 == 0 else 2) for table in range(30)]
    stored = await asyncio.gather(*map(journal.append, rows))
    await journal.stop()
    assert stored == [table % 3 != 0 for table in range(30)]
    assert len(commits) <= 2
