"""A second solitaire that replays solitaire records with lists and plain loops.

Written from section C of the rules alone; points come from the bitmask search. Cards are text as
in the other oracles.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, cast

from . import bitmask

Line = Mapping[str, object]


class IllegalLine(Exception):
    """The first illegal line of a record: its number, the header being 1, and the rule."""

    def __init__(self, number: int, rule: str) -> None:
        """Keep the number and the rule apart for the tests."""
        super().__init__(f"line {number} breaks {rule}")
        self.number = number
        self.rule = rule


class NaiveSolitaire:
    """One game: a list of cards a pile size, the sizes that are closed, the cards to come."""

    def __init__(self, cards: Sequence[str]) -> None:
        """Deal piles of 3 to 13 cards one after the other and close the complete ones (Sol8)."""
        rest = list(cards)
        self.piles: dict[int, list[str]] = {}
        for size in range(3, 14):
            self.piles[size] = [rest.pop(0) for _ in range(size)]
        self.draw_pile = rest
        self.turned: str | None = None
        self.discards: list[str] = []
        self.closed: list[int] = []
        self.given_up = False
        for size in self.piles:
            self.close_if_complete(size)

    def left(self, size: int) -> int:
        """Count the points that a pile leaves over, the rank of its size being wild (Sol13)."""
        return bitmask.points(self.piles[size], size, 0)

    def close_if_complete(self, size: int) -> None:
        """Close a pile of which nothing is left over (Sol7)."""
        if self.left(size) == 0:
            self.closed.append(size)

    def over(self) -> bool:
        """Tell whether the game has ended (Sol10, Sol11)."""
        if self.given_up or len(self.closed) == 11:
            return True
        return not self.draw_pile and self.turned is None

    def turn_over(self) -> str | None:
        """Turn over the next card; answer the rule that forbids it."""
        if self.turned is not None:
            return "Sol4"
        self.turned = self.draw_pile.pop(0)
        return None

    def play(self, size: int, discard: str) -> str | None:
        """Add the card turned over to a pile and discard; answer the rule that forbids it."""
        if self.turned is None:
            self.turn_over()
        assert self.turned is not None
        if size < 3 or size > 13:
            return "Sol1"
        if size in self.closed:
            return "Sol7"
        if discard != self.turned and discard not in self.piles[size]:
            return "Sol4"
        self.piles[size].append(self.turned)
        self.piles[size].remove(discard)
        self.discards.append(discard)
        self.turned = None
        self.close_if_complete(size)
        return None

    def answer(self) -> dict[str, Any]:
        """Sum the game up as `replay --json` does."""
        over = self.over()
        return {
            "game": "solitaire",
            "closed": sorted(self.closed),
            "turns": len(self.discards),
            "points": sum(self.left(size) for size in self.piles if size not in self.closed),
            "finished": over,
            "won": len(self.closed) == 11 if over else None,
        }


def replay(lines: Sequence[Line]) -> dict[str, Any]:
    """Return the answer for the parsed lines of a solitaire record, or raise `IllegalLine`.

    The header and the form of the lines are taken to be right.
    """
    game = NaiveSolitaire(cast("list[str]", lines[1]["deal"]))
    turns: list[NaiveSolitaire] = []  # the game before each turn that stands
    for number, line in enumerate(lines[2:], start=3):
        broken: str | None = None
        if game.over():
            broken = "Sol10" if len(game.closed) == 11 else "Sol11"
        elif "draw" in line:
            broken = game.turn_over()
        elif "undo" in line:
            if turns:
                game = turns.pop()
            else:
                broken = "Sol15"
        elif "end" in line:
            game.given_up = True
        else:
            if game.turned is None:
                game.turn_over()
            before = deepcopy(game)
            broken = game.play(cast("int", line["pile"]), cast("str", line["discard"]))
            turns.append(before)
        if broken is not None:
            raise IllegalLine(number, broken)
    return game.answer()
