"""Locks on files, held by the operating system: they end with the process, however that ends."""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    import msvcrt

    BINARY = os.O_BINARY

    def lock(file: int) -> None:
        """Lock an open file; on Windows a byte far behind its end, so that others can read it.

        Raises:
            BlockingIOError: another process holds the lock.
        """
        os.lseek(file, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            raise BlockingIOError from None
        finally:
            os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    BINARY = 0

    def lock(file: int) -> None:
        """Lock an open file.

        Raises:
            BlockingIOError: another process holds the lock.
        """
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
