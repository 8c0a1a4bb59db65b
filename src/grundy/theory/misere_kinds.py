"""Kinds of sums in misère play (the nim heap that a component behaves like, and whether it is tame), and genera.

The docstring of `grundy.theory.misere` has the definitions, and the proof that sums of tame games have the outcome of
their kind.

The misère Grundy value of X is 1 if X has no options, else the mex over its options. The genus of X is its nimber with
the misère values of X, X + ``*2``, X + ``*2`` + ``*2``, ... as superscript. Adding ``*1`` changes a misère value v to
v ^ 1 (by induction). So the value h_k of X + k ``*2`` is the mex of the values of X's options with k heaps of two, and,
for k > 0, of h_(k-1) and h_(k-1) ^ 1. If all options have period two from K on, then h_k = h_(k-2) for a single
k >= K + 2 proves period two for X, because all later values depend on the same numbers. Such a k <= K + 4 exists.

Source: Conway, On Numbers and Games, chapter 12; Winning Ways, chapter 13.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from grundy.core.abilities import nim_heap
from grundy.core.nimbers import mex
from grundy.core.search.source import ENDS, Ends
from grundy.errors import OverBudgetError
from grundy.runtime.limits import budget
from grundy.runtime.messages import Message
from grundy.theory.sum_search import ComponentClasses, Sum

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grundy.core.components import Component

__all__ = ["WON_SUM", "Genus", "GenusOption", "MisereClasses", "MisereKind", "kind_from_options", "values_from_options"]


class MisereKind(NamedTuple):
    """The kind of a sum: its nimber, and whether it is firm."""

    nimber: int
    firm: bool | None  # False: fickle; None: wild


_WON = 1  # the number of components with the value WIN; a sum with such a component is `WON_SUM`
WON_SUM = (_WON,)


class MisereClasses(ComponentClasses):
    """Classes of components that the misère mex rule makes equivalent; a nim heap of n has the number -n."""

    def __init__(self) -> None:
        """Start with the number of components with the value WIN."""
        super().__init__()
        self.keep(frozenset([ENDS]), MisereKind(0, None))

    def at_once(self, component: Component) -> int | None:
        """Return the number of a nim heap; None for other components."""
        size = nim_heap(*component)
        return None if size is None else -size

    def options_of(self, number: int) -> Iterable[Sum | Ends]:
        """Return the options of a component; the options of a nim heap are the smaller heaps."""
        if number > 0:
            return self.options[number]
        if -number > budget().search_options:
            raise OverBudgetError(Message("over.nim-heap"), -number, budget().search_options, "options")
        return ((left,) if left else () for left in range(number + 1, 1))

    def add(self, numbers: Iterable[int]) -> Sum:
        """Return the sum with these numbers.

        Each odd nim heap gives up one token. If the number of these tokens is odd, the largest heap gets one of them;
        all others cancel in pairs.
        """
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
        """Return the number of the equivalent nim heap, or a number whose options and kind are stored."""
        if ENDS in options:
            return _WON
        if not options:
            return 0
        proper = options - {WON_SUM} or options
        heaps = {_nim_heap(option) for option in proper}
        if None not in heaps and heaps & {0, 1}:
            return -mex(heap for heap in heaps if heap is not None)
        return self.keep(proper, self._kind(proper))

    def kind(self, node: Sum) -> MisereKind:
        """Return the kind of a sum."""
        total, firm = 0, False
        wild = False
        for number in node:
            nimber, part_firm = self.facts[number] if number > 0 else (-number, number < -1)
            total ^= nimber
            wild |= part_firm is None
            firm |= bool(part_firm)
        return MisereKind(total, None if wild else firm)

    def _kind(self, options: frozenset[Sum | Ends]) -> MisereKind:
        """Return the kind of a component with these options."""
        kinds = {option: self.kind(option) for option in options if not isinstance(option, Ends) and option != WON_SUM}
        like = kind_from_options(kinds.values())
        wild = [option for option, kind in kinds.items() if kind.firm is None]
        if like is not None and all(self._reverts(option, like) for option in wild):
            return like
        return MisereKind(mex(kind.nimber for kind in kinds.values()), None)

    def _reverts(self, node: Sum, kind: MisereKind) -> bool:
        return any(not isinstance(after, Ends) and self.kind(after[0]) == kind for after in self.successors(node))


def kind_from_options(kinds: Iterable[MisereKind]) -> MisereKind | None:
    """Return the kind of a game with options of these kinds if all its wild options revert; None if it is wild.

    The game has at least one option.
    """
    tame = {kind for kind in kinds if kind.firm is not None}
    nimber = mex(kind.nimber for kind in tame)
    if nimber > 1:
        is_tame = (MisereKind(0, firm=True) in tame or MisereKind(1, firm=False) in tame) and (
            MisereKind(1, firm=True) in tame or MisereKind(0, firm=False) in tame
        )
        return MisereKind(nimber, firm=True) if is_tame else None
    other = nimber ^ 1
    if MisereKind(other, firm=False) not in tame:
        return MisereKind(nimber, firm=True)
    return None if MisereKind(other, firm=True) in tame else MisereKind(nimber, firm=False)


def _nim_heap(option: Sum | Ends) -> int | None:
    """Return the size of the nim heap if the option is a nim heap; otherwise None."""
    if isinstance(option, Ends) or len(option) > 1 or (option and option[0] > 0):
        return None
    return -option[0] if option else 0


Values = tuple[int, ...]  # misère values of a game with 0, 1, 2, ... heaps of two; the last two alternate


@dataclass(frozen=True, slots=True)
class Genus:
    """A genus: the nimber, and the misère values with 0, 1, 2, ... heaps of two added.

    The last two numbers of `superscript` alternate forever; this is proved for each genus that is returned.

    >>> print(Genus(4, (1, 4, 6)), Genus(4, (1, 4, 6)).at(3), Genus(12, (12, 14)))
    4^146 4 12^12,14
    """

    nimber: int
    superscript: Values

    def at(self, twos: int) -> int:
        """Return the misère value with `twos` heaps of two added."""
        return value_at(self.superscript, twos)

    def __str__(self) -> str:
        """Return the notation of Winning Ways in one line; commas separate the numbers if one has two digits."""
        between = "" if max(self.superscript) < 10 else ","
        return f"{self.nimber}^{between.join(map(str, self.superscript))}"


class GenusOption(NamedTuple):
    """An option: a game with these `values`, with `twos` heaps of two added, and a heap of one if `odd` is 1."""

    values: Values
    twos: int = 0
    odd: int = 0


def values_from_options(options: Sequence[GenusOption], *, over: bool) -> Values:
    """Return the values of a game from those of its options; `over` says that the game has no options."""
    since = max((len(values) - 2 - twos for values, twos, _ in options), default=0)
    found = [1] if over else []
    while len(found) < max(since, 0) + 3 or found[-1] != found[-3]:
        seen = {value_at(values, len(found) + twos) ^ odd for values, twos, odd in options}
        if found:
            seen |= {found[-1], found[-1] ^ 1}
        found.append(mex(seen))
    return shortened(found)


def value_at(values: Values, place: int) -> int:
    """Return the value at a place of the infinite sequence in which the last two values alternate."""
    return values[place] if place < len(values) else values[len(values) - 2 + (place - len(values)) % 2]


def shortened(values: list[int]) -> Values:
    """Return the shortest sequence with the same infinite continuation; `values` is changed."""
    while len(values) > 2 and values[-1] == values[-3]:
        values.pop()
    return tuple(values)
