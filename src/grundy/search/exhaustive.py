"""The exhaustive search: the Grundy value of a node from its options, each of which is visited once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Split
from grundy.errors import CycleError
from grundy.runtime.bounds import SearchCounts
from grundy.search.source import WON, Ends, odd_ones, wins_at_once
from grundy.search.weaving import EVERY, TICK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from grundy.runtime.bounds import Memo, Node
    from grundy.search.source import NodeSource

    # A node that waits for the value of another node:
    #   the node, the iterator over its remaining options,
    #   the values of its last options, the values of the options before those (or None),
    #   the parts of its current option that have no value yet, the nim-sum of the other parts of that option.
    Frame = tuple[Any, Iterator[Any], list[int], set[int] | None, Any, int]

# In place of the node whose value is needed next:
_NONE: Any = object()  # there is no such node
_AGAIN: Any = object()  # restart the current node from its first option
_NO_PARTS: Any = ()
_ENDED = -2  # stands for the value of an option that ends the game
_WAITING = 1000  # bytes of a frame with its generators
_OFTEN = 64  # states at most between two checks of the limits
_FEW = 2000  # options and states: for fewer, weaving the lookup into the function does not pay off
_NEVER = 2**63
_FIRST_CYCLES = 64  # depth of the stack at the first search for a cycle; then whenever the depth has doubled


def search(start: Node, source: NodeSource[Node], memo: Memo[Node]) -> int:
    """Return the Grundy value of `start`, or `WON` for WIN.

    The value of an option is the exclusive or of its parts, the value of a node the mex of its options. An option
    that ends the game makes the node WIN; options that leave a part with the value WIN are left out. The search reads
    and extends `memo`. Only final values enter it, so it stays right when the search is stopped.

    Depth first with an explicit stack, so chains of any length work. Each option of each reachable node is
    visited once. Raises `CycleError` with the cycle if the rules have one, and `OverBudgetError` for more
    options or states than the budget allows (`limits.budget`). If the memo would take more bytes than the budget,
    every second value is dropped, and is found again if it is needed again.
    """
    work = _ExhaustiveSearch(source, memo)
    value = work.known(start)
    return work.value(start) if value is None else value


def looking(options: Iterable[Any], found: list[int], get: Callable[[Any], int | None]) -> Iterator[Any]:
    """Append the values of options that are in the memo to `found`, and yield the other options.

    The lookup comes before all other checks, because most options are nodes with a value. `TICK` is yielded every few
    options.
    """
    count = 0
    for option in options:
        if type(option) is Split:
            parts = option.parts
            if len(parts) == 2:
                left, right = get(parts[0]), get(parts[1])
                if left is None or right is None or left | right < 0:
                    yield option
                else:
                    found.append(left ^ right)
            else:
                yield option
        else:
            value = get(option)
            if value is None:
                yield option
            else:
                found.append(value)
        count += 1
        if count == EVERY:
            count = 0
            yield TICK


class _ExhaustiveSearch:
    """One search, with the stack of the nodes that wait for a value."""

    __slots__ = ("bounds", "cycles_at", "hold_at", "memo", "source", "stack")

    def __init__(self, source: NodeSource[Any], memo: Memo[Any]) -> None:
        self.source = source
        self.memo = memo.values
        self.bounds = SearchCounts(_WAITING, memo)
        self.stack: list[Frame] = []
        self.hold_at = self.bounds.hold(1)
        self.cycles_at = _FIRST_CYCLES

    def known(self, node: Any) -> int | None:
        """Return the value of a node if it is in the memo or needs no search."""
        value = self.memo.get(node)
        return self.source.known(node) if value is None else value

    def value(self, start: Any) -> int:  # noqa: C901, PLR0912, PLR0915 - one loop: calls take longer
        """Find the value of a node that has none in the memo."""
        memo, stack, bounds = self.memo, self.stack, self.bounds
        get, searched, options, foreign = memo.get, self.source.searched, self.source.options, self.source.foreign
        woven: Any = self.source.woven(memo) if self.source.is_woven else None
        looked = misses = states = 0
        stop_at, check_at, weave_at = bounds.look(0), 0, _FEW
        node: Any
        waiting: Iterator[Any]
        node, child, waiting = None, start, iter(())  # the current node, and the node whose value it waits for
        found: list[int] = []  # the values of the last options of the current node
        before: set[int] | None = None  # the values of its options before those, if it has many options
        rest, total = _NO_PARTS, 0  # of its current option: parts without a value, the nim-sum of the other parts
        try:
            while True:
                if child is _NONE:
                    total = 0
                    for option in waiting:
                        if option is TICK:
                            if woven is not None and before is None and self._may_weave(node, waiting):
                                found, child = [], _AGAIN
                                break
                            looked += len(found)
                            before = {*found} if before is None else before.union(found)
                            found.clear()
                            if looked >= stop_at:
                                stop_at = bounds.look(looked)
                            continue
                        misses += 1
                        if searched and type(option) is type(node):
                            child, total = option, 0  # the option before it may have left its total
                            break
                        total, child, rest = self._meet(node, option)
                        if child is not _NONE or total == _ENDED:
                            break
                        found.append(total)  # perhaps WON, which is no nimber and does not change the mex
                if child is _AGAIN:
                    waiting, child = woven(node, found), _NONE
                    continue
                if child is not _NONE:
                    stack.append((node, waiting, found, before, rest, total))
                    if states >= check_at:
                        check_at = states + min(_OFTEN, self._check(child))
                        if looked + len(stack) >= stop_at:  # each waiting node has visited some options
                            stop_at = bounds.look(looked + len(stack))
                        if looked + states >= weave_at:
                            weave_at = _NEVER
                            woven = self.source.woven(memo)
                    states += 1
                    node, child, rest = child, _NONE, _NO_PARTS
                    found, before = [], None
                    if type(node) is Component:
                        waiting = looking(foreign(node), found, get)
                    elif woven is None:
                        waiting = looking(options(node), found, get)
                    else:
                        waiting = woven(node, found)
                    continue
                looked += len(found)
                value = 0
                if total == _ENDED:
                    looked += 1
                    value = WON
                elif found or before:
                    values = {*found} if before is None else before.union(found)
                    while value in values:
                        value += 1
                if looked >= stop_at:
                    stop_at = bounds.look(looked)
                    if looked >= weave_at:
                        weave_at = _NEVER
                        woven = self.source.woven(memo)
                memo[node] = value
                node, waiting, found, before, rest, total = stack.pop()
                if not stack:
                    return value
                if rest:
                    total, child, rest = self._known_parts(rest, total, value)
                    if child is not _NONE:
                        continue
                else:
                    total = WON if value == WON else total ^ value
                found.append(total)
        finally:
            looked += len(found) + sum(len(frame[2]) for frame in stack)
            bounds.looked = looked
            bounds.states = states
            bounds.hits += looked - misses
            bounds.record()

    def _may_weave(self, node: Any, waiting: Iterator[Any]) -> bool:
        """Return whether the lookup has been woven into the options of a node since it was opened."""
        return type(node) is not Component and getattr(waiting, "gi_code", None) is looking.__code__

    def _meet(self, node: Any, option: Any) -> tuple[int, Any, Any]:
        """Return the nim-sum of the parts of an option that have values, the next part without one, and the rest."""
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
        """Add a value to the total of an option, then the values of its next parts until one has no value."""
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
        return WON, _NONE, _NO_PARTS  # the option loses

    def _wins(self, node: Any) -> bool:
        """Return whether the value of a node is WIN, without a search for the value."""
        value = self.known(node)
        return wins_at_once(self.source, node) if value is None else value == WON

    def _check(self, child: Any) -> int:
        """Check the limits, and raise `CycleError` if a node waits for itself.

        Returns the number of nodes until the next check. An opened node waits, or has its value in the memo, so both
        together grow by at most one with each node.
        """
        depth = len(self.stack)
        if depth >= self.cycles_at:
            self._look_for_cycle(child)
            self.cycles_at = 2 * depth
        if len(self.memo) + depth >= self.hold_at:
            self.hold_at = self.bounds.hold(depth, sum(len(frame[2]) + len(frame[3] or ()) for frame in self.stack))
        return max(1, min(self.cycles_at - depth, self.hold_at - len(self.memo) - depth))

    def _look_for_cycle(self, child: Any) -> None:
        nodes = [frame[0] for frame in self.stack]
        nodes[0] = child  # the first frame waits for the start and has no node
        if len(set(nodes)) == len(nodes):
            return
        nodes.append(nodes.pop(0))
        first: dict[Any, int] = {}
        for place, node in enumerate(nodes):
            begin = first.setdefault(node, place)
            if begin < place:
                raise CycleError(nodes[begin:place])
