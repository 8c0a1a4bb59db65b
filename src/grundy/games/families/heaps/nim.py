"""Nim, in which the nimber of a heap is its size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option
from grundy.games.families.heaps.heap_rules import HeapNotation, HeapRules
from grundy.runtime import limits
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.core.notation import Notation
    from grundy.theory.periods import Period


@dataclass(frozen=True)
class Nim(HeapRules):
    """Nim: take any number of tokens from one heap (Bouton 1901). A heap of n has the nimber n.

    >>> Nim()(10**18).nimber
    1000000000000000000
    """

    @property
    def code(self) -> str:
        """The name of the code 0.[3]."""
        return "nim"

    @property
    def summary(self) -> Message:
        """The moves in a sentence."""
        return Message("code.nim")

    def notation(self) -> Notation:
        """Write heaps after the name: ``nim 3 5``."""
        return HeapNotation(self.code, "match")

    @property
    def tail(self) -> tuple[int, int]:
        """Any number of tokens may be taken."""
        return 1, 0

    def options(self, state: int) -> Iterator[Option]:
        """Yield the smaller heaps, largest first."""
        return (self._to(state, left) for left in range(state - 1, -1, -1))

    def nim_heap(self, state: int) -> int:
        """Return the size."""
        return state

    def options_below(self, state: int) -> int:
        """Return the number of options of all heaps up to `state`."""
        return state * (state + 1) // 2

    def moves_worth(self, state: int, nimber: int) -> Iterator[Option]:
        """Yield the only option that is worth `nimber`, if it exists."""
        if nimber < state:
            yield self._to(state, nimber)

    def prepare(self, state: int) -> int:
        """Return the size: no table is needed."""
        return state

    def known(self, state: int) -> int:
        """Return the size."""
        return state

    def known_many(self, states: list[int]) -> list[int]:
        """Return the sizes."""
        return states

    def of_table(self, top: int, sizes: NDArray[np.integer[Any]]) -> NDArray[np.signedinteger[Any]]:
        """Return the sizes."""
        del top
        import numpy as np

        return sizes.astype(np.int64)

    def cost(self, state: int) -> limits.Cost:
        """Return the bytes of an array; no options have to be checked."""
        return limits.Cost(0, 8 * (state + 1))

    def allows(self, size: int, parts: tuple[int, ...]) -> bool:
        """Return whether this is a smaller heap, or nothing."""
        return len(parts) <= 1 and 0 <= sum(parts) < size and min(parts, default=1) > 0

    def _first(self, length: int, *, direct: bool) -> NDArray[np.unsignedinteger[Any]]:
        """Return 0, 1, ..., length - 1, shape (length,); a list where NumPy is missing."""
        del direct
        from grundy.runtime import arrays

        if length:
            limits.check(Message("over.nimbers"), self.cost(length - 1))
        return arrays.counted(length)

    def period(self, length: int | None = None, *, seconds: float | None = None) -> Period:
        """Return period 1 with saltus 1, which Bouton's theorem proves for all heaps at once."""
        del seconds
        from grundy.games.families.heaps import heap_tables
        from grundy.theory.periods import Exceptions, Period

        none = Exceptions(0, None)
        return Period(
            "proved",
            0 if length is None else heap_tables.checked_length(length, 1),
            0,
            1,
            1,
            "Bouton (1901): a heap of n is worth n",
            None,
            none,
            none,
        )

    def _to(self, size: int, left: int) -> Option:
        if left == 0:
            return Option((size,), ())
        return Option((size, left), (Component(self, left),))
