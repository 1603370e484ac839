"""The page "The game in numbers" and the script that makes it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from fivecrowns.cards import JOKER
from fivecrowns.game import Game, deal, play
from fivecrowns.players import make_player
from fivecrowns.rules import Rules
from fivecrowns.shuffler import SeededShuffler
from fivecrowns.simulate import simulate
from fivecrowns.view import view

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
SCRIPT = ROOT / "scripts" / "game_numbers.py"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page from few games."""
    folder = tmp_path_factory.mktemp("numbers")
    words = ["--deals", "3", "--docs", str(folder), "--journals", str(folder / "journals")]
    subprocess.run([sys.executable, str(SCRIPT), *words], check=True, capture_output=True)
    for picture in pictures(text := (folder / "numbers.md").read_text("utf-8")):
        ET.fromstring((folder / picture).read_bytes())  # noqa: S314 - our own
    return text


def pictures(text: str) -> list[str]:
    """The files of the pictures on a page."""
    found = re.findall(r"!\[[^]]+\]\(([^)]+\.svg)\)", text)
    assert found
    return found


def cells(text: str, section: str, first: str, number: int = 0) -> list[str]:
    """The cells behind the first in a row of a section's tables."""
    part = text.split(f"## {section}\n")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("|")]
    return [row for row in rows if row[0] == first][number][1:]


def test_the_page_in_the_docs_is_what_the_script_makes(page: str) -> None:
    """It has the same sections, tables and pictures; only the figures come from more games."""
    kept = (DOCS / "numbers.md").read_text("utf-8")

    def shape(text: str) -> str:
        return re.sub(r"[\u2212+]?[0-9][0-9,.]*", "0", text)

    assert shape(kept) == shape(page)
    assert "nan" not in kept
    for picture in pictures(kept):
        ET.fromstring((DOCS / picture).read_bytes())  # noqa: S314 - our own


def test_its_figures_are_those_of_the_simulation(page: str) -> None:
    """The command beside them gives the same points and turns."""
    report = simulate(["hard"] * 3, 9, seed=1)
    for line in report.by_round:
        points, turns = (cells(page, "Points and turns", str(line.cards), n)[1] for n in (0, 1))
        assert points.startswith(f"{line.points.mean:.1f} ±")
        assert turns.startswith(f"{line.turns.mean:.2f} ±")


def test_its_joker_is_worth_what_a_regression_says(page: str) -> None:
    """Played again through the engine, hands looked at, and fitted by numpy, round by round."""
    held: list[list[float]] = [[] for _ in Rules().schedule]
    paid: list[list[float]] = [[] for _ in Rules().schedule]
    begins: list[float] = []
    for number in range(6):
        shuffler = SeededShuffler(f"1/{number // 2}")
        player, game = make_player("hard"), Game(Rules(), 2, number % 2)
        while not game.is_over:
            if game.round is None:
                game, _ = game.apply(deal(game, shuffler))
                assert game.round is not None
                held[len(game.results)] += [hand.count(JOKER) for hand in game.round.hands]
            elif game.turn is not None:
                action = player.decide(view(game, game.turn)).action
                game, _, _ = play(game, action, shuffler)
        for at, result in enumerate(game.results):
            paid[at] += [score or 0 for score in result.scores]
            begins.append(result.out == 1 - result.dealer)
    # One slope for all rounds, each with a level of its own.
    xs = np.concatenate([np.array(x) - np.mean(x) for x in held])
    ys = np.concatenate([np.array(y) - np.mean(y) for y in paid])
    slope = float(np.polyfit(xs, ys, 1)[0])
    assert cells(page, "What a joker is worth", "2")[0].startswith(
        f"{slope:+.2f} ±".replace("-", "\u2212")
    )
    share = cells(page, "Going first", "2")[0]
    assert share.startswith(f"{100 * float(np.mean(begins)):.1f} ±")
