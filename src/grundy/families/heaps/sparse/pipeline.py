"""Candidates and their proofs, step by step, by one thread or by two that share the work as it comes.

Candidates need all those before them, so one thread at a time finds them; they take about half of the time. Proofs
need only the candidates: each step can be proved by any thread. So a thread takes the next candidates if nobody else is
at them, and otherwise proves a step that waits. If one processor is slower than the other, it does fewer steps.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Condition
from typing import TYPE_CHECKING, NamedTuple

from grundy.families.heaps.sparse.pairs import LANES

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.families.heaps.sparse.few import Few
    from grundy.families.heaps.sparse.many import Many
    from grundy.families.heaps.sparse.pairs import Scratch

_MOST_AHEAD = 4  # steps that wait to be proved


def advance(  # noqa: PLR0913 - where to, how, and whom to tell
    engine: Few | Many,
    stop: int,
    step: int,
    done: Callable[[int, int], None],
    report: Callable[[], None],
    *,
    alone: bool = False,
) -> Failure | None:
    """Go on, in steps that end at multiples of `step` and at `stop`; return None, or the step that is not proved.

    A second thread helps, unless `alone`. ``done(first, end)`` is called in that thread, for each step that is proved,
    in order, with `end` = `known` of the engine; `report` in this one.
    """
    while engine.known < stop:
        steps = _Steps(engine, stop, step, done, 1 if alone else _MOST_AHEAD)
        if alone:
            steps.work(report, tells=True)
        else:
            with ThreadPoolExecutor(1) as pool:
                other = pool.submit(steps.work, nothing, tells=True)
                steps.work(report, tells=False)
                other.result()
        failed = steps.failed
        if failed is not None and (failed.lacks != LANES or not engine.widen()):
            return failed
    return None


class Failure(NamedTuple):
    """A step that is not proved: its first heap, the first that is not proved, and what that lacks, as of `prove`."""

    first: int
    heap: int
    lacks: int


class _Steps:
    """The steps up to some heap: what has been done, and what a thread may do next."""

    def __init__(
        self, engine: Few | Many, stop: int, step: int, done: Callable[[int, int], None], most_ahead: int
    ) -> None:
        self.failed: Failure | None = None
        self._engine, self._stop, self._step, self._done, self._most_ahead = engine, stop, step, done, most_ahead
        self._guessed = engine.known  # all heaps below have candidates
        self._guessing = False
        self._waiting: deque[tuple[int, int]] = deque()  # steps with candidates
        self._proving = 0
        self._proved: dict[int, int] = {}  # the ends of steps that `done` has not been told, by their first heaps
        self._telling = False
        self._idle = 0  # threads
        self._stopped = False
        self._changed = Condition()

    def work(self, report: Callable[[], None], *, tells: bool) -> None:
        """Do what is to be done until nothing is left; only a thread that `tells` calls `done`."""
        try:
            scratch = self._engine.scratch()
            while (task := self._next(tells=tells)) is not None:
                task(scratch)
                report()
        finally:  # nothing is left, or the other thread shall stop as well
            with self._changed:
                self._stopped = True
                self._changed.notify_all()

    def _next(self, *, tells: bool) -> Callable[[Scratch], None] | None:
        """Return the next task of a thread; wait for one. None: there will be none."""
        with self._changed:
            while not self._stopped and not self._over():
                if tells and self._engine.known in self._proved:
                    self._telling = True
                    return self._tell
                if self._may_guess() and not (self._waiting and self._idle):  # one that waits goes on with these
                    self._guessing = True
                    return self._guess
                if self._waiting and self.failed is None:
                    self._proving += 1
                    return partial(self._prove, *self._waiting.popleft())
                self._idle += 1
                try:
                    self._changed.wait()
                finally:
                    self._idle -= 1
        return None

    def _over(self) -> bool:
        """Say whether nothing is left to do, but perhaps to tell of the last step."""
        if self._guessing or self._proving or self._engine.known in self._proved:
            return False
        return self.failed is not None or (self._guessed >= self._stop and not self._waiting)

    def _may_guess(self) -> bool:
        """Say whether somebody may look for candidates now; make room for them where nobody looks at the history."""
        if self._guessing or self.failed or self._guessed >= self._stop or len(self._waiting) >= self._most_ahead:
            return False
        if not self._engine.has_room(self._end) and self._guessed == self._engine.known and not self._telling:
            self._engine.slide()
        return self._engine.has_room(self._end)

    @property
    def _end(self) -> int:
        return min(self._guessed // self._step * self._step + self._step, self._stop)

    def _guess(self, scratch: Scratch) -> None:
        first = self._guessed
        end = self._engine.guess(first, self._end, scratch)
        with self._changed:
            self._waiting.append((first, end))
            self._guessed = end
            self._guessing = False
            self._changed.notify_all()

    def _prove(self, first: int, end: int, scratch: Scratch) -> None:
        heap, lacks = self._engine.prove(first, end, scratch)
        with self._changed:
            if lacks < 0:
                self._proved[first] = heap
            elif self.failed is None or first < self.failed.first:
                self.failed = Failure(first, heap, lacks)
            self._proving -= 1
            self._changed.notify_all()

    def _tell(self, scratch: Scratch) -> None:
        del scratch
        first = self._engine.known
        self._engine.known = self._proved[first]
        self._done(first, self._engine.known)
        with self._changed:
            del self._proved[first]
            self._telling = False
            self._changed.notify_all()


def nothing() -> None:
    """Report nothing."""
