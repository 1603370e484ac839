"""A view as a `Position`: what a seat knows, in the numbers that the compiled policies take."""

from __future__ import annotations

from fivecrowns._position import Position
from fivecrowns.rules import points
from fivecrowns.view import View

RECENT = 3
"""Discards of an opponent that are looked back at."""
MOST_POINTS = 20
"""A joker thrown tells no more of a hand than another wild."""


def see(view: View) -> Position:
    """Fill in a position from what the seat to act knows.

    The simulator fills in the same from its own numbers (`_simulator.Table.see`).
    """
    assert view.seat is not None
    position = Position(view.deal.wild, view.rules.naturals)
    for card in view.hand:
        position.add(card.index)
    position.cards = view.deal.cards
    position.seats = len(view.seats)
    position.turns = view.turns
    position.upcard = -1 if view.upcard is None else view.upcard.index
    position.pile = view.draw_pile
    position.out = view.out is not None
    for kind, count in enumerate(view.drawable()):
        position.set_drawable(kind, count)
    own = view.seats.index(view.seat)
    others = (*view.seats[own + 1 :], *view.seats[:own])
    for card in view.picked_up[others[0]]:
        position.note_picked(card.index)
    for card in view.thrown[others[0]]:
        position.note_thrown(card.index)
    for card in view.thrown[view.seat]:
        position.note_own(card.index)
    for at, seat in enumerate(others):
        recent = [min(points(card, view.deal.wild), MOST_POINTS) for card in view.thrown[seat]]
        recent = recent[-RECENT:]
        position.note_other(at, len(view.picked_up[seat]), recent[::-1])
    position.set_standing(len(view.rules.schedule) - len(view.results) - 1)
    if position.placing:
        for at, seat in enumerate(others):
            more = view.totals[seat] - view.totals[view.seat]
            position.set_rival(at, more, _left(view, seat))
    return position


def _left(view: View, seat: int) -> int:
    """Cards that a seat has left over after its last turn, -1 if it still has to play."""
    if view.out is None:
        return -1
    size, out = len(view.seats), view.seats.index(view.out)
    played = (view.seats.index(seat) - out) % size < (view.seats.index(view.turn) - out) % size
    return view.hand_sizes[seat] if played else -1
