"""Candidates and their proofs, step by step, by one thread or by two threads that share the work.

A candidate needs all candidates before it, so only one thread at a time finds candidates; this takes about half of the
time. A proof needs only the candidates, so any thread can prove any step. A thread therefore finds the next candidates
if the other thread does not, and otherwise proves a waiting step. A slower processor does fewer steps.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Condition
from typing import TYPE_CHECKING, NamedTuple

from grundy.games.families.heaps.sparse.pairs import LANES

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.games.families.heaps.sparse.few import Few
    from grundy.games.families.heaps.sparse.many import Many
    from grundy.games.families.heaps.sparse.pairs import Scratch

_MOST_WAITING = 4  # steps that have candidates and are not proved


def advance(  # noqa: PLR0913 - the work, its steps and two callbacks
    engine: Few | Many,
    stop: int,
    step: int,
    done: Callable[[int, int], None],
    report: Callable[[], None],
    *,
    alone: bool = False,
) -> Failure | None:
    """Continue the engine to heap `stop`, in steps that end at multiples of `step` and at `stop`.

    Returns None, or the first step that is not proved. A second thread helps unless `alone`. ``done(first, end)`` is
    called in that thread for each proved step, in order, when `known` of the engine is `end`. `report` is called in the
    caller's thread.
    """
    while engine.known < stop:
        steps = _Steps(engine, stop, step, done, 1 if alone else _MOST_WAITING)
        if alone:
            steps.work(report, announces=True)
        else:
            with ThreadPoolExecutor(1) as pool:
                other = pool.submit(steps.work, nothing, announces=True)
                steps.work(report, announces=False)
                other.result()
        failed = steps.failed
        if failed is not None and (failed.lacks != LANES or not engine.widen()):
            return failed
    return None


class Failure(NamedTuple):
    """A step that is not proved: its first heap, its first heap without a proof, and the value that this heap lacks.

    `lacks` is as in `Few.prove`.
    """

    first: int
    heap: int
    lacks: int


class _Steps:
    """The steps up to some heap: the finished work, and the tasks that a thread may take next."""

    def __init__(
        self, engine: Few | Many, stop: int, step: int, done: Callable[[int, int], None], most_waiting: int
    ) -> None:
        self.failed: Failure | None = None
        self._engine, self._stop, self._step, self._done, self._most_waiting = engine, stop, step, done, most_waiting
        self._guessed = engine.known  # all heaps before this heap have candidates
        self._guessing = False  # a thread is finding candidates
        self._waiting: deque[tuple[int, int]] = deque()  # steps with candidates
        self._proving = 0  # threads that are proving a step
        self._proved: dict[int, int] = {}  # the ends of proved steps by their first heaps, until `done` is called
        self._announcing = False  # a thread is calling `done`
        self._idle = 0  # threads that wait for a task
        self._stopped = False
        self._changed = Condition()

    def work(self, report: Callable[[], None], *, announces: bool) -> None:
        """Run tasks until none is left. Only the thread that `announces` calls `done`."""
        try:
            scratch = self._engine.scratch()
            while (task := self._next(announces=announces)) is not None:
                task(scratch)
                report()
        finally:  # all tasks are done, or this thread fails and the other thread must stop too
            with self._changed:
                self._stopped = True
                self._changed.notify_all()

    def _next(self, *, announces: bool) -> Callable[[Scratch], None] | None:
        """Return the next task of a thread, and wait for it if necessary. None: no task will come."""
        with self._changed:
            while not self._stopped and not self._over():
                if announces and self._engine.known in self._proved:
                    self._announcing = True
                    return self._announce
                if self._may_guess() and not (self._waiting and self._idle):  # else the idle thread finds candidates
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
        """Return whether all tasks are done or taken; the last step may still be announced."""
        if self._guessing or self._proving or self._engine.known in self._proved:
            return False
        return self.failed is not None or (self._guessed >= self._stop and not self._waiting)

    def _may_guess(self) -> bool:
        """Return whether a thread may find candidates now; make room for them if no other thread reads the history."""
        if self._guessing or self.failed or self._guessed >= self._stop or len(self._waiting) >= self._most_waiting:
            return False
        if not self._engine.has_room(self._end) and self._guessed == self._engine.known and not self._announcing:
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

    def _announce(self, scratch: Scratch) -> None:
        del scratch
        first = self._engine.known
        self._engine.known = self._proved[first]
        self._done(first, self._engine.known)
        with self._changed:
            del self._proved[first]
            self._announcing = False
            self._changed.notify_all()


def nothing() -> None:
    """Do nothing: a report for callers that need none."""
