"""One game of solitaire at the terminal: it reads commands until the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fivecrowns.actions import IllegalAction
from fivecrowns.cards import Card, Suit
from fivecrowns.rules import is_wild
from fivecrowns.solitaire.game import SIZES, Event, GiveUp, Pile, Play, Undo
from fivecrowns.solitaire.hint import hint, sentence
from fivecrowns.solitaire.plan import Plan
from fivecrowns.solitaire.view import SolitaireView
from fivecrowns.terminal.commands import InputError, Leave
from fivecrowns.terminal.screen import Screen, keys
from fivecrowns.terminal.solitaire.commands import COMMANDS, RULES, Command, Word, read_command
from fivecrowns.terminal.solitaire.session import SolitaireSession
from fivecrowns.terminal.solitaire.showing import (
    HANG,
    cannot_be_won,
    preview,
    status,
    table,
    tell,
)
from fivecrowns.terminal.solitaire.statistics import Statistics, say_statistics


class OneGame:
    """The course of one game, from where it stands to its end."""

    def __init__(self, screen: Screen, session: SolitaireSession, statistics: Statistics) -> None:
        self._screen: Final = screen
        self._session: Final = session
        self._statistics: Final = statistics
        self._plan: Plan | None = None  # that of the latest hint

    def play(self) -> None:
        """Play the game to its end.

        Raises:
            Leave: the player wants to stop.
            EOFError: there are no more answers.
        """
        self._show()
        while not self._session.game.is_over:
            view = self._session.view
            assert view.drawn is not None
            card = self._screen.notation.card(view.drawn)
            typed = self._screen.ask(f"{card}: pile and discard (? for help)")
            try:
                self._do(read_command(typed), view, view.drawn)
            except (InputError, IllegalAction) as error:
                self._screen.say(_as_sentence(str(error)))

    def _do(self, command: Command, view: SolitaireView, drawn: Card) -> None:
        match command.word:
            case Word.SHOW:
                self._show()
            case Word.LOOK:
                self._look(_open_pile(view, command.pile), drawn)
            case Word.PLAY:
                assert command.card is not None
                self._play(_open_pile(view, command.pile), drawn, command.card)
            case Word.THROW:
                self._play(_pile_to_throw_from(view, drawn), drawn, drawn)
            case Word.UNDO:
                self._undo(view)
            case Word.GIVE_UP:
                if self._screen.ask_yes_no("Give up? The game counts as lost."):
                    self._session.act(GiveUp())
            case Word.QUIT:
                raise Leave
            case Word.HINT | Word.STATISTICS | Word.RULES | Word.HELP:
                self._tell_about(command.word, view)

    def _tell_about(self, word: Word, view: SolitaireView) -> None:
        match word:
            case Word.HINT:
                self._hint(view)
            case Word.STATISTICS:
                say_statistics(self._screen, self._statistics)
            case Word.RULES:
                for line in RULES:
                    self._screen.say(line, hang=2)
            case _:
                self._help()

    def _show(self) -> None:
        view, screen = self._session.view, self._screen
        screen.say()
        for line in status(view):
            screen.say(line, hang=2)
        for line in table(view, screen.notation):
            screen.say(line, hang=HANG)
        hopeless = cannot_be_won(view)
        if hopeless is not None:
            screen.say(hopeless)
        if view.drawn is not None:
            screen.say(f"Turned over: {screen.notation.card(view.drawn)}.")

    def _look(self, pile: Pile, drawn: Card) -> None:
        for line in preview(pile, drawn, self._screen.notation):
            self._screen.say(line, hang=HANG)

    def _play(self, pile: Pile, drawn: Card, discard: Card) -> None:
        name = self._screen.notation.card(discard)
        if discard not in (*pile.cards, drawn):
            raise InputError(f"{name} is not in the pile of {pile.size}.")
        if is_wild(discard, pile.wild) and not self._screen.ask_yes_no(
            f"{name} is wild in the pile of {pile.size}. Really discard it?"
        ):
            return
        before = self._session.view
        self._tell(self._session.act(Play(pile.size, discard)), before)

    def _undo(self, view: SolitaireView) -> None:
        if not view.plays:
            raise InputError("There is no turn to take back.")
        self._tell(self._session.act(Undo()), view)

    def _tell(self, events: Sequence[Event], before: SolitaireView) -> None:
        view = self._session.view
        for told in tell(events, before, view, self._screen.notation):
            self._screen.say(told, hang=2)
        if not view.over:
            self._show()

    def _hint(self, view: SolitaireView) -> None:
        hinted = hint(view, self._plan)
        assert hinted is not None
        self._plan = hinted.plan
        play = hinted.play
        typed = "x" if play.discard is hinted.card else f"{play.pile} {keys(play.discard)}"
        why = sentence(hinted, symbols=self._screen.notation.symbols)
        self._screen.say(f"Hint: {typed}. {why}", hang=2)

    def _help(self) -> None:
        screen = self._screen
        for line in COMMANDS:
            screen.say(line, hang=9)
        suits = ", ".join(
            f"{suit.value.lower()} {suit.name.lower()}"
            + (f" {suit.symbol}" if screen.notation.symbols else "")
            for suit in Suit
        )
        screen.say("A card is its rank (3 to 10, j, q, k), then its suit:")
        screen.say(f"  {suits}.")
        screen.say("A joker is jk.")


def _open_pile(view: SolitaireView, size: int) -> Pile:
    pile = view.piles[SIZES.index(size)]
    if pile.closed:
        raise InputError(f"The pile of {size} is closed.")
    return pile


def _pile_to_throw_from(view: SolitaireView, card: Card) -> Pile:
    """An open pile in which the card is wild, so that throwing it away is asked about, or any."""
    return next((pile for pile in view.open if is_wild(card, pile.wild)), view.open[0])


def _as_sentence(message: str) -> str:
    return message[:1].upper() + message[1:].rstrip(".") + "."
