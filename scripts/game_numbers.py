#!/usr/bin/env python3
"""Makes "The game in numbers", docs/numbers.md, and its pictures, from simulations.

Run it with `.venv/bin/python scripts/game_numbers.py`. Every game is kept in a
journal in build/numbers, so that a run that was ended goes on, and one in which only the words
changed plays nothing.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final

from rich.progress import track

from fivecrowns.cards import deck
from fivecrowns.rules import Rules, is_wild, sets_for
from fivecrowns.shuffler import SeededShuffler
from fivecrowns.simulate import Clusters, Estimate, Plan, PlayedGame, PlayedRound, played_games
from fivecrowns.simulate.journal import Journal
from fivecrowns.simulate.page import interval
from fivecrowns.simulate.plots import line, picture, svg

ROOT: Final = Path(__file__).resolve().parent.parent
KIND: Final = "hard"
"""The player that stands for people who know the game."""
TABLES: Final = range(2, 8)
"""Numbers of players."""
NATURAL_TABLES: Final = (2, 4)
"""Those at which the natural-card rule is tried."""
MATCHES: Final = (("medium", "easy"), ("hard", "medium"), ("expert", "hard"))
SEED: Final = 1
SCHEDULE: Final = Rules().schedule
CARDS: Final = [deal.cards for deal in SCHEDULE]

Fact = Callable[[PlayedRound], float]
"""A number that a round shows."""


@dataclass(frozen=True)
class Played:
    """The games of a plan, deal by deal, each from every seat."""

    plan: Plan
    deals: list[list[PlayedGame]]

    @property
    def games(self) -> int:
        """How many games it is."""
        return sum(map(len, self.deals))

    @property
    def command(self) -> str:
        """What plays the same games again."""
        naturals = " --naturals 1" if self.plan.rules.naturals else ""
        kinds = ",".join(self.plan.kinds)
        return f"fivecrowns simulate --players {kinds} --games {self.games}{naturals} --seed {SEED}"

    def mean(self, fact: Fact, at: int | None = None) -> Estimate:
        """The mean of a fact over all rounds, or over those at one place of the schedule."""
        return self._sums(fact, at).estimate()

    def share(self, fact: Fact, at: int | None = None) -> Estimate:
        """The same for a fact that is 0 or 1."""
        return self._sums(fact, at).share()

    def _sums(self, fact: Fact, at: int | None) -> Clusters:
        clusters = Clusters()
        for games in self.deals:
            rounds = [round_ for game in games for round_ in _rounds(game, at)]
            clusters.add(sum(map(fact, rounds)), len(rounds))
        return clusters

    def means(self, fact: Fact) -> list[Estimate]:
        """The mean of a fact at each place of the schedule."""
        return [self.mean(fact, at) for at in range(len(SCHEDULE))]


def _rounds(game: PlayedGame, at: int | None) -> tuple[PlayedRound, ...]:
    return game.rounds if at is None else game.rounds[at : at + 1]


def play(kinds: Sequence[str], deals: int, journals: Path, naturals: int = 0) -> Played:
    """Play, or read what was played before."""
    plan = Plan(tuple(kinds), Rules(naturals=naturals), SEED)
    name = "-".join([*kinds, "naturals"] if naturals else kinds)
    journals.mkdir(parents=True, exist_ok=True)
    games: list[PlayedGame] = []
    count = deals * len(kinds)
    with Journal(journals / f"{name}.jsonl", plan) as journal:
        found = played_games(plan, count, os.cpu_count() or 1, journal.games())
        for game in track(found, name, count):
            journal.write(game)
            games.append(game)
    return Played(plan, [list(deal) for _, deal in groupby(games, lambda game: game.deal)])


def points(round_: PlayedRound) -> float:
    """Points of a seat, on average over the seats."""
    return sum(score or 0 for score in round_.scores) / len(round_.scores)


def turns(round_: PlayedRound) -> float:
    """Turns of a seat, on average over the seats."""
    return round_.turns / len(round_.scores)


def reshuffled(round_: PlayedRound) -> float:
    """Whether the draw pile was used up and drawn from again."""
    return float(round_.reshuffles > 0)


def goes_out(place: int) -> Fact:
    """Whether the seat at a place in the order of play, 0 begins, goes out first."""
    return lambda round_: float(round_.out == _seat(round_, place))


def beginner_gains(round_: PlayedRound) -> float:
    """Points that the seat which begins has more than the others have on average."""
    own = round_.scores[_seat(round_, 0)] or 0
    return (own - points(round_)) * len(round_.scores) / (len(round_.scores) - 1)


def _seat(round_: PlayedRound, place: int) -> int:
    return (round_.dealer + 1 + place) % len(round_.scores)


def worth_of_cards(played: Played, *, jokers: bool) -> tuple[Estimate, list[Estimate]]:
    """What one more joker, or wild, among the dealt cards changes in the points of the round.

    The slope of the regression line of the points on the number of such cards, which chance alone
    has dealt: for the whole schedule, and at each place of it.
    """
    total, places = Clusters(), [Clusters() for _ in SCHEDULE]
    held = [_held(played, at, jokers=jokers) for at in range(len(SCHEDULE))]
    middles = [_mean([number for hands in each for number in hands]) for each in held]
    paid = [estimate.mean for estimate in played.means(points)]
    for number, games in enumerate(played.deals):
        products = squares = 0.0
        for at, sums in enumerate(places):
            more = [count - middles[at] for count in held[at][number]]
            product = sum(
                more[place] * ((round_.scores[_seat(round_, place)] or 0) - paid[at])
                for round_ in (game.rounds[at] for game in games)
                for place in range(len(more))
            )
            square = len(games) * sum(each * each for each in more)
            sums.add(product, square)
            products, squares = products + product, squares + square
        total.add(products, squares)
    return total.estimate(), [sums.estimate() for sums in places]


def _held(played: Played, at: int, *, jokers: bool) -> list[list[int]]:
    """How many such cards each hand of a round held when it was dealt again, deal by deal.

    Hands are in the order of play, which is that in which they are dealt (R3.3).
    """
    seats, deal = len(played.plan.kinds), SCHEDULE[at]
    whole = deck(sets_for(seats))
    found: list[list[int]] = []
    for games in played.deals:
        order = SeededShuffler(f"{SEED}/{games[0].deal}").order(whole, at, 0)
        wanted = [is_wild(card, None if jokers else deal.wild) for card in order]
        dealt = deal.cards * seats
        found.append([sum(wanted[place:dealt:seats]) for place in range(seats)])
    return found


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def changed(before: Played, after: Played, fact: Fact) -> Estimate:
    """How a fact changes with the rules, deal by deal with the same deck orders."""
    clusters = Clusters()
    for one, other in zip(before.deals, after.deals, strict=True):
        values = [
            [fact(round_) for game in games for round_ in game.rounds] for games in (one, other)
        ]
        clusters.add(sum(values[1]) / len(values[1]) - sum(values[0]) / len(values[0]))
    return clusters.estimate()


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def by_round(tables: dict[int, Played], tell: Callable[[Played, int | None], str]) -> str:
    """A table by cards dealt and number of players, with a last row for all rounds."""
    rows = [
        [str(cards), *(tell(played, at) for played in tables.values())]
        for at, cards in enumerate(CARDS)
    ]
    whole = ["all", *(tell(played, None) for played in tables.values())]
    return table(["cards", *(f"{n} players" for n in tables)], [*rows, whole])


@dataclass(frozen=True)
class Drawing:
    """A folder for pictures."""

    folder: Path

    def by_round(
        self, name: str, title: str, up: str, series: dict[int, list[Estimate]], scale: float = 1
    ) -> str:
        """Draw one line for each number of players, and give what shows it."""
        with picture(title, "cards dealt", up) as (figure, axes):
            for number, (players, values) in enumerate(series.items()):
                shift = (number - (len(series) - 1) / 2) * 0.06  # so that no interval hides another
                across = [cards + shift for cards in CARDS]
                line(axes, number, f"{players} players", across, values, scale=scale)
            axes.set_xticks(CARDS)
            figure.legend(loc="outside lower center", ncols=3)
        return self._save(name, title, svg(figure))

    def by_place(self, name: str, title: str, tables: dict[int, Played]) -> str:
        """Draw how often the seat at each place in the order of play goes out first."""
        with picture(title, "place in the order of play", "% of the rounds") as (figure, axes):
            for number, (players, played) in enumerate(tables.items()):
                shares = [played.share(goes_out(place)) for place in range(players)]
                across = [place + 1 for place in range(players)]
                line(axes, number, f"{players} players", across, shares, scale=100)
            axes.set_ylim(bottom=0)
            figure.legend(loc="outside lower center", ncols=3)
        return self._save(name, title, svg(figure))

    def _save(self, name: str, title: str, text: str) -> str:
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / f"{name}.svg").write_text(text, "utf-8")
        return f"![{title}]({self.folder.name}/{name}.svg)"


def page(deals: int, journals: Path, drawing: Drawing) -> str:
    """The page, from so many deals at each table."""
    tables = {players: play([KIND] * players, deals, journals) for players in TABLES}
    naturals = {n: play([KIND] * n, deals, journals, naturals=1) for n in NATURAL_TABLES}
    matches = [play(pair, 2 * deals, journals) for pair in MATCHES]
    sections = [
        _introduction(tables),
        _rounds_section(tables, drawing),
        _first_section(tables, drawing),
        _wilds_section(tables, drawing),
        _pile_section(tables),
        _naturals_section(tables, naturals),
        _matches_section(matches),
    ]
    return "\n".join(sections)


def _introduction(tables: dict[int, Played]) -> str:
    rows = [
        [str(n), f"{len(played.deals):,}", f"{played.games:,}", f"`{played.command}`"]
        for n, played in tables.items()
    ]
    return f"""# The game in numbers

What simulations say about the game itself. This page and its pictures are made by
`python scripts/game_numbers.py`; do not change them by hand.

Unless something else is said, all players are `{KIND}` (see [players.md](players.md)), the games
are official, and every deal is played with each seat as first dealer. Behind ± is the 95 % interval
over deals. Other players give other figures: who plays worse needs more turns and pays more points.

{table(["players", "deals", "games", "the same games again"], rows)}
"""


def _rounds_section(tables: dict[int, Played], drawing: Drawing) -> str:
    paid = {n: played.means(points) for n, played in tables.items()}
    lasting = {n: played.means(turns) for n, played in tables.items()}
    return f"""## Points and turns

Points that a player gets in a round:

{drawing.by_round("points", "Points of a player by round", "points", paid)}

{by_round(tables, lambda played, at: interval(played.mean(points, at)))}

Turns that a player has in a round, the last one included:

{drawing.by_round("turns", "Turns of a player by round", "turns", lasting)}

{by_round(tables, lambda played, at: interval(played.mean(turns, at), digits=2))}
"""


def _first_section(tables: dict[int, Played], drawing: Drawing) -> str:
    rows = [
        [
            str(n),
            interval(played.share(goes_out(0)), 100),
            f"{100 / n:.1f}",
            interval(played.mean(beginner_gains), digits=2, sign="+"),
        ]
        for n, played in tables.items()
    ]
    return f"""## Going first

How often the player who begins the round is the first to go out, beside an even share, and how many
points a round it has more than the others have on average. Over a game this evens out, since the
deal goes round.

{drawing.by_place("places", "Who goes out first, by place in the order of play", tables)}

{table(["players", "begins and goes out, %", "even share, %", "points a round"], rows)}
"""


def _wilds_section(tables: dict[int, Played], drawing: Drawing) -> str:
    jokers = {n: worth_of_cards(played, jokers=True) for n, played in tables.items()}
    wilds = {n: worth_of_cards(played, jokers=False) for n, played in tables.items()}
    rows = [
        [
            str(n),
            interval(jokers[n][0], digits=2, sign="+"),
            interval(wilds[n][0], digits=2, sign="+"),
        ]
        for n in tables
    ]
    few = {n: jokers[n][1] for n in tables if n in (2, 4, 7)}
    return f"""## What a joker is worth

How the points of the round change with one more joker among the cards dealt, in place of any other
card, and with one more wild of either kind:

{drawing.by_round("jokers", "One more joker dealt, by round", "points of the round", few)}

{table(["players", "one more joker", "one more wild"], rows)}
"""


def _pile_section(tables: dict[int, Played]) -> str:
    rows = [
        [
            str(n),
            f"{played.games * len(SCHEDULE):,}",
            interval(played.share(reshuffled), 100),
            interval(played.share(reshuffled, len(SCHEDULE) - 1), 100),
        ]
        for n, played in tables.items()
    ]
    return f"""## The draw pile

How often the draw pile is used up, so that the discards are shuffled, in % of the rounds: of all,
and of those with most cards. Where it never happened, the interval says how often it may happen all
the same.

{table(["players", "rounds", "all rounds", "last round"], rows)}
"""


def _naturals_section(tables: dict[int, Played], naturals: dict[int, Played]) -> str:
    rows = [
        [
            str(n),
            interval(tables[n].mean(points), digits=2),
            interval(after.mean(points), digits=2),
            interval(changed(tables[n], after, points), digits=3, sign="+"),
            interval(tables[n].mean(turns), digits=2),
            interval(after.mean(turns), digits=2),
            interval(changed(tables[n], after, turns), digits=3, sign="+"),
        ]
        for n, after in naturals.items()
    ]
    heads = ["players", "points", "with the rule", "change", "turns", "with the rule", "change"]
    commands = "\n".join(f"    {after.command}" for after in naturals.values())
    return f"""## The natural-card rule

What the house rule changes by which every meld needs a natural card: points and turns of a player
in a round, with the same deck orders.

{table(heads, rows)}

The games with the rule, beside those above:

{commands}
"""


def _matches_section(matches: Sequence[Played]) -> str:
    rows: list[list[str]] = []
    for played in matches:
        difference, won = Clusters(), Clusters()
        for games in played.deals:
            margins = [
                (round_.scores[0] or 0) - (round_.scores[1] or 0)
                for game in games
                for round_ in game.rounds
            ]
            difference.add(sum(margins), len(games))
            won.add(sum((game.ranks[0] == 1) / game.ranks.count(1) for game in games), len(games))
        rows.append(
            [
                "`{}` : `{}`".format(*played.plan.kinds),
                f"{played.games:,}",
                interval(difference.estimate(), sign="+"),
                interval(won.share(), 100),
                f"`{played.command}`",
            ]
        )
    heads = ["match", "games", "points a game", "won, %", "the same games again"]
    return f"""## What looking ahead is worth

Two players at a table: the points of the first minus those of the second, and the share of the
games that the first wins. `easy` is a child who knows the rules, `medium` keeps the fewest points,
`hard` looks one draw ahead, `expert` asks networks what is worth most over the whole round.

{table(heads, rows)}
"""


def main() -> None:
    """Make the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000, help="deals at each table")
    parser.add_argument("--docs", type=Path, default=ROOT / "docs", help="where the page goes")
    parser.add_argument(
        "--journals", type=Path, default=ROOT / "build" / "numbers", help="where games are kept"
    )
    arguments = parser.parse_args()
    text = page(arguments.deals, arguments.journals, Drawing(arguments.docs / "numbers"))
    (arguments.docs / "numbers.md").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
