"""Inputs that are two sizes and rows of letters."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from grundy.contests.stress.inputs import Inputs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy

Rows = tuple[str, ...]

_TINY = 4  # cells


class RowInputs(Inputs[Rows]):
    """Makes all boards of letters with at most `most` rows and columns; the first letter is the usual one."""

    letters: str  # from the simplest to a reader on
    most: int

    def text(self, case: Rows) -> str:
        """Return the input text: the sizes, and the rows."""
        return "\n".join([f"{len(case)} {len(case[0])}", *case, ""])

    def tiny(self) -> Iterator[Rows]:
        """Yield all boards of up to four cells."""
        for cells in range(1, _TINY + 1):
            yield from sorted(self.of_cells(cells), key=self.size)

    def of_cells(self, cells: int) -> Iterator[Rows]:
        """Yield all boards with so many cells."""
        for height in range(1, cells + 1):
            if cells % height == 0 and max(height, cells // height) <= self.most:
                yield from (rows_of("".join(one), cells // height) for one in product(self.letters, repeat=cells))

    def edges(self) -> Iterator[Rows]:
        """Yield boards of one letter, of one letter but for a cell, with equal halves, at the limits of size."""
        most = self.most
        shapes = [(1, most), (most, 1), (most, most), (1, 1), (2, most), (most, 2), (most, most - 1), (3, 3)]
        for height, width in shapes:
            for letter in self.letters:
                yield (letter * width,) * height
            for usual, other in product(self.letters, repeat=2):
                if usual != other:
                    for place in (0, height // 2 * width + width // 2, height * width - 1):
                        yield rows_of(usual * place + other + usual * (height * width - place - 1), width)
            for first, second in product(self.letters, repeat=2):  # chessboards, and stripes in both directions
                if first != second:
                    yield tuple("".join((first, second)[(row + c) % 2] for c in range(width)) for row in range(height))
                    yield tuple("".join((first, second)[c % 2] for c in range(width)) for _ in range(height))
                    yield tuple((first, second)[row % 2] * width for row in range(height))

    def size(self, case: Rows) -> tuple[int, ...]:
        """Return the number of cells, the longer side, and how far the letters are from the simplest ones."""
        height, width = len(case), len(case[0])
        return height * width, max(height, width), height, *map(self.letters.index, "".join(case))

    def cuts(self, case: Rows) -> Iterator[Rows]:
        """Yield boards without some rows or columns that lie together: half of them, a quarter, ..., one."""
        height, width = len(case), len(case[0])
        step = max(height, width) // 2
        while step:
            if step < height:
                yield from (case[:top] + case[top + step :] for top in range(height - step + 1))
            if step < width:
                for left in range(width - step + 1):
                    yield tuple(row[:left] + row[left + step :] for row in case)
            step //= 2

    def choices(self, case: Rows) -> Sequence[int]:
        """Return the letters by their numbers."""
        return [self.letters.index(letter) for letter in "".join(case)]

    def strategy(self, case: Rows) -> SearchStrategy[Rows]:
        """Return the boards of the same size."""
        from hypothesis import strategies as st

        letters, cells, width = self.letters, len(case) * len(case[0]), len(case[0])

        @st.composite
        def boards(draw: DrawFn) -> Rows:
            return rows_of("".join(letters[draw(st.integers(0, len(letters) - 1))] for _ in range(cells)), width)

        return boards()


def rows_of(cells: str, width: int) -> Rows:
    """Return cells in rows."""
    return tuple(cells[start : start + width] for start in range(0, len(cells), width))
