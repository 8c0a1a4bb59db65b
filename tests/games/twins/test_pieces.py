"""Pieces: kernels, costs and queries against the plain search over `options`."""

from __future__ import annotations

import itertools
import random
import re
import tracemalloc
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.core.nimbers import mex
from grundy.core.values import Outcome
from grundy.errors import OverBudgetError, RulesetError
from grundy.games.families.pieces import piece_tables
from grundy.games.families.pieces.moves import RowWalk, moves_on, walk
from grundy.games.families.pieces.piece_rules import Piece, PieceBoard, Slide
from grundy.games.families.pieces.piece_tables import NimberTable, OutcomeTable
from grundy.runtime import limits, progress
from grundy.runtime.table_cache import tables
from support.conditions import JIT
from support.pieces import SIDE, pieces
from support.twins import plain
from support.without_packages import missing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.scenes import Place

QUEEN = (Slide(-1, 0), Slide(0, -1), Slide(-1, -1))
KNIGHT = ((-2, -1), (-1, -2), (-2, 1), (1, -2))


@given(pieces())
def test_kernels_at_every_cell(piece: Piece) -> None:
    tables.clear()
    agree(piece)


def agree(piece: Piece) -> None:
    """Compare outcomes, nimbers by NumPy and nimbers by machine code with the search at every open cell.

    The cost is compared with what is counted.
    """
    memo: dict[Any, int] = {}
    for without in (["numba"], []):
        tables.clear()
        with missing(*without), limits.limited(kernel_above=-1), progress.tallied() as tally:
            found = {place: (piece.outcome(place), piece.value(place)) for place in cells(piece)}
        if tally.options:
            assert tally.engine == "kernel"
            assert tally.options == piece.cost().options + piece.outcome_cost().options
        for place, (outcome, value) in found.items():
            assert value == plain(piece, place, memo)
            assert outcome is (Outcome.N if value else Outcome.P)
    counted = sum(1 for place in cells(piece) for _ in piece.options(place))
    assert piece.grid is not None
    assert piece.cost().options == counted or (any(piece.grid.blocked) and piece.cost().options > counted)


def cells(piece: Piece) -> Iterator[Place]:
    assert piece.grid is not None
    return filter(piece.is_place, itertools.product(range(piece.grid.height), range(piece.grid.width)))


WAYS = [(transposed, upwards, leftwards) for transposed in (0, 1) for upwards in (0, 1) for leftwards in (0, 1)]


@pytest.mark.parametrize("way", [*WAYS, None])
@pytest.mark.parametrize("looks", [1, 7, 10**6])
def test_every_walk_in_stretches_of_every_length(
    way: tuple[int, int, int] | None, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves to earlier rows, or to the left in the same one, turned each way; and knights, in waves."""
    monkeypatch.setattr(piece_tables, "MOVES_PER_STRETCH", looks)
    monkeypatch.setattr(piece_tables, "CELLS_PER_STRETCH", looks)
    rng = random.Random(f"{way} {looks}")
    seen = set()
    for _ in range(40 if JIT else 15):
        height, width = (rng.randint(1, SIDE + 1) for _ in range(2))
        grid = PieceBoard(height, width, bytes(rng.random() < rng.choice((0, 0.2, 0.4)) for _ in range(height * width)))
        moves = [(-rng.randint(1, 2), rng.randint(-2, 2)) for _ in range(rng.randint(0, 4))]
        moves += [(0, -rng.randint(1, 2)) for _ in range(rng.randint(0, 2))]
        if way is None:
            moves = [*KNIGHT, *rng.sample([(-1, 0), (-1, -1), (0, -1), (-3, 2)], rng.randint(0, 3))]
        transposed, upwards, leftwards = way or (0, rng.randint(0, 1), rng.randint(0, 1))
        moves = [(down * (1 - 2 * upwards), right * (1 - 2 * leftwards)) for down, right in moves]
        moves = [(right, down) if transposed else (down, right) for down, right in moves]
        rng.shuffle(moves)
        cut = rng.randint(0, len(moves))
        slides = (Slide(*move, rng.choice((None, 1, 2, 3)), rng.random() < 0.5) for move in moves[cut:])
        piece = Piece(tuple(moves[:cut]), tuple(slides), grid)
        seen.add(walk(piece._directions()))  # noqa: SLF001 - the walk is not to be seen from outside
        agree(piece)
    if way is None:
        assert seen == {None}
    else:
        assert RowWalk(*map(bool, way)) in seen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("steps", "slides"),
    [
        ((), QUEEN),
        (((-1, 0),), (Slide(-1, -1, 40, jumps=True), Slide(0, -2, 9))),
        (((0, 3),), (Slide(2, 1), Slide(3, -2, jumps=True), Slide(0, 1, 70))),
        (KNIGHT, (Slide(-1, -1), Slide(0, -1, 5))),
        (((-3, 2), (2, -3)), (Slide(0, -1, jumps=True),)),
    ],
)
def test_large_boards_by_one_step_of_the_definition(steps: tuple[Place, ...], slides: tuple[Slide, ...]) -> None:
    """Nimbers of several words of a set."""
    rng = np.random.default_rng(7)
    for height, width in ((90, 130), (150, 40), (1, 300), (300, 1)) if JIT else ((12, 15), (1, 30), (30, 1)):
        for share in (0, 0.03, 0.3):
            grid = PieceBoard(height, width, (rng.random((height, width)) < share).tobytes())
            piece = Piece(steps, slides, grid)
            places = np.array(list(cells(piece)))
            with limits.limited(kernel_above=-1):
                nimbers, outcomes = piece.nimbers(places), piece.outcomes(places)
            assert np.array_equal(nimbers > 0, outcomes)
            tables.clear()
            with missing("numba"), limits.limited(kernel_above=-1):
                assert np.array_equal(piece.nimbers(places), nimbers)
            values: dict[Any, int] = dict(zip(map(tuple, places.tolist()), nimbers.tolist(), strict=True))
            for number in rng.choice(len(places), min(len(places), 60), replace=False):
                place = (int(places[number][0]), int(places[number][1]))
                assert values[place] == mex(values[option.move] for option in piece.options(place))


@pytest.mark.slow
@pytest.mark.needs_jit
def test_nimbers_beyond_16_bits() -> None:
    piece = Piece((), (Slide(0, -1),), PieceBoard(1, 70_000, bytes(70_000)))
    assert piece.nimbers([(0, 65_535), (0, 65_536), (0, 69_999)]).tolist() == [65_535, 65_536, 69_999]


@pytest.mark.slow
@pytest.mark.needs_jit
@given(pieces(), st.booleans())
def test_the_bytes_of_the_kernel_are_exact(piece: Piece, jumps: bool) -> None:  # noqa: FBT001
    """All arrays that NumPy holds while the kernel runs, against what was promised."""
    if jumps:
        piece = Piece(((-1, 0),), (Slide(-2, -2, 3, jumps=True),), piece.grid)
    assert piece.grid is not None
    size = (piece.grid.height, piece.grid.width)
    table = NimberTable(*size, piece.grid.blocked, moves_on(*size, piece.steps, piece.slides))
    if table.order is None:
        return
    held: list[int] = []

    def callback(_done: int, total: int | None) -> None:
        if total is not None:
            arrays = tracemalloc.take_snapshot().filter_traces([tracemalloc.DomainFilter(True, numpy_domain)])  # noqa: FBT003
            held.append(sum(trace.size for trace in arrays.traces))

    numpy_domain = np.lib.tracemalloc_domain
    with limits.limited(kernel_above=-1):
        table.solve()  # for a kernel that is loaded only now takes arrays of its own
        tracemalloc.start()
        try:
            with progress.reporting(callback):
                table.solve()
        finally:
            tracemalloc.stop()
    if table.options:
        assert len(set(held)) == 1
        assert 0 <= held[0] - table.bytes_by_rows <= 5  # of the arrays, the empty ones take a byte


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        Piece(((1, 0), (0, 1)), (Slide(1, 1, 50, jumps=True),), PieceBoard(150, 200, bytes(30_000))),
        Piece((), QUEEN, PieceBoard(200, 150, bytes(30_000))),
        Piece((), (Slide(-2, -1, 9), *QUEEN), PieceBoard(90, 90, bytes([0, 0, 0, 1, 0, 0]) * 1350)),
        Piece(KNIGHT, (), PieceBoard(250, 250, bytes(62_500))),
        Piece((), (Slide(0, -1),), PieceBoard(1, 3000, bytes(3000))),
    ],
)
def test_waves_take_no_more_bytes_than_they_promise(piece: Piece) -> None:
    """The peak of all memory that Python and NumPy take, against what was promised, of which it is a good part."""
    assert piece.grid is not None
    size = (piece.grid.height, piece.grid.width)
    moves = moves_on(*size, piece.steps, piece.slides)
    for kind in (OutcomeTable, NimberTable):
        with missing("numba"):
            kind(*size, piece.grid.blocked, moves).solve()
            table = kind(*size, piece.grid.blocked, moves)
            tracemalloc.start()
            try:
                table.solve()
                _, peak = tracemalloc.get_traced_memory()
            finally:
                tracemalloc.stop()
        promised = table.bytes if isinstance(table, OutcomeTable) else table.bytes_in_waves
        assert peak <= promised <= min(table.bytes, 3 * peak)


def test_costs_of_quadrants() -> None:
    """By a formula: a table of 16 x 16 cells for the first cell, all options of which lead towards 0."""
    for steps, slides in (((), QUEEN), (((-1, 0), (-3, -3)), (Slide(-2, 0), Slide(-3, 0), Slide(-1, 0, 4)))):
        piece = Piece(steps, slides)
        places = itertools.product(range(16), range(16))
        assert piece.cost((3, 5)).options == sum(1 for place in places for _ in piece.options(place))
    with pytest.raises(RulesetError, match="the quadrant has no last one"):
        piece.cost()
    assert piece.cost((10**18, 10**18)).options > 10**53


def test_stopping_leaves_nothing_behind() -> None:
    class Enough(Exception):
        pass

    def callback(_done: int, _total: int | None) -> None:
        raise Enough

    piece = Piece((), QUEEN, PieceBoard(20, 30, bytes(1) * 600))
    with limits.limited(kernel_above=-1):
        for ask in (piece.value, piece.outcome):
            with progress.reporting(callback), pytest.raises(Enough):
                ask((19, 29))
        assert tables.bytes == 0
        assert piece.value((19, 29)) == Piece((), QUEEN).value((19, 29))


# --- many cells at once ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["always_kernel", "never_kernel"])
@given(piece=pieces(), data=st.data())
def test_queries_answer_as_single_questions_do(engine: str, piece: Piece, data: st.DataObject) -> None:
    tables.clear()
    places = list(cells(piece))
    asked = data.draw(st.lists(st.sampled_from(places), max_size=9)) if places else []
    with limits.limited(kernel_above=-1 if engine == "always_kernel" else 10**30):
        for many in (asked, np.array(asked, np.int32).reshape(-1, 2), np.array(asked, np.uint64).reshape(-1, 2)):
            outcomes, nimbers = piece.outcomes(many), piece.nimbers(many)
            assert outcomes.dtype == np.bool_
            assert nimbers.dtype == np.int64
            assert outcomes.tolist() == [piece.outcome(place) is Outcome.N for place in asked]
            assert nimbers.tolist() == [piece.value(place) for place in asked]


@pytest.mark.parametrize("piece", [Piece((), QUEEN), Piece(KNIGHT), Piece(((3, -1), (-1, 0)), (Slide(2, -1),))])
def test_queries_on_quadrants(piece: Piece) -> None:
    """The table must hold the cell from which the piece gets farthest, which need not be the last one."""
    asked = [(0, 17), (20, 2), (3, 3), (0, 0), (18, 1)]
    memo: dict[Any, int] = {}
    expected = [plain(piece, place, memo) for place in asked]
    with limits.limited(kernel_above=-1):
        assert piece.outcomes(asked).tolist() == [value > 0 for value in expected]
        assert piece.nimbers(asked).tolist() == expected


@pytest.mark.parametrize(
    ("many", "message"),
    [
        ([(0, 0), (1, 2), (2, 0)], r"open cells .* found \(1, 2\) as number 1, counted from 0"),
        ([(0, 0), (0, 1)], r"found \(0, 1\) as number 1"),
        ([(0, 0), (0, -1), (0, 1)], r"found \(0, -1\) as number 1"),
        (np.array([(2**63, 0)], np.uint64), r"found \(9223372036854775808, 0\) as number 0"),
        ([(2**70, 0)], "shape .n, 2., found object of shape .1, 2."),
        ([(0.5, 0)], "shape .n, 2., found float64 of shape .1, 2."),
        ([(0, 0, 0)], "shape .n, 2., found int64 of shape .1, 3."),
        ((0, 0), "shape .n, 2., found int64 of shape .2,."),
        (0, "shape .n, 2., found int64 of shape .."),
        ([(0, 0), (0,)], "shape .n, 2.: "),
        ("ab", "shape .n, 2., found <U2"),
    ],
)
def test_wrong_queries(many: Any, message: str) -> None:
    piece = Piece(((1, 0),), grid=PieceBoard(2, 2, b"\x00\x01\x00\x00"))
    for ask in (piece.outcomes, piece.nimbers):
        with pytest.raises(RulesetError, match=message):
            ask(many)


# --- quadrants, loops, errors -----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        Piece((), QUEEN),
        Piece(KNIGHT),
        Piece(((-1, 3), (0, -1))),
        Piece((), (Slide(1, -2), Slide(-1, 1))),
        Piece((), (Slide(-2, 1, 3),)),
    ],
)
def test_quadrant_against_the_search(piece: Piece) -> None:
    """Moves that raise a coordinate too: the table must reach as far as the piece can."""
    memo: dict[Any, int] = {}
    for place in itertools.product(range(7), range(7)):
        expected = plain(piece, place, memo)
        with limits.limited(kernel_above=-1):
            assert piece.value(place) == expected
            assert piece.outcome(place) is (Outcome.N if expected else Outcome.P)
    far = (25, 3)
    with limits.limited(kernel_above=-1):
        assert piece.value(far) == plain(piece, far, memo)


@pytest.mark.parametrize(
    "piece",
    [
        Piece(KNIGHT),
        Piece(((3, -1), (-1, 0), (0, -1))),
        Piece(((3, -1), (-1, 0), (0, -1)), (Slide(2, -1),)),
        Piece((), QUEEN),
    ],
)
def test_a_table_of_a_quadrant_answers_for_what_it_holds_only(piece: Piece) -> None:
    """Cells inside the table's rectangle may lead out of it, if a move raises a coordinate."""
    memo: dict[Any, int] = {}
    with limits.limited(kernel_above=-1):
        _ = piece.value((2, 3)), piece.outcome((2, 3))
        for place in itertools.product(range(0, 18, 3), range(0, 18, 5)):
            expected = plain(piece, place, memo)
            assert piece.known(place) in (None, expected)
            assert piece.value(place) == expected
            assert piece.outcome(place) is (Outcome.N if expected else Outcome.P)


@pytest.mark.parametrize(
    ("steps", "grid"),
    [
        (((1, 0), (-1, 0)), PieceBoard(3, 3, bytes(9))),
        (((0, 0),), PieceBoard(3, 3, bytes(9))),
        (((1, 2), (-2, 1), (1, -3)), PieceBoard(3, 3, bytes(9))),
        (((1, 0),), None),
        (((-1, 2), (1, -2)), None),
        (((1, 1),), None),
    ],
)
def test_loopy_pieces_are_refused(steps: tuple[tuple[int, int], ...], grid: PieceBoard | None) -> None:
    with pytest.raises(RulesetError, match="loopy"):
        Piece(steps, grid=grid)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: PieceBoard(0, 3, b""), "found 0"),
        (lambda: PieceBoard(2, 2, b"\x00\x01\x00\x02"), r"expected 0 .* or 1 .* found 2 at \(1, 1\)"),
        (lambda: Piece(((-1, 0),), (Slide(-1, 0, -1),)), "at least 0 steps"),
        (lambda: Piece(((-(2**70), 0),)), "steps of at most 1,073,741,824 cells"),
        (lambda: Piece(((1, 0),), grid=PieceBoard(1, 2, b"\x00\x01"))(0, 1), "expected an open cell"),
        (lambda: Piece(((1, 0),), grid=PieceBoard(1, 2, b"\x00\x01"))(0, 2), "expected an open cell"),
        (lambda: Piece(((-1, 0),))(1), "expected an open cell"),
        (lambda: Piece(((-1, 0),))(-1, 0), "expected an open cell"),
    ],
)
def test_wrong_pieces(make: Any, message: str) -> None:
    with pytest.raises(RulesetError, match=message):
        make()


def test_too_large_a_grid_is_refused() -> None:
    piece = Piece(((-1, -2),), QUEEN)  # the queen alone has a formula
    with (
        limits.limited(table_bytes=10**9),
        pytest.raises(OverBudgetError, match=r"of a grid of 1,000,016 x 1,000,016") as caught,
    ):
        _ = piece(10**6, 10**6).outcome
    assert caught.value.fits is not None
    height, width = map(int, re.findall(r"\d+", str(caught.value.fits).replace(",", "")))
    assert height == width
    assert OutcomeTable(height, width, None, piece._moves(height, width)).cost.bytes <= 10**9  # noqa: SLF001
    assert OutcomeTable(height + 1, width + 1, None, piece._moves(height + 1, width + 1)).cost.bytes > 10**9  # noqa: SLF001
    with limits.limited(table_bytes=10**6), pytest.raises(OverBudgetError, match=r"a grid of 16 x [0-9,]+ would fit"):
        _ = piece(9, 10**6).outcome
    with limits.limited(table_bytes=2), pytest.raises(OverBudgetError, match=r"the budget is 2$"):
        _ = piece(10**30, 10**30).outcome


@pytest.mark.parametrize("cells", [63, 64, 65, 128])
def test_a_line_that_fills_whole_words_of_its_set(cells: int) -> None:
    """A rook in one row: each cell adds a value, the last one the last bit."""
    rook = Piece((), (Slide(0, -1),), PieceBoard(1, cells, bytes(cells)))
    with limits.limited(kernel_above=-1):
        assert rook.nimbers([(0, cell) for cell in range(cells)]).tolist() == list(range(cells))


def test_a_slide_of_no_steps_is_no_move() -> None:
    down = Piece(((-1, 0),), (Slide(1, 0, 0),))
    assert [down(n, 0).nimber for n in range(4)] == [0, 1, 0, 1]
