"""The general solver: the Grundy value of a node from nothing but its options."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Generic, TypeVar

from grundy import work
from grundy.errors import CycleError, OverBudgetError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Node = TypeVar("Node", bound=Hashable)

_SMALL = 4096  # values below this are kept as the bits of one integer
_REPORT_EVERY = 4096  # options between two reports


class _Frame(Generic[Node]):
    """A node some of whose options have been looked at."""

    __slots__ = ("large", "node", "options", "pending", "small")

    def __init__(self, node: Node, options: Iterator[Iterable[Node]]) -> None:
        self.node = node
        self.options = options
        self.pending: tuple[Node, ...] | None = None  # the option that waits for a component
        self.small = 0
        self.large: set[int] = set()

    def mex(self) -> int:
        least = (~self.small & (self.small + 1)).bit_length() - 1
        if least == _SMALL:
            while least in self.large:
                least += 1
        return least


def search(
    start: Node,
    options: Callable[[Node], Iterable[Iterable[Node]]],
    known: Callable[[Node], int | None],
    memo: dict[Node, int],
) -> int:
    """Return the Grundy value of `start`.

    `options(node)` yields an iterable of component nodes for each option: the option is worth the
    exclusive or of theirs, the node the mex over its options. `known(node)` may give a value that
    needs no search. `memo` holds values found so far and is added to; only final values enter it,
    so that it stays right when the search is stopped.

    Depth first with an explicit stack: chains of any length work. Time is that of looking at each
    option of each reachable node once. Raises `CycleError` with the cycle where the rules have one,
    and `OverBudgetError` once it has seen more options or states than the budget (`work.budget`) has.

    >>> search(5, lambda n: [[k] for k in range(n)], lambda n: None, {})
    5
    """
    value = memo.get(start)
    if value is None:
        value = known(start)
    if value is not None:
        return value
    stack = [_Frame(start, iter(options(start)))]
    on_stack = {start}
    meter = _Meter()
    try:
        while stack:
            child = _advance(stack[-1], known, memo, meter)
            if child is not None:
                if child in on_stack:
                    nodes = [frame.node for frame in stack]
                    raise CycleError(nodes[nodes.index(child) :])
                on_stack.add(child)
                meter.check_states(len(memo) + len(on_stack))
                stack.append(_Frame(child, iter(options(child))))
            else:
                done = stack.pop()
                on_stack.discard(done.node)
                memo[done.node] = done.mex()
    finally:
        work.record("search", meter.options)
    return memo[start]


class _Meter:
    """Counts options, reports, and stops at the budget."""

    __slots__ = ("limit", "options", "report_at", "states")

    def __init__(self) -> None:
        self.options = 0
        self.limit = work.budget().search_options
        self.states = work.budget().search_states
        self.report_at = _REPORT_EVERY

    def check_states(self, states: int) -> None:
        if states > self.states:
            raise OverBudgetError("the search met as many states as it may", states, self.states, "states")

    def step(self) -> None:
        if self.options >= self.limit:
            raise OverBudgetError(
                "the search has looked at as many options as it may", self.options, self.limit, "options"
            )
        self.options += 1
        if self.options == self.report_at:
            self.report_at += _REPORT_EVERY
            work.report(self.options, None)


def _advance(
    frame: _Frame[Node], known: Callable[[Node], int | None], memo: dict[Node, int], meter: _Meter
) -> Node | None:
    """Look at options of `frame` until one needs a node without a value (returned), or none is left."""
    while True:
        if frame.pending is None:
            option = next(frame.options, None)
            if option is None:
                return None
            meter.step()
            frame.pending = tuple(option)
        total = 0
        for node in frame.pending:
            value = memo.get(node)
            if value is None:
                value = known(node)
                if value is None:
                    return node
            total ^= value
        frame.pending = None
        if total < _SMALL:
            frame.small |= 1 << total
        else:
            frame.large.add(total)
