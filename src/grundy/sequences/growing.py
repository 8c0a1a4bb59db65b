"""Growing a stored sequence chunk by chunk, from the end of the last run."""

from __future__ import annotations

from bisect import bisect_right
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.errors import BusyError
from grundy.families.heaps import heap_tables
from grundy.messages import Message
from grundy.runtime import limits, progress
from grundy.runtime.files import folder_lock, open_for_writing
from grundy.runtime.table_cache import tables
from grundy.sequences.store import StoreError, open_store, opened

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from grundy.families.heaps.heap_rules import HeapRules
    from grundy.sequences.store import Store

    Values = NDArray[np.unsignedinteger[Any]]

_MOST_VALUES = 2**20  # values of a chunk
_MOST_QUICK = 2**22  # values of a chunk, if the cost of a heap does not grow with its size or the value is known
_MOST_OPTIONS = 2 * 10**9  # options of a chunk: a tenth of a second, or a second if nimbers are large


def grow(folder: Path | str, rules: HeapRules, length: int, *, direct: bool = False, repair: bool = False) -> Store:
    """Grow the stored sequence of `rules` in `folder` to `length` values, and return it.

    Stored values are compared with their digests first; with `repair`, damaged values are removed and computed again.
    Once a period is proved, further chunks are copies of the period, unless `direct`. Progress is reported in options.
    After an exception, all chunks that were written still exist. A sequence that is long enough is only read: its
    folder may be on a read-only medium, and another process may grow it at the same time.

    Raises `BusyError`, `DamageError`, `FolderError`, `StoreError`; and `OverBudgetError` before any work is done.
    """
    # A refused request must not create a folder. So everything is checked before the folder is created, and again
    # after it is locked.
    folder = Path(folder)
    store = opened(folder, rules, repair=repair)
    long_enough = store.length >= length
    if long_enough and not repair:
        return _read(store, rules)
    solved = None if long_enough else _affordable(rules, length, direct=direct)
    with open_for_writing(folder):
        store = open_store(folder, rules, repair=repair)
        if repair:
            store.repair()
        store.check()
        if store.chunks:
            store.save()
        if store.length < length and long_enough:  # the repair has removed values
            solved = _affordable(rules, length, direct=direct)
        while store.length < length:
            if not store.add_existing_chunk():
                _extend(store, rules, length, solved)
    return store


def _read(store: Store, rules: HeapRules) -> Store:
    """Check a stored sequence that is long enough. A manifest that was lost is written again if possible."""
    store.check()
    if store.notify_if_rebuilt():
        with suppress(OSError, BusyError, StoreError), folder_lock(store.folder):
            opened(store.folder, rules).save()
    return store


def _extend(store: Store, rules: HeapRules, length: int, solved: heap_tables.SolvedHeaps | None) -> None:
    """Append values up to `length`, or up to the next chunk that already exists."""
    end = store.end_of_gap(length)
    if solved is not None:
        values = heap_tables.first_values(solved, end)
        while store.length < end:
            store.append(values[store.length : min(end, store.length + _MOST_VALUES)], "period")
        return
    cost = rules.cost(length - 1)
    cached: heap_tables.SolvedHeaps | None = tables.get(rules)
    engine = rules.engine(end, cached.values if cached and len(cached.values) > store.length else store.values())
    done = rules.cost(engine.known - 1).options
    while store.length < end:
        known_stop = min(engine.known, store.length + _MOST_QUICK)  # a search for a period may have computed values
        chunk_stop = store.length + _MOST_QUICK if engine.quick else _end_of_chunk(rules, store.length)
        stop = min(end, max(known_stop, chunk_stop))
        for known in heap_tables.fill_in_steps(rules, engine, stop):
            progress.report(rules.cost(known - 1).options - done, cost.options - done)
        store.append(engine.values[store.length : stop], engine.name)
    if rules.tabulated:
        progress.record("kernel" if rules.compiled else "plain table", rules.cost(end - 1).options - done)


def _affordable(rules: HeapRules, length: int, *, direct: bool) -> heap_tables.SolvedHeaps | None:
    """Return the table with a proved period if it exists and may be used. Raises `OverBudgetError`."""
    solved = None if direct or rules.theorem is None else _proved(rules, length)
    if solved is None:
        heap_tables.check(rules, "over.sequence", length - 1)
    else:
        what = Message("over.values", {"count": length, "code": rules.shown_code})
        limits.check(what, limits.Cost(0, rules.cost(length - 1).bytes))
    return solved


def _proved(rules: HeapRules, length: int) -> heap_tables.SolvedHeaps | None:
    """Return the table with its proved period if a short search finds a period; otherwise None."""
    found = rules.period(min(length, heap_tables.short_search_length(rules)))
    solved: heap_tables.SolvedHeaps | None = tables.get(rules)
    return solved if solved is not None and found.status == "proved" and solved.period is not None else None


def _end_of_chunk(rules: HeapRules, start: int) -> int:
    most = rules.cost(start).options + _MOST_OPTIONS
    heaps = range(start + 1, start + _MOST_VALUES)
    return start + 1 + bisect_right(heaps, most, key=lambda heap: rules.cost(heap).options)
