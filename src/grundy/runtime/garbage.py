"""How often Python collects cyclic garbage while a search runs, or an answer is made."""

from __future__ import annotations

import gc
from contextlib import ContextDecorator
from threading import Lock

_RARELY = 100_000  # new objects between two collections of the youngest generation
_lock = Lock()
_running: list[tuple[int, int, int]] = []  # for each search: the thresholds before the first one


class rare_collections(ContextDecorator):  # noqa: N801 - used like a function
    """Let Python collect cyclic garbage less often inside the block; blocks may overlap in several threads.

    Objects of a search are in use, or freed at once, so they are no cyclic garbage. Yet each collection visits all
    nodes that wait for a value. If there are many such nodes, the collections take as long as the search itself.

    It is a class, which is entered in half the time of a generator: each search has such a block.
    """

    def __enter__(self) -> None:
        with _lock:
            before = _running[0] if _running else gc.get_threshold()
            _running.append(before)
            if before[0]:  # 0: the user has switched collections off
                gc.set_threshold(max(before[0], _RARELY), *before[1:])

    def __exit__(self, *_: object) -> None:
        with _lock:
            before = _running.pop()
            if not _running:
                gc.set_threshold(*before)
