"""`fivecrowns score`: keep the score of a game with real cards."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

from fivecrowns.rules import MAX_PLAYERS, MIN_PLAYERS, SCHEDULES, random_schedule
from fivecrowns.score.edits import new_sheet
from fivecrowns.score.log import is_name
from fivecrowns.score.sheet import Sheet
from fivecrowns.terminal.commands import Leave
from fivecrowns.terminal.offering import offer
from fivecrowns.terminal.saves import SaveError, folder
from fivecrowns.terminal.score.book import Book, books, device_name, new_book, now
from fivecrowns.terminal.score.keep import Keeper
from fivecrowns.terminal.screen import Screen, printable
from fivecrowns.terminal.words import join

MOST_OFFERED = 9


def run(file: str | None, *, screen: Screen | None = None, place: Path | None = None) -> int:
    """Keep score at the terminal: go on with a sheet or begin one.

    Args:
        file: a sheet in a file, written into as one goes on; `None` for the user's own sheets.
        screen: where to ask; `None` is the standard input and output.
        place: the folder of sheets; `None` is the user's own.

    Returns:
        The exit code, 0.

    Raises:
        FiveCrownsError: the file is no sheet, or cannot be written.
        KeyboardInterrupt: after everything entered so far was saved.
    """
    screen = screen or Screen()
    place = place or folder().parent / "scores"
    device = device_name(place)
    book: Book | None = None
    try:
        if file is not None:
            book = Book.open(Path(file), device)
            if not book.lock(place):
                raise SaveError(f"expected a sheet that no other terminal keeps, got {file}")
        else:
            book = _saved(screen, place, device) or _new(screen, place, device)
        screen.say(f"Keeping score for {_names(book.sheet)}. ? is help, q saves and leaves.")
        Keeper(screen, book, place).keep()
    except (Leave, EOFError):
        screen.say()
    except KeyboardInterrupt:
        if book is None:
            raise
        screen.say()
        sys.stderr.write("Interrupted. The sheet is saved.\n")
        return 130
    finally:
        if book is not None:
            book.close()
    if book is not None:
        screen.say("The sheet is saved; it can be opened in the browser, too:")
        screen.show(f"  {book.path}")
    return 0


def _names(sheet: Sheet) -> str:
    return join([printable(player.name) for player in sheet.players])


def _saved(screen: Screen, place: Path, device: str) -> Book | None:
    """Offer the sheets that are not finished, and that no other process keeps."""
    sheets: dict[str, Book] = {}  # of copies of a sheet, the one with the newest entry
    for book in books(place, device):
        sheets.setdefault(book.file.sheet, book)
    unfinished = [book for book in sheets.values() if not book.sheet.finished][:MOST_OFFERED]
    found = [book for book in unfinished if book.lock(place)]
    if len(found) < len(unfinished):
        screen.say("A sheet is being kept in another terminal; it is left alone.")
    kept: Book | None = None
    try:
        chosen = offer(screen, [_describe(book.sheet) for book in found])
        kept = None if chosen is None else found[chosen]
    finally:
        for book in found:
            if book is not kept:
                book.close()
    return kept


def _describe(sheet: Sheet) -> str:
    at = sheet.current.number if sheet.current else len(sheet.rounds)
    return f"the score of {_names(sheet)}, round {at} of {len(sheet.deals)}"


def _new(screen: Screen, place: Path, device: str) -> Book:
    names = _ask_names(screen)
    schedule = _ask_schedule(screen)
    deals = random_schedule(secrets.token_hex(8)) if schedule == "random" else SCHEDULES[schedule]
    dealer = _ask_dealer(screen, names)
    players = [(f"p{seat}", name) for seat, name in enumerate(names, start=1)]
    return new_book(place, new_sheet(players, deals, by=device, now=now(), dealer=dealer), device)


def _ask_names(screen: Screen) -> list[str]:
    while True:
        typed = screen.ask("Who plays? Names clockwise, with commas")
        names = [name.strip() for name in typed.split(",") if name.strip()]
        bad = [name for name in names if not is_name(name)]
        if bad:
            screen.say(f"Expected names of at most 24 characters, got {printable(bad[0])!r}.")
        elif len({name.lower() for name in names}) < len(names):
            screen.say("Expected different names, got one twice.")
        elif not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
            screen.say(f"Expected {MIN_PLAYERS} to {MAX_PLAYERS} names, got {len(names)}.")
        else:
            return names


def _ask_schedule(screen: Screen) -> str:
    choices = [*SCHEDULES, "random"]
    while True:
        typed = screen.ask(f"Rounds: {', '.join(choices)}? Enter: official").lower() or "official"
        if typed in choices:
            return typed
        screen.say(f"Expected {join(choices, 'or')}, got {printable(typed)!r}.")


def _ask_dealer(screen: Screen, names: list[str]) -> int:
    while True:
        typed = screen.ask(f"Who deals first? Enter: {printable(names[0])}").lower()
        found = [seat for seat, name in enumerate(names) if name.lower().startswith(typed)]
        if not typed:
            return 0
        if len(found) == 1:
            return found[0]
        screen.say(f"Expected one of {printable(', '.join(names))}, got {printable(typed)!r}.")
