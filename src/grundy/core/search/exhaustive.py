"""The exhaustive search: the Grundy value of a node from its options, each of which is visited once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Split
from grundy.core.search.source import ENDS, WON, Ends, odd_ones, options_of, wins_at_once
from grundy.errors import CycleError
from grundy.runtime.bounds import NEW_OPTIONS, Descent, check_options, endless

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grundy.core.search.nodes import NodeSearch

    # What a node has found that waits for the value of another node:
    #   the iterator over its remaining options, and the values of its options before those;
    #   of its current option, unless it is one node: the nim-sum of the parts that have a value, and the parts after
    #   the one that is searched.
    Frame = tuple[Iterator[Any] | None, set[int], tuple[int, list[Any]] | None]

_DESCENDING = 200  # bytes of a node of a descent, most of which wait with their first option
_DEEP = 2**14  # nodes that wait; those after them forget their generators if they wait with their first option
_SHALLOW = 2**10  # nodes that wait; where so few have led to many states, one may have options without end
_FIRST: Frame = (None, set(), None)  # of such a node, whose options are generated again later


class ExhaustiveSearch:
    """A search for the value of one node.

    The value of an option is the exclusive or of its parts, the value of a node the mex of its options. An option
    that ends the game makes the node WIN; options that leave a part with the value WIN are left out. Only final values
    enter the memo, so it stays right when a search is stopped.
    """

    __slots__ = ("_cycles_at", "_descent", "_source")

    def __init__(self, source: NodeSearch) -> None:
        self._source = source
        self._descent = Descent(_DESCENDING)
        self._cycles_at = 1

    def value(self, start: Any) -> int | None:  # noqa: C901, PLR0912, PLR0915 - one loop: calls take longer
        """Return the Grundy value of a node, or `WON` for WIN; None where the search ends without it.

        It ends where the patience is over, and at an option after which the same player moves again (see `entailing`).
        Depth first with an explicit stack, so chains of any length work. Each option of each reachable node is visited
        once. Raises `CycleError` with the cycle if the rules have one, `RulesetError` if play seems to have no end
        (`Descent`, `SearchCounts.look`), and `OverBudgetError` for more options or states than the budget allows
        (`limits.budget`). If the memo would take more bytes than the budget, every second value is dropped, and is
        found again if it is needed again.
        """
        source, bounds = self._source, self._source.bounds
        earlier = source.value(start)
        if earlier is not None:
            return earlier
        memo, patience, values, get = source.memo, source.patience, source.memo.values, source.memo.values.get
        options, foreign, own = source.options, source.foreign, source.searched
        looked_before = bounds.looked
        unlooked = bounds.look_at - looked_before  # options until the next check of the limits
        misses, states, check_at = 0, 1, 0  # options without a known value; opened nodes; how many at the next check
        deep = False  # whether so many nodes wait that the next ones forget their generators: see `_DEEP`
        splits, pairs = None, True  # the type of results of `split`, once there was one; whether all had two parts
        path: list[Any] = [start]  # the nodes that wait, and the current one
        stack: list[Frame] = []  # for each node that waits
        node, found = start, set[int]()  # the current node, and the values of its options so far
        child: Any  # the part of the current option whose value is needed, or `ENDS` if the node has its value
        try:
            waiting: Any = iter(foreign(node) if type(node) is Component else options(node))
            while True:
                add = found.add
                for option in waiting:
                    unlooked -= 1
                    if unlooked == 0:
                        looked = bounds.look_at
                        bounds.look_at = bounds.look(looked, node)
                        unlooked = bounds.look_at - looked
                        if patience.is_over:
                            return None
                    if splits is None or type(option) is not splits:
                        known = get(option)  # the lookup comes first: most options are nodes with a value
                        if known is not None:
                            add(known)
                            continue
                        if own and type(option) is type(node):
                            child, rest = option, None
                            misses += 1
                            break
                        if type(option) is Split:
                            splits = Split
                    else:
                        try:
                            if pairs:
                                left, right = option.parts
                                add(values[left] ^ values[right])
                            else:
                                total = 0
                                for part in option.parts:
                                    total ^= values[part]
                                add(total)
                            continue
                        except (KeyError, TypeError):  # a part has no value yet, or it is `WON`
                            pass
                        except ValueError:  # there are not two parts
                            pairs = False
                    misses += 1
                    parts = source.parts(node, option)
                    if isinstance(parts, Ends):
                        child, value = ENDS, WON
                        break
                    total, missing = self._sum(parts)
                    if memo.entails:
                        return None
                    if missing:
                        child, rest = missing.pop(), (total, missing)
                        break
                    add(total)
                else:
                    child, value = ENDS, 0
                    while value in found:
                        value += 1
                if child is ENDS:
                    values[node] = value
                    path.pop()
                    if not stack:
                        return value
                    node = path[-1]
                    waiting, found, rest = stack.pop()
                    if waiting is None:  # it waited with its first option
                        waiting, found = iter(options(node)), {value}
                        unlooked += 1  # that option does not count again
                        continue
                    if rest is None:
                        found.add(value)
                        continue
                    total, missing = rest
                    total = WON if value == WON else self._with_known(total ^ value, missing)
                    if total == WON or not missing:
                        found.add(total)
                        continue
                    child, rest = missing.pop(), (total, missing)
                # With nothing found, the node waits with its first option. As this is one state, `_FIRST` says all.
                stack.append(_FIRST if deep and not found and rest is None and own else (waiting, found, rest))
                path.append(child)
                node, found = child, set()
                waiting = iter(foreign(node) if type(node) is Component else options(node))
                states += 1
                if states >= check_at:
                    check_at = states + self._check(path, stack)
                    deep = len(stack) > _DEEP
                    if patience.is_over:
                        return None
        except Exception as error:
            source.explain(error, *path[:-3:-1])  # the current node, and the one that waits for it, if any
            raise
        finally:
            bounds.looked = bounds.look_at - unlooked
            bounds.states += states
            bounds.hits += bounds.looked - looked_before - misses

    def _sum(self, parts: Sequence[Any]) -> tuple[int, list[Any]]:
        """Return the nim-sum of parts of an option that have a value, and the other parts, as `_with_known` does."""
        if len(parts) > 1 and len(set(parts)) < len(parts):
            odd = odd_ones(parts)
            if any(self._wins(part) for part in set(parts).difference(odd)):
                return WON, []
            parts = odd
        missing = [*reversed(parts)]
        return self._with_known(0, missing), missing

    def _with_known(self, total: int, missing: list[Any]) -> int:
        """Return a nim-sum with the parts at the end of a list that have a value; these are removed from the list.

        If one of them is WIN, the option loses: the sum is `WON`, and the list is empty then.
        """
        while missing:
            value = self._source.value(missing[-1])
            if value is None:
                return total
            missing.pop()
            self._source.bounds.hits += 1
            if value == WON:
                missing.clear()
                return WON
            total ^= value
        return total

    def _wins(self, node: Any) -> bool:
        """Return whether the value of a node is WIN, without a search for the value."""
        value = self._source.value(node)
        return wins_at_once(self._source, node) if value is None else value == WON

    def _check(self, path: list[Any], stack: list[Frame]) -> int:
        """Check the memory; raise `CycleError` if a node waits for itself, `RulesetError` if play seems to have no end.

        Returns the number of nodes until the next check. An opened node waits, or has its value in the memo, so both
        together grow by at most one with each node.
        """
        depth = len(stack)
        if depth >= self._cycles_at:
            check_cycle(path)
            self._cycles_at = 2 * depth
        if depth >= self._descent.look_at and self._descent.seems_endless(path[0], path[-1], depth):
            raise endless(path, depth)
        bounds, held = self._source.bounds, len(self._source.memo)
        if held + depth >= bounds.hold_at:
            bounds.hold_at = bounds.hold(depth, sum(len(found) for _, found, _ in stack))
            held = len(self._source.memo)
            if depth < _SHALLOW and held + depth >= NEW_OPTIONS:
                for above in path[:-1]:
                    check_options(above, options_of(self._source, above))
        look_at = min(self._cycles_at, self._descent.look_at, bounds.hold_at - held)
        return max(1, look_at - depth)


def check_cycle(path: Sequence[Any]) -> None:
    """Raise `CycleError` if a node of a path stands there twice."""
    if len(set(path)) == len(path):
        return
    first: dict[Any, int] = {}
    for place, node in enumerate(path):
        begin = first.setdefault(node, place)
        if begin < place:
            raise CycleError(path[begin:place])
