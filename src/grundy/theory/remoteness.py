"""How long play lasts where one side hurries and the other delays: remoteness and suspense."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.nimbers import mex
from grundy.search.explorer import WON, Ends, entry_bytes
from grundy.theory.trees import Forms, Sum, answer, shared

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grundy.core.components import Component
    from grundy.core.position import Position
    from grundy.search.explorer import Explorer
    from grundy.theory.trees import Asking


def remoteness(position: Position) -> int:
    """Return the remoteness of a position, as `Position.remoteness` defines it."""
    with shared("lengths", _Lengths) as lengths:
        return lengths.length(position.components, hurries=True)


def suspense(position: Position) -> int:
    """Return the suspense of a position, as `Position.suspense` defines it."""
    with shared("lengths", _Lengths) as lengths:
        return lengths.length(position.components, hurries=False)


class LengthForms(Forms):
    """Components are alike where their trees of play are; the fact is the nimber, or `explorer.WON`.

    The nimbers say who wins a sum, so that of a won one only the winning options are searched.
    """

    def add(self, numbers: Iterable[int]) -> Sum:
        """Sort; components without options drop out."""
        return tuple(sorted(number for number in numbers if number))

    def form(self, options: frozenset[Sum | Ends]) -> int:
        """Keep the options, and their mex."""
        if not options:
            return 0
        nimbers = {WON if isinstance(option, Ends) else self.value(option) for option in options}
        ends = any(isinstance(option, Ends) for option in options)
        return self.keep(options, WON if ends else mex(nimbers))

    def value(self, node: Sum) -> int:
        """Return the nimber of a sum, or `explorer.WON`."""
        total = 0
        for number in node:
            fact = self.facts[number]
            if fact == WON:
                return WON
            total ^= fact
        return total


class _Lengths:
    """One memo for each of the two questions."""

    def __init__(self) -> None:
        self._forms = LengthForms()
        self._memos: dict[bool, dict[Sum, int]] = {True: {}, False: {}}

    @property
    def bytes(self) -> int:
        """About how many bytes it takes."""
        return self._forms.bytes + sum(len(memo) * entry_bytes(memo) for memo in self._memos.values())

    def length(self, components: Iterable[Component], *, hurries: bool) -> int:
        """Return how long play lasts if the winner hurries and the loser delays, or the other way round."""
        forms, memo = self._forms, self._memos[hurries]
        node = forms.add(number for component in components for number in forms.numbers(component))
        if node in memo:
            return memo[node]
        explorer = forms.explorer(memo)
        return int(answer(node, lambda asked: self._ask(asked, explorer, hurries=hurries), explorer))

    def _ask(self, node: Sum, explorer: Explorer[Sum], *, hurries: bool) -> Asking:
        forms, memo = self._forms, explorer.memo
        lost = forms.value(node) == 0
        seen: set[Sum] = set()
        lengths = []
        for option in explorer.options(node):
            after = () if isinstance(option, Ends) else option[0]
            if after in seen or (not lost and forms.value(after) != 0):
                continue
            seen.add(after)
            length = memo.get(after)
            lengths.append((yield after) if length is None else length)
        if not lengths:
            return 0
        return 1 + (min(lengths) if hurries is not lost else max(lengths))
