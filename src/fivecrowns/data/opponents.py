"""What the opponents are called at a table: first names by strength."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

OPPONENTS: Final = {
    kind: tuple(names.split())
    for kind, names in {
        "easy": "Emma Eddy Ella Eli Elsa Ezra Eve Emil Erin Eric Edna Enzo Esme Earl",
        "medium": "Mia Max Maya Milo Mary Marc Mona Matt Mila Mick Meg Mats Mara Moe",
        "hard": "Hugo Hope Hans Hedy Hank Hana Hugh Hera Hal Hebe Herb Hild Huw Heli",
        "expert": "Xena Xavi Xia Xan Xara Xeno Xiu Xaq Xyla Xiao Xola Xeni Xun Xue",
        "random": "Rosa Ray Ruby Ross Rita Remy Rex Rhea Rob Ruth Ron Rani Roy Rune",
    }.items()
}
"""First names of the opponents; the initial is that of the strength.

One for each of 14 players, so that nobody is called like somebody else at the table, and of at
most four letters, which a seat has room for where 14 share a small screen.
"""


def table_names(people: Sequence[str | None], strengths: Sequence[str]) -> list[str]:
    """The names at a table, seat by seat: people's own (`None`: an opponent), or first names.

    Nobody's name is given to an opponent. The page names them in the same way.

    >>> table_names(["Ann", None, "mia", None], ["easy", "medium", "easy", "medium"])
    ['Ann', 'Max', 'mia', 'Maya']
    """
    taken = {name.lower() for name in people if name is not None}
    left = {
        strength: (first for first in names if first.lower() not in taken)
        for strength, names in OPPONENTS.items()
    }
    return [
        next(left[strength]) if name is None else name
        for name, strength in zip(people, strengths, strict=True)
    ]
