"""The base of every small set of named values: options, kinds, phases."""

from __future__ import annotations

from enum import StrEnum


class Choice(StrEnum):
    """One of a few values, each with the word that records have for it.

    Like all values here it prints as the Python that gives it back.
    """

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
