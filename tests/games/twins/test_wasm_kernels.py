"""Kernels as WebAssembly: against the plain search over `options`, and against what their sources build now."""

from __future__ import annotations

import hashlib
import itertools
import json
import random
import shutil
import subprocess
import sys
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grundy import heaps
from grundy.core.nimbers import nim_sum
from grundy.core.values import Outcome
from grundy.errors import CapacityError, OverBudgetError
from grundy.games.families.cutting.board import Cutting, Rectangle
from grundy.games.families.heaps import direct_kernel, wasm_table
from grundy.games.families.heaps.engines import SetEngine
from grundy.games.families.heaps.sparse.pairs import moves_of
from grundy.games.families.heaps.sparse.space import best_space
from grundy.games.families.heaps.take_and_break import TakeAndBreak
from grundy.games.families.pieces import closed
from grundy.games.families.pieces.piece_rules import Piece, PieceBoard, Slide
from grundy.runtime import arrays, limits, progress, wasm
from grundy.runtime.table_cache import tables
from support.conditions import JIT
from support.pieces import pieces
from support.project import ROOT
from support.twins import plain
from support.wasm import Wasmtime, in_place_of_numba

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grundy.core.scenes import Place

BUILDER = ROOT / "bench/wasm_kernels.py"
FOLDER = files("grundy.runtime.wasm")
SAID: dict[str, Any] = json.loads((FOLDER / "modules.json").read_text())


@st.composite
def boards(draw: st.DrawFn) -> Cutting:
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    kinds = draw(st.lists(st.sampled_from([0, 1, 2, 3]), min_size=1, max_size=4, unique=True))
    cells = draw(st.lists(st.sampled_from(kinds), min_size=height * width, max_size=height * width))
    return Cutting(height, width, bytes(cells))


def rectangles(board: Cutting) -> Iterator[Rectangle]:
    for top, bottom in itertools.combinations(range(board.height + 1), 2):
        for left, right in itertools.combinations(range(board.width + 1), 2):
            yield Rectangle(top, bottom, left, right)


@settings(max_examples=25)
@given(boards())
def test_cutting_boards_at_every_rectangle(board: Cutting) -> None:
    memo: dict[Any, int] = {}
    expected = {state: plain(board, state, memo) for state in rectangles(board)}
    with in_place_of_numba(), limits.limited(kernel_above=-1), progress.tallied() as tally:
        board.prepare(Rectangle(0, board.height, 0, board.width))
        assert tally.engine == "kernel"
        assert {state: board.known(state) for state in expected} == expected
        for state in expected:
            left = [(o.move, nim_sum(*(expected[part.state] for part in o.components))) for o in board.options(state)]
            assert list(board.move_nimbers(state) or ()) == left


def checkered(height: int, width: int) -> Cutting:
    chosen = random.Random(1)
    return Cutting(height, width, bytes(chosen.choice([0, 1, 1, 1, 2, 3]) for _ in range(height * width)))


@pytest.mark.needs_jit
@pytest.mark.parametrize("board", [checkered(20, 20), checkered(9, 31), checkered(31, 9)])
def test_boards_beyond_the_plain_search(board: Cutting) -> None:
    whole = Rectangle(0, board.height, 0, board.width)
    with limits.limited(kernel_above=-1):
        board.prepare(whole)
    expected = [(board.known(state), state) for state in rectangles(board) if sum(state) % 7 == 0]
    left = list(board.move_nimbers(whole) or ())
    with in_place_of_numba():
        assert board(whole).nimber == board.known(whole)
        assert [(board.known(state), state) for _, state in expected] == expected
        assert list(board.move_nimbers(whole) or ()) == left


def test_what_a_board_costs() -> None:
    board = checkered(12, 7)
    with in_place_of_numba():
        cost = board.cost()
        with limits.limited(table_bytes=cost.bytes):
            board(0, 12, 0, 7).nimber  # noqa: B018 - fits
    with in_place_of_numba(), limits.limited(table_bytes=cost.bytes - 1), pytest.raises(OverBudgetError) as caught:
        board(0, 12, 0, 7).nimber  # noqa: B018 - does not
    assert caught.value.needed == cost.bytes
    large = Cutting(150, 150, bytes([1]) * 150**2)
    with in_place_of_numba(), pytest.raises(OverBudgetError, match="bytes"), limits.limited(table_bytes=2**29):
        large(0, 150, 0, 150).nimber  # noqa: B018 - refused before anything is allocated


def test_memory_that_is_refused() -> None:
    with in_place_of_numba():
        kernel = wasm.Kernels("cutting")
        with pytest.raises(MemoryError):
            kernel.array("Q", 2**29)  # addresses have 32 bits


@settings(max_examples=40)
@given(st.lists(st.integers(0, 7), min_size=1, max_size=4).filter(lambda digits: any(d & 4 for d in digits)))
def test_heaps_of_octal_codes(digits: list[int]) -> None:
    rules = heaps("0." + "".join(map(str, digits)))
    assert isinstance(rules, TakeAndBreak)
    plain_engine = SetEngine(rules.places, 400, arrays.zeros(0, 16))
    assert plain_engine.fill(400)
    with in_place_of_numba(), limits.limited(kernel_above=-1), progress.tallied() as tally:
        assert rules.nimbers(300, direct=True) == plain_engine.values[:300]
        assert rules.nimbers(400, direct=True) == plain_engine.values  # goes on where the table ended
    assert tally.engine == "kernel"


@pytest.mark.needs_jit
@pytest.mark.parametrize("code", ["0.77", "0.6", "4.3", "unequal-2", "0.16", "0.376"])
def test_heaps_beyond_the_plain_search(code: str) -> None:
    rules = heaps(code)
    expected = rules.nimbers(20_000, direct=True).tolist()
    period = rules.period(2_000)
    with in_place_of_numba(), limits.limited(kernel_above=-1):
        assert rules.nimbers(20_000, direct=True) == expected
        tables.clear()
        assert rules.period(2_000).data() == period.data()
    assert (wasm_table.CAPACITY, wasm_table._WINDOWS) == (direct_kernel.CAPACITY, direct_kernel._WINDOWS)  # noqa: SLF001


@pytest.mark.needs_jit
def test_nimbers_beyond_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasm_table, "CAPACITY", 64)
    values = heaps("0.64").nimbers(500).tolist()
    first = next(heap for heap, value in enumerate(values) if value >= 64)
    with in_place_of_numba(), limits.limited(kernel_above=-1), pytest.raises(CapacityError, match=f"{first}.* 65,?535"):
        heaps("0.64").nimbers(500, direct=True)


@pytest.mark.slow
@settings(max_examples=30)
@given(st.lists(st.integers(0, 7), min_size=1, max_size=4).filter(lambda digits: any(d & 4 for d in digits)))
@example([1, 0, 6])
@example([6])
def test_sparse_spaces(digits: list[int]) -> None:
    code = "0." + "".join(map(str, digits))
    check_sparsely(code, heaps(code).places, unequal=False)  # type: ignore[attr-defined] # of codes


def test_sparse_spaces_of_unequal_heaps() -> None:
    check_sparsely("unequal-2", {0: 4}, unequal=True)


def check_sparsely(code: str, digits: dict[int, int], *, unequal: bool) -> None:
    """Compare tables in which a space is tried early, even a bad one, with what plain Python finds."""
    plain_engine = SetEngine(digits, 700, arrays.zeros(0, 16), unequal=unequal)
    assert plain_engine.fill(700)
    bounds = [{}, {"_RARE_SHARE": 2}, {"_MOST_RARE": 64, "_RARE_SHARE": 2}, {"_NIMBERS": 16}]
    for some in bounds:
        with in_place_of_numba(), pytest.MonkeyPatch.context() as patch, limits.limited(kernel_above=-1):
            for name, value in {"_FIRST": 128, "_STEP": 32, **some}.items():
                patch.setattr(wasm_table, name, value)
            assert heaps(code).nimbers(500, direct=True) == plain_engine.values[:500]
            assert heaps(code).nimbers(700, direct=True) == plain_engine.values


@pytest.mark.parametrize("code", ["0.106", "0.16", "0.6", "0.354", "unequal-2", "0.77"])
def test_the_best_spaces(code: str) -> None:
    values = heaps(code).nimbers(2000 if JIT else 500, direct=True)
    splits = moves_of(heaps(code)).splits  # type: ignore[union-attr] # there are some
    space, rares = best_space(values, splits)
    parity = -1 if space.parity is None else space.parity
    assert wasm_table.best_space(values.tolist(), [*splits]) == (space.mask, parity, rares)


def test_what_heaps_cost() -> None:
    rules, size = heaps("0.106"), 60_000
    with in_place_of_numba():
        cost = rules.cost(size - 1)
        with limits.limited(table_bytes=cost.bytes):
            engine = rules.engine(size, arrays.zeros(0, 16))
            assert engine.fill(size)
            assert engine.name == "sparse"
        taken = engine._kernels._end  # type: ignore[attr-defined] # noqa: SLF001 - all of its memory
        assert taken <= cost.bytes - 16 * size  # the rest is for lists
        with limits.limited(table_bytes=cost.bytes - 1), pytest.raises(OverBudgetError) as caught:
            rules.nimbers(size, direct=True)
    assert caught.value.needed == cost.bytes


def test_a_browser_that_does_not_know_the_instructions(monkeypatch: pytest.MonkeyPatch) -> None:
    with in_place_of_numba(), progress.tallied() as tally:
        monkeypatch.setattr(wasm.runtime, "accepts", lambda _: False)
        board, rules = checkered(4, 4), heaps("0.6")
        assert board(0, 4, 0, 4).nimber == plain(board, Rectangle(0, 4, 0, 4), {})
        assert rules.nimbers(10) == [0, 0, 1, 2, 0, 1, 2, 3, 1, 2]
    assert "kernel" not in tally.engines


@settings(max_examples=60)
@given(pieces(), st.sampled_from(["nimbers", "outcomes"]))
def test_pieces_at_every_cell(piece: Piece, kind: str) -> None:
    assert piece.grid is not None
    cells = list(filter(piece.is_place, itertools.product(range(piece.grid.height), range(piece.grid.width))))
    memo: dict[Any, int] = {}
    expected = {cell: plain(piece, cell, memo) for cell in cells}
    tables.clear()
    cost = piece.cost().options
    with in_place_of_numba(), limits.limited(kernel_above=-1), progress.tallied() as tally:
        assert piece.cost().options == cost
        if kind == "nimbers":
            assert {cell: piece.prepare(cell) for cell in cells} == expected
        else:
            assert [piece.outcome(cell) is Outcome.N for cell in cells] == [value > 0 for value in expected.values()]
    assert tally.engine == "kernel" or not cells or closed.is_rook(piece) or closed.is_queen(piece)


@pytest.mark.needs_jit
@pytest.mark.parametrize(
    ("steps", "slides"),
    [
        (((1, 0), (0, 1)), (Slide(1, 1),)),
        (((0, -1),), (Slide(-1, 0, 3), Slide(1, -1), Slide(-1, -1, None, jumps=True))),
        (((-2, -1), (-1, -2), (-2, 1), (1, -2)), (Slide(-1, -1, 5),)),
        ((), (Slide(-1, 0), Slide(-1, 1))),
    ],
    ids=["rows", "columns", "waves", "slides"],
)
def test_pieces_beyond_the_plain_search(steps: tuple[Place, ...], slides: tuple[Slide, ...]) -> None:
    chosen = random.Random(2)
    grid = PieceBoard(80, 70, bytes(int(chosen.random() < 0.2) for _ in range(80 * 70)))
    piece = Piece(steps, slides, grid)
    cells = list(filter(piece.is_place, itertools.product(range(80), range(70))))
    tables.clear()
    nimbers, wins, cost = piece.nimbers(cells).tolist(), piece.outcomes(cells).tolist(), piece.cost().options
    with in_place_of_numba():
        assert piece.wins(cells) == wins
        assert [piece.outcome(cell) is Outcome.N for cell in cells] == wins
        assert [piece(cell).nimber for cell in cells] == nimbers
        assert piece.wins(cells) == wins
        assert piece.cost().options == cost


@pytest.mark.slow
def test_what_a_piece_costs() -> None:
    piece = Piece(((-1, 0), (0, -1)), (Slide(-1, -1),), PieceBoard(60, 40, bytes(2400)))
    with in_place_of_numba():
        cost = piece.cost()
        with limits.limited(table_bytes=cost.bytes):
            assert piece(59, 39).nimber >= 0
        tables.clear()
        with limits.limited(table_bytes=cost.bytes - 1), pytest.raises(OverBudgetError) as caught:
            piece(59, 39).nimber  # noqa: B018 - does not fit
    assert caught.value.needed == cost.bytes
    large = Piece(piece.steps, piece.slides)
    with in_place_of_numba(), limits.limited(table_bytes=2**32), pytest.raises(OverBudgetError, match="bytes"):
        large(40_000, 40_000).nimber  # noqa: B018 - over 4 GB: refused before anything is allocated


@pytest.mark.parametrize("name", SAID["modules"])
def test_files_are_those_that_were_built(name: str) -> None:
    said, data = SAID["modules"][name], (FOLDER / f"{name}.wasm").read_bytes()
    assert (len(data), hashlib.sha256(data).hexdigest()) == (said["bytes"], said["sha256"])
    for module, digest in said["sources"].items():
        source = (ROOT / "src" / (module.replace(".", "/") + ".py")).read_bytes()
        assert hashlib.sha256(source).hexdigest() == digest, f"{module} has changed: run bench/wasm_kernels.py"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("wasm-ld") is None, reason="needs wasm-ld (Debian's package lld)")
@pytest.mark.needs_jit
def test_modules_are_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run([sys.executable, BUILDER, "--to", tmp_path], check=True, capture_output=True)
    built = json.loads((tmp_path / "modules.json").read_text())
    assert built["modules"].keys() == SAID["modules"].keys()
    if built["made_with"] == SAID["made_with"]:
        assert built == SAID
        assert all(
            (tmp_path / f"{n}.wasm").read_bytes() == (FOLDER / f"{n}.wasm").read_bytes() for n in built["modules"]
        )
    tabulated = tables_of_modules()
    again = {(FOLDER / f"{n}.wasm").read_bytes(): (tmp_path / f"{n}.wasm").read_bytes() for n in built["modules"]}
    opened = Wasmtime.open
    monkeypatch.setattr(Wasmtime, "open", lambda self, code: opened(self, again[code]))
    assert tables_of_modules() == tabulated


def tables_of_modules() -> list[Any]:
    """Return a table of each module."""
    board = checkered(14, 14)
    with in_place_of_numba(), limits.limited(kernel_above=-1):
        piece = Piece(((-1, 0), (0, -1)), (Slide(-1, -1),))
        knight = Piece(((-2, -1), (-1, -2), (-2, 1), (1, -2)), (), PieceBoard(20, 20, bytes(400)))
        return [
            bytes(board.table_around(Rectangle(0, 14, 0, 14)).nimbers),
            heaps("0.6").nimbers(3000),
            heaps("0.16").nimbers(12_000),  # beyond the first 8192 in a sparse space
            *[rules.prepare((row, 19)) for rules in (piece, knight) for row in range(20)],
            *[rules.outcome((row, 19)) for rules in (piece, knight) for row in range(20)],
        ]
