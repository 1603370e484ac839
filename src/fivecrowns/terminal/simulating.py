"""`fivecrowns simulate`: what many games between computer players show, as a table."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from fivecrowns.errors import FiveCrownsError
from fivecrowns.record import rules_fields
from fivecrowns.rules import LayOff
from fivecrowns.simulate import Estimate, Line, Plan, PlayedGame, Report, check_games, simulate
from fivecrowns.simulate.journal import Journal
from fivecrowns.simulate.rows import Rows
from fivecrowns.terminal.screen import shows_symbols
from fivecrowns.terminal.words import some


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted beside the table.

    Attributes:
        as_json: JSON in place of the table.
        precision: stop early once the points a game are known to so many points either way.
        resume: the journal of the games, made or gone on with.
        csv: the file for one row a game and seat.
        report: the file for a page with pictures.
    """

    as_json: bool = False
    precision: float | None = None
    resume: Path | None = None
    csv: Path | None = None
    report: Path | None = None


def run(plan: Plan, games: int, jobs: int, wanted: Wanted) -> None:
    """Play games and print what they show.

    Raises:
        FiveCrownsError: a number, the rules or a file are not what they should be.
        OSError: a file cannot be written.
    """
    check_games(plan, games, jobs, wanted.precision)
    _check_files(wanted)
    page = None if wanted.report is None else _page_maker()
    with ExitStack() as files:
        consumers: list[Callable[[PlayedGame], object]] = []
        known: Iterable[PlayedGame] = ()
        # All files are opened now: hours of play end in no error that was there before.
        if wanted.resume is not None:
            journal = files.enter_context(Journal(wanted.resume, plan))
            known = journal.games()
            consumers.append(journal.write)
        if wanted.csv is not None:
            rows = files.enter_context(wanted.csv.open("w", encoding="utf-8", newline=""))
            consumers.append(Rows(rows, plan).write)
        sheet = None
        if page is not None and wanted.report is not None:
            sheet = page, files.enter_context(wanted.report.open("w", encoding="utf-8"))
        progress = files.enter_context(_progress(games))

        def each(game: PlayedGame) -> None:
            for consumer in consumers:
                consumer(game)

        report = simulate(
            plan.kinds,
            games,
            rules=plan.rules,
            seed=plan.seed,
            jobs=jobs,
            precision=wanted.precision,
            known=known,
            each=each,
            progress=progress,
        )
        if sheet is not None:
            make_page, file = sheet
            file.write(make_page(report, ", ".join(plan.kinds), _command(plan, games, wanted)))
    if wanted.as_json:
        told = {"seed": plan.seed, "rules": rules_fields(plan.rules), **asdict(report)}
        sys.stdout.write(f"{json.dumps(told)}\n")
    else:
        _print(report, plan.seed, games)


def _check_files(wanted: Wanted) -> None:
    """Refuse one file for two things, and a report that would be no page."""
    files = [file for file in (wanted.resume, wanted.csv, wanted.report) if file is not None]
    if len({file.resolve() for file in files}) < len(files):
        raise FiveCrownsError(f"expected a file of its own for each option, got {files[0]} twice")
    if wanted.report is not None and wanted.report.suffix.lower() not in {".html", ".htm"}:
        raise FiveCrownsError(f"--report: expected a name that ends in .html, got {wanted.report}")


def _page_maker() -> Callable[[Report, str, str], str]:
    """What makes the page; matplotlib is not there unless somebody asked for it."""
    try:
        from fivecrowns.simulate.page import page  # noqa: PLC0415 - matplotlib is optional
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "fivecrowns":
            raise
        raise FiveCrownsError(
            f"expected {missing}, which draws the pictures of a report; to install it: "
            f"{shlex.quote(sys.executable)} -m pip install {missing}"
        ) from None
    return page


def _command(plan: Plan, games: int, wanted: Wanted) -> str:
    """The command that gives the same report again."""
    rules = plan.rules
    words = ["fivecrowns simulate", f"--players {','.join(plan.kinds)}", f"--games {games}"]
    if rules.schedule_name != "official":
        words.append(f"--schedule {rules.schedule_name or 'random'}")
    if rules.naturals:
        words.append(f"--naturals {rules.naturals}")
    if rules.lay_off is not LayOff.NEVER:
        words.append("--lay-off")
    words.append(f"--seed {plan.seed}")
    if wanted.precision is not None:
        words.append(f"--precision {wanted.precision:g}")
    return " ".join(words)


@contextmanager
def _progress(games: int) -> Generator[Callable[[int], None] | None]:
    """A bar on the error output, if that is a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    columns = BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda played: bar.update(task, completed=played)


class _Console(Console):
    """A console that leaves a closed pipe to the command line, like all other output."""

    def on_broken_pipe(self) -> None:
        """Pass the error on."""
        raise BrokenPipeError


def _print(report: Report, seed: int | str, asked: int) -> None:
    console = _Console(highlight=False)
    early = report.games < asked
    whole = report.games == report.deals * len(report.seats)
    console.print(
        f"{some(report.games, 'game')} of {some(report.deals, 'deal')}, seed {seed}. Each deal is "
        f"played with every seat as first dealer{'' if whole else ', the last one not to the end'}."
        f"{' Stopped early: the points a game are known well enough.' if early else ''}"
        " Means are given with their 95 % interval; turns are those of a round.",
    )
    console.print(_table("seat", report.seats, numbered=True))
    if len(report.kinds) < len(report.seats):
        console.print(_table("player", report.kinds, numbered=False))
    for difference in report.differences:
        first, second = difference.players
        console.print(
            f"{first} against {second}: {_interval(difference.points_per_game, sign='+')} points "
            f"a game, {_interval(difference.win_share, scale=100, sign='+')} % of the games"
        )
    if report.stalled_rounds:
        console.print(f"{some(report.stalled_rounds, 'round')} ended because nobody went out.")


def _table(head: str, lines: Sequence[Line], *, numbered: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(head)
    for column in ("games", "won %", "points/game", "points/round", "out %", "turns"):
        table.add_column(column, justify="right")
    for number, line in enumerate(lines, start=1):
        table.add_row(
            f"{number} {line.player}" if numbered else line.player,
            str(line.games),
            _interval(line.win_share, scale=100),
            _interval(line.points_per_game),
            _interval(line.points_per_round),
            f"{100 * line.rounds_out / line.rounds:.1f}",
            f"{line.turns_per_round:.1f}",
        )
    return table


def _interval(estimate: Estimate, *, scale: float = 1, sign: str = "-") -> str:
    """A mean, and how far its 95 % interval reaches to either side where that is known."""
    mean = f"{scale * estimate.mean:{sign}z.1f}"
    if estimate.half is None:
        return mean
    between = "\u00b1" if shows_symbols(sys.stdout) else "+-"
    return f"{mean} {between}{scale * estimate.half:.1f}"
