"""What a log says: players, rounds, totals, who leads, who has won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

from fivecrowns.cards import Rank
from fivecrowns.rules import MIN_PLAYERS, MOST_POINTS, TIE_BREAK, Deal
from fivecrowns.score.log import MAX_SEATS, Log, ScoreError, Value, cells


class Warn(StrEnum):
    """What is unlikely, and worth a second look."""

    NO_ZERO = "no_zero"
    """Everybody has points, yet somebody went out (R8.3)."""
    TOO_MANY = "too_many"
    """More than a hand of this size can cost with its best melds (R8.4)."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody on the sheet.

    Attributes:
        id: the player's name in cells.
        name: what people call the player.
        joined: the first round played, 1 for the first of the sheet.
        start: points at the start, 0 but for who joined later.
        left: the last round played, `None` for who is still there.
    """

    id: str
    name: str
    joined: int
    start: int
    left: int | None

    def plays(self, number: int) -> bool:
        """Whether the player takes part in a round."""
        return self.joined <= number and (self.left is None or number <= self.left)


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """One round of a sheet.

    Attributes:
        number: from 1; tie-break rounds go on after the last of the schedule.
        deal: cards and wild rank.
        tie_break: whether it is a tie-break round, whose points stay out of the totals (R9.3).
        players: who takes part, in the order of the seats.
        dealer: who deals; `None` where nobody plays.
        starter: who begins: the next player after the dealer.
        out: who went out, as far as that was entered.
        points: the points of each who takes part; `None` is blank, which is not zero.
    """

    number: int
    deal: Deal
    tie_break: bool
    players: tuple[str, ...]
    dealer: str | None
    starter: str | None
    out: str | None
    points: dict[str, int | None]

    @property
    def missing(self) -> tuple[str, ...]:
        """Whose points are not entered yet."""
        return tuple(player for player in self.players if self.points[player] is None)

    @property
    def complete(self) -> bool:
        """Whether all points are entered."""
        return not self.missing

    @property
    def warnings(self) -> tuple[tuple[Warn, str | None], ...]:
        """What is unlikely about it, each with the player it is about (R8.3, R8.4)."""
        found: list[tuple[Warn, str | None]] = []
        if self.players and self.complete and 0 not in self.points.values():
            found.append((Warn.NO_ZERO, None))
        most = most_points(self.deal)
        if most is not None:
            found += [
                (Warn.TOO_MANY, player)
                for player in self.players
                if (self.points[player] or 0) > most
            ]
        return tuple(found)


def most_points(deal: Deal) -> int | None:
    """The most points that a hand of this deal can cost, `None` where that is not known (R8.4)."""
    if deal.wild is None or deal.wild != deal.cards:
        return None
    return MOST_POINTS.get(deal.cards)


@dataclass(frozen=True)
class Sheet:
    """A sheet as it stands.

    Attributes:
        players: all who ever were on it, in the order of the seats, clockwise.
        deals: the rounds of the schedule.
        reveal: whether the deals are known from the start or one by one.
        rounds: all rounds of the schedule, then the tie-break rounds.
        end: how a tie is decided, once that was chosen (R9.2).
    """

    players: tuple[Player, ...]
    deals: tuple[Deal, ...]
    reveal: str
    rounds: tuple[RoundSheet, ...]
    end: str | None

    @cached_property
    def names(self) -> dict[str, str]:
        """The players' names."""
        return {player.id: player.name for player in self.players}

    @property
    def scheduled(self) -> tuple[RoundSheet, ...]:
        """The rounds of the schedule."""
        return self.rounds[: len(self.deals)]

    @property
    def tie_breaks(self) -> tuple[RoundSheet, ...]:
        """The tie-break rounds."""
        return self.rounds[len(self.deals) :]

    @cached_property
    def current(self) -> RoundSheet | None:
        """The first round that is not complete, `None` if there is none."""
        return next((r for r in self.rounds if not r.complete), None)

    def total(self, player: Player, number: int | None = None) -> int:
        """A player's points after a round, or now: the start and all rounds of the schedule."""
        return player.start + sum(
            round_sheet.points.get(player.id) or 0 for round_sheet in self.scheduled[:number]
        )

    @cached_property
    def totals(self) -> dict[str, int]:
        """Everybody's points now."""
        return {player.id: self.total(player) for player in self.players}

    @cached_property
    def staying(self) -> tuple[Player, ...]:
        """Who can win: all who have not left."""
        return tuple(player for player in self.players if not self._has_left(player))

    def _has_left(self, player: Player) -> bool:
        return player.left is not None and player.left < len(self.deals)

    @cached_property
    def ranks(self) -> dict[str, int]:
        """The place of each who stays, 1 for the lowest total; equal totals share one (R9.1).

        Tie-break rounds order those who were tied for the victory.
        """
        keys = {
            player.id: (
                self.totals[player.id],
                *(r.points.get(player.id) or 0 for r in self.tie_breaks if r.complete),
            )
            for player in self.staying
        }
        return {
            player: 1 + sum(other < key for other in keys.values()) for player, key in keys.items()
        }

    @cached_property
    def leaders(self) -> tuple[str, ...]:
        """Who is in front."""
        return tuple(player for player, rank in self.ranks.items() if rank == 1)

    @cached_property
    def gaps(self) -> dict[str, int]:
        """How far each who stays is behind the lowest total."""
        least = min((self.totals[player.id] for player in self.staying), default=0)
        return {player.id: self.totals[player.id] - least for player in self.staying}

    @property
    def schedule_played(self) -> bool:
        """Whether all rounds of the schedule are complete."""
        return all(round_sheet.complete for round_sheet in self.scheduled)

    @property
    def tied(self) -> tuple[str, ...]:
        """Who is level at the top while nobody has said how that is decided (R9.2)."""
        waits = self.current is None and self.end is None and len(self.leaders) > 1
        return self.leaders if waits else ()

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; empty until the end."""
        decided = len(self.leaders) == 1 or self.end == "shared"
        return self.leaders if self.schedule_played and decided else ()

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.schedule_played and (bool(self.winners) or not self.staying)


def read(log: Log) -> Sheet:
    """The sheet that a log tells.

    Raises:
        ScoreError: a log without rounds, with fewer than two players or with more than 99.
    """
    held = cells(log)
    if "deals" not in held:
        raise ScoreError("expected a fact that says the rounds, got none")
    deals = tuple(_deal(*deal) for deal in held["deals"])
    # Not of those who stay: two devices may each have let somebody go.
    if len(_named(held)) < MIN_PLAYERS:
        raise ScoreError(f"expected at least {MIN_PLAYERS} players, got {len(_named(held))}")
    if len(_named(held)) > MAX_SEATS:
        raise ScoreError(f"expected at most {MAX_SEATS} players, got {len(_named(held))}")
    players = _players(held)
    rounds: list[RoundSheet] = []
    dealer: str | None = None
    for number, deal in enumerate(deals, start=1):
        present = [player.id for player in players if player.plays(number)]
        rounds.append(_round(held, players, number, deal, present, dealer, tie_break=False))
        dealer = rounds[-1].dealer or dealer
    end = held.get("end")
    sheet = Sheet(players, deals, held.get("reveal", "start"), tuple(rounds), end)
    return _with_tie_breaks(held, sheet, dealer)


def _with_tie_breaks(held: dict[str, Value], sheet: Sheet, dealer: str | None) -> Sheet:
    """Add the tie-break rounds: each for those who were lowest in the one before (R9.3)."""
    if not sheet.schedule_played:
        return sheet
    tied: Sequence[str] = sheet.leaders
    rounds = list(sheet.rounds)
    while len(tied) > 1 and len(rounds) < _MOST_ROUNDS:
        following = _round(
            held, sheet.players, len(rounds) + 1, TIE_BREAK, tied, dealer, tie_break=True
        )
        if not following.complete and sheet.end != "tiebreak":
            break
        rounds.append(following)
        if not following.complete:
            break
        dealer = following.dealer
        least = min(points for points in following.points.values() if points is not None)
        tied = [player for player in tied if following.points[player] == least]
    return Sheet(sheet.players, sheet.deals, sheet.reveal, tuple(rounds), sheet.end)


_MOST_ROUNDS: Final = 99


def _named(held: dict[str, Value]) -> set[str]:
    return {cell.split("/")[1] for cell in held if cell.endswith("/name")}


def _players(held: dict[str, Value]) -> tuple[Player, ...]:
    """All players in the order of the seats; who is on none comes last, by id."""
    known = _named(held)
    seats = [player for player in held.get("seats", []) if player in known]
    order = [*seats, *sorted(known.difference(seats))]
    players: list[Player] = []
    for player in order:
        joined = held.get(f"player/{player}/joined") or {"round": 1, "points": 0}
        name = held[f"player/{player}/name"]
        if name is not None:
            players.append(
                Player(
                    player,
                    name,
                    joined["round"],
                    joined["points"],
                    held.get(f"player/{player}/left"),
                )
            )
    return tuple(p for p in players if p.left is None or p.left >= p.joined)


def _round(
    held: dict[str, Value],
    players: Sequence[Player],
    number: int,
    deal: Deal,
    present: Sequence[str],
    last_dealer: str | None,
    *,
    tie_break: bool,
) -> RoundSheet:
    stored = held.get(f"round/{number}/dealer")
    seats = [player.id for player in players]
    # A stored dealer stays, whoever joins later; who is not there passes the deal on.
    if stored in seats:
        dealer = _first_from(seats, seats.index(stored), present)
    elif last_dealer is not None:
        dealer = _first_from(seats, seats.index(last_dealer) + 1, present)
    else:
        dealer = _first_from(seats, 0, present)
    starter = None if dealer is None else _first_from(seats, seats.index(dealer) + 1, present)
    out = held.get(f"round/{number}/out")
    return RoundSheet(
        number,
        deal,
        tie_break,
        tuple(present),
        dealer,
        starter,
        out if out in present else None,
        {player: held.get(f"round/{number}/points/{player}") for player in present},
    )


def _first_from(seats: Sequence[str], at: int, present: Sequence[str]) -> str | None:
    """The first seat from one on, clockwise, whose player takes part."""
    order = [*seats[at:], *seats[:at]]
    return next((player for player in order if player in present), None)


def _deal(cards: int, wild: int) -> Deal:
    return Deal(cards, Rank(wild) if wild else None)
