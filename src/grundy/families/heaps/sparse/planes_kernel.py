"""Steps of the kernels for many rare heaps in LLVM's terms; the sets of 64 heaps lie in planes of bytes.

Bit i of byte ``planes[64 p + lane]`` belongs to the compressed nimber 8 p + i of the heap of that lane. The number of
planes is the length of the tuple `width`: Numba compiles a kernel for each. `SLOTS` values of each lane are listed in
bytes ``slots[64 s + lane]``, in order; 255 says that there are no more.

Numba's cache on disk does not see changes of this file: after one, remove ``__pycache__/*.nb?`` beside it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from grundy.families.heaps.sparse.vector_kernel import (
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

SLOTS = 6
EMPTY = 255  # a slot without a value
_WORDS = ir.VectorType(I16, LANES)


@intrinsic
def sweep_planes(
    typing: Any, values: Any, at: Any, offsets: Any, constants: Any, last: Any, known: Any, planes: Any, width: Any
) -> Any:
    """Set `planes` to the values that no ``values[at + i - offsets[k]] ^ constants[k]`` has, k < last.

    Lanes i >= offsets[k] are left out, whose values are not known yet: `known` is 64 bytes 0 and then 64 bytes 255.
    """
    del typing, at, last

    def code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        data, offset, other, masks, out = (
            array_data(context, build, signature.args[i], args[i]) for i in (0, 2, 3, 5, 6)
        )
        before, loop, body, done = build.block, *(build.append_basic_block(name) for name in ("sweep", "pair", "swept"))
        build.branch(loop)
        build.position_at_end(loop)
        k = build.phi(I64)
        k.add_incoming(constant(0), before)
        found = [build.phi(BYTES) for _ in range(len(signature.args[7]))]
        for plane in found:
            plane.add_incoming(same(0), before)
        build.cbranch(build.icmp_signed("<", k, args[4]), body, done)
        build.position_at_end(body)
        distance = build.load(build.gep(offset, [k]))
        others = build.bitcast(spread(build, build.load(build.gep(other, [k])), LANES // 4), BYTES)
        value = build.xor(load(build, data, build.sub(args[1], distance), BYTES), others)
        behind = build.sub(constant(LANES), distance)
        behind = build.select(build.icmp_signed(">", behind, constant(0)), behind, constant(0))
        value = build.or_(value, load(build, masks, behind, BYTES))  # 255 is in no plane
        for plane, more in zip(found, planes_of(build, value, len(found)), strict=True):
            plane.add_incoming(build.or_(plane, more), build.block)
        k.add_incoming(build.add(k, constant(1)), build.block)
        build.branch(loop)
        build.position_at_end(done)
        for place, plane in enumerate(found):
            store(build, build.not_(plane), out, constant(LANES * place))
        return context.get_dummy_value()

    word = types.int64
    return types.void(values, word, offsets, constants, word, known, planes, width), code


@intrinsic
def list_slots(typing: Any, planes: Any, slots: Any, width: Any) -> Any:
    """Take the least values of each lane out of `planes` and list them; return which lanes have more."""
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
    typing: Any, values: Any, at: Any, offsets: Any, constants: Any, first: Any, last: Any, slots: Any, alive: Any,
    best: Any,
) -> Any:  # fmt: skip
    """Say which slots no ``values[at + i - offsets[k]] ^ constants[k]`` is equal to, first <= k < last.

    ``alive[64 s + i]`` is not 0 for these and for empty slots, and ``best[i]`` is the first of them, or 255; the result
    says which lanes have no other.
    """
    del typing, at, first, last

    def code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        data, offset, other, given, out, least = (
            array_data(context, build, signature.args[i], args[i]) for i in (0, 2, 3, 6, 7, 8)
        )
        listed = [load(build, given, constant(LANES * slot), BYTES) for slot in range(SLOTS)]
        before, loop, body, done = build.block, *(build.append_basic_block(name) for name in ("few", "one", "end"))
        build.branch(loop)
        build.position_at_end(loop)
        k = build.phi(I64)
        k.add_incoming(args[4], before)
        sums = [build.phi(BYTES) for _ in listed]
        for total in sums:
            total.add_incoming(same(255), before)
        build.cbranch(build.icmp_signed("<", k, args[5]), body, done)
        build.position_at_end(body)
        start = build.sub(args[1], build.load(build.gep(offset, [k])))
        others = build.bitcast(spread(build, build.load(build.gep(other, [k])), LANES // 4), BYTES)
        value = build.xor(load(build, data, start, BYTES), others)
        for total, one in zip(sums, listed, strict=True):
            differs = build.xor(value, one)  # the least of all is 0 if some pair hits
            total.add_incoming(build.select(build.icmp_unsigned("<", total, differs), total, differs), body)
        k.add_incoming(build.add(k, constant(1)), body)
        build.branch(loop)
        build.position_at_end(done)
        found = same(EMPTY)
        for slot in reversed(range(SLOTS)):
            store(build, sums[slot], out, constant(LANES * slot))
            found = build.select(build.icmp_unsigned("!=", sums[slot], same(0)), listed[slot], found)
        store(build, found, least, constant(0))
        return build.bitcast(build.icmp_unsigned("==", found, same(EMPTY)), I64)

    word = types.int64
    return types.uint64(values, word, offsets, constants, word, word, slots, alive, best), code


@intrinsic
def keep_lacking(
    typing: Any, values: Any, at: Any, planes: Any, bit: Any, mask: Any, common: Any, free: Any, width: Any
) -> Any:
    """Leave in `planes` the rare values below those of the lanes, without 0 where it is free; return which have some.

    The other parameters are as of `vector_kernel.unproved`.
    """
    del typing, at, bit, mask, common, free

    def code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        data, out = (array_data(context, build, signature.args[i], args[i]) for i in (0, 2))
        value = load(build, data, args[1], BYTES)
        odd = build.xor(parity(build, value, build.trunc(args[4], I8)), alternating(build, args[5]))
        shift = spread(build, build.trunc(args[3], I8), LANES)
        most = build.shl(build.add(build.lshr(value, shift), odd), shift)
        lanes = None
        for place in range(len(signature.args[7])):
            over = build.sub(most, same(8 * place))
            part = build.sub(build.shl(same(1), build.and_(over, same(7))), same(1))
            part = build.select(build.icmp_unsigned("<=", most, same(8 * place)), same(0), part)
            part = build.select(build.icmp_unsigned(">=", most, same(8 * place + 8)), same(255), part)
            lacks = build.and_(load(build, out, constant(LANES * place), BYTES), part)
            if place == 0:
                lacks = build.and_(lacks, build.not_(alternating(build, args[6])))
            store(build, lacks, out, constant(LANES * place))
            lanes = lacks if lanes is None else build.or_(lanes, lacks)
        return build.bitcast(build.icmp_unsigned("!=", lanes, same(0)), I64)

    word = types.int64
    return types.uint64(values, word, planes, word, word, word, word, width), code


@intrinsic
def mirrored(typing: Any, values: Any, at: Any, end: Any, value: Any) -> Any:
    """Return whether ``values[at + i] ^ values[end - i] == value`` for some i < 64, as a word that is 0 if not."""
    del typing, at, end, value

    def code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        data = array_data(context, build, signature.args[0], args[0])
        one = load(build, data, args[1], BYTES)
        other = load(build, data, build.sub(args[2], constant(LANES - 1)), BYTES)
        back = ir.Constant(ir.VectorType(I32, LANES), [ir.Constant(I32, LANES - 1 - lane) for lane in range(LANES)])
        found = build.xor(one, build.shuffle_vector(other, other, back))
        return build.bitcast(build.icmp_unsigned("==", found, spread(build, build.trunc(args[3], I8), LANES)), I64)

    word = types.int64
    return types.uint64(values, word, word, word), code


@intrinsic
def clashes(typing: Any, nimbers: Any, at: Any, offsets: Any, constants: Any) -> Any:
    """Return the lanes i for which ``nimbers[at + i]`` is a ``nimbers[at + i - offsets[k]] ^ constants[k]``."""
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
