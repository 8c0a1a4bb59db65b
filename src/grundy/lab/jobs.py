"""Jobs: work that reports its progress, can be stopped, and has limits of time and memory."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grundy.errors import GrundyError
from grundy.lab.error_data import OVER_BUDGET, message_data
from grundy.runtime import memory

if TYPE_CHECKING:
    from collections.abc import Callable

_COMPILE_SECONDS = 60.0  # additional time of a job that compiles a kernel
_PAUSE_SECONDS = 0.01  # for which a long job sleeps at each check while quick jobs wait
_MEMORY_SECONDS = 0.05  # between two measurements of the memory


class JobError(GrundyError):
    """A job did not finish. `type` names the reason for programs."""

    type = ""

    def data(self) -> dict[str, Any]:
        """Return the error for JSON."""
        return message_data(self.type, self.message)


class JobStoppedError(JobError):
    """The job was stopped: its client has gone or has stopped it, or the lab ends."""

    type = "stopped"

    def __init__(self) -> None:
        super().__init__("error.stopped-work")


class JobTimeoutError(JobError):
    """The job takes longer than it may. How long it would take is not known."""

    type = OVER_BUDGET

    def __init__(self, seconds: float) -> None:
        figures = {"needed": None, "allowed": f"{seconds:g}", "unit": "seconds"}
        super().__init__("error.time", seconds=f"{seconds:g}", **figures)
        self.seconds = seconds


class JobMemoryError(JobError):
    """The job takes more memory than it may: the process has grown too much since the job began."""

    type = OVER_BUDGET

    def __init__(self, needed: int, allowed: int) -> None:
        super().__init__("error.memory", needed=needed, allowed=allowed, unit="bytes")
        self.needed = needed
        self.allowed = allowed


class QueueFullError(JobError):
    """Too many jobs wait, or this job has waited too long."""

    type = "busy"

    def __init__(self, seconds: int) -> None:
        super().__init__("error.busy", seconds=seconds)
        self.seconds = seconds

    def data(self) -> dict[str, Any]:
        """Return the error for JSON, with the seconds after which to try again."""
        return {**super().data(), "retry_after": self.seconds}


@dataclass(slots=True, eq=False)  # jobs are compared by identity
class LabJob:
    """The state of one piece of work: its progress, whether it should stop, and its limits."""

    seconds: float
    most_bytes: int
    id: str = ""
    should_pause: Callable[[], bool] | None = None  # returns whether more urgent jobs wait
    deadline: float = 0.0
    done: int = 0
    total: int | None = None
    stopped: bool = False
    bytes_before: int = 0  # memory of the process when the job began
    next_memory_check: float = 0.0
    memory: Callable[[], int] = field(init=False)  # measures the process that does the work
    parts: deque[bytes] = field(default_factory=deque)  # lines of the answer that are not sent yet

    def begin(self, held_bytes: Callable[[], int] | None = None) -> None:
        """Start the clock, and note the memory of the process that does the work, by default this one."""
        self.memory = held_bytes or memory.held
        self.deadline = time.monotonic() + self.seconds
        self.bytes_before = self.memory()

    def stop(self) -> None:
        """Make the job end at its next check."""
        self.stopped = True

    def progress(self, done: int, total: int | None) -> None:
        """Store a report of the work, and end the job if it should stop."""
        self.done, self.total = done, total
        self.check()

    def take(self, report: dict[str, Any]) -> None:
        """Store a report of work in another process (`grundy.processes.child`)."""
        if "compiling" in report:
            self.compiling()
        else:
            self.done, self.total = report["beat"]["done"], report["beat"]["total"]

    def check(self) -> None:
        """Raise a `JobError` if the job should stop, or exceeds its time or memory."""
        self.check_stopped()
        now = time.monotonic()
        if now > self.deadline:
            raise JobTimeoutError(self.seconds)
        if now > self.next_memory_check:
            self.next_memory_check = now + _MEMORY_SECONDS
            grown = self.memory() - self.bytes_before
            if grown > self.most_bytes:
                raise JobMemoryError(grown, self.most_bytes)
        if self.should_pause is not None and self.should_pause():
            time.sleep(_PAUSE_SECONDS)

    def check_stopped(self) -> None:
        """Raise `JobStoppedError` if the job should stop."""
        if self.stopped:
            raise JobStoppedError

    def compiling(self) -> None:
        """Give the job more time, because it compiles a kernel, which happens once on a machine."""
        self.deadline += _COMPILE_SECONDS
