"""The field of nimbers: product, inverse, quotient, power, square root, of integers and of arrays.

With nim-sum as addition, the nimbers below 2^(2^k) are a field for each k (Conway, On Numbers and Games, chapter 6;
Lenstra, Nim multiplication, 1978). Let n = 2^(k - 1) and F = 2^n, a Fermat power. Then each number below F^2 is aF + b
with a, b < F, and F^2 = F + F/2; all sums and products are those of nimbers. It follows:

- (aF + b)(cF + d) = ((a + b)(c + d) + bd) F + bd + ac (F/2), three products of half the size and one by F/2;
- (aF + b)(aF + a + b) = a^2 (F/2) + b (a + b), which is below F, and 0 only if aF + b is 0: so an inverse costs an
  inverse of half the size;
- (aF + b)^2 = a^2 F + a^2 (F/2) + b^2: so a square root costs two square roots of half the size.

Arrays are handled by `grundy.core.nimbers.arrays`, with at most 64 bits for each number.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from grundy.core.nimbers.sums import nimber

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Cells = npt.NDArray[np.uint64]
    Given = npt.NDArray[np.integer[Any] | np.bool_ | np.object_]

_TABLE = (  # products below 4: the field of four elements
    (0, 0, 0, 0),
    (0, 1, 2, 3),
    (0, 2, 3, 1),
    (0, 3, 1, 2),
)


@overload
def nim_product(left: int, right: int) -> int: ...
@overload
def nim_product(left: Given, right: Given | int) -> Cells: ...
@overload
def nim_product(left: int, right: Given) -> Cells: ...
def nim_product(left: Any, right: Any) -> Any:
    """Return the nim-product of two nimbers: with it and nim-sum they are a field (Conway, ONAG, chapter 6).

    Two integers of any size give an integer, in about n^1.8 steps for n bits. With a NumPy array the result is an
    array of uint64 with the products cell by cell: cells are below 2^64, and shapes broadcast as in NumPy. Raises
    `ValueError` for a negative value and for a cell of 2^64 or more; `TypeError` for an array that does not hold
    integers.

    >>> nim_product(2, 2), nim_product(2, 3), nim_product(4, 4), nim_product(5, 1)
    (3, 1, 6, 5)
    >>> import numpy as np
    >>> nim_product(np.arange(4), 2).tolist()
    [0, 2, 3, 1]
    """
    if _cells(left, right):
        from grundy.core.nimbers import arrays

        return arrays.product(left, right)
    return _product(nimber(left), nimber(right))


@overload
def nim_inverse(value: int) -> int: ...
@overload
def nim_inverse(value: Given) -> Cells: ...
def nim_inverse(value: Any) -> Any:
    """Return the nimber whose nim-product with `value` is 1.

    Takes integers of any size and NumPy arrays, as `nim_product`. Raises `ZeroDivisionError` for 0, which has no
    inverse. Costs about as much as four products (Lenstra, 1978; the formula is in the docstring of this module).

    >>> [nim_inverse(n) for n in range(1, 8)]
    [1, 3, 2, 15, 12, 9, 11]
    """
    if _cells(value):
        from grundy.core.nimbers import arrays

        return arrays.inverse(value)
    return _inverse(nimber(value))


@overload
def nim_quotient(left: int, right: int) -> int: ...
@overload
def nim_quotient(left: Given, right: Given | int) -> Cells: ...
@overload
def nim_quotient(left: int, right: Given) -> Cells: ...
def nim_quotient(left: Any, right: Any) -> Any:
    """Return the nimber whose nim-product with `right` is `left`.

    Takes integers of any size and NumPy arrays, as `nim_product`. Raises `ZeroDivisionError` where `right` is 0.
    Costs a product and an inverse.

    >>> nim_quotient(6, 4), nim_quotient(1, 2)
    (4, 3)
    """
    return nim_product(left, nim_inverse(right))


@overload
def nim_power(value: int, exponent: SupportsIndex) -> int: ...
@overload
def nim_power(value: Given, exponent: SupportsIndex) -> Cells: ...
def nim_power(value: Any, exponent: SupportsIndex) -> Any:
    """Return the power of `value` in nim-multiplication; a negative exponent gives the power of the inverse.

    Takes integers of any size and NumPy arrays, as `nim_product`; the exponent is one integer. The nimbers below
    2^(2^k) without 0 are a group of 2^(2^k) - 1 elements, so the exponent is reduced modulo this number: at most
    2 * 2^k products. Any power with exponent 0 is 1, also that of 0. Raises `ZeroDivisionError` for 0 with a negative
    exponent.

    >>> nim_power(2, 2), nim_power(2, 3), nim_power(4, 15), nim_power(7, -1)
    (3, 1, 1, 11)
    """
    times = operator.index(exponent)
    if times < 0:
        return nim_power(nim_inverse(value), -times)
    if _cells(value):
        from grundy.core.nimbers import arrays

        return arrays.power(value, times)
    return _power(nimber(value), times)


@overload
def nim_square_root(value: int) -> int: ...
@overload
def nim_square_root(value: Given) -> Cells: ...
def nim_square_root(value: Any) -> Any:
    """Return the nimber whose nim-product with itself is `value`. Each nimber has exactly one square root.

    Takes integers of any size and NumPy arrays, as `nim_product`. Squaring is a one-to-one map of the field, because
    the characteristic of the field is two. Costs about as much as a few products of the same size.

    >>> [nim_square_root(n) for n in range(8)]
    [0, 1, 3, 2, 7, 6, 4, 5]
    """
    if _cells(value):
        from grundy.core.nimbers import arrays

        return arrays.square_root(value)
    return _square_root(nimber(value))


def _cells(*values: Any) -> bool:
    """Return whether any operand is an array."""
    return any(getattr(value, "shape", ()) != () for value in values)


def _half(value: int) -> int:
    """Return the bits of half a number: the least power of two n >= 2 with value < 2^(2n). Below 4 see `_TABLE`."""
    half = 2
    while half * 2 < value.bit_length():
        half *= 2
    return half


def _product(left: int, right: int) -> int:
    if left < 2 or right < 2:
        return left * right
    if left < 4 and right < 4:
        return _TABLE[left][right]
    half = _half(max(left, right))
    mask = (1 << half) - 1
    left_high, left_low = left >> half, left & mask
    right_high, right_low = right >> half, right & mask
    low = _product(left_low, right_low)
    cross = _product(left_high ^ left_low, right_high ^ right_low)
    high = _product(left_high, right_high)
    return ((cross ^ low) << half) ^ low ^ _product(high, 1 << (half - 1))


def _inverse(value: int) -> int:
    if value == 0:
        message = "0 has no inverse among the nimbers"
        raise ZeroDivisionError(message)
    if value < 4:
        return _TABLE[value].index(1)
    half = _half(value)
    high, low = value >> half, value & ((1 << half) - 1)
    both = high ^ low
    norm = _product(_product(high, high), 1 << (half - 1)) ^ _product(low, both)
    return _product((high << half) ^ both, _inverse(norm))


def _square_root(value: int) -> int:
    if value < 4:
        return (0, 1, 3, 2)[value]
    half = _half(value)
    high, low = value >> half, value & ((1 << half) - 1)
    return (_square_root(high) << half) ^ _square_root(low ^ _product(high, 1 << (half - 1)))


def _power(value: int, exponent: int) -> int:
    if value == 0:
        return int(exponent == 0)
    exponent %= (1 << 2 * _half(value)) - 1
    result = 1
    while exponent:
        if exponent & 1:
            result = _product(result, value)
        value = _product(value, value)
        exponent >>= 1
    return result
