"""The pruning search: has a node this nimber? It leaves out what the answer does not need."""

from __future__ import annotations

from itertools import count, islice
from typing import TYPE_CHECKING, Generic

from grundy.errors import CycleError
from grundy.explorer import WON, Ends, Explorer, Node

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    # A question: a node, and the nimber that it is asked for, or None for its value. The answer is
    # the value, or None where it is only known not to be that nimber.
    Asking = Generator[tuple[Node, int | None], int | None, int | None]
    Finding = Generator[tuple[Node, int | None], int | None, bool]

_WAITING = 1800  # bytes of a coroutine with its list of options, in a game of few options
_KEPT = 256  # options of a node that are kept while it waits; further ones are made again


def ask(
    start: Node,
    nimber: int | None,
    options: Callable[[Node], Iterable[Iterable[Node] | Ends]],
    known: Callable[[Node], int | None],
    memo: dict[Node, int],
) -> int | None:
    """Return the value of `start` (-1 for WIN), or None as soon as it is known not to be `nimber`.

    With None for `nimber`, return the value. The other arguments, and what is raised, are those of
    `search.search`; memos may be shared with it.

    To ask whether a node has nimber x is to ask whether the node plus a nim heap of x is lost
    (Lemoine and Viennot, Nimbers are inevitable, 2012): no option may have x, and for each y < x some
    option must have y. Of an option with several components all but one are valued, and of that one it
    is only asked whether it has the nimber that is wanted; so no value is found more exactly than
    somebody asks (aspiration, after Beling and Rogalski, On pruning search trees of impartial games,
    2020). At worst, each option of each reachable node is looked at once for each nimber asked for.

    >>> ask(5, 2, lambda n: [[k] for k in range(n)], lambda n: None, {}) is None
    True
    """
    explorer = Explorer(options, known, memo, _WAITING)
    value = explorer.value(start)
    if value is not None or (nimber is not None and explorer.excludes(start, nimber)):
        return value
    asked = _Asked(explorer)
    stack = [(start, asked.ask(start, nimber))]
    on_stack = {start}
    answer: int | None = None
    try:
        explorer.opened(1)
        while True:
            node, asking = stack[-1]
            try:
                child, wanted = asking.send(answer)
            except StopIteration as end:
                answer = end.value
                stack.pop()
                on_stack.discard(node)
                if not stack:
                    return answer
                continue
            if child in on_stack:
                nodes = [frame[0] for frame in stack]
                raise CycleError(nodes[nodes.index(child) :])
            on_stack.add(child)
            stack.append((child, asked.ask(child, wanted)))
            explorer.opened(len(stack))
            answer = None
    finally:
        explorer.record()


class _Asked(Generic[Node]):
    """Answers questions as coroutines: they yield the questions that they have themselves."""

    __slots__ = ("explorer",)

    def __init__(self, explorer: Explorer[Node]) -> None:
        self.explorer = explorer

    def ask(self, node: Node, nimber: int | None) -> Asking[Node]:
        """Answer a question to which there is no answer yet."""
        memo = self.explorer.memo
        kept = self._kept(node)
        if kept is None:
            memo[node] = WON
            return WON
        excluded = ~memo.get(node, ~1) | 1  # kept here, for the memo may drop its entry
        if nimber is not None and (yield from self._one_has(nimber, node, kept)):
            memo[node] = ~(excluded | 2 << nimber)
            return None
        for least in count():
            if least == nimber:
                break
            if not excluded >> (least + 1) & 1:
                if not (yield from self._one_has(least, node, kept)):
                    break
                excluded |= 2 << least
                memo[node] = ~excluded
        memo[node] = least
        return least

    def _kept(self, node: Node) -> list[tuple[Node, ...]] | None:
        """Return the options of `node`, none twice, or the first of very many; None if it is WIN."""
        kept: dict[tuple[Node, ...], None] = {}
        for option in self.explorer.options(node):
            if isinstance(option, Ends):
                return None
            if len(kept) <= _KEPT:
                kept[option] = None
        return list(kept)

    def _one_has(self, nimber: int, node: Node, kept: list[tuple[Node, ...]]) -> Finding[Node]:
        """Find out whether an option of `node` has the nimber."""
        if len(kept) <= _KEPT:
            return (yield from self._one_of(nimber, kept))
        options: Iterator[tuple[Node, ...]] = (
            option for option in self.explorer.options(node) if not isinstance(option, Ends)
        )
        while part := list(islice(options, _KEPT)):
            if (yield from self._one_of(nimber, part)):
                return True
        return False

    def _one_of(self, nimber: int, options: list[tuple[Node, ...]]) -> Finding[Node]:
        """Find out whether one of the options has the nimber: those without a question of their own first."""
        open_options = []
        for option in options:
            wanted, unknown = nimber, []
            for part in option:
                value = self.explorer.value(part)
                if value is None:
                    unknown.append(part)
                elif value == WON:  # the option hands the opponent the game
                    break
                else:
                    wanted ^= value
            else:
                if not unknown and not wanted:
                    return True
                if unknown and not (len(unknown) == 1 and self.explorer.excludes(unknown[0], wanted)):
                    open_options.append((wanted, unknown))
        for wanted, unknown in open_options:
            if (yield from self._has(wanted, unknown)):
                return True
        return False

    def _has(self, wanted: int, parts: list[Node]) -> Finding[Node]:
        """Find out whether the sum of `parts` has the nimber `wanted`."""
        for number, part in enumerate(parts, start=1):
            last = wanted if number == len(parts) else None
            value = self.explorer.value(part)
            if value is None:
                if last is not None and self.explorer.excludes(part, last):
                    return False
                value = yield part, last
            if value is None or value == WON:
                return False
            wanted ^= value
        return not wanted
