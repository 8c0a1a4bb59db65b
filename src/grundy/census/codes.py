"""Octal codes of a census: the period of each."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from grundy.census.parts import SolvedPart
from grundy.census.relatives import Relative, Relatives
from grundy.families.heaps.rules_of_codes import heaps
from grundy.runtime import limits, progress
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from grundy.families.heaps.heap_rules import HeapRules

_RELATIVES = Relatives()


def solve_codes(digits: int, length: int, start: int, stop: int) -> SolvedPart:
    """Look for the periods of the codes 0.d1 d2 ... whose digits are those of the octal numbers start to stop - 1.

    A code without a period that has the nimbers of one that this process has solved directly gets them from there: the
    row is the same, and each such code saves n^2 / 4 options.
    """
    import pyarrow as pa

    begun = time.perf_counter()
    rows = []
    for number in range(start, stop):
        rules = heaps(f"0.{number:0{digits}o}")
        rows.append(_row(rules, length))
        tables.clear()  # of a code that nobody asks about again
    columns = {name: pa.array([row[name] for row in rows], kind()) for name, kind in _kinds().items()}
    return SolvedPart(pa.table(columns), time.perf_counter() - begun)


def _kinds() -> dict[str, Any]:
    import pyarrow as pa

    whole = dict.fromkeys(("checked", "preperiod", "period", "saltus", "bound", "exceptions"), pa.int64)
    more = dict.fromkeys(("largest", "largest_at", "options"), pa.int64)
    return {"position": pa.large_string, "status": pa.string, **whole, **more, "engine": pa.string}


def _row(rules: HeapRules, length: int) -> dict[str, Any]:
    """Return what is known of a code: its period, the largest nimber looked at and its first heap, and the work."""
    relative = _RELATIVES.find(rules, length)
    if relative:
        return relative.row | {"position": rules.code, "options": _options(rules, length)}
    with progress.tallied() as tally, limits.limited(threads=1):
        found = rules.period(length)
        values = rules.nimbers(found.checked)
    largest = int(values.max())
    row = {
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
    if found.status == "unknown" and tally.options == _options(rules, length):  # solved directly, to the end
        _RELATIVES.keep(Relative(rules, values, row))
    return row


def _options(rules: HeapRules, length: int) -> int:
    """Return the options of a table of so many heaps, heap 0 apart."""
    return rules.cost(length - 1).options - rules.cost(0).options
