"""What many games show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from fivecrowns.rules import Rules
from fivecrowns.simulate.estimates import Clusters, Estimate
from fivecrowns.simulate.games import PlayedGame, PlayedRound


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
        rounds: rounds played, tie-break rounds left out.
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
    """How two kinds of player differ at the same table, the first minus the second.

    Attributes:
        players: the two kinds.
        points_per_game: points a game.
        points_per_round: points a round.
        win_share: wins a game.
        ahead: how often a seat of the first kind ends before one of the second; a tie is half.
    """

    players: tuple[str, str]
    points_per_game: Estimate
    points_per_round: Estimate
    win_share: Estimate
    ahead: Estimate


@dataclass(frozen=True, slots=True)
class RoundLine:
    """What all seats of one kind of player did in one round of the schedule.

    Attributes:
        player: the kind of player.
        round: number of the round, from 1 on.
        cards: cards dealt.
        points: points of a seat.
        out: how often a seat of this kind went out.
        turns: own turns of a seat.
    """

    player: str
    round: int
    cards: int
    points: Estimate
    out: Estimate
    turns: Estimate


@dataclass(frozen=True, slots=True)
class Spread:
    """How the results of one kind of player spread.

    Attributes:
        player: the kind of player.
        totals: pairs of a total and how many games ended with it, ascending.
        out_by_turn: rounds gone out in the first own turn, the second, and so on.
        rounds: rounds played.
    """

    player: str
    totals: tuple[tuple[int, int], ...]
    out_by_turn: tuple[int, ...]
    rounds: int


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
        by_round: for each kind, one line for each round of the schedule.
        spreads: one for each kind.
    """

    games: int
    deals: int
    seats: tuple[Line, ...]
    kinds: tuple[Line, ...]
    differences: tuple[Difference, ...]
    stalled_rounds: int
    by_round: tuple[RoundLine, ...]
    spreads: tuple[Spread, ...]


class Tallies:
    """Sums over the games of a simulation, deal by deal.

    Args:
        kinds: the kind of player in each seat.
        rules: the options of the game.
    """

    def __init__(self, kinds: Sequence[str], rules: Rules) -> None:
        self.games = 0
        self.deals = 0
        self._rules = rules
        self._stalled = 0
        self._seats = [_Group(kind, (seat,)) for seat, kind in enumerate(kinds)]
        self._kinds = [
            _Kind(name, tuple(seat for seat, kind in enumerate(kinds) if kind == name), rules)
            for name in dict.fromkeys(kinds)
        ]
        self._pairs = [_Pair(first, second) for first, second in combinations(self._kinds, 2)]

    def add_deal(self, games: Sequence[PlayedGame]) -> None:
        """Add all games of one deal."""
        self.games += len(games)
        self.deals += 1
        self._stalled += sum(round_.out is None for game in games for round_ in game.rounds)
        seats = _sums(games, len(self._rules.schedule))
        for group in self._seats:
            group.add(seats)
        own = {kind.player: kind.add(seats) for kind in self._kinds}
        for kind in self._kinds:
            kind.add_each(games)
        for pair in self._pairs:
            pair.add(own, games)

    def interval(self) -> float | None:
        """How far the widest interval reaches that is about points a game.

        These are the differences between kinds, or, where all are of one kind, its points.
        """
        found = [pair.points_per_game for pair in self._pairs] or [self._kinds[0].points_per_game]
        halves = [clusters.estimate().half for clusters in found]
        known = [half for half in halves if half is not None]
        return max(known) if len(known) == len(halves) else None

    def report(self) -> Report:
        """What the games added so far show; at least one."""
        return Report(
            games=self.games,
            deals=self.deals,
            seats=tuple(group.line() for group in self._seats),
            kinds=tuple(kind.line() for kind in self._kinds),
            differences=tuple(pair.difference() for pair in self._pairs),
            stalled_rounds=self._stalled,
            by_round=tuple(line for kind in self._kinds for line in kind.round_lines()),
            spreads=tuple(kind.spread() for kind in self._kinds),
        )


@dataclass(slots=True)
class _Sums:
    """Sums over the games of one deal: for one seat, or for several together.

    Lists have one entry for each round of the schedule.
    """

    games: int
    wins: float
    points: list[int]
    out: list[int]
    turns: list[int]

    @classmethod
    def together(cls, parts: Sequence[_Sums]) -> _Sums:
        return cls(
            games=sum(part.games for part in parts),
            wins=sum(part.wins for part in parts),
            points=[sum(values) for values in zip(*(part.points for part in parts), strict=True)],
            out=[sum(values) for values in zip(*(part.out for part in parts), strict=True)],
            turns=[sum(values) for values in zip(*(part.turns for part in parts), strict=True)],
        )


def _sums(games: Sequence[PlayedGame], rounds: int) -> list[_Sums]:
    """The sums of each seat over the games of one deal; tie-break rounds only decide ranks."""
    seats = range(len(games[0].ranks))
    sums = [_Sums(len(games), 0.0, [0] * rounds, [0] * rounds, [0] * rounds) for _ in seats]
    for game in games:
        share = 1 / game.ranks.count(1)
        for seat, own in enumerate(sums):
            if game.ranks[seat] == 1:
                own.wins += share
        for index, round_ in enumerate(game.rounds[:rounds]):
            for seat, own in enumerate(sums):
                own.points[index] += round_.scores[seat] or 0
                own.turns[index] += own_turns(round_, seat)
            if round_.out is not None:
                sums[round_.out].out[index] += 1
    return sums


def own_turns(round_: PlayedRound, seat: int) -> int:
    """How many turns a seat had in a round that all seats played."""
    seats = len(round_.scores)
    before = (seat - round_.dealer - 1) % seats  # seats whose first turn came earlier (R3.2)
    return (round_.turns - before + seats - 1) // seats


class _Group:
    """Sums over deals for one seat, or for all seats of a kind."""

    def __init__(self, player: str, seats: tuple[int, ...]) -> None:
        self.player = player
        self.seats = seats
        self.wins = Clusters()
        self.points_per_game = Clusters()
        self.points_per_round = Clusters()
        self.rounds_out = 0
        self.turns = 0

    def add(self, seats: Sequence[_Sums]) -> _Sums:
        """Add a deal, and give the sums of this group."""
        own = _Sums.together([seats[seat] for seat in self.seats])
        points, rounds = sum(own.points), own.games * len(own.points)
        self.wins.add(own.wins, own.games)
        self.points_per_game.add(points, own.games)
        self.points_per_round.add(points, rounds)
        self.rounds_out += sum(own.out)
        self.turns += sum(own.turns)
        return own

    def line(self) -> Line:
        rounds = int(self.points_per_round.size)
        return Line(
            player=self.player,
            games=int(self.wins.size),
            wins=self.wins.total,
            win_share=self.wins.share(),
            points_per_round=self.points_per_round.estimate(),
            points_per_game=self.points_per_game.estimate(),
            rounds=rounds,
            rounds_out=self.rounds_out,
            turns_per_round=self.turns / rounds,
        )


class _RoundSums:
    """Sums over deals for one round of the schedule."""

    def __init__(self) -> None:
        self.points = Clusters()
        self.out = Clusters()
        self.turns = Clusters()


class _Kind(_Group):
    """Sums over deals for a kind of player: those of a group, and how its results spread."""

    def __init__(self, player: str, seats: tuple[int, ...], rules: Rules) -> None:
        super().__init__(player, seats)
        self.cards = [deal.cards for deal in rules.schedule]
        self.rounds = [_RoundSums() for _ in rules.schedule]
        self.totals = Counter[int]()
        self.out_by_turn = Counter[int]()

    def add(self, seats: Sequence[_Sums]) -> _Sums:
        """Add a deal, round by round too."""
        own = super().add(seats)
        for at, sums in enumerate(self.rounds):
            sums.points.add(own.points[at], own.games)
            sums.out.add(own.out[at], own.games)
            sums.turns.add(own.turns[at], own.games)
        return own

    def add_each(self, games: Sequence[PlayedGame]) -> None:
        """Add the games of a deal one by one, for what is about single games and rounds."""
        for game in games:
            rounds = game.rounds[: len(self.cards)]
            for seat in self.seats:
                self.totals[sum(round_.scores[seat] or 0 for round_ in rounds)] += 1
            for round_ in rounds:
                if round_.out in self.seats:
                    self.out_by_turn[own_turns(round_, round_.out)] += 1

    def round_lines(self) -> list[RoundLine]:
        return [
            RoundLine(
                player=self.player,
                round=at + 1,
                cards=self.cards[at],
                points=sums.points.estimate(),
                out=sums.out.share(),
                turns=sums.turns.estimate(),
            )
            for at, sums in enumerate(self.rounds)
        ]

    def spread(self) -> Spread:
        last = max(self.out_by_turn, default=0)
        return Spread(
            player=self.player,
            totals=tuple(sorted(self.totals.items())),
            out_by_turn=tuple(self.out_by_turn[turn] for turn in range(1, last + 1)),
            rounds=int(self.points_per_round.size),
        )


class _Pair:
    """Sums that compare two kinds deal by deal, which is what duplicate deals are for."""

    def __init__(self, first: _Kind, second: _Kind) -> None:
        self.first = first
        self.second = second
        self.points_per_game = Clusters()
        self.points_per_round = Clusters()
        self.win_share = Clusters()
        self.ahead = Clusters()

    def add(self, own: Mapping[str, _Sums], games: Sequence[PlayedGame]) -> None:
        a, b = own[self.first.player], own[self.second.player]
        game = sum(a.points) / a.games - sum(b.points) / b.games
        self.points_per_game.add(game)
        self.points_per_round.add(game / len(a.points))
        self.win_share.add(a.wins / a.games - b.wins / b.games)
        pairs = [
            (game.ranks[first], game.ranks[second])
            for game in games
            for first in self.first.seats
            for second in self.second.seats
        ]
        self.ahead.add(sum((x < y) + (x == y) / 2 for x, y in pairs), len(pairs))

    def difference(self) -> Difference:
        return Difference(
            players=(self.first.player, self.second.player),
            points_per_game=self.points_per_game.estimate(),
            points_per_round=self.points_per_round.estimate(),
            win_share=self.win_share.estimate(),
            ahead=self.ahead.share(),
        )
