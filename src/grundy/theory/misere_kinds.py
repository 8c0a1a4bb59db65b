"""Kinds of sums in misère play: which nim heap a component is like, and whether it is tame.

The definitions, and the proof that sums of tame games have the outcome of their kind, are at the head of
`grundy.theory.misere`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grundy.errors import OverBudgetError
from grundy.messages import Message
from grundy.nimbers import mex
from grundy.runtime.limits import budget
from grundy.search.source import ENDS, Ends
from grundy.theory.sum_search import ComponentClasses, Sum

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grundy.core.components import Component

__all__ = ["WON_SUM", "Kind", "MisereClasses", "kind_from_options"]


class Kind(NamedTuple):
    """What a sum is like: its nimber, and whether it is firm or fickle; None if it is wild."""

    nimber: int
    firm: bool | None


_WON = 1  # the number of components worth WIN, and the sum of all sums with one
WON_SUM = (_WON,)


class MisereClasses(ComponentClasses):
    """Components have one number if the misère mex rule makes them equivalent; a nim heap of n has the number -n."""

    def __init__(self) -> None:
        """Start with the number of components worth WIN."""
        super().__init__()
        self.keep(frozenset([ENDS]), Kind(0, None))

    def at_once(self, component: Component) -> int | None:
        """Return the number of a nim heap."""
        size: int | None = component.ruleset.nim_heap(component.state)
        return None if size is None else -size

    def options_of(self, number: int) -> Iterable[Sum | Ends]:
        """Return the options; those of a nim heap are the smaller ones."""
        if number > 0:
            return self.options[number]
        if -number > budget().search_options:
            raise OverBudgetError(Message("over.nim-heap"), -number, budget().search_options, "options")
        return ((left,) if left else () for left in range(number + 1, 1))

    def add(self, numbers: Iterable[int]) -> Sum:
        """Sort; nim heaps lose their odd tokens, and what is left of these goes to the largest."""
        odd, heaps, rest = 0, [], []
        for number in numbers:
            if number == _WON:
                return WON_SUM
            if number > 0:
                rest.append(number)
            else:
                odd ^= number & 1
                heaps.append(-number & ~1)
        heaps = sorted((heap for heap in heaps if heap), reverse=True)
        if odd:
            heaps[:1] = [heaps[0] + 1] if heaps else [1]
        return (*(-heap for heap in heaps), *sorted(rest))

    def form(self, options: frozenset[Sum | Ends]) -> int:
        """Find the nim heap that a component is equivalent to, or keep its options and its kind."""
        if ENDS in options:
            return _WON
        if not options:
            return 0
        proper = options - {WON_SUM} or options
        heaps = {_nim_heap(option) for option in proper}
        if None not in heaps and heaps & {0, 1}:
            return -mex(heap for heap in heaps if heap is not None)
        return self.keep(proper, self._kind(proper))

    def kind(self, node: Sum) -> Kind:
        """Return the kind of a sum."""
        total, firm = 0, False
        wild = False
        for number in node:
            nimber, stiff = self.facts[number] if number > 0 else (-number, number < -1)
            total ^= nimber
            wild |= stiff is None
            firm |= bool(stiff)
        return Kind(total, None if wild else firm)

    def _kind(self, options: frozenset[Sum | Ends]) -> Kind:
        """Find out whether a component with these options is tame, its options being sums of such."""
        kinds = {option: self.kind(option) for option in options if not isinstance(option, Ends) and option != WON_SUM}
        like = kind_from_options(kinds.values())
        wild = [option for option, kind in kinds.items() if kind.firm is None]
        if like is not None and all(self._reverts(option, like) for option in wild):
            return like
        return Kind(mex(kind.nimber for kind in kinds.values()), None)

    def _reverts(self, node: Sum, kind: Kind) -> bool:
        return any(not isinstance(after, Ends) and self.kind(after[0]) == kind for after in self.successors(node))


def kind_from_options(kinds: Iterable[Kind]) -> Kind | None:
    """Return the kind of a game, which is not over, with options of these kinds, if its wild ones revert."""
    tame = {kind for kind in kinds if kind.firm is not None}
    nimber = mex(kind.nimber for kind in tame)
    if nimber > 1:
        down = (Kind(0, firm=True) in tame or Kind(1, firm=False) in tame) and (
            Kind(1, firm=True) in tame or Kind(0, firm=False) in tame
        )
        return Kind(nimber, firm=True) if down else None
    other = nimber ^ 1
    if Kind(other, firm=False) not in tame:
        return Kind(nimber, firm=True)
    return None if Kind(other, firm=True) in tame else Kind(nimber, firm=False)


def _nim_heap(option: Sum | Ends) -> int | None:
    """Return the size of the nim heap that an option is, if it is one."""
    if isinstance(option, Ends) or len(option) > 1 or (option and option[0] > 0):
        return None
    return -option[0] if option else 0
