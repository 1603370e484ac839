"""Words and small values that the messages share."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from fivecrowns.melds import MeldKind
from fivecrowns.rules import MAX_PLAYERS, ArrangementRule, LayOff, Ties

MAX_NAME: Final = 24

CardText = Annotated[str, Meta(description="A card in ASCII notation: 7H, 10*, QS or JK.")]
RankText = Annotated[str, Meta(description="A rank: 3 to 10, J, Q or K.")]
Seat = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS, description="A seat, counted clockwise from 0.")]
Slot = Annotated[
    int, Meta(ge=0, lt=100_000, description="One physical card in the own hand, in this round.")
]
Seq = Annotated[int, Meta(ge=0, lt=2**53, description="A sequence number of the table's log.")]
Millis = Annotated[int, Meta(description="Milliseconds since 1970, by the server's clock.")]
CommandId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{16,64}$",
        description="Names a command: at least 96 random bits, kept as secret as a password.",
    ),
]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
Token = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{32}$", description="A secret of 192 bits, in base64url.")
]
Code = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=24,
        description="The invitation: 8 letters and digits; case, blanks and hyphens do not count.",
    ),
]


class Strength(StrEnum):
    """How strong an opponent plays."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"


class Phrase(StrEnum):
    """The quick phrases, said in place of free chat."""

    HELLO = "hello"
    THANKS = "thanks"
    WELL_PLAYED = "well_played"
    GOOD_LUCK = "good_luck"
    OUCH = "ouch"
    SORRY = "sorry"
    THINKING = "thinking"
    YOUR_TURN = "your_turn"
    BACK_SOON = "back_soon"
    ONE_MORE = "one_more"
    GOODBYE = "goodbye"


class HintLevel(StrEnum):
    """How much help a hint gives; a table allows all levels up to one."""

    OFF = "off"
    OUT = "out"
    BEST = "best"


class Stage(StrEnum):
    """Where a table is.

    `lobby`: people gather; `round`: a round is played; `between`: a round is over and its hands are
    open, the next deal waits until everybody is ready; `tie`: the same, but the next round is a
    tie-break, and the tied may accept the tie; `over`: the winners are known.
    """

    LOBBY = "lobby"
    ROUND = "round"
    BETWEEN = "between"
    TIE = "tie"
    OVER = "over"


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before the first deal.

    Attributes:
        schedule: a name from the rule book.
        naturals: natural cards that every meld needs (H1).
        lay_off: house rule H2.
        ties: what happens when several share the lowest total (R9.2).
        arrangement: who arranges the cards on the last turn (R7.5).
        hints: the most help that the table allows.
        open_hands: whoever has the watch link sees all hands.
        absent_after: seconds after which an opponent plays for a person who is not connected.
        stand_in: how strong that opponent is.
        turn_timer: seconds for a turn, after which an opponent plays it; `None`: no clock.
        first_dealer: the seat that deals first; `None`: drawn by lot (R3.1).
    """

    schedule: Literal["official", "short", "extended", "reverse", "random"] = "official"
    naturals: Literal[0, 1] = 0
    lay_off: LayOff = LayOff.NEVER
    ties: Ties = Ties.SHARED
    arrangement: ArrangementRule = ArrangementRule.BEST
    hints: HintLevel = HintLevel.BEST
    open_hands: bool = False
    absent_after: Annotated[int, Meta(ge=15, le=86_400)] = 120
    stand_in: Strength = Strength.MEDIUM
    turn_timer: Annotated[int, Meta(ge=10, le=3_600)] | None = None
    first_dealer: Seat | None = None


class MeldShown(Struct, frozen=True):
    """A meld; `reads` says what each card stands for, in the order of `cards`."""

    kind: MeldKind
    cards: list[CardText]
    reads: list[CardText]


class ShuffleShown(Struct, frozen=True):
    """A shuffle after the round: `commit` is the SHA-256 of salt, a blank, and the cards.

    The cards are joined by blanks; the first card is the first dealt or drawn.
    """

    commit: str
    salt: str
    cards: list[CardText]
