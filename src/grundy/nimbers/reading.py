"""The check that a value is a nimber."""

from __future__ import annotations

import operator
from typing import SupportsIndex


def nimber(value: SupportsIndex) -> int:
    """Return `value` as an integer. Raises `ValueError` if it is negative, `TypeError` if it is no integer."""
    number = operator.index(value)
    if number < 0:
        message = f"expected a nimber, an integer of at least 0, found {number}"
        raise ValueError(message)
    return number
