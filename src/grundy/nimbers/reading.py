"""What is a nimber, and what is not."""

from __future__ import annotations

import operator
from typing import SupportsIndex


def nimber(value: SupportsIndex) -> int:
    """Return `value` as an integer; raise `ValueError` where it is negative, `TypeError` where it is none."""
    number = operator.index(value)
    if number < 0:
        message = f"expected a nimber, an integer of at least 0, found {number}"
        raise ValueError(message)
    return number
