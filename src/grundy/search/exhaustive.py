"""The exhaustive search: the Grundy value of a node from nothing but its options, each looked at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Split
from grundy.errors import CycleError
from grundy.search.bounds import Bounds
from grundy.search.source import WON, Ends, odd_ones, wins_at_once

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.search.source import Memo, Node, Source

    # A node that waits for another: its further options, and the values of those before. Of the option at hand,
    # the parts that it will wait for after that, and what the others are worth.
    Frame = tuple[Any, Iterator[Any], set[int], Any, int]

_NONE: Any = object()  # no node
_NO_PARTS: Any = ()
_ENDED = -2  # stands for the value of an option that ends the game
_WAITING = 1000  # bytes of a frame with its generators
_FIRST_CYCLES = 16  # at this depth for the first time, and then whenever it has doubled


def search(start: Node, source: Source[Node], memo: Memo[Node]) -> int:
    """Return the Grundy value of `start`, or `WON` for WIN.

    An option is worth the exclusive or of its parts, a node the mex over its options. An option that
    ends the game makes the node WIN; options that leave a part worth WIN are left out. `memo` holds what
    was found so far and is added to; only final values enter it, so that it stays right when the search
    is stopped.

    Depth first with an explicit stack: chains of any length work. Time is that of looking at each
    option of each reachable node once. Raises `CycleError` with the cycle where the rules have one,
    and `OverBudgetError` once it has seen more options or states than the budget (`limits.budget`) has.
    Where the memo would take more bytes than the budget, every other value of it is dropped, and is
    found again if it is needed again.
    """
    work = _Search(source, memo)
    value = work.known(start)
    if value is not None:
        return value
    try:
        return work.value(start)
    finally:
        memo.looked += work.bounds.looked


class _Search:
    """One search, with the nodes that wait."""

    __slots__ = ("bounds", "cycles_at", "hold_at", "memo", "source", "stack")

    def __init__(self, source: Source[Any], memo: Memo[Any]) -> None:
        self.source = source
        self.memo = memo.values
        self.bounds = Bounds(_WAITING, memo.values, memo.excluded)
        self.stack: list[Frame] = []
        self.hold_at = self.bounds.hold(1)
        self.cycles_at = _FIRST_CYCLES

    def known(self, node: Any) -> int | None:
        """Return the value of a node if it is in the memo or needs no search."""
        value = self.memo.get(node)
        return self.source.known(node) if value is None else value

    def value(self, start: Any) -> int:  # noqa: C901, PLR0912, PLR0915 - one loop: calls take longer
        """Find the value of a node that has none in the memo.

        An option is looked up before anything is asked about it: most of them are nodes that have a value.
        """
        memo, stack, bounds, options = self.memo, self.stack, self.bounds, self.source.options
        get, searched, foreign = memo.get, self.source.searched, self.source.foreign
        looked = misses = states = 0
        stop_at, check_at = bounds.look(0), 0
        node: Any
        waiting: Iterator[Any]
        node, child, waiting = None, start, iter(())  # the node at hand, and the one that it waits for
        found: set[int] = set()  # the values of its options so far
        add = found.add
        rest, total = _NO_PARTS, 0  # of the option at hand: other parts without a value, what the known ones are worth
        try:
            while True:
                if child is _NONE:
                    total = 0
                    for option in waiting:
                        looked += 1
                        if looked >= stop_at:
                            stop_at = bounds.look(looked)
                        if type(option) is Split:
                            parts = option.parts
                            if len(parts) == 2:
                                left, right = get(parts[0]), get(parts[1])
                                if left is not None and right is not None and left | right >= 0:
                                    add(left ^ right)
                                    continue
                        else:
                            value = get(option)
                            if value is not None:
                                add(value)  # WON as well, which is no nimber and does not count
                                continue
                        misses += 1
                        if searched and type(option) is type(node):
                            child = option
                            break
                        total, child, rest = self._meet(node, option)
                        if child is not _NONE or total == _ENDED:
                            break
                        add(total)
                if child is not _NONE:
                    stack.append((node, waiting, found, rest, total))
                    if states >= check_at:
                        check_at = states + self._check(child)
                    states += 1
                    node, child, rest = child, _NONE, _NO_PARTS
                    waiting = iter(options(node) if type(node) is not Component else foreign(node))
                    found = set()
                    add = found.add
                    continue
                value = 0
                while value in found:
                    value += 1
                if total == _ENDED:
                    value = WON
                memo[node] = value
                node, waiting, found, rest, total = stack.pop()
                if not stack:
                    return value
                add = found.add
                if rest:
                    total, child, rest = self._known_parts(rest, total, value)
                    if child is not _NONE:
                        continue
                else:
                    total = WON if value == WON else total ^ value
                add(total)
        finally:
            bounds.looked = looked
            bounds.states = states
            bounds.hits += looked - misses
            bounds.record()

    def _meet(self, node: Any, option: Any) -> tuple[int, Any, Any]:
        """Return what the known parts of an option are worth, one that is not known, and the further ones."""
        parts = self.source.parts(node, option)
        if isinstance(parts, Ends):
            return _ENDED, _NONE, _NO_PARTS
        if len(parts) > 1 and len(set(parts)) < len(parts):
            odd = odd_ones(parts)
            if any(self._wins(part) for part in set(parts).difference(odd)):
                return WON, _NONE, _NO_PARTS
            parts = odd
        return self._known_parts([*reversed(parts)], 0, 0)

    def _known_parts(self, rest: Any, total: int, value: int) -> tuple[int, Any, Any]:
        """Add a value to the total of an option, and those of its next parts as long as they are known."""
        while value != WON:
            total ^= value
            if not rest:
                return total, _NONE, rest
            part = rest.pop()
            known = self.known(part)
            if known is None:
                return total, part, rest
            self.bounds.hits += 1
            value = known
        return WON, _NONE, _NO_PARTS  # the option hands the opponent the game

    def _wins(self, node: Any) -> bool:
        """Say whether a node is worth WIN, without the search for its value."""
        value = self.known(node)
        return wins_at_once(self.source, node) if value is None else value == WON

    def _check(self, child: Any) -> int:
        """Keep to the bounds, and raise `CycleError` if a node waits for itself; return after how many nodes to look.

        A node that is opened waits, or has its value in the memo: both together grow by one at most.
        """
        depth = len(self.stack)
        if depth >= self.cycles_at:
            self._look_for_cycle(child)
            self.cycles_at = 2 * depth
        if len(self.memo) + depth >= self.hold_at:
            self.hold_at = self.bounds.hold(depth, sum(len(found) for _, _, found, _, _ in self.stack))
        return max(1, min(self.cycles_at - depth, self.hold_at - len(self.memo) - depth))

    def _look_for_cycle(self, child: Any) -> None:
        nodes = [frame[0] for frame in self.stack]
        nodes[0] = child  # in place of what waits for the start
        if len(set(nodes)) == len(nodes):
            return
        nodes.append(nodes.pop(0))
        first: dict[Any, int] = {}
        for place, node in enumerate(nodes):
            begin = first.setdefault(node, place)
            if begin < place:
                raise CycleError(nodes[begin:place])
