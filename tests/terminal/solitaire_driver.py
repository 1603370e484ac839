"""Solitaire at the terminal without a terminal: typed lines in, text out, saves to begin from."""

from __future__ import annotations

import json
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

from fivecrowns.actions import DealCards
from fivecrowns.shuffler import Shuffle
from fivecrowns.solitaire.game import Play, Solitaire
from fivecrowns.solitaire.record import action_line, header_line, replay_to_end
from fivecrowns.terminal.screen import Screen
from fivecrowns.terminal.solitaire.start import run as run_here
from tests.solitaire_positions import arranged

SEED = 5  # JK 6S 5C in the pile of 3; 4H, then K*, then JC are turned over
PROMPT = ": pile and discard (? for help) > "
SAVED = "The game is saved. 'fivecrowns solitaire' goes on with it."


def play(place: Path, *typed: str, seed: int | None = SEED, encoding: str = "utf-8") -> str:
    """Play here until the lines typed are used up, and return all that was shown."""
    shown = TextIOWrapper(BytesIO(), encoding=encoding, write_through=True)
    screen = Screen(StringIO("".join(f"{line}\n" for line in typed)), shown)
    assert run_here(seed, screen=screen, place=place) == 0
    shown.seek(0)
    return shown.read()


def records(place: Path) -> list[Path]:
    """The records that are kept, the oldest first."""
    return sorted(path for path in place.glob("*.jsonl") if path.stem != "statistics")


def saved(place: Path) -> Solitaire:
    """The game that the only record holds."""
    (path,) = records(place)
    return replay_to_end(path.read_text("utf-8").splitlines())


def save(place: Path, shuffle: Shuffle, *plays: Play, seed: str | None = None) -> Path:
    """Put a saved game where solitaire finds it."""
    place.mkdir(parents=True, exist_ok=True)
    path = place / "saved.jsonl"
    lines = [header_line(), action_line(DealCards(shuffle)), *map(action_line, plays)]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    table: dict[str, Any] = {"seats": [None], "seed": seed, "table": 1}
    path.with_name("saved.table.json").write_text(json.dumps(table), "utf-8")
    return path


def set_up(place: Path, piles: dict[int, str], draw_pile: str) -> Path:
    """Save a game with given piles and given next cards."""
    return save(place, Shuffle(arranged(piles, draw_pile)))


def last_turn(said: str) -> str:
    """What was shown from the last table on."""
    return said[said.rindex("\nTurn ") + 1 :]
