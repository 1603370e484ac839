"""Starts the command `fivecrowns`.

A module beside the package, because the package takes a tenth of a second to import and this has
to come first: Ctrl-C ends the command without a traceback, whenever it comes.
"""

from __future__ import annotations

import signal
from types import FrameType


def main() -> int:
    """Run `fivecrowns` with the arguments of the process; the exit code."""
    # Who started it may have had Ctrl-C ignored, as shells do in the background.
    heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heard:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # until there is something to be saved
    from fivecrowns import cli  # noqa: PLC0415 - see above

    if heard:
        signal.signal(signal.SIGINT, _interrupt)
    try:
        return cli.main()
    finally:
        if heard:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    """Stop in good order, or at once where Ctrl-C comes again meanwhile."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    raise KeyboardInterrupt
