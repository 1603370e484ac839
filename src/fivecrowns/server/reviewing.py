"""After a game: which of a person's decisions cost most."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fivecrowns import record
from fivecrowns.actions import Draw, GoOut
from fivecrowns.players.expert import told
from fivecrowns.review import Choice, dearest, review
from fivecrowns.server.protocol.http import Review, ReviewedMove


def review_seat(lines: Sequence[bytes], number: int, seat: int, own: Collection[int]) -> Review:
    """The review of what a person decided at a seat.

    Args:
        lines: the record of the finished game.
        number: of the game at its table.
        seat: the seat.
        own: which steps the person decided, from 0; at times an opponent may have played for them,
            or have had the seat before.
    """
    header = record.read_header(lines[0])
    start, steps = header.new_game(), list(record.replay(lines))
    begins: dict[int, int] = {}  # the first step of each round
    game = start
    for at, step in enumerate(steps):
        begins.setdefault(len(game.results), at)
        game = step.game
    choices = [choice for choice in review(start, steps, seat) if choice.step in own]
    return Review(
        game=number,
        seat=seat,
        rounds=len(header.rules.schedule),
        decisions=len(choices),
        cost=round(sum(choice.chosen.points for choice in choices), 1),
        moves=[_move(choice, begins[len(choice.game.results)]) for choice in dearest(choices)],
    )


def _move(choice: Choice, begin: int) -> ReviewedMove:
    chosen, best, game = choice.chosen.action, choice.best.action, choice.game
    assert game.round is not None
    if isinstance(chosen, Draw):
        source, card = chosen.source, game.round.discard_pile[0]
    else:
        source, card = None, chosen.card
    index = len(game.results)
    return ReviewedMove(
        index=index,
        tie_break=index >= len(game.rules.schedule),
        lap=choice.lap,
        step=choice.step - begin - 1,
        source=source,
        card=str(card),
        better=None if isinstance(best, Draw) else str(best.card),
        out=isinstance(best, GoOut),
        cost=told(choice.chosen.points),
    )
