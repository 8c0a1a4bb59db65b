"""Worker pools: threads with a bounded queue, for jobs that can be stopped at any time.

Kernels release the GIL; searches give it up every fraction of a millisecond (`prepare_threads`), and sleep
while quick jobs wait. So threads are enough: tables and memos stay in the process, and the next move of a
solved position is answered from them.
"""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar, Unpack

from grundy.lab.jobs import JobError, LabJob, QueueFullError
from grundy.runtime import limits, progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.runtime.limits import Limits

Result = TypeVar("Result")

_SWITCH_INTERVAL = 0.0005  # seconds that a thread of Python may keep the others waiting
_QUEUE_TIMEOUT = 5.0  # seconds that a job may wait for a thread
_COMPILING = 8  # more threads: jobs that compile machine code cannot be stopped, and keep none of the others waiting


class RequestWorkers:
    """Threads for jobs of one size: so many run at a time, so many wait, each with so many seconds and bytes.

    A `ThreadPoolExecutor` whose queue is bounded; `limits` are fields of `grundy.runtime.limits.Budget`.
    """

    def __init__(
        self, name: str, workers: int, waiting: int, *, seconds: float, most_bytes: int, **limits: Unpack[Limits]
    ) -> None:
        self._seconds, self._bytes = seconds, most_bytes
        self._limits = limits
        self._most_jobs = workers + waiting
        self._jobs = 0
        self._compiling = 0  # of them
        self._free = asyncio.Semaphore(workers)
        self._threads = ThreadPoolExecutor(workers + _COMPILING, name)

    def job(self, id_: str = "", should_pause: Callable[[], bool] | None = None) -> LabJob:
        """Make a job for this pool."""
        return LabJob(self._seconds, self._bytes, id_, should_pause)

    def is_busy(self) -> bool:
        """Say whether any job runs or waits."""
        return self._jobs > 0

    async def submit(self, work: Callable[[LabJob], Result], job: LabJob) -> asyncio.Future[Result]:
        """Wait for a thread and begin; return the future of the result.

        Raises `QueueFullError` where too many jobs wait, or this one waits too long.
        """
        if self._jobs >= self._most_jobs:
            raise QueueFullError(1)
        self._jobs += 1
        try:
            async with asyncio.timeout(_QUEUE_TIMEOUT):
                await self._free.acquire()
        except BaseException as error:
            self._jobs -= 1
            if isinstance(error, TimeoutError):
                raise QueueFullError(2) from None
            raise
        loop = asyncio.get_running_loop()
        leaves = False  # whether its place was given to another job

        def compiling() -> None:
            job.compiling()
            loop.call_soon_threadsafe(leave)

        def leave() -> None:
            nonlocal leaves
            if not leaves and not future.done() and self._compiling < _COMPILING:
                leaves = True
                self._compiling += 1
                self._free.release()

        def end(future: asyncio.Future[Result]) -> None:
            self._jobs -= 1
            if leaves:
                self._compiling -= 1
            else:
                self._free.release()
            if not future.cancelled():
                future.exception()  # the client may have gone

        future = loop.run_in_executor(self._threads, self._run, work, job, compiling)
        future.add_done_callback(end)
        return future

    def _run(self, work: Callable[[LabJob], Result], job: LabJob, compiling: Callable[[], None]) -> Result:
        job.begin()
        with limits.limited(**self._limits), progress.reporting(job.progress, compiling, job.check):
            try:
                progress.check_cancelled()  # stopped while it waited
                return work(job)
            except JobError as error:
                error.__traceback__ = None  # its frames hold all that the work had taken
                raise

    def close(self) -> None:
        """Wait for nothing: jobs that still run were told to stop."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def prepare_threads() -> None:
    """Let threads take turns often, for the event loop must not wait for searches."""
    sys.setswitchinterval(_SWITCH_INTERVAL)
