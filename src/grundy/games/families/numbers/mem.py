"""Mem: a heap that remembers how many tokens were taken from it."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from grundy.games.families.numbers.number_rules import NumberRules
from grundy.runtime import compiling, limits, progress
from grundy.runtime.messages import Message
from grundy.runtime.table_cache import tables
from grundy.theory.explain.reductions import Reduction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from grundy.core.components import Option
    from grundy.core.solution import Solution
    from grundy.games.families.numbers.number_rules import Numbers

_STEPS_AT_ONCE = 50_000_000  # between two reports
_ENTRY_BYTES = 4  # of the table
_FILL = str(Path(__file__).with_name("mem_kernel.py"))
KERNEL = compiling.MachineCode(((_FILL, "fill"),))


class Remembering(NumberRules):
    """A heap from which a move takes at least as many tokens as the move before, plus `growth`.

    A state is the size and the least number that may be taken. An opening may leave out the least number.
    """

    count = (1, 2)
    growth: ClassVar[int] = 0

    def opening(self, numbers: Numbers) -> Numbers:
        """Return the state of a size and perhaps the least number, which is 1 at the beginning."""
        return (*numbers, 1) if len(numbers) == 1 else (numbers[0], max(1, numbers[1]))

    def heaps(self, state: Numbers) -> Numbers:
        """Return the size."""
        return state[:1]

    def in_words(self, state: Numbers) -> Message:
        """Name the size and the least number."""
        return Message("label.at-least", {"size": state[0], "least": state[1]})

    def move_in_words(self, state: Numbers, option: Option) -> Message:
        """Say how many tokens are taken, and the least number for the next player."""
        left, least = option.components[0].state
        if not left:
            return Message("reduction.said.take-all", {"taken": state[0]})
        return Message("reduction.said.take-least", {"taken": state[0] - left, "left": left, "least": least})

    def after(self, state: Numbers) -> Iterator[Numbers]:
        """Yield the states that one move leaves, largest heaps first."""
        size, least = state
        for taken in range(least, size + 1):
            yield size - taken, taken + self.growth

    def options_below(self, state: Numbers) -> int | None:
        """Return the number of options of the state if this is too many for a search, else None."""
        most = state[0] - state[1] + 1
        return most if most > limits.budget().search_options else None

    def lost_after(self, state: Numbers) -> Iterator[Numbers]:
        """Yield the empty heap, if all tokens may be taken."""
        if state[1] <= state[0]:
            yield 0, state[0] + self.growth

    def canonical(self, state: Numbers) -> Numbers:
        """Return the empty heap for a heap from which no token can be taken."""
        return state if state[1] <= state[0] else (0, 1)


@dataclass(frozen=True)
class Mem(Remembering):
    """Take tokens from a heap, at least as many as the move before. No formula is known for openings.

    Let at least m tokens have to be taken from n, and let q = [n / m] be at most m + 1. Then the nimber is q, which is
    also the largest number of moves. Proof: taking k tokens leaves the nimber [n / k] - 1, as [n / k] is at most q.
    Each j from 1 to q is [n / k] for some k >= m: k = m for j = q, and k = [n / j] for a smaller j. Such a k exists for
    j < q because n / j and n / (j + 1) differ by at least 1: j (j + 1) is at most (q - 1) q and so at most m q.

    Source: Larsson, Rubinstein-Salzedo and Siegel, Memgames (2019). A table of all heaps up to n takes n² / 2 steps.

    >>> [Mem()(size).nimber for size in range(10)], Mem()(10**18, 10**12).nimber
    ([0, 1, 2, 1, 2, 3, 4, 3, 2, 4], 1000000)
    """

    name = "mem"
    token = "match"

    def reduction(self, state: Numbers, solution: Solution) -> Reduction:
        """Return the explanation, which divides the size by the least number if this gives the nimber.

        Parameters of ``reduction.mem``: ``size``, ``least``, their ``quotient``, and ``known``, which says whether the
        quotient is the nimber.
        """
        del solution
        size, least = state
        params = {"size": size, "least": least, "quotient": size // least}
        known = size // least <= least + 1
        notes = (Message("reduction.note.mem-known" if known else "reduction.note.mem-unknown", params),)
        return Reduction("reduction.mem", {**params, "known": known}, notes)

    def prepare(self, state: Numbers) -> int | None:
        """Return the nimber from the formula, or from a table if a table pays off."""
        size = state[0]
        found = self.known(state)
        if found is None:
            if compiling.pays_off(KERNEL, size * size // 2):
                tables.put(self, *_table_of_heaps(size))
                return self.known(state)
            limits.check_search(Message("over.table-of", {"name": self.name, "sides": size + 1}), size * size // 2)
        return super().prepare(state) if found is None else found

    def known(self, state: Numbers) -> int | None:
        """Return the nimber by the formula for large moves, else from the table; None if there is no table."""
        size, least = state
        if size // least <= least + 1:
            return size // least
        largest = tables.get(self)
        return None if largest is None or len(largest) <= size else int((largest[size] >= least).sum())


@dataclass(frozen=True)
class MemPlus(Remembering):
    """Take tokens from a heap, more than the move before.

    The nimber of a state is the largest number of moves: the largest t with m + (m + 1) + ... + (m + t - 1) at most the
    size, where m is the least number that may be taken. Proof: taking m tokens leaves one move less, taking all tokens
    leaves no move, and taking one token more never costs two moves. Source: Memgames (2019), for openings.

    >>> [MemPlus()(size).nimber for size in range(11)], MemPlus()(10**18).nimber
    ([0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4], 1414213561)
    """

    name = "mem-plus"
    token = "candle"
    growth = 1

    def reduction(self, state: Numbers, solution: Solution) -> Reduction:
        """Return the explanation, which adds up the smallest moves.

        Parameters of ``reduction.mem-plus``: ``size``, ``least``, the largest number of ``moves``, the largest move
        ``last``, the ``sum`` of these moves, and the sum with one move ``more``.
        """
        del solution
        size, least = state
        moves = self.known(state)
        total = moves * (2 * least + moves - 1) // 2
        params = {"size": size, "least": least, "moves": moves, "last": least + moves - 1, "sum": total}
        params["more"] = total + least + moves
        terms = [str(least + move) for move in range(min(moves, 3))]
        terms += ["..."] * (moves > 4) + [str(params["last"])] * (moves > 3)
        note = Message(f"reduction.note.mem-plus{'' if moves else '-none'}", {**params, "terms": " + ".join(terms)})
        return Reduction("reduction.mem-plus", params, (note,))

    def known(self, state: Numbers) -> int:
        """Return the root of t² + (2m - 1) t = 2 size, rounded down."""
        size, least = state
        middle = 2 * least - 1
        return (isqrt(middle**2 + 8 * size) - middle) // 2


def _table_of_heaps(size: int) -> tuple[NDArray[Any], int]:
    """Return the table of heaps up to `size`, and its bytes. Raises `OverBudgetError` if it costs too much."""
    import numpy as np

    from grundy.games.families.numbers import mem_kernel
    from grundy.runtime.jit import reporting_compiles

    steps = size * size // 2
    nimbers = 2 * isqrt(size) + 8  # was enough for all sizes that were tried; if it is too few, it is doubled
    while True:
        cost = limits.Cost(steps, 2 * _ENTRY_BYTES * nimbers * (size + 1))
        limits.check(Message("label.text", {"text": f"mem {size}"}), cost)
        largest, reached = np.zeros((size + 1, nimbers), np.int32), np.zeros((nimbers, size + 1), np.int32)
        heap, fits = 0, True
        with reporting_compiles():
            while fits and heap <= size:
                end = min(size + 1, heap + 1 + _STEPS_AT_ONCE // max(1, size))
                fits, heap = mem_kernel.fill(largest, reached, heap, end), end
                progress.report(steps * heap // (size + 1), steps)
        if fits:
            progress.record("kernel", steps)
            return largest, largest.nbytes
        nimbers *= 2
