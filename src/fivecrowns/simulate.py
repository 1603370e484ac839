"""Many games between computer players, and what they show.

Every deal is played once from each seat: the players keep their seats and the first dealer goes
round, so that with the same deck orders every player holds every hand once. Luck of the cards
mostly cancels, and the intervals are taken over deals, not over games.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from multiprocessing import parent_process
from statistics import NormalDist
from threading import Thread
from typing import Final

from fivecrowns.actions import Stall
from fivecrowns.errors import FiveCrownsError
from fivecrowns.game import Game, deal, play
from fivecrowns.players import Player, make_player
from fivecrowns.rules import Rules
from fivecrowns.shuffler import SeededShuffler, Shuffler
from fivecrowns.view import view

DEALS_PER_TASK: Final = 4
"""Deals that a process plays before it reports back."""
TASKS_AHEAD: Final = 4
"""Tasks that wait for each process."""
MOST_GAMES: Final = 1_000_000
"""What is kept of each deal has to fit into memory."""
MOST_JOBS: Final = 256


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval; without one if there are fewer than two deals."""

    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Line:
    """What one seat, or all seats of one kind of player, did.

    Attributes:
        player: the kind of player.
        games: games played, counted once for each seat.
        wins: games won; a shared victory counts its share.
        win_share: wins a game.
        points_per_round: points a round.
        points_per_game: points a game.
        rounds: rounds played.
        rounds_out: rounds in which this player went out.
        turns_per_round: own turns in a round, on average.
    """

    player: str
    games: int
    wins: float
    win_share: Estimate
    points_per_round: Estimate
    points_per_game: Estimate
    rounds: int
    rounds_out: int
    turns_per_round: float


@dataclass(frozen=True, slots=True)
class Difference:
    """How two kinds of player differ at the same table, the first minus the second."""

    players: tuple[str, str]
    points_per_game: Estimate
    points_per_round: Estimate
    win_share: Estimate


@dataclass(frozen=True, slots=True)
class Report:
    """What a simulation shows.

    Attributes:
        games: games played.
        deals: different deals; each was played from every seat, the last perhaps from fewer.
        seats: one line for each seat, in the order of the players given.
        kinds: one line for each kind of player.
        differences: every pair of kinds.
        stalled_rounds: rounds ended by R10.4.
    """

    games: int
    deals: int
    seats: tuple[Line, ...]
    kinds: tuple[Line, ...]
    differences: tuple[Difference, ...]
    stalled_rounds: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over the games of one deal for one seat, or for several seats together."""

    games: int
    wins: float
    points: int
    rounds: int
    out: int
    turns: float

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.wins + other.wins,
            self.points + other.points,
            self.rounds + other.rounds,
            self.out + other.out,
            self.turns + other.turns,
        )


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """The games of one deal: a tally for each seat, and the rounds that stalled."""

    seats: tuple[Tally, ...]
    stalled: int


def play_game(game: Game, players: Sequence[Player], shuffler: Shuffler) -> Game:
    """Let players play a game to its end; a round that stalls is ended by R10.4."""
    for state in play_through(game, players, shuffler):
        game = state
    return game


def play_through(game: Game, players: Sequence[Player], shuffler: Shuffler) -> Iterator[Game]:
    """Let players play a game to its end, and give every state after the first."""
    while not game.is_over:
        round_ = game.round
        if round_ is None or round_.turn is None:
            game, _ = game.apply(deal(game, shuffler))
        elif round_.may_stall:
            game, _ = game.apply(Stall())
        else:
            decision = players[round_.turn].decide(view(game, round_.turn))
            game, _, _ = play(game, decision.action, shuffler)
        yield game


def simulate(
    kinds: Sequence[str],
    games: int,
    *,
    rules: Rules | None = None,
    seed: int | str = 0,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Play games between computer players.

    Args:
        kinds: the kind of player in each seat, 2 to 14.
        games: how many games, 1 to `MOST_GAMES`.
            The same seed gives the same games, whatever the jobs.
        rules: the options, official ones if left out.
        seed: decides the deals and the choices that players leave to chance.
        jobs: processes to play in, 1 to `MOST_JOBS`.
        progress: told the number of games played so far.

    Raises:
        FiveCrownsError: a kind, a number or the rules are not what they should be.
    """
    rules = rules or Rules()
    rules.check_players(len(kinds))
    for kind in kinds:
        make_player(kind)
    if not 1 <= games <= MOST_GAMES:
        raise FiveCrownsError(f"expected 1 to {MOST_GAMES} games, got {games}")
    if not 1 <= jobs <= MOST_JOBS:
        raise FiveCrownsError(f"expected 1 to {MOST_JOBS} jobs, got {jobs}")
    deals = -(-games // len(kinds))
    tasks = [
        _Task(tuple(kinds), rules, seed, first, min(first + DEALS_PER_TASK, deals), games)
        for first in range(0, deals, DEALS_PER_TASK)
    ]
    played: list[PlayedDeal] = []
    for results in _run(tasks, jobs):
        played += results
        if progress is not None:
            progress(sum(result.seats[0].games for result in played))
    return report(kinds, played)


@dataclass(frozen=True, slots=True)
class _Task:
    kinds: tuple[str, ...]
    rules: Rules
    seed: int | str
    first: int
    end: int
    games: int


def _run(tasks: list[_Task], jobs: int) -> Iterator[list[PlayedDeal]]:
    """The results of tasks in their order."""
    if jobs == 1 or len(tasks) == 1:
        yield from map(_play_deals, tasks)
        return
    with ProcessPoolExecutor(min(jobs, len(tasks)), initializer=_end_with_parent) as pool:
        # Not `pool.map`: its clean-up after a killed process races with the pool's own, and hangs.
        waiting: deque[Future[list[PlayedDeal]]] = deque()
        try:
            for task in tasks:
                waiting.append(pool.submit(_play_deals, task))
                if len(waiting) >= TASKS_AHEAD * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise FiveCrownsError(
                "expected every process to play to its end, but one was killed"
            ) from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _end_with_parent() -> None:
    """Let this process end when the one that started it does, however that ends."""
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def _play_deals(task: _Task) -> list[PlayedDeal]:
    seats = len(task.kinds)
    return [
        _play_deal(task, number, min(seats, task.games - number * seats))
        for number in range(task.first, task.end)
    ]


def _play_deal(task: _Task, number: int, times: int) -> PlayedDeal:
    """Play one deal with the first `times` seats as first dealer in turn."""
    tallies = [Tally(0, 0.0, 0, 0, 0, 0.0)] * len(task.kinds)
    stalled = 0
    for dealer in range(times):
        label = f"{task.seed}/{number}"
        players = [
            make_player(kind, f"{label}/{dealer}/{seat}") for seat, kind in enumerate(task.kinds)
        ]
        start = Game(task.rules, len(task.kinds), dealer)
        game = play_game(start, players, SeededShuffler(label))
        stalled += sum(result.out is None for result in game.results)
        tallies = [tally + own for tally, own in zip(tallies, _tallies(game), strict=True)]
    return PlayedDeal(tuple(tallies), stalled)


def _tallies(game: Game) -> list[Tally]:
    return [
        Tally(
            games=1,
            wins=(seat in game.winners) / len(game.winners),
            points=total,
            rounds=sum(result.scores[seat] is not None for result in game.results),
            out=sum(result.out == seat for result in game.results),
            turns=sum(
                result.turns / sum(score is not None for score in result.scores)
                for result in game.results
                if result.scores[seat] is not None
            ),
        )
        for seat, total in enumerate(game.totals)
    ]


def report(kinds: Sequence[str], played: Sequence[PlayedDeal]) -> Report:
    """Sum up deals played by `kinds` in their seats."""
    by_seat = [[result.seats[seat] for result in played] for seat in range(len(kinds))]
    names = tuple(dict.fromkeys(kinds))
    by_kind = {
        name: [
            sum_tallies(
                [tally for tally, kind in zip(result.seats, kinds, strict=True) if kind == name]
            )
            for result in played
        ]
        for name in names
    }
    return Report(
        games=sum(result.seats[0].games for result in played),
        deals=len(played),
        seats=tuple(_line(kind, own) for kind, own in zip(kinds, by_seat, strict=True)),
        kinds=tuple(_line(name, by_kind[name]) for name in names),
        differences=tuple(
            _difference(pair, by_kind[pair[0]], by_kind[pair[1]]) for pair in combinations(names, 2)
        ),
        stalled_rounds=sum(result.stalled for result in played),
    )


def sum_tallies(tallies: Sequence[Tally]) -> Tally:
    """Several tallies together."""
    first, *others = tallies
    return sum(others, first)


def _line(player: str, deals: Sequence[Tally]) -> Line:
    total = sum_tallies(deals)
    games = [tally.games for tally in deals]
    return Line(
        player=player,
        games=total.games,
        wins=total.wins,
        win_share=_share(estimate([tally.wins for tally in deals], games)),
        points_per_round=estimate(
            [tally.points for tally in deals], [tally.rounds for tally in deals]
        ),
        points_per_game=estimate([tally.points for tally in deals], games),
        rounds=total.rounds,
        rounds_out=total.out,
        turns_per_round=total.turns / total.rounds,
    )


def _share(found: Estimate) -> Estimate:
    """An estimate of a share, whose interval does not leave 0 to 1."""
    if found.low is None or found.high is None:
        return found
    return Estimate(found.mean, max(found.low, 0.0), min(found.high, 1.0))


def _difference(
    players: tuple[str, str], first: Sequence[Tally], second: Sequence[Tally]
) -> Difference:
    """Compare two kinds deal by deal, which is what duplicate deals are for."""
    pairs = list(zip(first, second, strict=True))
    ones = [1] * len(pairs)
    return Difference(
        players=players,
        points_per_game=estimate([a.points / a.games - b.points / b.games for a, b in pairs], ones),
        points_per_round=estimate(
            [a.points / a.rounds - b.points / b.rounds for a, b in pairs], ones
        ),
        win_share=estimate([a.wins / a.games - b.wins / b.games for a, b in pairs], ones),
    )


def estimate(sums: Sequence[float], sizes: Sequence[float]) -> Estimate:
    """The mean of values that come in clusters, with its 95 % interval.

    The ratio estimator over clusters (Cochran, Sampling Techniques, chapter 9A): values in one
    cluster, here one deal, need not be independent.

    Args:
        sums: the sum of the values in each cluster.
        sizes: how many values each cluster has.
    """
    total = sum(sizes)
    mean = sum(sums) / total
    clusters = len(sums)
    if clusters < 2:
        return Estimate(mean, None, None)
    squares = sum((s - mean * n) ** 2 for s, n in zip(sums, sizes, strict=True))
    error = sqrt(squares * clusters / (clusters - 1)) / total
    half = student_t(clusters - 1) * error
    return Estimate(mean, mean - half, mean + half)


def student_t(freedom: int) -> float:
    """The 97.5 % point of Student's t distribution.

    The expansion of Abramowitz and Stegun, 26.7.5; from 3 degrees of freedom on it is less than
    1 % off, below that too small.
    """
    z = NormalDist().inv_cdf(0.975)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
