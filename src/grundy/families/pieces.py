"""A piece on a grid with blocked cells: given by its steps and its slides.

Wythoff's game is the queen towards a corner (Wythoff 1907); the others of the chess board are in
Winning Ways, chapter 3. The Grid Game (KOI 2023) steps down or right, or slides diagonally.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy import tables, work
from grundy.errors import RulesetError, figure
from grundy.positions import Outcome
from grundy.rules import Component, Option, Ruleset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

Place = tuple[int, int]

_GROW = 16  # the table of a quadrant has sides of multiples of this
_LONGEST_STEP = 2**30
_OPTIONS_A_STRETCH = 30_000_000  # a fraction of a second between two reports


class Slide(NamedTuple):
    """1 to `most` steps (None: any number) of `down` and `right`; over blocked cells if it `jumps`.

    The cell in which a slide ends must be open in either case.
    """

    down: int
    right: int
    most: int | None = None
    jumps: bool = False


@dataclass(frozen=True)
class Grid:
    """A board of `height` rows and `width` columns; `blocked` has a 1 for each blocked cell."""

    height: int
    width: int
    blocked: bytes

    def __post_init__(self) -> None:
        """Check the shape."""
        if self.height < 1 or self.width < 1 or len(self.blocked) != self.height * self.width:
            message = f"expected {self.height} x {self.width} >= 1 x 1 cells, found {len(self.blocked)}"
            raise RulesetError(message)

    def is_open(self, row: int, column: int) -> bool:
        """Say whether a cell is on the board and not blocked."""
        return 0 <= row < self.height and 0 <= column < self.width and not self.blocked[row * self.width + column]


@dataclass(frozen=True)
class Piece(Ruleset):
    """A piece that makes one of `steps`, each (down, right), or one of `slides`.

    A state is the cell of the piece, (row, column), 0-based. `grid` is the board; None stands for
    the quadrant of all cells (row, column) with both at least 0, whose corner is (0, 0).

    There must be a weight that each move lowers (on the quadrant one with positive factors, so that
    the piece cannot run away); otherwise the game is loopy, and `RulesetError` says so.

    Values and outcomes come from the plain search while a board is small, else one table holds them
    for every cell: outcomes in time linear in the cells, however far slides go; nimbers in time
    linear in the options.

    >>> queen = Piece((), (Slide(-1, 0), Slide(0, -1), Slide(-1, -1)))
    >>> queen(3, 4).nimber, queen(1, 2).outcome.value
    (2, 'P')
    """

    steps: tuple[Place, ...]
    slides: tuple[Slide, ...] = ()
    grid: Grid | None = None

    def __post_init__(self) -> None:
        """Find the weight, or say that there is none."""
        if any(abs(side) > _LONGEST_STEP for step in self._directions() for side in step):
            message = f"expected steps of at most {_LONGEST_STEP:,} cells"
            raise RulesetError(message)
        if any(slide.most is not None and slide.most < 0 for slide in self.slides):
            message = "expected slides of at least 0 steps"
            raise RulesetError(message)
        self._weight()

    def options(self, state: Place) -> Iterator[Option]:
        """Yield an option for each cell that the piece can go to; its move is that cell."""
        row, column = state
        targets = [(row + down, column + right) for down, right in self.steps if self._open(row + down, column + right)]
        for slide in self.slides:
            targets += self._slide_targets(state, slide)
        for target in dict.fromkeys(targets):
            yield Option(target, (Component(self, target),))

    def is_place(self, state: Any) -> bool:
        """Say whether `state` is a cell on which the piece may stand."""
        pair = 2
        if not isinstance(state, tuple) or len(state) != pair or not all(isinstance(side, int) for side in state):
            return False
        return self._open(*state)

    def outcome(self, state: Place) -> Outcome:
        """Return the outcome of a cell, from the table of outcomes where nimbers would cost more."""
        self._check(state)
        wins = self._outcomes(state)
        if wins is not None:
            return Outcome.N if wins[state] else Outcome.P
        return super().outcome(state)

    def moves_worth(self, state: Place, nimber: int) -> Iterator[Option]:
        """Yield the options worth `nimber`; for 0 the outcomes suffice."""
        if nimber:
            yield from super().moves_worth(state, nimber)
            return
        for option in self.options(state):
            if self.outcome(option.components[0].state) is Outcome.P:
                yield option

    def cost(self, state: Place) -> work.Cost:
        """Return what the table of nimbers around `state` takes: options (at most), and bytes."""
        height, width = self._size(state)
        longest = max(height, width)
        a_cell = len(self.steps) + sum(min(_most(slide, longest), longest) for slide in self.slides)
        return work.Cost(height * width * a_cell, height * width * (4 + _ORDER_BYTES))

    def outcome_cost(self, state: Place) -> work.Cost:
        """Return what the table of outcomes around `state` takes: looks at cells, and bytes."""
        height, width = self._size(state)
        a_cell = len(self.steps) + len(self.slides)
        return work.Cost(height * width * a_cell, height * width * (1 + _ORDER_BYTES + 4 * len(self.slides)))

    def value(self, state: Place) -> int:
        """Return the nimber of a cell. Raises `RulesetError` if the piece cannot stand there."""
        self._check(state)
        return super().value(state)

    def prepare(self, state: Place) -> int | None:
        """Fill the table of nimbers if it is large enough for the kernel, and not there yet."""
        table = self._table("nimbers", state)
        if table is None and work.worth_a_kernel(self.cost(state).options):
            table = self._solve("nimbers", state, self.cost(state))
        return None if table is None else int(table[state])

    def known(self, state: Place) -> int | None:
        """Look the cell up in the table of nimbers, if there is one."""
        table = self._table("nimbers", state)
        return None if table is None else int(table[state])

    def __call__(self, *state: Any) -> Any:
        """Return the position with the piece on a cell. Raises `RulesetError` if it cannot be there."""
        place = state[0] if len(state) == 1 else state
        self._check(place)
        return super().__call__(place)

    def _check(self, state: Any) -> None:
        if not self.is_place(state):
            message = f"expected an open cell (row, column) of the board, found {state}"
            raise RulesetError(message)

    def _outcomes(self, state: Place) -> NDArray[np.bool_] | None:
        """Return the table of outcomes, or None where the plain search does."""
        table: NDArray[np.bool_] | None = self._table("outcomes", state)
        if table is None and self._table("nimbers", state) is None and work.worth_a_kernel(self.cost(state).options):
            table = self._solve("outcomes", state, self.outcome_cost(state))
        return table

    def _table(self, what: str, state: Place) -> Any:
        """Return a table that holds `state` and all that can be reached from it, or None."""
        table = tables.cache.get((what, self))
        if table is None or self.grid is not None:
            return table
        height, width = table.shape
        if self._raises():
            down, right = self._weight()
            # Cells of less weight than the table's far corners cannot leave it.
            return table if down * state[0] + right * state[1] < min(down * height, right * width) else None
        return table if state[0] < height and state[1] < width else None

    def _solve(self, what: str, state: Place, cost: work.Cost) -> Any:
        height, width = self._size(state)
        work.check(f"the {what} of a grid of {figure(height)} x {figure(width)}", cost)
        import numpy as np  # noqa: PLC0415 - small boards need neither NumPy nor Numba

        from grundy.kernels import pieces as kernel  # noqa: PLC0415
        from grundy.kernels.jit import announcing  # noqa: PLC0415

        blocked = np.zeros((height, width), np.bool_)
        if self.grid is not None:
            blocked[:] = np.frombuffer(self.grid.blocked, np.bool_).reshape(height, width)
        down, right = self._weight()
        weights = down * np.arange(height)[:, None] + right * np.arange(width)
        order = np.argsort(weights, axis=None, kind="stable")
        longest = max(height, width)
        steps = np.array(self.steps, np.int64).reshape(-1, 2)
        slides = np.array(
            [(slide.down, slide.right, min(_most(slide, longest), longest), slide.jumps) for slide in self.slides],
            np.int64,
        ).reshape(-1, 4)
        fill: Callable[..., None]
        table: NDArray[Any]
        scratch: NDArray[Any]
        if what == "outcomes":
            fill, table = kernel.outcomes, np.zeros((height, width), np.bool_)
            scratch = np.full((len(slides), height, width), kernel.FAR, np.int32)
        else:
            fill, table = kernel.nimbers, np.zeros((height, width), np.int32)
            scratch = np.full(len(steps) + len(slides) * longest + 2, -1, np.int64)
        stretch = 1 + _OPTIONS_A_STRETCH // (1 + cost.options // order.size)
        with announcing(work.report_compile):
            for start in range(0, order.size, stretch):
                fill(blocked, order[start : start + stretch], steps, slides, table, scratch)
                work.report(cost.options * min(start + stretch, order.size) // order.size, cost.options)
        work.record("kernel", cost.options)
        tables.cache.put((what, self), table, table.nbytes)
        return table

    def _size(self, state: Place) -> tuple[int, int]:
        """Return the sides of the grid, or of the part of the quadrant that `state` can reach."""
        if self.grid is not None:
            return self.grid.height, self.grid.width
        row, column = state
        sides = (row, column)
        if self._raises():
            down, right = self._weight()
            weight = down * row + right * column
            sides = (weight // down, weight // right)
        return sides[0] // _GROW * _GROW + _GROW, sides[1] // _GROW * _GROW + _GROW

    def _open(self, row: int, column: int) -> bool:
        return row >= 0 and column >= 0 if self.grid is None else self.grid.is_open(row, column)

    def _slide_targets(self, state: Place, slide: Slide) -> Iterator[Place]:
        row, column = state
        taken = 0
        while slide.most is None or taken < slide.most:
            row, column, taken = row + slide.down, column + slide.right, taken + 1
            if self._open(row, column):
                yield row, column
            elif not slide.jumps or not self._inside(row, column):
                return

    def _inside(self, row: int, column: int) -> bool:
        return self.grid is not None and 0 <= row < self.grid.height and 0 <= column < self.grid.width

    def _directions(self) -> list[Place]:
        return [*self.steps, *((slide.down, slide.right) for slide in self.slides)]

    def _raises(self) -> bool:
        """Say whether a move raises a coordinate."""
        return any(down > 0 or right > 0 for down, right in self._directions())

    def _weight(self) -> Place:
        """Return factors (down, right) such that each move lowers down * row + right * column.

        All moves lie strictly on one side of a line exactly if the sum of the normals of the two
        outermost of them does it: all pairs are tried. On the quadrant both factors must be positive.
        """
        directions = self._directions()
        bounds = [(-1, 0), (0, -1)] if self.grid is None else []
        lowered = [*directions, *bounds]
        candidates = [(1, 1)]
        for first in lowered:
            for second in lowered:
                candidates.append((second[1] - first[1], first[0] - second[0]))
                candidates.append((-first[0] - second[0], -first[1] - second[1]))
        for down, right in candidates:
            if all(down * step[0] + right * step[1] < 0 for step in lowered):
                return down, right
        message = f"the moves {directions} can lead back to where they began: the game is loopy"
        raise RulesetError(message)


_ORDER_BYTES = 8 + 8 + 1  # the order, the weights that it sorts by, and the blocked cells


def _most(slide: Slide, longest: int) -> int:
    return longest if slide.most is None else slide.most
