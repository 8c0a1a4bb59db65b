"""Boards of cells as integers, for users' own rulesets: neighbours, regions, rotations and reflections, text.

A set of cells is an integer, a *bit board*: bit ``row * columns + column`` is the cell at `row` and `column`, both
counted from 0, the first row on top. Sets are joined with ``|``, cut with ``&``, and ``cells.bit_count()`` counts them.
All methods work in plain Python, for boards of any size, and inside rulesets with ``compiled=True``, for boards of up
to 64 cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from grundy.errors import RulesetError
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Grid"]

_MOST_COLUMNS = 12  # the widest board whose rows are reflected by a table of all rows


@dataclass(frozen=True)
class Grid:
    """A board of `rows` times `columns` cells, with operations on sets of its cells.

    An example is Cram, in which a move places a domino on two free cells that touch. Parts that do not touch are
    searched on their own, and rotated or reflected parts are searched once:

    >>> import grundy
    >>> grid = Grid(3, 4)
    >>> @grundy.ruleset(components=grid.regions, canonical=grid.shape)
    ... def cram(free):
    ...     for cell in grid.cells(free & grid.left(free)):
    ...         yield free ^ cell ^ grid.right(cell)
    ...     for cell in grid.cells(free & grid.up(free)):
    ...         yield free ^ cell ^ grid.down(cell)
    >>> cram(grid.full).nimber
    1

    Raises `RulesetError` where `rows` or `columns` is no integer of at least 1.
    """

    rows: int
    columns: int
    is_data: ClassVar[bool] = True  # machine code is the same for all boards: it gets sizes and tables as arguments

    def __post_init__(self) -> None:
        """Raise `RulesetError` if a number of rows or columns is wrong."""
        for number in (self.rows, self.columns):
            if type(number) is not int or number < 1:
                raise RulesetError("error.expected", expected=Message("expected.grid"), found=repr(number))

    # sets

    @cached_property
    def full(self) -> int:
        """All cells."""
        return (1 << self.rows * self.columns) - 1

    @cached_property
    def first_row(self) -> int:
        """The cells of the first row."""
        return (1 << self.columns) - 1

    @cached_property
    def first_column(self) -> int:
        """The cells of the first column."""
        return self.full // self.first_row

    @cached_property
    def last_row(self) -> int:
        """The cells of the last row."""
        return self.first_row << (self.rows - 1) * self.columns

    @cached_property
    def last_column(self) -> int:
        """The cells of the last column."""
        return self.first_column << self.columns - 1

    def cell(self, row: int, column: int) -> int:
        """Return the set of one cell; `row` and `column` are counted from 0 and are not checked.

        >>> Grid(3, 4).cell(1, 2)
        64
        """
        return 1 << row * self.columns + column

    def cells(self, cells: int) -> Iterator[int]:
        """Yield each cell of a set as a set of its own, in the order of rows.

        >>> list(Grid(2, 2).cells(13))
        [1, 4, 8]
        """
        while cells:
            yield cells & -cells
            cells &= cells - 1

    # steps: cells that would leave the board are dropped

    def right(self, cells: int) -> int:
        """Return the cells moved by one column to the right."""
        return (cells & ~self.last_column) << 1

    def left(self, cells: int) -> int:
        """Return the cells moved by one column to the left."""
        return (cells & ~self.first_column) >> 1

    def down(self, cells: int) -> int:
        """Return the cells moved by one row downwards."""
        return (cells & ~self.last_row) << self.columns

    def up(self, cells: int) -> int:
        """Return the cells moved by one row upwards."""
        return cells >> self.columns

    def neighbours(self, cells: int) -> int:
        """Return the cells that share a side with one of `cells`; some of them may be in `cells` too.

        >>> grid = Grid(2, 3)
        >>> print(grid.text(grid.neighbours(grid.cell(0, 1))))
        #.#
        .#.
        """
        return self.right(cells) | self.left(cells) | self.down(cells) | self.up(cells)

    def around(self, cells: int) -> int:
        """Return the cells that share a side or a corner with one of `cells`, as a king moves."""
        wide = cells | self.right(cells) | self.left(cells)
        return self.right(cells) | self.left(cells) | self.down(wide) | self.up(wide)

    # regions

    def region(self, cells: int) -> int:
        """Return the cells that are connected by sides to the first of `cells`: a flood fill within `cells`."""
        part = cells & -cells
        while True:
            more = (part | self.neighbours(part)) & cells
            if more == part:
                return part
            part = more

    def regions(self, cells: int) -> Iterator[int]:
        """Yield the connected regions of a set of cells.

        >>> list(Grid(2, 3).regions(0b101_001))
        [9, 32]
        """
        while cells:
            part = self.region(cells)
            yield part
            cells ^= part

    # rotations and reflections

    def to_corner(self, cells: int) -> int:
        """Return the cells moved up and to the left as far as possible.

        >>> Grid(3, 3).to_corner(0b110_100_000)
        26
        >>> Grid(3, 3).to_corner(0b110_010_000)
        25
        """
        if cells == 0:
            return 0
        while cells & self.first_row == 0:
            cells >>= self.columns
        while cells & self.first_column == 0:
            cells >>= 1
        return cells

    def upside_down(self, cells: int) -> int:
        """Return the cells with the rows of the board in reverse order."""
        turned = 0
        for _ in range(self.rows):
            turned = turned << self.columns | cells & self.first_row
            cells >>= self.columns
        return turned

    def mirrored(self, cells: int) -> int:
        """Return the cells with the columns of the board in reverse order."""
        turned = 0
        for row in range(self.rows):
            turned |= self.row_mirrored(cells >> row * self.columns & self.first_row) << row * self.columns
        return turned

    def transposed(self, cells: int) -> int:
        """Return the cells reflected in the diagonal through the first cell; the board must be square."""
        turned = 0
        for row in range(self.rows):
            turned |= self.row_upright(cells >> row * self.columns & self.first_row) << row
        return turned

    def least(self, cells: int) -> int:
        """Return the least of the images of a set under the symmetries of the board: a canonical form.

        There are eight of them on a square board, and four on others.
        """
        down, back = self.upside_down(cells), self.mirrored(cells)
        both = self.upside_down(back)
        found = min(cells, down, back, both)
        if self.rows == self.columns:
            turned = min(self.transposed(cells), self.transposed(down))
            found = min(found, turned, self.transposed(back), self.transposed(both))
        return found

    def shape(self, cells: int) -> int:
        """Return a canonical form of a set of cells under translations, rotations and reflections.

        It is the least of the images of the set that touch the first row and the first column. Images by a quarter turn
        count only if they fit on the board. It suits games in which the rest of the board no longer matters, such as
        Cram.

        >>> grid = Grid(3, 4)
        >>> grid.shape(0b0000_1100_0100) == grid.shape(0b0011_0001_0000)
        True
        """
        if cells == 0:
            return 0
        cells = self.to_corner(cells)
        columns, used, height, rest = self.columns, 0, 0, cells
        while rest:
            used |= rest & self.first_row
            rest >>= columns
            height += 1
        width = used.bit_length()
        spare = columns - width
        across = width <= self.rows and height <= columns and width <= height
        upright = height < width or not across or height == width
        down, back, both, place, rest = 0, 0, 0, 0, cells
        first, second, third, fourth = 0, 0, 0, 0
        for row in range(height):
            line = rest & self.first_row
            turned = self.row_mirrored(line) >> spare
            down = down << columns | line
            both = both << columns | turned
            back |= turned << place
            place += columns
            rest >>= columns
            if across:
                column, other = self.row_upright(line), self.row_upright(turned)
                first |= column << row
                second |= other << row
                third |= column << height - 1 - row
                fourth |= other << height - 1 - row
        found = min(cells, down, back, both)
        turned = min(first, second, third, fourth)
        if not across:
            return found
        return min(found, turned) if upright else turned

    def row_mirrored(self, line: int) -> int:
        """Return a set of cells of the first row in reverse order."""
        if self.columns <= _MOST_COLUMNS:
            return self._mirrored_rows[line]
        turned = 0
        for _ in range(self.columns):
            turned = turned << 1 | line & 1
            line >>= 1
        return turned

    def row_upright(self, line: int) -> int:
        """Return a set of cells of the first row as cells of the first column; cells below the board are dropped."""
        if self.columns <= _MOST_COLUMNS:
            return self._upright_rows[line]
        turned = 0
        for row in range(min(self.rows, self.columns)):
            turned |= (line >> row & 1) << row * self.columns
        return turned

    @cached_property
    def _mirrored_rows(self) -> tuple[int, ...]:
        width = self.columns if self.columns <= _MOST_COLUMNS else 0
        return tuple(
            sum((line >> place & 1) << width - 1 - place for place in range(width)) for line in range(1 << width)
        )

    @cached_property
    def _upright_rows(self) -> tuple[int, ...]:
        width, places = self.columns, range(min(self.rows, self.columns))
        if width > _MOST_COLUMNS:
            return ()
        return tuple(sum((line >> row & 1) << row * width for row in places) for line in range(1 << width))

    # text

    def text(self, cells: int, marks: str = "#.") -> str:
        """Return a set of cells as text, a line for each row.

        `marks` are the characters for cells in the set and for other cells. Raises `RulesetError` unless they are two
        different characters that are not blanks.
        """
        _check_marks(marks)
        lines = []
        for row in range(self.rows):
            line = cells >> row * self.columns
            lines.append("".join(marks[1 - (line >> column & 1)] for column in range(self.columns)))
        return "\n".join(lines)

    def read(self, text: str, marks: str = "#.") -> int:
        """Return the set of cells that `text` shows, in the form of `Grid.text`; blanks between lines do not matter.

        Raises `RulesetError` for another number of rows or columns, or another character.

        >>> Grid(2, 2).read(Grid(2, 2).text(11))
        11
        """
        _check_marks(marks)
        lines = text.split() if hasattr(text, "split") else []
        fits = len(lines) == self.rows and all(len(line) == self.columns for line in lines)
        if not fits or set("".join(lines)) - set(marks):
            expected = Message("expected.grid-text", {"rows": self.rows, "columns": self.columns, "marks": repr(marks)})
            raise RulesetError("error.expected", expected=expected, found=repr(text))
        letters = "".join(lines)
        return sum(1 << place for place, letter in enumerate(letters) if letter == marks[0])


def _check_marks(marks: Any) -> None:
    """Raise `RulesetError` if texts with these characters cannot be read."""
    if not isinstance(marks, str) or len(marks) != 2 or marks[0] == marks[1] or marks.split() != [marks]:
        raise RulesetError("error.expected", expected=Message("expected.grid-marks"), found=repr(marks))
