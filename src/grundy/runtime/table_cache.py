"""The one bounded cache of solved tables, keyed by the ruleset they belong to."""

from __future__ import annotations

import sys
from collections import OrderedDict
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator


class TableCache:
    """Tables by key, least recently used first out once they take more than `limit` bytes.

    The table that was put last is kept even if it alone is larger: it was allowed to be built, and
    dropping it would mean to solve the same board again at each question. Safe to use from several
    threads; each operation takes constant time.

    >>> cache = TableCache(limit=100)
    >>> cache.put("a", 1, 60); cache.put("b", 2, 60)
    >>> cache.get("a"), cache.get("b"), cache.bytes
    (None, 2, 60)
    """

    def __init__(self, limit: int) -> None:
        """Start empty."""
        self.limit = limit
        self.bytes = 0
        self._tables: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> Any | None:
        """Return what was put under `key`, or None."""
        with self._lock:
            entry = self._tables.get(key)
            if entry is None:
                return None
            self._tables.move_to_end(key)
            return entry[0]

    def put(self, key: Hashable, table: object, size: int) -> None:
        """Keep `table`, of `size` bytes, under `key`, in the place of what was there."""
        with self._lock:
            self._drop(key)
            self._tables[key] = (table, size)
            self.bytes += size
            while self.bytes > self.limit and len(self._tables) > 1:
                self._drop(next(iter(self._tables)))

    @contextmanager
    def keeping_all(self) -> Iterator[None]:
        """Drop nothing inside the block, in which one position is solved that may need all of its tables."""
        limit, self.limit = self.limit, sys.maxsize
        try:
            yield
        finally:
            self.limit = limit

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._tables.clear()
            self.bytes = 0

    def _drop(self, key: Hashable) -> None:
        entry = self._tables.pop(key, None)
        if entry is not None:
            self.bytes -= entry[1]


tables = TableCache(limit=512 * 2**20)
