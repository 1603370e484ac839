"""What people do to a sheet, as the cells that change; `log.act` writes them down."""

from __future__ import annotations

from collections.abc import Sequence

from fivecrowns.rules import MAX_PLAYERS, MIN_PLAYERS, Deal, Rules
from fivecrowns.score.log import Log, ScoreError, Value, act
from fivecrowns.score.sheet import RoundSheet, Sheet

Changes = list[tuple[str, Value]]


def new_sheet(
    players: Sequence[tuple[str, str]],
    deals: Sequence[Deal],
    *,
    by: str,
    now: int,
    dealer: int = 0,
    reveal: str = "start",
) -> Log:
    """The log of a new sheet.

    Args:
        players: id and name of each, in the order of the seats, clockwise.
        deals: the rounds.
        by: the device.
        now: its clock in milliseconds.
        dealer: the first dealer's seat, from 0.
        reveal: whether the deals are known from the `start` or one by one, each `round`.

    Raises:
        ScoreError: a name that cannot be, or a number of players.
        RulesError: the rules do not allow so many players for these rounds.
    """
    Rules(tuple(deals)).check_players(len(players))
    if not 0 <= dealer < len(players):
        raise ScoreError(f"expected a seat from 0 to {len(players) - 1} as dealer, got {dealer}")
    changes: Changes = [
        ("deals", [[deal.cards, 0 if deal.wild is None else deal.wild.value] for deal in deals]),
        ("reveal", reveal),
        ("seats", [player for player, _ in players]),
        ("round/1/dealer", players[dealer][0]),
    ]
    changes += [(f"player/{player}/name", name) for player, name in players]
    return act((), by, changes, now)


def enter(sheet: Sheet, number: int, player: str, points: int | None) -> Changes:
    """Points of a player in a round; `None` makes the cell blank again.

    Whoever gets points did not go out. With the first points of a round its dealer is written
    down, so that nobody who joins later moves the deal.

    Raises:
        ScoreError: no such round, or the player does not take part in it.
    """
    at = _round_of(sheet, number, player)
    changes: Changes = [
        (f"round/{number}/dealer", at.dealer),
        (f"round/{number}/points/{player}", points),
    ]
    if points != 0 and at.out == player:
        changes.append((f"round/{number}/out", None))
    return changes


def enter_out(sheet: Sheet, number: int, player: str) -> Changes:
    """A player went out: 0 points (R6.6). Whoever was entered so before keeps the 0.

    Raises:
        ScoreError: no such round, or the player does not take part in it.
    """
    return [*enter(sheet, number, player, 0), (f"round/{number}/out", player)]


def enter_total(sheet: Sheet, number: int, player: str, total: int) -> Changes:
    """A player's running total after a round, as paper pads have it.

    Raises:
        ScoreError: it is lower than before the round, or as for `enter`.
    """
    _round_of(sheet, number, player)
    before = total_before(sheet, number, player)
    if total < before:
        raise ScoreError(f"expected a total of at least {before}, as before the round, got {total}")
    return enter(sheet, number, player, total - before)


def total_before(sheet: Sheet, number: int, player: str) -> int:
    """A player's total before a round."""
    (known,) = (p for p in sheet.players if p.id == player)
    return sheet.total(known, number - 1)


def change_dealer(sheet: Sheet, number: int, player: str) -> Changes:
    """Another dealer for a round; later rounds without a stored dealer follow.

    Raises:
        ScoreError: no such round, or the player does not take part in it.
    """
    _round_of(sheet, number, player)
    return [(f"round/{number}/dealer", player)]


def join(sheet: Sheet, player: str, name: str, points: int) -> Changes:
    """A player joins from the round that is being played on, in the last seat.

    Raises:
        ScoreError: all rounds are played, or there are 14 players already.
    """
    if sheet.schedule_played or sheet.current is None:
        raise ScoreError("expected a round still to be played, but all are")
    if len(sheet.staying) == MAX_PLAYERS:
        raise ScoreError(f"expected at most {MAX_PLAYERS} players, and so many are there already")
    return [
        (f"player/{player}/name", name),
        (f"player/{player}/joined", {"round": sheet.current.number, "points": points}),
        ("seats", [*(p.id for p in sheet.players), player]),
    ]


def start_points(sheet: Sheet) -> tuple[int, int, int]:
    """What somebody who joins may start with: nothing, the rounded average, the highest total."""
    totals = [sheet.totals[player.id] for player in sheet.staying]
    count = len(totals)
    average = (2 * sum(totals) + count) // (2 * count) if count else 0
    return 0, average, max(totals, default=0)


def leave(sheet: Sheet, player: str) -> Changes:
    """A player leaves before the round that is being played, or after it with points in it.

    Raises:
        ScoreError: no such player, all rounds are played, or fewer than two would stay.
    """
    at = sheet.current
    if at is None or sheet.schedule_played:
        raise ScoreError("expected a round still to be played, but all are")
    if player not in {p.id for p in sheet.staying}:
        raise ScoreError(f"expected a player of this sheet, got {player!r}")
    if len(sheet.staying) == MIN_PLAYERS:
        raise ScoreError(f"expected at least {MIN_PLAYERS} players to stay")
    played = at.points.get(player) is not None
    return [(f"player/{player}/left", at.number if played else at.number - 1)]


def rename(player: str, name: str) -> Changes:
    """Another name for a player."""
    return [(f"player/{player}/name", name)]


def reseat(order: Sequence[str]) -> Changes:
    """Another order of the seats; dealers already stored stay."""
    return [("seats", list(order))]


def decide_tie(how: str) -> Changes:
    """How a tie for the victory is decided: `shared` or `tiebreak` (R9.2)."""
    return [("end", how)]


def _round_of(sheet: Sheet, number: int, player: str) -> RoundSheet:
    if not 1 <= number <= len(sheet.rounds):
        raise ScoreError(f"expected a round from 1 to {len(sheet.rounds)}, got {number}")
    found = sheet.rounds[number - 1]
    if player not in found.players:
        raise ScoreError(f"expected a player of round {number}, got {player!r}")
    return found
