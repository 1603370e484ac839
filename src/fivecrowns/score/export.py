"""Sheets for people and other programs: CSV."""

from __future__ import annotations

import csv
import io

from fivecrowns.score.sheet import Sheet


def as_csv(sheet: Sheet) -> str:
    """The sheet as CSV (RFC 4180): a line a round, points and running total of each player.

    The columns are `Round, Cards, Wild, Dealer, Went out`, then for every player `NAME` and
    `NAME total`. What is blank or was missed is empty.
    """
    target = io.StringIO()
    write = csv.writer(target).writerow
    names = sheet.names
    head = ["Round", "Cards", "Wild", "Dealer", "Went out"]
    for player in sheet.players:
        head += [_text(player.name), _text(f"{player.name} total")]
    write(head)
    for at in sheet.rounds:
        tie_break = f"Tie-break {at.number - len(sheet.deals)}"
        line: list[str | int] = [
            tie_break if at.tie_break else at.number,
            at.deal.cards,
            "JK" if at.deal.wild is None else str(at.deal.wild),
            _text(names[at.dealer]) if at.dealer else "",
            _text(names[at.out]) if at.out else "",
        ]
        for player in sheet.players:
            points = at.points.get(player.id)
            total = "" if points is None or at.tie_break else sheet.total(player, at.number)
            line += ["" if points is None else points, total]
        write(line)
    return target.getvalue()


def _text(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[0] in "=+-@" else name
