"""Octal codes of a census: the period of each."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from grundy.census.parts import Solved
from grundy.families.heaps.reading import heaps
from grundy.runtime import limits, progress
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from grundy.families.heaps.rules import HeapRules


def solve_codes(digits: int, length: int, start: int, stop: int) -> Solved:
    """Look for the periods of the codes 0.d1 d2 ... whose digits are those of the octal numbers start to stop - 1."""
    import pyarrow as pa

    begun = time.perf_counter()
    rows = []
    for number in range(start, stop):
        rules = heaps(f"0.{number:0{digits}o}")
        rows.append(_row(rules, length))
        tables.clear()  # of a code that nobody asks about again
    columns = {name: pa.array([row[name] for row in rows], kind()) for name, kind in _kinds().items()}
    return Solved(pa.table(columns), time.perf_counter() - begun)


def _kinds() -> dict[str, Any]:
    import pyarrow as pa

    whole = dict.fromkeys(("checked", "preperiod", "period", "saltus", "bound", "exceptions"), pa.int64)
    more = dict.fromkeys(("largest", "largest_at", "options"), pa.int64)
    return {"position": pa.large_string, "status": pa.string, **whole, **more, "engine": pa.string}


def _row(rules: HeapRules, length: int) -> dict[str, Any]:
    """Return what is known of a code: its period, the largest nimber looked at and its first heap, and the work."""
    with progress.tallied() as tally, limits.limited(threads=1):
        found = rules.period(length)
        values = rules.nimbers(found.checked)
    largest = int(values.max())
    return {
        "position": rules.code,
        "status": found.status,
        "checked": found.checked,
        "preperiod": found.preperiod,
        "period": found.period,
        "saltus": found.saltus,
        "bound": found.bound,
        "exceptions": None if found.off_block is None else found.off_block.number,
        "largest": largest,
        "largest_at": int(values.argmax()),
        "options": tally.options,
        "engine": tally.engine,
    }
