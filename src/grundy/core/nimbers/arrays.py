"""The field of nimbers for arrays: cells below 2^64.

The nimbers below 2^16 are a field, so all of them except 0 are powers of one generator. A product of two of them is a
power whose exponent is the sum of their logarithms. Larger numbers are pairs of smaller numbers, as described in
`grundy.core.nimbers.field`. Arrays are processed in blocks that fit into the processor's cache.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.core.nimbers.sums import nimber

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    Cells = npt.NDArray[np.uint64]

_BLOCK = 1 << 14  # cells
_ORDER = (1 << 16) - 1  # elements of the field of 16 bits without 0
_NO_LOG = 2 * _ORDER  # used as the logarithm of 0: a sum with it is an index beyond the powers, where the table has 0


def product(left: Any, right: Any) -> Cells:
    """Return the nim-products, cell by cell."""
    first, second = np.broadcast_arrays(_read(left), _read(right))
    return _in_blocks(lambda a, b: _product(a, b, 64), first, second)


def inverse(values: Any) -> Cells:
    """Return the inverses, cell by cell."""
    cells = _read(values)
    if not cells.all():
        where = ", ".join(str(axis[0]) for axis in np.nonzero(cells == 0))
        message = f"0 has no inverse among the nimbers: cell [{where}]"
        raise ZeroDivisionError(message)
    return _in_blocks(lambda a: _inverse(a, 64), cells)


def square_root(values: Any) -> Cells:
    """Return the square roots, cell by cell."""
    return _in_blocks(lambda a: _square_root(a, 64), _read(values))


def power(values: Any, exponent: int) -> Cells:
    """Return the powers, cell by cell; the exponent is not negative."""
    # The exponent is reduced to 1 or more, not to 0: a power of 0 with a positive exponent must stay 0.
    exponent = exponent and (exponent - 1) % ((1 << 64) - 1) + 1
    return _in_blocks(lambda a: _power(a, exponent), _read(values))


def _read(values: Any) -> Cells:
    """Return the cells as uint64. Raises an error that names a cell which is no nimber below 2^64."""
    # Numbers without a dtype are read as objects: NumPy would convert a list with 2^63 and 1 to floats.
    cells = np.asarray(values, None if hasattr(values, "dtype") else object)
    if cells.dtype == object:
        for value in cells.ravel():
            if nimber(value) >> 64:
                message = f"expected nimbers below 2^64 in an array, found {value}"
                raise ValueError(message)
    elif cells.dtype.kind not in "bui":
        message = f"expected an array of integers, found {cells.dtype}"
        raise TypeError(message)
    elif cells.dtype.kind == "i" and cells.size:
        nimber(int(cells.min()))
    return cells.astype(np.uint64)


def _in_blocks(function: Callable[..., Cells], *operands: Cells) -> Cells:
    """Return a function of one-dimensional arrays applied to operands of equal shape, block by block."""
    rows = [operand.ravel() for operand in operands]
    result = np.empty(rows[0].size, np.uint64)
    for start in range(0, result.size, _BLOCK):
        block = slice(start, start + _BLOCK)
        result[block] = function(*(row[block] for row in rows))
    return result.reshape(operands[0].shape)


@cache
def _powers() -> tuple[npt.NDArray[np.int64], Cells]:
    """Return the logarithms of the numbers below 2^16, and the powers of the generator, their base."""
    powers = np.zeros(2 * _NO_LOG + 1, np.uint64)
    powers[:_ORDER] = _cycle(_generator())
    powers[_ORDER : 2 * _ORDER] = powers[:_ORDER]
    logs = np.full(_ORDER + 1, _NO_LOG, np.int64)
    logs[powers[:_ORDER]] = np.arange(_ORDER)
    return logs, powers


def _generator() -> int:
    """Return the least number whose powers are all numbers from 1 to 2^16 - 1 (65535 = 3 * 5 * 17 * 257)."""
    from grundy.core.nimbers.field import nim_power

    largest = [_ORDER // prime for prime in (3, 5, 17, 257)]
    return next(n for n in range(2, _ORDER) if all(nim_power(n, exponent) != 1 for exponent in largest))


def _cycle(generator: int) -> Cells:
    """Return the powers of a generator of the field of 16 bits, from exponent 0."""
    from grundy.core.nimbers.field import nim_product

    # Multiplication distributes over nim-sums: the products with the 16 powers of two give all other products.
    powers = np.ones(1, np.uint64)
    factor = generator
    while powers.size < _ORDER:
        bits = [nim_product(factor, 1 << bit) for bit in range(16)]
        products = np.zeros(powers.size, np.uint64)
        for bit, value in enumerate(bits):
            products ^= ((powers >> np.uint64(bit)) & np.uint64(1)) * np.uint64(value)
        powers = np.concatenate([powers, products])
        factor = nim_product(factor, factor)
    return powers[:_ORDER]


def _halves(values: Cells, bits: int) -> tuple[Cells, Cells, np.uint64, np.uint64]:
    """Return the high and the low halves, the shift between them, and half of the Fermat power."""
    half = np.uint64(bits // 2)
    return values >> half, values & np.uint64((1 << bits // 2) - 1), half, np.uint64(1 << (bits // 2 - 1))


def _product(left: Cells, right: Cells | np.uint64, bits: int) -> Cells:
    if bits == 16:
        logs, powers = _powers()
        return powers[logs[left] + logs[right]]
    high, low, half, top = _halves(left, bits)
    other_high, other_low = right >> half, right & np.uint64((1 << bits // 2) - 1)
    lows = _product(low, other_low, bits // 2)
    cross = _product(high ^ low, other_high ^ other_low, bits // 2)
    highs = _product(high, other_high, bits // 2)
    return ((cross ^ lows) << half) ^ lows ^ _product(highs, top, bits // 2)


def _inverse(values: Cells, bits: int) -> Cells:
    if bits == 16:
        logs, powers = _powers()
        return powers[_ORDER - logs[values]]
    high, low, half, top = _halves(values, bits)
    both = high ^ low
    norm = _product(_product(high, high, bits // 2), top, bits // 2) ^ _product(low, both, bits // 2)
    lower = _inverse(norm, bits // 2)
    return (_product(high, lower, bits // 2) << half) ^ _product(both, lower, bits // 2)


def _square_root(values: Cells, bits: int) -> Cells:
    if bits == 16:
        logs, powers = _powers()
        exponents = logs[values]
        even = np.where(exponents % 2, exponents + _ORDER, exponents)
        roots: Cells = powers[np.where(values == 0, _NO_LOG, even // 2)]
        return roots
    high, low, half, top = _halves(values, bits)
    rest = low ^ _product(high, top, bits // 2)
    return (_square_root(high, bits // 2) << half) ^ _square_root(rest, bits // 2)


def _power(values: Cells, exponent: int) -> Cells:
    result: Cells = np.ones_like(values)
    while exponent:
        if exponent & 1:
            result = _product(result, values, 64)
        exponent >>= 1
        if exponent:
            values = _product(values, values, 64)
    return result
