"""Simulation: duplicate deals, honest intervals, the same result however it is run."""

from __future__ import annotations

import json
import os
import re
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fivecrowns.errors import FiveCrownsError
from fivecrowns.rules import SCHEDULES, Rules, RulesError
from fivecrowns.simulate import Clusters, Estimate, estimate, simulate, student_t

SHORT = Rules(schedule=SCHEDULES["short"])


def test_every_player_holds_every_hand_of_a_deal_once() -> None:
    """Players that decide alike end level, because each plays every seat of the same deal."""
    report = simulate(["medium"] * 3, 6, rules=SHORT, seed=5)
    points = {line.points_per_game.mean for line in report.seats}
    out = {line.rounds_out for line in report.seats}
    assert len(points) == 1
    assert len(out) == 1


def test_the_same_seed_gives_the_same_report_whatever_the_jobs() -> None:
    """Processes only make it faster."""
    kinds = ["easy", "random", "medium"]
    alone = simulate(kinds, 17, rules=SHORT, seed="s", jobs=1)
    assert simulate(kinds, 17, rules=SHORT, seed="s", jobs=2) == alone
    assert simulate(kinds, 17, rules=SHORT, seed="t", jobs=2) != alone


def test_it_plays_as_many_games_as_asked() -> None:
    """The last deal is played from fewer seats if the number asks for that."""
    told: list[int] = []
    report = simulate(["easy"] * 3, 14, rules=SHORT, progress=told.append)
    assert report.games == 14
    assert report.deals == 5
    assert told[-1] == 14
    assert sum(line.wins for line in report.seats) == pytest.approx(14)
    assert [line.games for line in report.seats] == [14, 14, 14]
    assert [line.rounds for line in report.seats] == [14 * 6] * 3


PLAYERS_PAGE = Path(__file__).parent.parent / "docs" / "players.md"
MODULE = """
from fivecrowns.actions import Discard
from fivecrowns.players import Decision, Reason, make_player

class Twin:  # plays as medium does
    def __init__(self, seed):
        self.decide = make_player("medium", seed).decide

class Stubborn:
    pass

class Quitter(Twin):
    def __init__(self, seed):
        self.decide = lambda view: exit(0)

class Silent(Twin):
    def __init__(self, seed):
        self.decide = print

    def __repr__(self):
        return "Silent()"

class Impatient(Silent):
    def __init__(self, seed):
        self.decide = lambda view: Decision(Discard(view.seat, view.hand[0]), Reason("mine"))

class Vague(Silent):
    def __init__(self, seed):
        self.decide = lambda view: Decision("draw", Reason("mine"))

NUMBER = 5
"""


def test_a_player_of_ones_own_plays_in_every_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that decides as medium does plays the games that medium plays."""
    (tmp_path / "players_of_mine.py").write_text(MODULE, "utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    report = simulate(["players_of_mine:Twin", "easy"], 18, rules=SHORT, seed=3, jobs=2)
    known = simulate(["medium", "easy"], 18, rules=SHORT, seed=3)
    assert [line.player for line in report.kinds] == ["players_of_mine:Twin", "easy"]
    assert [line.points_per_game for line in report.seats] == [
        line.points_per_game for line in known.seats
    ]


def test_the_player_of_the_docs_plays(tmp_path: Path) -> None:
    """The program and the command in the docs, as they stand."""
    page = PLAYERS_PAGE.read_text("utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (command,) = re.findall(r"    fivecrowns (simulate .*mine:.*)\n", page)
    (tmp_path / "mine.py").write_text(program, "utf-8")
    arguments = [*command.replace("200", "6").split(), "--schedule", "short", "--json"]
    main = "import sys, fivecrowns.cli; sys.exit(fivecrowns.cli.main())"
    done = subprocess.run(
        [sys.executable, "-P", "-c", main, *arguments],  # -P: as the installed command, which
        cwd=tmp_path,  # does not look for modules here by itself
        capture_output=True,
        text=True,
        check=True,
    )
    lines = json.loads(done.stdout)["kinds"]
    assert [(line["player"], line["games"]) for line in lines] == [("mine:Hasty", 6), ("medium", 6)]
    assert lines[0]["points_per_game"]["mean"] > lines[1]["points_per_game"]["mean"]


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("greedy", r"expected a player \(easy, .*, or module:name of your own\), got 'greedy'"),
        ("no_such:Player", "expected module:name .*, got 'no_such:Player': No module named"),
        ("players_of_mine:None", "expected module:name .* has no attribute"),
        ("players_of_mine:", "expected module:name"),
        (":Twin", "expected module:name"),
        (".:Twin", "expected module:name"),
        ("players_of_mine:NUMBER", "to make a player from a seed, got 5"),
        ("players_of_mine:Stubborn", "to make a player from a seed, got <class"),
        ("builtins:str", "to make a player with a method decide, got '0'"),
    ],
)
def test_what_is_no_player_is_said_before_anything_is_played(
    kind: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "players_of_mine.py").write_text(MODULE, "utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.raises(FiveCrownsError, match=message):
        simulate([kind, "easy"], 2)


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("Silent", "expected a Decision of Silent(), got None"),
        ("Vague", "expected a Decision of Silent(), got Decision(action='draw'"),
        ("Impatient", "expected a legal action of Silent(), got Discard(seat="),
        ("Quitter", "one asked for the end of the program (0)"),
    ],
)
def test_what_is_no_decision_is_said_with_the_player_who_made_it(
    kind: str, jobs: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(MODULE, "utf-8")
    arguments = f"simulate --players mine:{kind},easy --games 40 --jobs {jobs}".split()
    done = subprocess.run(
        [sys.executable, "-m", "fivecrowns", *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_kinds_add_up_their_seats() -> None:
    """The line of a kind is the sum of the seats that it plays in."""
    report = simulate(["medium", "random", "medium"], 6, rules=SHORT)
    seats = report.seats
    assert [line.player for line in report.kinds] == ["medium", "random"]
    assert report.kinds[0].wins == pytest.approx(seats[0].wins + seats[2].wins)
    assert report.kinds[0].games == 12
    assert report.kinds[0].points_per_game.mean == pytest.approx(
        (seats[0].points_per_game.mean + seats[2].points_per_game.mean) / 2
    )
    assert report.differences[0].players == ("medium", "random")


def test_a_mean_of_single_values_has_the_textbook_interval() -> None:
    """With one value a cluster the interval is the mean plus or minus t times s / sqrt(n)."""
    values = [3.0, 8.0, 1.0, 4.0, 9.0]
    half = 2.776 * statistics.stdev(values) / 5**0.5
    found = estimate(values, [1] * 5)
    assert found.low is not None
    assert found.high is not None
    assert found.mean - found.low == pytest.approx(half, rel=1e-2)
    assert found.high - found.mean == pytest.approx(half, rel=1e-2)


def test_one_cluster_alone_has_no_interval() -> None:
    """Where nothing can be said about the spread, nothing is said."""
    assert estimate([12.0], [4]) == Estimate(3.0, None, None)


@pytest.mark.parametrize(("always", "edge"), [(False, 0.0), (True, 1.0)])
def test_what_never_happened_may_happen_still(*, always: bool, edge: float) -> None:
    """No spread was seen, and yet a share is not known for sure: Clopper and Pearson's interval.

    With a share at its farther end, what was seen has a chance of 2.5 %.
    """
    clusters = Clusters()
    for _ in range(40):
        clusters.add(2 * always, 2)
    found = clusters.share()
    assert found.mean == edge
    assert found.half is not None
    assert (1 - found.half) ** 40 == pytest.approx(0.025)
    assert edge in (found.low, found.high)


@pytest.mark.parametrize(
    ("freedom", "table"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (10, 2.228), (30, 2.042), (120, 1.980)],
)
def test_students_t_is_that_of_the_tables(freedom: int, table: float) -> None:
    """The 97.5 % points agree with printed tables."""
    assert student_t(freedom) == pytest.approx(table, rel=1e-2)


@pytest.mark.parametrize(
    ("better", "worse", "games"), [("hard", "medium", 40), ("medium", "easy", 120)]
)
def test_a_stronger_player_has_fewer_points(better: str, worse: str, games: int) -> None:
    """In duplicate deals the 95 % interval of the difference excludes zero."""
    report = simulate([better, worse], games, seed="strength", jobs=2)
    (difference,) = report.differences
    assert difference.points_per_game.high is not None
    assert difference.points_per_game.high < 0
    assert report.stalled_rounds == 0


def test_what_cannot_be_simulated_is_refused() -> None:
    """A wrong kind, number or table gets a sentence that says what was expected."""
    with pytest.raises(FiveCrownsError, match="expected a player"):
        simulate(["medium", "clever"], 2)
    with pytest.raises(FiveCrownsError, match="expected 1 to 1000000 games"):
        simulate(["medium", "easy"], 0)
    with pytest.raises(FiveCrownsError, match="expected 1 to 256 jobs"):
        simulate(["medium", "easy"], 1, jobs=0)
    with pytest.raises(RulesError, match="2 to 14 players"):
        simulate(["medium"], 2)


def children(pid: int) -> set[int]:
    """The processes that a process has started."""
    return set(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()))


def running(pids: set[int]) -> set[int]:
    """Those of the processes that still run."""
    return {pid for pid in pids if Path(f"/proc/{pid}").exists()}


@pytest.fixture
def simulation() -> Iterator[tuple[subprocess.Popen[str], set[int]]]:
    """A long simulation in two processes, and those processes."""
    arguments = "simulate --players medium,medium --games 100000 --jobs 2 --json".split()
    process = subprocess.Popen(
        [sys.executable, "-m", "fivecrowns", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + 30
    workers: set[int] = set()
    while len(workers) < 2 and time.monotonic() < until:
        time.sleep(0.1)
        workers = children(process.pid)
    assert len(workers) == 2
    time.sleep(1)
    yield process, workers
    process.kill()
    process.communicate()


def test_processes_end_with_the_one_that_started_them(
    simulation: tuple[subprocess.Popen[str], set[int]],
) -> None:
    """A killed simulation leaves nothing behind."""
    process, workers = simulation
    process.kill()
    until = time.monotonic() + 20
    while running(workers) and time.monotonic() < until:
        time.sleep(0.1)
    assert not running(workers)


ENDLESS = """
import os
import re
import time
from pathlib import Path

class Endless:
    def __init__(self, seed):
        self.first_deal = str(seed).startswith("0/0/")

    def decide(self, view):
        if self.first_deal:
            while not Path("stop").exists():
                time.sleep(0.05)
            raise ValueError("the first gives up")
        Path("endless").write_text(str(os.getpid()), "utf-8")
        re.match("(a+)+$", 60 * "a" + "b")  # takes years, all of them outside of Python
"""


@pytest.mark.parametrize("interrupted", [True, False])
def test_nothing_waits_for_a_player_without_an_end(tmp_path: Path, *, interrupted: bool) -> None:
    """Neither after Ctrl-C nor after an error of another game, and it does not go on alone."""
    (tmp_path / "mine.py").write_text(ENDLESS, "utf-8")
    arguments = "simulate --players mine:Endless,easy --games 100 --jobs 2".split()
    process = subprocess.Popen(
        [sys.executable, "-m", "fivecrowns", *arguments],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    endless: set[int] = set()
    try:
        file, until = tmp_path / "endless", time.monotonic() + 60
        while not (file.exists() and file.read_text("utf-8")) and time.monotonic() < until:
            time.sleep(0.05)
        endless = {int(file.read_text("utf-8"))}
        if interrupted:
            process.send_signal(signal.SIGINT)
        else:
            (tmp_path / "stop").touch()
        _, said = process.communicate(timeout=60)
        assert said.endswith("Interrupted.\n" if interrupted else "the first gives up\n")
        until = time.monotonic() + 20
        while running(endless) and time.monotonic() < until:
            time.sleep(0.05)
        assert not running(endless)
    finally:
        for pid in running(endless):
            os.kill(pid, signal.SIGKILL)
        process.kill()
        process.communicate()


def test_a_killed_process_is_said_in_a_sentence(
    simulation: tuple[subprocess.Popen[str], set[int]],
) -> None:
    """Whoever runs out of memory learns what happened."""
    process, workers = simulation
    os.kill(min(workers), signal.SIGKILL)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 2
    assert said.count("\n") == 1
    assert "one was killed" in said
