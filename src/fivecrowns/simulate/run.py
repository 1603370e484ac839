"""Playing the games of a simulation in several processes, in their order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import groupby, islice
from math import isfinite
from typing import Final

from fivecrowns.errors import FiveCrownsError
from fivecrowns.players import make_player
from fivecrowns.processes import run_tasks
from fivecrowns.rules import Rules
from fivecrowns.simulate.fast import FastGames, is_fast
from fivecrowns.simulate.games import DealShuffler, Plan, PlayedGame, play_slowly
from fivecrowns.simulate.report import Report, Tallies

DEALS_PER_TASK: Final = 4
"""Deals that a process plays before it reports back."""
MOST_GAMES: Final = 1_000_000
MOST_JOBS: Final = 256
FEWEST_DEALS: Final = 50
"""Deals before an interval is narrow enough to stop: that of a few deals may be so by accident."""
DEALS_PER_LOOK: Final = 10
"""Deals between two looks at the interval."""


def simulate(
    kinds: Sequence[str],
    games: int,
    *,
    rules: Rules | None = None,
    seed: int | str = 0,
    jobs: int = 1,
    precision: float | None = None,
    known: Iterable[PlayedGame] = (),
    each: Callable[[PlayedGame], object] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Play games between computer players.

    The same seed gives the same games and the same report, whatever the jobs, and however many of
    the games are known already.

    Args:
        kinds: the kind of player in each seat, 2 to 14.
        games: how many games, 1 to `MOST_GAMES`.
        rules: the options, official ones if left out.
        seed: decides the deals and the choices that players leave to chance.
        jobs: processes to play in, 1 to `MOST_JOBS`.
        precision: stop early, once the points a game by which kinds differ (where all are of one
            kind, its points a game) are known to so many points either way.
        known: the first games, where an earlier run has played them.
        each: told every game in order, the known ones too.
        progress: told the number of games played so far.

    Raises:
        FiveCrownsError: a kind, a number or the rules are not what they should be.
    """
    plan = Plan(tuple(kinds), rules or Rules(), seed)
    check_games(plan, games, jobs, precision)
    tallies = Tallies(plan.kinds, plan.rules)
    with closing(played_games(plan, games, jobs, known)) as played:
        for _, deal in groupby(played, key=_deal):
            together: list[PlayedGame] = []
            for game in deal:
                together.append(game)
                if each is not None:
                    each(game)
                if progress is not None:
                    progress(tallies.games + len(together))
            tallies.add_deal(together)
            if precision is not None and _is_known(tallies, precision):
                break
    return tallies.report()


def _deal(game: PlayedGame) -> int:
    return game.deal


def _is_known(tallies: Tallies, precision: float) -> bool:
    """Whether the points a game are known precisely enough, looked at now and then."""
    if tallies.deals < FEWEST_DEALS or tallies.deals % DEALS_PER_LOOK:
        return False
    reached = tallies.interval()
    return reached is not None and reached <= precision


def played_games(
    plan: Plan, games: int, jobs: int = 1, known: Iterable[PlayedGame] = ()
) -> Generator[PlayedGame]:
    """Play the first games of a plan in several processes, and give them in order.

    Args:
        plan: which games.
        games: how many of them, 1 to `MOST_GAMES`.
        jobs: processes to play in, 1 to `MOST_JOBS`.
        known: the first games, where an earlier run has played them.

    Raises:
        FiveCrownsError: a kind, a number or the rules are not what they should be.
    """
    check_games(plan, games, jobs)
    return _played(plan, games, jobs, known)


def check_games(plan: Plan, games: int, jobs: int, precision: float | None = None) -> None:
    """Check that games can be played, before anything begins.

    Raises:
        FiveCrownsError: a kind, a number or the rules are not what they should be.
    """
    plan.rules.check_players(len(plan.kinds))
    for kind in plan.kinds:
        make_player(kind)
    if not 1 <= games <= MOST_GAMES:
        raise FiveCrownsError(f"expected 1 to {MOST_GAMES} games, got {games}")
    if not 1 <= jobs <= MOST_JOBS:
        raise FiveCrownsError(f"expected 1 to {MOST_JOBS} jobs, got {jobs}")
    if precision is not None and not (isfinite(precision) and precision > 0):
        raise FiveCrownsError(f"expected a precision above 0 points, got {precision}")


def _played(
    plan: Plan, games: int, jobs: int, known: Iterable[PlayedGame]
) -> Generator[PlayedGame]:
    count = 0
    for game in islice(known, games):
        yield game
        count += 1
    step = DEALS_PER_TASK * len(plan.kinds)
    starts = range(count, games, step)
    tasks = [(plan, range(first, min(first + step, games))) for first in starts]
    for results in run_tasks(_play_task, tasks, jobs):
        yield from results


_Task = tuple[Plan, range]


def play_games(plan: Plan, numbers: Iterable[int]) -> Iterator[PlayedGame]:
    """Play games of a plan by their numbers, at full speed where that is possible."""
    seats = len(plan.kinds)
    fast = FastGames(plan.kinds, plan.rules) if is_fast(plan.kinds, plan.rules) else None
    shuffler = None
    for number in numbers:
        deal, dealer = divmod(number, seats)
        label = f"{plan.seed}/{deal}"
        if shuffler is None or shuffler.label != label:
            shuffler = DealShuffler(label)
        if fast is None:
            yield play_slowly(plan, deal, dealer, shuffler)
        else:
            yield fast.play(deal, dealer, shuffler)


def _play_task(task: _Task) -> list[PlayedGame]:
    return list(play_games(*task))
