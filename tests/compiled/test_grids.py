"""Rules on grids as machine code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.boards import Grid
from grundy.runtime import limits
from support.compiled_games import as_python

if TYPE_CHECKING:
    from collections.abc import Callable

    Pairs = frozenset[tuple[int, int]]


def cram(grid: Grid) -> Callable[..., Any]:
    def cram(free: int) -> Any:
        for cell in grid.cells(free & grid.left(free)):
            yield free ^ cell ^ grid.right(cell)
        for cell in grid.cells(free & grid.up(free)):
            yield free ^ cell ^ grid.down(cell)

    return cram


@pytest.mark.needs_jit
@pytest.mark.parametrize(
    ("grid", "some"),
    [
        (Grid(3, 3), 511),
        (Grid(2, 5), 1023),
        pytest.param(Grid(1, 13), 8191, marks=pytest.mark.slow),
        pytest.param(Grid(8, 8), 0xF0F << 52, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_a_compiled_ruleset_understands_a_grid(grid: Grid, some: int) -> None:
    """Cram in three declarations, run as plain Python."""
    free = [some, some & ~2, 0]
    expected = [grundy.ruleset(cram(grid))(cells).value for cells in free]
    with as_python(), limits.limited(kernel_above=-1):
        for further in ({}, {"canonical": grid.least}, {"components": grid.regions, "canonical": grid.shape}):
            rules = grundy.ruleset(compiled=True, **further)(cram(grid))
            assert [rules(cells).value for cells in free] == expected
            assert [rules(cells).outcome for cells in free] == [grundy.Outcome("N" if one else "P") for one in expected]
