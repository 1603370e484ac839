"""What many finished sheets say about the people on them, by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from fivecrowns.score.sheet import Player, Sheet


@dataclass
class Person:
    """What the finished games of one name came to.

    Attributes:
        name: as it was last written.
        games: games played to their end.
        wins: games won; a shared victory counts for each.
        points: the sum of the totals of these games, of those joined at the first round.
        whole: games played from the first round on, whose totals can be compared.
        best: the lowest such total, `None` without one.
        worst: the highest such total.
        rounds: rounds played.
        round_points: points in them.
        highest: the most points in one round, `None` without a round.
        zeros: rounds without points.
        streak: the most such rounds one after the other in a game.
        comeback: the most points that a victory's winner was behind after some round.
        against: wins over others who were at the table: name to (games won, games lost).
    """

    name: str
    games: int = 0
    wins: int = 0
    points: int = 0
    whole: int = 0
    best: int | None = None
    worst: int | None = None
    rounds: int = 0
    round_points: int = 0
    highest: int | None = None
    zeros: int = 0
    streak: int = 0
    comeback: int = 0
    against: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])


def statistics(sheets: Iterable[Sheet]) -> list[Person]:
    """The statistics of all who played a finished game to its end, most wins first.

    Capital letters make no difference in names.
    """
    people: dict[str, Person] = {}
    for sheet in sheets:
        if sheet.finished:
            for player in sheet.staying:
                person = people.setdefault(_key(player), Person(player.name))
                person.name = player.name
                _count(person, sheet, player)
    return sorted(people.values(), key=lambda person: (-person.wins, person.games, person.name))


def _key(player: Player) -> str:
    return player.name.lower()


def _count(person: Person, sheet: Sheet, player: Player) -> None:
    total, won = sheet.totals[player.id], player.id in sheet.winners
    person.games += 1
    person.wins += won
    if player.joined == 1:
        person.whole += 1
        person.points += total
        person.best = total if person.best is None else min(person.best, total)
        person.worst = total if person.worst is None else max(person.worst, total)
    row = 0
    for at in sheet.scheduled:
        points = at.points.get(player.id)
        if points is None:
            continue
        person.rounds += 1
        person.round_points += points
        person.highest = max(points, person.highest or 0)
        person.zeros += points == 0
        row = row + 1 if points == 0 else 0
        person.streak = max(person.streak, row)
        if won:
            person.comeback = max(person.comeback, _behind(sheet, player, at.number))
    for other in sheet.staying:
        if other.id != player.id and sheet.ranks[other.id] != sheet.ranks[player.id]:
            better, worse = person.against.get(_key(other), (0, 0))
            ahead = sheet.ranks[player.id] < sheet.ranks[other.id]
            person.against[_key(other)] = (better + ahead, worse + (not ahead))


def _behind(sheet: Sheet, player: Player, number: int) -> int:
    """How far a player was behind the lowest total after a round."""
    playing = [other for other in sheet.staying if other.joined <= number]
    totals = {other.id: sheet.total(other, number) for other in playing}
    return totals[player.id] - min(totals.values())
