"""Steps of the kernel that are written as LLVM instructions, on blocks of values as vectors, and on words of bits.

Numba's cache on disk does not notice changes of this file: after a change, remove ``__pycache__/*.nb?`` beside it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.registry import cpu_target
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from grundy.games.families.cutting.cells import PAD


@cache
def features() -> list[str]:
    """Return the features of the processor for which Numba compiles, as LLVM names them."""
    names: str = cpu_target.target_context.codegen().magic_tuple()[2]
    return names.split(",")


@intrinsic
def first_zero(typing: Any, word: Any) -> Any:
    """Return the place of the lowest zero bit of a word that has a zero bit."""
    del typing
    one = ir.Constant(ir.IntType(1), 1)
    return types.uint64(word), lambda _, build, __, args: build.cttz(build.not_(args[0]), one)


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

    `length` is a multiple of `PAD`, `window` a multiple of 64. Four vectors, each of 32 lanes of 16 bits, gather the
    bits of 16 candidates each; at the end they are folded into one word.
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
    if "+avx512bw" in features():  # its shift returns 0 for values above 15
        shift = build.module.declare_intrinsic(
            "llvm.x86.avx512.psllv.w.512", fnty=ir.FunctionType(_VECTOR, [_VECTOR, _VECTOR])
        )
        return build.call(shift, [_same(1), value])
    return build.select(build.icmp_unsigned("<", value, _same(16)), build.shl(_same(1), value), _same(0))


def _not_unrolled(module: ir.Module) -> ir.MDValue:
    """Return metadata that stops LLVM from unrolling a loop: a node that refers to itself first.

    Unrolled by LLVM the loop is slower, because the rest of a short run then costs more than the unrolling saves.
    """
    unique = module.add_metadata([f"loop {len(module.metadata)}"])  # LLVM would merge equal nodes
    loop = module.add_metadata([unique])
    loop.operands = (loop, module.add_metadata(["llvm.loop.unroll.disable"]))
    return loop


def _interleaved(build: ir.IRBuilder, first: ir.Value, second: ir.Value, group: int) -> ir.Value:
    """Return the bitwise or of the lower and the upper halves of two vectors, with groups of their lanes in turn.

    This is done within parts of 8 lanes, because a processor needs one step for that.
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
    # Now four neighbouring lanes hold the four parts of the window, and there are eight such groups.
    folded = _interleaved(build, _interleaved(build, first, second, 1), _interleaved(build, third, fourth, 1), 2)
    for width in (16, 8, 4):
        low, high = list(range(width)), list(range(width, 2 * width))
        folded = build.or_(_pick(build, folded, folded, low), _pick(build, folded, folded, high))
    return build.bitcast(folded, _I64)
