"""`fivecrowns simulate`: what many games between computer players show, as a table."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from fivecrowns.record import rules_fields
from fivecrowns.rules import Rules
from fivecrowns.simulate import Estimate, Line, Report, simulate
from fivecrowns.terminal.screen import shows_symbols
from fivecrowns.terminal.words import some


def run(
    kinds: Sequence[str], games: int, rules: Rules, seed: int, jobs: int, *, as_json: bool
) -> None:
    """Play games and print the report.

    Raises:
        FiveCrownsError: a number or the rules are not what they should be.
    """
    with _progress(games) as progress:
        report = simulate(kinds, games, rules=rules, seed=seed, jobs=jobs, progress=progress)
    if as_json:
        told = {"seed": seed, "rules": rules_fields(rules), **asdict(report)}
        sys.stdout.write(f"{json.dumps(told)}\n")
    else:
        _print(report, seed)


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


def _print(report: Report, seed: int) -> None:
    console = _Console(highlight=False)
    whole = report.games == report.deals * len(report.seats)
    console.print(
        f"{some(report.games, 'game')} of {some(report.deals, 'deal')}, seed {seed}. Each deal is "
        f"played with every seat as first dealer{'' if whole else ', the last one not to the end'}."
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
    mean = f"{scale * estimate.mean:{sign}.1f}"
    if estimate.high is None:
        return mean
    between = "\u00b1" if shows_symbols(sys.stdout) else "+-"
    return f"{mean} {between}{scale * (estimate.high - estimate.mean):.1f}"
