"""Chance for players that are not always sure."""

from __future__ import annotations

import random

from fivecrowns.cards import format_cards
from fivecrowns.view import View


def chance(view: View, seed: int | str) -> random.Random:
    """A source of random numbers that seed and view determine.

    So a player needs no memory, and the same situation gets the same decision again.
    """
    place = f"{view.seat} {len(view.results)} {view.turns} {view.phase}"
    label = f"{seed} {place} {format_cards(view.hand)}"
    return random.Random(label)  # noqa: S311 - for a game, not for a secret
