"""Cutting boards: pick a cell, and its row, its column or both are cut out of the board.

Wall Making (JAG Spring Contest 2015, problem L) picks crosses; the Diagonal Game (Codeforces 138D)
and the Card Game (ICPC Korea Regional 2022, problem A) are sums of two such boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from itertools import product
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from grundy.core.components import Component, Option
from grundy.core.nimbers import nim_sum
from grundy.core.ruleset import Ruleset
from grundy.core.search.engines import MemoEngine, SearchEngine
from grundy.errors import RulesetError
from grundy.games.families.cutting.rectangle_tables import (
    MODULE,
    Rectangle,
    RectangleTable,
    empty_boards,
    solve,
    table_bytes,
)
from grundy.runtime import compiling, limits, wasm
from grundy.runtime.messages import Message
from grundy.runtime.packages import installed
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from grundy.core.engines import Engine
    from grundy.core.position import Position
    from grundy.core.scenes import Place

__all__ = ["CutKind", "Cutting", "Rectangle", "cutting_board", "empty_boards"]

Region: TypeAlias = "frozenset[Place]"


class CutKind(IntEnum):
    """What a pick of a cell cuts out of the piece of board around it."""

    BLOCKED = 0  # cannot be picked; cuts pass over it
    CROSS = 1  # its row and its column
    ROW = 2
    COLUMN = 3
    ABSENT = 4  # no cell: the board ends here


_PICKABLE = (CutKind.CROSS, CutKind.ROW, CutKind.COLUMN)


def _most_options(state: Rectangle | Region) -> int | None:
    """Return the limit of options of a search from a region; None from a rectangle."""
    return None if isinstance(state, Rectangle) else limits.budget().shape_options


_SEARCHES = (MemoEngine(), SearchEngine(most=_most_options))


@dataclass(frozen=True)
class Cutting(Ruleset):
    """A board of `height` rows and `width` columns; `kinds` has a `CutKind` for each cell, row by row.

    A state is a `Rectangle` of cells that are all left, or a *region*: a frozenset of cells (row, column). Regions are
    for shapes that no play leads to, but that a user may draw. A move picks a cell that is a cross, row or column. It
    cuts out the unbroken run of cells through this cell in its row, its column or both, as its kind says. The
    connected parts of the rest are the components.

    Absent cells give boards of other shapes; they must leave each row and each column in one run. Raises
    `RulesetError` for a board that is empty, of another shape, or with a gap in a row or column.

    Small boards are searched. Larger boards have a table of all their rectangles: (H + 1)^2 (W + 1)(W + 2) / 2 values
    of 16 bits for H x W cells, H >= W. It takes [H(H+1)(H+2)/6] [W(W+1)(W+2)/6] options if all cells are crosses.

    >>> board = cutting_board([[0, 1], [1, 1]])
    >>> board(Rectangle(0, 2, 0, 2)).nimber
    2
    """

    height: int
    width: int
    kinds: bytes

    name = "cutting"

    def __post_init__(self) -> None:
        """Check the shape and the gaps."""
        if not isinstance(self.kinds, bytes):
            found = type(self.kinds).__name__
            raise RulesetError("error.expected", expected=Message("expected.cell-bytes"), found=found)
        if self.height < 1 or self.width < 1 or len(self.kinds) != self.height * self.width:
            raise RulesetError("error.cells", rows=self.height, columns=self.width, found=len(self.kinds))
        wrong = self.kinds.translate(None, bytes(CutKind))  # faster than `max`
        if wrong:
            expected = Message("expected.kinds", {"most": int(max(CutKind))})
            raise RulesetError("error.expected", expected=expected, found=max(wrong))
        if CutKind.ABSENT in self.kinds:
            self._check_gaps()

    def _check_gaps(self) -> None:
        """Raise `RulesetError` for absent cells between other cells of a row or column.

        Rows are checked as bytes. Only the cells that are present are visited in a loop: a turned board has few.
        """
        absent = bytes([CutKind.ABSENT])
        last_row: dict[int, int] = {}  # the row of the last cell of each column
        gaps = []
        for number in range(self.height):
            row = self.kinds[number * self.width : (number + 1) * self.width]
            present = row.strip(absent)
            if CutKind.ABSENT in present:
                raise RulesetError("error.board-gap-row", number=number + 1)
            first = len(row) - len(row.lstrip(absent))
            for column in range(first, first + len(present)):
                if last_row.get(column, number - 1) < number - 1:
                    gaps.append(column + 1)
                last_row[column] = number
        if gaps:
            raise RulesetError("error.board-gap-column", number=min(gaps))

    def kind(self, row: int, column: int) -> CutKind:
        """Return the kind of a cell."""
        return CutKind(self.kinds[row * self.width + column])

    def __call__(self, *state: Any) -> Position:
        """Return the position with this state: a rectangle, its four bounds, or a set of cells.

        Raises `RulesetError` if it is empty or reaches beyond the board.
        """
        cells = state[0] if len(state) == 1 else state
        try:
            cells = Rectangle(*map(index, cells)) if _bounds_a_rectangle(cells) else _region(cells)
        except (TypeError, ValueError):
            raise RulesetError("error.expected", expected=Message("expected.region"), found=repr(cells)) from None
        if not cells or (isinstance(cells, Rectangle) and not (cells.top < cells.bottom and cells.left < cells.right)):
            raise self._off_board(cells)
        self.check(cells)
        return super().__call__(cells)

    def whole(self) -> Component:
        """Return the whole board as a component, for a board without absent cells."""
        return Component(self, Rectangle(0, self.height, 0, self.width))

    def check(self, state: Rectangle | Region) -> Rectangle | Region:
        """Return the state; raise `RulesetError` if it reaches beyond the board."""
        if isinstance(state, Rectangle):
            top, bottom, left, right = state
            is_on_board = 0 <= top <= bottom <= self.height and 0 <= left <= right <= self.width
        else:
            is_on_board = all(map(self._has, state))
        if not is_on_board:
            raise self._off_board(state)
        return state

    def _off_board(self, state: Rectangle | Region) -> RulesetError:
        return RulesetError("error.board-cells", rows=self.height, columns=self.width, found=self.label(state))

    def options(self, state: Rectangle | Region) -> Iterator[Option]:
        """Yield an option for each cell that can be picked; its move is the pair (row, column)."""
        if isinstance(state, Rectangle):
            return self._rectangle_options(state)
        return self._region_options(state)

    def cells(self, state: Rectangle | Region) -> Iterator[Place]:
        """Yield the cells of a state, row by row."""
        if not isinstance(state, Rectangle):
            yield from sorted(state)
            return
        for row in range(state.top, state.bottom):
            for column in range(state.left, state.right):
                if self.kinds[row * self.width + column] != CutKind.ABSENT:
                    yield row, column

    def pieces(self, cells: Iterable[Place]) -> list[Component]:
        """Return the connected parts of a set of cells as components; full rectangles are `Rectangle` states."""
        rest = set(cells)
        components = []
        for start in sorted(rest):
            if start in rest:
                region = _connected(start, rest)
                rest -= region
                components.append(Component(self, self._as_rectangle(region) or frozenset(region)))
        return components

    def cost(self, state: Rectangle | Region | None = None) -> limits.Cost:
        """Return the cost of the table for a state, or for the whole board, without allocating anything.

        Options are exact: a cell that can be picked is an option of every rectangle around it. Bytes are those of the
        table and of the scratch of each thread. For a region, the cost is that of the rectangle around it. Raises
        `RulesetError` for a state that reaches beyond the board.
        """
        around = _around(self.whole().state if state is None else self.check(state))
        options = self._options_in(around)
        return limits.Cost(options, table_bytes(around.bottom - around.top, around.right - around.left, options))

    def _options_in(self, around: Rectangle) -> int:
        """Return the number of options of all rectangles in a rectangle."""
        top, bottom, left, right = around
        options = 0
        for row in range(top, bottom):
            vertical = (row - top + 1) * (bottom - row)
            for column in range(left, right):
                if self.kinds[row * self.width + column] in _PICKABLE:
                    options += vertical * (column - left + 1) * (right - column)
        return options

    def options_below(self, state: Rectangle | Region) -> int | None:
        """Return the options of all rectangles in a rectangle; None for a region."""
        return self.cost(state).options if isinstance(state, Rectangle) else None

    def prepare(self, state: Rectangle | Region) -> int | None:
        """Fill a table for `state` if it is large enough for the kernel and has no table yet."""
        around = _around(state)
        table = self._table_of(around)
        if table is None:
            if not self._tabulates(self._options_in(around)):
                return None
            table = self.table_around(around)
        return table.nimber(state) if isinstance(state, Rectangle) else None

    def _tabulates(self, options: int) -> bool:
        """Return whether a table is filled now; if the plain search is used, check that it is within the budget."""
        if compiling.worth_a_table(options, MODULE) and (installed("numpy") or wasm.serves(MODULE)):
            return True
        limits.check_search(Message("over.board", {"rows": self.height, "columns": self.width}), options)
        return False

    def table_around(self, around: Rectangle) -> RectangleTable:
        """Return a table that holds a rectangle; fill and keep it if none exists yet."""
        table = self._table_of(around)
        if table is None:
            table = solve(self._cells_of(around), around, self.cost(around))
            self._keep(table)
        return table

    def known(self, state: Rectangle | Region) -> int | None:
        """Return the nimber of a rectangle from a table, if one holds it."""
        if isinstance(state, Rectangle) and (table := self._table_of(state)):
            return table.nimber(state)
        return None

    @property
    def engines(self) -> tuple[Engine, ...]:
        """The engines; the search of a region visits fewer options than other searches, which take much longer."""
        return (*self.own_engines, *_SEARCHES)

    def move_nimbers(self, state: Rectangle | Region) -> Iterator[tuple[Place, int]] | None:
        """Return the picks of a rectangle, each with the nimber after it, if a table holds the rectangle; else None."""
        if not isinstance(state, Rectangle):
            return None
        table = self._table_of(state)
        if table is None or not isinstance(table.nimbers, memoryview):
            return table and table.picks(state, self.kinds, self.width)
        options = self._rectangle_options(state)
        return ((option.move, nim_sum(*(table.nimber(part.state) for part in option.components))) for option in options)

    def moves_worth(self, state: Rectangle | Region, nimber: int) -> Iterator[Option]:
        """Yield the options worth `nimber`, from a table if one holds the state."""
        move_nimbers = self.move_nimbers(state)
        if move_nimbers is None:
            return super().moves_worth(state, nimber)
        options = (self.option(state, *cell) for cell, value in move_nimbers if value == nimber)
        return (option for option in options if option is not None)

    def rectangles(self, state: Rectangle) -> NDArray[Any]:
        """Return the nimbers of all rectangles inside `state`, as `RectangleTable.rectangles` does.

        Fills a table if no table holds `state`. Raises `OverBudgetError` for a board beyond the budget.
        """
        return self.table_around(state).rectangles(state)

    def solved(self) -> dict[str, NDArray[Any]]:
        """Return the tables, named by the rectangles that they hold: ``0 4 0 5`` for 4 rows of 5 columns."""
        return {" ".join(map(str, table.around)): table.nimbers for table in self._tables()}

    def adopt(self, tables: dict[str, NDArray[Any]]) -> None:
        """Take over tables that `solved` returned. Raises `RulesetError` if they do not fit this board."""
        for name, nimbers in tables.items():
            around = Rectangle(*map(int, name.split()))
            self.check(around)
            self._keep(RectangleTable.of(around, nimbers))

    def label(self, state: Rectangle | Region) -> str:
        """Write a state: the bounds of a rectangle, or the cells of a region."""
        if isinstance(state, Rectangle):
            return f"{self.name}{tuple(state)}"
        return f"{self.name}({sorted(state)})"

    def _table_of(self, around: Rectangle) -> RectangleTable | None:
        return next((table for table in self._tables() if table.around.covers(around)), None)

    def _tables(self) -> list[RectangleTable]:
        return tables.get(self) or []

    def _keep(self, table: RectangleTable) -> None:
        kept = [table, *(other for other in self._tables() if not table.around.covers(other.around))]
        tables.put(self, kept, sum(other.nimbers.nbytes for other in kept))

    def _cells_of(self, around: Rectangle) -> bytes:
        """Return the kinds of the cells of a rectangle, row by row; absent cells are blocked, as the kernel needs."""
        absent_is_blocked = bytes.maketrans(bytes([CutKind.ABSENT]), bytes([CutKind.BLOCKED]))
        kinds = self.kinds.translate(absent_is_blocked)
        starts = range(around.top * self.width, around.bottom * self.width, self.width)
        return b"".join(kinds[start + around.left : start + around.right] for start in starts)

    def _has(self, place: Any) -> bool:
        """Return whether `place` is the (row, column) of a cell that is not absent."""
        try:
            row, column = map(index, place)
        except (TypeError, ValueError):
            return False
        return 0 <= row < self.height and 0 <= column < self.width and self.kind(row, column) != CutKind.ABSENT

    def option(self, state: Rectangle | Region, row: int, column: int) -> Option | None:
        """Return the option of a pick of a cell; None if the cell is not in the state or cannot be picked."""
        if not isinstance(state, Rectangle):
            return next(self._region_options(state, (row, column)), None) if (row, column) in state else None
        is_inside = state.top <= row < state.bottom and state.left <= column < state.right
        return self._rectangle_option(state, row, column) if is_inside else None

    def _rectangle_options(self, state: Rectangle) -> Iterator[Option]:
        for row, column in product(range(state.top, state.bottom), range(state.left, state.right)):
            option = self._rectangle_option(state, row, column)
            if option is not None:
                yield option

    def _rectangle_option(self, state: Rectangle, row: int, column: int) -> Option | None:
        top, bottom, left, right = state
        kind = self.kinds[row * self.width + column]
        if kind not in _PICKABLE:
            return None
        # A cut along the row leaves the rows above and below it. A cut along the column does the same for columns.
        heights = [(top, bottom)] if kind == CutKind.COLUMN else [(top, row), (row + 1, bottom)]
        widths = [(left, right)] if kind == CutKind.ROW else [(left, column), (column + 1, right)]
        pieces = [Rectangle(*rows, *columns) for rows in heights for columns in widths]
        return Option(
            (row, column), tuple([Component(self, p) for p in pieces if p.top < p.bottom and p.left < p.right])
        )

    def _region_options(self, state: Region, *cells: Place) -> Iterator[Option]:
        for row, column in cells or sorted(state):
            kind = self.kind(row, column)
            cut = {(row, column)}
            if kind in (CutKind.CROSS, CutKind.ROW):
                cut |= _run(state, row, column, 0, 1)
            if kind in (CutKind.CROSS, CutKind.COLUMN):
                cut |= _run(state, row, column, 1, 0)
            if kind in _PICKABLE:
                yield Option((row, column), tuple(self.pieces(state - cut)))

    def _as_rectangle(self, region: set[Place]) -> Rectangle | None:
        """Return the rectangle around a region if the region has all its cells; else None."""
        around = _around(region)
        cells = 0
        for start in range(around.top * self.width, around.bottom * self.width, self.width):
            cells += around.right - around.left
            cells -= self.kinds.count(CutKind.ABSENT, start + around.left, start + around.right)
            if cells > len(region):  # stops early where the rectangle is much larger than the region
                return None
        return around


def cutting_board(kinds: Sequence[Sequence[int]]) -> Cutting:
    """Return the ruleset of a board given as rows of `CutKind`.

    Raises `RulesetError` if the board has no cell or its rows differ in length.
    """
    try:
        rows = [list(map(index, row)) for row in kinds]
    except TypeError:
        expected = Message("expected.rows-of-kinds", {"most": int(max(CutKind))})
        raise RulesetError("error.expected", expected=expected, found=repr(kinds)) from None
    height, width = len(rows), len(rows[0]) if rows else 0
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise RulesetError("error.board-row", count=width, number=number, found=len(row))
    cells = [kind for row in rows for kind in row]
    if cells and not 0 <= min(cells) <= max(cells) <= max(CutKind):
        found = Message("found.range", {"low": min(cells), "high": max(cells)})
        raise RulesetError(
            "error.expected", expected=Message("expected.kinds", {"most": int(max(CutKind))}), found=found
        )
    return Cutting(height, width, bytes(cells))


def _bounds_a_rectangle(state: Any) -> bool:
    """Return whether a state is given as four numbers rather than as cells."""
    return isinstance(state, tuple) and len(state) == 4 and not any(hasattr(bound, "__iter__") for bound in state)


def _region(cells: Iterable[Any]) -> Region:
    return frozenset([(index(row), index(column)) for row, column in cells])


def _around(state: Rectangle | Iterable[Place]) -> Rectangle:
    if isinstance(state, Rectangle):
        return state
    rows, columns = zip(*state, strict=True)
    return Rectangle(min(rows), max(rows) + 1, min(columns), max(columns) + 1)


def _connected(start: Place, cells: set[Place]) -> set[Place]:
    """Return the cells that are connected to `start` by common sides."""
    region = {start}
    front = [start]
    while front:
        row, column = front.pop()
        for place in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if place in cells and place not in region:
                region.add(place)
                front.append(place)
    return region


def _run(state: Region, row: int, column: int, down: int, right: int) -> set[Place]:
    """Return the unbroken run of cells of a region on both sides of a cell, along the direction (down, right)."""
    run = set()
    for sign in (1, -1):
        place = (row + sign * down, column + sign * right)
        while place in state:
            run.add(place)
            place = (place[0] + sign * down, place[1] + sign * right)
    return run
