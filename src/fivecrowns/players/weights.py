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
from typing import Final

from fivecrowns._network import Network
from fivecrowns._policies import Networks
from fivecrowns._position import FEATURES
from fivecrowns.errors import FiveCrownsError

VERSION: Final = 1
FILE: Final = "expert.weights"
NAMES: Final = ("after", "before")
"""The networks: for positions after a discard, and before a draw from the pile."""

Weights = tuple[tuple[int, int, int], Sequence[float]]
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
        header = json.loads(line)
        found = header["fivecrowns_networks"], header["features"]
        sizes = [tuple(network["sizes"]) for network in header["networks"]]
        training = header["training"]
        numbers = array("f", packed)
    except (ValueError, KeyError, TypeError) as error:
        raise FiveCrownsError(f"expected a file of networks, got something else: {error}") from None
    if found != (VERSION, list(FEATURES)):
        raise FiveCrownsError("expected networks for the features of this version, got others")
    if sys.byteorder == "big":
        numbers.byteswap()
    networks: list[Weights] = []
    at = 0
    for inputs, first, second in sizes:
        count = (inputs + 1) * first + (first + 1) * second + second + 1
        networks.append(((inputs, first, second), numbers[at : at + count]))
        at += count
    return tuple(networks), training


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
