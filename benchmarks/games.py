"""How fast games run: the public engine, simulations, and other people's rummy beside them.

Run it with `python -m benchmarks.games`, after `pip install --group peers` for the two others:
gin rummy of OpenSpiel, a C++ library driven from Python, and of RLCard, which is plain Python.
They play another game than this one, so a step, one decision of a player, is what is compared:
list what is legal, choose by chance, apply. The compiled simulator chooses by chance, too.

Times are those of the processor, the best of some runs that take turns, so that other work on the
machine disturbs all alike. It ends with 1 if something is slower than it has to be.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from fivecrowns._chance import Chance
from fivecrowns._policies import Anything
from fivecrowns._simulator import Table
from fivecrowns.actions import Stall
from fivecrowns.game import Game, deal, play
from fivecrowns.players import PLAYERS
from fivecrowns.rules import Rules
from fivecrowns.shuffler import SeededShuffler
from fivecrowns.simulate import Plan, play_games, played_games
from fivecrowns.view import legal_actions, view

RUNS: Final = 5
AHEAD: Final = 50
"""How many times the steps of OpenSpiel the simulator has to make."""
LEAST_GAMES: Final = {"medium": 1500.0, "hard": 100.0}
"""Games of two that a core has to simulate in a second."""

Count = tuple[int, float]
"""Steps, and the seconds that they took."""


def engine(games: int = 4) -> Count:
    """Random games of two through the public engine, from a view to the next state."""
    chance, steps, begin = random.Random(1), 0, time.process_time()  # noqa: S311 - for a game
    for number in range(games):
        shuffler, game = SeededShuffler(number), Game(Rules(), 2, number % 2)
        while not game.is_over:
            if game.round is None or game.turn is None:
                game, _ = game.apply(deal(game, shuffler))
            elif game.round.may_stall:
                game, _ = game.apply(Stall())
            else:
                action = chance.choice(legal_actions(view(game, game.turn)))
                game, _, _ = play(game, action, shuffler)
                steps += 1
    return steps, time.process_time() - begin


def simulator(games: int = 100) -> Count:
    """Random games of two in the compiled simulator."""
    chance, players = Chance(1), [Anything(1), Anything(2)]
    tables = [Table(2, deal, 0, chance) for deal in Rules().schedule]
    turns, begin = 0, time.process_time()
    for number in range(games):
        for at, table in enumerate(tables):
            table.shuffle()
            table.start((number + at) % 2)
            table.play(players)
            turns += table.turns
    return 2 * turns, time.process_time() - begin


def open_spiel(games: int = 30) -> Count:
    """Random games of gin rummy in OpenSpiel; its dealing takes time but is no step."""
    chance, steps = random.Random(1), 0  # noqa: S311 - for a game
    game: Any = import_module("pyspiel").load_game("gin_rummy")
    begin = time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, shares)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                steps += 1
    return steps, time.process_time() - begin


def rlcard(games: int = 10) -> Count:
    """Random games of gin rummy in RLCard."""
    chance, steps = random.Random(1), 0  # noqa: S311 - for a game
    table: Any = import_module("rlcard").make("gin-rummy", config={"seed": 1})
    begin = time.process_time()
    for _ in range(games):
        state, _ = table.reset()
        while not table.is_over():
            state, _ = table.step(chance.choice(list(state["legal_actions"])))
            steps += 1
    return steps, time.process_time() - begin


def simulated(kind: str, players: int, deals: int = 8) -> Count:
    """Whole official games of one kind of player, each deal from every seat."""
    plan = Plan((kind,) * players, Rules(), "benchmark")
    begin = time.process_time()
    games = sum(1 for _ in play_games(plan, range(deals * players)))
    return games, time.process_time() - begin


def scaling(deals: int = 2000) -> float:
    """How many times faster two processes simulate than one, by the clock on the wall."""
    plan = Plan(("medium",) * 2, Rules(), "scaling")
    seconds: list[float] = []
    for jobs in (1, 2):
        begin = time.perf_counter()
        for _ in played_games(plan, 2 * deals, jobs):
            pass
        seconds.append(time.perf_counter() - begin)
    return seconds[0] / seconds[1]


def fastest(measures: dict[str, Callable[[], Count]]) -> dict[str, float]:
    """Counts a second of each measure, the best of some runs that take turns."""
    best = dict.fromkeys(measures, 0.0)
    for _ in range(RUNS):
        for name, measure in measures.items():
            count, seconds = measure()
            best[name] = max(best[name], count / seconds)
    return best


def main(say: Callable[[str], object] = print) -> int:
    """Measure and say what was measured."""
    missed = False
    steps: dict[str, Callable[[], Count]] = {"engine": engine, "simulator": simulator}
    if find_spec("pyspiel"):
        steps["OpenSpiel"] = open_spiel
    if find_spec("rlcard"):
        steps["RLCard"] = rlcard
    found = fastest(steps)
    say("Steps a second on one core, random moves")
    for name, speed in found.items():
        say(f"  {name:10} {speed:12,.0f}")
    missed |= found["engine"] < max(found.get("OpenSpiel", 0), found.get("RLCard", 0))
    missed |= found["simulator"] < AHEAD * found.get("OpenSpiel", 0)
    say("Whole games a second on one core")
    for kind in PLAYERS:
        games = fastest({str(seats): partial(simulated, kind, seats) for seats in (2, 4)})
        least = LEAST_GAMES.get(kind, 0.0)
        wanted = f"  (of two: at least {least:,.0f})" if least else ""
        say(f"  {kind:10} of two {games['2']:10,.1f}   of four {games['4']:10,.1f}{wanted}")
        missed |= games["2"] < least
    say(f"Two processes simulate {scaling():.2f} times as fast as one")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
