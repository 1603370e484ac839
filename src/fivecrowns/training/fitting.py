"""Fitting a network to positions: Adam, in NumPy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

HIDDEN: Final = (64, 32)
PASSES: Final = 20
"""How often a network is shown every position."""
BATCH: Final = 512
RATE: Final = 0.002
"""How far a step goes at first; it falls to nothing as half a cosine wave."""
DECAY: Final = 0.1
"""How much of a weight, in a step of rate 1, is taken away: what does not help fades."""
HELD_BACK: Final = 0.05
"""Share of the positions that are not learned from, to see how well the network does."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A network that was fitted.

    Attributes:
        sizes: numbers that go in and units of the hidden layers, as `Network` takes them.
        weights: as `Network` takes them.
        error: mean squared error on positions held back.
        variance: the error of a network that always said the mean.
    """

    sizes: tuple[int, int, int]
    weights: list[float]
    error: float
    variance: float


def fit(
    features: NDArray[np.float16],
    targets: Array,
    seed: int,
    *,
    start: Sequence[float] | None = None,
    progress: Callable[[str], None],
) -> Fitted:
    """Fit a network to targets by least squares.

    Args:
        features: one row for each position.
        targets: one for each position.
        seed: decides the first weights and the order of the positions.
        start: the weights to begin with.
        progress: told how it goes, after each pass.
    """
    random = np.random.default_rng(seed)
    sizes = (features.shape[1], *HIDDEN)
    layers = _begin(sizes, random) if start is None else _split(sizes, start)
    order = random.permutation(len(features))
    held = order[: max(1, int(len(order) * HELD_BACK))]
    rest = order[len(held) :]
    adam = _Adam(layers, PASSES * max(1, len(rest) // BATCH))
    error = 0.0
    for epoch in range(PASSES):
        random.shuffle(rest)
        for begin in range(0, max(1, len(rest) - BATCH + 1), BATCH):
            rows = rest[begin : begin + BATCH]
            given = features[rows].astype(np.float32)
            adam.step(_gradients(layers, given, targets[rows]))
        said = np.concatenate(
            [
                _answer(layers, features[rows].astype(np.float32))[-1]
                for rows in np.array_split(held, 1 + len(held) // 50_000)
            ]
        )
        error = float(((said - targets[held]) ** 2).mean())
        if (epoch + 1) % 5 == 0:
            progress(f"pass {epoch + 1} of {PASSES}, error {error:.5f}")
    flat = np.concatenate([layer.ravel() for layer in layers])
    return Fitted(sizes, [float(x) for x in flat], error, float(targets[held].var()))


def _begin(sizes: tuple[int, int, int], random: np.random.Generator) -> list[Array]:
    layers: list[Array] = []
    for before, after in pairwise((*sizes, 1)):
        layers.append(random.normal(0, (2 / before) ** 0.5, (before, after)).astype(np.float32))
        layers.append(np.zeros(after, np.float32))
    return layers


def _split(sizes: tuple[int, int, int], weights: Sequence[float]) -> list[Array]:
    layers: list[Array] = []
    flat, at = np.array(weights, np.float32), 0
    for before, after in pairwise((*sizes, 1)):
        for shape in ((before, after), (after,)):
            count = int(np.prod(shape))
            layers.append(flat[at : at + count].reshape(shape).copy())
            at += count
    return layers


def _answer(layers: list[Array], given: Array) -> tuple[Array, Array, Array]:
    """What the hidden layers and the network say."""
    one = np.maximum(given @ layers[0] + layers[1], 0)
    two = np.maximum(one @ layers[2] + layers[3], 0)
    said = (two @ layers[4] + layers[5])[:, 0]
    return one, two, said


def _gradients(layers: list[Array], given: Array, targets: Array) -> list[Array]:
    one, two, said = _answer(layers, given)
    # Half the squared error has this slope in what the last unit says.
    slope: Array = ((said - targets) / len(targets))[:, None].astype(np.float32)
    slope_two = (slope @ layers[4].T) * (two > 0)
    slope_one = (slope_two @ layers[2].T) * (one > 0)
    return [
        *(given.T @ slope_one, slope_one.sum(0)),
        *(one.T @ slope_two, slope_two.sum(0)),
        *(two.T @ slope, slope.sum(0)),
    ]


class _Adam:
    """The optimizer of Kingma and Ba, with weights that decay and a rate that falls to nothing."""

    def __init__(self, layers: list[Array], steps: int) -> None:
        self.layers = layers
        self.steps = steps
        self.done = 0
        self.means = [np.zeros_like(layer) for layer in layers]
        self.squares = [np.zeros_like(layer) for layer in layers]

    def step(self, gradients: list[Array]) -> None:
        self.done += 1
        rate = RATE * 0.5 * (1 + np.cos(np.pi * self.done / self.steps))
        for layer, gradient, mean, square in zip(
            self.layers, gradients, self.means, self.squares, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            sure = np.sqrt(square / (1 - 0.999**self.done)) + 1e-8
            if layer.ndim == 2:
                layer *= 1 - rate * DECAY
            layer -= rate * (mean / (1 - 0.9**self.done)) / sure
