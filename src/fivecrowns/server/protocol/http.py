"""Bodies of HTTP requests and responses."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from fivecrowns.actions import Source
from fivecrowns.server.protocol.events import Happened
from fivecrowns.server.protocol.messages import RefusalCode
from fivecrowns.server.protocol.sections import Round, SeatShown, Sheet
from fivecrowns.server.protocol.values import (
    CardText,
    Code,
    CommandId,
    Name,
    Options,
    Seat,
    Stage,
    Strength,
    Token,
)


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all request bodies."""


class CreateTable(Request, frozen=True):
    """`POST /api/tables`: make a table and sit at it as host.

    Attributes:
        command: names the request: repeated within ten minutes, it gets the same seat.
        name: the host's.
        options: what the table plays.
        opponents: strengths of the opponents to begin with.
        start: begin at once (needs an opponent).
        cookie: keep the seat token in a cookie that scripts cannot read; otherwise the answer
            holds it.
    """

    command: CommandId
    name: Name
    options: Options = Options()
    opponents: Annotated[list[Strength], Meta(max_length=13)] = []
    start: bool = False
    cookie: bool = True


class Preview(Request, frozen=True):
    """`POST /api/preview`: what table a code invites to."""

    code: Code


class Previewed(Struct, frozen=True):
    """The table that a code invites to.

    Attributes:
        table: its name in addresses; not a secret.
        stage: where it is.
        seats: who sits there.
        totals: points of each seat so far, by seat; none before a game.
        options: what is played.
        can_join: whether there is a place.
        locked: the host lets nobody in.
    """

    table: str
    stage: Stage
    seats: list[SeatShown]
    totals: list[int]
    options: Options
    can_join: bool
    locked: bool


class Join(Request, frozen=True):
    """`POST /api/join`: take a seat.

    In the lobby a new one; later an opponent's: `seat`, or the first. During a round it is theirs
    when the round is over.

    Attributes:
        command: as in `CreateTable`.
        cookie: as in `CreateTable`.
    """

    command: CommandId
    code: Code
    name: Name
    seat: Seat | None = None
    cookie: bool = True


class Seated(Struct, frozen=True):
    """A seat was given: the table's name in addresses, the seat, and the token if asked for."""

    table: str
    seat: Seat
    token: Token | None


class Enter(Request, frozen=True):
    """`POST /api/tables/TABLE/enter`: come with the token of a seat link or watch link."""

    token: Token
    cookie: bool = True


class Entered(Struct, frozen=True):
    """The token is good: the seat, `None` for a spectator."""

    table: str
    seat: Seat | None


class LinkDevice(Request, frozen=True):
    """`POST /api/tables/TABLE/device`: a further token for the own seat, for another device."""

    command: CommandId


class DeviceLink(Struct, frozen=True):
    """The token for `#seat=TABLE.TOKEN`."""

    token: Token


class DrawQr(Request, frozen=True):
    """`POST /api/qr`: a text as QR code."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Qr(Struct, frozen=True):
    """A QR code: an SVG path over a square of `size` units, quiet zone included."""

    size: int
    path: str


class About(Struct, frozen=True):
    """`GET /api/about`.

    Attributes:
        version: of the program.
        protocol: of the messages.
        lan: address of this server in the local network, if it is known.
    """

    version: str
    protocol: int
    lan: str | None


class ReplayStep(Struct, frozen=True):
    """One line of the record: what happened, and the state after it.

    Attributes:
        events: what happened, as the chosen view sees it.
        round: the round, `None` after its end.
        hands: hands by seat; `None` where the view does not see one.
    """

    events: list[Happened]
    round: Round | None
    hands: list[list[CardText] | None]


class Replay(Struct, frozen=True):
    """`GET /api/tables/TABLE/replay?game=G&round=R&view=SEAT`: a round of a finished game.

    `view` is a seat, or `open`.

    Attributes:
        game: number of the game at this table.
        index: number of the round.
        rounds: how many rounds the game had, tie-break rounds counted.
        naturals: natural cards that every meld needed (H1); the table may play otherwise by now.
        seats: who sat where at the end of the game.
        sheet: the score sheet at the end of the game.
        steps: the first is the deal.
    """

    game: int
    index: int
    rounds: int
    naturals: Literal[0, 1]
    seats: list[SeatShown]
    sheet: Sheet
    steps: list[ReplayStep]


class ReviewedMove(Struct, frozen=True):
    """A move that cost something, as `expert` weighs it with what the seat knew then.

    Attributes:
        index: number of the round.
        tie_break: whether that was a tie-break round.
        lap: the lap of the round, from 1.
        step: the step of the round's replay after which the move was made.
        source: the pile drawn from, `None` for a discard.
        card: the card discarded or, of a draw, the card on top of the discard pile.
        better: the card to discard instead; `None` for a draw, where it is the other pile.
        out: whether the better move was to go out with that card.
        cost: what it cost in expected points of the round, to one digit behind the point.
    """

    index: int
    tie_break: bool
    lap: int
    step: int
    source: Source | None
    card: CardText
    better: CardText | None
    out: bool
    cost: float


class Review(Struct, frozen=True):
    """`GET /api/tables/TABLE/review?game=G`: what cost the asking person most in a finished game.

    Only their own decisions count.

    Attributes:
        game: number of the game at this table.
        seat: where the person sat.
        rounds: how many rounds the game had, without tie-breaks.
        decisions: how many were weighed.
        cost: what all of them cost together in expected points, compared with the best ones.
        moves: the few that cost most, the dearest first.
    """

    game: int
    seat: Seat
    rounds: int
    decisions: int
    cost: float
    moves: list[ReviewedMove]


class MirrorSheet(Request, frozen=True):
    """`POST /api/sheets`: let several phones keep a score sheet together.

    Attributes:
        sheet: which sheet it is, as its file says.
    """

    sheet: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,24}$")]


class Mirrored(Struct, frozen=True):
    """The code under which other phones find the sheet."""

    code: Code


class Problem(Struct, frozen=True):
    """Any answer that is not a success."""

    code: RefusalCode
    rule: str | None = None


ENDPOINTS: Final[tuple[tuple[str, str, type[Request] | None, type[Struct] | None], ...]] = (
    ("GET", "/api/about", None, About),
    ("POST", "/api/tables", CreateTable, Seated),
    ("POST", "/api/preview", Preview, Previewed),
    ("POST", "/api/join", Join, Seated),
    ("POST", "/api/tables/{table}/enter", Enter, Entered),
    ("POST", "/api/tables/{table}/device", LinkDevice, DeviceLink),
    ("GET", "/api/tables/{table}/replay", None, Replay),
    ("GET", "/api/tables/{table}/record", None, None),
    ("GET", "/api/tables/{table}/review", None, Review),
    ("POST", "/api/qr", DrawQr, Qr),
    ("POST", "/api/sheets", MirrorSheet, Mirrored),
)
"""Method, path, and the types of request and answer; a record is no JSON object."""
