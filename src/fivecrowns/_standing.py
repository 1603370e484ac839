# cython: language_level=3, annotation_typing=False
# cython: boundscheck=False, wraparound=False, cdivision=True, cpow=True
"""The chance to finish a game first, from the points so far and the spread of what is to come."""

from __future__ import annotations

STEPS = 17  # of the sum over the own points, from -3 to 3 standard deviations


class Standing:
    """The points of all players, as one of them sees them.

    What a player may still score beside the points counted here is a normal distribution around
    the same mean for all. A tie counts half.

    Attributes:
        players: how many there are.
        lead: points that each of the others has more than this player.
        spread: standard deviation of what each of the others may still score.
        own_spread: the same for this player.
    """

    def __init__(self) -> None:
        self.players = 2
        # The lengths are literals, as Cython needs them where these lists are C arrays.
        self.lead = [0.0] * 14
        self.spread = [0.0] * 14
        self.own_spread = 0.0

    def set_lead(self, at: int, lead: float, spread: float) -> None:
        """Say how an opponent stands: points more than this player, and their spread."""
        self.lead[at] = lead
        self.spread[at] = spread

    def chance(self, own: float) -> float:
        """The chance to finish first, with so many points scored now."""
        if self.own_spread == 0.0:
            return self._first(own)
        total, weights = 0.0, 0.0
        for step in range(STEPS):
            z = 6.0 * step / (STEPS - 1.0) - 3.0
            weight = 0.6065306597126334 ** (z * z)  # exp(-z * z / 2)
            total += weight * self._first(own + z * self.own_spread)
            weights += weight
        return total / weights

    def _first(self, own: float) -> float:
        """The chance that everybody else has more points in the end."""
        chance = 1.0
        for at in range(self.players - 1):
            more = self.lead[at] - own
            if self.spread[at] > 0.0:
                chance *= normal(more / self.spread[at])
            elif more < 0.0:
                return 0.0
            elif more == 0.0:
                chance *= 0.5
        return chance


def normal(z: float) -> float:
    """The distribution function of the normal distribution, to 0.0003.

    Abramowitz and Stegun, 26.2.18.
    """
    x = -z if z < 0.0 else z
    tail = 1.0 + x * (0.196854 + x * (0.115194 + x * (0.000344 + x * 0.019527)))
    tail *= tail
    tail = 0.5 / (tail * tail)
    return tail if z < 0.0 else 1.0 - tail
