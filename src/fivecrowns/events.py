"""What happened: the events that an applied action gives, in order.

Events hold everything; `view.redact` makes of them what one seat may see.
"""

from __future__ import annotations

from dataclasses import dataclass

from fivecrowns.actions import Source
from fivecrowns.cards import Card
from fivecrowns.melds import Meld
from fivecrowns.rules import Deal
from fivecrowns.shuffler import Shuffle


@dataclass(frozen=True, slots=True)
class Committed:
    """The dealer is bound to an order of cards that is not known yet."""

    commit: str


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round was dealt.

    Attributes:
        hands: the cards of each seat, `None` where they are hidden or the seat does not play.
        upcard: the first discard.
    """

    deal: Deal
    dealer: int
    hands: tuple[tuple[Card, ...] | None, ...]
    upcard: Card


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seat drew; the card is `None` where it is hidden."""

    seat: int
    source: Source
    card: Card | None


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat discarded."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class WentOut:
    """A seat went out: everybody else has one last turn (R7.1)."""

    seat: int
    melds: tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class LaidDown:
    """A seat laid down on its last turn (R7.2); the cards left over stay in the hand."""

    seat: int
    melds: tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class LaidOff:
    """A card was added to a meld on the table (H2); `result` is the meld with it."""

    seat: int
    card: Card
    on_seat: int
    meld: int
    result: Meld


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards below the top one became the draw pile (R10.1)."""

    cards: int


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended.

    Attributes:
        deal: how it was dealt.
        dealer: who dealt.
        out: the seat that went out, `None` if the round was ended by R10.4.
        scores: points of each seat, `None` for a seat that did not play.
        melds: what each seat has on the table, `None` likewise.
        left: the cards each seat has left over, sorted, `None` likewise.
        turns: turns played by all seats together.
    """

    deal: Deal
    dealer: int
    out: int | None
    scores: tuple[int | None, ...]
    melds: tuple[tuple[Meld, ...] | None, ...]
    left: tuple[tuple[Card, ...] | None, ...]
    turns: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round ended; all hands are open."""

    result: RoundResult


@dataclass(frozen=True, slots=True)
class Revealed:
    """What was committed to, in the order of the commitments; anybody can check it."""

    shuffles: tuple[Shuffle, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game ended: ranks by seat (1 is best, ties share a rank) and the winners (R9.1)."""

    ranks: tuple[int, ...]
    winners: tuple[int, ...]


Event = (
    Committed
    | Dealt
    | Drawn
    | Discarded
    | WentOut
    | LaidDown
    | LaidOff
    | Reshuffled
    | RoundEnded
    | Revealed
    | GameEnded
)
