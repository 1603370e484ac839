"""How strong `expert` is, in the simulator, whose policies are the public players.

Run it with `python -m benchmarks.expert`. `--deals` says how many deals a match has, and words
after it play only the matches that have one of them in their name. Every deal is played once with
each seat as first dealer, with the same deck orders, so every seat holds every hand. Behind each
figure is its 95 % interval over deals.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from fivecrowns._chance import Chance
from fivecrowns._policies import Learned, Lowest, OneAhead, Policy
from fivecrowns._position import Position
from fivecrowns._simulator import Table
from fivecrowns.errors import FiveCrownsError
from fivecrowns.players import weights
from fivecrowns.processes import run_tasks
from fivecrowns.rules import SCHEDULES
from fivecrowns.simulate.estimates import estimate

OFFICIAL: Final = SCHEDULES["official"]
SEEING: Final = "all-seeing"
"""A first seat that knows every card, see `see_all`; the others play as the second one does."""
DEALS_PER_TASK: Final = 5
"""Deals that a process plays before it reports back."""

MATCHES: Final = {
    "two: against hard": ("expert", "hard"),
    "two: against medium": ("expert", "medium"),
    **{
        f"table of {players}: against hard": ("expert", *["hard"] * (players - 1))
        for players in (*range(3, 8), 10, 14)
    },
    "two: all-seeing against expert": (SEEING, "expert"),
}
"""The first seat against the others."""


def policy(name: str) -> Policy:
    """A policy by the name of a player.

    Any other name than these is a file of networks.
    """
    if name == "medium":
        return Lowest()
    if name == "hard":
        return OneAhead()
    if name == "expert":
        return Learned(weights.shipped())
    return Learned(weights.networks(weights.read(Path(name).read_bytes())[0]))


class Told(Policy):
    """Does as it is told in one turn."""

    def __init__(self, takes: bool, discard: int) -> None:
        self.told_takes = takes
        self.discard = discard

    def takes(self, position: Position) -> bool:  # noqa: ARG002
        """Draw as told."""
        return self.told_takes

    def throws(self, position: Position) -> int:
        """Discard as told, and go out if that is possible."""
        position.remove(self.discard)
        position.going_out = position.points() == 0
        position.add(self.discard)
        return self.discard

    def last_takes(self, position: Position) -> bool:
        """Draw as told."""
        return self.takes(position)


def see_all(table: Table, policies: Sequence[Policy]) -> Policy:
    """The best turn for the seat to act, for one who knows all cards and how all will play.

    Every draw and every discard is tried, and the round played to its end as the policies would.
    So a seat that saw everything and thought further could still do better.
    """
    found: list[tuple[float, Policy]] = []
    for takes in (False, True):
        table.see()
        position, seat = table.position, table.turn
        if table.next == table.end and not takes:
            continue  # what a reshuffle brings is not known to anybody
        card = position.upcard if takes else table.order()[table.next]
        position.add(card)
        for kind in range(56):
            if not position.held(kind):
                continue
            turn, twin = Told(takes, kind), table.twin()
            twin.step(turn)
            twin.play(policies)
            points = [twin.points[other] for other in range(table.players)]
            own = points.pop(seat)
            found.append((own - sum(points) / len(points), turn))
            if table.out >= 0:
                break  # on a last turn the discard follows from the draw
    return min(found, key=lambda pair: pair[0])[1]


def play_deal(names: tuple[str, ...], label: str) -> tuple[list[float], list[float]]:
    """Points and wins of each seat in the games of one deal."""
    players = len(names)
    seeing = names[0] == SEEING
    policies = [policy(name) for name in (names[1:2] if seeing else names[:1]) + names[1:]]
    points, wins = [0.0] * players, [0.0] * players
    for dealer in range(players):
        totals = [0] * players
        for number, deal in enumerate(OFFICIAL):
            table = Table(players, deal, 0, Chance(f"{label}/{number}"))
            table.shuffle()
            table.stand(totals, len(OFFICIAL) - number - 1)
            table.start((dealer + number) % players)
            while not table.over:
                if seeing and table.turn == 0:
                    table.step(see_all(table, policies))
                else:
                    table.step(policies[table.turn])
            totals = [total + table.points[seat] for seat, total in enumerate(totals)]
        best = [seat for seat in range(players) if totals[seat] == min(totals)]
        for seat in range(players):
            points[seat] += totals[seat] / players
            wins[seat] += (seat in best) / len(best) / players
    return points, wins


def play_deals(
    task: tuple[tuple[str, ...], str, int, int],
) -> list[tuple[list[float], list[float]]]:
    """Several deals, for a process."""
    names, seed, first, end = task
    return [play_deal(names, f"{seed}/{number}") for number in range(first, end)]


def match(names: tuple[str, ...], deals: int, seed: str, jobs: int) -> str:
    """Play a match and say how it went, for the first seat and the mean of the others."""
    tasks = [
        (names, seed, first, min(first + DEALS_PER_TASK, deals))
        for first in range(0, deals, DEALS_PER_TASK)
    ]
    played = [deal for part in run_tasks(play_deals, tasks, jobs) for deal in part]
    own = [points[0] for points, _ in played]
    others = [sum(points[1:]) / (len(names) - 1) for points, _ in played]
    difference = [mine - theirs for mine, theirs in zip(own, others, strict=True)]
    won = [100 * wins[0] for _, wins in played]
    return (
        f"{deals * len(names)} games, {_told(own)} : {_told(others)} points a game, difference "
        f"{_told(difference, 2)}; won {_told(won)} % (a fair share is {100 / len(names):.1f} %)"
    )


def _told(values: list[float], digits: int = 1) -> str:
    found = estimate(values, [1] * len(values))
    if found.low is None:
        return f"{found.mean:.{digits}f}"
    return f"{found.mean:.{digits}f} ± {found.mean - found.low:.{digits}f}"


def main(arguments: Sequence[str] | None = None, say: Callable[[str], object] = print) -> None:
    """Play the matches that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.expert", description=__doc__)
    parser.add_argument("words", nargs="*", help="only matches with one of these in their name")
    parser.add_argument("--deals", type=int, default=1000, help="of each match")
    parser.add_argument("--seed", default="strength")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--against", help="a file of networks, to play two: it against expert")
    given = parser.parse_args(arguments)
    if given.deals < 1 or given.jobs < 1:
        parser.error("expected at least one deal and one job")
    matches = dict(MATCHES)
    if given.against:
        matches = {f"two: {given.against} against expert": (given.against, "expert")}
    chosen = {
        name: names
        for name, names in matches.items()
        if not given.words or any(word in name for word in given.words)
    }
    if not chosen:
        parser.error(f"expected words of these matches: {'; '.join(matches)}")
    try:
        for name, names in chosen.items():
            say(f"{name}: {match(names, given.deals, given.seed, given.jobs)}")
    except (OSError, FiveCrownsError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
