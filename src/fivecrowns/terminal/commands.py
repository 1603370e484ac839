"""What a person may type, and reading it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from fivecrowns.cards import Card, NotationError
from fivecrowns.errors import FiveCrownsError
from fivecrowns.lines import shorten

QUITS: Final = frozenset({"q", "quit", "exit"})
"""What leaves a game or a sheet, wherever it is typed."""


class Leave(Exception):  # noqa: N818 - nothing is wrong
    """The player leaves; what was begun is saved."""


class Word(Enum):
    """A command."""

    SHOW = auto()
    DRAW = auto()
    TAKE = auto()
    DISCARD = auto()
    OUT = auto()
    LAY_OFF = auto()
    MELD = auto()
    UNDO = auto()
    HINT = auto()
    SCORES = auto()
    RULES = auto()
    GIVE_UP = auto()
    HELP = auto()
    QUIT = auto()


_WORDS: Final = {
    "": Word.SHOW,
    "d": Word.DRAW,
    "draw": Word.DRAW,
    "pile": Word.DRAW,
    "t": Word.TAKE,
    "take": Word.TAKE,
    "discard": Word.DISCARD,
    "throw": Word.DISCARD,
    "o": Word.OUT,
    "out": Word.OUT,
    "l": Word.LAY_OFF,
    "lay": Word.LAY_OFF,
    "m": Word.MELD,
    "meld": Word.MELD,
    "u": Word.UNDO,
    "undo": Word.UNDO,
    "h": Word.HINT,
    "hint": Word.HINT,
    "s": Word.SCORES,
    "score": Word.SCORES,
    "scores": Word.SCORES,
    "g": Word.GIVE_UP,
    "give": Word.GIVE_UP,
    "r": Word.RULES,
    "rules": Word.RULES,
    "?": Word.HELP,
    "help": Word.HELP,
    **dict.fromkeys(QUITS, Word.QUIT),
}

# How many cards may follow a word.
_CARDS: Final = {Word.DISCARD: (1, 1), Word.OUT: (0, 1), Word.LAY_OFF: (1, 1), Word.MELD: (0, 16)}


class InputError(FiveCrownsError):
    """Something typed is no command."""


@dataclass(frozen=True, slots=True)
class Command:
    """What was typed: a word, cards, and for laying off the number of a meld."""

    word: Word
    cards: tuple[Card, ...] = ()
    number: int | None = None


def read_command(text: str) -> Command:
    """Read a line that was typed; a card alone discards it.

    Raises:
        InputError: it is no command; the text says what is expected.

    >>> read_command("8c")
    Command(word=<Word.DISCARD: 4>, cards=(Card.parse('8C'),), number=None)
    """
    first, *rest = [token for token in re.split(r"[\s,]+", text.strip()) if token] or [""]
    word = _WORDS.get(first.lower())
    if word is None:
        return Command(Word.DISCARD, (_read_only_card([first, *rest]),))
    number = None
    if word is Word.LAY_OFF and len(rest) == 2 and rest[1].isdecimal():
        number = int(rest.pop()[:6])
    least, most = _CARDS.get(word, (0, 0))
    if not least <= len(rest) <= most:
        raise InputError(_usage(word, first, " ".join(rest)))
    return Command(word, tuple(map(_read_card, rest)), number)


def _read_only_card(tokens: list[str]) -> Card:
    """Read the one card that was typed, be it in two parts ("8 c")."""
    try:
        return Card.parse("".join(tokens[:2]))
    except NotationError:
        if len(tokens) == 1:
            if re.fullmatch("[3-9TJQK]|10", tokens[0].upper()):
                raise InputError(
                    f"Which {tokens[0].upper()}? A card is its rank and its suit, such as "
                    f"{tokens[0].lower()}c."
                ) from None
            raise InputError(
                f"Expected a command or a card such as 8c, got {shorten(tokens[0])}; "
                "? shows them all."
            ) from None
    _read_card(tokens[0])
    raise InputError(f"Expected one card to discard, got {shorten(' '.join(tokens))}.")


def _read_card(token: str) -> Card:
    try:
        return Card.parse(token)
    except NotationError:
        raise InputError(
            f"Expected a card such as 8c, 10* or jk, got {shorten(token)}; "
            "? shows how cards are typed."
        ) from None


def _usage(word: Word, typed: str, rest: str) -> str:
    match word:
        case Word.DISCARD:
            return f"Expected one card after {typed}, such as 8c; the card alone does it, too."
        case Word.OUT:
            return f"Expected one card after {typed}, the discard to go out with, such as o 8c."
        case Word.LAY_OFF:
            return "Expected a card and the number of a meld on the table, such as l 8c 1."
        case Word.DRAW | Word.TAKE:
            return (
                f"Expected {typed} alone, got {shorten(rest)} after it; a card alone discards it."
            )
        case _:
            return f"Expected {typed!r} alone, got {shorten(rest)} after it."
