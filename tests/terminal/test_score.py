"""Keeping score at the terminal, on the sheets that the browser keeps too."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from fivecrowns.score.file import SheetFile, dump, load
from fivecrowns.score.log import MAX_TIME, Fact
from fivecrowns.score.sheet import Sheet, read
from tests.score.keeping import Keeper
from tests.score.make import PAD
from tests.terminal.driver import Terminal, run

THREE = ("Ann, Bob, Cleo", "short", "")


def sheets(state: Path) -> list[Path]:
    """The files of all sheets."""
    return sorted((state / "fivecrowns" / "scores").glob("*.json"))


def only_sheet(state: Path) -> Sheet:
    """The sheet, as it is on the disk."""
    (path,) = sheets(state)
    return read(load(path.read_bytes()).facts)


def score(state: Path, *lines: str, file: Path | None = None) -> str:
    """Type lines, and give everything that was said."""
    arguments = ("score",) if file is None else ("score", str(file))
    done = run(*arguments, state=state, typed="".join(f"{line}\n" for line in lines))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_real_pad_of_running_totals(tmp_path: Path) -> None:
    """T45."""
    lines: list[str] = []
    totals = [0] * 4
    for row in PAD:
        totals = [before + points for before, points in zip(totals, row, strict=True)]
        lines += [f"={total}" for total in totals]
    said = score(tmp_path, "A, B, C, D", "", "", *lines)
    assert "C wins." in said
    assert "  1. C, 78 points\n  2. B, 109 points\n  3. D, 111 points\n" in said
    assert "Nobody has 0" not in said
    assert [*only_sheet(tmp_path).totals.values()] == [137, 109, 78, 111]


def test_points_come_as_numbers_as_cards_left_or_as_a_hand(tmp_path: Path) -> None:
    said = score(tmp_path, *THREE, "12", "c k 3 jk", "o", "m 8h 8s 8c jk", "m 4s 5h 9d 10c", "0")
    assert "83 points." in said
    assert "JK as 8♦" in said
    rounds = only_sheet(tmp_path).rounds
    assert [*rounds[0].points.values()] == [12, 83, 0]
    assert [*rounds[1].points.values()] == [0, 20 + 5 + 9 + 10, 0]
    assert rounds[0].out == "p3"


def test_blank_is_not_zero_and_what_is_unlikely_is_said(tmp_path: Path) -> None:
    """T46."""
    said = score(tmp_path, *THREE, "", "", "", "5", "-3", "1.5", "76", "9", "ann 4")
    assert said.count("Ann, 0 so far > ") == 2  # asked again after everybody was passed over
    assert said.count("Expected points") == 2
    assert "Nobody has 0 points." in said
    assert "Bob: more than 75 points" in said
    assert only_sheet(tmp_path).rounds[1].missing == ("p2", "p3")


def test_what_was_entered_can_be_corrected_and_taken_back_for_ever(tmp_path: Path) -> None:
    said = score(
        tmp_path, *THREE, "1", "o", "3", "1: ann 9", "history 1 ann", "bob 7", "u", "u", "u", "redo"
    )
    assert "Round 1, Ann: 9 points." in said
    assert said.count("here: ") == 2
    sheet = only_sheet(tmp_path)
    assert [*sheet.rounds[0].points.values()] == [1, 0, 3]
    assert sheet.rounds[1].missing == ("p1", "p2", "p3")


def test_somebody_joins_somebody_leaves_and_a_tie_is_played_out(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    said = score(
        tmp_path,
        *THREE,
        *("4", "o", "4"),
        *("join Dora", ""),
        *("4", "o", "4", "20") * 3,
        *("leave bob", "y"),
        *("4", "4", "o") * 2,
        *("s", "play"),
        *("3", "o"),
        f"csv {path}",
    )
    assert "Dora joins with 3 points." in said  # 8 points among three
    assert "Level at the top: Ann and Cleo." in said
    assert "Bob left after round 4." in said
    assert "Tie-break round: 6 cards, sixes and jokers are wild. Ann deals, Cleo begins." in (
        " ".join(said.split())
    )
    assert "Cleo wins.\n  1. Cleo, 24 points\n  2. Ann, 24 points\n  3. Dora, 63 points" in said
    rows = list(csv.reader(path.read_text("utf-8-sig").splitlines()))
    assert [row[0] for row in rows] == ["Round", "1", "2", "3", "4", "5", "6", "Tie-break 1"]
    assert rows[5][5:] == ["4", "20", "", "", "4", "20", "0", "63"]


def test_a_killed_terminal_loses_nothing(tmp_path: Path) -> None:
    with Terminal("score", state=tmp_path) as terminal:
        terminal.read()
        terminal.type(*THREE, "12", "o")
        terminal.kill()
    with Terminal("score", state=tmp_path) as terminal:
        assert "There is a saved game: the score of Ann, Bob and Cleo, round 1" in terminal.read()
        assert terminal.type("y").endswith("Cleo, 0 so far > ")


def test_a_sheet_of_the_browser_goes_on_here_in_its_own_file(tmp_path: Path) -> None:
    phone = Keeper(["Zoë", "Yan"])
    phone.play((0, 12), (40, 0))
    path = tmp_path / "five-crowns.json"
    path.write_text(dump(SheetFile("sheet", phone.log)), "utf-8")
    said = score(tmp_path, "s", "7", "o", file=path)
    assert "Zoë" in said
    assert read(load(path.read_bytes()).facts).totals == {"zo": 47, "yan": 12}
    assert sheets(tmp_path) == []
    # What another program wrote into the file meanwhile is merged, not lost.
    with Terminal("score", str(path), state=tmp_path) as terminal:
        terminal.read()
        other = Keeper(device="other", log=load(path.read_bytes()).facts)
        other.clock *= 2
        other.enter(1, 3, 0)
        path.write_text(dump(SheetFile("sheet", other.log)), "utf-8")
        terminal.type("5")
    sheet = read(load(path.read_bytes()).facts)
    assert sheet.rounds[0].points == {"zo": 3, "yan": 0}
    assert sheet.rounds[3].points["zo"] == 5


@pytest.mark.parametrize("content", ["", "{}", '{"fivecrowns": 1}', '{"fivecrowns_score": 9}'])
def test_a_file_that_is_no_sheet_is_refused_in_one_sentence(tmp_path: Path, content: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(content, "utf-8")
    done = run("score", str(path), state=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("fivecrowns: expected a sheet")
    assert done.stderr.count("\n") == 1
    assert path.read_text("utf-8") == content


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = run("score", str(tmp_path / "none.json"), state=tmp_path)
    assert done.returncode == 2
    assert "none.json: No such file" in done.stderr


@pytest.mark.parametrize("content", [b"", b"a b", b"x" * 5000, b"\xff\x00"])
def test_a_broken_name_of_the_device_makes_no_sheet_unreadable(
    tmp_path: Path, content: bytes
) -> None:
    device = tmp_path / "fivecrowns" / "scores" / "device"
    device.parent.mkdir(parents=True)
    device.write_bytes(content)
    score(tmp_path, *THREE, "12")
    assert only_sheet(tmp_path).rounds[0].points["p1"] == 12


def test_what_another_program_put_in_the_place_of_a_sheet_stays(tmp_path: Path) -> None:
    path = tmp_path / "pad.json"
    pad = Keeper(["Ann", "Bob"])
    for number, there in enumerate([dump(SheetFile("other", pad.log)), "half a she", ""]):
        path.write_text(dump(SheetFile("this", pad.log)), "utf-8")
        with Terminal("score", str(path), state=tmp_path) as terminal:
            terminal.read()
            path.write_text(there, "utf-8")
            assert "stays as it is" in terminal.type(f"{number + 7}")
            terminal.type(f"{number + 27}")
        assert path.read_text("utf-8") == there
        (beside,) = tmp_path.glob("pad-*.json")
        kept = read(load(beside.read_bytes()).facts)
        assert [*kept.rounds[0].points.values()] == [number + 7, number + 27]
        beside.unlink()


def test_clocks_far_in_the_future_are_shown_and_end_with_a_sentence(tmp_path: Path) -> None:
    pad = Keeper(["Ann", "Bob"])
    path = tmp_path / "pad.json"
    last = Fact(MAX_TIME, "x", "round/1/points/ann", 5)
    path.write_text(dump(SheetFile("s", (*pad.log, last))), "utf-8")
    before = path.read_bytes()
    said = score(tmp_path, "history 1 ann", "7", file=path)
    assert "elsewhere: 5 points" in said
    assert "Expected clocks before the year 10000" in said
    assert path.read_bytes() == before


def test_a_file_keeps_its_rights_and_its_link(tmp_path: Path) -> None:
    pad = Keeper(["Ann", "Bob"])
    path = tmp_path / "pad.json"
    path.write_text(dump(SheetFile("s", pad.log)), "utf-8")
    path.chmod(0o664)
    link = tmp_path / "link.json"
    link.symlink_to(path)
    score(tmp_path, "7", file=link)
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o664
    before = path.read_bytes()
    assert read(load(before).facts).rounds[0].points["ann"] == 7
    path.chmod(0o444)
    done = run("score", str(path), state=tmp_path, typed="8\n")
    assert done.returncode == 2
    assert done.stderr == f"fivecrowns: cannot write {path}: it may only be read\n"
    assert path.read_bytes() == before


def test_bad_answers_are_asked_again(tmp_path: Path) -> None:
    said = score(
        tmp_path,
        "Ann",
        "Ann, ann",
        "x" * 30 + ", Bob",
        "Ann, Bob",
        "long",
        "short",
        "zoe",
        "b",
        *("foo", "m 8h 8s", "m 8h 8s xx", "c 7 foo", "9: ann 3", "join", "join ann", "leave ann"),
        *("seats ann", "history", "csv", "s now", "name ann bob", "=99999999", "4"),
    )
    assert "Bob deals, Ann begins." in said
    assert said.count("Expected") >= 19
    assert only_sheet(tmp_path).totals == {"p1": 4, "p2": 0}


def test_a_sheet_is_kept_in_one_terminal_at_a_time(tmp_path: Path) -> None:
    """The second one says so; when the process of the first dies, the sheet is free again."""
    with Terminal("score", state=tmp_path) as first:
        first.read()
        first.type("Ann, Bob", "short", "", "12")
        (path,) = sheets(tmp_path)
        before = path.read_bytes()
        second = run("score", state=tmp_path)
        assert "A sheet is being kept in another terminal; it is left alone." in second.stdout
        assert "Go on with it?" not in second.stdout
        named = run("score", str(path), state=tmp_path, typed="7\n")
        assert (named.returncode, named.stdout) == (2, "")
        expected = f"fivecrowns: expected a sheet that no other terminal keeps, got {path}\n"
        assert named.stderr == expected
        assert path.read_bytes() == before
        first.kill()
    assert "Go on with it?" in run("score", state=tmp_path).stdout
    score(tmp_path, "7", file=path)
    assert [*only_sheet(tmp_path).rounds[0].points.values()] == [12, 7]


def test_a_copy_of_a_sheet_is_no_second_sheet(tmp_path: Path) -> None:
    """Two files of the same sheet have one lock; nobody else keeps it."""
    score(tmp_path, *THREE, "12")
    (path,) = sheets(tmp_path)
    path.with_name("copy.json").write_bytes(path.read_bytes())
    score(tmp_path, "y", "7")
    said = score(tmp_path, "y", "0")
    assert "another terminal" not in said
    assert said.count("the score of Ann, Bob and Cleo") == 1
    rounds = [read(load(file.read_bytes()).facts).rounds[0] for file in sheets(tmp_path)]
    points = [[*at.points.values()] for at in rounds]
    assert [12, 7, 0] in points, "it went on with the newest"
    assert [12, None, None] in points, "the other was left alone"


def test_sheets_that_are_only_offered_are_free_again(tmp_path: Path) -> None:
    """No to an old sheet keeps nobody from it while the new one is kept."""
    score(tmp_path, *THREE, "12")
    (path,) = sheets(tmp_path)
    with Terminal("score", state=tmp_path) as terminal:
        terminal.read()
        terminal.type("n")
        score(tmp_path, "7", file=path)
    assert [*only_sheet(tmp_path).rounds[0].points.values()] == [12, 7, None]


@pytest.mark.parametrize("name", ["~nobody-of-this-name/x.csv", "a\0b.csv", "x" * 300])
def test_a_spreadsheet_that_cannot_be_written_is_said_and_asked_again(
    tmp_path: Path, name: str
) -> None:
    said = score(tmp_path, *THREE, f"csv {name}", "12")
    assert "Cannot write " in " ".join(said.split())
    assert only_sheet(tmp_path).rounds[0].points["p1"] == 12
