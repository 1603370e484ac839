"""Sheets as text for the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from fivecrowns.score.sheet import RoundSheet, Sheet, Warn, most_points
from fivecrowns.score.statistics import Person
from fivecrowns.terminal.screen import Screen, printable
from fivecrowns.terminal.sheet import rounds_a_block
from fivecrowns.terminal.words import deal_words, join, some

NAME_WIDTH: Final = 14


def sheet_lines(sheet: Sheet, columns: int) -> list[str]:
    """The sheet: a line for each player, a narrow column for each round, then the total.

    Rounds that do not fit beside the others go on below. `*` is beside who went out, `-` stands
    for a round that was missed, a dot for one to come.
    """
    width = max(6, *(len(short(player.name)) for player in sheet.players))
    lines: list[str] = []
    rounds = rounds_a_block(len(sheet.rounds), (columns - width - 6) // 5)
    for first in range(0, len(sheet.rounds), rounds):
        block = sheet.rounds[first : first + rounds]
        last = first + len(block) == len(sheet.rounds)
        heads = "".join(f"{_head(sheet, at):>4} " for at in block)
        lines.append(f"{'Cards':<{width}}{heads}{' Total' if last else ''}".rstrip())
        for player in sheet.players:
            cells = "".join(_cell(at, player.id) for at in block)
            total = f"{sheet.totals[player.id]:>6}" if last else ""
            lines.append(f"{short(player.name):<{width}}{cells}{total}".rstrip())
    if any(at.out is not None for at in sheet.rounds):
        lines.append("* went out")
    for player in sheet.players:
        if player.joined > 1:
            start = some(player.start, "point")
            lines.append(f"{printable(player.name)} joined in round {player.joined} with {start}.")
        if player.left is not None:
            lines.append(f"{printable(player.name)} left after round {player.left}.")
    return lines


def _head(sheet: Sheet, at: RoundSheet) -> str:
    if at.tie_break:
        return "tie"
    hidden = sheet.reveal == "round" and sheet.current and at.number > sheet.current.number
    return "?" if hidden else str(at.deal.cards)


def _cell(at: RoundSheet, player: str) -> str:
    if player not in at.points:
        return "   - "
    points = at.points[player]
    return f"{'.' if points is None else points:>4}{'*' if at.out == player else ' '}"


def title(sheet: Sheet, at: RoundSheet) -> str:
    """The round: what is dealt, who deals, who begins."""
    name = "Tie-break round" if at.tie_break else f"Round {at.number} of {len(sheet.deals)}"
    dealt = f"{name}: {deal_words(at.deal)}."
    if at.dealer is None or at.starter is None:
        return dealt
    names = sheet.names
    return f"{dealt} {printable(names[at.dealer])} deals, {printable(names[at.starter])} begins."


def say_complete(screen: Screen, sheet: Sheet, at: RoundSheet) -> None:
    """Say what is unlikely about a complete round, and who leads."""
    for warning, player in at.warnings:
        if warning is Warn.NO_ZERO:
            screen.say("Nobody has 0 points. Who went out? You can still correct it.")
        else:
            name = printable(sheet.names[player or ""])
            screen.say(
                f"{name}: more than {most_points(at.deal)} points are not possible with the best "
                "melds. You can still correct it."
            )
    order = sorted(sheet.staying, key=lambda player: sheet.totals[player.id])
    told = [f"{printable(player.name)} {sheet.totals[player.id]}" for player in order]
    screen.say(f"Points so far: {', '.join(told)}.", hang=2)


def say_end(screen: Screen, sheet: Sheet) -> None:
    """Say who has won, and the standing."""
    names = [printable(sheet.names[player]) for player in sheet.winners]
    if names:
        screen.say(f"{join(names)} {'wins' if len(names) == 1 else 'share the victory'}.")
    for player, rank in sorted(sheet.ranks.items(), key=lambda item: item[1]):
        points = some(sheet.totals[player], "point")
        screen.show(f"{rank:>3}. {printable(sheet.names[player])}, {points}")


def say_statistics(screen: Screen, people: Iterable[Person]) -> None:
    """Say what all finished sheets come to."""
    said = False
    for person in people:
        said = True
        average = f"{person.points / person.whole:.1f}" if person.whole else "-"
        best = "" if person.best is None else f", best {person.best}, worst {person.worst}"
        screen.say(
            f"{printable(person.name)}: won {person.wins} of {some(person.games, 'game')}; "
            f"{average} points a game{best}; {person.round_points / person.rounds:.1f} a round, "
            f"at most {person.highest}; {some(person.zeros, 'round')} with 0, "
            f"{person.streak} in a row; came back from {some(person.comeback, 'point')}.",
            hang=2,
        )
        against = [f"{name} {won}:{lost}" for name, (won, lost) in sorted(person.against.items())]
        if against:
            screen.say(f"  Better and worse than {', '.join(against)}.", hang=4)
    if not said:
        screen.say("There is no finished sheet yet.")


def short(name: str) -> str:
    """A name that fits into its column."""
    shown = printable(name)
    return shown if len(shown) <= NAME_WIDTH else f"{shown[: NAME_WIDTH - 1]}."
