"""Inputs of the Grid Game: a board, how far a piece may go, and the cells that are asked about."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from grundy import games
from grundy.contests.stress.inputs import Inputs
from grundy.games.notations.piece_boards import PieceBoards, grid_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from hypothesis.strategies import DrawFn, SearchStrategy

_DENSITIES = (0.0, 0.05, 0.15, 0.3, 0.5)
_TINY_SHAPES = ((2, 2), (2, 3), (3, 2))
_MOST_QUERIES = 300


class Grid(NamedTuple):
    """An input: rows of ``.`` and ``#``, the longest diagonal step, and (row, column) of each query, from 0."""

    rows: tuple[str, ...]
    longest: int
    queries: tuple[tuple[int, int], ...]


class GridInputs(Inputs[Grid]):
    """Makes boards on which the last cell is open and can be reached from each open cell, as the statement promises."""

    def __init__(self, most: int) -> None:
        """Take the most rows and columns."""
        self.most = most

    def text(self, case: Grid) -> str:
        """Return the input text: sizes and longest step, the rows, the queries counted from 1."""
        queries = [f"{row + 1} {column + 1}" for row, column in case.queries]
        head = f"{len(case.rows)} {len(case.rows[0])} {case.longest}"
        return "\n".join([head, *case.rows, str(len(queries)), *queries, ""])

    def tiny(self) -> Iterator[Grid]:
        """Yield all boards of two by two and two by three cells, with each longest step and each query."""
        for height, width in _TINY_SHAPES:
            yield from self.of_shape(height, width)

    def of_shape(self, height: int, width: int) -> Iterator[Grid]:
        """Yield all boards of a size, with each longest step and each query."""
        for cells in product(".#", repeat=height * width - 1):
            rows = _rows("".join(cells) + ".", width)
            for longest in range(min(height, width)):
                if _keeps_promises(rows, longest):
                    yield from (Grid(rows, longest, (cell,)) for cell in _asked(rows))

    def edges(self) -> Iterator[Grid]:
        """Yield boards at the limits of size, empty and nearly full, with the longest and the shortest steps."""
        most = self.most
        for height, width in ((2, most), (most, 2), (most, most), (most, most - 1), (3, 3)):
            for longest in sorted({0, 1, min(height, width) - 1}):
                yield self._all_asked(("." * width,) * height, longest)
                path = "." + "#" * (width - 1)  # one way down, and then to the right
                yield self._all_asked((path,) * (height - 1) + ("." * width,), longest)

    def random(self, rng: Random) -> Iterator[Grid]:
        """Yield random boards; where that can be, half of the queries are lost and half are won."""
        while True:
            grid = self._random(rng)
            if grid is not None:
                yield grid

    def _random(self, rng: Random) -> Grid | None:
        most = min(self.most, rng.choice((3, 5, 12, 40, self.most)))
        rows, longest = self._board(rng, rng.randint(2, most), rng.randint(2, most))
        return self._balanced(rng, rows, longest)

    def _board(self, rng: Random, height: int, width: int) -> tuple[tuple[str, ...], int]:
        """Return a random board of this size, and a longest diagonal step."""
        longest = rng.choice((0, 1, rng.randrange(min(height, width)), min(height, width) - 1))
        density = rng.choice(_DENSITIES)
        cells = "".join("#" if rng.random() < density else "." for _ in range(height * width - 1)) + "."
        return _without_dead_ends(_rows(cells, width), longest), longest

    def size(self, case: Grid) -> tuple[int, ...]:
        """Return the number of cells, of queries, the longest step, and how many cells are blocked."""
        height, width = len(case.rows), len(case.rows[0])
        return height * width, len(case.queries), case.longest, "".join(case.rows).count("#"), height

    def cuts(self, case: Grid) -> Iterator[Grid]:
        """Yield single queries, shorter steps, and boards without some rows or columns that lie together."""
        if len(case.queries) > 1:
            yield from (case._replace(queries=(query,)) for query in case.queries)
        yield from (case._replace(longest=longest) for longest in range(case.longest))
        height, width = len(case.rows), len(case.rows[0])
        step = max(height, width) // 2
        while step:
            for top in range(height - step + 1 if step <= height - 2 else 0):
                kept = [row for row in range(height) if not top <= row < top + step]
                yield from self._kept(case, kept, list(range(width)))
            for left in range(width - step + 1 if step <= width - 2 else 0):
                kept = [column for column in range(width) if not left <= column < left + step]
                yield from self._kept(case, list(range(height)), kept)
            step //= 2

    def smaller(self, rng: Random, case: Grid) -> Iterator[Grid]:
        """Yield random boards with fewer cells, and no longer sides, with queries for many cells."""
        height, width = len(case.rows), len(case.rows[0])
        shapes = [(h, w) for h in range(2, height + 1) for w in range(2, width + 1) if h * w < height * width]
        while shapes:
            grid = self._all_asked(*self._board(rng, *rng.choice(shapes)))
            if grid.queries:
                yield grid

    def choices(self, case: Grid) -> Sequence[int]:
        """Return 1 for each blocked cell, and 0 for the others."""
        return [cell == "#" for cell in "".join(case.rows)][:-1]

    def strategy(self, case: Grid) -> SearchStrategy[Grid]:
        """Return the boards of the same size with the same queries that keep the promises."""
        from hypothesis import assume
        from hypothesis import strategies as st

        height, width = len(case.rows), len(case.rows[0])

        @st.composite
        def grids(draw: DrawFn) -> Grid:
            cells = "".join(".#"[draw(st.integers(0, 1))] for _ in range(height * width - 1))
            rows = _rows(cells + ".", width)
            assume(_keeps_promises(rows, case.longest) and all(rows[r][c] == "." for r, c in case.queries))
            return Grid(rows, case.longest, case.queries)

        return grids()

    def _kept(self, case: Grid, rows: list[int], columns: list[int]) -> Iterator[Grid]:
        """Yield what is left of a board, if it keeps the promises and a query is left."""
        board = tuple("".join(case.rows[row][column] for column in columns) for row in rows)
        longest = min(case.longest, len(board) - 1, len(board[0]) - 1)
        asked = set(_asked(board))
        moved = [(rows.index(row), columns.index(c)) for row, c in case.queries if row in rows and c in columns]
        queries = tuple(cell for cell in moved if cell in asked)
        if queries and board[-1][-1] == "." and _keeps_promises(board, longest):
            yield Grid(board, longest, queries)

    def _all_asked(self, rows: tuple[str, ...], longest: int) -> Grid:
        cells = _asked(rows)
        step = max(1, -(-len(cells) // _MOST_QUERIES))
        return Grid(rows, longest, tuple(cells[::step]))

    def _balanced(self, rng: Random, rows: tuple[str, ...], longest: int) -> Grid | None:
        """Ask about some cells, won and lost ones in fair shares."""
        lost = _lost(rows, longest)
        cells = _asked(rows)
        groups = [[cell for cell in cells if (cell in lost) is side] for side in (True, False)]
        groups = [group for group in groups if group]
        if not groups:
            return None
        most = rng.choice((1, 3, 30, _MOST_QUERIES))
        return Grid(rows, longest, tuple(rng.choice(rng.choice(groups)) for _ in range(rng.randint(1, most))))


def _rows(cells: str, width: int) -> tuple[str, ...]:
    return tuple(cells[start : start + width] for start in range(0, len(cells), width))


def _asked(rows: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the cells that a query may name: open ones, but for the last."""
    cells = [(row, column) for row, line in enumerate(rows) for column, cell in enumerate(line) if cell == "."]
    return cells[:-1]


def _reaching(rows: tuple[str, ...], longest: int) -> set[tuple[int, int]]:
    """Return the open cells from which the last one can be reached."""
    height, width = len(rows), len(rows[0])
    found = {(height - 1, width - 1)}
    nearest = {height - width: height - 1}  # the highest row with such a cell, for each diagonal
    for row in reversed(range(height)):
        for column in reversed(range(width)):
            diagonal = nearest.get(row - column, height + longest) - row <= longest
            if rows[row][column] == "." and (diagonal or (row + 1, column) in found or (row, column + 1) in found):
                found.add((row, column))
            if (row, column) in found:
                nearest[row - column] = row
    return found


def _keeps_promises(rows: tuple[str, ...], longest: int) -> bool:
    return len(_reaching(rows, longest)) == "".join(rows).count(".")


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
