"""How fast the players decide and whole games run, on one core.

Run it with `python -m benchmarks.players`. It ends with 1 if a compiled search misses a bound.
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
from fivecrowns.simulate import play_game, play_through
from fivecrowns.view import view

GAMES_A_SECOND = 30.0
"""Whole four-player games of `medium`, at least."""
HARD_MILLISECONDS = 5.0
"""Mean time of a decision of `hard`, at most."""


def games_a_second(kind: str, players: int, games: int) -> float:
    """Whole official games a second."""
    begin = time.perf_counter()
    for number in range(games):
        seats = [make_player(kind, number)] * players
        play_game(Game(Rules(), players, number % players), seats, SeededShuffler(number))
    return games / (time.perf_counter() - begin)


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
    games_a_second("medium", 4, 2)  # fill the rows of the search once
    medium = games_a_second("medium", 4, 40)
    say(f"games of four medium a second    {medium:8.1f}  (at least {GAMES_A_SECOND:.0f})")
    say(f"games of two hard a second       {games_a_second('hard', 2, 6):8.1f}")
    slow = 0.0
    for kind in PLAYERS:
        times = decision_times(kind, 4)
        mean, most = statistics.fmean(times), max(times)
        say(f"{kind + ' decides':24} mean {mean:8.3f} ms, longest {most:8.3f} ms")
        slow = mean if kind == "hard" else slow
    missed = medium < GAMES_A_SECOND or slow > HARD_MILLISECONDS
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
