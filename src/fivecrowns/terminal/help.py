"""The texts behind `?` and `r`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fivecrowns.cards import Suit
from fivecrowns.rules import ArrangementRule, LayOff, Rules, Ties
from fivecrowns.terminal.arguments import PROGRAM
from fivecrowns.terminal.screen import Notation

_COMMANDS: Final = f"""\
d        draw from the pile
t        take the top discard
8c       discard that card
o 8c     go out with that discard
h        a hint, and what other choices cost in expected points
u        undo, as long as no hidden card was seen
s        score sheet
r        the rules in short
g        give up: the game ends here, and is not offered again
Enter    show the table again
q        save and leave; '{PROGRAM} play' goes on
?        this help""".splitlines()

_RULES: Final = """\
Each turn: draw one card from the pile or the top of the discards, then discard one.
A book is three or more cards of one rank. Suits do not matter.
A run is three or more cards of one suit in a row, from 3 up to K.
Jokers are always wild. So are the cards of one rank: the number of cards dealt.
A wild stands for any card. A meld may hold any number of wilds, even only wilds.
Go out when all cards but one are in melds. That last card has to be discarded.
Then everybody else has one more turn and lays down what melds.
Cards left over cost points: 3 to 10 their number, J 11, Q 12, K 13, wild rank 20, joker 50.
After the last round the fewest points win.""".splitlines()


def command_help(rules: Rules, notation: Notation) -> Sequence[str]:
    """What can be typed."""
    suits = ", ".join(
        f"{suit.value.lower()} {suit.name.lower()}"
        + (f" {suit.symbol}" if notation.symbols else "")
        for suit in Suit
    )
    lines = list(_COMMANDS)
    if rules.lay_off is LayOff.LAST_TURN:
        lines.insert(4, "l 8c 1   on the last turn: lay off that card on meld 1 of the table")
    if rules.arrangement is ArrangementRule.MANUAL:
        lines = [line for line in lines if not line.startswith("h ")]
        lines.insert(4, "m 8c 8h 8s   choose a meld, to go out with or for the last turn")
    return [
        *lines,
        "A card is its rank (3 to 10, j, q, k), then its suit:",
        f"  {suits}.",
        "A joker is jk.",
    ]


def rules_in_short(rules: Rules) -> Sequence[str]:
    """The rules of this table."""
    lines = list(_RULES)
    if rules.schedule_name == "extended":
        lines.append(
            "Here with 14 and 15 cards only jokers are wild. No rule sheet tells of these rounds: "
            "that is our own reading."
        )
    if rules.naturals:
        lines.append("Here every meld needs a card that is not wild.")
    if rules.lay_off is LayOff.LAST_TURN:
        lines.append("Here cards may be laid off on melds of the table on the last turn.")
    if rules.arrangement is ArrangementRule.MANUAL:
        lines.append(
            "Here everybody finds their own melds, to go out and on the last turn; what is missed "
            "counts, and there are no hints."
        )
    if rules.ties is Ties.TIEBREAK:
        lines.append("Here a tie for the victory is broken by a round of 6 cards, sixes wild.")
    return lines
