"""Jobs: work that reports its progress, can be stopped, and has limits of time and memory."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grundy.errors import GrundyError
from grundy.runtime import memory
from grundy.runtime.costs import LONG_SECONDS, POLL_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable


class JobError(GrundyError):
    """A job did not finish."""


class JobStoppedError(JobError):
    """The job was stopped: its client has gone or has stopped it, or the lab ends."""

    def __init__(self) -> None:
        super().__init__("error.stopped-work")


class JobTimeoutError(JobError):
    """The job takes longer than it may. How long it would take is not known."""

    def __init__(self, seconds: float) -> None:
        figures = {"needed": None, "allowed": f"{seconds:g}", "unit": "seconds"}
        super().__init__("error.time", seconds=f"{seconds:g}", **figures)


class JobMemoryError(JobError):
    """The job takes more memory than it may: the process has grown too much since the job began."""

    def __init__(self, needed: int, allowed: int) -> None:
        super().__init__("error.memory", needed=needed, allowed=allowed, unit="bytes")


@dataclass(slots=True, eq=False)  # jobs are compared by identity
class LabJob:
    """The state of one piece of work: its progress, whether it should stop, and its limits."""

    seconds: float
    most_bytes: int
    deadline: float = 0.0
    done: int = 0
    total: int | None = None
    stopped: bool = False
    bytes_before: int = 0  # memory of the process when the job began
    next_memory_check: float = 0.0
    paused_at: float | None = None  # when others got their turn; this time does not count
    waiting: Any = None  # a future of the first turn, which is cancelled if the job is stopped
    control: Callable[[bool], object] | None = None  # pauses the work (True), or lets it go on
    clock: Callable[[], float] = time.monotonic  # of the deadline
    memory: Callable[[], int] = field(init=False)  # measures the process that does the work
    parts: deque[bytes] = field(default_factory=deque)  # lines of the answer that are not sent yet

    def begin(self, held_bytes: Callable[[], int] | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        """Start the clock, and note the memory of the process that does the work, by default this one."""
        self.memory, self.clock = held_bytes or memory.held, clock
        self.deadline = clock() + self.seconds
        if self.paused_at is not None:
            self.paused_at = clock()
        self.bytes_before = self.memory()

    def stop(self) -> None:
        """Make the job end at its next check."""
        self.stopped = True
        if self.waiting is not None:
            self.waiting.cancel()  # without effect if the turn has begun

    def pause(self) -> None:
        """Let the work rest, without its time running, until `go_on`."""
        if self.paused_at is None:
            self.paused_at = self.clock()
            if self.control is not None:
                self.control(True)  # noqa: FBT003 - a switch

    def go_on(self) -> None:
        """Let the work go on."""
        if self.paused_at is not None:
            self.deadline += self.clock() - self.paused_at
            self.paused_at = None
            if self.control is not None:
                self.control(False)  # noqa: FBT003 - a switch

    def progress(self, done: int, total: int | None) -> None:
        """Store a report of the work, and end the job if it should stop."""
        self.done, self.total = done, total
        self.check()

    def take(self, report: dict[str, Any]) -> None:
        """Store a report of work in another process (`grundy.runtime.processes.child`)."""
        if "compiling" in report:
            self.compiling()
        else:
            self.done, self.total = report["beat"]["done"], report["beat"]["total"]

    def check(self) -> None:
        """Raise a `JobError` if the job should stop, or exceeds its time or memory."""
        self.check_stopped()
        if self.paused_at is not None:
            return
        if self.clock() > self.deadline:
            raise JobTimeoutError(self.seconds)
        now = time.monotonic()
        if now > self.next_memory_check:
            self.next_memory_check = now + POLL_SECONDS / 5  # a search may take 50 megabytes between two polls
            grown = self.memory() - self.bytes_before
            if grown > self.most_bytes:
                raise JobMemoryError(grown, self.most_bytes)

    def check_stopped(self) -> None:
        """Raise `JobStoppedError` if the job should stop."""
        if self.stopped:
            raise JobStoppedError

    def compiling(self) -> None:
        """Give the job the time of a long one, because it compiles a kernel, which happens once on a machine."""
        self.deadline = max(self.deadline, self.clock() + LONG_SECONDS)
