"""What happened, told in sentences: one for each turn, in the past tense.

The past tense says "You took" and "Hugo took" with the same word, so that one person at the
table can be called You.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fivecrowns.actions import Source
from fivecrowns.events import (
    Dealt,
    Discarded,
    Drawn,
    Event,
    LaidDown,
    LaidOff,
    Reshuffled,
    RoundResult,
    WentOut,
)
from fivecrowns.terminal.screen import Notation, kind_of
from fivecrowns.terminal.words import join, possessive, some


def tell(events: Iterable[Event], names: Sequence[str], notation: Notation) -> list[str]:
    """Tell events, one sentence a turn.

    Cards that the events hide are not named; see `view.redact`. Melds are counted; they lie on the
    table for all to see. How a round ended is left to `tell_result` and the score sheet.
    """
    told: list[str] = []
    turn: list[str] = []
    seat = 0

    def close() -> None:
        if turn:
            told.append(f"{names[seat]} {join(turn)}.")
            turn.clear()

    for event in events:
        match event:
            case Dealt():
                close()
                told.append(
                    f"{names[event.dealer]} dealt. First discard: {notation.card(event.upcard)}."
                )
            case Reshuffled():
                close()
                told.append(
                    "The draw pile was empty: all discards but the top one were shuffled, "
                    f"{some(event.cards, 'card')}."
                )
            case Drawn():
                close()
                seat = event.seat
                turn.append(_drawn(event, notation))
            case WentOut():
                seat = event.seat
                turn.append("WENT OUT")
            case LaidDown():
                seat = event.seat
                melds = some(len(event.melds), "meld") if event.melds else "nothing"
                turn.append(f"laid down {melds}")
            case LaidOff():
                seat = event.seat
                owner = possessive(names[event.on_seat])
                turn.append(
                    f"laid off {notation.card(event.card)} on {owner} {kind_of(event.result)}"
                )
            case Discarded():
                seat = event.seat
                turn.append(f"threw {notation.card(event.card)}")
                close()
            case _:
                pass
    close()
    return told


def _drawn(event: Drawn, notation: Notation) -> str:
    if event.card is None:
        return "drew from the pile"
    if event.source is Source.DISCARD:
        return f"took {notation.card(event.card)}"
    return f"drew {notation.card(event.card)} from the pile"


def tell_result(result: RoundResult, names: Sequence[str], notation: Notation) -> list[str]:
    """Every hand at the end of a round: points, melds, and the cards left over."""
    if result.out is None:
        told = ["Nobody went out for 40 laps, so the round ended."]
    else:
        told = [f"{names[result.out]} went out."]
    for seat, score in enumerate(result.scores):
        melds, left = result.melds[seat], result.left[seat]
        if score is None or melds is None or left is None:
            continue
        parts = [notation.meld(meld) for meld in melds]
        if left:
            parts.append(f"left over {notation.cards(left)}")
        told.append(f"{names[seat]}, {some(score, 'point')}: {'; '.join(parts)}.")
    return told
