"""Families of positions with a nimber for each number N, such as the boards 2xN of Cram."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grundy.core.table import Table
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grundy.theory.periods import Period

FIRST = 1  # the least number of a family
_NUMBER = re.compile(r"(?<![A-WYZa-wyz])N(?![A-WYZa-wyz])")  # x stands between the sides of a board


def is_family(words: Iterable[str]) -> bool:
    """Return whether words are those of a family: one has the letter N by itself, or beside an x."""
    return any(_NUMBER.search(word) for word in words)


def member(words: Iterable[str], number: int) -> tuple[str, ...]:
    """Return the words of the position of a family that belongs to a number.

    >>> member(("2xN", "N"), 7), member(("NIM",), 7)
    (('2x7', '7'), ('NIM',))
    """
    return tuple(_NUMBER.sub(str(number), word) for word in words)


def family_table(name: str, nimbers: list[int]) -> Table:
    """Return the nimbers of a family, from `FIRST` on, as a table whose only coordinate is N."""
    import numpy as np

    return Table(name, (range(FIRST, FIRST + len(nimbers)),), np.array(nimbers, np.int64), ("N",))


def period_in_words(found: Period) -> Message:
    """Return the words for a period that is seen in the nimbers of a family; no theorem proves it."""
    if found.preperiod is None:
        return Message("family.unknown", {"count": found.checked})
    last = FIRST + found.checked - 1
    known = {"period": found.period, "saltus": found.saltus, "first": FIRST + found.preperiod, "last": last}
    return Message("family.saltus" if found.saltus else "family.observed", known)
