"""What may be typed at solitaire, and reading it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from fivecrowns.cards import Card, NotationError
from fivecrowns.solitaire.game import SIZES
from fivecrowns.terminal.arguments import PROGRAM
from fivecrowns.terminal.commands import QUITS, InputError


class Word(Enum):
    """A command."""

    SHOW = auto()
    LOOK = auto()
    PLAY = auto()
    THROW = auto()
    HINT = auto()
    UNDO = auto()
    GIVE_UP = auto()
    STATISTICS = auto()
    RULES = auto()
    HELP = auto()
    QUIT = auto()


_WORDS: Final = {
    "": Word.SHOW,
    "x": Word.THROW,
    "throw": Word.THROW,
    "h": Word.HINT,
    "hint": Word.HINT,
    "u": Word.UNDO,
    "undo": Word.UNDO,
    "g": Word.GIVE_UP,
    "give": Word.GIVE_UP,
    "s": Word.STATISTICS,
    "statistics": Word.STATISTICS,
    "r": Word.RULES,
    "rules": Word.RULES,
    "?": Word.HELP,
    "help": Word.HELP,
    **dict.fromkeys(QUITS, Word.QUIT),
}

COMMANDS: Final = f"""\
7        look at the pile of 7: what each discard would leave
7 ks     the card turned over into the pile of 7, the king of spades out
x        throw the card turned over away; no pile changes
h        a hint, and why
u        undo; if the next card was seen, statistics keep this game apart
g        give up
s        statistics
r        the rules in short
Enter    show the piles again
q        save and leave; '{PROGRAM} solitaire' goes on
?        this help""".splitlines()

RULES: Final = """\
Eleven piles of 3 to 13 cards lie open, 28 cards are to be turned over one by one.
Each turn: see the next card, add it to an open pile, and discard one card of that pile, if you \
like the one just added. Discards do not come back.
A book is three or more cards of one rank. Suits do not matter.
A run is three or more cards of one suit in a row, from 3 up to K.
Jokers are wild in every pile. So is the rank with the number of the pile: 7s in the pile of 7, \
jacks, queens and kings in the piles of 11, 12 and 13.
A wild stands for any card. A meld may hold any number of wilds, even only wilds.
A pile whose cards are all in melds closes by itself, for good.
Close all eleven to win. What is left over counts: 3 to 10 their number, J 11, Q 12, K 13, wild \
rank 20, joker 50.""".splitlines()


@dataclass(frozen=True, slots=True)
class Command:
    """What was typed: a word, and a pile and a card where it has them."""

    word: Word
    pile: int = 0
    card: Card | None = None


def read_command(text: str) -> Command:
    """Read a line that was typed.

    Raises:
        InputError: it is no command; the text says what is expected.

    >>> read_command("7 ks")
    Command(word=<Word.PLAY: 3>, pile=7, card=Card.parse('KS'))
    """
    first, *rest = [token for token in re.split(r"[\s,]+", text.strip()) if token] or [""]
    if first.isdecimal():
        return _read_play(first, rest)
    word = _WORDS.get(first.lower())
    if word is None:
        raise InputError(
            f"Expected a pile and a discard such as 7 ks, or a command, got {text.strip()!r}; "
            "? shows them all."
        )
    if rest and first.lower() != "give":
        raise InputError(f"Expected {first!r} alone, got {' '.join(rest)!r} after it.")
    return Command(word)


def _read_play(first: str, rest: list[str]) -> Command:
    pile = int(first[:6])
    if pile not in SIZES:
        raise InputError(f"Expected a pile from {SIZES[0]} to {SIZES[-1]}, got {first}.")
    if not rest:
        return Command(Word.LOOK, pile)
    typed = "".join(rest)  # a card may come in two parts ("k s")
    try:
        return Command(Word.PLAY, pile, Card.parse(typed))
    except NotationError:
        raise InputError(
            f"Expected one card to discard from the pile of {pile}, such as {pile} ks, "
            f"got {' '.join(rest)!r}; ? shows how cards are typed."
        ) from None
