"""Secrets: how they are made, and what of them is stored."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The letters and digits of a code: none that is taken for another."""
CODE_LENGTH: Final = 8


def new_token() -> str:
    """A secret of 192 bits, in base64url."""
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    """What is stored of a seat token: it has too many bits to be found by trying."""
    return hashlib.sha256(f"fivecrowns seat {token}".encode()).hexdigest()


def new_code() -> str:
    """An invitation that can be read out."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str | None:
    """A code as somebody typed it: case, blanks and hyphens do not count; `None` if it is none."""
    read = "".join(text.upper().split()).replace("-", "")
    return read if len(read) == CODE_LENGTH and set(read) <= set(LETTERS) else None


def table_name(command: str) -> str:
    """The name of the table that a command makes: repeated, it makes no second one."""
    return hashlib.sha256(f"fivecrowns table {command}".encode()).hexdigest()[:20]


def is_table_name(text: str) -> bool:
    """Whether a table may have this name; of what a client sends, only that reaches the database.

    A database may fail at other text (PostgreSQL at a NUL), which would look as if it were down.
    """
    return re.fullmatch("[0-9a-f]{20}", text) is not None


def digest(sender: str, command: str) -> str:
    """What is stored of a command's id: one for each sender, and no secret."""
    return hashlib.sha256(f"fivecrowns command {sender} {command}".encode()).hexdigest()[:32]


def same(given: str, known: str) -> bool:
    """Compare secrets without telling by the time how much of them is right."""
    return secrets.compare_digest(given.encode(), known.encode())
