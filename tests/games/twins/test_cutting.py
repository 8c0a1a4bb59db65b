"""Cutting boards: kernels, scans, costs and tables against the plain search over `options`."""

from __future__ import annotations

import functools
import itertools
import os
import pickle
import subprocess
import sys
import tracemalloc
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

pytest.importorskip("numba")

from hypothesis import given
from hypothesis import strategies as st

from grundy.core.nimbers import nim_sum
from grundy.errors import CapacityError, OverBudgetError, RulesetError
from grundy.games.families.cutting import kernel as cutting_kernel
from grundy.games.families.cutting import rectangle_tables
from grundy.games.families.cutting.board import CutKind, Cutting, Rectangle, cutting_board, empty_boards
from grundy.games.families.cutting.kernel import Slabs
from grundy.games.families.pieces.piece_rules import Piece, PieceBoard
from grundy.runtime import compiling, limits, progress
from grundy.runtime.table_cache import tables
from support.conditions import JIT
from support.twins import plain

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


_SIDE = 6 if JIT else 4


@st.composite
def boards(draw: st.DrawFn, most: int = _SIDE) -> Cutting:
    height, width = draw(st.integers(1, most)), draw(st.integers(1, most))
    kinds = draw(st.lists(st.sampled_from([0, 1, 2, 3]), min_size=1, max_size=4, unique=True))
    cells = draw(st.lists(st.sampled_from(kinds), min_size=height * width, max_size=height * width))
    return Cutting(height, width, bytes(cells))


@contextmanager
def kernel_of(way: str) -> Iterator[None]:
    """Fill all tables by machine code, or by NumPy."""
    with pytest.MonkeyPatch.context() as patch, limits.limited(kernel_above=-1):
        patch.setattr(rectangle_tables, "pays_off", lambda *_: way == "machine code")
        yield


@pytest.mark.parametrize("way", ["machine code", "NumPy"])
@given(board=boards())
def test_cutting_kernels_at_every_rectangle(way: str, board: Cutting) -> None:
    tables.clear()
    whole = Rectangle(0, board.height, 0, board.width)
    memo: dict[Any, int] = {}
    with kernel_of(way), progress.tallied() as tally:
        board.prepare(whole)
    assert tally.engine == "kernel"
    assert tally.options == board.cost(whole).options
    seen = 0
    for top, bottom in itertools.combinations(range(board.height + 1), 2):
        for left, right in itertools.combinations(range(board.width + 1), 2):
            state = Rectangle(top, bottom, left, right)
            assert board.known(state) == plain(board, state, memo)
            seen += sum(1 for _ in board.options(state))
    assert seen == tally.options  # the cost is exact


@pytest.mark.slow
@pytest.mark.parametrize("vectors", [False, True] if JIT else [False])  # vectors are made by the JIT
@given(board=boards())
def test_cutting_scans_at_every_rectangle(vectors: bool, board: Cutting) -> None:  # noqa: FBT001 - a parameter
    tables.clear()
    whole = Rectangle(0, board.height, 0, board.width)
    memo: dict[Any, int] = {}
    with pytest.MonkeyPatch.context() as patch, limits.limited(kernel_above=-1):
        patch.setattr(cutting_kernel, "has_vectors", lambda: vectors)
        board.prepare(whole)
    for top, bottom in itertools.combinations(range(board.height + 1), 2):
        for left, right in itertools.combinations(range(board.width + 1), 2):
            state = Rectangle(top, bottom, left, right)
            assert board.known(state) == plain(board, state, memo)


@pytest.mark.needs_jit
@pytest.mark.slow
@pytest.mark.parametrize(("kinds", "width"), [([0, 1, 1, 1], 47), ([0, 1, 2, 3], 35), ([2], 35)])
def test_cutting_scans_and_threads_agree_far_from_zero(
    kinds: list[int], width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nimbers of several windows, runs of several chunks, one thread and three, and NumPy."""
    rng = np.random.default_rng(len(kinds))
    board = Cutting(61, width, bytes(rng.choice(np.array(kinds, np.uint8), 61 * width)))
    found = []
    for vectors, threads in [(False, 1), (True, 1), (cutting_kernel.has_vectors(), 3)]:
        monkeypatch.setattr(cutting_kernel, "has_vectors", lambda vectors=vectors: vectors)
        tables.clear()
        with limits.limited(threads=threads):
            board.prepare(Rectangle(0, 61, 0, width))
        found.append(tables_of(board)[0].nimbers)
    tables.clear()
    with kernel_of("NumPy"):
        board.prepare(Rectangle(0, 61, 0, width))
    found.append(tables_of(board)[0].nimbers)
    assert all(np.array_equal(found[0], other) for other in found)
    if kinds == [0, 1, 1, 1]:
        assert found[0].max() >= 256


@pytest.mark.needs_jit
@pytest.mark.parametrize("shape", [(25, 25), (12, 30), (30, 12), (3, 200), (200, 3), (1, 90)])
@pytest.mark.parametrize("kinds", [[0, 1, 1, 1], [0, 1, 2, 3], [1, 3], [1, 2]])
def test_the_kernels_agree(shape: tuple[int, int], kinds: list[int]) -> None:
    """Words of all lengths, several steps for a height, and several columns at once."""
    board = Cutting(*shape, bytes(np.random.default_rng(4).choice(np.array(kinds, np.uint8), shape)))
    found = []
    for way in ("machine code", "NumPy"):
        tables.clear()
        with kernel_of(way):
            board.prepare(board.whole().state)
        found.append(tables_of(board)[0].nimbers)
    assert np.array_equal(*found)


@pytest.mark.needs_jit
@pytest.mark.slow
def test_cutting_on_a_processor_without_vectors(tmp_path: Path) -> None:
    """The machine code of another processor, in a process of its own: slower, and the same nimbers."""
    rng = np.random.default_rng(8)
    board = Cutting(30, 30, bytes(rng.integers(0, 4, 900, np.uint8)))
    program = (
        "import pickle, sys; from grundy.runtime import limits\n"
        "from grundy.games.families.cutting.kernel import has_vectors\n"
        "board, state = pickle.load(sys.stdin.buffer)\n"
        "with limits.limited(kernel_above=-1): print(has_vectors(), board.value(state))"
    )
    printed = subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps((board, Rectangle(0, 30, 0, 30))),
        env=os.environ | {"NUMBA_CPU_NAME": "generic", "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        check=True,
    ).stdout
    assert printed.split() == [b"False", str(board.value(Rectangle(0, 30, 0, 30))).encode()]


@functools.cache
def empty_board(height: int, width: int) -> int:
    """Return the nimber of an empty board from the definition."""
    values = {
        empty_board(i, j)
        ^ empty_board(i, width - 1 - j)
        ^ empty_board(height - 1 - i, j)
        ^ empty_board(height - 1 - i, width - 1 - j)
        for i, j in itertools.product(range(height), range(width))
    }
    return min(set(range(len(values) + 1)) - values)


def test_empty_boards_by_the_definition() -> None:
    most = 20 if JIT else 7
    table = empty_boards(most, most + 5)
    for height, width in itertools.product(range(most + 1), range(most + 6)):
        assert table[height, width] == empty_board(height, width)
    assert np.array_equal(empty_boards(most + 5, most), table.T)


@pytest.mark.needs_jit
def test_empty_boards_beside_the_table_of_a_board() -> None:
    """Runs of more values than are checked at once, and nimbers beyond a word."""
    table = empty_boards(60, 400)
    assert table.max() >= 128
    board = Cutting(40, 40, bytes([1]) * 1600)
    assert board.value(Rectangle(0, 40, 0, 40)) == table[40, 40]
    assert board.value(Rectangle(0, 23, 3, 40)) == table[23, 37]
    pieces = [table[i] ^ table[52 - i] for i in range(53)]
    values = {int(row[j] ^ row[389 - j]) for row in pieces for j in range(390)}
    assert table[53, 390] == min(set(range(len(values) + 1)) - values)


def test_empty_boards_of_wrong_sizes() -> None:
    assert empty_boards(0, 0).shape == (1, 1)
    with pytest.raises(RulesetError, match="at least 0, found -1 and 3"):
        empty_boards(-1, 3)
    with limits.limited(table_bytes=1000), pytest.raises(OverBudgetError, match="empty boards up to 50 x 60"):
        empty_boards(50, 60)


def diamond(radius: int, kinds: list[int]) -> Cutting:
    """Return a turned board, whose corners are absent."""
    cells = itertools.cycle(kinds)
    side = range(-radius, radius + 1)
    return cutting_board([[next(cells) if abs(r) + abs(c) <= radius else CutKind.ABSENT for c in side] for r in side])


@pytest.mark.parametrize("kinds", [[1], [2], [3], [1, 2, 3], [0, 1, 1, 3, 2]])
def test_cutting_kernel_with_absent_corners(kinds: list[int]) -> None:
    board = diamond(3 if JIT else 2, kinds)
    whole = Rectangle(0, board.height, 0, board.width)
    memo: dict[Any, int] = {}
    with limits.limited(kernel_above=-1):
        assert board.value(whole) == plain(board, whole, memo)
        for state, value in memo.items():
            assert board.known(state) == value


@given(boards(4), st.data())
def test_a_region_that_is_a_rectangle_is_worth_the_same(board: Cutting, data: st.DataObject) -> None:
    """The literal rule on sets of cells, against the rectangles."""
    top, bottom = sorted(data.draw(st.lists(st.integers(0, board.height), min_size=2, max_size=2, unique=True)))
    left, right = sorted(data.draw(st.lists(st.integers(0, board.width), min_size=2, max_size=2, unique=True)))
    state = Rectangle(top, bottom, left, right)
    region = frozenset(board.cells(state))
    by_cells = {frozenset(map(cells_of(board), option.components)) for option in board.options(region)}
    by_bounds = {frozenset(map(cells_of(board), option.components)) for option in board.options(state)}
    assert by_cells == by_bounds
    assert plain(board, region, {}) == plain(board, state, {})


@given(boards(), st.data())
def test_moves_and_their_nimbers_by_a_table(board: Cutting, data: st.DataObject) -> None:
    tables.clear()
    whole = Rectangle(0, board.height, 0, board.width)
    top, bottom = sorted(data.draw(st.lists(st.integers(0, board.height), min_size=2, max_size=2, unique=True)))
    left, right = sorted(data.draw(st.lists(st.integers(0, board.width), min_size=2, max_size=2, unique=True)))
    state = Rectangle(top, bottom, left, right)
    assert board.move_nimbers(state) is None  # there is no table
    with limits.limited(kernel_above=-1):
        board.prepare(whole)
    memo: dict[Any, int] = {}
    options = list(board.options(state))
    worths = [nim_sum(*(plain(board, part.state, memo) for part in option.components)) for option in options]
    known = board.move_nimbers(state)
    assert known is not None
    assert list(known) == [(option.move, worth) for option, worth in zip(options, worths, strict=True)]
    wanted = data.draw(st.sampled_from([*worths, 0, 1]))
    assert list(board.moves_worth(state, wanted)) == [
        o for o, worth in zip(options, worths, strict=True) if worth == wanted
    ]
    region = frozenset(board.cells(state))
    for one in (state, region):
        by_cell = [
            board.option(one, row, column)
            for row in range(-1, board.height + 1)
            for column in range(-1, board.width + 1)
        ]
        assert [option for option in by_cell if option is not None] == list(board.options(one))


def cells_of(board: Cutting) -> Any:
    return lambda component: frozenset(board.cells(component.state))


def test_large_boards_are_laid_out_right() -> None:
    """Sides beyond one block of the kernel, at random rectangles, by one step of the definition."""
    rng = np.random.default_rng(5)
    for height, width in ((45, 40), (70, 9), (9, 70), (1, 200), (200, 1)) if JIT else ((1, 40), (40, 1), (34, 2)):
        board = Cutting(height, width, bytes(rng.integers(0, 4, height * width, np.uint8)))
        board.prepare(Rectangle(0, height, 0, width))
        for _ in range(60):
            top, bottom = sorted(rng.choice(height + 1, 2, replace=False))
            left, right = sorted(rng.choice(width + 1, 2, replace=False))
            state = Rectangle(int(top), int(bottom), int(left), int(right))
            values = set()
            for option in board.options(state):
                total = 0
                for part in option.components:
                    total ^= board.nimber(part.state)
                values.add(total)
            assert board.value(state) == min(set(range(len(values) + 1)) - values)


@pytest.mark.parametrize("shape", [(1, 1), (3, 7), (20, 20), (13, 40), (60, 50)])
def test_cutting_bytes_are_exact(shape: tuple[int, int]) -> None:
    board = Cutting(*shape, bytes([1]) * (shape[0] * shape[1]))
    slabs = Slabs(np.ones(sorted(shape, reverse=True), np.uint8))
    scratch = sum(array.nbytes for array in slabs.scratch())
    large = shape == (60, 50)  # worth several threads
    with limits.limited(threads=3):
        assert board.cost().bytes == slabs.nbytes + scratch * (3 if large else 1)


@pytest.mark.parametrize("shape", [(1, 1), (5, 9), (20, 20), (2, 90), pytest.param((40, 36), marks=pytest.mark.slow)])
@pytest.mark.parametrize("kinds", [[1], [0, 1, 2, 3]])
def test_the_bytes_of_numpy_are_bounded(shape: tuple[int, int], kinds: list[int]) -> None:
    board = Cutting(*shape, bytes(np.random.default_rng(1).choice(np.array(kinds, np.uint8), shape)))
    with kernel_of("NumPy"):
        board.prepare(board.whole().state)  # loads modules
        tables.clear()
        tracemalloc.start()
        board.prepare(board.whole().state)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak <= rectangle_tables.array_bytes(*shape, board.cost().options) <= 8 * max(peak, 2**16)
        tables.clear()
        with limits.limited(table_bytes=peak // 8), pytest.raises(OverBudgetError, match="needs a table"):
            board.prepare(board.whole().state)


def test_numpy_reports_and_stops_between_steps() -> None:
    """A board of many steps; a stopped table is not kept."""
    board = Cutting(30, 30, bytes([1]) * 900)
    told: list[tuple[int, int | None]] = []

    def stop(done: int, total: int | None) -> None:
        told.append((done, total))
        if len(told) == 5:
            raise KeyboardInterrupt

    options = board.cost().options
    with kernel_of("NumPy"), progress.reporting(stop):
        with pytest.raises(KeyboardInterrupt):
            board.prepare(board.whole().state)
        assert tables_of(board) is None
        assert 0 < told[4][0] < options
        board.prepare(board.whole().state)
    assert told[-1] == (options, options)
    assert told[5:] == sorted(told[5:])


def test_numpy_shifts_bits_out_of_a_word() -> None:
    """C leaves open what such a shift gives; `array_slabs` needs 0."""
    for kind in (np.uint16, np.uint32, np.uint64):
        bits = np.dtype(kind).itemsize * 8
        for shifts in (np.arange(2**16, dtype=np.uint16), np.array([bits - 1, bits, bits + 1, 2**15], np.uint16)):
            words = np.left_shift(kind(1), shifts, dtype=kind)
            assert words.tolist() == [1 << shift if shift < bits else 0 for shift in shifts.tolist()]


def test_without_machine_code_the_work_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (compiling, limits):
        monkeypatch.setattr(module, "installed", lambda name: name != "numba")
    board = Cutting(12, 12, bytes([1]) * 144)
    with progress.tallied() as tally:
        assert board.value(board.whole().state) == empty_board(12, 12)
    assert (tally.engine, tally.options) == ("kernel", board.cost().options)
    tables.clear()
    with limits.limited(search_options=100), pytest.raises(OverBudgetError, match="without Numba"):
        board.value(board.whole().state)


def test_cutting_options_by_the_formula() -> None:
    """[H(H+1)(H+2)/6] [W(W+1)(W+2)/6] for crosses: 2.37 million for 20 x 20."""
    board = Cutting(20, 20, bytes([1]) * 400)
    assert board.cost(Rectangle(0, 20, 0, 20)).options == (20 * 21 * 22 // 6) ** 2 == 2_371_600


def test_tables_of_parts_and_of_the_whole() -> None:
    """A small table first, then one that covers it, which takes its place."""
    board = Cutting(5, 5, bytes([1, 1, 0, 1, 2] * 5))
    small, whole = Rectangle(0, 2, 0, 5), Rectangle(0, 5, 0, 5)
    memo: dict[Any, int] = {}
    with limits.limited(kernel_above=-1):
        assert board.value(small) == plain(board, small, memo)
        assert board.value(Rectangle(3, 5, 1, 4)) == plain(board, Rectangle(3, 5, 1, 4), memo)
        assert len(tables_of(board)) == 2
        assert board.value(whole) == plain(board, whole, memo)
    assert len(tables_of(board)) == 1
    assert tables.bytes == tables_of(board)[0].nimbers.nbytes


def tables_of(board: Cutting) -> Any:
    return tables.get(board)


def test_a_nimber_beyond_the_table_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Slabs, "fill", lambda _self, rows, _tops, _scratch: rows < 3)
    with limits.limited(kernel_above=-1), pytest.raises(CapacityError, match="more than 32,767"):
        Cutting(4, 4, bytes([1]) * 16).value(Rectangle(0, 4, 0, 4))
    assert tables.bytes == 0


def test_too_large_a_board_is_refused_before_it_is_allocated() -> None:
    board = Cutting(1000, 1000, bytes([1]) * 1_000_000)
    with pytest.raises(OverBudgetError, match="a board of 1,000 x 1,000") as caught:
        board.value(Rectangle(0, 1000, 0, 1000))
    assert caught.value.needed > 10**12


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (lambda: Cutting(0, 0, b""), "found 0"),
        (lambda: Cutting(2, 2, b"\x01"), "expected 2 x 2"),
        (lambda: Cutting(1, 1, b"\x07"), "expected kinds of cells from 0 to 4, found 7"),
        (lambda: cutting_board([]), "found 0"),
        (lambda: cutting_board([[1, 1], [1]]), "expected 2 cells in row 2 of the board, found 1"),
        (lambda: cutting_board([[1, 4, 1]]), "absent cells break row 1"),
        (lambda: cutting_board([[1], [4], [1]]), "absent cells break column 1"),
        (lambda: cutting_board([[1, 300]]), "expected kinds of cells from 0 to 4, found 1 to 300"),
        (
            lambda: cutting_board([[1, 1]])(0, 1, 0, 3),
            r"of 1 x 2, found cutting\(0, 1, 0, 3\)",
        ),
        (lambda: cutting_board([[1, 1]])(0, 1, 2, 1), "expected cells of a board of 1 x 2"),
        (
            lambda: cutting_board([[1, 4]])({(0, 1)}),
            r"of 1 x 2, found cutting\(\[\(0, 1\)\]\)",
        ),
        (lambda: cutting_board([[1, 1]])(frozenset()), "expected cells of a board of 1 x 2"),
        (cutting_board([[1, 1]]), "expected cells of a board of 1 x 2"),
    ],
)
def test_wrong_boards(board: Any, message: str) -> None:
    with pytest.raises(RulesetError, match=message):
        board()


@pytest.mark.parametrize("engine", ["always_kernel", "never_kernel"])
def test_values_off_the_board_are_errors(engine: str, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(engine)
    board = cutting_board([[1, 1], [1, 1]])
    piece = Piece(((1, 0),), grid=PieceBoard(2, 2, b"\x00\x01\x00\x00"))
    for _ in range(2):  # without a table, and with one
        for state in (Rectangle(0, 3, 0, 1), Rectangle(-1, 1, 0, 1), Rectangle(1, 0, 0, 1), frozenset({(2, 0)})):
            with pytest.raises(RulesetError, match="expected cells of a board of 2 x 2"):
                board.value(state)
        for place in ((-1, 0), (2, 0), (0, 1), (0, 0.5), 3):
            with pytest.raises(RulesetError, match="expected an open cell"):
                piece.value(place)
            with pytest.raises(RulesetError, match="expected an open cell"):
                piece.outcome(place)
        assert board.value(Rectangle(1, 1, 0, 2)) == 0
        assert board.value(Rectangle(0, 2, 0, 2)) == 0
        assert piece.value((0, 0)) == 1
