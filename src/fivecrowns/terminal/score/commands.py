"""What may be typed at the score keeper, and reading it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from fivecrowns.cards import Card, NotationError, Rank, parse_cards
from fivecrowns.rules import points
from fivecrowns.score.sheet import Player, Sheet
from fivecrowns.terminal.commands import QUITS, InputError


class Word(Enum):
    """A command."""

    SKIP = auto()
    UNDO = auto()
    REDO = auto()
    SHEET = auto()
    HISTORY = auto()
    JOIN = auto()
    LEAVE = auto()
    DEALER = auto()
    RENAME = auto()
    SEATS = auto()
    CSV = auto()
    STATISTICS = auto()
    HELP = auto()
    QUIT = auto()


_WORDS: Final = {
    "": Word.SKIP,
    "u": Word.UNDO,
    "undo": Word.UNDO,
    "redo": Word.REDO,
    "s": Word.SHEET,
    "sheet": Word.SHEET,
    "history": Word.HISTORY,
    "join": Word.JOIN,
    "leave": Word.LEAVE,
    "dealer": Word.DEALER,
    "name": Word.RENAME,
    "seats": Word.SEATS,
    "csv": Word.CSV,
    "t": Word.STATISTICS,
    "statistics": Word.STATISTICS,
    "?": Word.HELP,
    "help": Word.HELP,
    **dict.fromkeys(QUITS, Word.QUIT),
}
_ALONE: Final = {
    Word.SKIP,
    Word.UNDO,
    Word.REDO,
    Word.SHEET,
    Word.STATISTICS,
    Word.HELP,
    Word.QUIT,
}

COMMANDS: Final = """\
12             12 points for the player who is asked
o              went out: 0 points
=64            the running total, as a paper pad has it
c k 5 jk       the cards left over, counted here
m 8h 8s jk 9c  the whole hand: its best melds, and what stays over
-              blank again
bob 12         the same for another player: bob 12, bob o, bob =64 ...
3: bob 12      a correction in round 3
history 3 bob  what was entered there before
u, redo        take the last entry back, do it again; as often as you like
s              the sheet
join dora      somebody joins from this round on
leave bob      somebody leaves; the points stay on the sheet
dealer ann     who deals this round
name bob rob   another name
seats ann cleo bob   another order
csv FILE       write the sheet for a spreadsheet program
t              statistics of all finished sheets
Enter          go on to the next player
q              leave; everything is saved
?              this help""".splitlines()


@dataclass(frozen=True, slots=True)
class Command:
    """A word and what stands behind it."""

    word: Word
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Points for a player in a round.

    Attributes:
        player: whose, `None` for who is asked.
        number: the round, `None` for the current one.
        what: `12`, `o`, `=64`, `c ...`, `m ...` or `-`.
    """

    player: Player | None
    number: int | None
    what: str


_WHAT: Final = re.compile(r"o|-|=?\s*[0-9]+|c\s.*|m\s.*", re.IGNORECASE)


def read_line(text: str, sheet: Sheet) -> Command | Entry:
    """Read a line that was typed.

    Raises:
        InputError: it is no command; the text says what is expected.
    """
    line = text.strip()
    numbered = re.fullmatch(r"([0-9]{1,2})\s*:\s*(.+)", line)
    number, rest = (int(numbered[1]), numbered[2]) if numbered else (None, line)
    if number is None and _WHAT.fullmatch(rest):
        return Entry(None, None, rest.lower())
    first, _, behind = rest.partition(" ")
    word = _WORDS.get(first.lower())
    if number is None and word is not None:
        if behind.strip() and word in _ALONE:
            raise InputError(f"Expected {first!r} alone, got {behind.strip()!r} after it.")
        return Command(word, behind.strip())
    player, what = read_player(rest, sheet)
    if not _WHAT.fullmatch(what):
        raise InputError(
            f"Expected points such as 12, o, =64, c k 5 or m 8h 8s 9c, got {what!r}; ? shows all."
        )
    return Entry(player, number, what.lower())


def read_player(text: str, sheet: Sheet) -> tuple[Player, str]:
    """The player whose name, or the beginning of it, a text begins with, and what follows.

    Raises:
        InputError: it is nobody's name, or of several.
    """
    lower = text.lower()
    named = [p for p in sheet.players if f"{lower} ".startswith(f"{p.name.lower()} ")]
    if named:
        player = max(named, key=lambda p: len(p.name))
        return player, text[len(player.name) :].strip()
    first, _, behind = text.partition(" ")
    begun = [p for p in sheet.players if first and p.name.lower().startswith(first.lower())]
    if len(begun) == 1:
        return begun[0], behind.strip()
    names = ", ".join(p.name for p in (begun or sheet.players))
    raise InputError(f"Expected points, a command, or one of {names}, got {text!r}; ? shows all.")


def cards_left(text: str, wild: Rank | None) -> int:
    """The points of cards left over, by rank or as cards are written (R8.1).

    Raises:
        InputError: something in it is no card.

    >>> cards_left("k 5 jk", Rank.FIVE)
    83
    """
    try:
        cards = [
            Card.parse(token if _is_card(token) else f"{token}S")
            for token in text.replace(",", " ").split()
        ]
    except NotationError as error:
        raise InputError(f"{error}; such as: c k 5 jk") from None
    return sum(points(card, wild) for card in cards)


def _is_card(token: str) -> bool:
    try:
        parse_cards(token)
    except NotationError:
        return False
    return True
