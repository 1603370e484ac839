"""The state of a table: an immutable value that its log determines.

The values here are msgspec's structs because a table's next state is made for every command, and
`msgspec.structs.replace` makes it ten times faster than `dataclasses.replace`.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from msgspec import Struct

from fivecrowns.cards import Card, Rank
from fivecrowns.events import Event
from fivecrowns.game import Game
from fivecrowns.rules import Deal, Rules
from fivecrowns.server.protocol.events import Happened
from fivecrowns.server.protocol.sections import LastAction, Reveal
from fivecrowns.server.protocol.values import Options, Stage, Strength

MOST_DEVICES: Final = 16
"""Tokens of a person; a further one puts the oldest out of use."""


class Person(Struct, frozen=True):
    """Somebody who took a seat.

    Attributes:
        name: the name.
        tokens: SHA-256 of every token of theirs; none once the seat was taken from them.
        since: seq of the entry with which they came.
    """

    name: str
    tokens: tuple[str, ...]
    since: int


class Chair(Struct, frozen=True):
    """A seat and who has it: a person, or an opponent.

    Attributes:
        person: number of the person, `None` for an opponent.
        strength: of the opponent who has the seat, or had it last.
        called: the first name of that opponent, who keeps it; `None` where a person sits.
        away: an opponent plays for the person.
        waits: the person came during this round; the opponent who had the seat plays to its end.
        ready: ready for the next deal.
        tie: would accept the tie.
        hints: hints used in this game.
    """

    person: int | None
    strength: Strength = Strength.MEDIUM
    called: str | None = None
    away: bool = False
    waits: bool = False
    ready: bool = False
    tie: bool = False
    hints: int = 0

    @property
    def plays_itself(self) -> bool:
        """Whether a person plays here."""
        return self.is_here and not self.waits

    @property
    def is_here(self) -> bool:
        """Whether a person sits here who is not away."""
        return self.person is not None and not self.away


HeldCards = tuple[tuple[int, Card], ...]
"""The cards of a hand with the slot of each, in the order they came."""


class Play(Struct, frozen=True):
    """What a screen shows of the round beside the engine's state; values by seat.

    Attributes:
        held: every hand with its slots.
        next_slot: the slot of the next card drawn.
        drawn: the slot drawn in this turn.
        last: what each seat did last.
        last_turns: seats that played their last turn, in order.
        commits: commitments of this round.
    """

    held: tuple[HeldCards, ...]
    next_slot: tuple[int, ...]
    drawn: int | None
    last: tuple[LastAction | None, ...]
    last_turns: tuple[int, ...]
    commits: tuple[str, ...]


class EngineEvent(Struct, frozen=True):
    """Something that happened in the game, not yet redacted for a viewer.

    Attributes:
        event: what the engine says.
        index: number of the round.
        slot: the slot of the card in the hand of the seat that acted.
        slots: for a deal, the hands.
        by_opponent: an opponent decided it.
    """

    event: Event
    index: int
    slot: int | None = None
    by_opponent: bool = False


What = EngineEvent | Happened


class State(Struct, frozen=True):
    """A table.

    Attributes:
        seq: the last entry of the log that is in this state.
        code: the invitation.
        watch: token of the watch link.
        options: what is played.
        schedule: the rounds in order.
        people: everybody who ever took a seat.
        chairs: the seats.
        host: number of the person who is host.
        stage: where the table is.
        paused: nothing goes on.
        locked: nobody can join.
        number: number of the game, from 0.
        game: the game, `None` before the first.
        play: what a screen shows of the round, `None` between rounds.
        reveal: the last finished round.
        moved: number on the wire of the last entry that changed the position.
        seated: number on the wire of the last entry that changed the seats.
        waiting_since: when the table began to wait for whom it waits for now.
        touched: when the last entry was written.
        silent: seqs of the entries that nobody is told of before the game is over: hints.
    """

    seq: int
    code: str
    watch: str
    options: Options
    schedule: tuple[Deal, ...]
    people: tuple[Person, ...]
    chairs: tuple[Chair, ...]
    host: int
    stage: Stage = Stage.LOBBY
    paused: bool = False
    locked: bool = False
    number: int = 0
    game: Game | None = None
    play: Play | None = None
    reveal: Reveal | None = None
    moved: int = 0
    seated: int = 0
    waiting_since: int = 0
    touched: int = 0
    silent: tuple[int, ...] = ()

    @property
    def told(self) -> int:
        """The sequence number on the wire, which leaves silent entries out."""
        return self.seq - len(self.silent)

    def told_at(self, seq: int) -> int:
        """The number on the wire of an entry; a silent one has that of the entry before it."""
        return seq - bisect_right(self.silent, seq)

    @property
    def rules(self) -> Rules:
        """The options as the engine takes them."""
        options = self.options
        return Rules(
            self.schedule, options.naturals, options.lay_off, options.ties, options.arrangement
        )

    def seat_of(self, person: int | None) -> int | None:
        """The seat of a person, `None` for somebody without one."""
        return seat_of(self.chairs, person)

    def sees(self, person: int | None) -> int | None:
        """The seat whose cards a person may see, `None` for none."""
        return sees(self.chairs, person)

    def person_with(self, token_hash: str) -> int | None:
        """The person whose token has this hash."""
        found = (n for n, person in enumerate(self.people) if token_hash in person.tokens)
        return next(found, None)

    def name_at(self, seat: int) -> str | None:
        """The name of the person at a seat, `None` for an opponent."""
        person = self.chairs[seat].person
        return None if person is None else self.people[person].name

    def shown_name(self, seat: int) -> str:
        """What the one at a seat is called, a person or an opponent."""
        name = self.name_at(seat) or self.chairs[seat].called
        assert name is not None
        return name

    def strength_at(self, seat: int) -> Strength:
        """How strong the opponent plays that acts for a seat."""
        chair = self.chairs[seat]
        if chair.person is None or chair.waits:
            return chair.strength
        return self.options.stand_in

    def waits_for(self) -> tuple[int, ...]:
        """The seats without which nothing goes on now."""
        if self.paused or self.game is None:
            return ()
        if self.stage is Stage.ROUND and self.game.turn is not None:
            return (self.game.turn,)
        if self.stage in (Stage.BETWEEN, Stage.TIE):
            return tuple(
                seat
                for seat, chair in enumerate(self.chairs)
                if chair.plays_itself and not chair.ready
            )
        return ()


def read_schedule(pairs: list[tuple[int, int]]) -> tuple[Deal, ...]:
    """A schedule as the log has it."""
    return tuple(Deal(cards, Rank(wild) if wild else None) for cards, wild in pairs)


def seat_of(chairs: tuple[Chair, ...], person: int | None) -> int | None:
    """Where somebody sits, `None` for somebody without a seat."""
    if person is None:
        return None
    return next((seat for seat, chair in enumerate(chairs) if chair.person == person), None)


def sees(chairs: tuple[Chair, ...], person: int | None) -> int | None:
    """The seat whose cards somebody may see: their own, but not in a round they came into."""
    seat = seat_of(chairs, person)
    return None if seat is None or chairs[seat].waits else seat
