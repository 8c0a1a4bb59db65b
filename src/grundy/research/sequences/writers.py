"""Sequences of nimbers as data and files: CSV, b-file, JSON, Arrow, Parquet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.runtime import arrays
from grundy.runtime import parquet as parquet_files

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.games.families.heaps.heap_rules import HeapRules
    from grundy.theory.periods import Period

    Values = NDArray[np.unsignedinteger[Any]]

_LINES = 2**14  # lines in one block of text
_ROWS = 2**20  # rows in one block of Parquet


def csv(values: Values) -> Iterator[str]:
    """Yield a CSV file in blocks of lines. Columns: heap, nimber."""
    yield "heap,nimber\n"
    yield from _lines(values, ",")


def b_file(values: Values, code: str) -> Iterator[str]:
    """Yield an OEIS b-file in blocks of lines: a comment with ``#`` that names the sequence, then lines ``n a(n)``."""
    yield f"# Nimbers G(n) of a heap of n under the code {code}: n, G(n) for n = 0..{len(values) - 1}.\n"
    yield from _lines(values, " ")


def arrow(values: Values, start: int = 0) -> Any:
    """Return a `pyarrow.Table` with a row for each heap from `start` on: ``heap``, as int64, and ``nimber``.

    Raises `MissingPackageError` without pyarrow, which the extra ``arrow`` installs.
    """
    parquet_files.check()
    import numpy as np
    import pyarrow as pa

    return pa.table({"heap": np.arange(start, start + len(values)), "nimber": values})


def parquet(values: Values) -> memoryview:
    """Return a Parquet file with the rows that `arrow` describes. It is built in blocks of a million rows."""
    parquet_files.check()
    starts = range(0, max(1, len(values)), _ROWS)
    return parquet_files.encoded((arrow(values[start : start + _ROWS], start) for start in starts), counted="heap")


def data(rules: HeapRules, values: Values, period: Period | None, **further: object) -> dict[str, object]:
    """Return a sequence for JSON; the entries of `further` come before the period and the values."""
    return about(rules, values, period, **further) | {"values": arrays.listed(values)}


def json_list(values: Values) -> Iterator[str]:
    """Yield the text of the values as a JSON list in parts, as `json.dumps` with an indent of 2 writes it."""
    comma = ""
    for start in range(0, len(values), _LINES):
        yield f"{comma}\n    "
        yield ",\n    ".join(map(str, arrays.listed(values[start : start + _LINES])))
        comma = ","


def about(rules: HeapRules, values: Values, period: Period | None, **further: object) -> dict[str, object]:
    """Return the entries of `data` without the values."""
    largest, _ = arrays.largest(values)
    found: dict[str, object] = {"code": rules.code, "offset": 0, "length": len(values), "largest": largest}
    found |= further
    if period is not None:
        found["period"] = period.data()
    return found


def _lines(values: Values, separator: str) -> Iterator[str]:
    for start in range(0, len(values), _LINES):
        part = arrays.listed(values[start : start + _LINES])
        yield "".join(f"{heap}{separator}{value}\n" for heap, value in enumerate(part, start=start))
