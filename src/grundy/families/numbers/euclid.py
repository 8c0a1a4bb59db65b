"""Euclid's game."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from grundy.families.numbers.rules import NumberRules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.families.numbers.rules import Numbers


@dataclass(frozen=True)
class Euclid(NumberRules):
    """Take a multiple of the smaller number from the larger one; both stay positive. A state is the two numbers.

    (a, b) is worth the integer part of |a/b - b/a|, so it is lost exactly where the ratio of the numbers is less than
    the golden one. Source: Nivasch, The Sprague-Grundy function of the game Euclid (2006). It is the game of Grossman
    (1997); in that of Cole and Davie (1969) one may take all. Only two equal numbers have another outcome there, and
    nimbers differ.

    >>> Euclid()(13, 8).nimber, Euclid()(10**18, 1).nimber
    (1, 999999999999999999)
    """

    name = "euclid"
    token = "block"
    count = (2, 2)
    least = 1

    def after(self, state: Numbers) -> Iterator[Numbers]:
        """Yield what is left, least first."""
        first, second = state
        if first > second:
            yield from ((left, second) for left in range(first % second or second, first, second))
        else:
            yield from ((first, left) for left in range(second % first or first, second, first))

    def known(self, state: Numbers) -> int:
        """Return the integer part of the difference of the ratios."""
        first, second = state
        return abs(first**2 - second**2) // (first * second)

    def options_below(self, state: Numbers) -> int:
        """Follow the Euclidean algorithm: from r + q b and b, play meets r + k b and b for all k up to q."""
        large, small = max(state), min(state)
        found = 0
        while small:
            times, rest = divmod(large, small)
            found += times * (times + 1 if rest else times - 1) // 2
            large, small = small, rest
        return found

    def lost_after(self, state: Numbers) -> Iterator[Numbers]:
        """Look at the two least ones: the others have a ratio of more than 2."""
        return (left for left in islice(self.after(state), 2) if self.known(left) == 0)
