"""Saved games: opening those that can go on, and asking which one to go on with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeVar

from fivecrowns.errors import FiveCrownsError
from fivecrowns.lines import RecordError
from fivecrowns.terminal.commands import QUITS, Leave
from fivecrowns.terminal.saves import NewerSaveError, Save, SaveError, unfinished
from fivecrowns.terminal.screen import Screen, printable

G = TypeVar("G")

MOST_OFFERED: Final = 9
"""Unfinished games that are offered, the last one played first."""
CUT_OFF: Final = (
    "The last line of the saved game was cut off while it was written. "
    "It is dropped; the game goes on from the action before."
)


def open_saved(screen: Screen, place: Path, resume: Callable[[Save], G]) -> list[G]:
    """Open the unfinished games in a folder that no other process plays.

    A broken one is kept under another name; nothing is deleted.

    Args:
        screen: where it is said what cannot go on, and why.
        place: the folder.
        resume: makes a game of a save, or raises what is wrong with it.
    """
    found: list[G] = []
    elsewhere = 0
    for path in unfinished(place)[:MOST_OFFERED]:
        try:
            save = Save.open(path)
        except SaveError as error:
            screen.say(f"A saved game is passed over: {error}.")
            continue
        if save is None:
            elsewhere += 1
            continue
        try:
            found.append(resume(save))
        except NewerSaveError as error:
            save.close()
            screen.say(f"A saved game is passed over: {error}.")
        except (RecordError, SaveError) as error:
            _set_aside(screen, save, error)
    if elsewhere:
        screen.say("A saved game is being played in another terminal; it is left alone.")
    return found


def _set_aside(screen: Screen, save: Save, error: FiveCrownsError) -> None:
    broken = f"A saved game is broken and cannot go on: {printable(str(error))}."
    try:
        kept = save.set_aside()
    except SaveError as other:
        screen.say(f"{broken} It stays where it is: {other}.")
        return
    screen.say(f"{broken} It is kept as")
    screen.show(f"  {kept}")


def offer(screen: Screen, games: Sequence[str], note: str = "") -> int | None:
    """Ask which saved game to go on with.

    Args:
        screen: where to ask.
        games: what each of them is, in words.
        note: a sentence to be read before the question.

    Returns:
        The index of one, `None` for a new game.

    Raises:
        Leave: neither.
        EOFError: there is no answer.
    """
    if not games:
        return None
    if len(games) == 1:
        screen.say(f"There is a saved game: {games[0]}. It is kept if you begin a new one.", hang=2)
    else:
        screen.say("There are saved games:")
        for number, game in enumerate(games, start=1):
            screen.say(f"  {number}  {game}", hang=5)
    if note:
        screen.say(note)
    if len(games) == 1:
        question, expected = "Go on with it? (y/n)", "y for yes, n for no"
        indexes = {"y": 0, "yes": 0}
    else:
        question = "Go on with which? Its number, or n for a new game"
        expected = f"a number from 1 to {len(games)}, n for a new game"
        indexes = {str(index + 1): index for index in range(len(games))}
    while True:
        answer = screen.ask(question).lower()
        if answer in QUITS:
            raise Leave
        if answer in {"n", "no", "new"}:
            return None
        if answer in indexes:
            return indexes[answer]
        screen.say(f"Please answer with {expected}, or q to leave.")
