"""Secrets: how they are made, and what of them is stored."""

from __future__ import annotations

import hashlib
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


def read_code(text: str) -> str:
    """A code as somebody typed it: case, blanks and hyphens do not count."""
    return "".join(text.upper().split()).replace("-", "")


def table_name(command: str) -> str:
    """The name of the table that a command makes: repeated, it makes no second one."""
    return hashlib.sha256(f"fivecrowns table {command}".encode()).hexdigest()[:20]


def digest(sender: str, command: str) -> str:
    """What is stored of a command's id: one for each sender, and no secret."""
    return hashlib.sha256(f"fivecrowns command {sender} {command}".encode()).hexdigest()[:32]


def same(given: str, known: str) -> bool:
    """Compare secrets without telling by the time how much of them is right."""
    return secrets.compare_digest(given.encode(), known.encode())
