"""The engine that has made a table of heaps and can go on: it is kept, counted and dropped with the table."""

from __future__ import annotations

import pytest

import grundy
from grundy.families.heaps.heap_tables import extend
from grundy.runtime.table_cache import tables


@pytest.mark.slow
@pytest.mark.needs_jit
def test_an_idle_engine_is_counted_and_dropped_with_its_table() -> None:
    rules = grundy.heaps("0.16")
    tables.clear()
    first = extend(rules, 400_000)
    assert first.engine is not None
    assert tables.bytes == first.bytes > first.values.nbytes + 100_000
    second = extend(rules, 500_000)
    assert second.engine is first.engine  # it has gone on
    assert tables.bytes == second.bytes
    tables.clear()
    assert tables.bytes == 0
    third = extend(rules, 400_000)
    assert third.engine is not first.engine
    assert (third.values == second.values[:400_000]).all()
