"""Where a game is shown and answers come from: a terminal, a screen reader or a pipe.

Line mode only: text goes down the page, a prompt ends with `> `, an answer is a line. Cards keep
their suits' symbols where the output can show them and fall back to letters where it cannot;
colour comes on top where a terminal has it, and carries no meaning.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Final, TextIO

from fivecrowns.cards import Card, Suit
from fivecrowns.errors import FiveCrownsError
from fivecrowns.melds import Meld, MeldKind

WIDTH: Final = 80
"""No line is wider, however wide the terminal."""
BLANK_LINES: Final = 50
"""So many empty lines push what was shown off the screen."""
MOST_TYPED: Final = 10_000
"""Characters of an answer."""

_JOINED: Final = "\u00a0"  # a blank at which no line is broken
_COLOURS: Final = {"♥": 160, "♦": 33, "♣": 29, "★": 136}  # readable on black and on white
_IN_ASCII: Final = re.compile(r"\b(?:10|[3-9JQK])(?:\*|[SHDC]\b)")
_COLOURED: Final = re.compile(r"(?:10|[3-9JQK])([♥♦♣★])")


@dataclass(frozen=True, slots=True)
class Notation:
    """How cards are written: with the suits' symbols, or in plain ASCII.

    A wild in a meld is followed by what it stands for.

    >>> from fivecrowns.cards import Rank, parse_cards
    >>> from fivecrowns.melds import read_meld
    >>> Notation(symbols=False).meld(read_meld(parse_cards("8C 8H JK"), Rank.THREE))
    'book 8H, 8C, JK as 8S'
    """

    symbols: bool = True

    def card(self, card: Card) -> str:
        """One card."""
        return card.symbols if self.symbols else str(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """A list of cards."""
        return ", ".join(map(self.card, cards))

    def text(self, text: str) -> str:
        """A text whose cards are in plain ASCII.

        >>> Notation().text("expected 8* between 7* and 9* in a run, got no wild")
        'expected 8★ between 7★ and 9★ in a run, got no wild'
        """
        return _IN_ASCII.sub(lambda found: self.card(Card.parse(found[0])), text)

    def suit(self, suit: Suit) -> str:
        """A suit."""
        return suit.symbol if self.symbols else suit.value

    def meld(self, meld: Meld) -> str:
        """A meld with its kind."""
        return f"{kind_of(meld)} {self.meld_cards(meld)}"

    def meld_cards(self, meld: Meld) -> str:
        """The cards of a meld, each wild with what it stands for."""
        if meld.kind is MeldKind.WILD:
            return self.cards(meld.cards)
        return ", ".join(
            self.card(card) if card is read else f"{self.card(card)} as {self.card(read)}"
            for card, read in zip(meld.cards, meld.reads, strict=True)
        )


def joined(text: str) -> str:
    """A text that stays in one line when `Screen.say` shows it."""
    return text.replace(" ", _JOINED)


def kind_of(meld: Meld) -> str:
    """The kind of a meld in words."""
    return "wilds" if meld.kind is MeldKind.WILD else str(meld.kind)


def keys(card: Card) -> str:
    """A card as it is typed."""
    return str(card).lower()


class Screen:
    """Shows lines and asks for answers.

    Attributes:
        notation: how cards are written here.
        width: columns of a line.
    """

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        self._source = sys.stdin if source is None else source
        self._target = sys.stdout if target is None else target
        self.notation = Notation(symbols=shows_symbols(self._target))
        self.width = min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns) - 1
        self._typed_into = _is_terminal(self._source)
        self._ansi = _is_terminal(self._target) and _knows_ansi()
        self._colours = self._ansi and not os.environ.get("NO_COLOR")
        if self._typed_into and _is_terminal(self._target):
            _edit_lines()

    def say(self, text: str = "", *, hang: int = 0) -> None:
        """Show a text, wrapped; further lines begin `hang` columns to the right."""
        parts = textwrap.wrap(
            re.sub(r" as (?=[3-9JQK1])", joined(" as "), text),
            max(20, self.width),
            subsequent_indent=" " * hang,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for line in parts or [""]:
            self.show(line.replace(_JOINED, " "))

    def show(self, line: str) -> None:
        """Show a line as it is."""
        if self._colours:
            line = _COLOURED.sub(
                lambda found: f"\x1b[38;5;{_COLOURS[found[1]]}m{found[0]}\x1b[39m", line
            )
        self._target.write(f"{line}\n")

    def ask(self, prompt: str) -> str:
        """Ask for a line and return it without blanks around it.

        Raises:
            EOFError: there is no further line.
            FiveCrownsError: it is no line that anybody types; what comes through a pipe may have
                no end.
        """
        self._target.flush()
        if self._typed_into:
            return input(f"{prompt} > ").strip()
        # Nobody sees what comes through a pipe, so it is shown: the text reads as it would on
        # a terminal.
        self._target.write(f"{prompt} > ")
        self._target.flush()
        line = self._source.readline(MOST_TYPED + 1)
        if not line:
            raise EOFError
        if len(line) > MOST_TYPED:
            raise FiveCrownsError(
                f"expected an answer of at most {MOST_TYPED:,} characters, got a longer one"
            )
        self._target.write(f"{printable(line.strip())}\n")
        return line.strip()

    def ask_yes_no(self, question: str) -> bool:
        """Ask until the answer is yes or no.

        Raises:
            EOFError: there is no further line.
        """
        while True:
            match self.ask(f"{question} (y/n)").lower():
                case "y" | "yes":
                    return True
                case "n" | "no":
                    return False
                case _:
                    self.say("Please answer y for yes or n for no.")

    def clear(self) -> None:
        """Take everything shown and typed so far out of sight."""
        with suppress(ImportError):
            import_module("readline").clear_history()
        if self._ansi:
            # The screen, and what a terminal keeps to scroll back to.
            self._target.write("\x1b[2J\x1b[3J\x1b[H")
        else:
            self._target.write("\n" * BLANK_LINES)


def shows_symbols(target: TextIO) -> bool:
    """Whether a stream can carry the suits' symbols."""
    try:
        "".join(suit.symbol for suit in Suit).encode(target.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def printable(text: str) -> str:
    """A text without characters that could disturb a terminal."""
    return "".join(char if char.isprintable() else "?" for char in text)


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # it is closed
        return False


def _knows_ansi() -> bool:
    if sys.platform == "win32":
        return "WT_SESSION" in os.environ
    return os.environ.get("TERM", "dumb") != "dumb"


def _edit_lines() -> None:
    """Let `input` edit the line and call back earlier ones, where Python has that."""
    with suppress(ImportError):
        import_module("readline")
