"""Periods: published rows, all short codes, and what must never be claimed."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
from grundy.errors import OverBudgetError
from grundy.runtime import limits
from grundy.runtime.table_cache import tables
from grundy.theory.periods import Exceptions, Period, Theorem, find_period, search_period

# n0 and p of the literature (Winning Ways, chapter 4; Flammenkamp's tables), counting heaps from 0.
ROWS = """
0.07 53 34 | 0.77 71 12 | 0.137 52 34 | 0.17 33 34 | 0.26 1 4 | 0.4 54 34 | 0.44 143 24 | 0.51 1 1 | 0.53 11 9
0.71 3 2 | 0.75 1 2 | 0.017 15 60 | 0.044 214 36 | 0.045 189 32 | 0.051 48 48 | 0.101 4 1 | 0.116 139 96
0.124 122 62 | 0.134 60 62 | 0.141 14 11 | 0.176 24 8 | 0.312 5 2 | 0.373 2 28 | 0.524 1 52 | 4.3 2 2
4.024 2 60 | 4.444 143 24 | 0.156 3479 349 | 0.165 5181 1550 | 0.16 105351 149459 | 0.56 326640 144 | 0.34 7 8
0.15 1 10 | 0.177 497 20 | 0.127 46578 4
"""
CASES = [
    (code, int(start), int(length))
    for code, start, length in (row.split() for row in ROWS.replace("\n", "|").split("|") if row.strip())
]
PLAIN = 60  # preperiods that plain Python can reach
QUICK = 1000  # and that the kernel reaches at once


def case_of(row: tuple[str, int, int]) -> Any:
    """Mark the cases that take long."""
    marks = [pytest.mark.needs_jit] if row[1] > PLAIN else []
    return pytest.param(*row, marks=[*marks, pytest.mark.slow] if row[1] > QUICK else marks)


ARITHMETIC = "arithmetic periods of moves that leave at most three heaps"


@pytest.mark.parametrize(("code", "preperiod", "period"), [case_of(row) for row in CASES])
def test_published_periods(code: str, preperiod: int, period: int) -> None:
    found = grundy.heaps(code).period(10**6)  # however long it takes on this machine
    assert (found.status, found.preperiod, found.period, found.saltus) == ("proved", preperiod, period, 0)
    assert found.bound is not None
    assert found.bound <= found.checked
    assert found.off_block is not None
    assert found.off_block.last == (preperiod - 1 if preperiod else None)


# OEIS A002186, A002187, A002188, A046695, A125916, A125924 (from heap 1 on), and the heaps of Treblecross.
FIRST_TERMS = {
    "kayles": "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7",
    "dawsons-chess": "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4 0 1 1 2 0 3",
    "dawsons-kayles": "0 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3",
    "grundys-game": "0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4",
    "officers": "0 0 1 2 0 1 2 3 1 2 3 4 0 3 4 2 1 3 2 1 0 2 1 4 5",
    "0.007": "0 0 0 1 1 1 2 2 0 3 3 1 1 1 0 4 3 3 3 2 2 2 4 4 0",
    "laskers-nim": "0 1 2 4 3 5 6 8 7 9 10 12 11",
    "guiles": "0 1 1 0 1 1 2 2 1 2 2 1 1 0 1 1 2 2 1 2 2",
    "flanigans-game": "0 1 0 1 2 0 1 0 3 1 2 1 2 0 3 0 3",
}


@pytest.mark.parametrize("name", FIRST_TERMS)
def test_first_terms(name: str) -> None:
    values = [int(word) for word in FIRST_TERMS[name].split()]
    assert [grundy.games.find(name)(heap).nimber for heap in range(len(values))] == values


def test_sizes_of_related_games() -> None:
    for size in range(1, 40):
        if size >= 3:
            assert grundy.games.treblecross(size).nimber == grundy.heaps("0.007").value(size + 2)
        assert grundy.games.dawsons_chess(size).nimber == grundy.heaps("0.07").value(size + 1)
        assert grundy.games.couples_are_forever(size).nimber == grundy.heaps("0.6").value(size - 1)
        assert grundy.games.polygon(size).nimber == grundy.heaps("0.07").value(size)


def test_exceptions_of_kayles_in_both_senses() -> None:
    """The 14 exceptions that Winning Ways lists, n = 0 among them; the last is 70."""
    found = grundy.heaps("0.77").period()
    assert found.off_block == Exceptions(14, 70)
    values = [int(value) for value in grundy.heaps("0.77").nimbers(200, direct=True)]
    assert found.unequal == Exceptions(sum(values[n] != values[n + 12] for n in range(150)), 70)
    assert found.bound == 2 * (71 + 12 - 1) + 2 + 1
    dawson = grundy.heaps("0.137").period()  # OEIS A002187: n = 0, 14, 16, 17, 31, 34 and 51
    assert dawson.off_block == Exceptions(7, 51)


@pytest.mark.needs_jit
def test_short_periods_of_short_codes_are_proved() -> None:
    """Each code of up to two digits, and a tenth of those of three: the claim holds on ten times as many values."""
    codes = ["".join(digits) for size in (1, 2) for digits in product("01234567", repeat=size)]
    codes += ["".join(digits) for digits in product("01234567", repeat=3)][3::10]
    unsolved = {"06", "14", "36", "37", "64", "74", "76", "6"}  # no period is known
    for digits in codes:
        rules = grundy.heaps(f"0.{digits}")
        found = rules.period(2000)
        if found.status != "proved":
            continue
        assert found.period is not None
        assert found.preperiod is not None
        values = rules.nimbers(10 * found.checked if found.checked < 500 else 6000, direct=True)
        assert np.array_equal(values[found.preperiod : -found.period], values[found.preperiod + found.period :])
        assert not any(
            np.array_equal(values[found.preperiod : -shift], values[found.preperiod + shift :])
            for shift in range(1, found.period)
        )
        assert found.preperiod == 0 or values[found.preperiod - 1] != values[found.preperiod - 1 + found.period]
    for digits in unsolved:
        assert grundy.heaps(f"0.{digits}").period(3000).status != "proved"


@pytest.mark.parametrize("code", ["0.4", "0.2", "0.04", "0.002", "0.07"])
def test_three_values_prove_nothing(code: str) -> None:
    assert str(grundy.heaps(code).period(length=3)) == "unknown: no period is seen in the first 3 values"
    assert [grundy.heaps(code).period(length=n).status for n in (1, 2)] == ["unknown", "unknown"]


def test_an_empty_heap_is_no_heap() -> None:
    """0.4 begins 0 0 0 1: from n0 = 0 the theorem would be false; its bound never starts below 1."""
    assert Theorem(2, 1).values_needed(0, 1) == Theorem(2, 1).values_needed(1, 1) == 4
    values = grundy.heaps("0.4").nimbers(5)
    for length in range(6):
        assert find_period(values[:length], Theorem(2, 1)).status == "unknown"


def test_the_preperiod_may_be_0() -> None:
    found = grundy.heaps("0.33").period()
    assert (found.status, found.preperiod, found.period, found.bound) == ("proved", 0, 3, 1 + 3 + 2)
    assert found.off_block == found.unequal == Exceptions(0, None)


def test_a_search_ends_after_some_seconds() -> None:
    assert grundy.heaps("0.007").period(500_000, seconds=0.01).checked < 10**5
    assert grundy.heaps("0.014").period(seconds=0.01).status == "unknown"


@pytest.mark.slow
@given(
    st.lists(st.integers(0, 3), max_size=12), st.lists(st.integers(0, 3), min_size=1, max_size=6), st.integers(0, 90)
)
def test_found_periods_are_the_least(prefix: list[int], block: list[int], length: int) -> None:
    """Against trying all of them, on sequences that are periodic and cut off anywhere."""
    values = (prefix + block * 40)[:length]
    length = len(values)
    theorem = Theorem(2, 3)
    found = find_period(np.array(values, np.uint16), theorem)
    proofs = []
    for period in range(1, length):
        start = length - period
        while start > 0 and values[start - 1] == values[start - 1 + period]:
            start -= 1
        if theorem.values_needed(start, period) <= length:
            proofs.append((period, start))
    if proofs:
        assert (found.status, found.period, found.preperiod) == ("proved", *min(proofs))
    else:
        assert found.status != "proved"


@pytest.mark.slow
@given(st.integers(1, 6), st.integers(0, 3), st.integers(0, 9), st.integers(0, 120))
def test_arithmetic_periods_are_observed_only(period: int, saltus: int, start: int, length: int) -> None:
    rng = np.random.default_rng(period)
    block = rng.integers(0, 9, period)
    values = np.array([*range(start), *(block[n % period] + n // period * saltus for n in range(200))])[:length]
    found = find_period(values)
    assert found.status in ("observed", "unknown")
    if length >= 2 * start + 60:
        assert found.status == "observed"
        assert found.period is not None
        assert found.saltus is not None
        assert period % found.period == 0
        assert found.saltus * period == saltus * found.period
        place, more = found.reduce(length + 5)
        full = np.array([*range(start), *(block[n % period] + n // period * saltus for n in range(300))])
        assert values[place] + more == full[length + 5]


@pytest.mark.parametrize(
    ("code", "period", "saltus"),
    [("0.3f", 6, 3), ("0.8", 3, 1), ("0.7[3]", 1, 1)],
)
def test_saltus(code: str, period: int, saltus: int) -> None:
    found = grundy.heaps(code).period(60)
    assert (found.status, found.period, found.saltus, found.theorem) == ("proved", period, saltus, ARITHMETIC)


@pytest.mark.parametrize(("code", "period", "saltus"), [("4.[3]", 4, 4), ("all-but{1,3}", 2, 1)])
def test_a_saltus_that_is_proved(code: str, period: int, saltus: int) -> None:
    found = grundy.heaps(code).period(60)
    assert (found.status, found.period, found.saltus) == ("proved", period, saltus)
    assert found.theorem is not None


def test_nim_is_proved_by_its_theorem() -> None:
    found = grundy.heaps("nim").period()
    assert (found.status, found.preperiod, found.period, found.saltus) == ("proved", 0, 1, 1)
    assert "Bouton" in str(found)


def test_what_is_said() -> None:
    assert str(grundy.heaps("0.77").period()).startswith("proved: period 12 from heap 71 on (Guy and Smith, for moves")
    assert "; 167 values prove it, 167 were checked)" in str(grundy.heaps("0.77").period())
    early = grundy.heaps("0.77").period(150)
    assert (
        str(early) == "observed: period 12 from heap 71 on, as far as heap 149; 167 values would prove it"
        or early.status == "unknown"
    )
    assert Period("unknown", 5).data()["status"] == "unknown"
    assert grundy.heaps("0.77").period().data()["off_block"] == {"number": 14, "last": 70}


@pytest.mark.slow
@pytest.mark.needs_jit
@pytest.mark.parametrize(("code", "mask", "last"), [("0.6", 0x1EE, 20627), ("unequal-2", 0xFE, 82860)])
def test_rare_values_of_unsolved_games(code: str, mask: int, last: int) -> None:
    """What Flammenkamp, and others, found: heaps whose nimber has an even number of bits in the mask die out."""
    rules = grundy.heaps(code)
    values = rules.nimbers(100_000)
    rare = [heap for heap in range(1, len(values)) if (int(values[heap]) & mask).bit_count() % 2 == 0]
    assert rare[-1] == last
    if code == "0.6":
        assert (len(rare), values[last]) == (1583, 277)
    assert rules.period(len(values)).status == "unknown"


@pytest.mark.slow
@pytest.mark.needs_jit
def test_far_heaps_are_answered_from_the_proof() -> None:
    values = grundy.heaps("0.77").nimbers(400, direct=True)
    for heap in (10**6, 10**9 + 7, 10**100):
        assert grundy.games.kayles(heap).nimber == values[300 + (heap - 300) % 12]
    assert np.array_equal(grundy.heaps("0.77").nimbers(30_000), grundy.heaps("0.77").nimbers(30_000, direct=True))
    with pytest.raises(OverBudgetError, match=r"the table of 0.6 up to heap about 10\^100"):
        grundy.heaps("0.6").value(10**100)


def test_a_search_ends_with_the_budget_and_with_the_clock() -> None:
    with limits.limited(kernel_options=2000):
        assert grundy.heaps("0.07").period().status == "unknown"
        with pytest.raises(OverBudgetError):
            grundy.heaps("0.07").period(1000)
    tables.clear()
    asked: list[int] = []

    def values_to(length: int) -> np.ndarray[tuple[int], np.dtype[np.uint16]]:
        asked.append(length)
        return np.random.default_rng(1).integers(0, 9, length, np.uint16)

    found = search_period(values_to, None, most=10**6, seconds=0)
    assert len(asked) == 1
    assert found.status == "unknown"
    with pytest.raises(ValueError, match="expected a length, an integer of at least 1, found 0"):
        grundy.heaps("0.07").period(0)
