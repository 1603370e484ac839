"""What can be done in a game: the players' actions, and chance and the table's decisions.

An action is a value; `Game.apply` says whether it is legal.
"""

from __future__ import annotations

from dataclasses import dataclass

from fivecrowns.cards import Card
from fivecrowns.choices import Choice
from fivecrowns.errors import FiveCrownsError
from fivecrowns.shuffler import Shuffle

ChosenMelds = tuple[tuple[Card, ...], ...]
"""Melds as a player chose them: the cards of each, in any order."""


class IllegalAction(FiveCrownsError):  # noqa: N818 - the rule book's word, and what callers look for
    """An action that the rules forbid; the state has not changed.

    Attributes:
        code: a stable word for programs, such as `not_your_turn`.
        rule: the id of the rule, such as `R4.1`.
    """

    def __init__(self, code: str, rule: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule


class Source(Choice):
    """The two piles that a card can be drawn from (R4.1)."""

    PILE = "pile"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one card (R4.1).

    Raises:
        FiveCrownsError: the source is not a `Source`.
    """

    seat: int
    source: Source

    def __post_init__(self) -> None:
        if not isinstance(self.source, Source):
            raise FiveCrownsError(f"expected a Source to draw from, got {self.source!r}")


@dataclass(frozen=True, slots=True)
class Discard:
    """End the turn with a discard (R4.4), on the last turn laying down what melds (R7.2).

    Attributes:
        melds: on a last turn the melds the player chose; `None` leaves it to the rules.
    """

    seat: int
    card: Card
    melds: ChosenMelds | None = None


@dataclass(frozen=True, slots=True)
class GoOut:
    """Lay down the whole hand and discard the one remaining card (R6.1).

    Attributes:
        melds: the melds the player chose; `None` takes the canonical best arrangement.
    """

    seat: int
    card: Card
    melds: ChosenMelds | None = None


@dataclass(frozen=True, slots=True)
class LayOffCard:
    """Lay off one card on a meld that lies on the table (H2).

    Attributes:
        on_seat: the seat that laid the meld down.
        meld: index of the meld in the order that seat laid them down.
    """

    seat: int
    card: Card
    on_seat: int
    meld: int


@dataclass(frozen=True, slots=True)
class DealCards:
    """Chance: deal the next round from this deck order (R3.3)."""

    shuffle: Shuffle


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Chance: the discards below the top one, shuffled, become the draw pile (R10.1)."""

    shuffle: Shuffle


@dataclass(frozen=True, slots=True)
class Stall:
    """End a round in which nobody has gone out for 40 full laps (R10.4)."""


@dataclass(frozen=True, slots=True)
class AcceptTie:
    """The tied players share the victory instead of playing a tie-break round (R9.3)."""


RoundAction = Draw | Discard | GoOut | LayOffCard | Reshuffle | Stall
PlayerAction = Draw | Discard | GoOut | LayOffCard
Action = RoundAction | DealCards | AcceptTie
