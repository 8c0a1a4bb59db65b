"""Boards, slides and steps of pieces, the orders in which cells can be solved, and the number of options of a board."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from math import gcd, lcm
from typing import TYPE_CHECKING, NamedTuple

from grundy.errors import RulesetError
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grundy.core.scenes import Place


class Slide(NamedTuple):
    """1 to `most` steps of (`down`, `right`), or any number if `most` is None.

    A slide that `jumps` passes over blocked cells. The cell in which a slide ends must be open in any case.
    """

    down: int
    right: int
    most: int | None = None
    jumps: bool = False


@dataclass(frozen=True)
class PieceBoard:
    """A board of `height` rows and `width` columns.

    `blocked` has a byte for each cell, row by row: 1 for a blocked cell, 0 for an open one.
    """

    height: int
    width: int
    blocked: bytes

    def __post_init__(self) -> None:
        """Check the shape, and that there are no other bytes."""
        if not isinstance(self.blocked, bytes):
            found = type(self.blocked).__name__
            raise RulesetError("error.expected", expected=Message("expected.cell-bytes"), found=found)
        if self.height < 1 or self.width < 1 or len(self.blocked) != self.height * self.width:
            raise RulesetError("error.cells", rows=self.height, columns=self.width, found=len(self.blocked))
        others = self.blocked.translate(None, b"\0\1")
        if others:
            row, column = divmod(self.blocked.index(others[0]), self.width)
            raise RulesetError("error.grid-cell", found=others[0], cell=f"({row}, {column})")

    def is_open(self, row: int, column: int) -> bool:
        """Return whether a cell is on the board and not blocked."""
        return 0 <= row < self.height and 0 <= column < self.width and not self.blocked[row * self.width + column]


class Reach(NamedTuple):
    """A slide whose `most` is a number: at most the number of steps that fit on the board."""

    down: int
    right: int
    most: int
    jumps: bool


class Stride(NamedTuple):
    """A move along a line of cells: 1 to `most` steps of so many `cells` of the line."""

    cells: int
    most: int


class PieceMoves(NamedTuple):
    """The moves that a piece can make on a board of some size, none of them twice."""

    steps: tuple[Place, ...]
    slides: tuple[Reach, ...]

    @property
    def directions(self) -> list[Place]:
        """What one step of each move adds to the row and the column."""
        return [*self.steps, *(slide[:2] for slide in self.slides)]

    @property
    def most_options(self) -> int:
        """An upper bound of the options of a cell."""
        return len(self.steps) + sum(slide.most for slide in self.slides)


def moves_on(height: int, width: int, steps: Iterable[Place], slides: Iterable[Slide]) -> PieceMoves:
    """Return the moves of a piece on a board of this size.

    Moves that lead off the board from every cell are left out, and so are moves that another move contains.

    >>> moves_on(3, 8, [(1, 0), (1, 0), (5, 0), (0, 2)], [Slide(0, 2)])
    PieceMoves(steps=((1, 0),), slides=(Reach(down=0, right=2, most=3, jumps=False),))
    """
    longest: dict[tuple[int, int, bool], int] = {}
    for down, right, most, jumps in slides:
        if most == 0:
            continue
        fits = min((side - 1) // abs(by) for side, by in ((height, down), (width, right)) if by)
        key = (down, right, bool(jumps))
        longest[key] = max(longest.get(key, 0), fits if most is None else min(most, fits))
    reaches = tuple(
        Reach(down, right, most, jumps)
        for (down, right, jumps), most in longest.items()
        if most and (jumps or longest.get((down, right, True), 0) < most)
    )
    taken = {slide[:2] for slide in reaches}
    single = (step for step in dict.fromkeys(steps) if abs(step[0]) < height and abs(step[1]) < width)
    return PieceMoves(tuple(step for step in single if step not in taken), reaches)


def lowered_weight(directions: Sequence[Place], *, positive: bool) -> Place:
    """Return factors (down, right) such that each direction lowers down * row + right * column.

    If `positive`, both factors must be positive. Raises `RulesetError`, which says that the game is loopy, if no such
    factors exist. If they exist, the sum of the normals of the two outermost directions is one solution; so the sums of
    all pairs are tried.
    """
    lowered = [*directions, (-1, 0), (0, -1)] if positive else directions
    candidates = [(1, 1)]
    for first in lowered:
        for second in lowered:
            candidates.append((second[1] - first[1], first[0] - second[0]))
            candidates.append((-first[0] - second[0], -first[1] - second[1]))
    for down, right in candidates:
        if all(down * step[0] + right * step[1] < 0 for step in lowered):
            return down, right
    raise RulesetError("error.loopy", moves=str(directions))


class RowWalk(NamedTuple):
    """A walk over a board row by row, or column by column: by the rows of the `transposed` board.

    It begins with the last row if it goes `upwards`, and with the last cell of a row if it goes `leftwards`.
    """

    transposed: bool
    upwards: bool
    leftwards: bool


def walk(directions: Sequence[Place]) -> RowWalk | None:
    """Return a walk by rows or columns that visits the target of each move before its source; None if there is none.

    >>> walk([(1, 0), (0, 1)])
    RowWalk(transposed=False, upwards=True, leftwards=True)
    >>> walk([(-2, -1), (-1, -2), (-2, 1), (1, -2)])
    """
    for transposed in (False, True):
        own = [(right, down) if transposed else (down, right) for down, right in directions]
        across = {down > 0 for down, _ in own if down}
        along = {right > 0 for down, right in own if not down}
        if len(across) < 2 and len(along) < 2:
            return RowWalk(transposed, across == {True}, along == {True})
    return None


def options_on(height: int, width: int, moves: PieceMoves) -> int:
    """Return the number of options of all cells together; a cell that two moves reach is one option.

    It is for boards without blocked cells: for others it is an upper bound.
    """
    return sum(_joined(height, width, direction, strides) for direction, strides in _by_direction(moves).items())


def _by_direction(moves: PieceMoves) -> dict[Place, list[Stride]]:
    """Return the moves by direction. The moves of a direction are slides along a line of cells."""
    by_direction: dict[Place, list[Stride]] = defaultdict(list)
    for down, right, most in (*(slide[:3] for slide in moves.slides), *((*step, 1) for step in moves.steps)):
        cells = gcd(down, right)
        by_direction[down // cells, right // cells].append(Stride(cells, most))
    return by_direction


def _joined(height: int, width: int, direction: Place, strides: list[Stride]) -> int:
    """Return the number of pairs of cells that are joined by a move in this direction.

    Single steps that a slide contains are left out. Slides may join the same pairs: inclusion and exclusion.
    """
    slides = [slide for slide in strides if slide.most > 1]
    steps = [
        step.cells
        for step in strides
        if step.most == 1
        and not any(step.cells % slide.cells == 0 and step.cells <= slide.cells * slide.most for slide in slides)
    ]
    total = sum(_pairs(height, width, direction, step, 1) for step in steps)
    for size in range(1, len(slides) + 1):
        for group in combinations(slides, size):  # all of them reach the common multiples of their strides
            common = lcm(*(slide.cells for slide in group))
            most = min(slide.cells * slide.most for slide in group) // common
            total -= (-1) ** size * _pairs(height, width, direction, common, most)
    return total


def _pairs(height: int, width: int, direction: Place, stride: int, most: int) -> int:
    """Return the sum of (height - t a)(width - t b) over t = 1 ... `most`, where (a, b) is `stride` steps.

    All these moves must fit on the board.
    """
    a, b = abs(direction[0]) * stride, abs(direction[1]) * stride
    sum_of_t, sum_of_squares = most * (most + 1) // 2, most * (most + 1) * (2 * most + 1) // 6
    return most * height * width - (a * width + b * height) * sum_of_t + a * b * sum_of_squares
