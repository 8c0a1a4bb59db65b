"""Growing a stored sequence chunk by chunk, from the end of the last run."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.games.families.heaps import heap_tables
from grundy.research.sequences.store import open_store
from grundy.runtime import limits, progress
from grundy.runtime.costs import STEP_OPTIONS
from grundy.runtime.files import open_for_writing
from grundy.runtime.messages import Message
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from grundy.games.families.heaps.heap_rules import HeapRules
    from grundy.research.sequences.store import Store

    Values = NDArray[np.unsignedinteger[Any]]

_MOST_VALUES = 2**22  # values of a chunk
_MOST_OPTIONS = 4 * STEP_OPTIONS  # of a chunk: a tenth of a second, or a second if nimbers are large


def grow(folder: Path | str, rules: HeapRules, length: int, *, direct: bool = False, repair: bool = False) -> Store:
    """Grow the stored sequence of `rules` in `folder` to `length` values, and return it.

    Stored values are compared with their digests first; with `repair`, damaged values are computed again. Once a period
    is proved, further chunks are copies of the period, unless `direct`. Progress is reported in options. After an
    exception, all chunks that were listed still exist. A sequence that is long enough is only read: its folder may be
    on a read-only medium, and another process may grow it at the same time.

    Raises `BusyError`, `DamageError`, `FolderError`, `StoreError`; and `OverBudgetError` before any work is done.
    """
    folder = Path(folder)
    store = open_store(folder, rules)
    if store.length >= length and not repair:
        store.check()
        return store
    # A refused request must not create a folder.
    solved = None if store.length >= length else _affordable(rules, length, direct=direct)
    with open_for_writing(folder):
        store = open_store(folder, rules, notify=False)  # another process may have grown it
        if repair:
            _repair(store, rules)
        store.check()
        if repair or not store.chunks:
            store.save()
        if store.length < length:
            _extend(store, rules, length, solved)
    return store


def _repair(store: Store, rules: HeapRules) -> None:
    """Compute the values of damaged chunks again, each from the values before it."""
    for chunk in store.damaged():
        engine = rules.engine(chunk.stop, store.values(chunk.start))
        for _ in heap_tables.fill_in_steps(rules, engine, chunk.stop):
            progress.check_cancelled()
        store.replace(chunk, engine.values[chunk.start : chunk.stop])


def _extend(store: Store, rules: HeapRules, length: int, solved: heap_tables.SolvedHeaps | None) -> None:
    """Append values up to `length`."""
    if solved is not None:
        values = heap_tables.first_values(rules, solved, length)
        while store.length < length:
            store.append(values[store.length : min(length, store.length + _MOST_VALUES)], "period")
        return
    cost = rules.cost(length - 1)
    cached: heap_tables.SolvedHeaps | None = tables.get(rules)
    engine = rules.engine(length, cached.values if cached and len(cached.values) > store.length else store.values())
    done = rules.cost(engine.known - 1).options
    while store.length < length:
        known_stop = min(engine.known, store.length + _MOST_VALUES)  # a search for a period may have computed values
        chunk_stop = store.length + _MOST_VALUES if engine.quick else _end_of_chunk(rules, store.length)
        stop = min(length, max(known_stop, chunk_stop))
        for known in heap_tables.fill_in_steps(rules, engine, stop):
            progress.report(rules.cost(known - 1).options - done, cost.options - done)
        store.append(engine.values[store.length : stop], engine.name)
    if rules.tabulated:
        progress.record("kernel" if rules.compiled else "plain table", rules.cost(length - 1).options - done)


def _affordable(rules: HeapRules, length: int, *, direct: bool) -> heap_tables.SolvedHeaps | None:
    """Return the table with a proved period if it exists and may be used. Raises `OverBudgetError`."""
    solved = None if direct or not rules.provable else _proved(rules, length)
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
