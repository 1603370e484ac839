"""What a client sends on the socket.

A command with an `id` is answered by exactly one `ack`, `hint`, `checked` or `refused` with that
id. Sent again with the same id, it has no second effect and gets the same answer, also after the
connection or the server broke down. `seq` is the sequence number of the last message that the
client had taken in when the person decided: the command is refused as `stale` if the game (or,
where the command names a seat, the seating) has moved on since.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from fivecrowns.actions import Source
from fivecrowns.server.protocol.values import (
    CommandId,
    HintLevel,
    Name,
    Options,
    Phrase,
    Seat,
    Seq,
    Slot,
    Strength,
    Token,
)

MeldSlots = Annotated[list[Slot], Meta(max_length=16)]
ChosenSlots = Annotated[
    list[MeldSlots], Meta(max_length=5, description="Melds, each as slots of the own hand.")
]


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of all that a client sends."""


class Hello(Command, tag="hello", frozen=True):
    """The first message on every socket; answered by `welcome`.

    Attributes:
        after: the last sequence number that the client has taken in; what came later is told in
            `welcome.missed`. `None` on a fresh page.
        token: seat or watch token, where neither cookie nor header carries it.
    """

    after: Seq | None = None
    token: Token | None = None


class Ping(Command, tag="ping", frozen=True):
    """Asks for a `pong`: a phone that wakes up learns at once whether its socket still lives."""


class Draw(Command, tag="draw", frozen=True):
    """Draw a card (R4.1)."""

    id: CommandId
    seq: Seq
    source: Source


class Discard(Command, tag="discard", frozen=True):
    """End the turn with a discard (R4.4).

    Attributes:
        melds: only on a last turn: what to lay down, where the person arranges (R7.5).
    """

    id: CommandId
    seq: Seq
    slot: Slot
    melds: ChosenSlots | None = None


class GoOut(Command, tag="go_out", frozen=True):
    """Lay down the whole hand and discard the remaining card (R6.1).

    Attributes:
        melds: the person's own melds; without them the best arrangement is laid down, except
            where the person arranges (R7.5).
    """

    id: CommandId
    seq: Seq
    slot: Slot
    melds: ChosenSlots | None = None


class LayOffCard(Command, tag="lay_off", frozen=True):
    """Add a card to a meld on the table (H2).

    Attributes:
        seat: who laid the meld down.
        meld: its index among that seat's melds.
    """

    id: CommandId
    seq: Seq
    slot: Slot
    seat: Seat
    meld: Annotated[int, Meta(ge=0, lt=16)]


class CheckMelds(Command, tag="check_melds", frozen=True):
    """Ask whether chosen cards are melds; answered by `checked`. Nobody else hears of it."""

    id: CommandId
    melds: ChosenSlots


class AskHint(Command, tag="ask_hint", frozen=True):
    """Ask for help; answered by `hint`. The number of hints used is shown after the game."""

    id: CommandId
    level: HintLevel


class Ready(Command, tag="ready", frozen=True):
    """Ready for the next deal, or not yet after all. The last one ready brings the deal.

    In the lobby it only tells the host, whose `start` begins the game.
    """

    id: CommandId
    ready: bool = True


class AcceptTie(Command, tag="accept_tie", frozen=True):
    """A tied person would share the victory; it is shared when all tied people say so (R9.3)."""

    id: CommandId


class Rematch(Command, tag="rematch", frozen=True):
    """After the game: back to the lobby with the same seats."""

    id: CommandId


class Leave(Command, tag="leave", frozen=True):
    """Leave: in the lobby the seat goes away, later an opponent plays until the person returns."""

    id: CommandId


class Rename(Command, tag="rename", frozen=True):
    """Take another name."""

    id: CommandId
    name: Name


class Say(Command, tag="say", frozen=True):
    """Say a quick phrase."""

    id: CommandId
    phrase: Phrase


class Nudge(Command, tag="nudge", frozen=True):
    """Remind the person whom the table waits for."""

    id: CommandId
    seat: Seat


class TakeHost(Command, tag="take_host", frozen=True):
    """Become host where the host is away or not connected."""

    id: CommandId


class Start(Command, tag="start", frozen=True):
    """Host: begin, once everybody else is ready."""

    id: CommandId


class SetOptions(Command, tag="set_options", frozen=True):
    """Host, in the lobby: agree on other options; everybody has to be ready anew."""

    id: CommandId
    options: Options


class AddOpponent(Command, tag="add_opponent", frozen=True):
    """Host, in the lobby: add a seat with an opponent."""

    id: CommandId
    strength: Strength


class Fill(Command, tag="fill", frozen=True):
    """Host: let an opponent take a seat, whoever had it; a person put out does not get it back."""

    id: CommandId
    seq: Seq
    seat: Seat
    strength: Strength


class RemoveSeat(Command, tag="remove_seat", frozen=True):
    """Host, in the lobby: take a seat away."""

    id: CommandId
    seq: Seq
    seat: Seat


class MoveSeat(Command, tag="move_seat", frozen=True):
    """Host, in the lobby: move a seat to another place."""

    id: CommandId
    seq: Seq
    seat: Seat
    to: Seat


class PassHost(Command, tag="pass_host", frozen=True):
    """Host: let another person be host."""

    id: CommandId
    seq: Seq
    seat: Seat


class Pause(Command, tag="pause", frozen=True):
    """Host: nothing goes on until `resume`."""

    id: CommandId


class Resume(Command, tag="resume", frozen=True):
    """Host: go on."""

    id: CommandId


class Lock(Command, tag="lock", frozen=True):
    """Host: nobody else can join, or they can again."""

    id: CommandId
    locked: bool


GameCommand = Draw | Discard | GoOut | LayOffCard
HostCommand = (
    Start
    | SetOptions
    | AddOpponent
    | Fill
    | RemoveSeat
    | MoveSeat
    | PassHost
    | Pause
    | Resume
    | Lock
)
SeatCommand = (
    GameCommand
    | HostCommand
    | AskHint
    | Ready
    | AcceptTie
    | Rematch
    | Leave
    | Rename
    | Say
    | Nudge
    | TakeHost
)
ClientMessage = SeatCommand | CheckMelds | Hello | Ping
