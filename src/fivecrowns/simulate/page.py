"""The report of a simulation as one page of HTML, pictures included."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from matplotlib.figure import Figure

from fivecrowns.simulate import plots
from fivecrowns.simulate.estimates import Estimate
from fivecrowns.simulate.report import Line, Report

MINUS: Final = "\u2212"

_STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; margin: 0 auto;
  max-width: 68rem; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .8rem; text-align: right; border-bottom: 1px solid #ddd;
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
.pictures { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(28rem,
  100%), 1fr)); }
img { width: 100%; height: auto; }
pre { background: #f4f4f4; padding: .6rem .8rem; overflow-x: auto; }
"""


def page(report: Report, title: str, command: str) -> str:
    """The report as a page that needs no other file.

    Args:
        report: what to show.
        title: what was played.
        command: what gives the same report again.
    """
    pictures = [
        ("Points by round", plots.points_by_round(report)),
        ("Chance to have gone out by turn", plots.out_by_turn(report)),
        ("Totals at the end of a game", plots.totals(report)),
    ]
    if report.differences:
        pictures.append(("Head to head", plots.head_to_head(report)))
    parts = [
        f"<h1>{escape(title)}</h1>",
        (
            f"<p>{report.games} games of {report.deals} deals; each deal is played with every seat "
            "as first dealer. Behind ± is the 95 % interval over deals.</p>"
        ),
        "<h2>Players</h2>",
        _lines(report.kinds, numbered=False),
        *_differences(report),
        "<h2>Seats</h2>",
        _lines(report.seats, numbered=True),
        "<h2>Pictures</h2>",
        f'<div class="pictures">{"".join(_picture(*entry) for entry in pictures)}</div>',
        "<h2>Round by round</h2>",
        _rounds(report),
        f"<h2>Again</h2><p>The same report again:</p><pre>{escape(command)}</pre>",
    ]
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}'
        '</title><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style></head><body>\n{body}\n</body></html>\n"
    )


def _lines(lines: Sequence[Line], *, numbered: bool) -> str:
    return _table(
        ["Player", "Games", "Won, %", "Points a game", "Points a round", "Out, %", "Turns"],
        (
            [
                f"{number} {line.player}" if numbered else line.player,
                str(line.games),
                interval(line.win_share, 100),
                interval(line.points_per_game),
                interval(line.points_per_round, digits=2),
                f"{100 * line.rounds_out / line.rounds:.1f}",
                f"{line.turns_per_round:.2f}",
            ]
            for number, line in enumerate(lines, start=1)
        ),
    )


def _differences(report: Report) -> list[str]:
    if not report.differences:
        return []
    rows = (
        [
            f"{difference.players[0]} {MINUS} {difference.players[1]}",
            interval(difference.points_per_game, sign="+"),
            interval(difference.points_per_round, sign="+", digits=2),
            interval(difference.win_share, 100, sign="+"),
            interval(difference.ahead, 100),
        ]
        for difference in report.differences
    )
    heads = ["Difference", "Points a game", "Points a round", "Won, %", "First ends before, %"]
    return ["<h2>Differences, deal by deal</h2>", _table(heads, rows)]


def _rounds(report: Report) -> str:
    rows = (
        [
            str(line.cards),
            line.player,
            interval(line.points, digits=2),
            interval(line.out, 100),
            interval(line.turns, digits=2),
        ]
        for line in sorted(report.by_round, key=lambda line: line.round)
    )
    return _table(["Cards", "Player", "Points", "Out, %", "Turns"], rows)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    return f'<div class="scroll"><table><tr>{top}</tr>{body}</table></div>'


def _picture(name: str, figure: Figure) -> str:
    data = b64encode(plots.svg(figure).encode()).decode()
    return f'<img alt="{escape(name)}" src="data:image/svg+xml;base64,{data}">'


def interval(estimate: Estimate, scale: float = 1, *, sign: str = "-", digits: int = 1) -> str:
    """A mean, and how far its 95 % interval reaches to either side where that is known."""
    mean = f"{scale * estimate.mean:{sign}.{digits}f}".replace("-", MINUS)
    half = estimate.half
    return mean if half is None else f"{mean} ± {scale * half:.{digits}f}"
