"""The pruning search: it answers whether a node has a given nimber, and skips what the answer does not depend on."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

from grundy.core.nimbers import mex
from grundy.core.search.coroutines import answered
from grundy.core.search.explorer import Explorer, Record, Sum
from grundy.core.search.source import WON, Ends

Found = TypeVar("Found")

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from grundy.core.search.nodes import NodeSearch

    # A question: a node, and the nimber that it may have, or None to ask for its value. The answer is the value, or
    # None if the node is only known not to have that nimber.
    Asking = Generator[tuple[Any, int | None], int | None, int | None]
    Finding = Generator[tuple[Any, int | None], int | None, Found]

_WAITING = 1800  # bytes of a coroutine with the nimbers of its options
_PRUNED = 8  # questions are about nimbers below this; for other nimbers the value of the node is found
_ASKED = 3  # if this many nimbers are excluded for a node, the next question finds its value


def ask(start: Any, nimber: int | None, source: NodeSearch) -> int | None:
    """Return the value of `start` (-1 for WIN), or None as soon as it is known not to be `nimber`.

    If `nimber` is None, return the value. Also returns None where the patience is over, or where the memo says that the
    rules entail. Exceptions are those of the exhaustive search, which shares the memo.

    A node has the nimber x exactly if the node plus a nim heap of x is lost (Lemoine and Viennot, Nimbers are
    inevitable, 2012): no option may have x, and for each y < x some option must have y. If an option has several
    components, the values of all but one are found, and the question about the last one is only whether it has the
    nimber that the option needs. So the search finds no more about a node than the answer needs (aspiration, after
    Beling and Rogalski, On pruning search trees of impartial games, 2020). After several questions about one node, or
    one about a large nimber, its value is found. So each node is opened a few times at most, even if nothing can be
    pruned.
    """
    explorer = Explorer(source, _WAITING)
    value = explorer.value(start)
    if value is not None or (nimber is not None and explorer.excludes(start, nimber)):
        return value

    def begin(question: tuple[Any, int | None]) -> tuple[Any, Asking]:
        node, wanted = question
        return node, _Question(node, wanted, explorer).answer()

    try:
        return answered((start, nimber), begin, explorer)
    finally:
        explorer.record()


class _Question:
    """A question without an answer yet; its coroutine yields the questions whose answers it needs."""

    __slots__ = ("explorer", "node", "record", "wanted")

    def __init__(self, node: Any, wanted: int | None, explorer: Explorer) -> None:
        self.node = node
        self.wanted = wanted
        self.explorer = explorer
        self.record = Record()

    def answer(self) -> Asking:
        """Return the answer, and put it into the memo."""
        explorer, node, wanted = self.explorer, self.node, self.wanted
        record = explorer.taken(node)
        if record is None:
            return WON
        self.record = record
        excluded = explorer.excluded.get(node, 0) | 1  # a copy, because the memo may drop its entry
        if wanted is not None and (wanted >= _PRUNED or excluded.bit_count() > _ASKED):
            wanted = None
        if wanted is not None and not record.resolved and (yield from self._has(wanted)):
            explorer.refresh(record)
            if not record.resolved:
                explorer.exclude(node, excluded | 2 << wanted)
                explorer.put(node, record)
                return None
        value = yield from self._value(excluded, wanted)
        explorer.drop(record)
        explorer.keep(node, value)
        return value

    def _value(self, excluded: int, wanted: int | None) -> Finding[int]:
        """Return the value, which is not in the set `excluded`; no option has the nimber `wanted`."""
        if not self.record.resolved:
            for nimber in range(_PRUNED):
                if nimber == wanted or not (excluded >> (nimber + 1) & 1 or (yield from self._has(nimber))):
                    return nimber
            for option in self._open():
                yield from self._worth(option, None)
        return mex(self.record.nimbers)

    def _has(self, nimber: int) -> Finding[bool]:
        """Return whether some option has the nimber."""
        explorer, nimbers = self.explorer, self.record.nimbers
        if nimber not in nimbers:
            self._put_in_order(nimber)
        if nimber in nimbers:
            return True
        for option in self._open():
            if type(option) is Sum:
                value = yield from self._worth(option, nimber)
            else:
                value = explorer.value(option)  # another question may have found it meanwhile
                if value is None:
                    if explorer.excludes(option, nimber):
                        continue
                    value = yield option, nimber
                if value is not None and value != WON:
                    nimbers.add(value)
            if value == nimber:
                return True
        return False

    def _open(self) -> Iterable[Any]:
        """Return the options without a value that were kept, or all options if there were too many to keep."""
        if self.record.unvalued is not None:
            return self.record.unvalued
        return (option for option in self.explorer.options(self.node) if not isinstance(option, Ends))

    def _worth(self, option: Any, nimber: int | None) -> Asking:
        """Return the nimber of an option, and put it into the record; None if it is not `nimber`, or there is none."""
        total, unknown = self.explorer.known(option if type(option) is Sum else (option,))
        if total is None:
            return None
        for number, part in enumerate(unknown, start=1):
            last = total ^ nimber if nimber is not None and number == len(unknown) else None
            value = self.explorer.value(part)  # another question may have found it meanwhile
            if value is None:
                if last is not None and self.explorer.excludes(part, last):
                    return None
                value = yield part, last
            if value is None or value == WON:
                return None
            total ^= value
        self.record.nimbers.add(total)
        return total

    def _put_in_order(self, nimber: int) -> None:
        """Sort the options by how many options without a value their parts have; stop if one has the nimber.

        Options that are known not to have the nimber come last: they matter only for other nimbers.
        """
        self.explorer.refresh(self.record)
        unvalued = self.record.unvalued
        if unvalued is None or len(unvalued) < 2 or nimber in self.record.nimbers:
            return
        work: dict[Any, float] = {}
        for option in dict.fromkeys(unvalued):
            needed = self._work(option, nimber)
            if needed is not None:
                work[option] = needed
            elif nimber in self.record.nimbers:
                return
        self.record.unvalued = sorted(work, key=work.__getitem__)

    def _work(self, option: Any, nimber: int) -> float | None:
        """Return how many options without a value the parts of an option have; None if the option has a value now."""
        explorer = self.explorer
        if type(option) is Sum:
            total, unknown = explorer.known(option)
            last = total ^ nimber if total is not None and len(unknown) == 1 else None
            if last is not None and explorer.excludes(unknown[0], last):
                return inf
            needed = sum(explorer.moves(part, last) for part in unknown)
        else:
            if explorer.excludes(option, nimber):
                return inf
            needed = explorer.moves(option, nimber)
        if needed:
            return needed
        return inf if explorer.unresolved((option,), self.record.nimbers, 1) else None
