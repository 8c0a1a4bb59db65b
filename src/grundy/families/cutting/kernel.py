"""Fills the tables of cutting boards: the nimber of each rectangle of one board, or of all empty boards.

The table of a board is flat, of 16 bits. With S = height + 1, the nimber of rows [x, y) and columns
[l, r) stands at ``(x * C + c) * S + y``, where ``c = l (width + 1) - l (l - 1) / 2 + r - l`` counts
the column pairs l <= r, and C = (width + 1)(width + 2) / 2 is their number. It is symmetric in x and
y, so that the pieces above a row i, rows [t, i), and below it, rows [i + 1, b), both lie side by side
along i.

For a fixed row interval [t, b), the option of a cross at (i, j) inside columns [l, r) is
``X(l, j) ^ X(j + 1, r)``, where X(a, c) is the exclusive or of the pieces above and below row i in
columns [a, c). `before` holds X(l, j) for each l, `after` holds X(j + 1, r) for each r, both with
the rows of column j side by side: the options of one rectangle are then one contiguous run of
`before` xored with one contiguous run of `after`.

A row cell adds the option of its row, X(l, r), once for each row that has one; a column cell the two
pieces beside its column, of the same rows and fewer columns, from `by_left` and `by_right`. A board
that has such cells collects these options of a rectangle in `extra`, another run.

All of this goes in whole blocks of `PAD` values, which the compiler makes into vectors: what is
written beyond the end of a run is overwritten by the next one, and runs of `after` end in sentinels.

A rectangle whose edge row or column has no cell to pick is worth what it is worth without it.

The mex of a run is found in one of three ways (`Scan`), whichever the processor is best at. Windows
look at 64 candidates at a time: the bit of each value that lies in the window is set in a word, and
the first zero bit is the mex; a full window leads to the next one.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import config
from numba.core.registry import cpu_target
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from grundy.runtime.jit import Kernel

BLOCKED, CROSS, ROW, COLUMN = 0, 1, 2, 3
SENTINEL = 0x8000  # marks a cell that is no cross; nimbers stay below it
PAD = 32  # values in a block
Scratch = tuple[NDArray[Any], ...]  # what one thread needs beside the table
CHUNK = 2048  # values between two looks whether a window is full


class Scan(IntEnum):
    """How the mex of a run of options is found."""

    MARKS = 0  # a byte for each value: the best that there is without vectors
    WORDS = 1  # windows of 64 values in 64-bit lanes, which the compiler makes of a plain loop
    LANES = 2  # windows of 64 values as 4 x 16 bits in 16-bit lanes


MARKS, LANES = int(Scan.MARKS), int(Scan.LANES)  # as Numba takes them


def best_scan() -> Scan:
    """Return the scan that suits the processor for which Numba compiles."""
    if config.DISABLE_JIT:
        return Scan.WORDS
    features = _features()
    return Scan.LANES if "+avx512bw" in features else Scan.WORDS if "+avx2" in features else Scan.MARKS


def _features() -> list[str]:
    features: str = cpu_target.target_context.codegen().magic_tuple()[2]
    return features.split(",")


class Slabs:
    """A table that is filled height by height, so that its caller can report and stop between.

    The row intervals of one height do not depend on each other: several threads may fill them, each
    with a scratch of its own.
    """

    def __init__(self, kinds: NDArray[np.uint8], scan: Scan | None = None) -> None:
        """Allocate the table of the board whose cells have these kinds, shape (height, width)."""
        height, width = kinds.shape
        pairs = (width + 1) * (width + 2) // 2
        self.height, self.width = height, width
        self.table = np.zeros((height + 1) ** 2 * pairs + PAD, np.uint16)
        self._scan = best_scan() if scan is None else scan
        # The sentinel where there is no cross, column by column.
        self._marks = np.zeros(height * width + PAD, np.uint16)
        self._marks[: height * width] = np.where(kinds != CROSS, SENTINEL, 0).T.ravel()
        self._nexts = (
            _next_right(kinds != BLOCKED),
            _next_down(kinds != BLOCKED),
            _next_right(kinds == ROW),
            _next_down(kinds == COLUMN),
        )
        self._lines = bool((kinds == ROW).any() or (kinds == COLUMN).any())

    def scratch(self) -> Scratch:
        """Allocate what one thread needs beside the table."""
        height, width = self.height, self.width
        return (
            np.zeros((width + 1) * (width + 2) // 2 * height + height + width + 2 * PAD, np.uint16),
            np.zeros((width + 1) * (width * height + PAD) + height + width + PAD, np.uint16),
            np.zeros((width + 1, width + 1), np.uint16),
            np.zeros((width + 1, width + 1), np.uint16),
            np.zeros(2 * SENTINEL, np.uint8),
        )

    @property
    def nbytes(self) -> int:
        """The bytes of what is allocated, without the scratch."""
        return sum(array.nbytes for array in (self.table, self._marks, *self._nexts))

    def fill(self, rows: int, tops: range, scratch: Scratch) -> bool:
        """Fill in the rectangles of `rows` rows from each of `tops`; the lower ones must be there.

        Returns False if a nimber would reach the sentinel.
        """
        return fill_rows(
            self.table, self._marks, rows, tops.start, tops.stop, self._lines, int(self._scan), *self._nexts, *scratch
        )


def _next_down(marks: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return at [t, j] the first row from t on that is marked in column j; the height if there is none."""
    height, width = marks.shape
    rows = np.where(marks, np.arange(height, dtype=np.int32)[:, None], np.int32(height))
    padded = np.vstack([rows, np.full((1, width), height, np.int32)])
    return np.ascontiguousarray(np.minimum.accumulate(padded[::-1])[::-1])


def _next_right(marks: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return at [l, i] the first column from l on that is marked in row i; the width if there is none."""
    return _next_down(marks.T)


def first_zero(word: int) -> int:
    """Return the place of the lowest zero bit of a word that has one."""
    place = 0
    while int(word) >> place & 1:
        place += 1
    return place


@intrinsic
def _zeros_below_one(typing: Any, word: Any) -> Any:
    del typing
    return types.uint64(word), lambda _, build, __, args: build.cttz(args[0], ir.Constant(ir.IntType(1), 1))


@overload(first_zero, strict=False)
def _first_zero(word: Any) -> Any:
    del word
    return lambda word: _zeros_below_one(~word)


def xor_block(
    target: NDArray[np.uint16],
    at: int,
    table: NDArray[np.uint16],
    first: int,
    second: int,
    marks: NDArray[np.uint16],
    mark: int,
) -> None:
    """Set a block of `target` to the exclusive or of two blocks of `table` and one of `marks`."""
    at, first, second, mark = int(at), int(first), int(second), int(mark)
    block = table[first : first + PAD] ^ table[second : second + PAD] ^ marks[mark : mark + PAD]
    target[at : at + PAD] = block


@intrinsic
def _xor_block(typing: Any, target: Any, at: Any, table: Any, first: Any, second: Any, marks: Any, mark: Any) -> Any:
    del typing, at, first, second, mark

    def code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        def block(array: int, place: int) -> ir.Value:
            data = context.make_array(signature.args[array])(context, build, args[array]).data
            return build.bitcast(build.gep(data, [args[place]]), _VECTOR.as_pointer())

        blocks = [build.load(block(array, place), align=2) for array, place in ((2, 3), (2, 4), (5, 6))]
        build.store(build.xor(build.xor(blocks[0], blocks[1]), blocks[2]), block(0, 1), align=2)
        return context.get_dummy_value()

    word = types.uint64
    return types.void(target, word, table, word, word, marks, word), code


@overload(xor_block, strict=False)
def _compiled_xor_block(target: Any, at: Any, table: Any, first: Any, second: Any, marks: Any, mark: Any) -> Any:
    del target, at, table, first, second, marks, mark
    return lambda target, at, table, first, second, marks, mark: _xor_block(  # noqa: PLW0108 - Numba wants it
        target, at, table, first, second, marks, mark
    )


@intrinsic
def lanes(typing: Any, p: Any, at_p: Any, q: Any, at_q: Any, length: Any, window: Any) -> Any:
    """Return the bits of the values of p[at_p:] ^ q[at_q:] that lie in [window, window + 64).

    `length` is a multiple of `PAD`, `window` one of 64. In LLVM's terms: four vectors of 32 lanes of
    16 bits gather the bits of 16 candidates each; at the end they are folded into one word.
    """
    del typing, at_p, at_q, length, window
    word = types.uint64
    return word(p, word, q, word, word, word), _lanes_code


_I16, _I32, _I64 = ir.IntType(16), ir.IntType(32), ir.IntType(64)
_VECTOR = ir.VectorType(_I16, PAD)


def _same(value: int) -> ir.Constant:
    return ir.Constant(_VECTOR, [value] * PAD)


def _pick(build: ir.IRBuilder, first: ir.Value, second: ir.Value, lanes: list[int]) -> ir.Value:
    return build.shuffle_vector(first, second, ir.Constant(ir.VectorType(_I32, len(lanes)), lanes))


def _bit(build: ir.IRBuilder, value: ir.Value) -> ir.Value:
    """Return 1 << value in each lane, 0 where value is above 15."""
    if "+avx512bw" in _features():  # whose shift does just that
        shift = build.module.declare_intrinsic(
            "llvm.x86.avx512.psllv.w.512", fnty=ir.FunctionType(_VECTOR, [_VECTOR, _VECTOR])
        )
        return build.call(shift, [_same(1), value])
    return build.select(build.icmp_unsigned("<", value, _same(16)), build.shl(_same(1), value), _same(0))


def _not_unrolled(module: ir.Module) -> ir.MDValue:
    """Make the mark of a loop that LLVM shall leave as it is: a node that names itself first.

    Unrolled once more, the loop is slower: what is left of short runs costs more than it saves.
    """
    unique = module.add_metadata([f"loop {len(module.metadata)}"])  # equal nodes would be one
    loop = module.add_metadata([unique])
    loop.operands = (loop, module.add_metadata(["llvm.loop.unroll.disable"]))
    return loop


def _interleaved(build: ir.IRBuilder, first: ir.Value, second: ir.Value, group: int) -> ir.Value:
    """Or the halves of two vectors together so that groups of their lanes alternate.

    Goes within parts of 8 lanes, as processors do it in one step.
    """
    halves = []
    for start in (0, 4):
        order: list[int] = []
        for part in range(0, PAD, 8):
            for lane in range(part + start, part + start + 4, group):
                order += [*range(lane, lane + group), *range(PAD + lane, PAD + lane + group)]
        halves.append(_pick(build, first, second, order))
    return build.or_(*halves)


def _lanes_code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
    p, at_p, q, at_q, length, window = args
    run_p = build.gep(context.make_array(signature.args[0])(context, build, p).data, [at_p])
    run_q = build.gep(context.make_array(signature.args[2])(context, build, q).data, [at_q])
    base = build.trunc(window, _I16)
    bases = []
    for part in range(4):
        start = build.insert_element(_same(0), build.xor(base, ir.Constant(_I16, 16 * part)), ir.Constant(_I32, 0))
        bases.append(_pick(build, start, start, [0] * PAD))

    def load(run: ir.Value, at: ir.Value) -> ir.Value:
        return build.load(build.bitcast(build.gep(run, [at]), _VECTOR.as_pointer()), align=2)

    def bits(at: ir.Value) -> list[ir.Value]:
        # As windows begin at multiples of 64, value ^ base < 16 exactly if base <= value < base + 16.
        value = build.xor(load(run_p, at), load(run_q, at))
        return [_bit(build, build.xor(value, start)) for start in bases]

    def merging(*sources: tuple[ir.Block, list[ir.Value]]) -> list[ir.Value]:
        merged = []
        for part in range(4):
            phi = build.phi(_VECTOR)
            for block, values in sources:
                phi.add_incoming(values[part], block)
            merged.append(phi)
        return merged

    # Two blocks at a time, then perhaps one more.
    start, nothing = build.block, [_same(0)] * 4
    pairs, rest, odd, end = (build.append_basic_block(name) for name in ("pairs", "rest", "odd", "end"))
    even = build.and_(length, ir.Constant(_I64, -2 * PAD))
    zero = ir.Constant(_I64, 0)
    build.cbranch(build.icmp_unsigned("==", even, zero), rest, pairs)

    build.position_at_end(pairs)
    at = build.phi(_I64)
    seen = merging((start, nothing))
    both = zip(seen, bits(at), bits(build.add(at, ir.Constant(_I64, PAD))), strict=True)
    more = [build.or_(before, build.or_(one, two)) for before, one, two in both]
    after = build.add(at, ir.Constant(_I64, 2 * PAD))
    at.add_incoming(zero, start)
    at.add_incoming(after, pairs)
    for phi, value in zip(seen, more, strict=True):
        phi.add_incoming(value, pairs)
    again = build.cbranch(build.icmp_unsigned("<", after, even), pairs, rest)
    again.set_metadata("llvm.loop", _not_unrolled(build.module))

    build.position_at_end(rest)
    seen = merging((start, nothing), (pairs, more))
    build.cbranch(build.icmp_unsigned("==", even, length), end, odd)

    build.position_at_end(odd)
    more = [build.or_(before, one) for before, one in zip(seen, bits(even), strict=True)]
    build.branch(end)

    build.position_at_end(end)
    first, second, third, fourth = merging((rest, seen), (odd, more))
    # Now four neighbouring lanes hold the four parts of the window, eight times over.
    folded = _interleaved(build, _interleaved(build, first, second, 1), _interleaved(build, third, fourth, 1), 2)
    for width in (16, 8, 4):
        low, high = list(range(width)), list(range(width, 2 * width))
        folded = build.or_(_pick(build, folded, folded, low), _pick(build, folded, folded, high))
    return build.bitcast(folded, _I64)


@Kernel
def fill_rows(
    table: NDArray[np.uint16],
    marks: NDArray[np.uint16],
    rows: int,
    first: int,
    last: int,
    lines: bool,  # noqa: FBT001 - Numba passes by position
    scan: int,
    pick_right: NDArray[np.int32],
    pick_down: NDArray[np.int32],
    row_cell_right: NDArray[np.int32],
    column_cell_down: NDArray[np.int32],
    before: NDArray[np.uint16],
    after: NDArray[np.uint16],
    by_left: NDArray[np.uint16],
    by_right: NDArray[np.uint16],
    marked: NDArray[np.uint8],
) -> bool:
    """Fill in the rectangles of rows [top, top + rows) for each top in [first, last).

    Returns False if a nimber would reach the sentinel. All indices are unsigned, so that no negative
    ones need to be thought of.
    """
    one = np.uint64(1)
    two = np.uint64(2)
    none = np.uint64(0)
    full = ~none
    six = np.uint64(6)
    low = np.uint64(63)
    pad = np.uint64(PAD)
    limit = np.uint64(SENTINEL)
    width = np.uint64(len(by_left) - 1)
    height = np.uint64(len(pick_down) - 1)
    side = height + one
    plane = (width + one) * (width + two) // two * side
    n = np.uint64(rows)
    stride = width * n + pad
    # Where the options of row and column cells are collected; `after` stays zero there.
    tail = np.uint64(len(before)) - height - width - pad
    zeros = np.uint64(len(after)) - height - width - pad
    unmarked = width * height
    for top in range(np.uint64(first), np.uint64(last)):
        bottom = top + n
        upper = top * plane
        lower = bottom * plane
        at = none
        source = top
        for _ in range(plane // side):
            for block in range(none, n, pad):
                above = upper + source + block
                below = lower + source + block + one
                xor_block(before, at + block, table, above, below, marks, unmarked)
            at += n
            source += side
        for right in range(one, width + one):
            at = right * stride
            mark = top
            for left in range(one, right + one):
                source = (left * (two * width + one - left) // two + right) * side + top
                for block in range(none, n, pad):
                    above = upper + source + block
                    below = lower + source + block + one
                    xor_block(after, at + block, table, above, below, marks, mark + block)
                at += n
                mark += height
            for i in range(pad):
                after[at + i] = SENTINEL
        # In this order, what is inside a rectangle comes before it, and its run of `before` stays near.
        for gap in range(width):
            left = width - one - gap
            first_pair = left * (two * width + one - left) // two + left
            start = first_pair * n
            empty = pick_down[top, left] >= bottom
            first_empty = np.uint64(pick_right[left, top])  # up to there, the top row has no cell to pick
            last_empty = np.uint64(pick_right[left, bottom - one])
            here = first_pair * side
            run = left * n + stride * left
            length = none
            for right in range(left + one, width + one):
                here += side
                run += stride
                length += n
                if empty:
                    result = by_left[left + one, right]
                elif pick_down[top, right - one] >= bottom:
                    result = by_left[left, right - one]
                elif right <= first_empty:
                    result = table[lower + here + top + one]
                elif right <= last_empty:
                    result = table[upper + here + bottom - one]
                else:
                    more = none
                    if lines:
                        whole = (first_pair + right - left) * n  # `before` at j = right: rows cut out
                        for i in range(n):
                            cut = row_cell_right[left, top + i] < right
                            before[tail + i] = before[whole + i] if cut else SENTINEL
                        end = tail + n
                        for j in range(left, right):
                            cut = column_cell_down[top, j] < bottom
                            before[end] = by_left[left, j] ^ by_right[right, j + one] if cut else SENTINEL
                            end += one
                        more = (end - tail + pad - one) // pad * pad
                        for i in range(pad):
                            before[end + i] = SENTINEL
                    padded = (length + pad - one) // pad * pad
                    if scan == MARKS:
                        most = min(padded + more, limit)
                        for x in range(most + one):
                            marked[x] = 0
                        for x in range(padded):
                            marked[before[start + x] ^ after[run + x]] = 1
                        for x in range(more):
                            marked[before[tail + x]] = 1
                        nimber = none
                        while nimber < most and marked[nimber]:
                            nimber += one
                    else:
                        nimber = none
                        seen = full
                        while nimber < limit:
                            seen = none
                            p = start
                            q = run
                            stop = p + padded
                            while p < stop and seen != full:
                                step = stop - p
                                if step >= np.uint64(2 * CHUNK):
                                    step = np.uint64(CHUNK)
                                if scan == LANES:
                                    seen |= lanes(before, p, after, q, step, nimber)
                                else:
                                    number = nimber >> six
                                    for x in range(step):
                                        value = np.uint64(before[p + x] ^ after[q + x])
                                        seen |= (one << (value & low)) if value >> six == number else none
                                p += step
                                q += step
                                if p == stop and p < tail and more:
                                    p = tail
                                    q = zeros
                                    stop = p + more
                            if seen != full:
                                nimber += first_zero(seen)
                                break
                            nimber += np.uint64(64)
                    if nimber >= limit:
                        return False
                    result = np.uint16(nimber)
                table[upper + here + bottom] = result
                table[lower + here + top] = result
                by_left[left, right] = result
                by_right[right, left] = result
    return True


@Kernel
def fill_empty(
    row: NDArray[np.uint16], pieces: NDArray[np.uint16], turned: NDArray[np.uint16], first: int, last: int
) -> bool:
    """Set row[w], for w in [first, last), to the nimber of the empty board of that width and one height h.

    With X(a, i) = g(i, a) ^ g(h - 1 - i, a), the pieces above and below row i of width a, the options
    of width w are X(j, i) ^ X(w - 1 - j, i); half of the rows and of the columns are enough, the others
    being their mirror images. `pieces` holds X, shape (widths, ceil(h / 2)); `turned` holds it from
    the widest to the narrowest: so the options of one board are one run again. Returns False if a
    nimber would reach the sentinel.
    """
    one = np.uint64(1)
    none = np.uint64(0)
    full = ~none
    six = np.uint64(6)
    low = np.uint64(63)
    half = np.uint64(pieces.shape[1])
    widths = np.uint64(pieces.shape[0])
    flat = pieces.reshape(pieces.size)
    mirrored = turned.reshape(pieces.size)
    for width in range(np.uint64(first), np.uint64(last)):
        start = (widths - width) * half
        length = (width + one) // np.uint64(2) * half
        nimber = none
        while nimber < np.uint64(SENTINEL):
            seen = none
            number = nimber >> six
            for x in range(length):
                value = np.uint64(flat[x] ^ mirrored[start + x])
                seen |= (one << (value & low)) if value >> six == number else none
            if seen != full:
                nimber += first_zero(seen)
                break
            nimber += np.uint64(64)
        if nimber >= np.uint64(SENTINEL):
            return False
        row[width] = np.uint16(nimber)
    return True
