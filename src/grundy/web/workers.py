"""Worker pools: threads for jobs that can be stopped at any time.

Kernels release the GIL. Searches release it after half a millisecond at most (`prepare_threads`). So threads are
sufficient: tables and memos stay in the process, and the next move in a solved position is answered from them.
"""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar, Unpack

from grundy.lab.jobs import JobError, LabJob
from grundy.runtime import limits, progress
from grundy.runtime.costs import SWITCH_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.runtime.limits import Limits

Result = TypeVar("Result")


class RequestWorkers:
    """Threads for jobs of one kind: so many run at a time and the others wait, with limits of time and memory.

    `limits` are fields of `grundy.runtime.limits.Budget`.
    """

    def __init__(self, name: str, workers: int, *, seconds: float, most_bytes: int, **limits: Unpack[Limits]) -> None:
        self._seconds, self._bytes = seconds, most_bytes
        self._limits = limits
        self._threads = ThreadPoolExecutor(workers, name)

    def job(self) -> LabJob:
        """Make a job for this pool."""
        return LabJob(self._seconds, self._bytes)

    def submit(self, work: Callable[[LabJob], Result], job: LabJob) -> asyncio.Future[Result]:
        """Queue a job; return the future of its result."""
        return asyncio.get_running_loop().run_in_executor(self._threads, self._run, work, job)

    def _run(self, work: Callable[[LabJob], Result], job: LabJob) -> Result:
        job.begin()
        with limits.limited(**self._limits), progress.reporting(job.progress, job.compiling, job.check):
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
    sys.setswitchinterval(SWITCH_SECONDS)
