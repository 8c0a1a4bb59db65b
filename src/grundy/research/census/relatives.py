"""Octal codes that have the nimbers of another code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.games.families.heaps.take_and_break import TakeAndBreak

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from grundy.games.families.heaps.heap_rules import HeapRules

_ONE_HEAP, _NO_HEAP = 2, 1  # bits of a digit
_MOST_BYTES = 2**26  # of the nimbers that are kept


class Relative(NamedTuple):
    """A code that has been solved: its rules, its nimbers, and its row."""

    rules: HeapRules
    values: NDArray[np.unsignedinteger[Any]]
    row: dict[str, Any]


class Relatives:
    """The codes that this process has solved last, as many as fit into 64 MiB."""

    def __init__(self) -> None:
        self._kept: list[Relative] = []

    def keep(self, relative: Relative) -> None:
        """Keep a code, and drop the oldest codes if they take too much memory."""
        kept = [relative, *self._kept]
        while sum(other.values.nbytes for other in kept) > _MOST_BYTES:
            kept.pop()
        self._kept = kept

    def find(self, rules: HeapRules, length: int) -> Relative | None:
        """Return a kept code whose first `length` nimbers are proved to be those of `rules`; None if there is none."""
        for relative in self._kept:
            if len(relative.values) == length and has_nimbers(rules, relative.values, relative.rules):
                return relative
        return None


def has_nimbers(rules: HeapRules, values: NDArray[np.unsignedinteger[Any]], other: HeapRules) -> bool:
    """Return whether `values`, the nimbers of heaps 0, 1, ... under `other`, are proved to be those under `rules`.

    They are proved if `rules` has each move of `other` and the same splits, and if no further move of `rules`, which
    leaves one heap or none, leads to the nimber of the heap itself. The least nimber that no option has is then the
    same, heap by heap. False means only that this proof fails; so it does for all rules that are not codes with an end.
    Cost: O(n) for each further move and n values.

    >>> from grundy import heaps
    >>> has_nimbers(heaps("0.77"), heaps("0.44").nimbers(9), heaps("0.44"))
    False
    >>> has_nimbers(heaps("0.025"), heaps("0.024").nimbers(9), heaps("0.024"))
    True
    """
    if not isinstance(rules, TakeAndBreak) or not isinstance(other, TakeAndBreak) or rules.cycle or other.cycle:
        return False
    if any(digit & ~rules.places.get(take, 0) for take, digit in other.places.items()):
        return False
    for take, digit in rules.places.items():
        further = digit & ~other.places.get(take, 0)
        if further & ~(_ONE_HEAP | _NO_HEAP):
            return False
        if further & _NO_HEAP and take < len(values) and not values[take]:
            return False
        if further & _ONE_HEAP and (values[take + 1 :] == values[1 : max(1, len(values) - take)]).any():
            return False
    return True
