"""The general solver: the Grundy value of a node from nothing but its options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from grundy.errors import CycleError
from grundy.search.explorer import WON, Ends, Explorer, Node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_WAITING = 1000  # bytes of a frame with its generators
_SMALL = 4096  # values below this are kept as the bits of one integer


class _Frame(Generic[Node]):
    """A node some of whose options have been looked at."""

    __slots__ = ("large", "node", "options", "pending", "small", "total", "won")

    def __init__(self, node: Node, options: Iterator[tuple[Node, ...] | Ends]) -> None:
        self.node = node
        self.options = options
        self.pending: list[Node] | None = None  # what the option at hand still waits for
        self.total = 0  # what its other components are worth
        self.won = False
        self.small = 0
        self.large: set[int] | None = None  # few nodes have such values

    def take(self, value: int) -> None:
        """Take the value of the component that was waited for, the first one."""
        if value == WON:  # the option hands the opponent the game
            self.pending = None
        elif self.pending:
            del self.pending[0]
            self.total ^= value

    def add(self) -> None:
        """Add the value of the option, all of whose components are known."""
        if self.total < _SMALL:
            self.small |= 1 << self.total
        else:
            self.large = self.large or set()
            self.large.add(self.total)
        self.pending = None

    def value(self) -> int:
        """Return the mex, or `WON`."""
        if self.won:
            return WON
        least = (~self.small & (self.small + 1)).bit_length() - 1
        if least == _SMALL:
            while self.large and least in self.large:
                least += 1
        return least


def search(
    start: Node,
    options: Callable[[Node], Iterable[Iterable[Node] | Ends]],
    known: Callable[[Node], int | None],
    memo: dict[Node, int],
) -> int:
    """Return the Grundy value of `start`, or -1 for WIN.

    `options(node)` yields an iterable of component nodes for each option: the option is worth the
    exclusive or of theirs, the node the mex over its options. An option that is `explorer.ENDS` makes
    the node WIN; options that leave a component worth WIN are left out. `known(node)` may give a value
    that needs no search. `memo` holds what was found so far (see `explorer.Explorer`) and is added to;
    only final values enter it, so that it stays right when the search is stopped.

    Depth first with an explicit stack: chains of any length work. Time is that of looking at each
    option of each reachable node once. Raises `CycleError` with the cycle where the rules have one,
    and `OverBudgetError` once it has seen more options or states than the budget (`work.budget`) has.
    Where the memo would take more bytes than the budget, every other value of it is dropped, and is
    found again if it is needed again.

    >>> search(5, lambda n: [[k] for k in range(n)], lambda n: None, {})
    5
    """
    explorer = Explorer(options, known, memo, _WAITING)
    value = explorer.value(start)
    if value is not None:
        return value
    stack = [_Frame(start, explorer.options(start))]
    on_stack = {start}
    try:
        explorer.opened(start, 1)
        while True:
            child = _advance(stack[-1], explorer)
            if child is not None:
                node = child[0]
                if node in on_stack:
                    nodes = [frame.node for frame in stack]
                    raise CycleError(nodes[nodes.index(node) :])
                on_stack.add(node)
                stack.append(_Frame(node, explorer.options(node)))
                explorer.opened(node, len(stack))
                continue
            done = stack.pop()
            on_stack.discard(done.node)
            value = memo[done.node] = done.value()
            if not stack:
                return value
            stack[-1].take(value)
    finally:
        explorer.record()


def _advance(frame: _Frame[Node], explorer: Explorer[Node]) -> list[Node] | None:
    """Look at options of `frame` until one waits for a node without a value, or none is left.

    Returns the nodes that it waits for, the next one in front; None if the value of the frame is known.
    """
    while True:
        while frame.pending:
            value = explorer.value(frame.pending[0])
            if value is None:
                return frame.pending
            frame.take(value)
        if frame.pending is not None:
            frame.add()
        option = next(frame.options, None)
        if option is None:
            return None
        if isinstance(option, Ends):
            frame.won = True
            return None
        frame.total = 0
        frame.pending = list(option)
