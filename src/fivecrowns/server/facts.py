"""What a table's log holds, entry by entry. Nothing else is remembered.

Entries carry the version of their form; old versions stay readable for ever, so a kind of fact is
never changed, only a new one added. Actions in the game are lines of the game record.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from fivecrowns.actions import Action
from fivecrowns.errors import FiveCrownsError
from fivecrowns.record import action_line, read_action
from fivecrowns.server.protocol.values import HintLevel, Options, Phrase, Strength

VERSION: Final = 1


class FactBase(Struct, frozen=True, omit_defaults=True, tag_field="fact"):
    """The base of all facts. People are counted from 0 in the order they came; seats move."""


class Created(FactBase, tag="created", frozen=True):
    """The table was made; its host is person 0, at seat 0.

    `token` is the SHA-256 of the host's seat token. `schedule` is the order of the rounds, as
    cards and wild rank (0: only jokers).
    """

    name: str
    token: str
    code: str
    watch: str
    options: Options
    schedule: list[tuple[int, int]]
    opponents: list[Strength]


class Joined(FactBase, tag="joined", frozen=True):
    """A person took a new seat, or an opponent's (`seat`), to play there at once."""

    name: str
    token: str
    seat: int | None = None


class JoinsNext(FactBase, tag="joins_next", frozen=True):
    """A person took an opponent's seat while a round was played.

    The opponent goes on to the end of the round, and nobody sees its cards before.
    """

    name: str
    token: str
    seat: int


class TokenAdded(FactBase, tag="token", frozen=True):
    """A further device of a person."""

    person: int
    token: str


class Renamed(FactBase, tag="renamed", frozen=True):
    """A person has another name."""

    person: int
    name: str


class Left(FactBase, tag="left", frozen=True):
    """A person left the lobby."""

    person: int


class Away(FactBase, tag="away", frozen=True):
    """An opponent plays for the person at a seat."""

    seat: int


class Back(FactBase, tag="back", frozen=True):
    """The person at a seat plays again."""

    seat: int


class OpponentAdded(FactBase, tag="opponent", frozen=True):
    """A new seat with an opponent."""

    strength: Strength


class Filled(FactBase, tag="filled", frozen=True):
    """An opponent took over a seat."""

    seat: int
    strength: Strength


class SeatRemoved(FactBase, tag="removed", frozen=True):
    """A seat was taken away."""

    seat: int


class SeatMoved(FactBase, tag="moved", frozen=True):
    """A seat has another place."""

    seat: int
    to: int


class OptionsSet(FactBase, tag="options", frozen=True):
    """Other options."""

    options: Options
    schedule: list[tuple[int, int]]


class ReadySaid(FactBase, tag="ready", frozen=True):
    """A person is ready or not."""

    seat: int
    ready: bool


class Started(FactBase, tag="started", frozen=True):
    """The game began."""

    first_dealer: int


class Acted(FactBase, tag="acted", frozen=True):
    """An action in the game, as a line of its record.

    Attributes:
        line: the line.
        slot: the physical card of a person's own hand that it was about.
        by_opponent: an opponent decided it.
        late: because the turn timer had ended.
    """

    line: msgspec.Raw
    slot: int | None = None
    by_opponent: bool = False
    late: bool = False

    @classmethod
    def of(
        cls,
        action: Action,
        slot: int | None = None,
        *,
        by_opponent: bool = False,
        late: bool = False,
    ) -> Acted:
        """The fact that an action was applied."""
        return cls(msgspec.Raw(action_line(action).encode()), slot, by_opponent, late)

    def action(self) -> Action:
        """The action."""
        return read_action(bytes(self.line), 0)


class Paused(FactBase, tag="paused", frozen=True):
    """Nothing goes on."""


class Resumed(FactBase, tag="resumed", frozen=True):
    """It goes on."""


class Locked(FactBase, tag="locked", frozen=True):
    """Nobody can join, or they can again."""

    locked: bool


class HostPassed(FactBase, tag="host", frozen=True):
    """Another person is host."""

    person: int


class Nudged(FactBase, tag="nudged", frozen=True):
    """A person was reminded."""

    seat: int
    by: int


class Said(FactBase, tag="said", frozen=True):
    """A quick phrase."""

    seat: int
    phrase: Phrase


class Hinted(FactBase, tag="hinted", frozen=True):
    """A hint was given."""

    seat: int
    level: HintLevel


class TieAccepted(FactBase, tag="tie", frozen=True):
    """A tied person would share the victory."""

    seat: int


class Rematch(FactBase, tag="rematch", frozen=True):
    """Back to the lobby."""

    seat: int


Fact = (
    Created
    | Joined
    | JoinsNext
    | TokenAdded
    | Renamed
    | Left
    | Away
    | Back
    | OpponentAdded
    | Filled
    | SeatRemoved
    | SeatMoved
    | OptionsSet
    | ReadySaid
    | Started
    | Acted
    | Paused
    | Resumed
    | Locked
    | HostPassed
    | Nudged
    | Said
    | Hinted
    | TieAccepted
    | Rematch
)


class Body(Struct, frozen=True):
    """The facts of one entry, with the version of their form."""

    v: int
    facts: list[Fact]


class _Version(Struct):
    v: int


_decoder: Final = msgspec.json.Decoder(Body)
_version: Final = msgspec.json.Decoder(_Version)


class LogError(FiveCrownsError):
    """A log that this version cannot read."""


def write_body(facts: list[Fact]) -> str:
    """Facts as they are stored."""
    return msgspec.json.encode(Body(VERSION, facts)).decode()


def read_body(text: str) -> list[Fact]:
    """Read stored facts, of any version up to this one.

    Raises:
        LogError: they were written by a newer version, or damaged.
    """
    try:
        version = _version.decode(text).v
        if version != VERSION:
            raise LogError(f"expected an entry of version {VERSION}, got {version}")
        return _decoder.decode(text).facts
    except msgspec.DecodeError as error:
        raise LogError(f"expected the facts of a table, got {text[:40]!r}: {error}") from None
