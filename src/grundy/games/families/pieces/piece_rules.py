"""A piece on a grid with blocked cells, given by its steps and its slides.

Wythoff's game is a queen that moves towards a corner (Wythoff 1907); other chess pieces are in Winning Ways, chapter 3.
The piece of the Grid Game (KOI 2023) steps down or right, or slides diagonally.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option
from grundy.core.engines import FORMULA, OUTCOMES, TABLE, Answer, Engine, GaveUp
from grundy.core.ruleset import Ruleset
from grundy.core.search.engines import PLAIN
from grundy.core.values import Outcome
from grundy.errors import RulesetError
from grundy.games.families.pieces import closed
from grundy.games.families.pieces.moves import PieceBoard, PieceMoves, Slide, lowered_weight, moves_on
from grundy.games.families.pieces.piece_tables import NimberTable, OutcomeTable
from grundy.runtime import limits, progress
from grundy.runtime.messages import Message
from grundy.runtime.packages import available, require
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from grundy.core.engines import ValueQuestion
    from grundy.core.scenes import Place
    from grundy.games.families.pieces.piece_tables import PieceTable

__all__ = ["Piece", "PieceBoard", "Slide"]

_SIDE_STEP = 16  # cells; the sides of the table of a quadrant are multiples of it
_LONGEST_STEP = 2**30  # cells
_KEPT = 64  # sizes of boards whose moves are cached
_TABLES = {"nimbers": "u", "outcomes": "b"}  # the tables by their names, and NumPy's kinds of their numbers


_moves_on = lru_cache(_KEPT)(moves_on)


class OutcomeTableEngine(Engine):
    """The table of the outcomes of all cells."""

    def estimate(self, question: ValueQuestion) -> float | None:
        """Return 0 for a question about outcomes: the cost of the table is known, and it is filled if that pays off."""
        return None if question.wanted != 0 else 0.0

    def answer(self, question: ValueQuestion, patience: Callable[[], float]) -> Answer | GaveUp:
        """Look the cell up."""
        del patience
        rules, state = question.rules, question.state
        lost = rules.lost_cells(state) if isinstance(rules, Piece) else None
        if lost is None:
            return GaveUp()
        return Answer(0 if lost[state] else None)


_OUTCOME_TABLE = OutcomeTableEngine()


@dataclass(frozen=True)
class Piece(Ruleset):
    """A piece that makes one of `steps`, each (down, right), or one of `slides`.

    A state is the cell of the piece, (row, column), 0-based. `grid` is the board. None stands for the quadrant of all
    cells (row, column) with both at least 0, whose corner is (0, 0).

    Each move must lower some weight of row and column; on the quadrant its factors must be positive, so that no play is
    endless. Otherwise the game is loopy, and `RulesetError` says so.

    Small boards are searched. Larger boards have a table of all cells: of outcomes, in time linear in the cells,
    however far slides go; of nimbers, in time linear in the cells times the 64-bit words of a set of nimbers.

    >>> queen = Piece((), (Slide(-1, 0), Slide(0, -1), Slide(-1, -1)))
    >>> queen(3, 4).nimber, queen(1, 2).outcome.value
    (2, 'P')
    >>> queen.nimbers([(3, 4), (1, 2), (5, 5)])
    array([2, 0, 8])
    """

    steps: tuple[Place, ...]
    slides: tuple[Slide, ...] = ()
    grid: PieceBoard | None = None

    def __post_init__(self) -> None:
        """Check the moves, and that each lowers a weight."""
        moves: tuple[Any, Any] = (self.steps, self.slides)  # a caller without types may pass anything
        steps, slides = moves
        right = isinstance(steps, tuple) and all(isinstance(step, tuple) and len(step) == 2 for step in steps)
        if not right or not isinstance(slides, tuple) or not all(isinstance(slide, Slide) for slide in slides):
            raise RulesetError("error.piece-moves", steps=repr(steps), slides=repr(slides))
        if any(abs(side) > _LONGEST_STEP for step in self._directions() for side in step):
            raise RulesetError("error.piece-steps", most=_LONGEST_STEP)
        if any(slide.most is not None and slide.most < 0 for slide in self.slides):
            raise RulesetError("error.piece-slides")
        self._weight()

    def options(self, state: Place) -> Iterator[Option]:
        """Yield an option for each cell that the piece can go to; its move is that cell.

        It makes no list: a cell of the quadrant may have more options than memory holds.
        """
        seen: set[Place] = set()
        for target in self._targets(state):
            if target not in seen:
                seen.add(target)
                yield Option(target, (Component(self, target),))

    def is_place(self, state: Any) -> bool:
        """Return whether `state` is a cell on which the piece may stand."""
        if not isinstance(state, tuple) or len(state) != 2 or not all(isinstance(side, int) for side in state):
            return False
        return self._open(*state)

    @property
    def engines(self) -> tuple[Engine, ...]:
        """The engines; outcomes are found from their own table if a table of nimbers would cost more."""
        return (OUTCOMES, _OUTCOME_TABLE, TABLE, FORMULA, *PLAIN)

    def moves_worth(self, state: Place, nimber: int) -> Iterator[Option]:
        """Yield the options worth `nimber`; for 0 their outcomes suffice."""
        targets = None
        if closed.is_rook(self):
            targets = closed.rook_targets(state, nimber)
        elif nimber == 0 and closed.is_queen(self):
            targets = closed.queen_targets(state)
        if targets is not None:
            yield from (Option(target, (Component(self, target),)) for target in targets)
            return
        if nimber:
            yield from super().moves_worth(state, nimber)
            return
        for option in self.options(state):
            progress.check_cancelled()
            if self.outcome(option.components[0].state) is Outcome.P:
                yield option

    def outcomes(self, cells: ArrayLike) -> NDArray[np.bool_]:
        """Return for each of many cells whether the next player wins (outcome N).

        `cells` is an array of integers of shape (n, 2): row and column, 0-based. The result has shape (n,). Takes time
        linear in n, and the time of the table if there is none yet. Raises `RulesetError`, which names the first cell
        on which the piece cannot stand.

        >>> Piece(((1, 0), (0, 1)), grid=PieceBoard(2, 3, bytes([0, 0, 1, 0, 0, 0]))).outcomes([(0, 0), (1, 2)])
        array([ True, False])
        """
        require("numpy", Message("what.cells"))
        import numpy as np

        places = _open_cells(cells, self.grid)
        lost = self.lost_cells(self._farthest(places)) if len(places) else None
        if lost is None:
            return self.nimbers(places).astype(np.bool_)
        wins: NDArray[np.bool_] = ~np.asarray(lost).view(np.bool_)[places[:, 0], places[:, 1]]
        return wins

    def wins(self, places: Sequence[Place]) -> list[bool]:
        """Return for each of many cells whether the next player wins; as `outcomes`, but without NumPy.

        Takes time linear in the cells, and the time of the table. Raises `RulesetError`, which names the first cell on
        which the piece cannot stand.

        >>> Piece(((1, 0), (0, 1)), grid=PieceBoard(2, 3, bytes(6))).wins([(0, 0), (1, 1), (1, 2)])
        [True, True, False]
        """
        for place in places:
            self.check(place)
        if self.grid is not None and places:
            nimbers = self._table("nimbers", places[0])
            if nimbers is not None:
                return [bool(nimbers[place] > 0) for place in places]
            lost = self.lost_cells(places[0])
            if lost is not None:
                return [not lost[place] for place in places]
        elif available("numpy"):
            wins: list[bool] = self.outcomes(places).tolist()
            return wins
        return [self.outcome(place) is Outcome.N for place in places]

    def nimbers(self, cells: ArrayLike) -> NDArray[np.int64]:
        """Return the nimber of each of many cells; cells and errors are as in `outcomes`.

        >>> Piece((), (Slide(0, -1),)).nimbers([(0, 7), (5, 2), (3, 0)])
        array([7, 2, 0])
        """
        require("numpy", Message("what.cells"))
        import numpy as np

        places = _open_cells(cells, self.grid)
        if closed.is_rook(self):
            worth: NDArray[np.int64] = (places[:, 0] ^ places[:, 1]).astype(np.int64)
            return worth
        if len(places) and self.prepare(farthest := self._farthest(places)) is not None:
            nimbers: NDArray[np.int64] = self._table("nimbers", farthest)[places[:, 0], places[:, 1]]
            return nimbers.astype(np.int64)
        keys = [(row, column) for row, column in places.tolist()]
        values = {key: self.value(key) for key in set(keys)}
        return np.array([values[key] for key in keys], np.int64)

    def cost(self, state: Place | None = None) -> limits.Cost:
        """Return the cost of the table of nimbers for `state`, or for the whole grid: options and bytes.

        Nothing is allocated. The options are those of a grid without blocked cells, and the bytes are without them.

        >>> Piece((), (Slide(0, 1),), PieceBoard(1, 4, bytes([0, 0, 1, 0]))).cost().options
        6
        """
        if state is not None:
            self.check(state)
        return self._board(NimberTable, state).cost

    def outcome_cost(self, state: Place | None = None) -> limits.Cost:
        """Return the cost of the table of outcomes, as `cost` does: moves of all cells, and bytes."""
        if state is not None:
            self.check(state)
        return self._board(OutcomeTable, state).cost

    def prepare(self, state: Place) -> int | None:
        """Return the nimber, if `known` has it or a table pays off, which is then filled; else None."""
        nimber = self.known(state)
        if nimber is None and self._worth_a_table(NimberTable, state):
            nimber = int(self._solve(NimberTable, state)[state])
        return nimber

    def known(self, state: Place) -> int | None:
        """Return the nimber from a table, if one holds the cell. A rook's is the nim-sum of row and column."""
        if closed.is_rook(self):
            return state[0] ^ state[1]
        table = self._table("nimbers", state)
        return None if table is None else int(table[state])

    def known_outcome(self, state: Place) -> Outcome | None:
        """Return the outcome of a queen, by Wythoff's theorem (`grundy.games.families.pieces.closed`), or of a rook."""
        if closed.is_rook(self):
            return Outcome.P if state[0] == state[1] else Outcome.N
        return closed.queen_outcome(state) if closed.is_queen(self) else None

    def solved(self) -> dict[str, NDArray[Any]]:
        """Return the tables that are filled: ``nimbers``, and ``outcomes``, which is True for lost cells."""
        import numpy as np

        found = {what: tables.get((what, self)) for what in _TABLES}
        solved = {what: np.asarray(table) for what, table in found.items() if table is not None}
        if "outcomes" in solved:
            solved["outcomes"] = solved["outcomes"].view(np.bool_)
        return solved

    def adopt(self, tables: dict[str, NDArray[Any]]) -> None:
        """Take over tables that `solved` returned. Raises `RulesetError` if they do not fit this grid."""
        for what, table in tables.items():
            right = what in _TABLES and table.dtype.kind == _TABLES[what] and table.ndim == 2
            if not right or (self.grid is not None and table.shape != (self.grid.height, self.grid.width)):
                found = {"shape": str(table.shape), "dtype": str(table.dtype)}
                raise RulesetError("error.table-grid", name=what, **found)
            self._keep(what, table)

    def __call__(self, *state: Any) -> Any:
        """Return the position with the piece on a cell. Raises `RulesetError` if it cannot stand there."""
        place = state[0] if len(state) == 1 else state
        if isinstance(place, tuple) and all(hasattr(side, "__index__") for side in place):
            place = tuple(map(index, place))  # NumPy's integers become Python's
        self.check(place)
        return super().__call__(place)

    def check(self, state: Any) -> Place:
        """Return the cell; raise `RulesetError` if the piece cannot stand there."""
        if not self.is_place(state):
            raise RulesetError("error.expected", expected=Message("expected.open-cell-of-board"), found=str(state))
        place: Place = state
        return place

    def _farthest(self, places: NDArray[np.integer]) -> Place:
        """Return a cell whose table holds all these cells."""
        if self._raises() and self.grid is None:
            down, right = self._weight()
            row, column = max(places.tolist(), key=lambda place: down * place[0] + right * place[1])
        else:
            row, column = (places if self.grid is None else places[:1]).max(axis=0).tolist()
        return row, column

    def lost_cells(self, state: Place) -> NDArray[np.bool_] | memoryview | None:
        """Return the table of lost cells; None if a table of nimbers exists, or if the plain search is faster.

        It is a memoryview of two dimensions, in which lost cells are 1, or an array that `adopt` has taken over.
        """
        table: NDArray[np.bool_] | memoryview | None = self._table("outcomes", state)
        if table is None and self._table("nimbers", state) is None and self._worth_a_table(OutcomeTable, state):
            table = self._solve(OutcomeTable, state)
        return table

    def _worth_a_table(self, kind: type[PieceTable], state: Place) -> bool:
        """Return whether a table is filled now; if the plain search is used, check that it is within the budget."""
        height, width = self._size(state)
        table = self._board(kind, state)
        options = height * width * table.moves.most_options  # an upper bound
        if table.pays_off(options):
            return True
        limits.check_search(Message("over.board", {"rows": height, "columns": width}), options)
        return False

    def _moves(self, height: int, width: int) -> PieceMoves:
        return _moves_on(height, width, self.steps, self.slides)

    def _table(self, what: str, state: Place) -> Any:
        """Return a table that holds `state` and all cells that can be reached from it, or None."""
        table = tables.get((what, self))
        if table is None or self.grid is not None:
            return table
        height, width = table.shape
        if self._raises():
            down, right = self._weight()
            # From a cell of less weight than the table's far corners, no move leaves the table.
            return table if down * state[0] + right * state[1] < min(down * height, right * width) else None
        return table if state[0] < height and state[1] < width else None

    def _solve(self, kind: type[PieceTable], state: Place) -> Any:
        table = self._board(kind, state).solve()
        self._keep(kind.what, table)
        return table

    def _keep(self, what: str, table: NDArray[Any]) -> None:
        tables.put((what, self), table, table.nbytes)

    def _board(self, kind: type[PieceTable], state: Place | None) -> PieceTable:
        height, width = self._size(state)
        return kind(height, width, None if self.grid is None else self.grid.blocked, self._moves(height, width))

    def _size(self, state: Place | None) -> tuple[int, int]:
        """Return the sides of the grid, or of a part of the quadrant with all cells that `state` can reach."""
        if self.grid is not None:
            return self.grid.height, self.grid.width
        if state is None:
            raise RulesetError("error.piece-quadrant")
        row, column = state
        sides = (row, column)
        if self._raises():
            down, right = self._weight()
            weight = down * row + right * column
            sides = (weight // down, weight // right)
        return sides[0] // _SIDE_STEP * _SIDE_STEP + _SIDE_STEP, sides[1] // _SIDE_STEP * _SIDE_STEP + _SIDE_STEP

    def _open(self, row: int, column: int) -> bool:
        return row >= 0 and column >= 0 if self.grid is None else self.grid.is_open(row, column)

    def _targets(self, state: Place) -> Iterator[Place]:
        """Yield the cells that steps and slides lead to; some cells may come twice."""
        row, column = state
        for down, right in self.steps:
            if self._open(row + down, column + right):
                yield row + down, column + right
        for slide in self.slides:
            yield from self._slide_targets(state, slide)

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
        """Return the directions of all moves, without slides of no steps."""
        return [*self.steps, *((slide.down, slide.right) for slide in self.slides if slide.most != 0)]

    def _raises(self) -> bool:
        """Return whether a move raises a coordinate."""
        return any(down > 0 or right > 0 for down, right in self._directions())

    def _weight(self) -> Place:
        """Return factors (down, right) such that each move lowers down * row + right * column."""
        return lowered_weight(self._directions(), positive=self.grid is None)


def _open_cells(cells: ArrayLike, grid: PieceBoard | None) -> NDArray[np.integer]:
    """Return `cells` as an array of shape (n, 2), each an open cell of the grid or of the quadrant.

    Raises `RulesetError` if the shape differs, if they are no integers, or with the first cell that is not open.
    """
    import numpy as np

    try:
        places = np.asarray(cells)
    except ValueError as error:  # rows of unequal length
        raise RulesetError("error.cell-array", error=str(error)) from None
    if places.size == 0:
        return np.zeros((0, 2), np.int64)
    if places.ndim != 2 or places.shape[1] != 2 or places.dtype.kind not in "iu":
        raise RulesetError("error.cell-array-shape", dtype=str(places.dtype), shape=str(places.shape))
    rows, columns = places[:, 0], places[:, 1]
    wrong = (rows < 0) | (columns < 0)
    if grid is not None:
        wrong |= (rows >= grid.height) | (columns >= grid.width)
        inside = ~wrong
        numbers = rows[inside].astype(np.int64) * grid.width + columns[inside].astype(np.int64)
        wrong[inside] = np.frombuffer(grid.blocked, np.bool_)[numbers]
    if wrong.any():
        first = int(wrong.argmax())
        raise RulesetError("error.cell-array-open", cell=str(tuple(places[first].tolist())), number=first)
    return places
