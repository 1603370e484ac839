"""Thinking that may take long happens outside the event loop, so that no socket waits for it.

A thread does for what is quick. What computes for long in Python would still hold the loop up from
a thread, for the interpreter runs one at a time; so whatever proves slow is asked in a process of
its own from then on. That depends on the player, on the machine, and on whether the search is
compiled, so it is measured and not written down.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, TypeVar, TypeVarTuple

from fivecrowns.processes import end_with_parent

Given = TypeVarTuple("Given")
T = TypeVar("T")

log = logging.getLogger("fivecrowns.server")

SLOW_SECONDS: Final = 0.005
"""Processor time above which a kind of thinking gets processes."""
_PROCESSES: Final = max(1, min(4, (os.cpu_count() or 1) - 1))


class Thinking:
    """Threads, and processes as soon as there is need of them."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(2, "thinking")
        self._processes: ProcessPoolExecutor | None = None
        self._slow: set[str] = set()

    async def ask(self, kind: str, work: Callable[[*Given], T], *given: *Given) -> T:
        """What a function answers, which takes about the same time for all of a kind.

        The function is one of a module; what it is given and what it answers can be pickled.
        """
        if kind in self._slow:
            loop = asyncio.get_running_loop()
            try:
                return await loop.run_in_executor(self._pool(), work, *given)
            except BrokenProcessPool:
                log.error("a thinking process was killed")  # noqa: TRY400 - not by an error of ours
                self._processes = None
        answer, seconds = await self.in_thread(_timed, work, *given)
        if seconds > SLOW_SECONDS:
            self._slow.add(kind)
        return answer

    async def in_thread(self, work: Callable[[*Given], T], *given: *Given) -> T:
        """What a function answers that is asked rarely, or would have too much to take along."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)

    def end(self) -> None:
        """Wait for nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._processes is not None:
            self._processes.shutdown(wait=False, cancel_futures=True)

    def _pool(self) -> ProcessPoolExecutor:
        if self._processes is None:
            # Started afresh and not forked: a fork would take locks of other threads with it.
            fresh = multiprocessing.get_context("spawn")
            self._processes = ProcessPoolExecutor(_PROCESSES, fresh, end_with_parent)
        return self._processes


def _timed(work: Callable[[*Given], T], *given: *Given) -> tuple[T, float]:
    begin = time.thread_time()
    return work(*given), time.thread_time() - begin
