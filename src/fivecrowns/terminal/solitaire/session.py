"""A solitaire being played at this terminal: its state and its save."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fivecrowns.actions import DealCards
from fivecrowns.shuffler import SeededShuffler, SystemShuffler
from fivecrowns.solitaire import record as solitaire_record
from fivecrowns.solitaire.game import Action, Event, Solitaire, TurnOver, deal
from fivecrowns.solitaire.view import SolitaireView, view
from fivecrowns.terminal.saves import Save, Table
from fivecrowns.terminal.solitaire.statistics import Result, Statistics


class SolitaireSession:
    """A game of solitaire; everything done is saved before it counts.

    After the deal and after every turn the next card is turned over at once, and that is saved
    too: whoever has seen a card cannot say otherwise.

    Attributes:
        seed: decides the deal; `None` leaves it to the operating system.
        game: the state now.
        dropped: a last line of the save that was cut off, and is gone.
    """

    def __init__(self, save: Save, seed: str | None) -> None:
        self.seed: Final = seed
        self.game = Solitaire()
        self.dropped: bytes = b""
        self._save = save

    @classmethod
    def start(
        cls, place: Path, seed: str | None, dealt: DealCards | None = None
    ) -> SolitaireSession:
        """Begin a game.

        Args:
            place: the folder it is saved in.
            seed: decides the deal.
            dealt: the deal itself, to play one again.

        Raises:
            SaveError: it cannot be saved there.
        """
        save = Save.create(place, solitaire_record.header_line(), Table((None,), seed))
        session = cls(save, seed)
        session.act(dealt or session._deal())
        return session

    @classmethod
    def resume(cls, save: Save) -> SolitaireSession:
        """Read a saved game.

        Raises:
            SaveError: the file beside the record is broken.
            RecordError: a line of the record is.
        """
        session = cls(save, save.read_table().seed)
        lines, session.dropped = save.read_lines()
        session.game = solitaire_record.replay_to_end(lines)
        return session

    def go_on(self) -> None:
        """Make the record end where the game stands, and the game wait for a play."""
        lines, _ = self._save.read_lines()
        self._save.keep(lines)
        if self.game.shuffle is None:
            self.act(self._deal())
        elif self.game.drawn is None and not self.game.is_over:
            self.act(TurnOver())

    @property
    def path(self) -> Path:
        """The record of the game."""
        return self._save.path

    @property
    def view(self) -> SolitaireView:
        """What the player knows now."""
        return view(self.game)

    def act(self, action: Action) -> tuple[Event, ...]:
        """Do what the player or chance decided, and turn the next card over.

        Raises:
            IllegalAction: the rules forbid it; nothing has changed.
            SaveError: it cannot be saved, and so has not been done.
        """
        game, actions, events = solitaire_record.play(self.game, action)
        if game.drawn is None and not game.is_over:
            game, turned = game.apply(TurnOver())
            actions, events = (*actions, TurnOver()), (*events, *turned)
        self._save.append([solitaire_record.action_line(action) for action in actions])
        self.game = game
        return events

    def finish(self, statistics: Statistics) -> None:
        """The game is over: count it and keep its record.

        Raises:
            SaveError: it cannot be counted; it will be the next time.
        """
        statistics.add(Result.of(self.path.name, self.game))
        self._save.finish()

    def close(self) -> None:
        """Leave the game as it is saved."""
        self._save.close()

    def _deal(self) -> DealCards:
        return deal(SystemShuffler() if self.seed is None else SeededShuffler(self.seed))
