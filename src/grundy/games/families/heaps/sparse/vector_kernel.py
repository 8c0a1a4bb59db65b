"""Steps of the sparse-space kernels as LLVM code: 64 heaps at a time, as vectors of 64 lanes.

Numba's cache on disk does not notice changes of this file: after a change, remove ``__pycache__/*.nb?`` beside it.

A set of compressed nimbers below E is a word of E bits. E is 16, 32 or 64: the width of the array of words that an
intrinsic gets. The set is collected in planes of 8 bits, with one byte of each plane for each lane. The reason is that
processors look up 16 bytes for all lanes at once (``pshufb``), and cannot shift bytes.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.registry import cpu_target
from numba.extending import intrinsic

LANES = 64
NONE = 128  # in a history, a heap that does not count: xored with a compressed nimber, it is not below 64

I1, I8, I16, I32, I64 = (ir.IntType(bits) for bits in (1, 8, 16, 32, 64))
BYTES = ir.VectorType(I8, LANES)
_QUARTER = 16  # values in one table of bytes
_VECTOR_BITS = 512
_UNROLLED = 4  # lanes that are settled in one round of the loop


def features() -> list[str]:
    """Return the features of the processor for which Numba compiles, as LLVM names them."""
    names: str = cpu_target.target_context.codegen().magic_tuple()[2]
    return names.split(",")


def constant(value: int) -> ir.Constant:
    """Return a constant of 64 bits."""
    return ir.Constant(I64, value)


def same(value: int, kind: ir.VectorType = BYTES) -> ir.Constant:
    """Return a constant vector that has the value in each lane."""
    return ir.Constant(kind, [ir.Constant(kind.element, value)] * kind.count)


def spread(build: ir.IRBuilder, value: ir.Value, lanes: int) -> ir.Value:
    """Return a vector that has the value in each lane."""
    kind = ir.VectorType(value.type, lanes)
    first = build.insert_element(ir.Constant(kind, ir.Undefined), value, ir.Constant(I32, 0))
    return build.shuffle_vector(first, first, ir.Constant(ir.VectorType(I32, lanes), [ir.Constant(I32, 0)] * lanes))


def _pick(build: ir.IRBuilder, vector: ir.Value, lanes: range) -> ir.Value:
    places = ir.Constant(ir.VectorType(I32, len(lanes)), [ir.Constant(I32, lane) for lane in lanes])
    return build.shuffle_vector(vector, vector, places)


def array_data(context: Any, build: ir.IRBuilder, kind: Any, value: ir.Value) -> ir.Value:
    """Return the pointer to the items of an array."""
    return context.make_array(kind)(context, build, value).data


def load(build: ir.IRBuilder, data: ir.Value, at: ir.Value, kind: ir.VectorType) -> ir.Value:
    """Load a vector from an array."""
    place = build.bitcast(build.gep(data, [at]), kind.as_pointer())
    return build.load(place, align=kind.element.width // 8)


def store(build: ir.IRBuilder, value: ir.Value, data: ir.Value, at: ir.Value) -> None:
    """Store a vector into an array."""
    place = build.bitcast(build.gep(data, [at]), value.type.as_pointer())
    build.store(value, place, align=value.type.element.width // 8)


def _plane(build: ir.IRBuilder, value: ir.Value, inside: ir.Value, place: int) -> ir.Value:
    """Return, in each lane, a byte with bit `value` - 8 * `place`, or 0 if that difference is not from 0 to 7.

    `inside` has bits 0 to 3 of the value, and bit 7 if the value is not among the 16 values to which the plane belongs.
    """
    row = [1 << bit if place % 2 == 0 else 0 for bit in range(8)] + [1 << bit if place % 2 else 0 for bit in range(8)]
    if "+avx512bw" in features():
        kind = ir.FunctionType(BYTES, [BYTES, BYTES])
        lookup = cgutils.get_or_insert_function(build.module, kind, "llvm.x86.avx512.pshuf.b.512")
        return build.call(lookup, [ir.Constant(BYTES, [ir.Constant(I8, byte) for byte in row * 4]), inside])
    if "+avx2" in features():
        half = ir.VectorType(I8, LANES // 2)
        lookup = cgutils.get_or_insert_function(
            build.module, ir.FunctionType(half, [half, half]), "llvm.x86.avx2.pshuf.b"
        )
        table = ir.Constant(half, [ir.Constant(I8, byte) for byte in row * 2])
        halves = [build.call(lookup, [table, _pick(build, inside, range(start, start + 32))]) for start in (0, 32)]
        every = ir.Constant(ir.VectorType(I32, LANES), [ir.Constant(I32, lane) for lane in range(LANES)])
        return build.shuffle_vector(halves[0], halves[1], every)
    shift = build.xor(value, same(8 * place))
    bit = build.shl(same(1), build.and_(shift, same(7)))
    return build.select(build.icmp_unsigned("<", shift, same(8)), bit, same(0))


def planes_of(build: ir.IRBuilder, value: ir.Value, count: int) -> list[ir.Value]:
    """Return, for each lane, the set of its value, or an empty set if the value is not below 8 * `count`."""
    if count == 2:
        return [_plane(build, value, value, place) for place in range(2)]
    kind = ir.FunctionType(BYTES, [BYTES, BYTES])
    add = cgutils.get_or_insert_function(build.module, kind, f"llvm.uadd.sat.v{LANES}i8")
    planes = []
    for quarter in range(count // 2):
        moved = build.xor(value, same(_QUARTER * quarter)) if quarter else value
        inside = build.call(add, [moved, same(128 - _QUARTER)])
        planes += [_plane(build, value, inside, 2 * quarter + half) for half in range(2)]
    return planes


@intrinsic
def sweep(typing: Any, values: Any, at: Any, offsets: Any, constants: Any, first: Any, last: Any, words: Any) -> Any:
    """Set ``words[i]`` to the values that are no ``values[at + i - offsets[k]] ^ constants[k]``, first <= k < last.

    `values` are bytes, and `constants` are bytes that are repeated four times, which avoids a shuffle. An exclusive or
    that is not below the number of bits of a word is at least `NONE`, and does not count.
    """
    del typing, at, first, last

    def code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        data, offset, given, out = (array_data(context, build, signature.args[i], args[i]) for i in (0, 2, 3, 6))
        count = signature.args[6].dtype.bitwidth // 8
        before, loop, body, done = build.block, *(build.append_basic_block(name) for name in ("loop", "body", "done"))
        build.branch(loop)
        build.position_at_end(loop)
        k = build.phi(I64)
        k.add_incoming(args[4], before)
        planes = [build.phi(BYTES) for _ in range(count)]
        for plane in planes:
            plane.add_incoming(same(0), before)
        build.cbranch(build.icmp_signed("<", k, args[5]), body, done)
        build.position_at_end(body)
        start = build.sub(args[1], build.load(build.gep(offset, [k])))
        other = build.bitcast(spread(build, build.load(build.gep(given, [k])), LANES // 4), BYTES)
        value = build.xor(load(build, data, start, BYTES), other)
        for plane, more in zip(planes, planes_of(build, value, count), strict=True):
            plane.add_incoming(build.or_(plane, more), build.block)
        k.add_incoming(build.add(k, constant(1)), build.block)
        build.branch(loop)
        build.position_at_end(done)
        _store_words(build, planes, out)
        return context.get_dummy_value()

    word = types.int64
    return types.void(values, word, offsets, constants, word, word, words), code


def _store_words(build: ir.IRBuilder, planes: list[ir.Value], out: ir.Value) -> None:
    """Store the complements of words whose bytes are in planes."""
    bits = 8 * len(planes)
    size = _VECTOR_BITS // bits
    kind = ir.VectorType(ir.IntType(bits), size)
    for start in range(0, LANES, size):
        word = None
        for place, plane in enumerate(planes):
            wide = build.zext(_pick(build, plane, range(start, start + size)), kind)
            moved = build.shl(wide, same(8 * place, kind))
            word = moved if word is None else build.or_(word, moved)
        store(build, build.not_(word), out, constant(start))


@intrinsic
def settle(typing: Any, values: Any, at: Any, words: Any, offsets: Any, constants: Any) -> Any:
    """Set ``values[at + i]`` to the least value in ``words[i]`` that is no near option, lane after lane.

    The near options are ``values[at + i - offset] ^ constant`` for each offset and constant of two tuples of integers.
    The values at these places are below 64. If no value is left, the result is not below the number of bits of a word.
    """
    del typing, at, constants

    def code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        data, given = (array_data(context, build, signature.args[i], args[i]) for i in (0, 2))
        here = build.gep(data, [args[1]])
        near = range(len(signature.args[3]))
        places = [build.gep(here, [build.neg(build.extract_value(args[3], k))]) for k in near]
        others = [build.extract_value(args[4], k) for k in near]
        before, loop, done = build.block, *(build.append_basic_block(name) for name in ("lanes", "end"))
        build.branch(loop)
        build.position_at_end(loop)
        first = build.phi(I64)
        first.add_incoming(constant(0), before)
        for step in range(_UNROLLED):
            lane = build.add(first, constant(step))
            free = _wide(build, build.load(build.gep(given, [lane])))
            for place, other in zip(places, others, strict=True):
                value = build.xor(build.zext(build.load(build.gep(place, [lane])), I64), other)
                free = build.and_(free, build.not_(build.shl(constant(1), build.and_(value, constant(63)))))
            least = build.cttz(free, ir.Constant(I1, 0))
            build.store(build.trunc(least, I8), build.gep(here, [lane]))
        after = build.add(first, constant(_UNROLLED))
        first.add_incoming(after, loop)
        again = build.cbranch(build.icmp_signed("<", after, constant(LANES)), loop, done)
        again.set_metadata("llvm.loop", _as_it_is(build.module))
        build.position_at_end(done)
        return context.get_dummy_value()

    count = len(offsets)
    pair = types.UniTuple(types.int64, count)
    return types.void(values, types.int64, words, pair, pair), code


def _as_it_is(module: ir.Module) -> ir.MDValue:
    """Return the mark of a loop that LLVM must not turn into vectors, because each lane needs a lane just before it."""
    unique = module.add_metadata([f"loop {len(module.metadata)}"])  # LLVM would merge equal nodes
    loop = module.add_metadata([unique])
    no = ir.Constant(I1, 0)
    loop.operands = (loop, *(module.add_metadata([name, no]) for name in ("llvm.loop.vectorize.enable",)))
    return loop


def _wide(build: ir.IRBuilder, word: ir.Value) -> ir.Value:
    return word if word.type.width == I64.width else build.zext(word, I64)


def parity(build: ir.IRBuilder, values: ir.Value, mask: ir.Value) -> ir.Value:
    """Return the parity of the bits of each lane that are in the mask."""
    found = build.and_(values, spread(build, mask, LANES))
    for shift in (4, 2, 1):
        found = build.xor(found, build.lshr(found, same(shift)))
    return build.and_(found, same(1))


def alternating(build: ir.IRBuilder, word: ir.Value) -> ir.Value:
    """Return a vector of bytes that alternate between the low and the high byte of a word of 16 bits."""
    return build.bitcast(spread(build, build.trunc(word, I16), LANES // 2), BYTES)


@intrinsic
def unproved(typing: Any, values: Any, at: Any, words: Any, bit: Any, mask: Any, common: Any, free: Any) -> Any:
    """Return which lanes are not proved, and leave in ``words[i]`` the rare values that heap i still lacks.

    ``words[i]`` is the set of the rare values, compressed, that are not known to be options. `free` is the set of the
    rare values that are options of all heaps. Heap i has a common value, and needs all smaller rare values. `common` is
    the parity of the number of bits that common values share with the mask. `bit` is the place of the lowest bit of the
    mask, and `mask` has the other bits, compressed. The low bytes of `common` and `free` belong to even lanes, the high
    bytes to odd lanes. A lane whose value is not below the number of bits of a word is not proved.
    """
    del typing, at, bit, mask, common, free

    def code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        data, given = (array_data(context, build, signature.args[i], args[i]) for i in (0, 2))
        bits = signature.args[2].dtype.bitwidth
        value = load(build, data, args[1], BYTES)
        odd = build.xor(parity(build, value, build.trunc(args[4], I8)), alternating(build, args[5]))
        shift = spread(build, build.trunc(args[3], I8), LANES)
        most = build.shl(build.add(build.lshr(value, shift), odd), shift)
        most = build.select(build.icmp_unsigned("<", value, same(bits)), most, same(0))
        free = alternating(build, args[6])
        over = build.zext(build.bitcast(build.icmp_unsigned(">=", value, same(bits)), ir.IntType(LANES)), I64)
        size = _VECTOR_BITS // bits
        kind = ir.VectorType(ir.IntType(bits), size)
        lanes = over
        for start in range(0, LANES, size):
            limit = build.zext(_pick(build, most, range(start, start + size)), kind)
            below = build.sub(build.shl(same(1, kind), build.and_(limit, same(bits - 1, kind))), same(1, kind))
            below = build.select(build.icmp_unsigned("<", limit, same(bits, kind)), below, same(-1, kind))
            lacks = build.and_(below, load(build, given, constant(start), kind))
            lacks = build.and_(lacks, build.not_(build.zext(_pick(build, free, range(start, start + size)), kind)))
            store(build, lacks, given, constant(start))
            some = build.bitcast(build.icmp_unsigned("!=", lacks, same(0, kind)), ir.IntType(size))
            lanes = build.or_(lanes, build.shl(_wide(build, some), constant(start)))
        return lanes

    word = types.int64
    return types.uint64(values, word, words, word, word, word, word), code


@intrinsic
def matches(typing: Any, values: Any, at: Any, others: Any, place: Any, value: Any) -> Any:
    """Return which lanes i have ``values[at + i] ^ others[place + i] == value``; both are bytes."""
    del typing, at, place, value

    def code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        data, other = (array_data(context, build, signature.args[i], args[i]) for i in (0, 2))
        found = build.xor(load(build, data, args[1], BYTES), load(build, other, args[3], BYTES))
        same = build.icmp_unsigned("==", found, spread(build, build.trunc(args[4], I8), LANES))
        return build.bitcast(same, I64)

    word = types.int64
    return types.uint64(values, word, others, word, word), code


@intrinsic
def expand(typing: Any, values: Any, at: Any, out: Any, to: Any, bit: Any, mask: Any, common: Any) -> Any:
    """Set ``out[to + i]`` to the common nimber of ``values[at + i]``, for 64 lanes; parameters as in `unproved`."""
    del typing, at, to, bit, mask, common

    def code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        data, target = (array_data(context, build, signature.args[i], args[i]) for i in (0, 2))
        bits = signature.args[2].dtype.bitwidth
        value = load(build, data, args[1], BYTES)
        odd = build.xor(parity(build, value, build.trunc(args[5], I8)), alternating(build, args[6]))
        size = min(LANES, _VECTOR_BITS // bits)
        kind = ir.VectorType(ir.IntType(bits), size)
        narrow = args[4] if bits == I64.width else build.trunc(args[4], ir.IntType(bits))
        shift = spread(build, narrow, size)
        for start in range(0, LANES, size):
            lanes = range(start, start + size)
            whole, extra = (_pick(build, vector, lanes) for vector in (value, odd))
            if bits > I8.width:
                whole, extra = build.zext(whole, kind), build.zext(extra, kind)
            high = build.lshr(whole, shift)
            low = build.xor(whole, build.shl(high, shift))
            found = build.shl(build.or_(build.shl(high, same(1, kind)), extra), shift)
            store(build, build.or_(found, low), target, build.add(args[3], constant(start)))
        return context.get_dummy_value()

    word = types.int64
    return types.void(values, word, out, word, word, word, word), code


@intrinsic
def first_bit(typing: Any, word: Any) -> Any:
    """Return the place of the lowest bit of a word that has one."""
    del typing, word
    return types.int64(types.uint64), lambda _, build, __, args: build.cttz(args[0], ir.Constant(I1, 1))


@intrinsic
def tally(typing: Any, values: Any, at: Any, blocks: Any, first: Any, counts: Any) -> Any:
    """Set ``counts[64 * k + i]``, k < 16, to how often ``first + k`` is in lane i of some blocks, at most 255."""
    del typing, at, blocks, first

    def code(context: Any, build: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        data, out = (array_data(context, build, signature.args[i], args[i]) for i in (0, 4))
        start = build.trunc(args[3], I8)
        wanted = [spread(build, build.add(start, ir.Constant(I8, k)), LANES) for k in range(_QUARTER)]
        before, loop, done = build.block, *(build.append_basic_block(name) for name in ("blocks", "counted"))
        build.branch(loop)
        build.position_at_end(loop)
        block = build.phi(I64)
        block.add_incoming(constant(0), before)
        sums = [build.phi(BYTES) for _ in wanted]
        value = load(build, data, build.add(args[1], build.mul(block, constant(LANES))), BYTES)
        for total, counted in zip(sums, wanted, strict=True):
            total.add_incoming(same(0), before)
            equal = build.icmp_unsigned("==", value, counted)
            total.add_incoming(build.select(equal, build.add(total, same(1)), total), loop)
        after = build.add(block, constant(1))
        block.add_incoming(after, loop)
        build.cbranch(build.icmp_signed("<", after, args[2]), loop, done)
        build.position_at_end(done)
        for k, total in enumerate(sums):
            store(build, total.incomings[1][0], out, constant(LANES * k))
        return context.get_dummy_value()

    word = types.int64
    return types.void(values, word, word, word, counts), code
