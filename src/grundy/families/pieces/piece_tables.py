"""The tables of a piece on a board: their exact cost, and how they are filled."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from itertools import accumulate
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from grundy.families.pieces.moves import PieceMoves, Reach, RowWalk, Slide, Waves, moves_on, walk
from grundy.families.pieces.options import options_on
from grundy.messages import Message
from grundy.runtime import limits, progress, wasm
from grundy.runtime.compiling import MachineCode
from grundy.runtime.jit import reporting_compiles

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.families.pieces.filling import Filling
    from grundy.families.pieces.wasm_filling import WasmFilling

MODULE = "pieces"  # of WebAssembly: for boards whose nimbers have 16 bits
MOST_OF_16_BITS = 2**16  # a cell with fewer options has a nimber of 16 bits

MOVES_PER_STRETCH = 1_000_000  # between two reports of progress: some hundredths of a second
_BITS_PER_WORD = 64
_LONGEST_SIDE = 2**48  # cells; no memory holds a longer row

_FUNCTIONS = {  # the file and the function of each kernel
    "outcomes": ("outcomes_kernel", "fill"),
    "nimbers": ("nimbers_kernel", "fill"),
    "outcome_waves": ("waves_kernel", "outcomes"),
    "nimber_waves": ("waves_kernel", "nimbers"),
}
_ITEMS = {"uint8": 1, "uint16": 2, "uint32": 4, "int32": 4, "int64": 8, "uint64": 8}  # bytes by type

Shapes = dict[str, tuple[tuple[int, ...], str]]


class PieceTable(ABC):
    """A table of one board before it is filled: it knows its cost, and allocates nothing yet.

    `blocked` is as in `PieceBoard`, or None for an open board. If the walk goes along the columns, all arrays are those
    of the transposed board.
    """

    what: ClassVar[str]  # its numbers: nimbers or outcomes
    kind: ClassVar[str]  # of the message that names the table of a board
    by_rows: ClassVar[str]  # the name of the kernel for a walk by rows, in the module of WebAssembly too
    by_waves: ClassVar[str]  # the name of the kernel for a walk in waves

    def __init__(self, height: int, width: int, blocked: bytes | None, moves: PieceMoves) -> None:
        self.order = walk(moves.directions)
        self.board = (height, width, blocked)
        self.moves = moves
        self.transposed = isinstance(self.order, RowWalk) and self.order.transposed
        self.size = (width, height) if self.transposed else (height, width)
        self.slides = [
            Reach(slide.right, slide.down, *slide[2:]) if self.transposed else slide for slide in moves.slides
        ]

    @property
    @abstractmethod
    def options(self) -> int:
        """The number of moves or options that the kernel visits."""

    @property
    @abstractmethod
    def shapes(self) -> Shapes:
        """The shape and type of the table, and of the scratch in the order of the kernel's parameters."""

    @abstractmethod
    def scratch_entries(self, slide: Reach) -> int:
        """Return the number of entries of this slide in the scratch for slides."""

    @property
    def cost(self) -> limits.Cost:
        """Options, and the bytes of all arrays, without the blocked cells of the `PieceBoard`."""
        return limits.Cost(self.options, self._bytes)

    def solve(self) -> NDArray[Any]:
        """Return the table, filled. Raises `OverBudgetError` if it costs too much."""
        cost = self.cost
        limits.check(Message(self.kind, {"board": _grid(*self.board[:2])}), cost, self._fitting)
        filling = self._filling()
        with reporting_compiles():
            for part, done, whole in self._parts():
                filling.fill(*part)
                progress.report(cost.options * done // whole, cost.options)
        progress.record("kernel", cost.options)
        return filling.table()

    @property
    def kernel(self) -> str:
        """The name of the kernel for the walk."""
        return self.kernel_of(self.order)

    @classmethod
    def kernel_of(cls, order: RowWalk | Waves) -> str:
        """Return the name of the kernel for a walk."""
        return cls.by_rows if isinstance(order, RowWalk) else cls.by_waves

    @property
    def steps(self) -> list[tuple[int, int]]:
        """The steps as rows of the kernel's array."""
        return [(right, down) if self.transposed else (down, right) for down, right in self.moves.steps]

    @property
    def reaches(self) -> list[tuple[int, int, int, bool, int]]:
        """The slides as rows of the kernel's array; the last item is the first entry of the slide in the scratch."""
        bases = accumulate(map(self.scratch_entries, self.slides), initial=0)
        return [(*slide, base) for slide, base in zip(self.slides, bases, strict=False)]

    @property
    def input_shapes(self) -> Shapes:
        """The moves, and the blocked cells if those of the `PieceBoard` cannot be used without a copy."""
        shapes: Shapes = {"steps": ((len(self.moves.steps), 2), "int64"), "slides": ((len(self.slides), 5), "int64")}
        if self.transposed or self.board[2] is None or wasm.serves(MODULE):
            shapes["blocked"] = (self.size, "uint8")
        return shapes

    def _filling(self) -> Filling | WasmFilling:
        if wasm.serves(MODULE):
            from grundy.families.pieces.wasm_filling import WasmFilling

            return WasmFilling(self)
        from grundy.families.pieces.filling import Filling

        return Filling(self)

    @property
    def _bytes(self) -> int:
        arrays = (*self.input_shapes.values(), *self.shapes.values())
        shape, kind = self.shapes["table"]
        copied = (2 if self.transposed else 1) * prod(shape) * _ITEMS[kind] if wasm.serves(MODULE) else 0
        return copied + sum(prod(shape) * _ITEMS[kind] for shape, kind in arrays)

    def _fitting(self, space: int) -> Message | None:
        """Return the largest part of the grid whose table fits into `space` bytes; no side is longer than a limit."""
        height, width, blocked = self.board

        def bytes_of_part(longest: int) -> int:
            size = (min(height, longest), min(width, longest))
            slides = (Slide(*slide) for slide in self.moves.slides)
            return type(self)(*size, blocked, moves_on(*size, self.moves.steps, slides))._bytes  # noqa: SLF001

        side = bisect_right(range(1, min(max(height, width), _LONGEST_SIDE)), space, key=bytes_of_part)
        return _grid(min(height, side), min(width, side)) if side else None

    def _parts(self) -> Iterator[tuple[tuple[tuple[int, ...], ...], int, int]]:
        """Yield the parts of the walk: two arguments of the kernel, the work done after them, and the whole work."""
        height, width = self.size
        stretch = 1 + MOVES_PER_STRETCH // (1 + len(self.moves.directions))
        if not isinstance(self.order, RowWalk):
            down, right = self.order.down, self.order.right
            weights = (down, right, pow(down, -1, right))
            waves = down * (height - 1) + right * (width - 1) + 1
            for part in stretches(waves, stretch * waves // (height * width)):
                yield (weights, part), part[1], waves
            return
        for rows in stretches(height, stretch // width):
            for cells in stretches(width, stretch):
                yield (rows, cells), rows[0] * width + (rows[1] - rows[0]) * cells[1], height * width


class OutcomeTable(PieceTable):
    """The table of lost cells: True where the player to move loses, else False."""

    what = "outcomes"
    kind = "over.board-outcomes"
    by_rows = "outcomes"
    by_waves = "outcome_waves"

    @property
    def options(self) -> int:
        """One for each move of each cell, however far the move goes."""
        return prod(self.size) * len(self.moves.directions)

    @property
    def shapes(self) -> Shapes:
        """The table, the distances to the nearest lost cell for each slide, and the marks of a row."""
        width = self.size[1]
        if isinstance(self.order, RowWalk):
            kept = sum(map(self.scratch_entries, self.slides))
            return {"table": (self.size, "uint8"), "nearest": ((kept, width), "int32"), "won": ((width,), "uint8")}
        return {"table": (self.size, "uint8"), "nearest": ((len(self.slides), *self.size), "int32")}

    def solve(self) -> NDArray[np.bool_]:
        """Return the table, filled. Raises `OverBudgetError` if it costs too much."""
        table: NDArray[np.bool_] = super().solve()
        return table.view("bool") if hasattr(table, "view") else table  # in a browser it may be a memoryview

    def scratch_entries(self, slide: Reach) -> int:
        """Return the number of rows of distances of a slide."""
        return abs(slide.down) + 1


class NimberTable(PieceTable):
    """The table of nimbers, of 16 bits, or of 32 where a cell may have more than 65,535 options."""

    what = "nimbers"
    kind = "over.board-nimbers"
    by_rows = "nimbers"
    by_waves = "nimber_waves"

    @property
    def options(self) -> int:
        """The options of all cells together, as if none were blocked."""
        return options_on(*self.board[:2], self.moves)

    @property
    def shapes(self) -> Shapes:
        """The table, and sets of one more value than a cell has options."""
        most = self.moves.most_options
        table: Shapes = {"table": (self.size, "uint16" if most < MOST_OF_16_BITS else "uint32")}
        if not isinstance(self.order, RowWalk):
            return {**table, "marks": ((most + 2,), "int64")}
        lines, words = sum(map(self.scratch_entries, self.slides)), most // _BITS_PER_WORD + 1
        return {
            **table,
            "sets": ((lines, words), "uint64"),
            "ends": ((3, lines), "int32"),
            "places": ((3, len(self.slides)), "int64"),
            "stepped": ((words,), "uint64"),
        }

    def scratch_entries(self, slide: Reach) -> int:
        """Return how many lines of a slide exist at a time."""
        return abs(slide.down) * self.size[1] or abs(slide.right)


def machine_code(kind: type[PieceTable], moves: PieceMoves) -> MachineCode:
    """Return the kernel of a table."""
    file, function = _FUNCTIONS[kind.kernel_of(walk(moves.directions))]
    return MachineCode(((str(Path(__file__).with_name(f"{file}.py")), function),))


def _grid(height: int, width: int) -> Message:
    return Message("over.grid", {"rows": height, "columns": width})


def stretches(length: int, stretch: int) -> Iterator[tuple[int, int]]:
    """Cut `length` into stretches: yield the start and the end of each."""
    stretch = max(1, stretch)
    for start in range(0, length, stretch):
        yield start, min(start + stretch, length)
