"""How fast one may ask: buckets that fill at a steady rate."""

from __future__ import annotations

import time
from collections import Counter


class Bucket:
    """Holds up to `most` tokens and gains `rate` a second."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left, self._at = most, time.monotonic()

    def take(self) -> bool:
        """Take a token, if there is one."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nothing of it would be remembered."""
        return self._left + (time.monotonic() - self._at) * self._rate >= self._most


class Addresses:
    """A bucket and a number of open sockets for each address."""

    def __init__(self, rate: float, most: float, sockets: int) -> None:
        self._rate, self._most, self._sockets = rate, most, sockets
        self._buckets: dict[str, Bucket] = {}
        self._open: Counter[str] = Counter()

    def may_ask(self, address: str) -> bool:
        """Count a request; whether it may be answered."""
        if len(self._buckets) > 10_000:
            self._buckets = {a: b for a, b in self._buckets.items() if not b.full}
        bucket = self._buckets.setdefault(address, Bucket(self._rate, self._most))
        return bucket.take()

    def opened(self, address: str) -> bool:
        """Count a socket; whether it may stay open."""
        if self._sockets and self._open[address] >= self._sockets:
            return False
        self._open[address] += 1
        return True

    def closed(self, address: str) -> None:
        """A counted socket was closed."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]
