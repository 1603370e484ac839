"""Rounds played for learning, and what is learned from them.

A lesson is a number of rounds that a seed determines. At each table one seat explores: it
sometimes takes another than the best decision, so that these are judged, too. What its positions
are worth is then corrected for that (`_worths`).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from fivecrowns._chance import Chance
from fivecrowns._policies import Learned
from fivecrowns._simulator import Record, Table
from fivecrowns.cards import Rank
from fivecrowns.errors import FiveCrownsError
from fivecrowns.players import weights
from fivecrowns.players.weights import SCALE, Weights
from fivecrowns.rules import Deal

ROUNDS: Final = 1000
"""Rounds of a lesson."""
EXPLORE: Final = 0.15
"""How often the exploring seat takes another decision than the best."""
TABLES: Final = (8, 3, 3, 2, 2, 2)
"""Of 20 rounds, how many are of 2, 3, ... 7 players."""
CARDS: Final = (16, 13, 10, 9, 8, 7, 6, 5, 5, 4, 4)
"""Of 87 rounds, how many have 3, 4, ... 13 cards: few cards make short rounds and few positions."""
NATURALS: Final = 0.07
"""How often house rule H1 holds."""
OTHER_DEALS: Final = 0.05
"""How often the deal is none of the official ones: 3 to 15 cards, any wild rank or none."""


Features = NDArray[np.float16]
Targets = NDArray[np.float32]


class Positions(NamedTuple):
    """Positions of one kind.

    Attributes:
        features: one row for each position.
        worths: what each is worth: the points to come less the mean of the others', in units of
            `weights.SCALE`.
    """

    features: Features
    worths: Targets


@dataclass(frozen=True, slots=True)
class Task:
    """A lesson to be played.

    Attributes:
        seed: decides everything in it.
        learner: the networks that learn, in the order of `weights.NAMES`; none for a beginner.
        rival: those in the other seats; none for the learner itself.
        trust: how far the end of the round is believed rather than what the networks said on the
            way, 0 to 1.
        file: where the positions go.
    """

    seed: str
    learner: Sequence[Weights]
    rival: Sequence[Weights]
    trust: float
    file: Path


def play(task: Task) -> Path:
    """Play a lesson, unless its file is there already, and write its positions."""
    if task.file.exists():
        return task.file
    chance = Chance(task.seed)
    learner, rival = (
        weights.networks(given) if given else None for given in (task.learner, task.rival)
    )
    curious = Learned(learner, EXPLORE, task.seed)
    calm = Learned(rival or learner)
    after: list[_Position] = []
    before: list[_Position] = []
    for _ in range(ROUNDS):
        table = _table(chance)
        seats = range(table.players)
        explorer = chance.below(table.players)
        policies = [curious if seat == explorer else calm for seat in seats]
        table.shuffle()
        table.records = []
        table.start(chance.below(table.players))
        table.play(policies)
        points = [table.points[seat] for seat in seats]
        for seat in (explorer,) if rival else seats:
            end = points[seat:] + points[:seat]
            worth = (end[0] - sum(end[1:]) / (len(end) - 1)) / SCALE
            records = [record for record in table.records if record[0] == seat]
            for features, draw, value in _worths(records, worth, task.trust):
                kind = before if draw else after
                kind.append(_Position(features, value))
    write_whole(task.file, _packed(after, before))
    return task.file


def read(file: Path) -> tuple[Positions, Positions]:
    """The positions of a lesson: after a discard, and before a draw from the pile.

    Raises:
        FiveCrownsError: the file holds no lesson.
    """
    try:
        with file.open("rb") as stream, np.load(stream) as arrays:
            after = Positions(arrays["after"], arrays["after_worths"])
            before = Positions(arrays["before"], arrays["before_worths"])
    except (EOFError, KeyError, ValueError, BadZipFile):
        raise broken(file) from None
    return after, before


def write_whole(file: Path, content: bytes) -> None:
    """Write a file as a whole or not at all."""
    unfinished = file.with_suffix(f".{os.getpid()}.tmp")
    unfinished.write_bytes(content)
    unfinished.replace(file)


def broken(file: Path) -> FiveCrownsError:
    """What is said of a file in the folder that is not what it was written as."""
    return FiveCrownsError(f"{file} is broken; delete it, and the same command makes it anew")


class _Position(NamedTuple):
    features: list[float]
    worth: float


def _drawn(chance: Chance, shares: Sequence[int]) -> int:
    """A place in `shares`, each as often as its share says."""
    number = chance.below(sum(shares))
    place = 0
    while number >= shares[place]:
        number -= shares[place]
        place += 1
    return place


def _table(chance: Chance) -> Table:
    players = 2 + _drawn(chance, TABLES)
    cards = 3 + _drawn(chance, CARDS)
    wild: Rank | None = Rank(cards)
    if chance.share() < OTHER_DEALS:
        cards = 3 + chance.below(13)
        wild = None if chance.below(2) else Rank(3 + chance.below(11))
    naturals = int(chance.share() < NATURALS)
    return Table(players, Deal(cards, wild), naturals, chance)


def _worths(
    records: list[Record], end: float, trust: float
) -> list[tuple[list[float], bool, float]]:
    """What the positions of one seat in one round are worth, looking back from its end.

    Where a decision was explored, the positions before it are worth what the best one promised:
    the seat would have taken that. Elsewhere what followed is mixed with what was promised, which
    is less certain to be right but does not depend on luck (Q(lambda) of Watkins).

    Returns:
        For each position that a network judges its features, whether it is before a draw, and its
        worth.
    """
    found: list[tuple[list[float], bool, float]] = []
    worth = end
    for _, features, best, chosen, explored, draw in reversed(records):
        if features is not None:
            found.append((features, draw, worth))
        if trust < 1:
            worth = best if explored else trust * worth + (1 - trust) * chosen
    return found


def _packed(after: list[_Position], before: list[_Position]) -> bytes:
    """The content of the file of a lesson."""
    arrays: dict[str, Any] = {}
    for name, positions in (("after", after), ("before", before)):
        arrays[name] = np.array([position.features for position in positions], np.float16)
        arrays[f"{name}_worths"] = np.array([position.worth for position in positions], np.float32)
    packed = BytesIO()
    np.savez(packed, **arrays)
    return packed.getvalue()
