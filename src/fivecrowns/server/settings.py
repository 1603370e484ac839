"""What an operator may set: environment variables that begin with FIVECROWNS_."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_path

from fivecrowns.errors import FiveCrownsError


def default_database() -> str:
    """The file in which games are kept where no database is named.

    Raises:
        FiveCrownsError: the user has no home folder.
    """
    try:
        return f"sqlite:///{user_data_path('fivecrowns', appauthor=False) / 'tables.db'}"
    except RuntimeError as error:
        raise FiveCrownsError(
            f"expected a home folder to keep games in, or the URL of a database: {error}"
        ) from None


@dataclass(frozen=True, slots=True)
class Settings:
    """How the server behaves.

    Attributes:
        database: URL of the database; empty: a file in the user's data folder.
        lan: address in the local network that links and QR codes show, as http://HOST:PORT; empty:
            that of the request.
        origins: further origins whose pages may use this server, separated by blanks.
        pace_ms: milliseconds that an opponent takes for an action.
        keep_finished_days: days after which the table of a finished game is deleted.
        keep_idle_days: days after which a table that nobody uses is deleted.
        commands_per_second: lasting rate of messages of a person; `command_burst` at once.
        requests_per_second: lasting rate of requests of an address; `request_burst` at once.
        sockets_per_address: open sockets of an address; 0: any number.
        queue: messages that may wait for a slow socket.
        metrics: who may read /metrics: `local` (this machine) or `all`.
    """

    database: str = ""
    lan: str = ""
    origins: str = ""
    pace_ms: int = 700
    keep_finished_days: float = 30.0
    keep_idle_days: float = 90.0
    commands_per_second: float = 10.0
    command_burst: int = 40
    requests_per_second: float = 2.0
    request_burst: int = 60
    sockets_per_address: int = 200
    queue: int = 200
    metrics: str = "local"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """Read the settings.

        Raises:
            FiveCrownsError: a value is not of its kind, or out of its range.
        """
        given: dict[str, Any] = {}
        for field in fields(cls):
            text = environment.get(f"FIVECROWNS_{field.name.upper()}")
            if text is None:
                continue
            try:
                given[field.name] = _read(field.name, getattr(cls(), field.name), text)
            except ValueError as error:
                raise FiveCrownsError(
                    f"FIVECROWNS_{field.name.upper()}: expected {error}, got {text!r}"
                ) from None
        return replace(cls(), **given)

    def to_environment(self) -> dict[str, str]:
        """The settings as environment variables, for processes that this one starts."""
        return {f"FIVECROWNS_{f.name.upper()}": str(getattr(self, f.name)) for f in fields(self)}

    @property
    def database_url(self) -> str:
        """The database in use."""
        return self.database or default_database()


_RANGES: Final[Mapping[str, tuple[float, float]]] = {
    "pace_ms": (0, 60_000),
    # Less, by a slip, would delete games that somebody still looks at.
    "keep_finished_days": (1, 36_500),
    "keep_idle_days": (1, 36_500),
    "commands_per_second": (0.1, 1e9),
    "command_burst": (1, 1e9),
    "requests_per_second": (0.1, 1e9),
    "request_burst": (1, 1e9),
    "sockets_per_address": (0, 1e9),
    "queue": (10, 1e9),
}
_SITE: Final = "https?://[^/?#@\\s]+"
_TEXTS: Final[Mapping[str, tuple[str, str]]] = {
    "metrics": ("local|all", "local or all"),
    "lan": (f"({_SITE})?", "an address such as http://192.0.2.7:5101 and nothing behind it"),
    "origins": (
        rf"\s*({_SITE}(\s+{_SITE})*\s*)?",
        "origins such as https://cards.example, separated by blanks",
    ),
}


def _read(name: str, default: str | float, text: str) -> str | float:
    """A setting from its text; `ValueError` says what was expected."""
    if isinstance(default, str):
        pattern, wanted = _TEXTS.get(name, (".*", ""))
        if re.fullmatch(pattern, text, re.DOTALL) is None:
            raise ValueError(wanted)
        return text
    low, high = _RANGES[name]
    kind = "whole number" if isinstance(default, int) else "number"
    try:
        value = type(default)(text)
    except ValueError:
        value = None
    if value is None or not low <= value <= high:
        raise ValueError(f"a {kind} from {low:g} to {high:,.15g}")
    return value


STATIC: Path = Path(__file__).with_name("static")
"""The built browser client."""
