"""Work beside the event loop: threads with a bounded queue, whose work can be stopped at any time.

Kernels release the GIL; searches give it up every fraction of a millisecond (`start`), and sleep where
quick work waits. So threads are enough: tables and memos stay in the process, and the next move of a solved position is
answered from them.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from grundy import work
from grundy.errors import GrundyError

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

_SWITCH = 0.0005  # seconds that a thread of Python may keep the others waiting
_COMPILING = 60.0  # more seconds for work that has to compile a kernel, once
_COURTESY = 0.002  # seconds that long work sleeps, at each look, while quick work waits
_PATIENCE = 5.0  # seconds that work may wait for a thread


class Stopped(GrundyError):  # noqa: N818 - nothing went wrong
    """The work was stopped, because nobody waits for it any more or somebody asked for that."""


class OverTime(GrundyError):  # noqa: N818 - as `grundy.errors.NoNimber`
    """The work takes longer than it may."""

    def __init__(self, seconds: float) -> None:
        """Keep the seconds that it had."""
        super().__init__(seconds)
        self.seconds = seconds

    def __str__(self) -> str:
        """Give the figure."""
        return f"the answer takes longer than {self.seconds:g} seconds, which is what a request may take"


class Busy(GrundyError):  # noqa: N818 - the same
    """There is as much work already as may wait."""

    def __init__(self, seconds: int) -> None:
        """Keep the seconds after which it is worth to try again."""
        super().__init__(seconds)
        self.seconds = seconds

    def __str__(self) -> str:
        """Say when to come again."""
        return f"the server has as much work as it may have; try again in {self.seconds} s"


@dataclass(slots=True)
class Ticket:
    """One piece of work: how far it is, whether it is to stop, and until when it may go on."""

    seconds: float
    name: str = ""
    gives_way: Callable[[], bool] | None = None  # says whether work that is more urgent waits
    deadline: float = 0.0
    done: int = 0
    total: int | None = None
    stopped: bool = False
    news: deque[Any] = field(default_factory=deque)  # what the work has to tell before its end

    def begin(self) -> None:
        """Start the clock."""
        self.deadline = time.monotonic() + self.seconds

    def stop(self) -> None:
        """Make the work end at its next report."""
        self.stopped = True

    def progress(self, done: int, total: int | None) -> None:
        """Take a report of the work; end it where it is to stop."""
        self.done, self.total = done, total
        self.check()

    def check(self) -> None:
        """End the work where it is to stop, or its time is over."""
        if self.stopped:
            raise Stopped
        if time.monotonic() > self.deadline:
            raise OverTime(self.seconds)
        if self.gives_way is not None and self.gives_way():
            time.sleep(_COURTESY)

    def compiling(self) -> None:
        """Give the work more time, for a kernel is compiled once for a machine."""
        self.deadline += _COMPILING


class Lane:
    """Threads for work of one size: so many at a time, so many that wait, so many seconds each, under `limits`."""

    def __init__(self, name: str, at_a_time: int, waiting: int, seconds: float, **limits: int | None) -> None:
        """Make the lane; its threads begin when they are needed."""
        self.seconds = seconds
        self._limits = limits
        self._room = at_a_time + waiting
        self._held = 0
        self._free = asyncio.Semaphore(at_a_time)
        self._pool = ThreadPoolExecutor(at_a_time, name)

    def works(self) -> bool:
        """Say whether there is any work."""
        return self._held > 0

    async def submit(self, job: Callable[[Ticket], Result], ticket: Ticket) -> asyncio.Future[Result]:
        """Wait for a thread and begin; return the future of the result.

        Raises `Busy` where too much is waiting, or the wait takes too long.
        """
        if self._held >= self._room:
            raise Busy(1)
        self._held += 1
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._free.acquire()
        except BaseException as error:
            self._held -= 1
            if isinstance(error, TimeoutError):
                raise Busy(2) from None
            raise
        future = asyncio.get_running_loop().run_in_executor(self._pool, self._run, job, ticket)
        future.add_done_callback(self._leave)
        return future

    def _leave(self, future: asyncio.Future[Any]) -> None:
        self._held -= 1
        self._free.release()
        if not future.cancelled():
            future.exception()  # it may be that nobody waits for it any more

    def _run(self, job: Callable[[Ticket], Result], ticket: Ticket) -> Result:
        ticket.begin()
        with work.limited(**self._limits), work.reporting(ticket.progress, ticket.compiling, ticket.check):
            work.may_stop()  # stopped while it waited
            return job(ticket)

    def close(self) -> None:
        """Wait for nothing: what still runs was told to stop."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def start() -> None:
    """Let threads take turns often, for the event loop must not wait for searches."""
    sys.setswitchinterval(_SWITCH)
