"""Computer players by strength, and those of other people's own.

A player is anything with `decide(view) -> Decision`. One that comes with the package is a file here
and a line in `PLAYERS`; others are found where they can be imported from.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import signature
from operator import attrgetter
from typing import Final, cast

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
        kind: one of the keys of `PLAYERS`, or `module:name`: a class or function of your own that
            can be imported, and is given the seed.
        seed: decides the choices of a player that leaves some to chance.

    Raises:
        FiveCrownsError: there is no such kind, or what is there makes no player.
    """
    make = PLAYERS.get(kind)
    if make is None:
        make = _imported(kind)
    player = make(seed)
    if not callable(getattr(player, "decide", None)):
        raise FiveCrownsError(
            f"expected {kind!r} to make a player with a method decide, got {player!r}"
        )
    return player


def _imported(kind: str) -> Callable[[int | str], Player]:
    """What makes a player of somebody's own."""
    module, colon, name = kind.partition(":")
    if not colon:
        raise FiveCrownsError(
            f"expected a player ({', '.join(PLAYERS)}, or module:name of your own), got {kind!r}"
        )
    try:
        found = attrgetter(name)(import_module(module))
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise FiveCrownsError(
            f"expected module:name of what makes a player, got {kind!r}: {error}"
        ) from None
    try:
        signature(found).bind("seed")
    except TypeError:
        raise FiveCrownsError(
            f"expected {kind!r} to make a player from a seed, got {found!r}"
        ) from None
    except ValueError:
        pass  # it does not tell what it takes
    return cast("Callable[[int | str], Player]", found)
