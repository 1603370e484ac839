"""`fivecrowns review`: the decisions of one player that cost most."""

from __future__ import annotations

from collections.abc import Sequence

from fivecrowns import record
from fivecrowns.actions import Discard, Draw, GoOut, Source
from fivecrowns.errors import FiveCrownsError
from fivecrowns.record_kinds import RecordKind, read_kind_of_record
from fivecrowns.review import Choice, dearest, review
from fivecrowns.terminal.replaying import read_lines
from fivecrowns.terminal.screen import Notation, Screen, printable
from fivecrowns.terminal.words import join, round_title, some


def show_review(file: str, player: str | None) -> None:
    """Tell what a player of a recorded game could have done better.

    Args:
        file: the record.
        player: whose decisions, by name; the first player's if left out.

    Raises:
        FiveCrownsError: the file cannot be read or is no finished game, or nobody has that name.
    """
    lines = read_lines(file)
    if read_kind_of_record(lines[0]) is RecordKind.SOLITAIRE:
        raise FiveCrownsError("expected the record of a game, got one of solitaire")
    header = record.read_header(lines[0])
    steps = list(record.replay(lines))
    if not steps or not steps[-1].game.is_over:
        raise FiveCrownsError("expected the record of a finished game, got one that goes on")
    seat = 0 if player is None else _seat(player, header.players)
    name = header.players[seat]
    choices = review(header.new_game(), steps, seat)
    screen = Screen()
    _tell(screen, printable(name), choices)
    others = [printable(other) for at, other in enumerate(header.players) if at != seat]
    if player is None and others:
        screen.say(f"--player NAME tells of {join(others, 'or')}.")


def _seat(typed: str, players: Sequence[str]) -> int:
    """The seat of a player by name, or by a word of it that nobody else has: hugo for Hard Hugo.

    Raises:
        FiveCrownsError: it is nobody's, or of several.
    """
    if typed in players:
        return players.index(typed)
    words = typed.lower()
    found = [
        seat
        for seat, name in enumerate(players)
        if words == name.lower() or words in name.lower().split()
    ]
    if len(found) != 1:
        names = join([repr(name) for name in players], "or")
        raise FiveCrownsError(f"--player: expected {names}, got {typed!r}")
    return found[0]


def _tell(screen: Screen, name: str, choices: list[Choice]) -> None:
    if not choices:
        screen.say(f"{name}: there was nothing to weigh.")
        return
    weighed = f"{name}: {some(len(choices), 'decision')} weighed"
    dear = dearest(choices)
    if not dear:
        screen.say(f"{weighed}. Expert would have done much the same.")
        return
    points = sum(choice.chosen.points for choice in choices)
    screen.say(
        f"{weighed}; together they cost {points:.1f} points more than the best would have. The "
        "points are those to be expected at the end of the round, compared with the others', from "
        "what was known at the time. These cost most:"
    )
    for choice in dear:
        screen.say(_told(choice, screen.notation), hang=2)


def _told(choice: Choice, notation: Notation) -> str:
    title = round_title(choice.game, len(choice.game.results))
    done = _done(choice, notation)
    return f"{title}, turn {choice.lap}: {done} cost {choice.chosen.points:.1f} points."


def _done(choice: Choice, notation: Notation) -> str:
    """What was done, and what would have been better."""
    chosen, best, round_ = choice.chosen.action, choice.best.action, choice.game.round
    if isinstance(chosen, Discard) and isinstance(best, GoOut):
        return f"discarding {notation.card(chosen.card)} instead of going out"
    if isinstance(chosen, Discard) and isinstance(best, Discard):
        return f"discarding {notation.card(chosen.card)} instead of {notation.card(best.card)}"
    assert round_ is not None
    taking, drawing = f"taking {notation.card(round_.discard_pile[0])}", "drawing from the pile"
    if chosen == Draw(chosen.seat, Source.DISCARD):
        return f"{taking} instead of {drawing}"
    return f"{drawing} instead of {taking}"
