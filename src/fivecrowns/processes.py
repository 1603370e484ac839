"""Running tasks in several processes, with results in the order of the tasks."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import parent_process
from threading import Thread
from typing import Final, TypeVar

from fivecrowns.errors import FiveCrownsError

TASKS_AHEAD: Final = 4
"""Tasks that wait for each process."""

Task = TypeVar("Task")
Result = TypeVar("Result")


def run_tasks(
    function: Callable[[Task], Result], tasks: Sequence[Task], jobs: int
) -> Iterator[Result]:
    """The results of tasks in their order.

    Args:
        function: what is done with a task; it has to be importable, as `pickle` wants it.
        tasks: what is to be done.
        jobs: how many processes; 1 stays in this one.

    Raises:
        FiveCrownsError: a process was killed.
    """
    if jobs == 1 or len(tasks) <= 1:
        yield from map(function, tasks)
        return
    pool = ProcessPoolExecutor(min(jobs, len(tasks)), initializer=end_with_parent)
    # Not `pool.map`: its clean-up after a killed process races with the pool's own, and hangs.
    waiting: deque[Future[Result]] = deque()
    try:
        for task in tasks:
            waiting.append(pool.submit(function, task))
            if len(waiting) >= TASKS_AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BaseException as error:
        # Not `with pool`, which would wait for the tasks under way, and for ever for one without
        # an end.
        _kill(pool)
        if isinstance(error, BrokenProcessPool):
            raise FiveCrownsError(
                "expected every process to play to its end, but one was killed"
            ) from None
        raise
    pool.shutdown()


def _kill(pool: ProcessPoolExecutor) -> None:
    """End a pool and its processes at once, whatever they do.

    They would end with this process, too, but not one that is deep in a call outside of Python.
    """
    # From Python 3.14 on this is pool.kill_workers().
    for process in list((pool._processes or {}).values()):  # pyright: ignore[reportPrivateUsage]
        process.kill()
    pool.shutdown(cancel_futures=True)


def end_with_parent() -> None:
    """In a new process: leave Ctrl-C to the one that started it, and end when that does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()
