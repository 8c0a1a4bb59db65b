"""Walls that may have removed the removed cells of a board of Wall Making."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.core.scenes import Wall

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MOST_TRIED = 2000  # walls that are tried before the search stops


def walls(removed: Sequence[Sequence[bool]]) -> tuple[Wall, ...]:
    """Return walls that may have removed these cells; a wall comes before the walls that end at it.

    A wall fills a row and a column of a rectangle without walls, and leaves four rectangles. A position does not store
    the picks. If play began on a whole board, some walls explain all removed cells, and different solutions look much
    alike. Cells that no pick explains are in no wall.

    >>> walls([[False, True, False], [True, True, True]])
    (Wall(row=1, column=1, top=0, bottom=1, left=0, right=2),)
    """
    rows = [sum(1 << column for column, gone in enumerate(line) if gone) for line in removed]
    return tuple(_WallSearch(rows).best_walls((0, len(rows), 0, len(removed[0])))[1])


Rectangle = tuple[int, int, int, int]  # the first row and the row after the last, then columns likewise


class _WallSearch:
    """The search for walls; `rows` has the removed cells of each row as bits."""

    def __init__(self, rows: list[int]) -> None:
        self.rows = rows
        self.tried = 0
        self.known: dict[Rectangle, tuple[bool, list[Wall]]] = {}

    def best_walls(self, area: Rectangle) -> tuple[bool, list[Wall]]:
        """Return whether walls explain all removed cells of a rectangle, and the best walls that were found."""
        if area not in self.known:
            self.known[area] = self._search(area)
        return self.known[area]

    def _search(self, area: Rectangle) -> tuple[bool, list[Wall]]:
        top, end, left, right = area
        mask = (1 << right) - (1 << left)
        lines = [row & mask for row in self.rows[top:end]]
        if not any(lines) or left == right:
            return True, []
        common = mask
        for line in lines:
            common &= line
        best: tuple[bool, list[Wall]] = (False, [])
        for row in (top + number for number, line in enumerate(lines) if line == mask):
            for column in (place for place in range(left, right) if common >> place & 1):
                self.tried += 1
                wall = Wall(row, column, top, end - 1, left, right - 1)
                parts = [self.best_walls(part) for part in _parts(area, row, column)]
                walls = [wall, *(inner for _, own in parts for inner in own)]
                if all(explained for explained, _ in parts):
                    return True, walls
                if len(walls) > len(best[1]):
                    best = False, walls
                if self.tried > _MOST_TRIED:
                    return best
        return best


def _parts(area: Rectangle, row: int, column: int) -> Iterator[Rectangle]:
    top, end, left, right = area
    for first, last in ((top, row), (row + 1, end)):
        yield first, last, left, column
        yield first, last, column + 1, right
