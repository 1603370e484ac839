"""Why a request has no effect."""

from __future__ import annotations

from fivecrowns.actions import IllegalAction
from fivecrowns.server.protocol.messages import RefusalCode


class RefusalError(Exception):
    """A command or request is refused; nothing has changed.

    Attributes:
        code: why, for programs.
        rule: id of the rule behind it, `None` where it is not one of the rule book.
    """

    def __init__(self, code: RefusalCode, rule: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule

    @classmethod
    def of(cls, error: IllegalAction) -> RefusalError:
        """What the engine says, passed on."""
        return cls(RefusalCode(error.code), error.rule)
