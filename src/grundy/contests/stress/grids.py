"""Boards of the Grid Game on which the last cell is open and can be reached from each open cell."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from grundy import games
from grundy.contests.stress.described import FormInputs
from grundy.games.notations.piece_boards import PieceBoards, grid_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from grundy.contests.inputs.form import Case

_DENSITIES = (0.0, 0.05, 0.15, 0.3, 0.5)
_SMALLER = 60  # smaller inputs from the description, which are tried first
_MOST_QUERIES = 300


class GridInput(NamedTuple):
    """An input: rows of ``.`` and ``#``, the longest diagonal step, and (row, column) of each query, from 0."""

    rows: tuple[str, ...]
    longest: int
    queries: tuple[tuple[int, int], ...]

    @property
    def case(self) -> Case:
        """The input as the description of the problem has it."""
        queries = tuple((row + 1, column + 1, None, None) for row, column in self.queries)
        return len(self.rows), len(self.rows[0]), self.longest, self.rows, None, None, queries


class GridInputs(FormInputs):
    """Makes boards that keep the promises of the statement, which random boards seldom keep."""

    def edges(self) -> Iterator[Case]:
        """Yield boards at the limits of size, empty and nearly full, with the longest and the shortest steps."""
        most = self.bound("N")
        for height, width in ((2, most), (most, 2), (most, most), (most, most - 1), (3, 3)):
            for longest in sorted({0, 1, min(height, width) - 1}):
                yield self._all_asked(("." * width,) * height, longest).case
                path = "." + "#" * (width - 1)  # the only way goes down, then to the right
                yield self._all_asked((path,) * (height - 1) + ("." * width,), longest).case

    def random(self, rng: Random) -> Iterator[Case]:
        """Yield random boards. Half of the queries are lost and half are won, where the board has both."""
        while True:
            grid = self._random(rng)
            if grid is not None:
                yield grid.case

    def _random(self, rng: Random) -> GridInput | None:
        most = min(self.bound("N"), rng.choice((3, 5, 12, 40, self.bound("N"))))
        rows, longest = self._board(rng, rng.randint(2, most), rng.randint(2, most))
        return self._with_queries(rng, rows, longest)

    def _board(self, rng: Random, height: int, width: int) -> tuple[tuple[str, ...], int]:
        """Return a random board of this size, and a longest diagonal step."""
        longest = rng.choice((0, 1, rng.randrange(min(height, width)), min(height, width) - 1))
        density = rng.choice(_DENSITIES)
        cells = "".join("#" if rng.random() < density else "." for _ in range(height * width - 1)) + "."
        return _without_dead_ends(_rows(cells, width), longest), longest

    def smaller(self, rng: Random, case: Case) -> Iterator[Case]:
        """Yield the inputs of the least costs; then boards with fewer cells, no longer sides, and many queries."""
        yield from islice(super().smaller(rng, case), _SMALLER)
        height, width = case[:2]
        shapes = [(h, w) for h in range(2, height + 1) for w in range(2, width + 1) if h * w < height * width]
        while shapes:
            grid = self._all_asked(*self._board(rng, *rng.choice(shapes)))
            if grid.queries:
                yield grid.case

    def _all_asked(self, rows: tuple[str, ...], longest: int) -> GridInput:
        cells = _asked(rows)
        step = max(1, -(-len(cells) // _MOST_QUERIES))
        return GridInput(rows, longest, tuple(cells[::step]))

    def _with_queries(self, rng: Random, rows: tuple[str, ...], longest: int) -> GridInput | None:
        """Return the input with queries about some cells, of which about half are lost."""
        lost = _lost(rows, longest)
        cells = _asked(rows)
        groups = [[cell for cell in cells if (cell in lost) is side] for side in (True, False)]
        groups = [group for group in groups if group]
        if not groups:
            return None
        most = rng.choice((1, 3, 30, _MOST_QUERIES))
        return GridInput(rows, longest, tuple(rng.choice(rng.choice(groups)) for _ in range(rng.randint(1, most))))


def _rows(cells: str, width: int) -> tuple[str, ...]:
    return tuple(cells[start : start + width] for start in range(0, len(cells), width))


def _asked(rows: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the cells that a query may name: all open cells except the last one."""
    cells = [(row, column) for row, line in enumerate(rows) for column, cell in enumerate(line) if cell == "."]
    return cells[:-1]


def _reaching(rows: tuple[str, ...], longest: int) -> set[tuple[int, int]]:
    """Return the open cells from which the last one can be reached."""
    height, width = len(rows), len(rows[0])
    found = {(height - 1, width - 1)}
    nearest = {height - width: height - 1}  # for each diagonal the highest row with a cell that reaches the last one
    for row in reversed(range(height)):
        for column in reversed(range(width)):
            diagonal = nearest.get(row - column, height + longest) - row <= longest
            if rows[row][column] == "." and (diagonal or (row + 1, column) in found or (row, column + 1) in found):
                found.add((row, column))
            if (row, column) in found:
                nearest[row - column] = row
    return found


def _without_dead_ends(rows: tuple[str, ...], longest: int) -> tuple[str, ...]:
    """Block the open cells from which the last one cannot be reached."""
    found = _reaching(rows, longest)
    return tuple(
        "".join("." if (row, column) in found else "#" for column in range(len(line))) for row, line in enumerate(rows)
    )


def _lost(rows: tuple[str, ...], longest: int) -> set[tuple[int, int]]:
    """Return the cells from which the mover loses."""
    reader = games.find("grid-game").reader
    if not isinstance(reader, PieceBoards):
        message = "grid-game is not played on a board"
        raise TypeError(message)
    cells = _asked(rows)
    wins = reader.rules(grid_of(rows), longest).outcomes(cells) if cells else ()
    return {cell for cell, won in zip(cells, wins, strict=True) if not won}
