"""The base of every error that bad input can cause."""

from __future__ import annotations

from typing import Any


class FiveCrownsError(ValueError):
    """Something given to the program is not what it should be.

    The text is one sentence that says what was expected and what came. Programs that talk to
    people show that sentence; a traceback means a fault of ours.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        # The usual way calls the class with the text alone, but these errors carry more: one that
        # was raised in another process would be lost on its way.
        return _again, (type(self), self.args, self.__dict__)


def _again(
    kind: type[FiveCrownsError], args: tuple[object, ...], fields: dict[str, object]
) -> FiveCrownsError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error
