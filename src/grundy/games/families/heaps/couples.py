"""Couples are Forever: split any heap except a heap of two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option
from grundy.games.families.heaps.codes import heaps
from grundy.games.families.heaps.heap_rules import HeapNotation, HeapRules
from grundy.runtime import arrays
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.core.notation import Notation
    from grundy.runtime import limits

_COUPLE = 2
OFFICERS = heaps("0.6")


@dataclass(frozen=True)
class Couples(HeapRules):
    """Split a heap into two, unless it is a heap of two.

    A heap of n has the nimber of a heap of n - 1 in Officers, octal 0.6: each heap counts all its tokens except one.

    >>> Couples()(11).nimber
    3
    """

    @property
    def code(self) -> str:
        """The name of its game."""
        return "couples-are-forever"

    @property
    def summary(self) -> Message:
        """The moves in a sentence."""
        return Message("code.couples")

    def notation(self) -> Notation:
        """Write heaps after the name."""
        return HeapNotation(self.code, "heart")

    def options(self, state: int) -> Iterator[Option]:
        """Yield the splits, smaller part first."""
        if state != _COUPLE:
            for part in range(1, state // 2 + 1):
                yield Option((state, part, state - part), (Component(self, part), Component(self, state - part)))

    def allows(self, size: int, parts: tuple[int, ...]) -> bool:
        """Return whether these are two parts of a heap that is no couple."""
        return size != _COUPLE and len(parts) == 2 and sum(parts) == size and min(parts) > 0

    def equal_heap(self, state: int) -> tuple[HeapRules, int, Message]:
        """Return the heap of Officers."""
        return OFFICERS, max(0, state - 1), Message("reduction.note.couples")

    def prepare(self, state: int) -> int | None:
        """Return the nimber in Officers, which may make a table."""
        return OFFICERS.prepare(max(0, state - 1))

    def known(self, state: int) -> int | None:
        """Return the nimber from the table of Officers."""
        return OFFICERS.known(max(0, state - 1))

    def cost(self, state: int) -> limits.Cost:
        """Return the cost of Officers."""
        return OFFICERS.cost(max(0, state - 1))

    def _first(self, length: int, *, direct: bool) -> NDArray[np.unsignedinteger[Any]]:
        """Return the first nimbers: those of Officers, one heap later."""
        found = arrays.zeros(length, 16)
        found[1:] = OFFICERS.nimbers(max(0, length - 1), direct=direct)
        return arrays.freeze(found)
