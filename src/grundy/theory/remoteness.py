"""Remoteness and suspense: the length of play if one player hurries and the other delays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.core.loopy.sums import lasting, loopy_remoteness
from grundy.core.nimbers import mex
from grundy.core.search.source import ENDS, WON, Ends
from grundy.runtime.bounds import Memo
from grundy.theory.sum_search import ComponentClasses, Sum, evaluate, thread_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grundy.core.components import Component
    from grundy.core.position import Position
    from grundy.theory.sum_search import Asking, CountedOptions


def remoteness(position: Position) -> int:
    """Return the remoteness of a position, as `Position.remoteness` defines it."""
    if position.is_loopy:
        return loopy_remoteness(position)
    with thread_table("remoteness", _Lengths) as table:
        return table.length(lasting(position), hurries=True)


def suspense(position: Position) -> int:
    """Return the suspense of a position, as `Position.suspense` defines it."""
    with thread_table("remoteness", _Lengths) as table:
        return table.length(lasting(position), hurries=False)


class LengthClasses(ComponentClasses):
    """Classes of components with equal trees of play; the fact about a class is its nimber, or `source.WON`.

    The nimbers decide who wins a sum. So for a won sum, only its winning options are searched.
    """

    def add(self, numbers: Iterable[int]) -> Sum:
        """Return the sorted numbers, without components that have no options."""
        return tuple(sorted([number for number in numbers if number]))

    def form(self, options: frozenset[Sum | Ends]) -> int:
        """Return the number of the class with these options; its fact is their mex."""
        if not options:
            return 0
        if ENDS in options:
            return self.keep(options, WON)
        return self.keep(options, mex([self.value(option) for option in options if not isinstance(option, Ends)]))

    def value(self, node: Sum) -> int:
        """Return the nimber of a sum, or `source.WON`."""
        total = 0
        for number in node:
            fact = self.facts[number]
            if fact == WON:
                return WON
            total ^= fact
        return total


class _Lengths:
    """The lengths of sums: a memo for remoteness and a memo for suspense."""

    def __init__(self) -> None:
        self._classes = LengthClasses()
        self._memos: dict[bool, Memo[Sum]] = {True: Memo(), False: Memo()}

    @property
    def bytes(self) -> int:
        """The approximate size in bytes."""
        return self._classes.bytes + sum(memo.bytes for memo in self._memos.values())

    def length(self, components: Iterable[Component], *, hurries: bool) -> int:
        """Return the length of play if the winner hurries and the loser delays; without `hurries` the reverse."""
        classes, memo = self._classes, self._memos[hurries]
        node = classes.add(number for component in components for number in classes.numbers(component))
        if node in memo.values:
            return int(memo.values[node])
        counted = classes.counted(memo)
        return int(evaluate(node, lambda asked: self._ask(asked, counted, hurries=hurries), counted))

    def _ask(self, node: Sum, counted: CountedOptions, *, hurries: bool) -> Asking:
        classes, memo = self._classes, counted.memo
        lost = classes.value(node) == 0
        seen: set[Sum] = set()
        lengths = []
        for option in counted.options(node):
            after = () if isinstance(option, Ends) else option[0]
            if after in seen or (not lost and classes.value(after) != 0):
                continue
            seen.add(after)
            length = memo.get(after)
            lengths.append((yield after) if length is None else length)
        if not lengths:
            return 0
        return 1 + (min(lengths) if hurries is not lost else max(lengths))
