"""The steps of the sparse-space engines, shared by two threads: with an engine of which every call is checked."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import pytest

from grundy.games.families.heaps.sparse.pipeline import Failure, advance, nothing

STEP = 8
TOO_LARGE = 64  # what a heap lacks whose nimber does not fit


class Checked:
    """An engine whose history has room for some steps; heaps of `lacking` are not proved."""

    def __init__(self, seed: int, lacking: dict[int, int], room: int = 5 * STEP) -> None:
        self.known = 3
        self.lacking = lacking
        self.told = [self.known]
        self.tellers: set[threading.Thread] = set()
        self._random = random.Random(seed)
        self._room = self._base = room
        self._guessed = self.known
        self._busy = threading.Lock()  # of the thread that guesses
        self._looking: list[None] = []  # threads: a list changes at once

    def _work(self) -> None:
        time.sleep(self._random.random() / 5000)

    def scratch(self) -> list[int]:
        return []

    def has_room(self, stop: int) -> bool:
        return stop <= self._base

    def slide(self) -> None:
        assert not self._looking
        assert self.told[-1] == self._guessed
        self._base = self.known + self._room

    def guess(self, start: int, stop: int, scratch: Any) -> int:
        del scratch
        assert self._busy.acquire(blocking=False)
        assert start in (self._guessed, self.known)  # the first of these, but after a step that was not proved
        assert stop <= self._base
        self._work()
        self._guessed = stop
        self._busy.release()
        return stop

    def prove(self, start: int, stop: int, scratch: Any) -> tuple[int, int]:
        del scratch
        self._looking.append(None)
        assert self.known <= start < stop <= self._guessed
        self._work()
        self._looking.pop()
        heap = next((heap for heap in range(start, stop) if heap in self.lacking), stop)
        return heap, self.lacking.get(heap, -1)

    def widen(self) -> bool:
        heap = min(heap for heap, lacks in self.lacking.items() if lacks == TOO_LARGE)
        return self.lacking.pop(heap) == TOO_LARGE

    def done(self, first: int, end: int) -> None:
        assert first == self.told[-1]
        assert self.known == end
        self.tellers.add(threading.current_thread())
        self._looking.append(None)
        self._work()
        self._looking.pop()
        self.told.append(end)


def run(engine: Any, stop: int, *, alone: bool = False) -> Failure | None:
    return advance(engine, stop, STEP, engine.done, nothing, alone=alone)


@pytest.mark.parametrize("alone", [False, True])
def test_steps_are_done_once_and_told_in_order(alone: bool) -> None:  # noqa: FBT001 - a parameter of the test
    engine = Checked(1, {}, 5 * STEP if not alone else 10**6)
    assert run(engine, 50 * STEP + 1, alone=alone) is None
    assert engine.told == [3, *range(STEP, 50 * STEP + 1, STEP), 50 * STEP + 1]
    assert len(engine.tellers) == 1
    assert (threading.current_thread() in engine.tellers) == alone


@pytest.mark.parametrize("seed", range(5))
def test_the_first_heap_that_is_not_proved(seed: int) -> None:
    """It ends the run, whatever later ones lack; one that does not fit is tried again with larger sets."""
    engine = Checked(seed, {61: 5, 63: 6, 65: 7, 70: TOO_LARGE, 30: TOO_LARGE})
    assert run(engine, 200) == Failure(56, 61, 5)
    assert engine.told[-1] == engine.known == 56
    engine.lacking = {}
    assert run(engine, 200) is None
    assert engine.told[-1] == engine.known == 200


@pytest.mark.parametrize("failing", ["done", "guess", "prove"])
def test_what_a_thread_raises(failing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Checked(2, {})
    calls = iter(range(10))
    before = getattr(engine, failing)

    def fails(*args: Any) -> Any:
        if next(calls) == 7:
            raise MemoryError
        return before(*args)

    monkeypatch.setattr(engine, failing, fails)
    with pytest.raises(MemoryError):
        run(engine, 1000)
    assert engine.told[-1] < 1000


def test_an_interruption() -> None:
    engine: Any = Checked(3, {})
    reports = iter(range(10))

    def report() -> None:
        if next(reports) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        advance(engine, 10**6, STEP, engine.done, report)
    assert engine.told[-1] in (engine.known, engine.known - STEP)
    told = len(engine.told)
    time.sleep(0.01)
    assert len(engine.told) == told  # the other thread has ended
