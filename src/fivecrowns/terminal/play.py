"""`fivecrowns play`: a whole game at the terminal, saved and gone on with."""

from __future__ import annotations

import re
import secrets
import shlex
import sys
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from fivecrowns.actions import AcceptTie
from fivecrowns.errors import FiveCrownsError
from fivecrowns.events import RoundEnded
from fivecrowns.record import Header
from fivecrowns.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from fivecrowns.score.log import MAX_NAME, is_name
from fivecrowns.shuffler import shuffled
from fivecrowns.terminal.arguments import PROGRAM
from fivecrowns.terminal.commands import QUITS, Leave
from fivecrowns.terminal.offering import CUT_OFF, offer, open_saved
from fivecrowns.terminal.saves import Opponent, Table, folder
from fivecrowns.terminal.screen import Screen
from fivecrowns.terminal.session import Session
from fivecrowns.terminal.sheet import score_sheet
from fivecrowns.terminal.telling import tell, tell_result
from fivecrowns.terminal.turn import GiveUp, Turn
from fivecrowns.terminal.words import (
    capital,
    deal_words,
    join,
    outcome,
    people_names,
    round_title,
    rules_words,
    seat_names,
    standings,
)

SAVED: Final = f"The game is saved. '{PROGRAM} play' goes on with it."
DEFAULT_OPPONENTS: Final = ("hard", "medium", "easy")


@dataclass(frozen=True, slots=True)
class Options:
    """What a new game is to be like.

    Attributes:
        people: the names of the people, the first seats are theirs.
        opponents: the computer players after them, by kind.
        rules: the options of the game.
        seed: decides deals and computer players; `None` leaves them to chance.
        asked_for: whether any of this was asked for, rather than taken by default.
    """

    people: tuple[str, ...]
    opponents: tuple[str, ...]
    rules: Rules
    seed: str | None
    asked_for: bool


def run(options: Options) -> int:
    """Play at the terminal: go on with a saved game or begin one.

    Raises:
        FiveCrownsError: the options are not allowed, or the game cannot be saved.
        KeyboardInterrupt: after everything done so far was saved.
    """
    names = seat_names(options.people, options.opponents)
    options.rules.check_players(len(names))
    twice = [name for name, other in combinations(names, 2) if name.lower() == other.lower()]
    if twice:
        raise FiveCrownsError(f"expected a name of their own for all, got {twice[0]!r} twice")
    screen = Screen()
    session = None
    try:
        session = _saved_game(screen, options) or _new_game(screen, options)
        _Play(screen, session).to_the_end()
    except (Leave, EOFError):
        screen.say()
        if session is not None:
            screen.say(SAVED)
    except KeyboardInterrupt:
        if session is None:
            raise
        screen.say()
        sys.stderr.write(f"Interrupted. {SAVED}\n")
        return 130
    finally:
        if session is not None:
            session.close()
    return 0


def _saved_game(screen: Screen, options: Options) -> Session | None:
    """Offer the unfinished games; `None` if a new one is to begin."""
    found: list[Session] = []
    for session in open_saved(screen, folder(), Session.resume):
        if session.game.is_over:
            # The process was killed after the last card and before the end was shown.
            _Play(screen, session).to_the_end()
        else:
            found.append(session)
    chosen = offer(
        screen,
        [_describe(session) for session in found],
        "Its own options stay; those you gave are for a new game." if options.asked_for else "",
    )
    for at, session in enumerate(found):
        if at != chosen:
            session.close()
    if chosen is None:
        return None
    session = found[chosen]
    if session.dropped:
        screen.say(CUT_OFF)
    session.go_on()
    _say_options(screen, session)
    return session


def _describe(session: Session) -> str:
    title = round_title(session.game, len(session.game.results))
    return f"{join(session.names)}, {title[0].lower()}{title[1:]}"


def _new_game(screen: Screen, options: Options) -> Session:
    seed = options.seed or secrets.token_hex(8)
    names = seat_names(options.people, options.opponents)
    people = len(options.people)
    dealer = shuffled(range(len(names)), f"{seed}/dealer")[0]
    header = Header(options.rules, names, dealer)
    opponents = [
        Opponent(kind, f"{seed}/{seat}") for seat, kind in enumerate(options.opponents, people)
    ]
    table = Table((*[None] * people, *opponents), options.seed)
    session = Session.start(folder(), header, table)
    screen.say(f"Five Crowns: {join(header.players)}.", hang=2)
    _say_options(screen, session)
    return session


def _say_options(screen: Screen, session: Session) -> None:
    """Say what is played, and how to learn more."""
    screen.say(
        f"{capital(rules_words(session.game.rules))}. Type ? for help, r for the rules, "
        "q to save and leave."
    )


class _Play:
    """The course of a game, from where it stands to its end."""

    def __init__(self, screen: Screen, session: Session) -> None:
        self._screen = screen
        self._session = session
        self._at_the_keyboard: int | None = None

    def to_the_end(self) -> None:
        """Play until the game is over or given up."""
        try:
            self._play_on()
        except GiveUp:
            self._session.finish()
            self._screen.say("The game is given up. Its record is kept; to read it again:")
            self._show_command("replay")
        else:
            self._game_ended()

    def _play_on(self) -> None:
        session = self._session
        if session.game.round is None and session.game.results and not session.game.is_over:
            for line in score_sheet(session.names, session.game, self._screen.width):
                self._screen.show(line)
            self._between_rounds()
        while not session.game.is_over:
            if session.game.round is None:
                session.deal()
            elif session.person is None:
                ended = any(isinstance(event, RoundEnded) for event in session.computer_acts())
                if ended:
                    self._round_ended()
            else:
                self._person_acts(session.person)

    def _person_acts(self, seat: int) -> None:
        if len(self._session.table.people) > 1:
            self._give_keyboard(seat)
        Turn(self._screen, self._session, seat).play()
        if self._session.game.round is None:
            self._round_ended()

    def _give_keyboard(self, seat: int) -> None:
        """Let another person sit down without seeing the hand of the one before."""
        if self._at_the_keyboard == seat:
            return
        if self._at_the_keyboard is not None:
            self._screen.clear()
        self._at_the_keyboard = seat
        name = self._session.names[seat]
        while answer := self._screen.ask(f"Give the keyboard to {name}, who presses Enter").lower():
            if answer in QUITS:
                raise Leave
            self._screen.say("Please press Enter alone, or type q to save and leave.")

    def _round_ended(self) -> None:
        """Show how the round ended, and wait before the next one."""
        session, screen = self._session, self._screen
        game, names = session.game, session.names
        self._at_the_keyboard = None  # all look at the result, and all hands are open
        screen.say()
        for told in tell(session.since_people(), names, screen.notation):
            screen.say(told, hang=2)
        title = round_title(game, len(game.results) - 1)
        first, *hands = tell_result(game.results[-1], names, screen.notation)
        screen.say(f"{title} is over. {first}")
        for told in hands:
            screen.say(told, hang=2)
        screen.say()
        for line in score_sheet(names, game, screen.width):
            screen.show(line)
        if not game.is_over:
            self._between_rounds()

    def _between_rounds(self) -> None:
        game = self._session.game
        deal = game.next_deal
        assert deal is not None
        title = round_title(game, len(game.results)).lower()
        tie_break = len(game.results) >= len(game.rules.schedule)
        if tie_break:
            tied = join([self._session.names[seat] for seat in game.next_seats])
            self._screen.say(
                f"{tied} are tied. A {title} can decide: {deal_words(deal)}. "
                "Or they share the victory.",
                hang=2,
            )
        what = (
            f"Press Enter for a {title}, or type share" if tie_break else f"Press Enter for {title}"
        )
        while answer := self._screen.ask(what).lower():
            if answer in QUITS:
                raise Leave
            if tie_break and answer == "share":
                self._session.decide(AcceptTie())
                return
            self._screen.say(
                "Please press Enter alone"
                + (", type share to share the victory" if tie_break else "")
                + ", or type q to save and leave."
            )

    def _game_ended(self) -> None:
        session, screen = self._session, self._screen
        session.finish()
        screen.say()
        screen.say(f"The game is over. {outcome(session.names, session.game)}")
        for line in standings(session.names, session.game):
            screen.say(line)
        screen.say("The record of the game is kept; to read it again, or see what cost most:")
        self._show_command("replay")
        self._show_command("review")

    def _show_command(self, command: str) -> None:
        """A command about the record, to be copied."""
        self._screen.show(f"  {PROGRAM} {command} {shlex.quote(str(self._session.path))}")


def people_at(text: str | None) -> tuple[str, ...]:
    """The names of the people at this keyboard, from their number or the names with commas.

    Raises:
        FiveCrownsError: it is neither, or nobody or too many would play.
    """
    if text is None:
        return people_names(1)
    if re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        number = int(text)
        if number < 1:
            raise FiveCrownsError(f"expected at least 1 person to play, got {number}")
        if number > MAX_PLAYERS:
            raise FiveCrownsError(f"expected {MIN_PLAYERS} to {MAX_PLAYERS} players, got {number}")
        return people_names(number)
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if not (is_name(name) and name.isprintable() and any(map(str.isalpha, name))):
            raise FiveCrownsError(
                "--humans: expected how many people play, or their names of at most "
                f"{MAX_NAME} characters, separated by commas, got {name!r}"
            )
    return names


def opponents_for(people: int, chosen: tuple[str, ...] | None) -> tuple[str, ...]:
    """The computer players at a table: those chosen, or as many as one person alone needs."""
    if chosen is not None:
        return chosen
    return DEFAULT_OPPONENTS if people == 1 else ()
