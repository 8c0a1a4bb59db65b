"""Candidates and their proofs, step by step: in one thread, or in two, of which one is a little behind."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from grundy.families.heaps.sparse.pairs import LANES

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from grundy.families.heaps.sparse.few import Few
    from grundy.families.heaps.sparse.many import Many

_MOST_AHEAD = 4  # steps that wait to be proved


def advance_alone(engine: Few | Many, stop: int, step: int, done: Callable[[int, int], None]) -> int:
    """Go on in this thread; return and call `done` as `advance` does."""
    while engine.known < stop:
        first = engine.known
        lacks = engine.prove(engine.guess(first, min(first // step * step + step, stop)))
        if lacks < 0:
            done(first, engine.known)
        elif lacks == LANES and engine.widen():
            engine.known = first
        else:
            return lacks
    return -1


def advance(
    engine: Few | Many, stop: int, step: int, done: Callable[[int, int], None], report: Callable[[], None]
) -> int:
    """Go on, in steps that end at multiples of `step` and at `stop`; return -1, or as the engine's `prove`.

    ``done(first, end)`` is called, in the other thread, when the heaps of a step are proved, in order; `report` in this
    one.
    """
    failed: list[tuple[int, int]] = []  # the first heap of a step, and what a heap in it lacks

    def prove(first: int, end: int) -> None:
        if not failed:
            lacks = engine.prove(end)
            if lacks >= 0:
                failed.append((first, lacks))
            else:
                done(first, end)

    waiting: deque[Future[None]] = deque()
    with ThreadPoolExecutor(1) as pool:
        try:
            while engine.known < stop:
                guessed = engine.known
                while guessed < stop and not failed:
                    end = min(guessed // step * step + step, stop)
                    if not engine.has_room(end):
                        _wait(waiting, 0)
                        engine.slide()
                    first, guessed = guessed, engine.guess(guessed, end)
                    waiting.append(pool.submit(prove, first, guessed))
                    _wait(waiting, _MOST_AHEAD)
                    report()
                _wait(waiting, 0)
                if failed and (failed[0][1] != LANES or not engine.widen()):
                    return failed[0][1]
                if failed:
                    engine.known = failed.pop()[0]  # the step is done again
        except BaseException:
            failed.append((engine.known, 0))  # the other thread does nothing more
            raise
    return -1


def _wait(waiting: deque[Future[None]], most: int) -> None:
    while len(waiting) > most:
        waiting.popleft().result()
