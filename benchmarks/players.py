"""How fast the players decide, on one core, from the view to the action.

Run it with `python -m benchmarks.players`. Two kinds of table: official games of two, and the
largest one, 14 seats and 13 to 15 cards under H1. Times are those of the processor. It ends with
1, and says so, if a compiled search misses a bound.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Final

from fivecrowns.game import Game
from fivecrowns.players import PLAYERS, make_player
from fivecrowns.players.weights import shipped
from fivecrowns.rules import SCHEDULES, Rules
from fivecrowns.shuffler import SeededShuffler
from fivecrowns.simulate import play_through
from fivecrowns.view import view

TABLES: Final = {
    "two": (Rules(), 2, 20),
    "fourteen": (Rules(SCHEDULES["extended"][-3:], naturals=1), 14, 20),
}
"""Rules, seats, and how many games are played."""
BOUNDS: Final = {
    "hard": ("mean", 5.0),
    "expert": ("median", 10.0),
}
"""Milliseconds, at most."""
LONGEST: Final = {"expert": 50.0}
"""Milliseconds of any decision, at most."""


def decision_times(kind: str, table: str) -> list[float]:
    """Milliseconds of every decision that one player makes in games against `medium`."""
    rules, seats, games = TABLES[table]
    times: list[float] = []
    for number in range(games):
        player, medium = make_player(kind, number), make_player("medium")
        start = Game(rules, seats, number % seats)
        players = [player, *[medium] * (seats - 1)]
        for game in play_through(start, players, SeededShuffler(number)):
            if game.turn == 0:
                seen = view(game, 0)
                begin = time.thread_time()
                player.decide(seen)
                times.append(1000 * (time.thread_time() - begin))
    return times


def main(say: Callable[[str], object] = print) -> int:
    """Measure and say what was measured."""
    missed: list[str] = []
    begin = time.thread_time()
    shipped()
    say(f"expert reads its networks once, in {1000 * (time.thread_time() - begin):.1f} ms")
    for table in TABLES:
        decision_times("hard", table)  # fill the rows of the search once
        say(f"Decisions at a table of {table}, in ms")
        for kind in PLAYERS:
            times = sorted(decision_times(kind, table))
            found = {"mean": statistics.fmean(times), "median": statistics.median(times)}
            longest = times[-1]
            say(
                f"  {kind:8}{1000 / found['mean']:9,.0f} a second; median {found['median']:.3f}, "
                f"99 % {times[len(times) * 99 // 100]:.3f}, longest {longest:.3f}"
            )
            name, bound = BOUNDS.get(kind, ("mean", float("inf")))
            if found[name] > bound:
                missed.append(f"{kind}, table of {table}: {name} above {bound:g} ms")
            if longest > LONGEST.get(kind, float("inf")):
                missed.append(f"{kind}, table of {table}: longest above {LONGEST[kind]:g} ms")
    for aim in missed:
        say(f"MISSED: {aim}")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
