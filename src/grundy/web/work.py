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

import psutil

from grundy.errors import GrundyError
from grundy.messages import figure
from grundy.runtime import limits, progress

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

_SWITCH = 0.0005  # seconds that a thread of Python may keep the others waiting
_COMPILING = 60.0  # more seconds for work that has to compile a kernel, once
_COURTESY = 0.01  # seconds that long work sleeps, at each look, while quick work waits
_LOOK = 0.05  # seconds between two looks at the memory
_PROCESS = psutil.Process()
_PATIENCE = 5.0  # seconds that work may wait for a thread


class Stopped(GrundyError):
    """The work was stopped, because nobody waits for it any more or somebody asked for that."""


class OverTime(GrundyError):
    """The work takes longer than it may."""

    def __init__(self, seconds: float) -> None:
        """Keep the seconds that it had."""
        super().__init__(seconds)
        self.seconds = seconds

    def __str__(self) -> str:
        """Give the figure."""
        return f"the answer takes longer than {self.seconds:g} seconds, which is what a request may take"


class OverMemory(GrundyError):
    """The work takes more memory than it may, counted by what the whole process has grown since it began."""

    def __init__(self, needed: int, allowed: int) -> None:
        """Keep both figures, in bytes."""
        super().__init__(needed, allowed)
        self.needed = needed
        self.allowed = allowed

    def __str__(self) -> str:
        """Give both figures."""
        return f"the work had taken {figure(self.needed)} bytes of memory, the budget is {figure(self.allowed)}"


class Busy(GrundyError):
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
    bytes: int
    name: str = ""
    gives_way: Callable[[], bool] | None = None  # says whether work that is more urgent waits
    deadline: float = 0.0
    done: int = 0
    total: int | None = None
    stopped: bool = False
    before: int = 0  # bytes of the process when the work began
    look_at: float = 0.0  # when its memory is looked at again
    news: deque[Any] = field(default_factory=deque)  # what the work has to tell before its end

    def begin(self) -> None:
        """Start the clock, and look at what there is."""
        self.deadline = time.monotonic() + self.seconds
        self.before = _memory()

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
        now = time.monotonic()
        if now > self.deadline:
            raise OverTime(self.seconds)
        if now > self.look_at:
            self.look_at = now + _LOOK
            if _memory() - self.before > self.bytes:
                raise OverMemory(_memory() - self.before, self.bytes)
        if self.gives_way is not None and self.gives_way():
            time.sleep(_COURTESY)

    def compiling(self) -> None:
        """Give the work more time, for a kernel is compiled once for a machine."""
        self.deadline += _COMPILING


class Lane:
    """Threads for work of one size: so many at a time, so many that wait, so many seconds each, under `limits`."""

    def __init__(
        self, name: str, at_a_time: int, waiting: int, *, seconds: float, most_bytes: int, **limits: int | None
    ) -> None:
        """Make the lane; its threads begin when they are needed."""
        self._seconds, self._bytes = seconds, most_bytes
        self._limits = limits
        self._room = at_a_time + waiting
        self._held = 0
        self._free = asyncio.Semaphore(at_a_time)
        self._pool = ThreadPoolExecutor(at_a_time, name)

    def ticket(self, name: str = "", gives_way: Callable[[], bool] | None = None) -> Ticket:
        """Make a ticket for work of this lane."""
        return Ticket(self._seconds, self._bytes, name, gives_way)

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
        with limits.limited(**self._limits), progress.reporting(ticket.progress, ticket.compiling, ticket.check):
            try:
                progress.check_cancelled()  # stopped while it waited
                return job(ticket)
            except (Stopped, OverTime, OverMemory) as error:
                error.__traceback__ = None  # its frames hold all that the work had taken
                raise

    def close(self) -> None:
        """Wait for nothing: what still runs was told to stop."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _memory() -> int:
    """Return the bytes that this process holds."""
    held: int = _PROCESS.memory_info().rss
    return held


def start() -> None:
    """Let threads take turns often, for the event loop must not wait for searches."""
    sys.setswitchinterval(_SWITCH)
