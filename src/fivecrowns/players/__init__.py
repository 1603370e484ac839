"""Computer players by strength.

A player is anything with `decide(view) -> Decision`; a new one is a file here and a line in
`PLAYERS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fivecrowns.errors import FiveCrownsError
from fivecrowns.players.easy import Easy
from fivecrowns.players.expert import Expert
from fivecrowns.players.hard import Hard
from fivecrowns.players.medium import Medium
from fivecrowns.players.player import Decision, Player, Reason
from fivecrowns.players.random import RandomPlayer
from fivecrowns.players.reasons import sentence

__all__ = ["PLAYERS", "Decision", "Player", "Reason", "make_player", "sentence"]

PLAYERS: Final[dict[str, Callable[[int | str], Player]]] = {
    "easy": Easy,
    "medium": lambda _: Medium(),
    "hard": lambda _: Hard(),
    "expert": lambda _: Expert(),
    "random": RandomPlayer,
}
"""The kinds of player by name, made from a seed."""


def make_player(kind: str, seed: int | str = 0) -> Player:
    """Make a player.

    Args:
        kind: one of the keys of `PLAYERS`.
        seed: decides the choices of a player that leaves some to chance.

    Raises:
        FiveCrownsError: there is no such kind.
    """
    try:
        return PLAYERS[kind](seed)
    except KeyError:
        raise FiveCrownsError(f"expected a player ({', '.join(PLAYERS)}), got {kind!r}") from None
