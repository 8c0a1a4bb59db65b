"""Steps of the kernels for many rare heaps as LLVM code; the sets of 64 heaps are planes of bytes.

Bit i of byte ``planes[64 p + lane]`` belongs to the compressed nimber 8 p + i of the heap of that lane. The number of
planes is the length of the tuple `width`, so that Numba compiles a kernel for each number of planes. `SLOTS` values of
each lane are listed in the bytes ``slots[64 s + lane]``, in order. A byte 255 marks the end of the list.

Numba's cache on disk does not notice changes of this file: after a change, remove ``__pycache__/*.nb?`` beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from grundy.games.families.heaps.sparse.vector_kernel import (
    BYTES,
    I8,
    I16,
    I32,
    I64,
    LANES,
    alternating,
    array_data,
    constant,
    load,
    parity,
    planes_of,
    same,
    spread,
    store,
)

if TYPE_CHECKING:
    from collections.abc import Callable

SLOTS = 6
EMPTY = 255  # a slot without a value; in a history, a heap that is rare or whose nimber is not known
_WORDS = ir.VectorType(I16, LANES)


@intrinsic
def sweep_planes(
    typing: Any, values: Any, at: Any, offsets: Any, constants: Any, marked: Any, last: Any, planes: Any, width: Any
) -> Any:
    """Set `planes` to the values that are no ``values[at + i - offsets[k]] ^ constants[k]`` for any k < last.

    For the pairs k < marked, `EMPTY` heaps have no value. The heaps of the other pairs are never `EMPTY`.
    """
    del typing, at, marked, last

    def code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        data, offset, other, out = (array_data(context, build, signature.args[i], args[i]) for i in (0, 2, 3, 6))

        def more(value: ir.Value, found: list[ir.Value]) -> list[ir.Value]:
            planes = planes_of(build, value, len(found))
            return [build.or_(plane, new) for plane, new in zip(found, planes, strict=True)]

        found = [same(0)] * len(signature.args[7])
        found = _each(build, _Options(data, args[1], offset, other, marks=True), constant(0), args[4], found, more)
        found = _each(build, _Options(data, args[1], offset, other, marks=False), args[4], args[5], found, more)
        for place, plane in enumerate(found):
            store(build, build.not_(plane), out, constant(LANES * place))
        return context.get_dummy_value()

    word = types.int64
    return types.void(values, word, offsets, constants, word, word, planes, width), code


class _Options(NamedTuple):
    """The arrays of pairs from which options are read, 64 heaps at a time; with `marks`, `EMPTY` heaps have no value.

    `EMPTY` xored with a large value looks like a value. So `marks` is needed if a heap of a pair may be `EMPTY`.
    """

    data: ir.Value
    at: ir.Value
    offset: ir.Value
    other: ir.Value
    marks: bool

    def of(self, build: ir.IRBuilder, k: ir.Value) -> ir.Value:
        """Return the options of pair k for 64 heaps."""
        start = build.sub(self.at, build.load(build.gep(self.offset, [k])))
        others = build.bitcast(spread(build, build.load(build.gep(self.other, [k])), LANES // 4), BYTES)
        value = load(build, self.data, start, BYTES)
        option = build.xor(value, others)
        return build.select(build.icmp_unsigned("==", value, same(EMPTY)), value, option) if self.marks else option


def _each(
    build: ir.IRBuilder,
    options: _Options,
    first: ir.Value,
    last: ir.Value,
    sums: list[ir.Value],
    more: Callable[[ir.Value, list[ir.Value]], list[ir.Value]],
) -> list[ir.Value]:
    """Return the vectors that a loop over the pairs first <= k < last makes of `sums`, each time by `more`."""
    before, loop, body, done = build.block, *(build.append_basic_block(name) for name in ("pairs", "pair", "done"))
    build.branch(loop)
    build.position_at_end(loop)
    k = build.phi(I64)
    k.add_incoming(first, before)
    totals = [build.phi(BYTES) for _ in sums]
    for total, start in zip(totals, sums, strict=True):
        total.add_incoming(start, before)
    build.cbranch(build.icmp_signed("<", k, last), body, done)
    build.position_at_end(body)
    for total, new in zip(totals, more(options.of(build, k), totals), strict=True):
        total.add_incoming(new, build.block)
    k.add_incoming(build.add(k, constant(1)), build.block)
    build.branch(loop)
    build.position_at_end(done)
    return totals


@intrinsic
def list_slots(typing: Any, planes: Any, slots: Any, width: Any) -> Any:
    """Move the least values of each lane from `planes` to the slots; return the lanes that have further values."""
    del typing

    def code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        data, out = (array_data(context, build, signature.args[i], args[i]) for i in (0, 1))
        count = len(signature.args[2])
        left = [load(build, data, constant(LANES * place), BYTES) for place in range(count)]
        ones = cgutils.get_or_insert_function(build.module, ir.FunctionType(BYTES, [BYTES]), f"llvm.ctpop.v{LANES}i8")
        for slot in range(SLOTS):
            least = same(EMPTY)
            some = [build.icmp_unsigned("!=", plane, same(0)) for plane in left]
            for place in reversed(range(count)):
                below = build.and_(build.not_(left[place]), build.sub(left[place], same(1)))
                least = build.select(some[place], build.add(build.call(ones, [below]), same(8 * place)), least)
            store(build, least, out, constant(LANES * slot))
            taken = None
            for place in range(count):
                cleared = build.and_(left[place], build.sub(left[place], same(1)))
                left[place] = cleared if taken is None else build.select(taken, left[place], cleared)
                taken = some[place] if taken is None else build.or_(taken, some[place])
        more = None
        for place in range(count):
            store(build, left[place], data, constant(LANES * place))
            more = left[place] if more is None else build.or_(more, left[place])
        return build.bitcast(build.icmp_unsigned("!=", more, same(0)), I64)

    return types.uint64(planes, slots, width), code


@intrinsic
def narrow(
    typing: Any, values: Any, at: Any, offsets: Any, constants: Any, first: Any, marked: Any, last: Any, slots: Any,
    alive: Any, best: Any,
) -> Any:  # fmt: skip
    """Find the alive slots: no ``values[at + i - offsets[k]] ^ constants[k]`` is equal to them, first <= k < last.

    ``alive[64 s + i]`` is not 0 for an alive slot, and ``best[i]`` is the value of the first alive slot, or 255. Return
    the lanes without an alive slot. `marked` is as in `sweep_planes`, but at least `first`.
    """
    del typing, at, first, marked, last

    def code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        data, offset, other, given, out, least = (
            array_data(context, build, signature.args[i], args[i]) for i in (0, 2, 3, 7, 8, 9)
        )
        listed = [load(build, given, constant(LANES * slot), BYTES) for slot in range(SLOTS)]

        def more(value: ir.Value, sums: list[ir.Value]) -> list[ir.Value]:
            differences = [build.xor(value, slot) for slot in listed]  # the least difference is 0 if some pair hits
            return [
                build.select(build.icmp_unsigned("<", total, difference), total, difference)
                for total, difference in zip(sums, differences, strict=True)
            ]

        sums = [same(255)] * SLOTS
        sums = _each(build, _Options(data, args[1], offset, other, marks=True), args[4], args[5], sums, more)
        sums = _each(build, _Options(data, args[1], offset, other, marks=False), args[5], args[6], sums, more)
        found = same(EMPTY)
        for slot in reversed(range(SLOTS)):
            store(build, sums[slot], out, constant(LANES * slot))
            found = build.select(build.icmp_unsigned("!=", sums[slot], same(0)), listed[slot], found)
        store(build, found, least, constant(0))
        return build.bitcast(build.icmp_unsigned("==", found, same(EMPTY)), I64)

    word = types.int64
    return types.uint64(values, word, offsets, constants, word, word, word, slots, alive, best), code


@intrinsic
def keep_lacking(
    typing: Any, values: Any, at: Any, planes: Any, bit: Any, mask: Any, common: Any, free: Any, width: Any
) -> Any:
    """Keep in `planes` only the rare values below the value of each lane, without 0 where `free` has it.

    Return the lanes that have such a value. The other parameters are as in `vector_kernel.unproved`.
    """
    del typing, at, bit, mask, common, free

    def code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        data, out = (array_data(context, build, signature.args[i], args[i]) for i in (0, 2))
        value = load(build, data, args[1], BYTES)
        # Where a rare and a common value agree above the bit, one of them has the bit, the other does not: `odd` is 1
        # if the common value has it. So the rare values below the value are, compressed, those below `limit`.
        odd = build.xor(parity(build, value, build.trunc(args[4], I8)), alternating(build, args[5]))
        shift = spread(build, build.trunc(args[3], I8), LANES)
        limit = build.shl(build.add(build.lshr(value, shift), odd), shift)
        lanes = None
        for place in range(len(signature.args[7])):
            # The bits of this plane below the limit: 0 or 8 of them, or as many as the limit is above 8 * place.
            over = build.sub(limit, same(8 * place))
            below = build.sub(build.shl(same(1), build.and_(over, same(7))), same(1))
            below = build.select(build.icmp_unsigned("<=", limit, same(8 * place)), same(0), below)
            below = build.select(build.icmp_unsigned(">=", limit, same(8 * place + 8)), same(255), below)
            lacks = build.and_(load(build, out, constant(LANES * place), BYTES), below)
            if place == 0:
                lacks = build.and_(lacks, build.not_(alternating(build, args[6])))
            store(build, lacks, out, constant(LANES * place))
            lanes = lacks if lanes is None else build.or_(lanes, lacks)
        return build.bitcast(build.icmp_unsigned("!=", lanes, same(0)), I64)

    word = types.int64
    return types.uint64(values, word, planes, word, word, word, word, width), code


@intrinsic
def mirrored(typing: Any, nimbers: Any, at: Any, end: Any, nimber: Any) -> Any:
    """Return the lanes i for which ``nimbers[at + i] ^ nimbers[end - i]`` is `nimber`."""
    del typing, at, end, nimber

    def code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        data = array_data(context, build, signature.args[0], args[0])
        one = load(build, data, args[1], _WORDS)
        other = load(build, data, build.sub(args[2], constant(LANES - 1)), _WORDS)
        back = ir.Constant(ir.VectorType(I32, LANES), [ir.Constant(I32, LANES - 1 - lane) for lane in range(LANES)])
        found = build.xor(one, build.shuffle_vector(other, other, back))
        return build.bitcast(build.icmp_unsigned("==", found, spread(build, build.trunc(args[3], I16), LANES)), I64)

    word = types.int64
    return types.uint64(nimbers, word, word, word), code


@intrinsic
def clashes(typing: Any, nimbers: Any, at: Any, offsets: Any, constants: Any) -> Any:
    """Return the lanes i for which ``nimbers[at + i] == nimbers[at + i - offsets[k]] ^ constants[k]`` for some k."""
    del typing, at

    def code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        data, offset, other = (array_data(context, build, signature.args[i], args[i]) for i in (0, 2, 3))
        count = build.extract_value(context.make_array(signature.args[2])(context, build, args[2]).shape, 0)
        here = load(build, data, args[1], _WORDS)
        before, loop, body, done = build.block, *(build.append_basic_block(name) for name in ("near", "test", "seen"))
        build.branch(loop)
        build.position_at_end(loop)
        k, lanes = build.phi(I64), build.phi(I64)
        for phi in (k, lanes):
            phi.add_incoming(constant(0), before)
        build.cbranch(build.icmp_signed("<", k, count), body, done)
        build.position_at_end(body)
        start = build.sub(args[1], build.load(build.gep(offset, [k])))
        option = build.xor(load(build, data, start, _WORDS), spread(build, build.load(build.gep(other, [k])), LANES))
        lanes.add_incoming(build.or_(lanes, build.bitcast(build.icmp_unsigned("==", option, here), I64)), body)
        k.add_incoming(build.add(k, constant(1)), body)
        build.branch(loop)
        build.position_at_end(done)
        return lanes

    return types.uint64(nimbers, types.int64, offsets, constants), code
