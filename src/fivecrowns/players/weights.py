"""The file of the networks that `expert` plays by.

A line of JSON says what is in it, then come the weights as 32-bit little-endian floating-point
numbers, network by network and in the order that `Network` takes them. docs/expert.md has more.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import isfinite
from typing import Final, cast

from fivecrowns._network import MOST, Network, fits, weights_needed
from fivecrowns._policies import Networks
from fivecrowns._position import FEATURES
from fivecrowns.errors import FiveCrownsError

VERSION: Final = 1
FILE: Final = "expert.weights"
NAMES: Final = ("after", "before")
"""The networks: for positions after a discard, and before a draw from the pile."""
SCALE: Final = 20.0
"""Points that the networks count as 1."""

Sizes = tuple[int, int, int]
Weights = tuple[Sizes, Sequence[float]]
"""The sizes of a network and its weights, as `Network` takes them."""


def write(networks: Sequence[Weights], training: dict[str, object]) -> bytes:
    """The bytes of a file.

    Args:
        networks: in the order of `NAMES`.
        training: how they came about.
    """
    header = {
        "fivecrowns_networks": VERSION,
        "features": FEATURES,
        "networks": [
            {"name": name, "sizes": sizes} for name, (sizes, _) in zip(NAMES, networks, strict=True)
        ],
        "training": training,
    }
    return json.dumps(header).encode() + b"\n" + b"".join(_packed(w) for _, w in networks)


def read(content: bytes) -> tuple[tuple[Weights, ...], dict[str, object]]:
    """The networks of a file, in the order of `NAMES`, and how they came about.

    Raises:
        FiveCrownsError: it is not such a file, or made for other features.
    """
    line, _, packed = content.partition(b"\n")
    try:
        given: object = json.loads(line.decode())
    except (ValueError, RecursionError):
        given = None
    header = cast("dict[str, object]", given) if isinstance(given, dict) else {}
    described, training = header.get("networks"), header.get("training")
    if not isinstance(described, list) or not isinstance(training, dict):
        raise FiveCrownsError("expected a file of networks, got something else")
    described = cast("list[object]", described)
    training = cast("dict[str, object]", training)
    if (header.get("fivecrowns_networks"), header.get("features")) != (VERSION, list(FEATURES)):
        raise FiveCrownsError("expected networks for the features of this version, got others")
    sizes = [_sizes(network, name) for network, name in zip(described, NAMES, strict=False)]
    counts = [weights_needed(each) for each in sizes]
    if len(described) != len(NAMES) or len(packed) != 4 * sum(counts):
        raise FiveCrownsError(
            f"expected {len(NAMES)} networks of {4 * sum(counts)} bytes, "
            f"got {len(described)} of {len(packed)}"
        )
    numbers = array("f", packed)
    if sys.byteorder == "big":
        numbers.byteswap()
    if not all(map(isfinite, numbers)):
        raise FiveCrownsError("expected numbers as weights, got infinite ones or none")
    starts = [sum(counts[:at]) for at in range(len(counts))]
    found = [
        (size, numbers[start : start + count])
        for size, start, count in zip(sizes, starts, counts, strict=True)
    ]
    return tuple(found), training


def _sizes(network: object, name: str) -> Sizes:
    """The sizes of a network with a name, as the header describes it."""
    match network:
        case {"name": str(found), "sizes": [int(inputs), int(first), int(second)]}:
            sizes = inputs, first, second
            if found == name and inputs == len(FEATURES) and fits(sizes):
                return sizes
        case _:
            pass
    raise FiveCrownsError(
        f"expected the network {name!r} of {len(FEATURES)} numbers and two layers of at most "
        f"{MOST} units, got {str(network)[:80]}"
    )


@cache
def shipped() -> Networks:
    """The networks that come with the package, read when they are first needed."""
    return networks(read(shipped_file())[0])


def networks(weights: Sequence[Weights]) -> Networks:
    """Networks by their weights, in the order of `NAMES`."""
    after, before = (Network(sizes, numbers) for sizes, numbers in weights)
    return after, before


def shipped_file() -> bytes:
    """The content of the file that comes with the package."""
    return files("fivecrowns.players").joinpath(FILE).read_bytes()


def _packed(weights: Sequence[float]) -> bytes:
    numbers = array("f", weights)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()
