"""Nimbers of boards from the literature, by compiled rulesets run as plain Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import grundy
from grundy.boards import Grid
from grundy.runtime import limits
from support.compiled_games import as_python

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.function_rulesets import FunctionRuleset


def node_kayles(grid: Grid) -> FunctionRuleset:
    @grundy.ruleset(compiled=True, components=grid.regions, canonical=grid.shape)
    def taken(free: int) -> Iterator[int]:
        for cell in grid.cells(free):
            yield free & ~(cell | grid.neighbours(cell))

    return taken


@pytest.mark.slow
def test_node_kayles_on_three_rows() -> None:
    """The first nimbers on 3 x n; 16 are published."""
    grids = [Grid(rows, 3) for rows in range(1, 9)]
    with as_python(), limits.limited(kernel_above=-1):
        assert [node_kayles(grid)(grid.full).nimber for grid in grids] == [2, 1, 1, 0, 3, 3, 2, 2]
