"""What the opponents are called at a table: first names by strength."""

from __future__ import annotations

from collections.abc import Iterable
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


def first_name(strength: str, taken: Iterable[str]) -> str:
    """The first name for an opponent that nobody at the table has, in capitals or not.

    Raises:
        ValueError: all names of the strength are taken, which 13 others cannot do.

    >>> first_name("medium", ["Ann", "mia"])
    'Max'
    """
    others = {name.lower() for name in taken}
    for name in OPPONENTS[strength]:
        if name.lower() not in others:
            return name
    raise ValueError(f"expected a free name for a {strength} opponent, all are taken")
