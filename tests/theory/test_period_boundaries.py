"""Periods of sequences against their definition, at every length."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grundy.theory import periods
from grundy.theory.periods import Period, Theorem, find_period
from support.without_packages import missing

SEQUENCES = {
    "constant": [5] * 70,
    "period 2": [0, 1] * 40,
    "period 3 after 4": [9, 1, 9, 1, *([2, 3, 2] * 25)],
    "period 11": list(range(11)) * 7,
    "an exception late": [*([1, 2] * 20), 7, *([1, 2] * 30)],
    "one value before": [3, *([1, 2, 1] * 20)],
    "a saltus": [n // 3 + (n == 2) for n in range(90)],
    "falling": [50 - n // 2 for n in range(90)],
    "no period": [n * n % 97 for n in range(80)],
}
THEOREMS = [None, Theorem(1, 2), Theorem(2, 3)]


def described(values: list[int], theorem: Theorem | None, *, arithmetic: bool) -> Period:
    """Return what the definitions say: the least shift that is proved, else the least that is observed."""
    size = len(values)
    observed = None
    for period in range(1, size - 1):
        saltus = values[-1] - values[-1 - period]
        start = size - period
        while start > 0 and values[start - 1 + period] - values[start - 1] == saltus:
            start -= 1
        bound = None if theorem is None or saltus else theorem.heaps * (max(start, 1) + period - 1) + theorem.places + 1
        unequal = [n for n in range(start) if values[n + period] != values[n] + saltus]
        off_block = [n for n in range(start) if values[n] != _extended(values, start, period, saltus, n)]
        found: dict[str, Any] = {
            "checked": size,
            "preperiod": start,
            "period": period,
            "saltus": saltus,
            "theorem": None if bound is None else str(theorem),
            "bound": bound,
            "off_block": periods.Exceptions(len(off_block), max(off_block, default=None)),
            "unequal": periods.Exceptions(len(unequal), max(unequal, default=None)),
        }
        if bound is not None and bound <= size:
            return Period("proved", **found)
        compared = size - period - start
        if observed is None and compared >= max(20, 2 * period) and 2 * start <= size and (arithmetic or not saltus):
            observed = Period("observed", **found)
    return observed or Period("unknown", size)


def _extended(values: list[int], start: int, period: int, saltus: int, heap: int) -> int:
    """Return the value that the first period, continued to the left, has at a heap."""
    less = 0
    while heap < start:
        heap, less = heap + period, less + saltus
    return values[heap] - less


@pytest.mark.parametrize("theorem", THEOREMS)
@pytest.mark.parametrize("name", SEQUENCES)
def test_each_length(name: str, theorem: Theorem | None) -> None:
    for length in range(len(SEQUENCES[name]) + 1):
        values = SEQUENCES[name][:length]
        for arithmetic in (True, False):
            found: Any = described(values, theorem, arithmetic=arithmetic) if length > 2 else Period("unknown", length)
            assert find_period(np.array(values, np.int64), theorem, arithmetic=arithmetic) == found
            if length % 7 == 0 or found.status != "unknown":
                with missing("numba", "numpy"):
                    assert find_period(values, theorem, arithmetic=arithmetic) == found


def test_a_heap_without_a_period_stands_for_itself() -> None:
    assert Period("unknown", 9).reduce(7) == (7, 0)
    assert Period("proved", 9, preperiod=4, period=3, saltus=1).reduce(3) == (3, 0)
    assert Period("proved", 9, preperiod=4, period=3, saltus=1).reduce(4) == (4, 0)
    assert Period("proved", 9, preperiod=4, period=3, saltus=1).reduce(10) == (4, 2)
