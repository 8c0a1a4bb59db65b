"""Mem: a heap that remembers how many tokens were taken from it."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING

from grundy.families.numbers.rules import NumberRules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.families.numbers.rules import Numbers


@dataclass(frozen=True)
class Mem(NumberRules):
    """Take tokens from a heap, at least as many as were taken before. No formula is known.

    A state is the size and the least number that may be taken, which an opening may leave out.
    Source: Larsson, Rubinstein-Salzedo and Siegel, Memgames (2019).

    >>> [Mem()(size).nimber for size in range(10)]
    [0, 1, 2, 1, 2, 3, 4, 3, 2, 4]
    """

    name = "mem"
    count = (1, 2)
    growth = 0  # of the least number from move to move

    def opening(self, numbers: Numbers) -> Numbers:
        """Complete a size: at first one token may be taken."""
        return (*numbers, 1) if len(numbers) == 1 else (numbers[0], max(1, numbers[1]))

    def heaps(self, state: Numbers) -> Numbers:
        """Return the size."""
        return state[:1]

    def after(self, state: Numbers) -> Iterator[Numbers]:
        """Yield what is left, largest first."""
        size, least = state
        for taken in range(least, size + 1):
            yield size - taken, taken + self.growth

    def canonical(self, state: Numbers) -> Numbers:
        """Return the heap without tokens for one from which none can be taken."""
        return state if state[1] <= state[0] else (0, 1)


@dataclass(frozen=True)
class MemPlus(Mem):
    """Take tokens from a heap, more than were taken before.

    A state is worth the number of moves that can be made in it: the largest t with m + (m + 1) + ... + (m + t - 1)
    at most the size, where m is the least number that may be taken. For taking m leaves one move less, taking all
    leaves none, and taking one token more never costs two moves. Source: Memgames (2019), for openings.

    >>> [MemPlus()(size).nimber for size in range(11)], MemPlus()(10**18).nimber
    ([0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4], 1414213561)
    """

    name = "mem-plus"
    growth = 1

    def known(self, state: Numbers) -> int:
        """Return the root of t² + (2m - 1) t = 2 size, rounded down."""
        size, least = state
        middle = 2 * least - 1
        return (isqrt(middle**2 + 8 * size) - middle) // 2
