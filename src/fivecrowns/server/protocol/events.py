"""What happened, as told to one viewer: for announcements and motion.

The state itself comes in sections; a client may ignore any event. A card that the viewer must not
know is `None`.
"""

from __future__ import annotations

from msgspec import Struct

from fivecrowns.actions import Source
from fivecrowns.server.protocol.values import (
    CardText,
    MeldShown,
    Phrase,
    RankText,
    Seat,
    Seq,
    ShuffleShown,
    Slot,
    Strength,
)


class HappenedBase(Struct, frozen=True, tag_field="type"):
    """The base of all events."""


class Committed(HappenedBase, tag="committed", frozen=True):
    """The server is bound to an order of cards, shown when the round is over."""

    commit: str


class Dealt(HappenedBase, tag="dealt", frozen=True):
    """A round was dealt; `hand` is the viewer's."""

    index: int
    cards: int
    wild: RankText | None
    dealer: Seat
    hand: list[CardText] | None
    upcard: CardText


class Drew(HappenedBase, tag="drew", frozen=True):
    """A seat drew; card and slot only where the viewer may know them."""

    seat: Seat
    source: Source
    card: CardText | None
    slot: Slot | None
    by_opponent: bool


class Discarded(HappenedBase, tag="discarded", frozen=True):
    """A seat discarded; the slot only for the own hand."""

    seat: Seat
    card: CardText
    slot: Slot | None
    by_opponent: bool


class WentOut(HappenedBase, tag="went_out", frozen=True):
    """A seat went out."""

    seat: Seat
    melds: list[MeldShown]


class LaidDown(HappenedBase, tag="laid_down", frozen=True):
    """A seat laid down on its last turn."""

    seat: Seat
    melds: list[MeldShown]


class LaidOff(HappenedBase, tag="laid_off", frozen=True):
    """A card was added to a meld on the table (H2); `result` is the meld with it."""

    seat: Seat
    card: CardText
    on_seat: Seat
    meld: int
    result: MeldShown


class Reshuffled(HappenedBase, tag="reshuffled", frozen=True):
    """The discards below the top one became the draw pile (R10.1)."""

    cards: int


class RoundEnded(HappenedBase, tag="round_ended", frozen=True):
    """A round is over; the `reveal` section holds the hands."""

    index: int
    out: Seat | None
    scores: list[int | None]


class Revealed(HappenedBase, tag="revealed", frozen=True):
    """What was committed to."""

    shuffles: list[ShuffleShown]


class GameEnded(HappenedBase, tag="game_ended", frozen=True):
    """The game is over."""

    ranks: list[int]
    winners: list[Seat]


class Joined(HappenedBase, tag="joined", frozen=True):
    """A person took a seat; `waits`: during a round, so they play from the next one on."""

    seat: Seat
    name: str
    waits: bool


class Renamed(HappenedBase, tag="renamed", frozen=True):
    """A person took another name."""

    seat: Seat
    name: str


class Left(HappenedBase, tag="left", frozen=True):
    """A person left the lobby; the seat is gone and those after it have moved up."""

    seat: Seat
    name: str


class Away(HappenedBase, tag="away", frozen=True):
    """An opponent plays for this person from now on."""

    seat: Seat


class Back(HappenedBase, tag="back", frozen=True):
    """The person plays again."""

    seat: Seat


class Late(HappenedBase, tag="late", frozen=True):
    """The turn timer ended: an opponent plays this one turn."""

    seat: Seat


class OpponentAdded(HappenedBase, tag="opponent_added", frozen=True):
    """An opponent has a new seat."""

    seat: Seat
    strength: Strength


class Filled(HappenedBase, tag="filled", frozen=True):
    """The host let an opponent take a seat; `name` is the person's who had it, if one had."""

    seat: Seat
    strength: Strength
    name: str | None


class SeatRemoved(HappenedBase, tag="seat_removed", frozen=True):
    """The host took a seat away; `name` is the person's who had it, if one had.

    Those after it have moved up.
    """

    seat: Seat
    name: str | None


class SeatMoved(HappenedBase, tag="seat_moved", frozen=True):
    """A seat has another place."""

    seat: Seat
    to: Seat


class OptionsSet(HappenedBase, tag="options_set", frozen=True):
    """The table agreed on other options."""


class ReadySaid(HappenedBase, tag="ready", frozen=True):
    """A person is ready, or not any more."""

    seat: Seat
    ready: bool


class Started(HappenedBase, tag="started", frozen=True):
    """The game begins."""

    first_dealer: Seat


class Paused(HappenedBase, tag="paused", frozen=True):
    """Nothing goes on until `resumed`."""


class Resumed(HappenedBase, tag="resumed", frozen=True):
    """It goes on."""


class Locked(HappenedBase, tag="locked", frozen=True):
    """Nobody can join, or they can again."""

    locked: bool


class HostPassed(HappenedBase, tag="host_passed", frozen=True):
    """Another person is host."""

    seat: Seat


class Nudged(HappenedBase, tag="nudged", frozen=True):
    """A person was reminded."""

    seat: Seat
    by: Seat


class Said(HappenedBase, tag="said", frozen=True):
    """A person said a quick phrase."""

    seat: Seat
    phrase: Phrase


class TieAccepted(HappenedBase, tag="tie_accepted", frozen=True):
    """A tied person would share the victory."""

    seat: Seat


class BackToLobby(HappenedBase, tag="rematch", frozen=True):
    """The same people play again."""

    seat: Seat


Happened = (
    Committed
    | Dealt
    | Drew
    | Discarded
    | WentOut
    | LaidDown
    | LaidOff
    | Reshuffled
    | RoundEnded
    | Revealed
    | GameEnded
    | Joined
    | Renamed
    | Left
    | Away
    | Back
    | Late
    | OpponentAdded
    | Filled
    | SeatRemoved
    | SeatMoved
    | OptionsSet
    | ReadySaid
    | Started
    | Paused
    | Resumed
    | Locked
    | HostPassed
    | Nudged
    | Said
    | TieAccepted
    | BackToLobby
)


class Entry(Struct, frozen=True):
    """Everything that happened at one sequence number; empty if nothing of it is to be told."""

    seq: Seq
    events: list[Happened]
