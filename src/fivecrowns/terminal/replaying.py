"""`fivecrowns replay` and `fivecrowns verify`: a recorded game told, summed up, checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fivecrowns import record
from fivecrowns.actions import DealCards
from fivecrowns.errors import FiveCrownsError
from fivecrowns.events import Dealt, Event, RoundEnded
from fivecrowns.lines import RecordError, read_object
from fivecrowns.record_kinds import RecordKind, read_kind_of_record, replay_summary
from fivecrowns.round import Phase
from fivecrowns.solitaire import record as solitaire_record
from fivecrowns.solitaire.game import Event as SolitaireEvent
from fivecrowns.solitaire.game import PileClosed, PilesDealt, Played, Solitaire, TakenBack
from fivecrowns.terminal.reading import read_file
from fivecrowns.terminal.screen import Screen, printable
from fivecrowns.terminal.sheet import score_sheet
from fivecrowns.terminal.telling import tell, tell_result
from fivecrowns.terminal.words import (
    capital,
    deal_words,
    join,
    outcome,
    round_title,
    rules_words,
    some,
    standings,
)
from fivecrowns.view import redact


def read_lines(file: str) -> list[bytes]:
    """Read the lines of a record, each with its end.

    Raises:
        FiveCrownsError: the file cannot be read.
    """
    path = Path(file)
    if not file:
        raise FiveCrownsError("expected the name of a game record, got an empty one")
    try:
        content = read_file(path)
    except IsADirectoryError:
        raise FiveCrownsError(f"expected a game record, got a folder: {file}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise FiveCrownsError(f"expected a game record, cannot read {file}: {reason}") from None
    return content.removesuffix(b"\n").split(b"\n")


def replay(file: str, *, as_json: bool) -> int:
    """Tell a record, or print its summary.

    Returns:
        The exit code: 2 if the record is broken.

    Raises:
        FiveCrownsError: the file cannot be read, or, told, the record is broken.
    """
    if not as_json:
        _tell(read_lines(file))
        return 0
    code = 0
    try:
        answer = replay_summary(read_lines(file))
    except FiveCrownsError as error:
        answer = {"error": _error(error)}
        code = 2
    Screen().show(json.dumps(answer))
    return code


def _error(error: FiveCrownsError) -> dict[str, Any]:
    if isinstance(error, RecordError):
        return {
            "line": error.line,
            "code": error.code,
            "rule": error.rule,
            "message": error.message,
        }
    return {"line": None, "code": "cannot_read", "rule": None, "message": str(error)}


def verify(file: str) -> None:
    """Check a record with its commitments, and say so in one line.

    Raises:
        FiveCrownsError: the file cannot be read, or the record is broken.
    """
    lines = read_lines(file)
    summary = replay_summary(lines, verify=True)
    checked = sum("commit" in read_object(line, number) for number, line in enumerate(lines, 1))
    finished = "finished" if summary["finished"] else "not finished"
    Screen().say(f"Valid, {finished}, {some(checked, 'commitment')} to shuffles checked.")


def _tell(lines: list[bytes]) -> None:
    screen = Screen()
    if read_kind_of_record(lines[0]) is RecordKind.SOLITAIRE:
        _tell_solitaire(screen, lines)
    else:
        _tell_game(screen, lines)


def _tell_game(screen: Screen, lines: list[bytes]) -> None:
    header = record.read_header(lines[0])
    names = [printable(name) for name in header.players]
    game = header.new_game()
    screen.say(f"Five Crowns: {join(names)}.", hang=2)
    screen.say(f"{capital(rules_words(header.rules))}.", hang=2)
    turn: list[Event] = []
    finished = len(record.replay_to_end(lines).results)
    for step in record.replay(lines):
        if isinstance(step.action, DealCards):
            assert step.game.round is not None
            screen.say()
            title = round_title(game, len(game.results))
            screen.say(f"{title}: {deal_words(step.game.round.deal)}.")
        # What is hidden stays so until the round is over: this may be a game that is being played.
        hidden = len(game.results) == finished
        game = step.game
        turn += [redact(event, None) for event in step.events] if hidden else step.events
        if game.phase is not Phase.DISCARD:
            _tell_turn(screen, turn, names)
            turn = []
    _tell_turn(screen, turn, names)
    screen.say()
    if not game.is_over:
        title = round_title(game, len(game.results))
        screen.say(f"The game is not finished; it stands in {title[0].lower()}{title[1:]}.")
    for line in score_sheet(names, game, screen.width):
        screen.show(line)
    if game.is_over:
        screen.say()
        screen.say(outcome(names, game))
        for line in standings(names, game):
            screen.say(line)


def _tell_turn(screen: Screen, events: list[Event], names: list[str]) -> None:
    """Tell a turn, hands that are dealt, and all hands at the end of a round."""
    for told in tell(events, names, screen.notation):
        screen.say(told, hang=2)
    for event in events:
        match event:
            case Dealt(hands=hands):
                for seat, hand in enumerate(hands):
                    if hand is not None:
                        cards = screen.notation.cards(sorted(hand))
                        screen.say(f"{names[seat]} got {cards}.", hang=2)
            case RoundEnded(result=result):
                for told in tell_result(result, names, screen.notation):
                    screen.say(told, hang=2)
            case _:
                pass


def _tell_solitaire(screen: Screen, lines: list[bytes]) -> None:
    game = Solitaire()
    screen.say("Five Crowns solitaire.")
    for step in solitaire_record.replay(lines):
        game = step.game
        for event in step.events:
            _tell_solitaire_event(screen, event, game.turns)
    screen.say()
    closed = f"{some(len(game.closed), 'pile')} closed after {some(game.turns, 'turn')}"
    if game.won:
        screen.say(f"Won: all {closed}.")
    elif game.is_over:
        screen.say(f"Not won: {closed}, {some(game.points, 'point')} left over.")
    else:
        screen.say(f"The game is not finished: {closed}.")


def _tell_solitaire_event(screen: Screen, event: SolitaireEvent, turn: int) -> None:
    notation = screen.notation
    match event:
        case PilesDealt(piles=piles):
            for pile in piles:
                screen.say(f"Pile of {len(pile)}: {notation.cards(sorted(pile))}.", hang=2)
        case Played(pile=size, card=card, discard=discard):
            thrown = (
                "thrown away at once" if card is discard else f"{notation.card(discard)} thrown"
            )
            screen.say(f"Turn {turn}: {notation.card(card)} to the pile of {size}, {thrown}.")
        case PileClosed(pile=size, melds=melds):
            screen.say(
                f"The pile of {size} closed: {'; '.join(map(notation.meld, melds))}.", hang=2
            )
        case TakenBack():
            screen.say("That turn was taken back.")
        case _:
            pass
