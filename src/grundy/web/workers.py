"""Worker pools: threads with a bounded queue, for jobs that can be stopped at any time.

Kernels release the GIL. Searches release it after half a millisecond at most (`prepare_threads`), and sleep while quick
jobs wait. So threads are sufficient: tables and memos stay in the process, and the next move in a solved position is
answered from them.
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

_SWITCH_SECONDS = 0.0005  # for which a thread of Python may hold the GIL while others wait
_QUEUE_SECONDS = 5.0  # that a job may wait for a thread
_COMPILE_THREADS = 8  # in addition: jobs that compile cannot be stopped, and other jobs should not wait for them


class RequestWorkers:
    """Threads for jobs of one kind: `workers` jobs run and `waiting` jobs wait, with limits of time and memory.

    It is a `ThreadPoolExecutor` with a bounded queue. `limits` are fields of `grundy.runtime.limits.Budget`.
    """

    def __init__(
        self, name: str, workers: int, waiting: int, *, seconds: float, most_bytes: int, **limits: Unpack[Limits]
    ) -> None:
        self._seconds, self._bytes = seconds, most_bytes
        self._limits = limits
        self._most_jobs = workers + waiting
        self._jobs = 0
        self._compiling = 0  # how many of the jobs compile
        self._free = asyncio.Semaphore(workers)
        self._threads = ThreadPoolExecutor(workers + _COMPILE_THREADS, name)

    def job(self, id_: str = "", should_pause: Callable[[], bool] | None = None) -> LabJob:
        """Make a job for this pool."""
        return LabJob(self._seconds, self._bytes, id_, should_pause)

    def is_busy(self) -> bool:
        """Return whether any job runs or waits."""
        return self._jobs > 0

    async def submit(self, work: Callable[[LabJob], Result], job: LabJob) -> asyncio.Future[Result]:
        """Wait for a thread and start the job; return the future of its result.

        Raises `QueueFullError` if too many jobs wait, or if this job waits too long.
        """
        if self._jobs >= self._most_jobs:
            raise QueueFullError(1)
        self._jobs += 1
        try:
            async with asyncio.timeout(_QUEUE_SECONDS):
                await self._free.acquire()
        except BaseException as error:
            self._jobs -= 1
            if isinstance(error, TimeoutError):
                raise QueueFullError(2) from None
            raise
        loop = asyncio.get_running_loop()
        place_given = False  # whether another job has got the place of this job

        def compiling() -> None:
            job.compiling()
            loop.call_soon_threadsafe(give_place)

        def give_place() -> None:
            nonlocal place_given
            if not place_given and not future.done() and self._compiling < _COMPILE_THREADS:
                place_given = True
                self._compiling += 1
                self._free.release()

        def end(future: asyncio.Future[Result]) -> None:
            self._jobs -= 1
            if place_given:
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
                progress.check_cancelled()  # the job may have been stopped while it waited
                return work(job)
            except JobError as error:
                error.__traceback__ = None  # its frames keep the memory of the work
                raise

    def close(self) -> None:
        """Close the pool without waiting: jobs that still run were stopped."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def prepare_threads() -> None:
    """Let threads take turns often, because the event loop must not wait for searches."""
    sys.setswitchinterval(_SWITCH_SECONDS)
