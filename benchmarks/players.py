"""How fast the players decide, on one core.

Run it with `python -m benchmarks.players`. It ends with 1 if a compiled search misses the bound.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

from fivecrowns.game import Game
from fivecrowns.players import PLAYERS, make_player
from fivecrowns.rules import Rules
from fivecrowns.shuffler import SeededShuffler
from fivecrowns.simulate import play_through
from fivecrowns.view import view

HARD_MILLISECONDS = 5.0
"""Mean time of a decision of `hard`, at most."""


def decision_times(kind: str, games: int) -> list[float]:
    """Milliseconds of every decision that one player makes in games against `medium`."""
    times: list[float] = []
    for number in range(games):
        player, other = make_player(kind, number), make_player("medium")
        start = Game(Rules(), 2, number % 2)
        for game in play_through(start, [player, other], SeededShuffler(number)):
            if game.turn == 0:
                seen = view(game, 0)
                begin = time.perf_counter()
                player.decide(seen)
                times.append(1000 * (time.perf_counter() - begin))
    return times


def main(say: Callable[[str], object] = print) -> int:
    """Measure and say what was measured."""
    decision_times("medium", 1)  # fill the rows of the search once
    missed = False
    for kind in PLAYERS:
        times = decision_times(kind, 4)
        mean, middle, most = statistics.fmean(times), statistics.median(times), max(times)
        say(
            f"{kind:8} {1000 / mean:10,.0f} decisions a second, "
            f"median {middle:7.3f} ms, longest {most:7.3f} ms"
        )
        missed |= kind == "hard" and mean > HARD_MILLISECONDS
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
