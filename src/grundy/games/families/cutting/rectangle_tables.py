"""Tables of cutting boards: all rectangles of one board, or all empty boards."""

from __future__ import annotations

import time
from contextlib import ExitStack, closing
from functools import partial
from itertools import accumulate
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from grundy.errors import CapacityError, RulesetError
from grundy.games.families.cutting.cells import ARRAY_OPTIONS, COLUMN, CROSS, PAD, ROW, SENTINEL, TURNED
from grundy.runtime import limits, progress, wasm
from grundy.runtime.compiling import MachineCode, beside, pays_off, spend
from grundy.runtime.costs import BOARD_SECONDS, STEP_OPTIONS, THREAD_OPTIONS
from grundy.runtime.messages import Message
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.games.families.cutting.array_slabs import ArraySlabs
    from grundy.games.families.cutting.kernel import Slabs
    from grundy.games.families.cutting.wasm_slabs import WasmSlabs

    Values = NDArray[np.uint16]

_LEAST_OPTIONS_IN_A_CHUNK = THREAD_OPTIONS // 50  # fewer options cost less than the hand-over to a thread
MODULE = "cutting"  # of WebAssembly
_KERNEL = beside(__file__, "kernel.py"), "fill_rows"
KERNEL = MachineCode((_KERNEL,))


class Rectangle(NamedTuple):
    """The cells of rows [top, bottom) and columns [left, right), 0-based and half-open."""

    top: int
    bottom: int
    left: int
    right: int

    def covers(self, other: Rectangle) -> bool:
        """Return whether `other` lies inside this one."""
        rows = self.top <= other.top and other.bottom <= self.bottom
        return rows and self.left <= other.left and other.right <= self.right


class RectangleTable(NamedTuple):
    """The nimbers of all rectangles inside `around`, in the order that `kernel` describes.

    They are a `memoryview` if NumPy is missing. The kernel is faster on high boards than on wide ones, so a wide board
    is turned over its diagonal.
    """

    around: Rectangle
    nimbers: Values

    @classmethod
    def of(cls, around: Rectangle, nimbers: Values) -> RectangleTable:
        """Make the table of a rectangle. Raises `RulesetError` if `nimbers` has another size or type."""
        values = _values(around.bottom - around.top, around.right - around.left)
        if nimbers.shape != (values,) or nimbers.dtype.str not in ("<u2", ">u2"):
            raise RulesetError("error.table-size", count=values, shape=str(nimbers.shape), dtype=str(nimbers.dtype))
        return cls(around, nimbers)

    def nimber(self, state: Rectangle) -> int:
        """Return the nimber of a rectangle inside `around`."""
        return int(self.at(*state))

    def at(self, first_row: Any, last_row: Any, first: Any, last: Any) -> Any:
        """Return the nimbers of rectangles; the bounds are integers, or arrays of integers."""
        top, bottom, left, right = self.around
        height, width = bottom - top, right - left
        rows, columns = (first_row - top, last_row - top), (first - left, last - left)
        if width > height:
            rows, columns, height, width = columns, rows, width, height
        pair = columns[0] * (2 * width + 1 - columns[0]) // 2 + columns[1]
        pairs = (width + 1) * (width + 2) // 2
        return self.nimbers[(rows[0] * pairs + pair) * (height + 1) + rows[1]]

    def afters(self, state: Rectangle, kinds: NDArray[np.uint8]) -> Values:
        """Return the nimber after the pick of each cell of a rectangle, the sentinel for cells that cannot be picked.

        `kinds` has the kinds of its cells, shape (rows, columns). Where `nimbers` has the tables of several boards as
        its last axis, `kinds` has them, too.
        """
        import numpy as np

        top, bottom, left, right = state
        rows, columns = np.arange(top, bottom)[:, None], np.arange(left, right)
        before, behind = (left, columns), (columns + 1, right)
        above, below = (top, rows), (rows + 1, bottom)
        crosses = self.at(*above, *before) ^ self.at(*above, *behind) ^ self.at(*below, *before)
        found = np.full(kinds.shape, SENTINEL, np.uint16)
        for kind, after in (
            (CROSS, crosses ^ self.at(*below, *behind)),
            (ROW, self.at(*above, left, right) ^ self.at(*below, left, right)),
            (COLUMN, self.at(top, bottom, *before) ^ self.at(top, bottom, *behind)),
        ):
            np.copyto(found, after, where=kinds == kind)
        return found

    def picks(self, state: Rectangle, kinds: bytes, width: int) -> Iterator[tuple[tuple[int, int], int]]:
        """Return the cells of a rectangle that can be picked, row by row, each with the nimber after the pick.

        `kinds` has the kinds of the whole board, row by row; a row has `width` cells.
        """
        import numpy as np

        top, bottom, left, right = state
        found = self.afters(state, np.frombuffer(kinds, np.uint8).reshape(-1, width)[top:bottom, left:right])
        cells = np.argwhere(found != SENTINEL)
        nimbers = found[tuple(cells.T)]
        return zip(map(tuple, np.add(cells, (top, left)).tolist()), nimbers.tolist(), strict=True)

    def rectangles(self, state: Rectangle) -> Values:
        """Return the nimbers of all rectangles inside `state` that are not empty; the table must hold `state`.

        The result has shape (h (h + 1) / 2, w (w + 1) / 2) for h rows and w columns: intervals of rows, and intervals
        of columns, both sorted by their first and then by their last line.
        """
        import numpy as np

        top, _, left, _ = self.around
        height, width = self.around.bottom - top, self.around.right - left
        rows, columns = (
            (first + start, last + start + 1)
            for start, size in (
                (state.top - top, state.bottom - state.top),
                (state.left - left, state.right - state.left),
            )
            for first, last in (np.triu_indices(size),)
        )
        turned = width > height
        if turned:
            rows, columns, height, width = columns, rows, width, height
        pairs = (width + 1) * (width + 2) // 2
        cube = self.nimbers[: (height + 1) ** 2 * pairs].reshape(height + 1, pairs, height + 1)
        pair = columns[0] * (2 * width + 1 - columns[0]) // 2 + columns[1]
        found: Values = cube[rows[0][:, None], pair, rows[1][:, None]]
        return found.T if turned else found


def _values(height: int, width: int) -> int:
    height, width = max(height, width), min(height, width)
    return (height + 1) ** 2 * ((width + 1) * (width + 2) // 2) + PAD


def table_bytes(height: int, width: int, options: int) -> int:
    """Return the exact number of bytes that machine code takes for a board with this number of options.

    This does not import `kernel.Slabs`, which allocates them; a test compares the two.
    """
    height, width = max(height, width), min(height, width)
    pairs = (width + 1) * (width + 2) // 2
    nexts = 2 * (height * (width + 1) + (height + 1) * width)
    tail = height + width + PAD
    runs = pairs * height + PAD + (width + 1) * (width * height + PAD) + 2 * tail + 2 * (width + 1) ** 2
    values = _values(height, width)
    copied = values if wasm.serves(MODULE) else 0  # from the memory of the kernel
    return 2 * (values + copied + height * width + PAD) + 4 * nexts + (2 * runs + 2**16) * _threads(options)


def array_bytes(height: int, width: int, _options: int, boards: int = 1) -> int:
    """Return an upper bound of the bytes that `array_slabs` takes for boards; a test compares the two."""
    height, width = max(height, width), min(height, width)
    area = (width + 1) ** 2 * boards
    picks = min((height + 1) ** 2 // 4, max(height, 4 * ARRAY_OPTIONS // area)) * area  # of all columns, in one step
    options = max(min(ARRAY_OPTIONS, picks * width), height * area // 4)  # in one operation
    return 2 * _values(height, width) + 12 * (picks + options) + 2**15


def _threads(options: int) -> int:
    """Return the number of threads for some options. It is small: each saves more time than its scratch costs."""
    if wasm.serves(MODULE) or options < THREAD_OPTIONS:
        return 1
    return max(1, min(limits.threads(), 2 * options // THREAD_OPTIONS))


def _fitting(bytes_of: Callable[[int, int, int], int], space: int) -> Message | None:
    """Return the largest square board of crosses whose table fits into this many bytes; None if none does."""
    side = 0
    while bytes_of(side + 1, side + 1, ((side + 1) * (side + 2) * (side + 3) // 6) ** 2) <= space:
        side += 1
    return Message("over.board", {"rows": side, "columns": side}) if side else None


def solve(cells: bytes, around: Rectangle, cost: limits.Cost) -> RectangleTable:
    """Return the table of the rectangle `around`; `cells` has the kinds of its cells, numbered as in `cells.py`.

    Raises `OverBudgetError` before anything is allocated, and `CapacityError` if a nimber does not fit into 15 bits.
    """
    shape = (around.bottom - around.top, around.right - around.left)
    board = Message("over.board", {"rows": shape[0], "columns": shape[1]})
    compiled = wasm.serves(MODULE) or pays_off(KERNEL, cost.options, BOARD_SECONDS)
    bytes_of = table_bytes if compiled else array_bytes
    limits.check(board, cost._replace(bytes=bytes_of(*shape, cost.options)), partial(_fitting, bytes_of))
    if not compiled:
        limits.check_search(board, cost.options, BOARD_SECONDS)
    from grundy.runtime.jit import reporting_compiles

    height, width = shape
    if width > height:
        cells, height, width = turned(cells, width).translate(TURNED), width, height
    slabs: Slabs | ArraySlabs | WasmSlabs
    if wasm.serves(MODULE):
        from grundy.games.families.cutting.wasm_slabs import WasmSlabs

        slabs = WasmSlabs(cells, height, width)
    else:
        import numpy as np

        slabs = slabs_of(np.frombuffer(cells, np.uint8).reshape(height, width), compiled=compiled)
    begun = 0.0 if compiled else time.thread_time()  # which browsers do not have
    # For the progress, the work is counted as if all cells were crosses.
    total = height * (height + 1) * (height + 2) // 6
    scratches: list[Any] = [slabs.scratch() for _ in range(_threads(cost.options) if compiled else 1)]
    with reporting_compiles(), closing(filling(slabs, board, scratches)) as filled:
        for done in filled:
            progress.report(cost.options * done // total, cost.options)
    if not compiled:
        spend(time.thread_time() - begun)
    progress.record("kernel", cost.options)
    return RectangleTable(around, cast("Values", slabs.table))


def slabs_of(kinds: NDArray[np.uint8], *, compiled: bool) -> Slabs | ArraySlabs:
    """Return the empty table of a board, which machine code fills, or of boards that NumPy fills."""
    if compiled:
        from grundy.games.families.cutting.kernel import Slabs

        return Slabs(kinds)
    from grundy.games.families.cutting.array_slabs import ArraySlabs

    return ArraySlabs(kinds)


def filling(slabs: Slabs | ArraySlabs | WasmSlabs, board: Message, scratches: list[Any]) -> Generator[int]:
    """Fill a table, and yield the number of rows of all intervals of rows that are done, after each part of the work.

    Each thread has its scratch. Raises `CapacityError`, with the name of the board, if a nimber does not fit into 15
    bits.
    """
    height, width, threads = slabs.height, slabs.width, len(scratches)
    done = 0

    def fill(scratch: Any, tops: range) -> bool:
        return slabs.fill(rows, tops, scratch)

    with ExitStack() as stack:
        filled: Callable[[list[range]], Iterator[bool]] = partial(map, partial(fill, scratches[0]))
        if threads > 1:
            from grundy.runtime.pool import WorkerPool

            filled = partial(stack.enter_context(WorkerPool(scratches)).map, fill)
        for rows in range(1, height + 1):
            options = rows * width * (width + 1) * (width + 2) // 6
            parts = chunks(0, height - rows + 1, options, threads, slabs.most_options)
            for tops, fits in zip(parts, filled(parts), strict=True):
                if not fits:
                    raise CapacityError("error.capacity", what=board, most=SENTINEL - 1)
                done += rows * len(tops)
                yield done


def turned(kinds: bytes, width: int) -> bytes:
    """Return the kinds of the cells column by column; `kinds` has them row by row."""
    return b"".join(kinds[column::width] for column in range(width))


def chunks(start: int, stop: int, options: int, threads: int, most_options: int = STEP_OPTIONS) -> list[range]:
    """Cut a range into chunks for threads; each number of the range takes `options`."""
    options = max(options, 1)
    least = -(-_LEAST_OPTIONS_IN_A_CHUNK // options)
    most = max(1, most_options // options)
    size = min(max(-(-(stop - start) // (4 * threads)), least), most)
    return [range(first, min(first + size, stop)) for first in range(start, stop, size)]


def empty_boards(height: int, width: int) -> Values:
    """Return the nimbers of all boards of crosses only, up to `height` x `width`.

    The result has shape (height + 1, width + 1), of 16-bit unsigned integers; [h, w] is the nimber of h x w cells.
    These boards are Wall Making without marked cells (JAG Spring Contest 2015, problem L). Their nimbers depend only on
    height and width. So all of them together take about H^2 (2 W^2 - H^2) / 32 options, H <= W; a board with marks
    takes H^3 W^3 / 36.

    Raises `RulesetError` for a negative size, and `OverBudgetError` for a size that is too large.

    >>> empty_boards(3, 6)
    array([[0, 0, 0, 0, 0, 0, 0],
           [0, 1, 1, 1, 1, 1, 1],
           [0, 1, 0, 2, 2, 2, 2],
           [0, 1, 2, 1, 3, 1, 1]], dtype=uint16)
    """
    try:
        height, width = index(height), index(width)
    except TypeError:
        raise RulesetError("error.sides", height=repr(height), width=repr(width)) from None
    if height < 0 or width < 0:
        raise RulesetError("error.sides-negative", height=height, width=width)
    if height > width:
        return empty_boards(width, height).T
    halves = [(size + 1) // 2 for size in range(width + 1)]
    wider = list(accumulate(reversed(halves)))[::-1]  # the sum of the halves from a size on
    options = sum(halves[rows] * wider[rows] for rows in range(1, height + 1))
    cost = limits.Cost(options, 2 * ((height + 1) * (width + 1) + 2 * halves[height] * width))
    what = Message("over.empty-boards", {"rows": height, "columns": width})
    limits.check(what, cost)
    require("numpy", what)
    import numpy as np

    from grundy.games.families.cutting.array_slabs import least_absent

    table = np.zeros((height + 1, width + 1), np.uint16)
    done = 0
    for rows in range(1, height + 1):
        half = halves[rows]
        # Let X(a, i) = g(i, a) ^ g(rows - 1 - i, a) be the pieces of width a above and below row i. The options of
        # width w are X(j, i) ^ X(w - 1 - j, i). Half of the rows and half of the columns suffice, because the others
        # are their mirror images. `pieces` holds X by width, `turned` from the widest to the narrowest. So the options
        # of a board are one run of each.
        pieces = np.ascontiguousarray((table[:half, :width] ^ table[rows - half : rows, :width][::-1]).T)
        turned = pieces[::-1].ravel()
        for columns in range(rows, width + 1):
            run = half * halves[columns]
            start = (width - columns) * half
            nimber = least_absent(np.bitwise_xor(pieces.ravel()[:run], turned[start : start + run]))
            if nimber is None:
                raise CapacityError("error.capacity", what=Message("over.empty-board"), most=SENTINEL - 1)
            table[rows, columns] = nimber
            done += run
            progress.report(done, options)
        table[rows : height + 1, rows] = table[rows, rows : height + 1]
    progress.record("kernel", options)
    return table
