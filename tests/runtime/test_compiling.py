"""Whether machine code is used: by the time that plain Python takes, what is on disk, and the work that is done."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("numba")

import numpy as np

import grundy
from grundy.games.families.cutting.board import Rectangle
from grundy.runtime import compiling, limits, progress
from grundy.runtime.compiling import MachineCode
from grundy.runtime.costs import KERNEL_SECONDS
from grundy.runtime.table_cache import tables
from support.twins import plain

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CODE = MachineCode((("fast.py", "fill"),))
MICROSECONDS = 10**6  # options that take a microsecond each


@pytest.fixture
def new_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no machine code be on disk."""
    monkeypatch.setattr(compiling, "is_on_disk", lambda _: False)


@pytest.fixture
def numba_is_loaded() -> None:
    import numba  # noqa: F401 - from here on it is


def pays_off(seconds: float) -> bool:
    return compiling.pays_off(CODE, int(seconds * MICROSECONDS), 1 / MICROSECONDS)


@pytest.mark.usefixtures("new_machine", "numba_is_loaded")
def test_work_that_takes_longer_than_a_compile_is_worth_it() -> None:
    assert not pays_off(0.9 * KERNEL_SECONDS)
    assert pays_off(1.1 * KERNEL_SECONDS)
    assert pays_off(0.001)  # it is compiled now
    assert not compiling.pays_off(CODE, 100, 1.0)  # the call of a kernel would take longer


@pytest.mark.usefixtures("new_machine")
def test_a_budget_decides_by_the_options() -> None:
    with limits.limited(kernel_above=1000):
        assert not compiling.pays_off(CODE, 1000, 1.0)
        assert compiling.pays_off(CODE, 1001, 0.0)
        assert compiling.worth_a_table(1001)


def test_numba_may_be_installed_and_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba may be installed, but not for this version of NumPy."""
    monkeypatch.setattr(compiling, "available", lambda _: False)
    assert not compiling.use(CODE)
    assert not pays_off(100.0)


def test_an_index_older_than_its_source_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code on disk is that of the source as it is, under the Python that runs."""
    monkeypatch.undo()
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    source = tmp_path / "made.py"
    source.write_text("")
    index = tmp_path / "__pycache__" / f"made.fill-12.py{sys.version_info.major}{sys.version_info.minor}.nbi"
    index.parent.mkdir()
    code = MachineCode(((str(source), "fill"),))
    assert not compiling.is_on_disk(code)
    index.write_bytes(b"")
    assert not compiling.is_on_disk(code)  # the index alone, as a full disk leaves it
    index.with_suffix(".1.nbc").write_bytes(b"")
    assert compiling.is_on_disk(code)
    assert not compiling.is_on_disk(MachineCode(((str(source), "other"),)))
    os.utime(index, (1, 1))
    assert not compiling.is_on_disk(code)


@pytest.mark.parametrize(
    "module", ["grundy.cli.warm", "grundy.core.loopy.labels", "grundy.games.families.pieces.nimbers_kernel"]
)
def test_a_kernel_loads_numba_at_its_first_call(module: str) -> None:
    """A small question, which needs no machine code, does not wait for Numba."""
    code = f"import sys, {module}; print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout == b"False\n"


# The same values from plain Python, where no machine code is on disk


@grundy.ruleset(compiled=True)
def euclid_or_nim(first: int, second: int) -> Iterator[tuple[int, int]]:
    """Take from one heap, or the smaller from the larger."""
    for left in range(first):
        yield left, second
    for left in range(second):
        yield first, left
    if 0 < first < second:
        yield first, second - first
    elif 0 < second < first:
        yield first - second, second


@pytest.mark.usefixtures("new_machine")
@pytest.mark.parametrize("above", [None, 0, 100])
def test_compiled_rulesets_are_worth_the_same(above: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain search to the end, or machine code after some options. It runs as plain Python here."""
    numba = pytest.importorskip("numba")
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)
    for state in ((6, 9), (9, 9), (7, 8)):
        tables.clear()
        with limits.limited(kernel_above=above), np.errstate(over="ignore"), progress.tallied() as tally:
            found = euclid_or_nim.value(state)
        assert tally.engine == {None: "search", 0: "compiled", 100: "search+compiled"}[above]
        assert found == plain(euclid_or_nim, state, {})


def test_rectangles_of_a_small_board_are_those_of_the_search() -> None:
    """A certificate lists them, also where no machine code is there."""
    rules: Any
    ((rules, whole),) = grundy.games.wall_making("X..\n.X.\n...\n..X").components
    memo: dict[Any, int] = {}
    intervals = [list(combinations(range(side + 1), 2)) for side in (4, 3)]
    expected = [[plain(rules, Rectangle(*rows, *columns), memo) for columns in intervals[1]] for rows in intervals[0]]
    for above in (None, -1):
        tables.clear()
        with limits.limited(kernel_above=above):
            assert rules.rectangles(whole).tolist() == expected
