"""What the server sends on the socket."""

from __future__ import annotations

from enum import StrEnum

from msgspec import UNSET, Struct, UnsetType

from fivecrowns.actions import Source
from fivecrowns.server.protocol.events import Entry, Happened
from fivecrowns.server.protocol.sections import Hand, Reveal, Round, Sheet, Table, You
from fivecrowns.server.protocol.values import (
    CardText,
    CommandId,
    MeldShown,
    Millis,
    Seat,
    Seq,
    Slot,
)


class RefusalCode(StrEnum):
    """Why something was refused. The first part are the rule book's, each with its rule."""

    # the engine's
    NOT_YOUR_TURN = "not_your_turn"
    ALREADY_DRAWN = "already_drawn"
    NOT_DRAWN = "not_drawn"
    PILE_EMPTY = "pile_empty"
    MUST_DRAW_PILE = "must_draw_pile"
    NOT_IN_HAND = "not_in_hand"
    MELDS_BEFORE_OUT = "melds_before_out"
    BAD_MELD = "bad_meld"
    ALREADY_OUT = "already_out"
    CANNOT_GO_OUT = "cannot_go_out"
    LAY_OFF_NEVER = "lay_off_never"
    LAY_OFF_BEFORE_LAST_TURN = "lay_off_before_last_turn"
    NO_DISCARD_LEFT = "no_discard_left"
    NO_SUCH_MELD = "no_such_meld"
    MELD_BROKEN = "meld_broken"
    NOT_DEALT = "not_dealt"
    ROUND_OVER = "round_over"
    GAME_OVER = "game_over"
    NO_TIE = "no_tie"
    BAD_PLAYERS = "bad_players"
    # the table's
    STALE = "stale"
    PAUSED = "paused"
    NOT_PAUSED = "not_paused"
    NOT_HOST = "not_host"
    HOST_PRESENT = "host_present"
    NOT_SEATED = "not_seated"
    NOT_READY = "not_ready"
    WRONG_STAGE = "wrong_stage"
    NEXT_ROUND = "next_round"
    NO_SUCH_SEAT = "no_such_seat"
    NOT_A_PERSON = "not_a_person"
    TABLE_FULL = "table_full"
    LOCKED = "locked"
    NAME_TAKEN = "name_taken"
    BAD_NAME = "bad_name"
    HINTS_FORBIDDEN = "hints_forbidden"
    # the connection's
    BAD_MESSAGE = "bad_message"
    TOO_FAST = "too_fast"
    SAVING_DOWN = "saving_down"
    NO_SUCH_TABLE = "no_such_table"
    NO_SUCH_CODE = "no_such_code"
    NOT_ALLOWED = "not_allowed"
    NOT_FINISHED = "not_finished"
    FOREIGN_ORIGIN = "foreign_origin"
    TOO_LARGE = "too_large"
    NOT_FOUND = "not_found"
    WRONG_METHOD = "wrong_method"


class Message(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """The base of all that the server sends."""


class Welcome(Message, tag="welcome", frozen=True):
    """The whole state for this viewer; the answer to `hello`.

    Attributes:
        protocol: version of the protocol.
        seq: the sequence number that the state is of.
        now: the server's clock.
        you: who the viewer is.
        table: table and people.
        round: the round being played, `None` between rounds.
        hand: the own hand, `None` without one.
        hands: all hands by seat, only for a spectator where the table plays with open hands.
        sheet: the score sheet, `None` before the first game.
        reveal: the last finished round, `None` before.
        online: the seats of people who are connected.
        saving: whether what is played can be saved.
        missed: what happened after `hello.after`.
    """

    protocol: int
    seq: Seq
    now: Millis
    you: You
    table: Table
    round: Round | None
    hand: Hand | None
    hands: list[list[CardText]] | None
    sheet: Sheet | None
    reveal: Reveal | None
    online: list[Seat]
    saving: bool
    missed: list[Entry]


class Update(Message, tag="update", frozen=True):
    """Something happened: the events, and every section that changed, whole.

    Each sequence number comes once and in order. A client that finds a gap connects anew.
    """

    seq: Seq
    now: Millis
    events: list[Happened]
    you: You | UnsetType = UNSET
    table: Table | UnsetType = UNSET
    round: Round | UnsetType | None = UNSET
    hand: Hand | UnsetType | None = UNSET
    hands: list[list[CardText]] | UnsetType | None = UNSET
    sheet: Sheet | UnsetType | None = UNSET
    reveal: Reveal | UnsetType | None = UNSET


class Ack(Message, tag="ack", frozen=True):
    """The command is done and stored, as sequence number `seq`; its `update` came before."""

    id: CommandId
    seq: Seq


class Refused(Message, tag="refused", frozen=True):
    """The command had no effect.

    Attributes:
        id: the command's, `None` where it could not be read.
        code: why.
        rule: the rule behind it, if one is.
        seq: the sequence number now.
        missed: for a stale command, what happened after the number it was decided on.
    """

    id: CommandId | None
    code: RefusalCode
    rule: str | None
    seq: Seq
    missed: list[Entry]


class Move(Struct, frozen=True):
    """A move that a hint proposes.

    Attributes:
        action: what to do.
        source: the pile, for `draw`.
        slot: the card, for all others.
        seat: whose meld, for `lay_off`.
        meld: which of them.
    """

    action: str
    source: Source | None = None
    slot: Slot | None = None
    seat: Seat | None = None
    meld: int | None = None


class Other(Struct, frozen=True):
    """Another card to discard, and what it would cost in expected points of this round."""

    card: CardText
    cost: float


class Why(Struct, frozen=True):
    """Why, with the figures it stands on; the codes are those of the players' reasons.

    Attributes:
        code: the reason.
        card: the card it is about.
        points: points left over after the move.
        before: points left over before it.
        outs: unseen cards to go out with or, of `expert`, that help.
        expected: expected points after the next draw.
        cost: what the other choice would cost, to one digit behind the point: expected points of
            this round or, where the code begins with `place`, percentage points of the chance to
            win the game.
        others: the best of the other cards to discard, the best first.
    """

    code: str
    card: CardText | None
    points: int | None
    before: int | None
    outs: int | None
    expected: float | None
    cost: float | None
    others: list[Other]


class OutCard(Struct, frozen=True):
    """A kind of card that would let the hand go out, and how many are unseen."""

    card: CardText
    unseen: int


class Hint(Message, tag="hint", frozen=True):
    """The answer to `ask_hint`.

    Attributes:
        id: the command's.
        seq: the sequence number that it holds for.
        outs: the cards to go out with, drawn next; empty if the hand can go out already.
        go_out: the slots to discard for going out.
        move: the best move, only at level `best` and in the own turn.
        why: the reason for it.
    """

    id: CommandId
    seq: Seq
    outs: list[OutCard]
    go_out: list[Slot]
    move: Move | None
    why: Why | None


class CheckedMeld(Struct, frozen=True):
    """A meld as it reads, or the rule that forbids it."""

    meld: MeldShown | None
    rule: str | None


class Checked(Message, tag="checked", frozen=True):
    """The answer to `check_melds`, in the order asked."""

    id: CommandId
    melds: list[CheckedMeld]


class Presence(Message, tag="presence", frozen=True):
    """Which seats' people are connected; not a fact of the game, so without a number."""

    online: list[Seat]


class Saving(Message, tag="saving", frozen=True):
    """Whether what is played can be saved. While it cannot, commands are refused; send them again
    with the same id when it can.
    """  # noqa: D205 - one thought

    up: bool


class Pong(Message, tag="pong", frozen=True):
    """The answer to `ping`."""

    seq: Seq
    now: Millis


class Goodbye(Message, tag="goodbye", frozen=True):
    """The server closes this socket.

    `slow`, `restart`: connect again. `replaced`: the seat is no longer the viewer's. `deleted`:
    the table is gone. `misbehaved`: too many bad or too fast messages.
    """

    code: str


ServerMessage = (
    Welcome | Update | Ack | Refused | Hint | Checked | Presence | Saving | Pong | Goodbye
)
