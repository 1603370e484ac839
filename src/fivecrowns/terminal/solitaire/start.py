"""`fivecrowns solitaire`: solitaire at the terminal, saved and gone on with."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final

from fivecrowns.actions import DealCards
from fivecrowns.solitaire.game import SIZES, TURNS
from fivecrowns.terminal.arguments import PROGRAM
from fivecrowns.terminal.commands import QUITS, Leave
from fivecrowns.terminal.offering import CUT_OFF, offer, open_saved
from fivecrowns.terminal.saves import folder
from fivecrowns.terminal.screen import Screen
from fivecrowns.terminal.solitaire.play import OneGame
from fivecrowns.terminal.solitaire.session import SolitaireSession
from fivecrowns.terminal.solitaire.showing import HANG, pile_line
from fivecrowns.terminal.solitaire.statistics import Statistics, say_statistics
from fivecrowns.terminal.words import some


def run(
    seed: int | str | None = None, *, screen: Screen | None = None, place: Path | None = None
) -> int:
    """Play solitaire at the terminal: go on with a saved game or begin one.

    Args:
        seed: decides the deal of a new game; `None` leaves it to chance.
        screen: where to play; `None` is the standard input and output.
        place: the folder of games and statistics; `None` is the user's own.

    Returns:
        The exit code, 0.

    Raises:
        FiveCrownsError: the game cannot be saved.
        KeyboardInterrupt: after everything done so far was saved.
    """
    evening = _Solitaire(screen or Screen(), place or folder().parent / "solitaire")
    return evening.run(None if seed is None else str(seed))


class _Solitaire:
    """One evening of solitaire: a game, and further ones as long as the player likes."""

    def __init__(self, screen: Screen, place: Path) -> None:
        self._screen: Final = screen
        self._place: Final = place
        self._statistics: Final = Statistics(place / "statistics.jsonl")
        self._session: SolitaireSession | None = None

    def run(self, seed: str | None) -> int:
        try:
            self._saved_game(seed)
            if self._session is None:
                self._new_game(seed)
            while self._session is not None:
                OneGame(self._screen, self._session, self._statistics).play()
                self._game_ended(self._session)
        except (Leave, EOFError):
            self._say_saved()
        except KeyboardInterrupt:
            self._say_saved()
            raise
        finally:
            if self._session is not None:
                self._session.close()
        return 0

    def _say_saved(self) -> None:
        self._screen.say()
        if self._session is not None:
            self._screen.say(f"The game is saved. '{PROGRAM} solitaire' goes on with it.")

    def _saved_game(self, seed: str | None) -> None:
        """Offer the unfinished games, of the given seed where one is given."""
        offered: list[SolitaireSession] = []
        try:
            for session in open_saved(self._screen, self._place, SolitaireSession.resume):
                if session.game.is_over:  # it ended, but was stopped before it was counted
                    session.go_on()
                    session.finish(self._statistics)
                elif seed in (None, session.seed):
                    offered.append(session)
                else:
                    session.close()
            chosen = offer(self._screen, [_describe(session) for session in offered])
            self._session = None if chosen is None else offered[chosen]
        finally:
            for session in offered:
                if session is not self._session:
                    session.close()
        if self._session is None:
            return
        if self._session.dropped:
            self._screen.say(CUT_OFF)
        self._session.go_on()

    def _new_game(self, seed: str | None, dealt: DealCards | None = None) -> None:
        self._session = SolitaireSession.start(self._place, seed, dealt)
        self._screen.say(
            f"Solitaire: {len(SIZES)} piles, {TURNS} cards to turn over. Add each card to a pile "
            "and discard one card of it. A pile whose cards are all in melds closes; close all "
            "to win. Type a pile and a discard, such as 7 ks, or a pile alone to look at it. "
            "? is help, q saves and leaves."
        )

    def _game_ended(self, session: SolitaireSession) -> None:
        screen, game = self._screen, session.game
        session.finish(self._statistics)
        self._session = None
        screen.say()
        if game.won:
            screen.say(f"YOU WON: all {len(SIZES)} piles closed in {some(game.turns, 'turn')}.")
        else:
            screen.say(
                f"{'You gave up' if game.given_up else 'The game is over'}: "
                f"{len(game.closed)} of {len(SIZES)} piles closed, "
                f"{some(game.points, 'point')} left over. Open were:"
            )
            for pile in session.view.open:
                screen.say(pile_line(pile, screen.notation), hang=HANG)
        say_statistics(screen, self._statistics)
        screen.say("The record of the game is kept; to read it again:")
        screen.show(f"  {PROGRAM} replay {shlex.quote(str(session.path))}")
        assert game.shuffle is not None
        while True:
            answer = screen.ask("Enter: leave, n: new game, a: the same deal again").lower()
            if not answer or answer in QUITS:
                return
            if answer in {"n", "new", "a", "again"}:
                again = answer.startswith("a")
                self._new_game(
                    session.seed if again else None, DealCards(game.shuffle) if again else None
                )
                return
            screen.say("Please press Enter alone, or type n or a.")


def _describe(session: SolitaireSession) -> str:
    game = session.game
    seed = f", seed {session.seed}" if session.seed is not None else ""
    return f"turn {game.turns + 1} of {TURNS}, {some(len(game.closed), 'pile')} closed{seed}"
