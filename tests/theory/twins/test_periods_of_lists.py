"""Periods: arrays against plain lists, which are used where NumPy is missing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.theory.periods import Theorem, find_period
from support.without_packages import missing


@st.composite
def sequences(draw: st.DrawFn) -> list[int]:
    """Sequences that are periodic, some with a saltus, after a few other values, cut off anywhere."""
    prefix = draw(st.lists(st.integers(0, 3), max_size=12))
    block = draw(st.lists(st.integers(0, 3), min_size=1, max_size=6))
    saltus = draw(st.sampled_from([0, 0, 1, 2]))
    rounds = [value + saltus * turn for turn in range(120) for value in block]
    return (prefix + rounds)[: draw(st.integers(0, 120))]


@pytest.mark.parametrize("theorem", [None, Theorem(1, 2), Theorem(2, 3)])
@given(values=sequences(), arithmetic=st.booleans())
def test_periods_of_lists(theorem: Theorem | None, values: list[int], *, arithmetic: bool) -> None:
    found = find_period(np.array(values, np.uint16), theorem, arithmetic=arithmetic)
    with missing("numba", "numpy"):
        assert find_period(values, theorem, arithmetic=arithmetic) == found
