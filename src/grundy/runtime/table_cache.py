"""The cache of solved tables of this process, of limited size; its keys are rulesets."""

from __future__ import annotations

import sys
from collections import OrderedDict
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator


class TableCache:
    """Tables by key: when they take more than `limit` bytes, the least recently used tables are dropped.

    The newest table is kept even if it is larger than `limit`: the budget allowed its cost, and without it the same
    board would be solved again for each question. Several threads may use the cache; each operation takes constant
    time.

    >>> cache = TableCache(limit=100)
    >>> cache.put("a", 1, 60); cache.put("b", 2, 60)
    >>> cache.get("a"), cache.get("b"), cache.bytes
    (None, 2, 60)
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.bytes = 0  # the size of all tables together
        self._lock = Lock()
        self._tables: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()  # the least recently used one first

    def get(self, key: Hashable) -> Any | None:
        """Return the table under `key`, or None."""
        with self._lock:
            entry = self._tables.get(key)
            if entry is None:
                return None
            self._tables.move_to_end(key)
        return entry[0]

    def put(self, key: Hashable, table: object, size: int) -> None:
        """Store `table`, of `size` bytes, under `key`; it replaces an earlier table there."""
        with self._lock:
            _, before = self._tables.pop(key, (None, 0))
            self._tables[key] = (table, size)
            self.bytes += size - before
            while self.bytes > self.limit and len(self._tables) > 1:
                _, (_, dropped) = self._tables.popitem(last=False)
                self.bytes -= dropped

    @contextmanager
    def keeping_all(self) -> Iterator[None]:
        """Drop no tables inside the block: solving one position may need all of its tables."""
        limit, self.limit = self.limit, sys.maxsize
        try:
            yield
        finally:
            self.limit = limit

    def clear(self) -> None:
        """Drop all tables."""
        with self._lock:
            self._tables.clear()
            self.bytes = 0


tables = TableCache(limit=512 * 2**20)
