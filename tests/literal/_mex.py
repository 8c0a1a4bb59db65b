"""The one piece of theory that the oracles share."""

from collections.abc import Iterable
from itertools import count


def mex(values: Iterable[int]) -> int:
    """Return the least number 0, 1, 2, ... that is not among the values."""
    seen = set(values)
    return next(number for number in count() if number not in seen)
