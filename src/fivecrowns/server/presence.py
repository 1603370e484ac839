"""Who is connected, here and at other processes. It is told, never stored.

Each process tells the others which people have sockets with it: at every change, and all of it
every 15 seconds. What a process has not repeated for 45 seconds counts no more.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final

import msgspec

from fivecrowns.server.clock import now_ms

FRESH_MS: Final = 45_000
EVERY_SECONDS: Final = 15.0
_MOST: Final = 60
"""Tables in one notification, whose size the database limits."""


class Told(msgspec.Struct, frozen=True):
    """What one process tells: the people connected with it, by table."""

    process: str
    tables: dict[str, list[int]]


class Presence:
    """The people connected, by table."""

    def __init__(self, process: str) -> None:
        self._process = process
        self._here: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._there: dict[str, dict[str, tuple[int, frozenset[int]]]] = {}
        self.seen: dict[tuple[str, int], int] = {}
        self._since = now_ms()

    def came(self, table: str, person: int) -> bool:
        """A socket was opened; whether it is the person's first here."""
        self._here[table][person] += 1
        return self._here[table][person] == 1

    def went(self, table: str, person: int) -> bool:
        """A socket was closed; whether it was the person's last here."""
        here = self._here[table]
        here[person] -= 1
        self.seen[table, person] = now_ms()
        if here[person] > 0:
            return False
        del here[person]
        if not here:
            del self._here[table]
        return True

    def online(self, table: str) -> frozenset[int]:
        """The people of a table who are connected."""
        limit = now_ms() - FRESH_MS
        found = set(self._here.get(table, ()))
        for tables in self._there.values():
            told = tables.get(table)
            if told is not None and told[0] > limit:
                found |= told[1]
        return frozenset(found)

    def absent_since(self, table: str, people: Iterable[int]) -> dict[int, int | None]:
        """Since when each of these people is not connected; `None` for those who are."""
        online = self.online(table)
        return {
            person: None if person in online else self._last_seen(table, person)
            for person in people
        }

    def heard(self, payload: str) -> list[str]:
        """Take in what another process tells; the tables at which something changed."""
        told = msgspec.json.decode(payload, type=Told)
        if told.process == self._process:
            return []
        known, now = self._there.setdefault(told.process, {}), now_ms()
        changed: list[str] = []
        for table, people in told.tables.items():
            before = known.get(table, (0, frozenset[int]()))[1]
            gone = before.difference(people)
            self.seen.update(((table, person), now) for person in gone)
            if people:
                known[table] = now, frozenset(people)
            else:
                known.pop(table, None)
            if before != frozenset(people):
                changed.append(table)
        return changed

    def tell(self, tables: Iterable[str] | None = None) -> list[str]:
        """What to tell the others, of some tables or of all, as notifications."""
        names = list(self._here) if tables is None else list(tables)
        return [
            msgspec.json.encode(
                Told(
                    self._process, {t: list(self._here.get(t, ())) for t in names[at : at + _MOST]}
                )
            ).decode()
            for at in range(0, len(names), _MOST)
        ]

    def forget_old(self) -> list[str]:
        """Drop what is not fresh; the tables at which it changes something."""
        limit, changed = now_ms() - FRESH_MS, list[str]()
        for tables in self._there.values():
            for table in [t for t, (told, _) in tables.items() if told <= limit]:
                changed.append(table)
                for person in tables.pop(table)[1]:
                    self.seen[table, person] = now_ms()
        self.seen = {key: at for key, at in self.seen.items() if at > limit - 86_400_000}
        return changed

    def _last_seen(self, table: str, person: int) -> int:
        seen = [self.seen.get((table, person), self._since)]
        for tables in self._there.values():
            told = tables.get(table)
            if told is not None and person in told[1]:
                seen.append(told[0])
        return max(seen)
