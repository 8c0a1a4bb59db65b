"""Figures of a cutting board, which the search for inputs increases step by step."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy.families.cutting.board import CutKind, Cutting, Rectangle
from grundy.nimbers import nim_sum

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.core.components import Component
    from grundy.core.position import Position

    Nimbers = NDArray[np.integer[Any]]

_KEPT = 64  # components whose nimbers are kept
_PICKED = (CutKind.CROSS, CutKind.ROW, CutKind.COLUMN)


class Measure(NamedTuple):
    """Figures of a position on a cutting board.

    `winning` counts the winning moves: where there are none, the position is lost. `least` is the least nimber of a
    component. `bound` is the greatest number such that a mex that stops there takes a sum for 0 that is not: the sum of
    the components, or the one that a move leaves of a single component. It is 0 where there is none.
    """

    winning: int
    least: int
    bound: int


def measured(position: Position) -> Measure:
    """Return the figures of a position, from tables of its components."""
    own, parts = [], []
    for component in position.components:
        nimber, left = _nimbers(component)
        own.append(nimber)
        parts.append(left)
    total = nim_sum(*own)
    winning = sum(
        int(np.count_nonzero(np.bitwise_xor.reduce(left) == total ^ nimber))
        for nimber, left in zip(own, parts, strict=True)
    )
    sums = parts[0] if len(parts) == 1 else np.array(own, np.int64).reshape(-1, 1)
    return Measure(winning, min(own, default=0), _bound(sums))


def _nimbers(component: Component) -> tuple[int, Nimbers]:
    """Return the nimber of a component, and those of the parts that each move leaves, shape (4, moves)."""
    board, state = component.ruleset, component.state
    if not isinstance(board, Cutting) or not isinstance(state, Rectangle):
        message = f"{component} is not a rectangle of a cutting board"
        raise TypeError(message)
    starts = range(state.top * board.width, state.bottom * board.width, board.width)
    kinds = b"".join(board.kinds[start + state.left : start + state.right] for start in starts)
    return _solved(state.bottom - state.top, state.right - state.left, kinds)


@lru_cache(maxsize=_KEPT)
def _solved(height: int, width: int, kinds: bytes) -> tuple[int, Nimbers]:
    """Return the nimbers of a board. They are kept, because a change of a cell changes one of two components."""
    whole = Rectangle(0, height, 0, width)
    table = Cutting(height, width, kinds).table_around(whole)
    cells = np.frombuffer(kinds, np.uint8).reshape(height, width)
    picked = np.argwhere(np.isin(cells, _PICKED))
    return table.nimber(whole), table.parts(whole, picked, cells[tuple(picked.T)])


def _bound(sums: Nimbers) -> int:
    """Return the greatest bound of a mex with which one of some sums, shape (summands, sums), becomes 0 by mistake."""
    wrong = sums[:, np.bitwise_xor.reduce(sums) != 0]
    for bound in range(int(wrong.max(initial=0)) - 1, 0, -1):
        if not np.bitwise_xor.reduce(np.minimum(wrong, bound)).all():
            return bound
    return 0
