"""How fast games run: the public engine, simulations, and other people's rummy beside them.

Run it with `python -m benchmarks.games`, after `pip install --group peers` for the two others:
gin rummy of OpenSpiel, a C++ library driven from Python, and of RLCard, which is plain Python.
They play another game than this one, so a step, one decision of a player, is what is compared:
list what is legal, choose by chance, apply. The compiled simulator chooses by chance, too.

Times are those of the processor, the best of some runs that take turns, so that other work on the
machine disturbs all alike. It ends with 1, and says so, if something is slower than it has to be.
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
from fivecrowns.actions import DealCards, Stall
from fivecrowns.cards import KINDS
from fivecrowns.game import Game, deal, play
from fivecrowns.players import PLAYERS, make_player
from fivecrowns.rules import Rules
from fivecrowns.shuffler import SeededShuffler, Shuffle
from fivecrowns.simulate import Plan, play_games, play_through, played_games
from fivecrowns.simulate.fast import POLICIES
from fivecrowns.view import legal_actions, view

RUNS: Final = 5
AHEAD: Final = 50
"""How many times the steps of OpenSpiel the simulator has to make."""
PLAY_OUTS: Final = 20
"""How many times the steps of the public engine the simulator has to make in a play-out."""
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


def play_outs(kind: str, engine: bool, deals: int = 3) -> Count:
    """Rounds of two played out, the same ones in the public engine and in the simulator.

    Without a reshuffle they are the same step by step. Shuffling takes no part in the time.
    """
    steps, seconds = 0, 0.0
    policies, players = [POLICIES[kind]()] * 2, [make_player(kind)] * 2
    for number in range(deals):
        for rules in Rules().schedule:
            table = Table(2, rules, 0, Chance(f"play-out {number}"))
            table.shuffle()
            order = table.order()
            game = Game(Rules((rules,)), 2, 0)
            shuffle = Shuffle(tuple(KINDS[card] for card in order))
            begin = time.process_time()
            if engine:
                game, _ = game.apply(DealCards(shuffle))
                for state in play_through(game, players, SeededShuffler(number)):
                    game = state
                turns = game.results[0].turns
            else:
                table.start(0)
                table.play(policies)
                turns = table.turns
            seconds += time.process_time() - begin
            steps += 2 * turns
    return steps, seconds


def scaling(kind: str, deals: int) -> tuple[float, float]:
    """Games a second that one process and two of them simulate, by the clock on the wall."""
    plan = Plan((kind,) * 2, Rules(), "scaling")
    speeds: list[float] = []
    for jobs in (1, 2):
        begin = time.perf_counter()
        games = sum(1 for _ in played_games(plan, 2 * deals, jobs))
        speeds.append(games / (time.perf_counter() - begin))
    return speeds[0], speeds[1]


def fastest(measures: dict[str, Callable[[], Count]]) -> dict[str, float]:
    """Counts a second of each measure, the best of some runs that take turns."""
    best = dict.fromkeys(measures, 0.0)
    for _ in range(RUNS):
        for name, measure in measures.items():
            count, seconds = measure()
            best[name] = max(best[name], count / seconds)
    return best


class Report:
    """Says what was measured, and remembers what was missed."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self.say = say
        self.missed: list[str] = []

    def expect(self, what: str, found: float, least: float) -> None:
        """Compare a figure with what it has to be."""
        if found < least:
            self.missed.append(f"{what}: {found:,.1f}, expected at least {least:,.1f}")


def compare_steps(report: Report) -> None:
    """Random moves, here and in other people's rummy."""
    steps: dict[str, Callable[[], Count]] = {"engine": engine, "simulator": simulator}
    if find_spec("pyspiel"):
        steps["OpenSpiel"] = open_spiel
    if find_spec("rlcard"):
        steps["RLCard"] = rlcard
    found = fastest(steps)
    report.say("Steps a second on one core, random moves")
    for name, speed in found.items():
        beside = f"   the simulator is {found['simulator'] / speed:.0f} times as fast"
        report.say(f"  {name:10} {speed:12,.0f}{'' if name == 'simulator' else beside}")
    for name in ("OpenSpiel", "RLCard"):
        report.expect(f"steps of the engine, {name} beside it", found["engine"], found.get(name, 0))
    ahead = AHEAD * found.get("OpenSpiel", 0)
    report.expect(f"steps of the simulator, {AHEAD} times OpenSpiel", found["simulator"], ahead)
    ratio = found["simulator"] / found["engine"]
    report.expect("how many times faster a play-out is in the simulator", ratio, PLAY_OUTS)


def compare_play_outs(report: Report) -> None:
    """Players that think, where both ways spend much of the time in the same compiled search."""
    report.say("Steps a second on one core, rounds of two played out on the same deals")
    for kind in POLICIES:
        found = fastest(
            {
                "engine": partial(play_outs, kind, engine=True),
                "simulator": partial(play_outs, kind, engine=False),
            }
        )
        ratio = found["simulator"] / found["engine"]
        report.say(
            f"  {kind:10} engine {found['engine']:10,.0f}   simulator {found['simulator']:10,.0f}, "
            f"{ratio:5.1f} times as fast"
        )


def count_games(report: Report) -> None:
    """Whole official games, as `fivecrowns simulate` plays them."""
    report.say("Whole games a second on one core")
    for kind in PLAYERS:
        games = fastest({str(seats): partial(simulated, kind, seats) for seats in (2, 4)})
        least = LEAST_GAMES.get(kind, 0.0)
        wanted = f"  (of two: at least {least:,.0f})" if least else ""
        report.say(f"  {kind:10} of two {games['2']:10,.1f}   of four {games['4']:10,.1f}{wanted}")
        report.expect(f"games of two of {kind} a second", games["2"], least)
    report.say("Games of two a second, by the clock on the wall")
    for kind, deals in (("medium", 2000), ("hard", 200), ("expert", 100)):
        one, two = scaling(kind, deals)
        report.say(f"  {kind:10} one process {one:8,.1f}   two {two:8,.1f}, {two / one:.2f} times")


def main(say: Callable[[str], object] = print) -> int:
    """Measure and say what was measured."""
    report = Report(say)
    compare_steps(report)
    compare_play_outs(report)
    count_games(report)
    for aim in report.missed:
        say(f"MISSED: {aim}")
    return int(bool(report.missed))


if __name__ == "__main__":
    sys.exit(main())
