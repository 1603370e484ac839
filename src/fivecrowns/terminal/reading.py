"""Reading what may be anything: no file and no line fills the memory, be it without an end."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

MOST_BYTES: Final = 32 << 20
"""Of a file. The record of a whole game has some 100,000, a sheet with 10,000 entries a million."""
MOST_LINE_BYTES: Final = 1 << 16


def read_file(path: Path) -> bytes:
    """Read a file whole.

    Raises:
        OSError: it cannot be read, or holds more than `MOST_BYTES`.
    """
    with path.open("rb") as file:
        return read_open(file.fileno())


def read_open(file: int) -> bytes:
    """Read an open file from where it stands to its end; errors as in `read_file`."""
    content = bytearray()
    while part := os.read(file, 1 << 20):
        content += part
        if len(content) > MOST_BYTES:
            raise OSError(errno.EFBIG, f"it holds more than {MOST_BYTES >> 20} MB")
    return bytes(content)


def bounded_lines(source: BinaryIO) -> Iterator[bytes | None]:
    """Lines as they come; `None` in the place of one of more than `MOST_LINE_BYTES`."""
    while line := source.readline(MOST_LINE_BYTES + 1):
        if len(line) <= MOST_LINE_BYTES or line.endswith(b"\n"):
            yield line
            continue
        while (rest := source.readline(MOST_LINE_BYTES)) and not rest.endswith(b"\n"):
            pass
        yield None
