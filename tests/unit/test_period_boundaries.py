"""Periods of sequences against their definition, at every length; how far a search for one looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from grundy.theory import periods
from grundy.theory.periods import Period, Theorem, find_period, search_period
from support.without_packages import missing

if TYPE_CHECKING:
    from collections.abc import Callable

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
                    assert find_period(values, theorem, arithmetic=arithmetic) == found  # type: ignore[arg-type]


def test_a_heap_without_a_period_stands_for_itself() -> None:
    assert Period("unknown", 9).reduce(7) == (7, 0)
    assert Period("proved", 9, preperiod=4, period=3, saltus=1).reduce(3) == (3, 0)
    assert Period("proved", 9, preperiod=4, period=3, saltus=1).reduce(4) == (4, 0)
    assert Period("proved", 9, preperiod=4, period=3, saltus=1).reduce(10) == (4, 2)


def lengths(values: Callable[[int], int], theorem: Theorem | None, most: int, has: int = 10**9) -> list[int]:
    """Return how many values a search asks for, one look after the other."""
    asked: list[int] = []

    def values_to(length: int) -> Any:
        asked.append(length)
        return np.array([values(n) for n in range(min(length, has))], np.int64)

    search_period(values_to, theorem, most=most, seconds=None)
    return asked


def test_looks_of_a_search() -> None:
    """Half as many more each time; less where that proves what is seen, and never more than allowed."""
    assert lengths(lambda n: n * n, None, 200) == [64, 96, 144, 200]
    assert lengths(lambda n: n * n, None, 64) == [64]
    assert lengths(lambda n: n * n, None, 10) == [10]
    assert lengths(lambda n: n * n, None, 200, has=96) == [64, 96, 144]
    assert lengths(lambda n: n % 2, Theorem(1, 2), 200) == [64]
    for places in (58, 59, 60, 154, 155, 156, 157):  # 2 * (1 + 2 - 1) + places + 1 values prove period 2
        bound = 5 + places
        near = [64] if bound <= 64 else [64, bound] if bound <= 160 else [64, 96, bound]
        assert lengths(lambda n: n % 2, Theorem(2, places), 200) == near


def test_looks_that_are_not_worth_their_time() -> None:
    """Values are made to the end without them, and the last look that was made counts."""
    made: list[int] = []

    def values_to(length: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        made.append(length)
        return np.arange(length) % 40

    def found(worth_a_look: Callable[[int], bool]) -> Period:
        return search_period(values_to, Theorem(2, 2), most=200, seconds=None, worth_a_look=worth_a_look)

    assert found(lambda length: length > 150).checked == 200
    assert found(lambda length: length < 90) == Period("unknown", 64)
    assert made == [64, 96, 144, 200, 64, 96, 144, 200]


def test_the_clock_ends_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the deadline itself, after the look at hand."""
    times = iter([0.0, 4.0, 5.0, 6.0])
    monkeypatch.setattr("grundy.theory.periods.monotonic", lambda: next(times))
    found = search_period(lambda length: np.arange(length) ** 2, None, most=10**6, seconds=5.0)
    assert found == Period("unknown", 96)
