"""Nested tuples of constants as arrays: tables of any depth, with rows of any length."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from grundy.compiled.kinds import LEAST, MASK, MOST

_LONGEST = 1_000_000  # most elements of a range, all of which are stored


@dataclass(frozen=True)
class ConstantTable:
    """A nested tuple of numbers: the numbers in their order, and where the rows of each depth begin.

    A row is known by its number among all rows of its depth. At depth 0 there is one row, the table itself. Row r of
    depth d has the elements ``starts[d][r]`` to ``starts[d][r + 1]`` of the next depth, or of the numbers.
    """

    numbers: tuple[int, ...]
    starts: tuple[tuple[int, ...], ...]

    @property
    def depth(self) -> int:
        """How many times it can be indexed."""
        return len(self.starts)

    @property
    def unsigned(self) -> bool:
        """Whether a number needs 64 bits; then none is negative."""
        return max(self.numbers, default=0) > MOST

    def length(self, depth: int) -> int | None:
        """Return the length of the rows of a depth, None if their lengths differ."""
        starts = self.starts[depth]
        lengths = {after - before for before, after in pairwise(starts)}
        return lengths.pop() if len(lengths) == 1 else None


def table_of(value: Any) -> ConstantTable | None:
    """Return a nested tuple or list of numbers as a table; None for other values and for very long ranges."""
    starts: list[tuple[int, ...]] = []
    level: list[Any] = [value]
    while level and all(isinstance(one, tuple | list | range) for one in level):
        places = [0]
        for one in level:
            if isinstance(one, range) and one and abs(one[-1] - one[0]) // abs(one.step) >= _LONGEST:
                return None
            places.append(places[-1] + len(one))
        starts.append(tuple(places))
        level = [element for one in level for element in one]
    if not starts or not all(isinstance(one, int) for one in level):
        return None
    least, most = min(level, default=0), max(level, default=0)
    if not (least >= LEAST and most <= MOST) and not (least >= 0 and most <= MASK):
        return None
    return ConstantTable(tuple(map(int, level)), tuple(starts))


def table_text(name: str, table: ConstantTable) -> str:
    """Return the lines that make the arrays of a table: its numbers, and for each depth the beginnings of its rows.

    Each array has one more element. It is read after a fault, when a row may have a number that is one too large.
    """
    words = [number - (number > MOST) * (MASK + 1) for number in table.numbers]
    lines = [f"{name} = np.array({[*words, 0]!r}, np.int64)"]
    for depth, places in enumerate(table.starts):
        lines.append(f"{name}_{depth} = np.array({[*places, places[-1]]!r}, np.int64)")
    return "\n".join(lines)
