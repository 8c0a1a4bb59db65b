"""The pruning search: has a node this nimber? It leaves out what the answer does not need."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Generic

from grundy.errors import CycleError
from grundy.nimbers import mex
from grundy.search.explorer import Explorer
from grundy.search.source import WON, Ends, Node

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from grundy.search.source import Memo, Source

    # A question: a node, and the nimber that it is asked for, or None for its value. The answer is
    # the value, or None where it is only known not to be that nimber.
    Asking = Generator[tuple[Node, int | None], int | None, int | None]
    Finding = Generator[tuple[Node, int | None], int | None, bool]

_WAITING = 1800  # bytes of a coroutine with the few options that it may always keep
_FEW = 4  # these; further ones are kept where memory allows, or else made again
_AGAIN = 5  # what makes them again takes as many bytes as so many options
_KEPT = 256  # options that one node keeps at most
_PRUNED = 8  # nodes are asked for nimbers below this; for other ones they are valued
_ASKED = 3  # a node that is known not to have so many nimbers is valued when it is asked for one more


def ask(
    start: Node,
    nimber: int | None,
    source: Source[Node],
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
    question = _Question(start, nimber, explorer)
    stack = [(question, question.answer())]
    on_stack = {start}
    answer: int | None = None
    try:
        explorer.opened(1)
        while True:
            question, answering = stack[-1]
            try:
                child, wanted = answering.send(answer)
            except StopIteration as end:
                answer = end.value
                stack.pop()
                on_stack.discard(question.node)
                explorer.kept -= question.counted
                if not stack:
                    return answer
                continue
            if child in on_stack:
                nodes = [frame[0].node for frame in stack]
                raise CycleError(nodes[nodes.index(child) :])
            question = _Question(child, wanted, explorer)
            on_stack.add(child)
            stack.append((question, question.answer()))
            explorer.opened(len(stack), again=explorer.was_opened(child))
            answer = None
    finally:
        explorer.record()
        memo.looked += explorer.looked


class _Question(Generic[Node]):
    """A question to which there is no answer yet; its coroutine yields the questions that it has itself."""

    __slots__ = ("all_kept", "counted", "explorer", "had", "kept", "node", "wanted")

    def __init__(self, node: Node, wanted: int | None, explorer: Explorer[Node]) -> None:
        self.node = node
        self.wanted = wanted
        self.explorer = explorer
        self.had: set[int] = set()  # what its options are worth, as far as that is known
        self.kept: dict[tuple[Node, ...], None] = {}  # options of which it is not
        self.all_kept = True
        self.counted = 0  # what it takes beyond `_WAITING`, in options

    def answer(self) -> Asking[Node]:
        """Answer the question, and keep the answer in the memo."""
        explorer, node, wanted = self.explorer, self.node, self.wanted
        if self._ends():
            explorer.keep(node, WON)
            return WON
        if wanted is not None and len(self.kept) > 1 and self.all_kept:
            self._put_in_order(wanted)
        excluded = explorer.excluded.get(node, 0) | 1  # kept here, for the memo may drop its entry
        if wanted is not None and (wanted >= _PRUNED or excluded.bit_count() > _ASKED):
            wanted = None
        if wanted is not None and self.kept and (yield from self._has(wanted)):
            if not self._is_resolved():
                explorer.excluded[node] = excluded | 2 << wanted
                return None
            self.kept = {}
        if self.kept:
            for nimber in range(_PRUNED):
                if nimber == wanted or not (excluded >> (nimber + 1) & 1 or (yield from self._has(nimber))):
                    explorer.keep(node, nimber)
                    return nimber
            for option in self._open():
                yield from self._worth(option, None)
        value = mex(self.had)
        explorer.keep(node, value)
        return value

    def _ends(self) -> bool:
        """Look at all options once; say whether one of them ends the game."""
        for option in self.explorer.opened_options(self.node):
            if isinstance(option, Ends):
                return True
            if option in self.kept:
                continue
            total, unknown = self.explorer.known(option)
            if unknown and self._may_keep():
                self.kept[option] = None
            elif unknown:
                self._make_again()
            elif total is not None:
                self.had.add(total)
        return False

    def _put_in_order(self, wanted: int) -> None:
        """Put options first whose parts have few options without a value; stop where one has the nimber.

        Options that are known not to have it are the last: they matter only if the value is asked for.
        """
        work: dict[tuple[Node, ...], float] = {}
        for option in self.kept:
            needed = self._work(option, wanted)
            if needed is not None:
                work[option] = needed
            if wanted in self.had:
                return
        self.kept = dict.fromkeys(sorted(work, key=work.__getitem__))

    def _work(self, option: tuple[Node, ...], wanted: int) -> float | None:
        """Return how many options its parts have without a value; None if it has one by now."""
        explorer = self.explorer
        total, unknown = explorer.known(option)
        last = total ^ wanted if total is not None and len(unknown) == 1 else None
        if last is not None and explorer.excludes(unknown[0], last):
            return inf
        needed = sum(explorer.moves(part, last) for part in unknown)
        if needed:
            return needed
        total, unknown = explorer.known(option)
        if unknown:
            return inf
        if total is not None:
            self.had.add(total)
        return None

    def _may_keep(self) -> bool:
        """Say whether one more option may be kept, and count it if it is not among the first few."""
        if len(self.kept) < _FEW:
            return True
        fits = len(self.kept) < _KEPT and self.explorer.kept < self.explorer.most_kept
        if fits:
            self._count(1)
        return fits

    def _make_again(self) -> None:
        """Note that not all options are kept."""
        if self.all_kept:
            self.all_kept = False
            self._count(_AGAIN)

    def _count(self, options: int) -> None:
        self.counted += options
        self.explorer.kept += options

    def _open(self) -> Iterable[tuple[Node, ...]]:
        """Return the options that were kept, or all where these were too many."""
        if self.all_kept:
            return self.kept
        return (option for option in self.explorer.options(self.node) if not isinstance(option, Ends))

    def _has(self, nimber: int) -> Finding[Node]:
        """Find out whether an option has the nimber."""
        if nimber in self.had:
            return True
        for option in self._open():
            if (yield from self._worth(option, nimber)) == nimber:
                return True
        return False

    def _worth(self, option: tuple[Node, ...], nimber: int | None) -> Asking[Node]:
        """Find out what an option is worth; None if that is not `nimber`."""
        total, unknown = self.explorer.known(option)
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
        self.had.add(total)
        return total

    def _is_resolved(self) -> bool:
        """Say whether all options are known by now, so that the value is known as well."""
        if not self.all_kept:
            return False
        for option in self.kept:
            total, unknown = self.explorer.known(option)
            if unknown:
                return False
            if total is not None:
                self.had.add(total)
        return True
