"""A game being played at this terminal: its state, its history, its players and its save."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fivecrowns import record
from fivecrowns.actions import (
    AcceptTie,
    Action,
    DealCards,
    Draw,
    LayOffCard,
    PlayerAction,
    Source,
    Stall,
)
from fivecrowns.cards import Card
from fivecrowns.events import Event
from fivecrowns.game import Game, deal, play
from fivecrowns.lines import RecordError
from fivecrowns.players import Player, make_player
from fivecrowns.record import Header
from fivecrowns.shuffler import SeededShuffler, Shuffler, SystemShuffler
from fivecrowns.terminal.saves import Save, SaveError, Table
from fivecrowns.view import View, redact, view


@dataclass(frozen=True, slots=True)
class Entry:
    """What was done at once: the actions that were recorded, what happened, the state before."""

    before: Game
    actions: tuple[Action, ...]
    events: tuple[Event, ...]

    @property
    def seat(self) -> int | None:
        """The seat whose action it is, `None` for a deal and for what the table decides."""
        match self.actions[-1]:
            case DealCards() | Stall() | AcceptTie():
                return None
            case _:
                return self.before.turn


class Session:
    """A game with its players; everything done is saved before it counts.

    Attributes:
        names: the players by seat.
        table: who plays which seat.
        game: the state now.
        path: the record.
        dropped: a last line of the save that was cut off, and is gone.
    """

    def __init__(self, header: Header, table: Table, save: Save) -> None:
        self.names: Final = header.players
        self.table: Final = table
        self.game = header.new_game()
        self.dropped: bytes = b""
        self._save = save
        self._history: list[Entry] = []
        self._shuffler: Shuffler = (
            SystemShuffler() if table.seed is None else SeededShuffler(table.seed)
        )
        self._players: Final[dict[int, Player]] = {
            seat: make_player(player.kind, player.seed)
            for seat, player in enumerate(table.seats)
            if player is not None
        }

    @classmethod
    def start(cls, place: Path, header: Header, table: Table) -> Session:
        """Begin a game; its files exist before the first card is dealt.

        Raises:
            SaveError: it cannot be saved in that folder.
        """
        save = Save.create(place, record.header_line(header), table)
        return cls(header, table, save)

    @classmethod
    def resume(cls, save: Save) -> Session:
        """Go on with a saved game.

        Raises:
            SaveError: the table beside the record is broken.
            RecordError: a line of the record is.
        """
        table = save.read_table()
        lines, dropped = save.read_lines()
        if dropped and not lines:
            raise RecordError(1, "bad_json", None, "expected a header, got the beginning of one")
        header = record.read_header(lines[0] if lines else b"")
        if len(table.seats) != len(header.players):
            raise SaveError(
                f"expected {len(header.players)} seats beside the record, got {len(table.seats)}"
            )
        session = cls(header, table, save)
        for step in record.replay(lines):
            session._did(step.game, (step.action,), step.events)
        session.dropped = dropped
        return session

    def go_on(self) -> None:
        """Make the record end where the game stands, so that it can be written on."""
        lines, _ = self._save.read_lines()
        self._save.keep(lines)

    @property
    def path(self) -> Path:
        """The record of the game."""
        return self._save.path

    @property
    def person(self) -> int | None:
        """The seat of the person to act, `None` when nobody or a computer player has to."""
        seat = self.game.turn
        return None if seat in self._players else seat

    def view(self, seat: int) -> View:
        """What a seat knows now."""
        return view(self.game, seat)

    def act(self, action: PlayerAction) -> tuple[Event, ...]:
        """Do what a player decided.

        Raises:
            IllegalAction: the rules forbid it; nothing has changed.
            SaveError: it cannot be saved, and so has not been done.
        """
        after, actions, events = play(self.game, action, self._shuffler)
        return self._save_and_do(after, actions, events)

    def computer_acts(self) -> tuple[Event, ...]:
        """Let the computer player whose turn it is act."""
        round_ = self.game.round
        assert round_ is not None
        assert round_.turn is not None
        people_play = any(seat in self.table.people for seat in round_.seats)
        if not people_play and round_.may_stall:
            return self.decide(Stall())
        decision = self._players[round_.turn].decide(self.view(round_.turn))
        return self.act(decision.action)

    def deal(self) -> tuple[Event, ...]:
        """Deal the next round."""
        return self.decide(deal(self.game, self._shuffler))

    def decide(self, action: DealCards | Stall | AcceptTie) -> tuple[Event, ...]:
        """Do what chance or the table decided."""
        after, events = self.game.apply(action)
        return self._save_and_do(after, (action,), events)

    def undo(self) -> Card | None:
        """Take back the last action if that shows nobody a hidden card.

        A card taken from the discard pile and not yet followed by a discard, and a card laid off,
        were open to all before.

        Returns:
            The card, `None` if the last action cannot be taken back.
        """
        entry = self._history[-1] if self._history else None
        if entry is None or entry.seat != self.game.turn:
            return None
        match entry.actions:
            case (Draw(source=Source.DISCARD),):
                assert entry.before.round is not None
                card = entry.before.round.discard_pile[0]
            case (LayOffCard(card=card),):
                pass
            case _:
                return None
        self._save.take_back(len(entry.actions))
        self._history.pop()
        self.game = entry.before
        return card

    def since(self, seat: int) -> list[Event]:
        """What happened in this round since the last turn of a seat, as that seat may see it.

        What the seat has done in a turn that is not over comes last.
        """
        entries: list[Entry] = []
        for entry in reversed(self._history):
            others_came_between = any(later.seat != seat for later in entries)
            if entry.seat == seat and others_came_between:
                break
            entries.append(entry)
            if isinstance(entry.actions[0], DealCards):
                break
        return [redact(event, seat) for entry in reversed(entries) for event in entry.events]

    def since_people(self) -> list[Event]:
        """What happened in the last round since a person last acted, as anybody may see it."""
        entries: list[Entry] = []
        for entry in reversed(self._history):
            if entry.seat in self.table.people or isinstance(entry.actions[0], DealCards):
                break
            entries.append(entry)
        return [redact(event, None) for entry in reversed(entries) for event in entry.events]

    def finish(self) -> None:
        """The game is over: keep its record."""
        self._save.finish()

    def close(self) -> None:
        """Leave the game as it is saved."""
        self._save.close()

    def _save_and_do(
        self, after: Game, actions: tuple[Action, ...], events: tuple[Event, ...]
    ) -> tuple[Event, ...]:
        self._save.append([record.action_line(action) for action in actions])
        self._did(after, actions, events)
        return events

    def _did(self, after: Game, actions: tuple[Action, ...], events: tuple[Event, ...]) -> None:
        self._history.append(Entry(self.game, actions, events))
        self.game = after
