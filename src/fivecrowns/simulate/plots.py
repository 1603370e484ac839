"""Pictures of what a simulation shows, as SVG.

Lines differ by marker and dash as well as by colour, and the colours are those of Okabe and Ito,
which people with any kind of colour vision can tell apart.
"""

# matplotlib leaves the types of further keywords open.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from io import StringIO
from itertools import accumulate
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from fivecrowns.simulate.estimates import Estimate
from fivecrowns.simulate.report import Report

STYLES: Final[Sequence[dict[str, Any]]] = (
    {"color": "#0072b2", "marker": "o", "linestyle": "-"},
    {"color": "#d55e00", "marker": "s", "linestyle": "--"},
    {"color": "#009e73", "marker": "^", "linestyle": "-."},
    {"color": "#a3508a", "marker": "D", "linestyle": ":"},
    {"color": "#b37a00", "marker": "v", "linestyle": "-"},
    {"color": "#333333", "marker": "P", "linestyle": "--"},
)
"""How the first, second, ... line of a picture is drawn."""
BINS: Final = 40
"""Bars, at most, of a histogram."""

_LOOKS: Final[dict[Any, Any]] = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#767676",
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": "medium",
    "axes.titleweight": "bold",
    "font.family": "sans-serif",
    "grid.color": "#e3e3e3",
    "legend.frameon": False,
    "lines.markersize": 4.5,
    "svg.fonttype": "none",  # text stays text: small, sharp, and it can be searched
    "svg.hashsalt": "fivecrowns",  # the same picture gives the same file
}


@contextmanager
def picture(
    title: str, across: str, up: str, *, wide: float = 6.4
) -> Generator[tuple[Figure, Axes]]:
    """A figure with one pair of axes, to draw on."""
    with mpl.rc_context(_LOOKS):
        figure = Figure(figsize=(wide, 4), layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(title)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        yield figure, axes


def svg(figure: Figure) -> str:
    """A figure as the text of an SVG file, the same for the same figure."""
    with mpl.rc_context(_LOOKS):
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n"


def line(
    axes: Axes,
    number: int,
    label: str,
    across: Sequence[float],
    values: Sequence[Estimate],
    *,
    scale: float = 1,
) -> None:
    """Draw estimates with their intervals as the line of this number."""
    axes.errorbar(
        across,
        [scale * value.mean for value in values],
        yerr=[scale * (value.half or 0) for value in values],
        label=label,
        capsize=2,
        elinewidth=1,
        **STYLES[number % len(STYLES)],
    )


def points_by_round(report: Report) -> Figure:
    """Points of a seat in each round of the schedule."""
    with picture("Points by round", "cards dealt", "points a round") as (figure, axes):
        for number, kind in enumerate(report.kinds):
            lines = [entry for entry in report.by_round if entry.player == kind.player]
            rounds = [entry.round for entry in lines]
            line(axes, number, kind.player, rounds, [entry.points for entry in lines])
            axes.set_xticks(rounds, [str(entry.cards) for entry in lines])
        axes.set_ylim(bottom=0)
        axes.legend()
    return figure


def out_by_turn(report: Report) -> Figure:
    """How often a player has gone out by each of its turns."""
    title = "Chance to have gone out by turn"
    with picture(title, "own turn in the round", "% of the rounds") as (figure, axes):
        last = max(len(spread.out_by_turn) for spread in report.spreads)
        for number, spread in enumerate(report.spreads):
            reached = [100 * out / spread.rounds for out in accumulate(spread.out_by_turn)]
            reached += (last - len(reached)) * (reached[-1:] or [0.0])
            axes.plot(
                range(last + 1), [0, *reached], label=spread.player, **STYLES[number % len(STYLES)]
            )
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlim(left=0)
        axes.set_ylim(bottom=0)
        axes.legend()
    return figure


def totals(report: Report) -> Figure:
    """How the totals of a game are distributed."""
    with picture("Totals at the end of a game", "points", "% of the games") as (figure, axes):
        most = max(total for spread in report.spreads for total, _ in spread.totals)
        width = max(1, -(-(most + 1) // BINS))
        edges = range(0, most + width + 1, width)
        for number, spread in enumerate(report.spreads):
            games = sum(count for _, count in spread.totals)
            style = STYLES[number % len(STYLES)]
            axes.hist(
                [total for total, _ in spread.totals],
                bins=list(edges),
                weights=[100 * count / games for _, count in spread.totals],
                histtype="step",
                linewidth=1.8,
                label=spread.player,
                color=style["color"],
                linestyle=style["linestyle"],
            )
        axes.set_xlim(left=0)
        axes.legend()
    return figure


def head_to_head(report: Report) -> Figure:
    """How often each kind of player ends before each other."""
    kinds = [line.player for line in report.kinds]
    ahead = {difference.players: difference.ahead for difference in report.differences}
    title = "Row ends before column, % of the games"
    with picture(title, "", "", wide=max(4.8, 1.6 + 1.2 * len(kinds))) as (figure, axes):
        axes.grid(visible=False)
        for row, own in enumerate(kinds):
            for column, other in enumerate(kinds):
                found = ahead.get((own, other))
                mean = found.mean if found else None
                half = found.half if found else None
                if (other, own) in ahead:
                    mean, half = 1 - ahead[other, own].mean, ahead[other, own].half
                _cell(axes, row, column, mean, half)
        ticks = range(len(kinds))
        axes.set_xticks(ticks, kinds)
        axes.set_yticks(ticks, kinds)
        axes.set_xlim(-0.5, len(kinds) - 0.5)
        axes.set_ylim(len(kinds) - 0.5, -0.5)
        axes.tick_params(length=0)
    return figure


def _cell(axes: Axes, row: int, column: int, mean: float | None, half: float | None) -> None:
    """One field of the matrix: orange where the row loses, violet where it wins."""
    colours = mpl.colormaps["PuOr"]
    colour = "#f2f2f2" if mean is None else colours(0.2 + 0.6 * mean)
    axes.fill_between(
        [column - 0.48, column + 0.48], row - 0.48, row + 0.48, color=colour, linewidth=0
    )
    if mean is not None:
        between = "" if half is None else f"\n\u00b1 {100 * half:.1f}"
        axes.text(column, row, f"{100 * mean:.1f}{between}", ha="center", va="center")
