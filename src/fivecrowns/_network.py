# cython: language_level=3, annotation_typing=False
# cython: boundscheck=False, wraparound=False, cdivision=True
"""A small neural network: two hidden layers with rectified units, and one number as the answer."""

from __future__ import annotations

from collections.abc import Sequence

from fivecrowns._position import FEATURES, Position

MOST = 64  # units of a hidden layer, at most


def fits(sizes: Sequence[int]) -> bool:
    """Whether a network can have these sizes."""
    inputs, first, second = sizes
    return 0 < inputs <= len(FEATURES) and 0 < first <= MOST and 0 < second <= MOST


def weights_needed(sizes: Sequence[int]) -> int:
    """How many weights a network has."""
    inputs, first, second = sizes
    return (inputs + 1) * first + (first + 1) * second + second + 1


class Network:
    """The weights of a network. They do not change, so that many may ask it at a time.

    Args:
        sizes: numbers that go in, units of the first and of the second hidden layer.
        weights: for each layer its matrix, row by row with one row for each number that goes in,
            and then what is added to the result. The last layer has one unit.

    Raises:
        ValueError: there are not as many weights as the sizes ask for, or a layer is too large.
    """

    def __init__(self, sizes: Sequence[int], weights: Sequence[float]) -> None:
        self.inputs, self.first, self.second = sizes
        if not fits(sizes):
            raise ValueError(
                f"expected at most {len(FEATURES)} numbers and layers of at most {MOST} units, "
                f"got {tuple(sizes)}"
            )
        needed = weights_needed(sizes)
        if len(weights) != needed:
            raise ValueError(f"expected {needed} weights for {tuple(sizes)}, got {len(weights)}")
        # The length is a literal, as Cython needs it where this list is a C array.
        self.weights = [0.0] * 8385
        for at in range(needed):
            self.weights[at] = weights[at]

    def answer(self, position: Position) -> float:
        """The answer to the first of a position's features."""
        weights, one, two = self.weights, position.one, position.two
        at = self.inputs * self.first
        for unit in range(self.first):
            one[unit] = weights[at + unit]
        at = 0
        for number in range(self.inputs):
            value = position.features[number]
            if value != 0.0:
                for unit in range(self.first):
                    one[unit] += value * weights[at + unit]
            at += self.first
        at += self.first
        bias = at + self.first * self.second
        for unit in range(self.second):
            two[unit] = weights[bias + unit]
        for number in range(self.first):
            value = one[number]
            if value > 0.0:
                for unit in range(self.second):
                    two[unit] += value * weights[at + unit]
            at += self.second
        at += self.second
        total = weights[at + self.second]
        for number in range(self.second):
            value = two[number]
            if value > 0.0:
                total += value * weights[at + number]
        return total
