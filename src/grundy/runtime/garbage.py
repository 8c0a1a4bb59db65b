"""How often Python collects cyclic garbage while a search runs, or an answer is made."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_RARELY = 100_000  # new objects between two collections of the youngest generation
_lock = Lock()
_running: list[tuple[int, int, int]] = []  # for each search: the thresholds before the first one


@contextmanager
def rare_collections() -> Iterator[None]:
    """Let Python collect cyclic garbage less often inside the block; blocks may overlap in several threads.

    Objects of a search are in use, or freed at once, so they are no cyclic garbage. Yet each collection visits all
    nodes that wait for a value. If there are many such nodes, the collections take as long as the search itself.
    """
    with _lock:
        before = _running[0] if _running else gc.get_threshold()
        _running.append(before)
        if before[0]:  # 0: the user has switched collections off
            gc.set_threshold(max(before[0], _RARELY), *before[1:])
    try:
        yield
    finally:
        with _lock:
            _running.pop()
            if not _running:
                gc.set_threshold(*before)
