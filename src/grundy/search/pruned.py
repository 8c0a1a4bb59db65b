"""The pruning search: has a node this nimber? It leaves out what the answer does not need."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from grundy.nimbers import mex
from grundy.search.coroutines import answered
from grundy.search.explorer import Explorer, Record, Sum
from grundy.search.source import WON, Ends, Node

Found = TypeVar("Found")

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from grundy.search.source import Memo, NodeSource

    # A question: a node, and the nimber that it is asked for, or None for its value. The answer is
    # the value, or None where it is only known not to be that nimber.
    Asking = Generator[tuple[Node, int | None], int | None, int | None]
    Finding = Generator[tuple[Node, int | None], int | None, Found]

_WAITING = 1800  # bytes of a coroutine with the few options that are always kept
_PRUNED = 8  # nodes are asked for nimbers below this; for other ones they are valued
_ASKED = 3  # a node that is known not to have so many nimbers is valued when it is asked for one more


def ask(
    start: Node,
    nimber: int | None,
    source: NodeSource[Node],
    memo: Memo[Node],
) -> int | None:
    """Return the value of `start` (-1 for WIN), or None as soon as it is known not to be `nimber`.

    With None for `nimber`, return the value. The other arguments, and what is raised, are those of
    `exhaustive.search`; memos may be shared with it.

    To ask whether a node has nimber x is to ask whether the node plus a nim heap of x is lost
    (Lemoine and Viennot, Nimbers are inevitable, 2012): no option may have x, and for each y < x some
    option must have y. Of an option with several components all but one are valued, and of that one it
    is only asked whether it has the nimber that is wanted; so no value is found more exactly than
    somebody asks (aspiration, after Beling and Rogalski, On pruning search trees of impartial games,
    2020). A node that is asked for many nimbers, or for a large one, is valued. So each node is opened a
    few times at most, also where nothing can be pruned.
    """
    explorer = Explorer(source, memo, _WAITING)
    value = explorer.value(start)
    if value is not None or (nimber is not None and explorer.excludes(start, nimber)):
        return value

    def begin(question: tuple[Node, int | None]) -> tuple[Node, Asking[Node]]:
        node, wanted = question
        return node, _Question(node, wanted, explorer).answer()

    try:
        return answered((start, nimber), begin, explorer)
    finally:
        explorer.record()
        memo.looked += explorer.looked


class _Question(Generic[Node]):
    """A question to which there is no answer yet; its coroutine yields the questions that it has itself."""

    __slots__ = ("explorer", "node", "record", "wanted")

    def __init__(self, node: Node, wanted: int | None, explorer: Explorer[Node]) -> None:
        self.node = node
        self.wanted = wanted
        self.explorer = explorer
        self.record: Record[Node] = Record()

    def answer(self) -> Asking[Node]:
        """Answer the question, and keep the answer in the memo."""
        explorer, node, wanted = self.explorer, self.node, self.wanted
        record = explorer.taken(node)
        if record is None:
            return WON
        self.record = record
        excluded = explorer.excluded.get(node, 0) | 1  # kept here, for the memo may drop its entry
        if wanted is not None and (wanted >= _PRUNED or excluded.bit_count() > _ASKED):
            wanted = None
        if wanted is not None and not record.resolved and (yield from self._has(wanted)):
            explorer.refresh(record)
            if not record.resolved:
                explorer.excluded[node] = excluded | 2 << wanted
                explorer.put(node, record)
                return None
        value = yield from self._value(excluded, wanted)
        explorer.drop(record)
        explorer.keep(node, value)
        return value

    def _value(self, excluded: int, wanted: int | None) -> Finding[Node, int]:
        """Find the value, which is none of those `excluded`; no option is worth `wanted`."""
        if not self.record.resolved:
            for nimber in range(_PRUNED):
                if nimber == wanted or not (excluded >> (nimber + 1) & 1 or (yield from self._has(nimber))):
                    return nimber
            for option in self._open():
                yield from self._worth(option, None)
        return mex(self.record.had)

    def _has(self, nimber: int) -> Finding[Node, bool]:
        """Find out whether an option has the nimber."""
        explorer, had = self.explorer, self.record.had
        if nimber not in had:
            self._put_in_order(nimber)
        if nimber in had:
            return True
        for option in self._open():
            if type(option) is Sum:
                value = yield from self._worth(option, nimber)
            else:
                value = explorer.value(option)  # it may have got one since
                if value is None:
                    if explorer.excludes(option, nimber):
                        continue
                    value = yield option, nimber
                if value is not None and value != WON:
                    had.add(value)
            if value == nimber:
                return True
        return False

    def _open(self) -> Iterable[Any]:
        """Return the options that were kept, or all where these were too many."""
        if self.record.left is not None:
            return self.record.left
        return (option for option in self.explorer.options(self.node) if not isinstance(option, Ends))

    def _worth(self, option: Any, nimber: int | None) -> Asking[Node]:
        """Find out what an option is worth; None if that is not `nimber`."""
        total, unknown = self.explorer.known(option if type(option) is Sum else (option,))
        if total is None:
            return None
        for number, part in enumerate(unknown, start=1):
            last = total ^ nimber if nimber is not None and number == len(unknown) else None
            value = self.explorer.value(part)  # it may have got one since
            if value is None:
                if last is not None and self.explorer.excludes(part, last):
                    return None
                value = yield part, last
            if value is None or value == WON:
                return None
            total ^= value
        self.record.had.add(total)
        return total

    def _put_in_order(self, nimber: int) -> None:
        """Put options first whose parts have few options without a value; stop where one has the nimber.

        Options that are known not to have it are the last: they matter only if another one is asked for.
        """
        self.explorer.refresh(self.record)
        left = self.record.left
        if left is None or len(left) < 2 or nimber in self.record.had:
            return
        work: dict[Any, float] = {}
        for option in dict.fromkeys(left):
            needed = self._work(option, nimber)
            if needed is not None:
                work[option] = needed
            elif nimber in self.record.had:
                return
        self.record.left = sorted(work, key=work.__getitem__)

    def _work(self, option: Any, nimber: int) -> float | None:
        """Return how many options its parts have without a value; None if it has one by now."""
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
        return inf if explorer.unresolved((option,), self.record.had) else None
