"""Means with honest intervals, from values that come in clusters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Final

FEW: Final = {1: 12.7062, 2: 4.30265}
"""The 97.5 % points of Student's t distribution where the expansion is too coarse."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval; without one if there are fewer than two clusters."""

    mean: float
    low: float | None
    high: float | None

    @property
    def half(self) -> float | None:
        """How far the interval reaches, to the farther side."""
        if self.low is None or self.high is None:
            return None
        return max(self.high - self.mean, self.mean - self.low)


class Clusters:
    """Sums of values that come in clusters, and what they show.

    The ratio estimator over clusters (Cochran, Sampling Techniques, chapter 9A): values in one
    cluster, here one deal, need not be independent. Only sums are kept, so that the number of
    clusters does not matter.
    """

    __slots__ = ("_products", "_sizes_squared", "_squares", "count", "size", "total")

    def __init__(self) -> None:
        self.count = 0
        self.size = 0.0
        self.total = 0.0
        self._squares = 0.0
        self._products = 0.0
        self._sizes_squared = 0.0

    def add(self, total: float, size: float = 1) -> None:
        """Add a cluster.

        Args:
            total: the sum of its values.
            size: how many values it has.
        """
        self.count += 1
        self.size += size
        self.total += total
        self._squares += total * total
        self._products += total * size
        self._sizes_squared += size * size

    def estimate(self) -> Estimate:
        """The mean of the values.

        Raises:
            ValueError: there are none.
        """
        if not self.size:
            raise ValueError("expected at least one value")
        mean = self.total / self.size
        if self.count < 2:
            return Estimate(mean, None, None)
        squares = self._squares - 2 * mean * self._products + mean * mean * self._sizes_squared
        # Values that do not differ at all may leave a rounding error below zero.
        error = sqrt(max(squares, 0.0) * self.count / (self.count - 1)) / self.size
        half = student_t(self.count - 1) * error
        return Estimate(mean, mean - half, mean + half)

    def share(self) -> Estimate:
        """The mean of values that are shares, whose interval does not leave 0 to 1.

        Where it never happened, or always, the values show no spread, and yet it may happen: the
        interval is then the exact one of Clopper and Pearson, in which every cluster counts once.
        """
        found = self.estimate()
        if found.low is None or found.high is None:
            return found
        unseen = 1 - 0.025 ** (1 / self.count)
        if self.total == 0:
            return Estimate(0.0, 0.0, unseen)
        if self.total == self.size:
            return Estimate(1.0, 1.0 - unseen, 1.0)
        return Estimate(found.mean, max(found.low, 0.0), min(found.high, 1.0))


def estimate(sums: Sequence[float], sizes: Sequence[float]) -> Estimate:
    """The mean of values that come in clusters, with its 95 % interval.

    Args:
        sums: the sum of the values in each cluster.
        sizes: how many values each cluster has.
    """
    clusters = Clusters()
    for total, size in zip(sums, sizes, strict=True):
        clusters.add(total, size)
    return clusters.estimate()


def student_t(freedom: int) -> float:
    """The 97.5 % point of Student's t distribution, less than 1 % off.

    The expansion of Abramowitz and Stegun, 26.7.5; printed tables where that is too small.
    """
    if freedom in FEW:
        return FEW[freedom]
    z = NormalDist().inv_cdf(0.975)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
