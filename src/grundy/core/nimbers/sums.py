"""The minimal excluded value, the nim-sum, and the check that a value is a nimber."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, SupportsIndex

if TYPE_CHECKING:
    from collections.abc import Iterable


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


def nim_sum(*values: int | Iterable[int]) -> int:
    """Return the nim-sum of `values`: their exclusive or, the nimber of a sum of games with these nimbers.

    The values are separate arguments, or one list, array or other iterable. Source: the Sprague-Grundy theorem (Sprague
    1935, Grundy 1939). Raises `ValueError` for a negative value, `TypeError` for a value that is no integer.

    >>> nim_sum(3, 5), nim_sum([3, 5]), nim_sum(7, 7), nim_sum()
    (6, 6, 0, 0)
    """
    total = 0
    summands: Any = values[0] if len(values) == 1 and hasattr(values[0], "__iter__") else values
    for value in summands:
        total ^= nimber(value)
    return total


def nimber(value: SupportsIndex) -> int:
    """Return `value` as an integer. Raises `ValueError` if it is negative, `TypeError` if it is no integer."""
    number = operator.index(value)
    if number < 0:
        message = f"expected a nimber, an integer of at least 0, found {number}"
        raise ValueError(message)
    return number
