"""Arithmetic of nimbers: mex, nim-sum and nim-product. Knows nothing of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_MULTIPLICATIVE_TABLE = (  # products below 4: the field of four elements
    (0, 0, 0, 0),
    (0, 1, 2, 3),
    (0, 2, 3, 1),
    (0, 3, 1, 2),
)


def mex(values: Iterable[int]) -> int:
    """Return the minimal excluded value: the least integer >= 0 that is not among `values`.

    Winning Ways, chapter 3. Time and memory are linear in the number of values.

    >>> mex([0, 1, 3]), mex([]), mex([1, 2])
    (2, 0, 0)
    """
    seen = set(values)
    least = 0
    while least in seen:
        least += 1
    return least


def nim_sum(*values: int) -> int:
    """Return the nim-sum of `values`: their exclusive or, the nimber of a sum of games.

    The Sprague-Grundy theorem (Sprague 1935, Grundy 1939). Raises `ValueError` for a negative
    value.

    >>> nim_sum(3, 5), nim_sum(7, 7), nim_sum()
    (6, 0, 0)
    """
    total = 0
    for value in values:
        total ^= _nimber(value)
    return total


def nim_product(left: int, right: int) -> int:
    """Return the nim-product of two nimbers, which makes them a field (Conway, ONAG, chapter 6).

    The product of a Fermat power 2^(2^k) with a smaller number is the ordinary one, its square
    is 3/2 of itself; the distributive law gives the rest. Numbers of any size; for n bits about n^1.8
    steps. Raises `ValueError` for a negative value.

    >>> nim_product(2, 2), nim_product(2, 3), nim_product(4, 4), nim_product(5, 1)
    (3, 1, 6, 5)
    """
    return _product(_nimber(left), _nimber(right))


def _product(left: int, right: int) -> int:
    if left == 0 or right == 0:
        return 0
    bits = max(left.bit_length(), right.bit_length())
    if bits <= 2:
        return _MULTIPLICATIVE_TABLE[left][right]
    half = 1
    while half * 2 < bits:
        half *= 2
    mask = (1 << half) - 1
    left_high, left_low = left >> half, left & mask
    right_high, right_low = right >> half, right & mask
    low = _product(left_low, right_low)
    high = _product(left_high, right_high)
    cross = _product(left_high ^ left_low, right_high ^ right_low)
    # With F = 2^half: F*F = F ^ F/2, so the high part is cross ^ low, as in Karatsuba's trick.
    return ((cross ^ low) << half) ^ low ^ _product(high, 1 << (half - 1))


def _nimber(value: int) -> int:
    if value < 0:
        message = f"expected a nimber, an integer of at least 0, found {value}"
        raise ValueError(message)
    return value
