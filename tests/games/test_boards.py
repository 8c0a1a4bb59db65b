"""Bit boards against sets of pairs, in plain Python and as a compiled ruleset has them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from grundy.boards import Grid
from grundy.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Callable

    Pairs = frozenset[tuple[int, int]]

GRIDS = [Grid(1, 5), Grid(4, 1), Grid(3, 3), Grid(2, 4), Grid(5, 3), Grid(2, 14), Grid(3, 24)]


def pairs_of(grid: Grid, cells: int) -> Pairs:
    return frozenset(divmod(place, grid.columns) for place in range(grid.rows * grid.columns) if cells >> place & 1)


def bits_of(grid: Grid, pairs: Pairs) -> int:
    return sum(1 << row * grid.columns + column for row, column in pairs)


def near(grid: Grid, pairs: Pairs, steps: tuple[tuple[int, int], ...]) -> Pairs:
    moved = ((row + down, column + right) for row, column in pairs for down, right in steps)
    return frozenset((row, column) for row, column in moved if 0 <= row < grid.rows and 0 <= column < grid.columns)


def region(grid: Grid, pairs: Pairs) -> Pairs:
    part: Pairs = frozenset([min(pairs)])
    while (more := part | near(grid, part, SIDES) & pairs) != part:
        part = more
    return part


SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0))
CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def images(grid: Grid, pairs: Pairs) -> list[Pairs]:
    """Return the images of a set under turns and reflections, in the corner, as far as they fit."""
    found = []
    for turn in range(8):
        moved = {(row if turn & 1 else -row, column if turn & 2 else -column) for row, column in pairs}
        moved = {(column, row) for row, column in moved} if turn & 4 else moved
        top, left = min(row for row, _ in moved), min(column for _, column in moved)
        placed = frozenset((row - top, column - left) for row, column in moved)
        if max(row for row, _ in placed) < grid.rows and max(column for _, column in placed) < grid.columns:
            found.append(placed)
    return found


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_bit_boards_are_sets_of_cells(grid: Grid) -> None:
    random = Random(1)
    for _ in range(60):
        cells = random.getrandbits(grid.rows * grid.columns) & random.choice((grid.full, random.getrandbits(80)))
        pairs = pairs_of(grid, cells)
        for method, steps in (
            (grid.right, SIDES[:1]), (grid.left, SIDES[1:2]), (grid.down, SIDES[2:3]), (grid.up, SIDES[3:]),
            (grid.neighbours, SIDES), (grid.around, SIDES + CORNERS),
        ):  # fmt: skip
            assert pairs_of(grid, method(cells)) == near(grid, pairs, steps)
        assert [pairs_of(grid, one) for one in grid.cells(cells)] == [frozenset([one]) for one in sorted(pairs)]
        parts = [pairs_of(grid, part) for part in grid.regions(cells)]
        assert frozenset().union(*parts) == pairs
        assert all(part == region(grid, part) for part in parts)
        assert not any(near(grid, one, SIDES) & other for one in parts for other in parts if one is not other)
        assert grid.read(grid.text(cells)) == cells
        if pairs:
            of_shape = [bits_of(grid, image) for image in images(grid, pairs)]
            assert grid.shape(cells) in of_shape
            assert {grid.shape(image) for image in of_shape} == {grid.shape(cells)}
            assert grid.to_corner(cells) in of_shape
        flips = [cells, grid.upside_down(cells), grid.mirrored(cells), grid.upside_down(grid.mirrored(cells))]
        if grid.rows == grid.columns:
            flips += [grid.transposed(flip) for flip in flips]
        assert grid.least(cells) == min(flips)
        assert {grid.least(flip) for flip in flips} == {min(flips)}


def test_the_sets_of_a_grid() -> None:
    grid = Grid(2, 3)
    assert [grid.full, grid.first_row, grid.last_row] == [63, 7, 56]
    assert [grid.first_column, grid.last_column, grid.cell(1, 1)] == [9, 36, 16]
    assert grid.shape(0) == grid.to_corner(0) == grid.region(0) == 0


@pytest.mark.parametrize("wrong", [(0, 3), (3, -1), (2.0, 2), (True, 1)])
def test_a_grid_has_rows_and_columns(wrong: tuple[Any, Any]) -> None:
    with pytest.raises(RulesetError, match="an integer of at least 1 for the rows"):
        Grid(*wrong)


@pytest.mark.parametrize("text", ["##", "##\n#", "##\n#x", "", 5])
def test_a_text_has_the_rows_of_its_grid(text: Any) -> None:
    with pytest.raises(RulesetError, match="2 rows of 2 characters"):
        Grid(2, 2).read(text)


@pytest.mark.parametrize("marks", ["#", "##", "#.x", "# ", "", 5])
def test_the_marks_of_a_text_read_back(marks: Any) -> None:
    for use in (lambda: Grid(2, 2).text(1, marks), lambda: Grid(2, 2).read("#.\n..", marks)):
        with pytest.raises(RulesetError, match="two different characters"):
            use()


def cram(grid: Grid) -> Callable[..., Any]:
    def cram(free: int) -> Any:
        for cell in grid.cells(free & grid.left(free)):
            yield free ^ cell ^ grid.right(cell)
        for cell in grid.cells(free & grid.up(free)):
            yield free ^ cell ^ grid.down(cell)

    return cram
