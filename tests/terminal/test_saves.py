"""Saving: what was done is on disk, whatever happens to the process or the file."""

from __future__ import annotations

import errno
import io
import json
import os
import resource
from pathlib import Path
from typing import NoReturn

import pytest

from fivecrowns.cli import main
from fivecrowns.lines import RecordError
from fivecrowns.record import read_header, replay_to_end
from fivecrowns.round import Phase
from fivecrowns.terminal.offering import open_saved
from fivecrowns.terminal.saves import Save, SaveError, Table, unfinished
from fivecrowns.terminal.screen import Screen
from tests.terminal.driver import (
    Terminal,
    games_in,
    records_in,
    run,
    sensible_answer,
)

TWO = ("play", "--against", "easy", "--seed", "4")
OFFER = "There is a saved game: You and Easy Emma, round "


def begin(state: Path, *answers: str) -> Path:
    """Begin a game, answer, and leave it; its record."""
    run(*TWO, state=state, typed="".join(f"{answer}\n" for answer in answers))
    return records_in(state)[-1]


def hand_shown(said: str) -> str:
    """The hand as it was shown last."""
    return said.rsplit(" hand, ", 1)[1].rsplit("\n", 1)[0]


def test_r3_1_the_first_dealer_is_drawn_by_lot_and_by_the_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games of three let every seat deal first; the same seed draws the same one (R3.1)."""

    def first_dealer(place: str, *arguments: str) -> int:
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / place))
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        assert main(["play", "--against", "easy,easy", *arguments]) == 0
        (path,) = records_in(tmp_path / place)
        header, *_ = path.read_bytes().splitlines()
        return read_header(header).dealer

    # A seat is missing after seventy games once in 10^12 times.
    assert {first_dealer(f"by lot {k}") for k in range(70)} == {0, 1, 2}
    for seed in "123":
        drawn = {first_dealer(f"seed {seed} {k}", "--seed", seed) for k in range(3)}
        assert len(drawn) == 1


def test_a_killed_game_goes_on_where_it_stood(tmp_path: Path) -> None:
    """Kill -9 at several places of a game: same hand, same turn, and the record is valid."""
    shown = ""
    for _ in range(4):
        with Terminal(*TWO, state=tmp_path) as terminal:
            said = terminal.read()
            if shown:
                assert OFFER in said
                said = terminal.type("y")
                assert hand_shown(said) == shown
            for _ in range(7):
                said = terminal.type(sensible_answer(said))
            while not said.endswith("Draw: d from the pile, t for " + said.rsplit(" t for ")[-1]):
                said = terminal.type(sensible_answer(said))
            shown = hand_shown(terminal.type("d"))
            terminal.kill()
    (path,) = records_in(tmp_path)
    assert run("verify", str(path), state=tmp_path).stdout.startswith("Valid, not finished, ")


def test_every_action_is_on_disk_before_the_next_prompt(tmp_path: Path) -> None:
    """The record is complete lines, and leads to what the screen shows."""
    with Terminal(*TWO, state=tmp_path) as terminal:
        said = terminal.read()
        for _ in range(10):
            said = terminal.type(sensible_answer(said))
            content = records_in(tmp_path)[0].read_bytes()
            assert content.endswith(b"\n")
            game = replay_to_end(content.splitlines())
            if said.endswith("Press Enter for round 2 of 11 > "):
                assert len(game.results) == 1
                break
            assert game.turn == 0
            assert game.round is not None
            assert f" hand, {len(game.round.hands[0])} cards:" in said


def test_who_plays_and_the_seed_are_saved_before_the_first_card(tmp_path: Path) -> None:
    """The file beside the record, and the header."""
    path = begin(tmp_path)
    table = json.loads(path.with_name(f"{path.stem}.table.json").read_text("utf-8"))
    assert table == {"seats": [None, {"kind": "easy", "seed": "4/1"}], "seed": "4", "table": 1}
    header, deal, *_ = path.read_text("utf-8").splitlines()
    assert json.loads(header)["players"] == ["You", "Easy Emma"]
    assert set(json.loads(deal)) == {"deal", "commit", "salt"}


def test_the_same_seed_goes_on_the_same_way_after_a_pause(tmp_path: Path) -> None:
    """A game left after every action has the record of one that was played in one go."""
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    with Terminal(*TWO, state=whole) as terminal:
        said = terminal.read()
        for _ in range(4):
            said = terminal.type(sensible_answer(said))
    begin(parts)
    for _ in range(4):
        with Terminal("play", state=parts) as terminal:
            terminal.read()
            terminal.type(sensible_answer(terminal.type("y")))
    one, other = (records_in(place)[0].read_bytes() for place in (whole, parts))
    assert one == other


def test_leaving_says_how_to_go_on(tmp_path: Path) -> None:
    """`q` and the end of the input do the same."""
    for place, answers in (("q", "d\nq\n"), ("end", "d\n")):
        result = run(*TWO, state=tmp_path / place, typed=answers)
        assert result.returncode == 0
        assert result.stdout.endswith("The game is saved. 'fivecrowns play' goes on with it.\n")
        assert OFFER + "1 of 11" in run("play", state=tmp_path / place).stdout


def test_a_new_game_leaves_the_saved_one_on_offer(tmp_path: Path) -> None:
    """No loses nothing: next time both are there to choose from."""
    begin(tmp_path)
    said = run("play", "--schedule", "short", state=tmp_path, typed="n\n").stdout
    assert "It is kept if you begin a new one." in " ".join(said.split())
    assert "Round 1 of 6" in said
    with Terminal("play", state=tmp_path) as terminal:
        said = terminal.read()
        assert "There are saved games:\n  1  You, Hard Hugo" in said
        assert "\n  2  You and Easy Emma, round 1 of 11\n" in said
        answer = "Please answer with a number from 1 to 2, n for a new game, or q to leave."
        assert answer in terminal.type("3")
        assert "Easy Emma dealt" in terminal.type("2") or "You dealt" in terminal.said


def test_who_is_asked_about_a_saved_game_may_leave_it(tmp_path: Path) -> None:
    """`q` there begins nothing and drops nothing, be there one game or several."""
    begin(tmp_path)
    for games in (1, 2):
        told = run("play", state=tmp_path, typed="maybe\nq\n")
        assert told.returncode == 0
        assert "Please answer with" in told.stdout
        assert "Round 1" not in told.stdout
        assert len(records_in(tmp_path)) == games
        run("play", state=tmp_path, typed="n\n")


def test_options_given_beside_a_saved_game_are_for_a_new_one(tmp_path: Path) -> None:
    """The offer says so."""
    begin(tmp_path)
    note = "Its own options stay; those you gave are for a new game."
    assert note in run(*TWO, state=tmp_path).stdout
    assert note in run("play", "--seed", "0", state=tmp_path).stdout
    assert note not in run("play", state=tmp_path).stdout


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_a_last_line_that_was_cut_off_is_dropped_with_a_notice(cut: int, tmp_path: Path) -> None:
    """The action before stands, and the record is whole again."""
    path = begin(tmp_path, "t", "q")
    content = path.read_bytes()
    *_, last = content.splitlines()
    path.write_bytes(content[: -min(cut, len(last) - 1) - 1])
    with Terminal("play", state=tmp_path) as terminal:
        terminal.read()
        said = terminal.type("y")
        assert "The last line of the saved game was cut off" in said
        assert "\nDraw: d from the pile, t for" in said
        assert "You took" in terminal.type("t")
    assert path.read_bytes() == content


def test_a_last_line_that_lacks_only_its_end_counts(tmp_path: Path) -> None:
    """It is whole: nothing is dropped, and the next line begins on its own."""
    path = begin(tmp_path, "t", "q")
    content = path.read_bytes()
    path.write_bytes(content[:-1])
    with Terminal("play", state=tmp_path) as terminal:
        terminal.read()
        said = terminal.type("y")
        assert "cut off" not in said
        assert "\nDiscard a card" in said
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("line", "broken", "reason"),
    [
        (1, b'{"fivecrowns": 2}', "line 1: "),
        (2, b"\x00\xff garbage", "line 2: expected a JSON object"),
        (3, b'{"seat": 1, "draw": "nowhere"}', "line 3: "),
    ],
)
def test_a_save_broken_elsewhere_is_kept_aside(
    line: int, broken: bytes, reason: str, tmp_path: Path
) -> None:
    """The line is named, nothing is deleted, and a new game begins."""
    path = begin(tmp_path, "t", "q")
    lines = path.read_bytes().splitlines()
    lines[line - 1] = broken
    content = b"\n".join(lines) + b"\n"
    path.write_bytes(content)
    said = run(*TWO, state=tmp_path).stdout
    assert "A saved game is broken and cannot go on: " + reason in " ".join(said.split())
    assert "Round 1 of 11" in said
    kept = path.with_suffix(".broken")
    assert f"\n  {kept}\n" in said
    assert kept.read_bytes() == content
    assert kept.with_name(f"{kept.name}-table").exists()
    assert "broken" not in run("play", state=tmp_path).stdout


def test_a_game_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    """That version goes on with it; this one has no idea how."""
    path = begin(tmp_path)
    table = path.with_name(f"{path.stem}.table.json")
    table.write_text('{"table": 2, "seats": "elsewhere"}', "utf-8")
    before = path.read_bytes()
    said = " ".join(run(*TWO, state=tmp_path).stdout.split())
    assert "A saved game is passed over: " in said
    assert "expected a game saved by this version, got one of a newer one." in said
    assert "Round 1 of 11" in said
    assert path.read_bytes() == before
    assert table.exists()


@pytest.mark.parametrize("which", ["record", "table"])
def test_a_pipe_in_the_folder_of_games_is_no_game(which: str, tmp_path: Path) -> None:
    """Nobody waits for what never comes through it."""
    path = begin(tmp_path)
    pipe = path if which == "record" else path.with_name(f"{path.stem}.table.json")
    pipe.unlink()
    os.mkfifo(pipe)
    assert "Round 1 of 11" in run(*TWO, state=tmp_path).stdout


def test_a_broken_game_that_cannot_be_renamed_stays_and_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one is offered all the same."""
    good, bad = (Save.create(tmp_path, "{}", Table((None, None))) for _ in range(2))
    for save in (good, bad):
        save.close()
    bad.path.write_bytes(b"broken\n")

    def refuse(_path: Path, _target: Path) -> NoReturn:
        raise PermissionError(errno.EACCES, "Permission denied")

    def resume(save: Save) -> Path:
        lines, _ = save.read_lines()
        if lines != [b"{}"]:
            raise RecordError(1, "bad_json", None, "broken \x1b[2J")
        return save.path

    monkeypatch.setattr(Path, "rename", refuse)
    shown = io.StringIO()
    assert open_saved(Screen(io.StringIO(), shown), tmp_path, resume) == [good.path]
    said = " ".join(shown.getvalue().split())
    assert "cannot go on: line 1: broken ?[2J. It stays where it is: cannot rename" in said
    assert bad.path.read_bytes() == b"broken\n"


def test_a_broken_table_beside_the_record_keeps_both_aside(tmp_path: Path) -> None:
    """Who plays is unknown, so the game cannot go on."""
    path = begin(tmp_path)
    table = path.with_name(f"{path.stem}.table.json")
    table.write_text('{"seats": [null, {"kind": "genius", "seed": ""}]}', "utf-8")
    said = run(*TWO, state=tmp_path).stdout
    assert "expected a kind of player, got 'genius'" in " ".join(said.split())
    assert path.with_suffix(".broken").exists()
    assert "Round 1 of 11" in said


def test_two_processes_never_write_into_one_file(tmp_path: Path) -> None:
    """A game that is being played is left alone; when its process dies it is free again."""
    with Terminal(*TWO, state=tmp_path) as first:
        first.read()
        (path,) = records_in(tmp_path)
        with Terminal(*TWO, state=tmp_path) as second:
            said = second.read()
            assert "A saved game is being played in another terminal; it is left alone." in said
            assert "Round 1 of 11" in said
            assert len(records_in(tmp_path)) == 2
            before = path.read_bytes()
            second.type("d")
            assert path.read_bytes() == before
            second.kill()
        first.kill()
    assert "There are saved games:" in run("play", state=tmp_path).stdout


def test_a_lock_belongs_to_the_process(tmp_path: Path) -> None:
    """Nobody else opens a save while it is open, and everybody may afterwards."""
    table = Table((None, None))
    save = Save.create(tmp_path, '{"any": 1}', table)
    assert Save.open(save.path) is None
    save.close()
    again = Save.open(save.path)
    assert again is not None
    assert again.read_table() == table
    assert again.read_lines() == ([b'{"any": 1}'], b"")
    again.close()


def test_games_begun_in_the_same_second_have_files_of_their_own(tmp_path: Path) -> None:
    """Names never clash."""
    saves = [Save.create(tmp_path, "{}", Table((None, None))) for _ in range(3)]
    assert len({save.path for save in saves}) == 3
    for save in saves:
        save.close()
    assert sorted(unfinished(tmp_path)) == sorted(save.path for save in saves)


def test_lines_taken_back_are_gone_and_the_next_take_their_place(tmp_path: Path) -> None:
    """The record is what stands, no more."""
    save = Save.create(tmp_path, "{}", Table((None, None)))
    save.append(["[1]", "[2]"])
    save.take_back(1)
    save.append(["[3]"])
    save.close()
    assert save.path.read_bytes() == b"{}\n[1]\n[3]\n"


def test_a_folder_that_cannot_be_written_to_is_said_before_the_first_card(tmp_path: Path) -> None:
    """One sentence, exit code 2; here a file is where the folder should be."""
    (tmp_path / "fivecrowns").write_text("a file", "utf-8")
    result = run("play", state=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("fivecrowns: expected a folder to save the game in, cannot")
    assert result.stderr.count("\n") == 1


def test_a_full_disk_ends_the_game_as_it_stood(tmp_path: Path) -> None:
    """One sentence, exit code 2, no half line; with space again the game goes on."""
    with Terminal(*TWO, state=tmp_path, file_size=1200) as terminal:
        said = terminal.read()
        while said.endswith(" > "):
            said = terminal.type(sensible_answer(said))
        code, complaint = terminal.end()
    assert code == 2
    assert complaint.startswith("fivecrowns: cannot save the game in ")
    assert complaint.count("\n") == 1
    (path,) = records_in(tmp_path)
    content = path.read_bytes()
    assert content.endswith(b"\n")
    replay_to_end(content.splitlines())
    with Terminal(*TWO, state=tmp_path) as terminal:
        terminal.read()
        said = terminal.type("y")
        assert "cut off" not in said
        terminal.type(sensible_answer(said))
    assert len(path.read_bytes()) > len(content)


def test_a_write_that_fails_leaves_the_record_as_it_was(tmp_path: Path) -> None:
    """All lines or none."""
    save = Save.create(tmp_path, "{}", Table((None, None)))
    before = save.path.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(SaveError, match="cannot save the game"):
            save.append(["[1]", f'["{"long " * 30}"]'])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert save.path.read_bytes() == before
    save.append(["[1]"])
    assert save.path.read_bytes() == before + b"[1]\n"
    save.close()


def test_a_finished_game_is_no_longer_offered(tmp_path: Path) -> None:
    """Even if the process was killed before it could say who won, the next one says it."""
    with Terminal(*TWO, "--schedule", "short", state=tmp_path) as terminal:
        said = terminal.read()
        while "The game is over." not in said:
            said = terminal.type(sensible_answer(said))
    (path,) = records_in(tmp_path)
    table = {"seats": [None, {"kind": "easy", "seed": "4/1"}], "seed": "4", "table": 1}
    path.with_name(f"{path.stem}.table.json").write_text(json.dumps(table), "utf-8")
    said = run(*TWO, state=tmp_path).stdout
    assert said.startswith("\nThe game is over. ")
    assert "Round 1 of 11" in said
    assert len(records_in(tmp_path)) == 2
    assert len(list(games_in(tmp_path).glob("*.table.json"))) == 1


def test_a_game_given_up_is_kept_and_no_longer_offered(tmp_path: Path) -> None:
    with Terminal("play", "--against", "easy", "--seed", "5", state=tmp_path) as terminal:
        terminal.read()
        assert "Give up? The game ends here, for everybody." in terminal.type("g")
        assert "Round 1 of 11" in terminal.type("n", "")  # not given up: the table once more
        terminal.type("d", "give")
        end = terminal.type("y")
        assert terminal.end() == (0, "")
    [record] = records_in(tmp_path)
    assert "The game is given up. Its record is kept" in end
    assert str(record) in end
    game = replay_to_end(record.read_bytes().splitlines())
    assert game.round is not None
    assert game.phase is Phase.DISCARD
    with Terminal("play", state=tmp_path) as terminal:
        assert terminal.read().startswith("Five Crowns:")  # a new game, no question before it


def test_a_record_that_another_player_made_up_is_not_trusted(tmp_path: Path) -> None:
    """Resuming replays every line by the rules."""
    path = begin(tmp_path)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"seat": 0, "out": "KS"}\n')
    with pytest.raises(RecordError):
        replay_to_end(path.read_bytes().splitlines())
    assert "A saved game is broken" in run(*TWO, state=tmp_path).stdout


def test_section_b_the_rounds_of_14_and_15_cards_are_said_to_be_our_own_reading(
    tmp_path: Path,
) -> None:
    """Who plays them learns that no sheet has them, and what is wild; nobody else does."""
    for schedule, told in (("extended", True), ("official", False)):
        said = run(
            *("play", "--against", "easy", "--schedule", schedule),
            state=tmp_path / schedule,
            typed="r\n",
        ).stdout
        words = " ".join(said.split())
        assert ("with 14 and 15 cards only jokers are wild" in words) == told
        assert ("our own reading" in words) == told


def test_the_header_says_what_was_asked_for(tmp_path: Path) -> None:
    """Options go into the record and stay with the game."""
    run("play", "--against", "easy", "--naturals", "1", "--lay-off", "--tiebreak", "--manual",
        "--schedule", "short", state=tmp_path)  # fmt: skip
    said = run("play", state=tmp_path, typed="y\nr\n").stdout
    assert "Here every meld needs a card that is not wild." in said
    header = json.loads(records_in(tmp_path)[0].read_text("utf-8").splitlines()[0])
    assert header["rules"] == {
        "schedule": "short",
        "naturals": 1,
        "lay_off": "last_turn",
        "ties": "tiebreak",
        "arrangement": "manual",
    }
