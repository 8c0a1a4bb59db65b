"""Whether machine code is used: by the time that plain Python takes, what is on disk, and the work that is done."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("numba")

import numpy as np

import grundy
from grundy.core.values import Outcome
from grundy.families.pieces.piece_rules import Piece, PieceBoard, Slide
from grundy.runtime import arrays, compiling, limits, progress
from grundy.runtime.compiling import MachineCode
from grundy.runtime.costs import KERNEL_SECONDS, LOAD_SECONDS
from grundy.runtime.jit import Kernel
from grundy.runtime.table_cache import tables

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


@pytest.mark.usefixtures("numba_is_loaded")
def test_machine_code_on_disk_is_used_for_small_work() -> None:
    assert pays_off(0.001)


def test_the_import_of_numba_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "numba")
    assert not pays_off(0.9 * LOAD_SECONDS)
    assert not compiling.worth_a_table(1000)
    assert compiling.worth_a_table(10**6)
    assert compiling.patience(CODE) == pytest.approx(2 * LOAD_SECONDS)


@pytest.mark.usefixtures("new_machine", "numba_is_loaded")
def test_plain_work_that_was_done_counts_until_a_compile() -> None:
    other = MachineCode((("other.py", "fill"), ("other.py", "copy")))
    assert compiling.patience(other) == pytest.approx(2 * KERNEL_SECONDS / 8)
    compiling.spend(KERNEL_SECONDS)
    assert compiling.patience(other) == 0
    assert pays_off(0.001)
    assert compiling.patience(other) > 0
    assert compiling.patience(CODE) == 0


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


@pytest.mark.parametrize("module", ["grundy.cli.warm", "grundy.loopy.labels", "grundy.families.pieces.nimbers_kernel"])
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


@lru_cache(None)
def by_definition(first: int, second: int) -> int:
    """Return the nimber of two heaps of `euclid_or_nim`, by its rules alone."""
    less, more = min(first, second), max(first, second)
    options = {by_definition(left, second) for left in range(first)}
    options |= {by_definition(first, left) for left in range(second)}
    options |= {by_definition(less, more - less)} if 0 < less < more else set()
    return next(nimber for nimber in range(len(options) + 1) if nimber not in options)


@pytest.mark.usefixtures("new_machine")
@pytest.mark.parametrize("above", [None, 0, 100])
def test_compiled_rulesets_are_worth_the_same(above: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain search to the end, or machine code after some options. It runs as plain Python here."""
    numba = pytest.importorskip("numba")
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)
    for state in ((6, 9), (9, 9), (7, 8)):
        tables.clear()
        with limits.limited(kernel_above=above), np.errstate(over="ignore"), progress.tallied() as tally:
            assert euclid_or_nim.value(state) == by_definition(*state)
        assert tally.engine == {None: "search", 0: "compiled", 100: "search+compiled"}[above]


@pytest.mark.usefixtures("new_machine")
@pytest.mark.parametrize(
    ("steps", "slides"),
    [(((1, 0), (0, 1)), (Slide(1, 1, 3, jumps=True),)), (((-2, -1), (-1, -2), (-2, 1), (1, -2)), ())],
)
def test_pieces_are_worth_the_same(steps: Any, slides: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece among blocked cells: each kind of table, for one cell and for many, or the plain search to the end."""
    monkeypatch.setattr(Kernel, "__call__", lambda kernel, *given: kernel.plain(*given))
    grid = PieceBoard(9, 8, bytes(Random(5).choices((0, 1), (4, 1), k=72)))
    cells = [(row, column) for row in range(9) for column in range(8) if grid.is_open(row, column)]
    piece = Piece(steps, slides, grid)
    right = [piece.value(cell) for cell in cells]
    for above in (None, -1):
        for ask in (
            lambda: [piece.value(cell) for cell in cells],
            lambda: piece.nimbers(cells).tolist(),
            lambda: [piece.outcome(cell) is Outcome.N for cell in cells],
            lambda: piece.outcomes(cells).tolist(),
        ):
            tables.clear()
            with limits.limited(kernel_above=above), np.errstate(over="ignore"), progress.tallied() as tally:
                assert ask() in (right, [value != 0 for value in right])
            assert ("kernel" in tally.engine) is (above is not None)


@pytest.mark.usefixtures("new_machine")
@pytest.mark.parametrize("code", ["0.37", "0.4", "unequal-2", "{1,3,4}", "0.38", "0.7[8]"])
def test_heaps_are_worth_the_same(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes of all kernels, which run as plain Python here, and their plain engines."""
    monkeypatch.setattr(Kernel, "__call__", lambda kernel, *given: kernel.plain(*given))
    rules, found = grundy.heaps(code), []
    for above in (None, -1):
        with limits.limited(kernel_above=above):
            engine = rules.engine(40, arrays.zeros(0, 16))
        assert engine.fill(40)
        found.append(engine.values.tolist())
    assert found[0] == found[1] == [rules.nimber(heap) for heap in range(40)]


@pytest.mark.usefixtures("new_machine")
def test_rectangles_of_a_small_board_are_searched() -> None:
    """A certificate lists them; without machine code on disk, they are the same from the plain search."""
    rules: Any
    ((rules, state),) = grundy.games.wall_making("X..\n.X.\n...\n..X").components
    with progress.tallied() as tally:
        found = rules.rectangles(state).tolist()
    assert tally.engine == "search"
    with limits.limited(kernel_above=-1):
        assert rules.rectangles(state).tolist() == found


@pytest.mark.usefixtures("new_machine")
def test_digraphs_and_quotients_are_worth_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mem, a digraph, and a quotient whose kernels are compiled after some steps."""
    monkeypatch.setattr(Kernel, "__call__", lambda kernel, *given: kernel.plain(*given))
    random = Random(8)
    edges = [(random.randrange(60), random.randrange(60)) for _ in range(150)]

    def found() -> tuple[Any, ...]:
        tables.clear()
        graph, quotient = grundy.digraph(edges), grundy.heaps("0.77").misere_quotient(30)
        return grundy.games.mem("200").nimber, graph.nimbers().tolist(), quotient.certificate(), quotient.steps

    with np.errstate(over="ignore"):
        right = found()
        compiling.spend(KERNEL_SECONDS)
        assert found() == right
        with limits.limited(kernel_above=-1):
            assert found() == right
