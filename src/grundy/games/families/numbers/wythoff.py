"""Wythoff games with a parameter."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING

from grundy.core.values import Outcome
from grundy.games.families.numbers.number_rules import NumberRules
from grundy.runtime.messages import Message
from grundy.theory.explain.reductions import Reduction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.solution import Solution
    from grundy.games.families.numbers.number_rules import Numbers

_PAIRS = 7  # in an explanation


@dataclass(frozen=True)
class GeneralWythoff(NumberRules):
    """Take any number from one of two heaps, or numbers that differ by less than a from both heaps.

    With a = 1 this is Wythoff's game. A state is the two sizes. The lost states are the pairs A = [n r], B = A + a n
    for n = 0, 1, 2, ..., where r = (2 - a + √(a² + 4)) / 2. Source: Fraenkel, How to beat your Wythoff games' opponent
    on three fronts (1982). The computation uses integers only, so the outcome is exact at any size.

    >>> [(a, b) for b in range(12) for a in range(b + 1) if GeneralWythoff(2)(a, b).outcome.value == "P"]
    [(0, 0), (1, 3), (2, 6), (4, 10)]
    """

    a: int
    name = "general-wythoff"
    count = (2, 2)
    example = "a=2"

    def after(self, state: Numbers) -> Iterator[Numbers]:
        """Yield the states that one move leaves: first moves in one heap, then moves in both heaps."""
        first, second = state
        yield from ((left, second) for left in range(first))
        yield from ((first, left) for left in range(second))
        for taken in range(1, first + 1):
            for other in range(max(1, taken - self.a + 1), min(second, taken + self.a - 1) + 1):
                yield first - taken, second - other

    def canonical(self, state: Numbers) -> Numbers:
        """Return the smaller heap first."""
        return min(state), max(state)

    def known_outcome(self, state: Numbers) -> Outcome:
        """Return the outcome: a state is lost if its smaller heap is A for the difference a n of its heaps."""
        number, rest = divmod(abs(state[0] - state[1]), self.a)
        return Outcome.P if rest == 0 and min(state) == self._lower(number) else Outcome.N

    def reduction(self, state: Numbers, solution: Solution) -> Reduction:
        """Return the explanation: the first lost pairs, and the lost pair that a move leaves.

        Parameters of ``reduction.wythoff``: ``a``; the first lost ``pairs``, from number 0 on; whether the state is
        ``lost``; and ``pair``, the ``number`` and the two heaps of the lost pair that the state is, or that a move
        leaves.
        """
        del solution
        lost = self.known_outcome(state) is Outcome.P
        pairs = [[self._lower(number), self._lower(number) + self.a * number] for number in range(_PAIRS)]
        left = sorted(state if lost else next(self.lost_after(state)))
        pair = {"number": (left[1] - left[0]) // self.a, "small": left[0], "large": left[1]}
        listed = [f"({smaller}, {larger})" for smaller, larger in pairs]
        notes = (
            Message("reduction.note.pairs", {"pairs": listed}),
            Message("reduction.note.pair-lost" if lost else "reduction.note.pair-move", {**pair, "a": self.a}),
        )
        return Reduction("reduction.wythoff", {"a": self.a, "pairs": pairs, "lost": lost, "pair": pair}, notes)

    def lost_after(self, state: Numbers) -> Iterator[Numbers]:
        """Yield the lost pairs that a move leaves: they share a heap with the state, or have nearly its difference."""
        small, large = self.canonical(state)
        numbers = {(large - small + part) // self.a for part in (0, self.a - 1)}
        for heap in (small, large):  # bisect for n with A or B equal to the heap: both grow by at least 1 with n
            for growth in (0, self.a):
                low, high = 0, heap + 1
                while low < high:
                    middle = (low + high) // 2
                    low, high = (middle + 1, high) if self._lower(middle) + growth * middle < heap else (low, middle)
                numbers.add(low)
        for number in sorted(numbers):
            lost = self._lower(number), self._lower(number) + self.a * number
            for left in {lost, lost[::-1]}:
                taken = state[0] - left[0], state[1] - left[1]
                if min(taken) >= 0 < max(taken) and (min(taken) == 0 or abs(taken[0] - taken[1]) < self.a):
                    yield left

    def _lower(self, number: int) -> int:
        """Return the smaller heap A of the lost pair with a number n."""
        return (number * (2 - self.a) + isqrt(number**2 * (self.a**2 + 4))) // 2
