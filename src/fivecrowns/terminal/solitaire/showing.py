"""What the player of a solitaire sees, as lines of text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from fivecrowns.cards import Card, without
from fivecrowns.melds import Arrangement, arrange
from fivecrowns.solitaire.game import (
    SIZES,
    TURNS,
    Event,
    Pile,
    PileClosed,
    Played,
    TakenBack,
)
from fivecrowns.solitaire.hint import outcomes
from fivecrowns.solitaire.view import SolitaireView
from fivecrowns.terminal.screen import Notation
from fivecrowns.terminal.words import join, some, wilds

HANG: Final = 22
"""Columns before the cards of a pile."""
_HEAD: Final = "Pile  Wild     Points  Melds in brackets, then the cards left over"


def table(view: SolitaireView, notation: Notation) -> list[str]:
    """The open piles, a line for each below a heading; further lines of a pile hang by `HANG`."""
    piles = [pile_line(pile, notation) for pile in view.open]
    return [_HEAD, *piles] if piles else []


def status(view: SolitaireView) -> list[str]:
    """Where the game stands, and which piles are closed."""
    if view.over:
        played = f"{some(len(view.plays), 'turn')} played"
        lines = [f"{played}, {some(view.points, 'point')} left over."]
    else:
        left = f"Draw pile: {some(view.draw_pile, 'card') if view.draw_pile else 'empty'}."
        turn = f"Turn {len(view.plays) + 1} of {TURNS}. {left}"
        lines = [f"{turn} Points left over: {view.points}."]
    if view.closed:
        sizes = ", ".join(str(pile.size) for pile in view.closed)
        lines.append(f"Closed: {sizes} ({len(view.closed)} of {len(SIZES)}).")
    return lines


def cannot_be_won(view: SolitaireView) -> str | None:
    """The sentence for a game that cannot be won, or cannot any more (Sol11), otherwise `None`."""
    if view.over or view.can_be_won:
        return None
    return (
        "This game cannot be won: the open piles need more cards than are to come "
        f"({view.turns_left}). You may play on or give up with g."
    )


def pile_line(pile: Pile, notation: Notation) -> str:
    """An open pile: its size, its wild rank, the points left over, its cards."""
    arrangement = pile.arrangement
    wild = f"{pile.wild} wild"
    cards = _arranged(arrangement, notation)
    return f"{pile.size:>4}  {wild:<7}  {arrangement.points:>5}  {cards}"


def preview(pile: Pile, card: Card, notation: Notation) -> list[str]:
    """What each discard would leave if a card were added to a pile, the best first."""
    lines = [f"The pile of {pile.size} with {notation.card(card)}; {wilds(pile.wild)}. Discard:"]
    held = (*pile.cards, card)
    ways = sorted(outcomes(pile, card), key=lambda way: (way[1], way[0] is not card))
    for discard, points in ways:
        kept = arrange(without(held, discard), pile.wild)
        name = notation.card(discard)
        note = "closes it" if points == 0 else f"leaves {points}"
        lines.append(f"{name:>4} {note:<10}  {_arranged(kept, notation)}")
    return lines


def _arranged(arrangement: Arrangement, notation: Notation) -> str:
    melds = [f"[{_blank(meld.cards, notation)}]" for meld in arrangement.melds]
    left = _blank(arrangement.left, notation)
    return " ".join([*melds, left] if left else melds)


def _blank(cards: Iterable[Card], notation: Notation) -> str:
    return " ".join(map(notation.card, cards))


def tell(
    events: Iterable[Event], before: SolitaireView | None, after: SolitaireView, notation: Notation
) -> list[str]:
    """What happened, in sentences."""
    told: list[str] = []
    for event in events:
        match event:
            case Played(pile, card, discard):
                told.append(_played(pile, card, discard, before, after, notation))
            case PileClosed(pile, melds):
                laid = join([notation.meld(meld) for meld in melds])
                told.append(f"The pile of {pile} is complete and CLOSED: {laid}.")
            case TakenBack(play, seen):
                name = notation.card(play.discard)
                told.append(
                    f"Taken back: {name} has not been thrown away."
                    if play.discard is after.drawn
                    else f"Taken back: {name} is in the pile of {play.pile} again."
                )
                if seen:
                    told.append(
                        "You had seen the next card, so the statistics keep this game apart."
                    )
            case _:
                pass
    return told


def _played(
    size: int,
    card: Card,
    discard: Card,
    before: SolitaireView | None,
    after: SolitaireView,
    notation: Notation,
) -> str:
    if card is discard:
        return f"You threw {notation.card(card)} away."
    assert before is not None
    at = SIZES.index(size)
    was, now = before.piles[at].points, after.piles[at].points
    moved = f"{notation.card(card)} into the pile of {size}, {notation.card(discard)} out"
    return f"{moved}: {some(now, 'point')} left there, {was} before." if now else f"{moved}."
