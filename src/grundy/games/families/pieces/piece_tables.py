"""The tables of a piece on a board: their cost, and how they are filled.

Outcomes are filled in waves, in plain Python. Nimbers are filled row by row by machine code or, where that does not pay
off, in waves by NumPy.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from grundy.games.families.pieces.moves import PieceMoves, Reach, Slide, moves_on, options_on, walk
from grundy.games.families.pieces.waves import Waves
from grundy.runtime import compiling, limits, progress, wasm
from grundy.runtime.costs import NIMBER_SECONDS
from grundy.runtime.jit import reporting_compiles
from grundy.runtime.messages import Message
from grundy.runtime.packages import installed

if TYPE_CHECKING:
    from collections.abc import Iterator

    Parts = Iterator[tuple[tuple[Any, ...], int, int]]

MODULE = "pieces"  # of WebAssembly: for boards whose nimbers have 16 bits
MOST_OF_16_BITS = 2**16  # a cell with fewer options has a nimber of 16 bits
KERNEL = compiling.MachineCode(((str(Path(__file__).with_name("nimbers_kernel.py")), "fill"),))

MOVES_PER_STRETCH = 1_000_000  # of machine code, between two reports of progress: some hundredths of a second
CELLS_PER_STRETCH = 30_000  # the same for waves
_SCRATCH_SETS = 6  # that waves of nimbers hold for a moment
_INTEGER_BYTES = 48  # of a wave's cells as an integer, beside its bits
_BITS_PER_WORD = 64
_LONGEST_SIDE = 2**48  # cells; no memory holds a longer row
_ITEMS = {"uint8": 1, "uint16": 2, "uint32": 4, "int32": 4, "int64": 8, "uint64": 8}  # bytes by type

Shapes = dict[str, tuple[tuple[int, ...], str]]


class Filling(Protocol):
    """The arrays of a table while it is filled."""

    def fill(self, first: Any, second: Any) -> None:
        """Fill in a part of the table, after the parts before it."""

    def table(self) -> Any:
        """Return the table, shape (height, width)."""


class PieceTable(ABC):
    """A table of one board before it is filled: it knows its cost, and allocates nothing yet.

    `blocked` is as in `PieceBoard`, or None for an open board.
    """

    what: ClassVar[str]  # its numbers: nimbers or outcomes
    kind: ClassVar[str]  # of the message that names the table of a board

    def __init__(self, height: int, width: int, blocked: bytes | None, moves: PieceMoves) -> None:
        self.board = (height, width, blocked)
        self.moves = moves

    @property
    @abstractmethod
    def options(self) -> int:
        """The number of moves or options that are visited."""

    @property
    @abstractmethod
    def bytes(self) -> int:
        """The bytes of all arrays, at most, without the blocked cells of the `PieceBoard`."""

    @property
    def cost(self) -> limits.Cost:
        """Options and bytes."""
        return limits.Cost(self.options, self.bytes)

    def solve(self) -> Any:
        """Return the table, filled: an array, or a memoryview of two dimensions.

        Raises `OverBudgetError` if it costs too much.
        """
        cost = self.cost
        limits.check(Message(self.kind, {"board": _grid(*self.board[:2])}), cost, self._fitting)
        filling, parts = self._begin()
        with reporting_compiles():
            for part, done, whole in parts:
                filling.fill(*part)
                progress.report(cost.options * done // whole, cost.options)
        progress.record("kernel", cost.options)
        return filling.table()

    @abstractmethod
    def pays_off(self, options: int) -> bool:
        """Return whether the table takes less time than the plain search, which visits so many options."""

    @abstractmethod
    def _begin(self) -> tuple[Filling, Parts]:
        """Allocate all arrays. Return them and the parts of the work, each with the work done after it and the whole.

        Raises `MemoryError`.
        """

    @cached_property
    def waves(self) -> Waves:
        """The waves of the board."""
        return Waves(*self.board[:2], self.moves.directions)

    def _fitting(self, space: int) -> Message | None:
        """Return the largest part of the grid whose table fits into `space` bytes, where that of the grid does not.

        Its sides are at most some length, shorter than the longer side of the grid.
        """
        height, width, blocked = self.board

        def bytes_of_part(longest: int) -> int:
            size = (min(height, longest), min(width, longest))
            slides = (Slide(*slide) for slide in self.moves.slides)
            return type(self)(*size, blocked, moves_on(*size, self.moves.steps, slides)).bytes

        side = bisect_right(range(1, min(max(height, width), _LONGEST_SIDE)), space, key=bytes_of_part)
        return _grid(min(height, side), min(width, side)) if side else None


class OutcomeTable(PieceTable):
    """The table of lost cells: True, or 1, where the player to move loses, else False, or 0."""

    what = "outcomes"
    kind = "over.board-outcomes"

    @property
    def options(self) -> int:
        """One for each move of each cell, however far the move goes."""
        return prod(self.board[:2]) * len(self.moves.directions)

    @property
    def bytes(self) -> int:
        """The table, the cells of waves, and a copy of the blocked cells."""
        cells = prod(self.board[:2])
        lists = 3 + 2 * len(self.moves.slides)
        return self.waves.bytes + 2 * cells + lists * (_INTEGER_BYTES * self.waves.number + cells // 7)

    def pays_off(self, options: int) -> bool:
        """Return whether the table takes less time than the plain search, which visits so many options."""
        return compiling.worth_a_start(options)

    def _begin(self) -> tuple[Filling, Parts]:
        from grundy.games.families.pieces.waves import WaveOutcomes

        return WaveOutcomes(self.waves, self.board, self.moves), self.waves.parts(CELLS_PER_STRETCH)


class NimberTable(PieceTable):
    """The table of nimbers, of 16 bits, or of 32 where a cell may have more than 65,535 options.

    The kernel walks row by row; if the walk goes along the columns, all its arrays are those of the transposed board.
    """

    what = "nimbers"
    kind = "over.board-nimbers"

    def __init__(self, height: int, width: int, blocked: bytes | None, moves: PieceMoves) -> None:
        super().__init__(height, width, blocked, moves)
        self.order = walk(moves.directions)
        self.transposed = self.order is not None and self.order.transposed
        self.size = (width, height) if self.transposed else (height, width)
        self.slides = [
            Reach(slide.right, slide.down, *slide[2:]) if self.transposed else slide for slide in moves.slides
        ]

    @property
    def options(self) -> int:
        """The options of all cells together, as if none were blocked."""
        return options_on(*self.board[:2], self.moves)

    @property
    def has_module(self) -> bool:
        """Whether the kernel runs as WebAssembly: in a browser, for a walk by rows and numbers of 16 bits."""
        return self.order is not None and self.type == "uint16" and wasm.serves(MODULE)

    @property
    def type(self) -> str:
        """The type of the numbers."""
        return "uint16" if self.moves.most_options < MOST_OF_16_BITS else "uint32"

    @property
    def bytes(self) -> int:
        """The bytes of the way that takes more: row by row or in waves."""
        return max(self.bytes_in_waves, self.bytes_by_rows)

    @property
    def bytes_in_waves(self) -> int:
        """The table, a mark for each open cell, and the sets of the waves that moves lead to, at most."""
        waves, moves = self.waves, self.moves
        kept = max(map(waves.lowers, moves.steps), default=0)
        kept += sum(waves.lowers(slide[:2]) + 2 for slide in moves.slides)
        sets = (kept + _SCRATCH_SETS) * 8 * (moves.most_options // _BITS_PER_WORD + 2) * waves.longest
        return waves.bytes + prod(self.size) * (_ITEMS[self.type] + 1) + sets

    @property
    def bytes_by_rows(self) -> int:
        """All arrays of the kernel."""
        if self.order is None:
            return 0
        copied = (2 if self.transposed else 1) * prod(self.size) * _ITEMS[self.type] if wasm.serves(MODULE) else 0
        arrays = (*self.input_shapes.values(), *self.shapes.values())
        return copied + sum(prod(shape) * _ITEMS[kind] for shape, kind in arrays)

    @property
    def steps(self) -> list[tuple[int, int]]:
        """The steps as rows of the kernel's array."""
        return [(right, down) if self.transposed else (down, right) for down, right in self.moves.steps]

    @property
    def reaches(self) -> list[tuple[int, int, int, bool, int]]:
        """The slides as rows of the kernel's array; the last item is the first line of the slide in the scratch."""
        bases = accumulate(map(self._lines, self.slides), initial=0)
        return [(*slide, base) for slide, base in zip(self.slides, bases, strict=False)]

    @property
    def input_shapes(self) -> Shapes:
        """The moves, and the blocked cells if those of the `PieceBoard` cannot be used without a copy."""
        shapes: Shapes = {"steps": ((len(self.moves.steps), 2), "int64"), "slides": ((len(self.slides), 5), "int64")}
        if self.transposed or self.board[2] is None or wasm.serves(MODULE):
            shapes["blocked"] = (self.size, "uint8")
        return shapes

    @property
    def shapes(self) -> Shapes:
        """The table, and sets of one more value than a cell has options, in the order of the kernel's parameters."""
        lines, words = sum(map(self._lines, self.slides)), self.moves.most_options // _BITS_PER_WORD + 1
        return {
            "table": (self.size, self.type),
            "sets": ((lines, words), "uint64"),
            "ends": ((3, lines), "int32"),
            "places": ((3, len(self.slides)), "int64"),
            "stepped": ((words,), "uint64"),
        }

    def _lines(self, slide: Reach) -> int:
        """Return how many lines of a slide exist at a time."""
        return abs(slide.down) * self.size[1] or abs(slide.right)

    def pays_off(self, options: int) -> bool:
        """Return whether the table takes less time than the plain search, which visits so many options."""
        return (self.has_module or installed("numpy")) and compiling.worth_a_table(
            options, MODULE if self.has_module else None
        )

    def _begin(self) -> tuple[Filling, Parts]:
        if self.order is not None and self.has_module:
            from grundy.games.families.pieces.wasm_filling import WasmFilling

            return WasmFilling(self, self.order), self._rows()
        visits = prod(self.size) * len(self.moves.directions)
        if self.order is not None and compiling.pays_off(KERNEL, visits, NIMBER_SECONDS):
            from grundy.games.families.pieces.filling import RowFilling

            return RowFilling(self, self.order), self._rows()
        from grundy.games.families.pieces.wave_nimbers import WaveNimbers

        compiling.spend(visits * NIMBER_SECONDS)
        return WaveNimbers(self.waves, self.board, self.moves, self.type), self.waves.parts(CELLS_PER_STRETCH)

    def _rows(self) -> Parts:
        """Yield the parts of the walk: rows and cells."""
        height, width = self.size
        stretch = 1 + MOVES_PER_STRETCH // (1 + len(self.moves.directions))
        for rows in stretches(height, stretch // width):
            for cells in stretches(width, stretch):
                yield (rows, cells), rows[0] * width + (rows[1] - rows[0]) * cells[1], height * width


def _grid(height: int, width: int) -> Message:
    return Message("over.grid", {"rows": height, "columns": width})


def stretches(length: int, stretch: int) -> Iterator[tuple[int, int]]:
    """Cut `length` into stretches: yield the start and the end of each."""
    stretch = max(1, stretch)
    for start in range(0, length, stretch):
        yield start, min(start + stretch, length)
