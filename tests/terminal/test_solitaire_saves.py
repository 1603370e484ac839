"""Solitaire at the terminal: what is kept when it is left, killed, cut off or broken."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from fivecrowns.cards import Card
from fivecrowns.shuffler import SeededShuffler
from fivecrowns.solitaire.game import Play, deal
from fivecrowns.solitaire.record import header_line
from fivecrowns.terminal.solitaire.statistics import Result, Statistics, tell_statistics
from tests.terminal.driver import Terminal, run
from tests.terminal.solitaire_driver import (
    PROMPT,
    SAVED,
    SEED,
    last_turn,
    play,
    records,
    save,
    saved,
)


def test_a_killed_terminal_loses_nothing(tmp_path: Path) -> None:
    """After kill -9 the next start offers the game and shows the very card that lay there."""
    with Terminal("solitaire", "--seed", str(SEED), state=tmp_path) as terminal:
        said = terminal.read()
        for typed in ("4 kd", "12 4d", "x"):
            said = terminal.type(typed)
            if "(y/n)" in said:
                said = terminal.type("y")
        terminal.kill()
    table = last_turn(said)
    assert table.startswith("Turn 4 of 28.")
    with Terminal("solitaire", state=tmp_path) as terminal:
        assert "There is a saved game: turn 4 of 28, 1 pile closed, seed 5." in terminal.read()
        assert last_turn(terminal.type("y")) == table
        assert terminal.end()[0] == 0
    assert terminal.said.endswith(f"{SAVED}\n")


def test_ctrl_c_leaves_with_everything_saved(tmp_path: Path) -> None:
    """An interrupt says that the game is saved, with no traceback, and it is."""
    with Terminal("solitaire", "--seed", str(SEED), state=tmp_path) as terminal:
        terminal.read()
        terminal.type("7 ks")
        code, complaint = terminal.interrupt()
    assert code == 130
    assert SAVED in terminal.said
    assert "Traceback" not in complaint
    assert saved(tmp_path / "fivecrowns" / "solitaire").turns == 1


def test_leaving_and_the_end_of_the_input_keep_the_game(tmp_path: Path) -> None:
    """`q` and a closed pipe leave with exit code 0; the game goes on where it was."""
    assert play(tmp_path, "7 ks", "q").endswith(f"{SAVED}\n")
    said = play(tmp_path, "y", "x")
    assert said.endswith(f"{SAVED}\n")
    assert saved(tmp_path).turns == 2 or "is wild" in said
    assert "There is a saved game" in play(tmp_path, seed=None)


def test_only_games_of_the_seed_are_offered_when_one_is_given(tmp_path: Path) -> None:
    """`--seed` goes on with its own deal or deals it; several saved games are a list."""
    play(tmp_path, "q", seed=1)
    said = play(tmp_path, "q", seed=2)
    assert "There is a saved game" not in said
    assert "turn 1 of 28, 1 pile closed, seed 1." in play(tmp_path, "y", "q", seed=1)
    said = play(tmp_path, "7", "2", "q", seed=None)
    assert "There are saved games:" in said
    assert "Please answer with a number from 1 to 2, n for a new game, or q to leave." in said
    assert len(records(tmp_path)) == 2
    play(tmp_path, "n", "q", seed=None)
    assert len(records(tmp_path)) == 3


def test_a_last_line_cut_off_is_dropped_with_a_notice(tmp_path: Path) -> None:
    """A line that was being written when the power went is gone; the action before stands."""
    play(tmp_path, "7 ks", "q")
    (path,) = records(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"pile": 13, "disc')
    said = play(tmp_path, "y", "q")
    assert "The last line of the saved game was cut off while it was written." in said
    assert path.read_bytes() == whole
    assert saved(tmp_path).turns == 1


def test_a_turn_saved_without_the_next_card_goes_on(tmp_path: Path) -> None:
    """Cut off between a turn and the card after it, or before the deal, the game goes on."""
    path = save(tmp_path, deal(SeededShuffler(SEED)).shuffle, Play(7, Card.parse("KS")))
    assert f"K★{PROMPT}" in play(tmp_path, "y", "q", seed=None)
    path.write_text(f"{header_line()}\n", "utf-8")
    said = play(tmp_path, "y", "q", seed=None)
    assert "Turn 1 of 28. Draw pile: 27 cards." in said
    assert saved(tmp_path).shuffle is not None


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("saved.jsonl", '{"fivecrowns":1,"game":"solitaire"}\n{}\n', id="line"),
        pytest.param("saved.jsonl", '{"fivecrowns":1}\n', id="header"),
        pytest.param("saved.jsonl", "", id="empty"),
        pytest.param("saved.table.json", "{", id="table"),
    ],
)
def test_a_broken_save_is_kept_aside(tmp_path: Path, name: str, content: str) -> None:
    """A file that cannot be read is told, kept under another name, and a new game begins."""
    save(tmp_path, deal(SeededShuffler(SEED)).shuffle)
    (tmp_path / name).write_text(content, "utf-8")
    said = play(tmp_path, "q", seed=None)
    assert "A saved game is broken and cannot go on: " in said
    assert (tmp_path / "saved.broken").is_file()
    assert "Turn 1 of 28." in said
    assert "broken" not in play(tmp_path, "n", "q", seed=None)


def test_a_game_in_another_terminal_is_left_alone(tmp_path: Path) -> None:
    """Two processes never write one record; the second one is told and begins its own."""
    with Terminal("solitaire", "--seed", "1", state=tmp_path) as terminal:
        terminal.read()
        said = play(tmp_path / "fivecrowns" / "solitaire", "q", seed=None)
        assert "A saved game is being played in another terminal; it is left alone." in said
        assert "Turn 1 of 28." in said
        assert "Turn 2 of 28." in terminal.type("3 5d")


def test_a_folder_that_cannot_be_written_ends_with_a_sentence(tmp_path: Path) -> None:
    """No place to save: exit code 2, one sentence, no traceback."""
    (tmp_path / "fivecrowns").write_text("a file, not a folder", "utf-8")
    ended = run("solitaire", state=tmp_path)
    assert ended.returncode == 2
    assert ended.stderr.startswith("fivecrowns: expected a folder to save the game in")
    assert len(ended.stderr.splitlines()) == 1


# --- statistics -----------------------------------------------------------------------------


def result(number: int, **changes: str | int) -> Result:
    """The result of some game."""
    usual = Result(
        record=f"{number}.jsonl",
        deal=f"deal {number}",
        won=False,
        closed=9,
        turns=28,
        points=20,
        undone=0,
        undone_seen=0,
    )
    return structs.replace(usual, **changes)


def test_statistics_keep_undo_and_deals_played_before_apart() -> None:
    """Means are of first plays without a turn taken back; the others have lines of their own."""
    assert tell_statistics([]) == ["Finished: no game yet."]
    results = [
        result(1, won=True, closed=11),
        result(2, closed=8),
        result(3, undone=2, undone_seen=1, closed=10),
        result(4, deal="deal 2", closed=7),
        result(5, deal="deal 3", closed=6),
        result(6, undone=1),
    ]
    assert tell_statistics(results) == [
        "Finished: 3 games, 1 won, on average 9.3 of 11 piles closed.",
        "Apart, with a turn taken back: 1 game, 0 won, on average 10.0 of 11 piles closed.",
        "Apart, with a deal played before: 2 games, 0 won, on average 6.5 of 11 piles closed.",
    ]


def test_statistics_survive_a_line_that_was_cut_off(tmp_path: Path) -> None:
    """What is cut off is passed over; what comes after it begins a line of its own."""
    statistics = Statistics(tmp_path / "deep" / "statistics.jsonl")
    assert statistics.read() == ([], 0)
    statistics.add(result(1))
    statistics.add(result(2))
    content = statistics.path.read_bytes()
    statistics.path.write_bytes(content[:-9])
    statistics.add(result(3))
    assert statistics.read() == ([result(1), result(3)], 1)
    statistics.add(result(2))
    assert statistics.read() == ([result(1), result(3), result(2)], 1)


def test_a_game_counts_once(tmp_path: Path) -> None:
    """Killed between the last turn, the count and the end, a game is counted once all the same."""
    said = play(tmp_path, "g", "y")
    (path,) = records(tmp_path)
    table = path.with_name(f"{path.stem}.table.json")
    statistics = tmp_path / "statistics.jsonl"
    counted = statistics.read_bytes()
    for kept in (counted, b""):
        statistics.write_bytes(kept)
        table.write_text('{"seats":[null],"seed":"5","table":1}', "utf-8")
        said = play(tmp_path, "s", "g", "y", seed=None)
        assert "Finished: 1 game, 0 won" in said
        assert statistics.read_bytes().startswith(counted)
        assert not table.exists()


def test_broken_statistics_are_told_and_do_not_stop_a_game(tmp_path: Path) -> None:
    """Lines that cannot be read are counted, not fatal."""
    (tmp_path / "statistics.jsonl").write_bytes(b'\xff\n{"record": 1}\n[]\n')
    said = play(tmp_path, "s", "g", "y")
    assert said.count("3 lines of the statistics cannot be read:") == 2
    assert "Finished: 1 game, 0 won" in said
