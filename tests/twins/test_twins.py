"""Each kernel, table and formula against the plain search over `options`, at every state."""

from __future__ import annotations

import functools
import itertools
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grundy.errors import CapacityError, OverBudgetError, RulesetError
from grundy.families.chords import Chords, region_of, region_points
from grundy.families.cutting import kernel as cutting_kernel
from grundy.families.cutting.board import Cutting, Kind, Rectangle, cutting_board, empty_boards
from grundy.families.cutting.kernel import Scan
from grundy.families.heaps import direct_kernel as heaps_kernel
from grundy.families.heaps import rows_kernel
from grundy.families.heaps import tables as heap_tables
from grundy.families.heaps.couples import Couples
from grundy.families.heaps.nim import Nim
from grundy.families.heaps.reading import heaps
from grundy.families.heaps.splits import Splits
from grundy.families.heaps.take_and_break import Code, Subtraction
from grundy.families.heaps.treblecross import Stretch, Treblecross
from grundy.families.pieces.rules import Grid, Piece
from grundy.runtime import limits, progress
from grundy.runtime.table_cache import tables
from support.conditions import JIT
from support.twins import plain

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grundy.families.heaps.rules import HeapRules
    from grundy.families.heaps.tables import Solved

_SIDE = 6 if JIT else 4


# --- cutting boards -------------------------------------------------------------------------------


@st.composite
def boards(draw: st.DrawFn, most: int = _SIDE) -> Cutting:
    height, width = draw(st.integers(1, most)), draw(st.integers(1, most))
    kinds = draw(st.lists(st.sampled_from([0, 1, 2, 3]), min_size=1, max_size=4, unique=True))
    cells = draw(st.lists(st.sampled_from(kinds), min_size=height * width, max_size=height * width))
    return Cutting(height, width, bytes(cells))


@given(boards())
def test_cutting_kernel_at_every_rectangle(board: Cutting) -> None:
    tables.clear()
    whole = Rectangle(0, board.height, 0, board.width)
    memo: dict[Any, int] = {}
    with limits.limited(kernel_above=-1), progress.tallied() as tally:
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


@pytest.mark.parametrize("scan", Scan if JIT else [Scan.MARKS, Scan.WORDS])  # vectors are made by the JIT
@given(board=boards())
def test_cutting_scans_at_every_rectangle(scan: Scan, board: Cutting) -> None:
    tables.clear()
    whole = Rectangle(0, board.height, 0, board.width)
    memo: dict[Any, int] = {}
    with pytest.MonkeyPatch.context() as patch, limits.limited(kernel_above=-1):
        patch.setattr(cutting_kernel, "best_scan", lambda: scan)
        board.prepare(whole)
    for top, bottom in itertools.combinations(range(board.height + 1), 2):
        for left, right in itertools.combinations(range(board.width + 1), 2):
            state = Rectangle(top, bottom, left, right)
            assert board.known(state) == plain(board, state, memo)


@pytest.mark.needs_jit
@pytest.mark.parametrize("kinds", [[0, 1, 1, 1], [0, 1, 2, 3], [2], [3], [1]])
def test_cutting_scans_and_threads_agree_far_from_zero(kinds: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nimbers of several windows, runs of several chunks, one thread and three."""
    rng = np.random.default_rng(len(kinds))
    board = Cutting(61, 47, bytes(rng.choice(np.array(kinds, np.uint8), 61 * 47)))
    found = []
    for scan, threads in itertools.product(Scan, (1, 3)):
        monkeypatch.setattr(cutting_kernel, "best_scan", lambda scan=scan: scan)
        tables.clear()
        with limits.limited(threads=threads):
            board.prepare(Rectangle(0, 61, 0, 47))
        found.append(tables_of(board)[0].nimbers)
    assert all(np.array_equal(found[0], other) for other in found)
    if kinds[:2] == [0, 1]:
        assert found[0].max() >= 64


@pytest.mark.needs_jit
def test_cutting_on_a_processor_without_vectors(tmp_path: Path) -> None:
    """The machine code of another processor, in a process of its own: slower, and the same nimbers."""
    rng = np.random.default_rng(8)
    board = Cutting(30, 30, bytes(rng.integers(0, 4, 900, np.uint8)))
    program = (
        "import pickle, sys; from grundy.runtime import limits; from grundy.families.cutting.kernel import best_scan\n"
        "board, state = pickle.load(sys.stdin.buffer)\n"
        "with limits.limited(kernel_above=-1): print(best_scan().name, board.value(state))"
    )
    printed = subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps((board, Rectangle(0, 30, 0, 30))),
        env=os.environ | {"NUMBA_CPU_NAME": "generic", "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        check=True,
    ).stdout
    assert printed.split() == [b"MARKS", str(board.value(Rectangle(0, 30, 0, 30))).encode()]


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
def test_empty_boards_on_threads() -> None:
    """Large enough for threads; the top against the kernel for boards."""
    with limits.limited(threads=2):
        table = empty_boards(40, 120)
    board = Cutting(40, 40, bytes([1]) * 1600)
    assert board.value(Rectangle(0, 40, 0, 40)) == table[40, 40]
    assert board.value(Rectangle(0, 23, 3, 40)) == table[23, 37]
    with limits.limited(threads=1):
        assert np.array_equal(empty_boards(40, 120), table)


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
    return cutting_board([[next(cells) if abs(r) + abs(c) <= radius else Kind.ABSENT for c in side] for r in side])


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
                    total ^= board.value(part.state)
                values.add(total)
            assert board.value(state) == min(set(range(len(values) + 1)) - values)


@pytest.mark.parametrize("shape", [(1, 1), (3, 7), (20, 20), (13, 40), (60, 50)])
def test_cutting_bytes_are_exact(shape: tuple[int, int]) -> None:
    board = Cutting(*shape, bytes([1]) * (shape[0] * shape[1]))
    slabs = cutting_kernel.Slabs(np.ones(sorted(shape, reverse=True), np.uint8))
    scratch = sum(array.nbytes for array in slabs.scratch())
    large = shape == (60, 50)  # worth several threads
    with limits.limited(threads=3):
        assert board.cost().bytes == slabs.nbytes + scratch * (3 if large else 1)


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
    monkeypatch.setattr(cutting_kernel.Slabs, "fill", lambda _self, rows, _tops, _scratch: rows < 3)
    with limits.limited(kernel_above=-1), pytest.raises(CapacityError, match="more than 32767"):
        Cutting(4, 4, bytes([1]) * 16).value(Rectangle(0, 4, 0, 4))
    assert tables.bytes == 0


def test_too_large_a_board_is_refused_before_it_is_allocated() -> None:
    board = Cutting(1000, 1000, bytes([1]) * 1_000_000)
    with pytest.raises(OverBudgetError, match="a board of 1000 x 1000") as caught:
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
    piece = Piece(((1, 0),), grid=Grid(2, 2, b"\x00\x01\x00\x00"))
    for _ in range(2):  # without a table, and with one
        for state in (Rectangle(0, 3, 0, 1), Rectangle(-1, 1, 0, 1), Rectangle(1, 0, 0, 1), frozenset({(2, 0)})):
            with pytest.raises(RulesetError, match="expected cells of a board of 2 x 2"):
                board.value(state)
        for place in ((-1, 0), (2, 0), (0, 1), (0, 0.5), 3):
            with pytest.raises(RulesetError, match="expected an open cell"):
                piece.value(place)
            with pytest.raises(RulesetError, match="expected an open cell"):
                piece.outcome(place)  # type: ignore[arg-type]
        assert board.value(Rectangle(1, 1, 0, 2)) == 0
        assert board.value(Rectangle(0, 2, 0, 2)) == 0
        assert piece.value((0, 0)) == 1


# --- heaps ----------------------------------------------------------------------------------------


@st.composite
def codes(draw: st.DrawFn) -> HeapRules:
    """Rules of all kinds that have a table."""
    kind = draw(st.sampled_from(["octal", "octal", "hexadecimal", "endless", "set", "unequal"]))
    if kind == "unequal":
        return heaps("unequal-2")
    if kind == "set":
        takes = draw(st.lists(st.integers(1, 9), min_size=1, max_size=5, unique=True))
        return Subtraction(tuple(sorted(takes)), draw(st.booleans()))
    letters = "01234567" if kind == "octal" else "0123456789abcdef"
    digits = "".join(draw(st.lists(st.sampled_from(letters), min_size=1, max_size=5)))
    repeated = "".join(draw(st.lists(st.sampled_from(letters), min_size=1, max_size=3)))
    first = draw(st.sampled_from("04" if kind == "octal" else "048c"))
    rules = heaps(f"{first}.{digits}" + (f"[{repeated}]" if kind == "endless" else ""))
    assume(not isinstance(rules, Nim))  # a formula
    return rules


@given(codes())
def test_heaps_kernels_at_every_heap(rules: HeapRules) -> None:
    tables.clear()
    memo: dict[Any, int] = {}
    length = 50 if JIT else 22
    with limits.limited(kernel_above=-1):
        first = list(rules.nimbers(10))
        values = list(rules.nimbers(length))  # grows the table of the first ten
        direct = list(rules.nimbers(length, direct=True))
    assert values[:10] == first
    assert values == direct == [plain(rules, heap, memo) for heap in range(length)]


@pytest.mark.parametrize("code", ["0.77", "0.6", "4.7", "unequal-2", "0.007", "{2,130}"])
def test_heaps_beyond_a_block_of_the_kernel(code: str) -> None:
    """Runs of many blocks, at random heaps, by one step of the definition."""
    rules = heaps(code)
    values = rules.nimbers(1500 if JIT else 180, direct=True)
    for heap in (np.random.default_rng(3).integers(0, len(values), 60), range(120, 140)):
        for size in map(int, heap):
            worth = set()
            for option in rules.moves(size):
                total = 0
                for part in option.components:
                    total ^= int(values[part.state])
                worth.add(total)
            assert values[size] == min(set(range(len(worth) + 1)) - worth)


def test_rows_grow_with_their_nimbers() -> None:
    """Nimbers beyond the first rows of the general kernel: nim by its digits, and Lasker's formula."""
    length = 3000 if JIT else 700
    with limits.limited(kernel_above=-1):
        lasker = heaps("4.[3]").nimbers(length)
        nim = heaps("0.7[3]").nimbers(length)
    assert list(nim) == list(range(length))
    for heap in range(1, length):
        assert lasker[heap] == heap + {3: 1, 0: -1}.get(heap % 4, 0)


@pytest.mark.parametrize("code", ["0.8", "0.7[3]", "4.[3]", "0.13[9f]", "0.[28]", "0.4[5]", "0.07f", "0.[1]"])
def test_rows_go_on_from_given_nimbers(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that are made for given nimbers, step by step, and those that grow, are those of one run."""
    rules = heaps(code)
    length = 700 if JIT else 70
    monkeypatch.setattr(rows_kernel, "_CATCH_UP", 20_000 if JIT else 200)
    once = rules.engine(length, np.zeros(0, np.uint32))
    assert once.fill(length)
    monkeypatch.setattr(rows_kernel, "_WORDS", 1)  # nimbers outgrow the rows, again and again
    for known in (0, 1, 2, 5, length // 2, length - 1, length):
        more = rules.engine(length, once.values[:known])
        assert more.known == known
        reports = list(heap_tables.slabs(rules, more, length))
        assert list(more.values) == list(once.values)
        if length // 2 <= known < length:
            assert reports.count(known) > 3  # so often one can stop it before the first new heap


@pytest.mark.needs_jit
def test_given_nimbers_are_not_worked_out_anew() -> None:
    """Wrong nimbers stay what they are, and all rows are wide enough for them at once."""
    wrong = np.full(300, 70_000, np.uint32)
    table = rows_kernel.Table((0, 3), (3,), 302, wrong)
    assert table.known == 300
    assert table.fill(302)
    assert list(table.values[:300]) == list(wrong)


@given(codes(), st.integers(0, 16))
def test_allowed_splits_are_the_options(rules: HeapRules, size: int) -> None:
    listed = {option.move for option in rules.moves(size)}
    sizes = range(1, size + 2)
    parts = [left for many in range(4) for left in itertools.combinations_with_replacement(sizes, many)]
    assert {(size, *left) for left in parts if rules.allows(size, left)} == listed


@given(codes(), st.integers(1, 24))
def test_heaps_cost_bounds_the_options(rules: HeapRules, size: int) -> None:
    assert sum(sum(1 for _ in rules.moves(heap)) for heap in range(size + 1)) <= rules.cost(size).options


@pytest.mark.parametrize("rules", [Splits(2, equal=True), Splits(3, equal=True), Splits(3, equal=False)])
def test_splits_without_a_kernel(rules: Splits) -> None:
    memo: dict[Any, int] = {}
    assert list(rules.nimbers(40)) == [plain(rules, heap, memo) for heap in range(40)]
    for size in range(14):
        moves = {tuple(part.state for part in option.components) for option in rules.moves(size)}
        kinds = 1 if rules.equal else rules.parts
        every = itertools.combinations_with_replacement(range(1, size + 1), rules.parts)
        assert moves == {parts for parts in every if sum(parts) == size and len(set(parts)) == kinds}
        assert all(rules.allows(size, parts) for parts in moves)
        assert not rules.allows(size, (size,))


@pytest.mark.parametrize("length", [3000, 10**5])
def test_splits_without_a_kernel_are_refused_with_the_figure(length: int) -> None:
    rules = Splits(3, equal=False)
    for ask in (rules.value, rules.nimbers, rules.period):
        with pytest.raises(OverBudgetError, match=r"unequal-3.* needs much work: .* options, the budget is") as caught:
            ask(length)
        assert caught.value.allowed == limits.budget().search_options
    assert Splits(2, equal=True).value(2**100) == 1
    tables.clear()
    with limits.limited(search_options=100):
        assert rules.value(14) == plain(rules, 14, {})
        with pytest.raises(OverBudgetError, match=r"heap about 10\^30 of"):
            rules.value(10**30)
        with pytest.raises(OverBudgetError, match="heap 20 of unequal-3 needs much work: 190 options"):
            rules.value(20)


@given(st.integers(3, 5), st.integers(0, 22))
def test_cost_of_unequal_splits_bounds_the_options(parts: int, size: int) -> None:
    rules = Splits(parts, equal=False)
    assert sum(sum(1 for _ in rules.moves(heap)) for heap in range(size + 1)) <= rules.cost(size).options


def test_a_function_of_the_size() -> None:
    """The rules of Kayles as a function, and what no rules are."""

    def kayles(pins: int) -> Iterator[Any]:
        for take in (1, 2):
            for left in range(pins - take + 1):
                yield left, pins - take - left

    rules = heaps(kayles)
    assert list(rules.nimbers(40)) == list(heaps("0.77").nimbers(40))
    assert str(rules(12).play("12 -> 5+5")) == "kayles: 5 5"
    assert rules.period(300).status == "observed"
    assert (rules.period(300).preperiod, rules.period(300).period) == (71, 12)
    assert list(heaps(range).nimbers(5)) == [0, 1, 2, 3, 4]
    with pytest.raises(RulesetError, match="expected to_nothing to give sizes of heaps"):
        heaps(to_nothing).value(3)
    with pytest.raises(RulesetError, match="expected a code or a function, found 77"):
        heaps(77)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("left", "found"),
    [
        (None, "to give options of a heap, found None"),
        (5, "to give options of a heap, found 5"),
        ([2.5], "to give sizes of heaps, integers of at least 0, found 2.5"),
        ([None], "to give sizes of heaps, integers of at least 0, found None"),
        ([(1, "2")], "to give sizes of heaps, integers of at least 0, found '2'"),
        (["12"], "to give sizes of heaps, integers of at least 0, found '1'"),
    ],
)
def test_a_function_that_gives_no_sizes(left: Any, found: str) -> None:
    def strange(size: int) -> Any:
        del size
        return left

    with pytest.raises(RulesetError, match=f"expected strange {found}"):
        heaps(strange).value(6)


@pytest.mark.parametrize("left", [(), (0,), (0, 0)])
def test_heap_0_has_no_options(left: tuple[int, ...]) -> None:
    def empty(size: int) -> Any:
        return [size - 1] if size else [left]

    for ask, number in ((heaps(empty).value, 0), (heaps(empty).nimbers, 3)):
        with pytest.raises(RulesetError, match=r"expected empty to give no options of heap 0, .* found \("):
            ask(number)


@pytest.mark.parametrize("code", ["0.77", "nim", "equal-2", "0.7[3]"])
@pytest.mark.parametrize("length", [-1, 1.5, True, "3"])
def test_wrong_lengths(code: str, length: Any) -> None:
    for ask, least in ((heaps(code).nimbers, 0), (heaps(code).period, 1)):
        with pytest.raises(RulesetError, match=f"expected a length, an integer of at least {least}, found {length!r}"):
            ask(length)


def to_nothing(size: int) -> list[int]:
    return [size - 4]


def test_couples_and_treblecross_by_their_heaps() -> None:
    memo: dict[Any, int] = {}
    assert list(Couples().nimbers(40)) == [plain(Couples(), n, memo) for n in range(40)]
    assert [Couples().value(n) for n in range(40)] == list(Couples().nimbers(40))
    assert [len(Couples().nimbers(n)) for n in range(3)] == [0, 1, 2]
    memo = {}
    for cells in range(1, 30):
        line = Stretch(3, cells + 2)
        assert Treblecross().value(line) == plain(Treblecross(), line, memo)


def test_nim_formula() -> None:
    memo: dict[Any, int] = {}
    assert [Nim().value(n) for n in range(30)] == [plain(Nim(), n, memo) for n in range(30)]
    assert list(Nim().nimbers(5)) == [0, 1, 2, 3, 4]


def test_heaps_overflow_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heaps_kernel, "CAPACITY", 4)
    with limits.limited(kernel_above=-1), pytest.raises(CapacityError, match=r"heap 5 of 0.77 is more than"):
        heaps("0.77").nimbers(20)


def test_too_long_a_sequence_is_refused() -> None:
    with (
        limits.limited(table_bytes=10**6, kernel_options=10**7),
        pytest.raises(
            OverBudgetError, match=r"the table of 0.6 up to heap 9,999,999 .* bytes, the budget is 1,000,000"
        ),
    ):
        heaps("0.6").nimbers(10**7)
    with limits.limited(kernel_options=10**7), pytest.raises(OverBudgetError, match=r"needs much work: .* options"):
        heaps("unequal-2").nimbers(10**5)
    with limits.limited(table_bytes=10**6), pytest.raises(OverBudgetError, match="so many nimbers"):
        heaps("0.77").nimbers(10**7)
    with pytest.raises(OverBudgetError, match=r"of 0.77 up to heap 99,999,999 needs much work: .* options"):
        heaps("0.77").nimbers(10**8, direct=True)
    with pytest.raises(ValueError, match="at least 0, found -1"):
        heaps("0.77").nimbers(-1)


@pytest.mark.parametrize(
    ("digits", "cycle"), [((), ()), ((2,), ()), ((0, 16), ()), ((0, 7, 0), ()), ((0, -1), ()), ((0, 3), (3,))]
)
def test_wrong_digits(digits: tuple[int, ...], cycle: tuple[int, ...]) -> None:
    with pytest.raises(RulesetError, match="expected digits from 0 to 15"):
        Code(digits, cycle)


@pytest.mark.parametrize("takes", [(), (0, 1), (2, 1), (1, 1)])
def test_wrong_sets(takes: tuple[int, ...]) -> None:
    with pytest.raises(RulesetError, match="expected numbers of at least 1"):
        Subtraction(takes)


@pytest.mark.parametrize("size", [-1, 2.5, "3", None])
def test_wrong_heaps(size: Any) -> None:
    for rules in (heaps("0.77"), Nim()):
        with pytest.raises(RulesetError, match="expected the size of a heap"):
            rules(size)
        with pytest.raises(RulesetError, match="expected the size of a heap"):
            rules.value(size)
    assert heaps("0.77")(np.int64(5)) == heaps("0.77")(5)


def test_heaps_asked_for_one_by_one_grow_few_tables() -> None:
    rules = heaps("0.6")
    with limits.limited(kernel_above=-1), progress.tallied() as tally:
        one_by_one = [rules.value(heap) for heap in range(300)]
    assert tally.options < 4 * rules.cost(299).options
    assert one_by_one == list(rules.nimbers(300))


def heaps_known(rules: HeapRules) -> int:
    solved: Solved | None = tables.get(rules)
    return 0 if solved is None else len(solved.values)


def test_large_tables_grow_to_what_is_asked_only() -> None:
    rules = heaps("all-but{2}")  # no splits and no theorem: long tables at once
    size = 60_000 if JIT else 400
    with limits.limited(kernel_above=-1):
        rules.value(size)
        assert heaps_known(rules) == size + 1
        rules.value(size + 1)
    assert heaps_known(rules) == (size + 2 if JIT else (size + 1) * 5 // 4)


def test_threads_share_tables() -> None:
    """Many threads ask one ruleset for heaps of many sizes."""
    rules = [heaps(f"0.{digit}7{other}") for digit in range(8) for other in range(1, 8)]
    sizes = [400, 30, 900, 200, 1500, 700] if JIT else [40, 3, 90, 20]
    expected = {(code, size): code.value(size) for code in rules for size in sizes}
    tables.clear()

    def ask(order: int) -> bool:
        with limits.limited(kernel_above=-1, search_options=10):  # a question that falls through to the search fails
            return all(
                code.value(size) == expected[code, size] for code in rules for size in sizes[order:] + sizes[:order]
            )

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, [number % len(sizes) for number in range(16)]))


# --- chords ---------------------------------------------------------------------------------------


def test_chords_formula() -> None:
    memo: dict[Any, int] = {}
    for points in range(12):
        region = region_of(range(1, points + 1))
        assert Chords().value(region) == plain(Chords(), region, memo)


def test_chords_worth_a_nimber() -> None:
    region = region_of([2, 3, 5, 7, 11, 12, 13, 17])
    assert list(region_points(region)) == [2, 3, 5, 7, 11, 12, 13, 17]
    for nimber in range(5):
        slow = [o for o in Chords().moves(region) if plain_worth(o) == nimber]
        assert list(Chords().moves_worth(region, nimber)) == slow


def plain_worth(option: Any) -> int:
    total = 0
    for part in option.components:
        total ^= plain(Chords(), part.state, {})
    return total
