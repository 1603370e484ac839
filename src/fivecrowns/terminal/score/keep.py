"""Keeping one sheet at the terminal, entry by entry."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from fivecrowns.cards import parse_cards
from fivecrowns.errors import FiveCrownsError
from fivecrowns.melds import arrange
from fivecrowns.score import edits
from fivecrowns.score.export import as_csv
from fivecrowns.score.log import MAX_NAME, history, is_name, redo, undo
from fivecrowns.score.sheet import Player, RoundSheet, Sheet
from fivecrowns.score.statistics import statistics
from fivecrowns.terminal.commands import InputError, Leave
from fivecrowns.terminal.saves import SaveError
from fivecrowns.terminal.score.book import Book, books
from fivecrowns.terminal.score.commands import (
    COMMANDS,
    Command,
    Entry,
    Word,
    cards_left,
    read_line,
    read_player,
)
from fivecrowns.terminal.score.showing import (
    say_complete,
    say_end,
    say_statistics,
    sheet_lines,
    title,
)
from fivecrowns.terminal.screen import Screen, kind_of, printable
from fivecrowns.terminal.words import join, some


class Keeper:
    """A sheet and the people who fill it."""

    def __init__(self, screen: Screen, book: Book, place: Path) -> None:
        self._screen: Final = screen
        self._book: Final = book
        self._place: Final = place
        self._path = book.path
        self._shown: int | None = None
        self._passed: set[str] = set()
        self._does: Final[dict[Word, Callable[[str], None]]] = {
            Word.UNDO: self._undo,
            Word.REDO: self._redo,
            Word.SHEET: self._show_sheet,
            Word.HISTORY: self._say_history,
            Word.JOIN: self._join,
            Word.LEAVE: self._leave,
            Word.DEALER: self._change_dealer,
            Word.RENAME: self._rename,
            Word.SEATS: self._reseat,
            Word.CSV: self._write_csv,
            Word.STATISTICS: self._say_statistics,
            Word.HELP: self._help,
        }

    def keep(self) -> None:
        """Ask for entries until the game is over and nobody wants to correct it.

        Raises:
            Leave: the person leaves before.
            EOFError: there is no further line.
        """
        while True:
            if self._book.path != self._path:
                self._screen.say(f"{self._path} is another sheet now, or none, and stays as it is.")
                self._path = self._book.path
                self._screen.say(f"This one goes on in {self._path}.")
            sheet = self._book.sheet
            if sheet.current is not None:
                self._ask_points(sheet, sheet.current)
            elif sheet.tied:
                self._ask_tie(sheet)
            else:
                say_end(self._screen, sheet)
                line = self._screen.ask("Enter: leave, or a correction such as 3: ann 12")
                if not line:
                    return
                self._take(line, None)

    def _ask_points(self, sheet: Sheet, at: RoundSheet) -> None:
        if self._shown != at.number:
            self._shown = at.number
            self._passed.clear()
            self._screen.say()
            self._screen.say(title(sheet, at), hang=2)
        open_ = [player for player in at.missing if player not in self._passed]
        if not open_:
            self._passed.clear()
            open_ = list(at.missing)
        (player,) = (p for p in sheet.players if p.id == open_[0])
        line = self._screen.ask(f"{printable(player.name)}, {sheet.totals[player.id]} so far")
        if not line:
            self._passed.add(player.id)
            return
        self._take(line, player)

    def _ask_tie(self, sheet: Sheet) -> None:
        names = join([printable(sheet.names[player]) for player in sheet.tied])
        self._screen.say(f"Level at the top: {names}.")
        line = self._screen.ask("share the victory, or play a tie-break round? (share/play)")
        if line.lower() in {"share", "play"}:
            how = "shared" if line.lower() == "share" else "tiebreak"
            self._book.change(edits.decide_tie(how))
        else:
            self._take(line, None)

    def _take(self, line: str, asked: Player | None) -> None:
        """Do what was typed, or say what is wrong with it."""
        try:
            match read_line(line, self._book.sheet):
                case Command(Word.QUIT):
                    raise Leave
                case Command(Word.SKIP):
                    return
                case Command(word, rest):
                    self._does[word](rest)
                case Entry() as entry:
                    self._enter(entry, asked)
        except SaveError:
            raise
        except FiveCrownsError as error:
            text = str(error)
            self._screen.say(f"{text[:1].upper()}{text[1:].rstrip('.')}.")

    def _enter(self, entry: Entry, asked: Player | None) -> None:
        sheet = self._book.sheet
        player = entry.player or asked
        at = sheet.current if entry.number is None else self._round(sheet, entry.number)
        if player is None or at is None:
            raise InputError("Expected a round and a player, such as 3: ann 12.")
        self._book.change(self._changes(sheet, at, player, entry.what))
        self._passed.discard(player.id)
        now = self._book.sheet
        filled = now.rounds[at.number - 1]
        if entry.number is not None or entry.player is not None:
            points = filled.points[player.id]
            said = "blank" if points is None else some(points, "point")
            self._screen.say(f"Round {at.number}, {printable(player.name)}: {said}.")
        if filled.complete:
            say_complete(self._screen, now, filled)

    def _changes(self, sheet: Sheet, at: RoundSheet, player: Player, what: str) -> edits.Changes:
        match what[0]:
            case "-":
                return edits.enter(sheet, at.number, player.id, None)
            case "o":
                return edits.enter_out(sheet, at.number, player.id)
            case "=":
                total = self._number(what[1:].strip())
                return edits.enter_total(sheet, at.number, player.id, total)
            case "c":
                points = cards_left(what[1:], at.deal.wild)
                self._screen.say(f"{some(points, 'point')}.")
            case "m":
                points = self._arrange(what[1:], at)
            case _:
                points = self._number(what)
        return edits.enter(sheet, at.number, player.id, points)

    @staticmethod
    def _number(text: str) -> int:
        if len(text) > 5:
            raise InputError(f"Expected a number of at most 5 digits, got {text[:40]!r}.")
        return int(text)

    def _arrange(self, hand: str, at: RoundSheet) -> int:
        cards = parse_cards(hand)
        if len(cards) != at.deal.cards:
            raise InputError(f"Expected a hand of {at.deal.cards} cards, got {len(cards)}.")
        best = arrange(cards, at.deal.wild)
        notation = self._screen.notation
        for meld in best.melds:
            self._screen.say(f"  {kind_of(meld):<6}{notation.meld_cards(meld)}", hang=8)
        left = notation.cards(best.left) or "nothing"
        self._screen.say(f"  left  {left}: {some(best.points, 'point')}", hang=8)
        return best.points

    @staticmethod
    def _round(sheet: Sheet, number: int) -> RoundSheet:
        last = sheet.current.number if sheet.current else len(sheet.rounds)
        if not 1 <= number <= last:
            raise InputError(f"Expected a round from 1 to {last}, got {number}.")
        return sheet.rounds[number - 1]

    def _undo(self, _: str) -> None:
        done = self._book.step(undo)
        self._screen.say("Taken back." if done else "There is nothing to take back.")

    def _redo(self, _: str) -> None:
        done = self._book.step(redo)
        self._screen.say("Done again." if done else "There is nothing to do again.")

    def _show_sheet(self, _: str) -> None:
        for line in sheet_lines(self._book.sheet, self._screen.width):
            self._screen.show(line)

    def _say_history(self, rest: str) -> None:
        number, _, name = rest.partition(" ")
        if not number.isdecimal() or not name.strip():
            raise InputError(f"Expected a round and a player, such as history 3 bob, got {rest!r}.")
        sheet = self._book.sheet
        player, _ = read_player(name.strip(), sheet)
        at = self._round(sheet, int(number[:3]))
        facts = history(self._book.log, f"round/{at.number}/points/{player.id}")
        for fact in facts:
            when = datetime.fromtimestamp(fact.at / 1000, UTC).astimezone()
            where = "here" if fact.by == self._book.device else "elsewhere"
            value = "blank" if fact.value is None else some(fact.value, "point")
            self._screen.show(f"  {when:%d %b %H:%M}, {where}: {value}")
        if not facts:
            self._screen.say("Nothing was entered there.")

    def _join(self, name: str) -> None:
        sheet = self._book.sheet
        none, average, highest = edits.start_points(sheet)
        self._check_name(name)
        edits.join(sheet, "new", name, none)  # may anybody join at all?
        answer = self._screen.ask(
            f"Points to start with: {none}, {average} (the average) or {highest} (the highest)? "
            f"Enter: {average}"
        )
        if answer and not answer.isdecimal():
            raise InputError(f"Expected points to start with, got {answer!r}.")
        points = self._number(answer) if answer else average
        self._book.change(edits.join(sheet, secrets.token_hex(5), name, points))
        self._screen.say(f"{printable(name)} joins with {some(points, 'point')}.")

    def _leave(self, name: str) -> None:
        sheet = self._book.sheet
        player, _ = read_player(name, sheet)
        changes = edits.leave(sheet, player.id)
        if self._screen.ask_yes_no(f"{printable(player.name)} leaves the game?"):
            self._book.change(changes)

    def _change_dealer(self, name: str) -> None:
        sheet = self._book.sheet
        player, _ = read_player(name, sheet)
        if sheet.current is None:
            raise InputError("Expected a round still to be played, but all are.")
        self._book.change(edits.change_dealer(sheet, sheet.current.number, player.id))
        self._shown = None

    def _rename(self, rest: str) -> None:
        player, name = read_player(rest, self._book.sheet)
        self._check_name(name, player)
        self._book.change(edits.rename(player.id, name))

    def _check_name(self, name: str, player: Player | None = None) -> None:
        if not is_name(name):
            raise InputError(f"Expected a name of at most {MAX_NAME} characters, got {name!r}.")
        for other in self._book.sheet.players:
            if other != player and other.name.lower() == name.lower():
                raise InputError(f"Expected another name: {other.name} is on the sheet already.")

    def _reseat(self, rest: str) -> None:
        sheet = self._book.sheet
        order: list[str] = []
        while rest:
            player, rest = read_player(rest, sheet)
            order.append(player.id)
        if sorted(order) != sorted(sheet.names):
            raise InputError("Expected every player once, clockwise, such as: seats ann cleo bob.")
        self._book.change(edits.reseat(order))
        self._shown = None

    def _write_csv(self, name: str) -> None:
        if not name:
            raise InputError("Expected the name of a file, such as: csv game.csv.")
        try:
            path = Path(name).expanduser()
            with path.open("x", encoding="utf-8-sig", newline="") as file:
                file.write(as_csv(self._book.sheet))
        except OSError as error:
            raise InputError(f"Cannot write {name}: {error.strerror or error}.") from None
        except (RuntimeError, ValueError) as error:  # a home of nobody, a name of no file
            raise InputError(f"Cannot write {name}: {error}.") from None
        self._screen.say(f"Written to {path}.")

    def _say_statistics(self, _: str) -> None:
        all_ = books(self._place, self._book.device)
        say_statistics(self._screen, statistics(book.sheet for book in all_))

    def _help(self, _: str) -> None:
        for line in COMMANDS:
            self._screen.say(line, hang=2)
