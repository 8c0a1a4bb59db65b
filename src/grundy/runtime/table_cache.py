"""The one bounded cache of solved tables, keyed by the ruleset they belong to."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from operator import itemgetter
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from cachetools import LRUCache


class TableCache:
    """Tables by key: once they take more than `limit` bytes, the least recently used one is dropped.

    The last table is kept even if it alone is larger: its cost was allowed, and without it the same board would be
    solved again for each question. Several threads may use the cache; each operation takes constant time.

    >>> cache = TableCache(limit=100)
    >>> cache.put("a", 1, 60); cache.put("b", 2, 60)
    >>> cache.get("a"), cache.get("b"), cache.bytes
    (None, 2, 60)
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._lock = Lock()
        self._tables: LRUCache[Hashable, tuple[Any, int]] | None = None

    @property
    def bytes(self) -> int:
        """The size of all tables together."""
        return 0 if self._tables is None else int(self._tables.currsize)

    def get(self, key: Hashable) -> Any | None:
        """Return what was put under `key`, or None."""
        with self._lock:
            entry = None if self._tables is None else self._tables.get(key)
        return None if entry is None else entry[0]

    def put(self, key: Hashable, table: object, size: int) -> None:
        """Keep `table`, of `size` bytes, under `key`; it replaces an earlier table there."""
        with self._lock:
            kept = self._made()
            kept[key] = (table, size)
            while kept.currsize > self.limit and len(kept) > 1:
                kept.popitem()

    @contextmanager
    def keeping_all(self) -> Iterator[None]:
        """Drop nothing inside the block, in which one position is solved that may need all of its tables."""
        limit, self.limit = self.limit, sys.maxsize
        try:
            yield
        finally:
            self.limit = limit

    def clear(self) -> None:
        """Drop all tables."""
        with self._lock:
            self._tables = None

    def _made(self) -> LRUCache[Hashable, tuple[Any, int]]:
        """Return the cache of the library. Its own limit is never reached, because it refuses larger tables."""
        if self._tables is None:
            from cachetools import LRUCache

            self._tables = LRUCache(sys.maxsize, getsizeof=itemgetter(1))
        return self._tables


tables = TableCache(limit=512 * 2**20)
