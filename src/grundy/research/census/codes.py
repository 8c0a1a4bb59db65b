"""Octal codes of a census: the period of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.games.families.heaps.codes import heaps
from grundy.research.census.relatives import Relative, Relatives
from grundy.runtime import limits, progress
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from grundy.games.families.heaps.heap_rules import HeapRules

_QUOTIENT = ("order", "lost", "quotient_preperiod", "quotient_period", "quotient_heaps", "wild")
_STEPS = 20_000_000  # a second or two: the same on every machine
_RELATIVES = Relatives()  # the codes that this process has solved


def solve_codes(digits: int, length: int, start: int, stop: int, relatives: Relatives = _RELATIVES) -> Any:
    """Return the rows of the codes start to stop - 1. Code 0.d1 d2 ... has the octal digits of its number.

    A code that is proved to have the nimbers of a code without a period, which is among `relatives`, gets the row of
    that code. The row would be the same, and each such code saves n^2 / 4 options.
    """
    import pyarrow as pa

    rows = []
    for number in range(start, stop):
        rules = heaps(f"0.{number:0{digits}o}")
        rows.append(_row(rules, length, relatives))
        tables.clear()  # the tables of this code are not needed again
    columns = {name: pa.array([row[name] for row in rows], kind()) for name, kind in _kinds().items()}
    return pa.table(columns)


def solve_quotients(digits: int, length: int, start: int, stop: int) -> Any:
    """Return the rows of `solve_codes`, with the columns of the misère quotients."""
    import pyarrow as pa

    table = solve_codes(digits, length, start, stop)
    found = [_quotient(heaps(code)) for code in table["position"].to_pylist()]
    for name, column in zip(_QUOTIENT, zip(*found, strict=True), strict=True):
        table = table.append_column(name, pa.array(column, pa.int64()))
    return table


def _quotient(rules: HeapRules) -> tuple[int | None, ...]:
    """Return the columns of the misère quotient of a code, found within `_STEPS`, or from the nimbers of tame heaps."""
    from grundy.theory.quotients import MOST_HEAPS
    from grundy.theory.tame import OctalKinds, find_tame

    with limits.limited(threads=1):
        found = rules.misere_quotient(seconds=None, steps=_STEPS)
        kinds = OctalKinds(found.digits, rules.nimbers)
        tame = find_tame(rules.code, kinds, found.heaps, None).heaps
        if tame == MOST_HEAPS:
            found = rules.misere_quotient(seconds=None)  # of more tame heaps
    tables.clear()
    wild = None if kinds.reason is None else tame + 1
    return found.order, len(found.lost_elements), found.preperiod, found.period, found.heaps, wild


def _kinds() -> dict[str, Any]:
    import pyarrow as pa

    whole = dict.fromkeys(("checked", "preperiod", "period", "saltus", "bound", "exceptions"), pa.int64)
    more = dict.fromkeys(("largest", "largest_at", "options"), pa.int64)
    return {"position": pa.large_string, "status": pa.string, **whole, **more, "engine": pa.string}


def _row(rules: HeapRules, length: int, relatives: Relatives) -> dict[str, Any]:
    """Return the row of a code: its period, the largest nimber found and its first heap, and the options examined."""
    relative = relatives.find(rules, length)
    if relative:
        return relative.row | {"position": rules.code, "options": _options(rules, length)}
    # Kernels whatever is compiled: their name and the options that they count are in the row.
    with progress.tallied() as tally, limits.limited(threads=1, kernel_above=-1):
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
        relatives.keep(Relative(rules, values, row))
    return row


def _options(rules: HeapRules, length: int) -> int:
    """Return the number of options of heaps 1 to length - 1."""
    return rules.cost(length - 1).options - rules.cost(0).options
