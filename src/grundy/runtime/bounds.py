"""The memo of a search, the limits of its work and memory, the counts of its work, and play without end."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from itertools import chain, islice
from math import inf
from sys import getsizeof
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from grundy.errors import OverBudgetError, RulesetError
from grundy.runtime import limits, progress
from grundy.runtime.costs import ASIDE_OPTIONS, CHECK_OPTIONS, MANY_OPTIONS, REPORT_OPTIONS
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_ALWAYS_FIT = 65_536  # entries of a memo, and as many options that nodes keep
_SAMPLE = 50  # keys whose bytes are measured
_SLOT = 150  # most bytes of a slot of a dictionary: while it grows, the old and the new table exist
_FOUND = 80  # bytes of a value in the set of a node that waits

NEW_OPTIONS = 2**20  # options of one state that lead to as many states
_FIRST_LOOK = 8  # moves of a descent
_DESCENT = 2**26  # bytes of the states of a descent
_EXPLOSION = 2**18  # bytes by which a state grows within few moves
_FOUND_NODE = 2000  # bytes of a node that a breadth-first walk has found
_MANY_FOUND = 2**17  # such nodes
_LINE = 150_000  # moves of a single line of play: enough for numbers that grow
_SHOWN_STATES = 4  # of a descent
_SHOWN_TEXT = 40  # characters of a state

Node = TypeVar("Node", bound=Hashable)


class Memo(Generic[Node]):
    """The `values` of nodes, and for nodes without a value the values that they are known not to have.

    `excluded` holds sets as bits: bit 0 for WIN, bit x + 1 for the nimber x. `looked` counts the options that all
    searches together have visited. `entails` says whether a search has found a move after which the same player moves
    again. `next_weighing` is a budget of bytes, and the number of nodes at the next estimate within that budget.

    An estimate of the bytes takes time linear in the length of both dictionaries, and a small search may continue with
    a large memo. So the entries are measured again only after their number has changed by a quarter.
    """

    __slots__ = ("_measured", "entails", "excluded", "looked", "next_weighing", "values")

    def __init__(self, values: dict[Node, Any] | None = None, excluded: dict[Node, int] | None = None) -> None:
        self.values: dict[Node, Any] = {} if values is None else values
        self.excluded: dict[Node, int] = {} if excluded is None else excluded
        self.looked = 0
        self.entails = False
        self.next_weighing: tuple[int | None, int] = (None, _ALWAYS_FIT)
        self._measured = [(-1, 0), (-1, 0)]  # length of each dictionary, and bytes of an entry

    def __len__(self) -> int:
        """Return the number of entries of both dictionaries."""
        return len(self.values) + len(self.excluded)

    @property
    def bytes(self) -> int:
        """About how many bytes all entries take."""
        of_value, of_excluded = self.entry_bytes
        return len(self.values) * of_value + len(self.excluded) * of_excluded

    @property
    def entry_bytes(self) -> list[int]:
        """About how many bytes an entry of each dictionary takes."""
        for number, entries in enumerate((self.values, self.excluded)):
            length = len(entries)
            before, _ = self._measured[number]
            if before < 0 or 4 * abs(length - before) > before:
                self._measured[number] = length, entry_bytes(entries)
        return [size for _, size in self._measured]

    def drop_half(self) -> None:
        """Drop every second entry of each dictionary."""
        for entries in (self.values, self.excluded):
            for node in list(entries)[::2]:
                entries.pop(node, None)  # another thread may have dropped it


class Patience:
    """When a search ends without an answer, because another engine goes on; see `is_over` and `error`."""

    __slots__ = ("_end", "_refuses", "_seconds", "at", "error", "is_over", "options")

    def __init__(
        self, seconds: Callable[[], float] = lambda: inf, *, refuses: bool = True, options: int | None = None
    ) -> None:
        """Begin now. After `at` options, `seconds` returns for how long the search goes on.

        These are `ASIDE_OPTIONS`, or those of `kernel_above` in the budget. `options` is a limit beside that of
        the budget.

        Beyond the budget it raises `OverBudgetError` if it `refuses`; else it ends there, and `error` is the exception.
        """
        above = limits.budget().kernel_above
        self.at: float = ASIDE_OPTIONS if above is None else above
        self._seconds = seconds
        self._refuses = refuses
        self.options = options
        self._end: float | None = None
        self.error: OverBudgetError | None = None
        self.is_over = False

    def look(self, begun: float) -> None:
        """Check the time of a search that began at the time `begun`, and has visited more than `at` options."""
        if self._end is None:
            self._end = begun + self._seconds()
            if self._end == inf:
                self.at = inf
        self.is_over |= time.monotonic() > self._end

    def end(self, error: OverBudgetError) -> None:
        """End the search at the budget."""
        if self._refuses:
            raise error
        self.error, self.is_over = error, True


class SearchCounts:
    """Counts of one search: options visited (`looked`), `states` opened, `hits` in the memo, values `dropped`."""

    __slots__ = (
        "_allowed",
        "_begun",
        "_memo",
        "_node",
        "_patience",
        "_report_at",
        "_since",
        "_states",
        "_weigh_at",
        "depth",
        "dropped",
        "hits",
        "hold_at",
        "kept",
        "look_at",
        "looked",
        "most_kept",
        "states",
        "waiting",
    )

    def __init__(self, waiting: int, memo: Memo[Any], patience: Patience | None = None) -> None:
        """Set all counts to 0; a node takes `waiting` bytes while it waits for the values of its options."""
        self._memo = memo
        self._patience = patience or Patience()
        self._begun = time.monotonic()
        self.looked = self.states = self.hits = self.dropped = 0
        self.waiting = waiting
        budget = limits.budget()
        self._states = budget.search_states
        most = self._patience.options
        self._allowed = budget.search_options if most is None else min(most, budget.search_options)
        of_budget, at = memo.next_weighing
        self._weigh_at = at if of_budget == budget.table_bytes else 1
        self.look_at = self.hold_at = 1  # options, and nodes in the memo and waiting, at the next checks
        self._report_at = REPORT_OPTIONS
        self._node: Any = None  # whose options were visited at the last looks, since `_since` options
        self._since = 0
        self.depth = 0  # nodes that wait
        self.kept = 0  # options that nodes keep, each as large as an entry of a memo; the search may count them here
        self.most_kept = _ALWAYS_FIT  # more may take a tenth of the allowed bytes

    @property
    def is_over(self) -> bool:
        """Whether the search ends without an answer, because another one goes on."""
        return self._patience.is_over

    def record(self) -> None:
        """Add the counts to the tally of this context, and to the memo."""
        self._memo.looked += self.looked
        progress.record("search", self.looked, states=self.states, hits=self.hits, dropped=self.dropped)

    def look(self, looked: int, node: Any = None) -> int:
        """Check the limits after `looked` options; return the number of options at the next check.

        `node` is the node whose options are visited. Beyond the budget, or where the patience is over, the search ends.
        Raises the exception of a callback that ends the work, and `RulesetError` if the node seems to have options
        without end: millions that lead to few states.
        """
        self.looked = min(looked, self._allowed)
        if looked > self._allowed:
            self._patience.end(OverBudgetError(Message("over.options"), self._allowed, self._allowed, "options"))
        if looked > self._patience.at:
            self._patience.look(self._begun)
        if node is not self._node:
            self._node, self._since = node, looked
        elif node is not None and looked - self._since > max(4 * MANY_OPTIONS, 1000 * len(self._memo)):
            raise RulesetError("error.options-endless", state=shown_state(node), count=looked - self._since)
        progress.check_cancelled()
        if looked >= self._report_at:
            self._report_at = looked + REPORT_OPTIONS
            progress.report(looked, None)
        return min(looked - looked % CHECK_OPTIONS + CHECK_OPTIONS, self._allowed + 1)

    def hold(self, depth: int, found: int = 0) -> int:
        """Check the memory while `depth` nodes wait, which together hold `found` values of their options.

        Returns the number of nodes, in the memo and waiting, at the next check.
        """
        held = len(self._memo) + depth
        if held > self._states:
            self._patience.end(OverBudgetError(Message("over.states"), held, self._states, "states"))
        if held >= self._weigh_at:
            self._weigh(depth, found)
        return min(self._weigh_at, self._states + 1)

    def step(self, node: Any = None) -> None:
        """Count one option of a node."""
        self.looked += 1
        if self.looked >= self.look_at:
            self.look_at = self.look(self.looked, node)

    def opened(self, depth: int, *, again: bool = False) -> None:
        """Count a node that is opened while `depth` nodes wait; a node that is opened `again` does not count."""
        self.states += not again
        self.depth = depth
        if len(self._memo) + depth >= self.hold_at:
            self.hold_at = self.hold(depth)

    def was_opened(self, node: Any) -> bool:
        """Return whether a node was opened before; searches that open nodes again override this."""
        del node
        return False

    def weigh_kept(self) -> None:
        """Set `most_kept` from the allowed bytes, unless it was set before."""
        if self.most_kept == _ALWAYS_FIT:
            self._weigh(self.depth, 0, small=False)

    def _weigh(self, depth: int, found: int, *, small: bool = True) -> None:
        """Estimate the bytes that are held. If they are too many, drop every second value of the memo."""
        size = max(self._memo.entry_bytes)
        waiting = depth * (size + self.waiting) + found * _FOUND
        entries = len(self._memo)
        held = (entries + self.kept) * size + waiting
        small = small and limits.budget().table_bytes is None and held <= limits.SURELY_AVAILABLE
        allowed = 2 * held if small else limits.table_bytes()
        self.most_kept = _ALWAYS_FIT if small else allowed // (10 * size)
        if waiting > allowed:
            self._patience.end(OverBudgetError(Message("over.depth", {"depth": depth}), waiting, allowed, "bytes"))
        if held > allowed:
            self._memo.drop_half()
            dropped = entries - len(self._memo)
            self.dropped += dropped
            held -= dropped * size
        now = len(self._memo) + depth
        space = (allowed - held) // (size + self.waiting)  # each of the next states may wait for a value
        self._weigh_at = now + max(64, min(now, space))
        self._memo.next_weighing = limits.budget().table_bytes, self._weigh_at


class Descent:
    """Tells whether play that goes on from a state seems to have no end. `look_at` is the move at which it looks next.

    It says so where the last state, compared with the first one,

    - is 256 KiB larger, or so much larger that states of this growth take 128 MiB (texts of more than 10,000
      characters, tuples of more than 4,000 values); or
    - has a number that has fallen below zero, and below all numbers of the first state, by at least an eighth of the
      moves, where the states that wait take 64 MiB: after about 290,000 moves of the exhaustive search; or
    - has a number that has grown beyond all numbers of the first state by at least an eighth of the moves, where the
      states that wait take 256 MiB: after about 1,100,000 moves of the exhaustive search.

    It looks again after a quarter more moves. So numbers that go down to 0 may go down for as long as memory allows.
    """

    __slots__ = ("_before", "_waiting", "look_at")

    def __init__(self, waiting: int) -> None:
        """Begin with a state; one that waits takes `waiting` bytes beside its own."""
        self._waiting = waiting
        self._before: tuple[int, float, float] | None = None  # the extent of the first state
        self.look_at = _FIRST_LOOK

    def seems_endless(self, first: Any, last: Any, moves: int) -> bool:
        """Return whether play that has come from the first node to the last one in so many moves seems endless."""
        self.look_at = moves + 2 + moves // 4
        self._before = self._before or _extent(first)
        size_before, least_before, most_before = self._before
        size, least, most = _extent(last)
        growth, held, steps = size - size_before, moves * (self._waiting + size), moves // 8
        return (
            growth > _EXPLOSION
            or moves * growth > 2 * _DESCENT
            or (held > _DESCENT and least < least_before - steps)
            or (held > 4 * _DESCENT and most > most_before + steps)
        )


def check_options(node: Any, options: Iterable[Any]) -> None:
    """Raise `RulesetError` if a node seems to have options without end, each a new state.

    It says so of a million options the last of which has a number that is far beyond those of the node.
    """
    count, last = 0, node
    for count, last in enumerate(islice(options, NEW_OPTIONS), start=1):  # noqa: B007
        pass
    _, least_before, most_before = _extent(node)
    _, least, most = _extent(last)
    far = NEW_OPTIONS // 8
    if count == NEW_OPTIONS and (least < least_before - far or most > most_before + far):
        raise RulesetError("error.options-endless", state=shown_state(node), count=count)


class Layers(Descent):
    """The descent of a breadth-first walk: its moves are the layers of the nodes that it has found.

    Where each state leads to two new ones, memory ends after few layers. So from the last of 2^17 nodes on, a single
    line of play shows whether there is a descent without end.
    """

    __slots__ = ("_after", "_end", "_moves", "_walk_at")

    def __init__(self, after: Callable[[Any], Iterable[Any]]) -> None:
        """Begin; `after` yields the nodes that the options of a node lead to."""
        super().__init__(_FOUND_NODE)
        self._after = after
        self._moves = self._end = 0
        self._walk_at: float = _MANY_FOUND

    def visit(self, nodes: Sequence[Any], number: int) -> None:
        """Begin with the options of a node of the growing list. Raises `RulesetError` if play seems to have no end."""
        if number < self._end:
            return
        self._moves += self._end > 0
        self._end = len(nodes)
        if self._moves >= self.look_at and self.seems_endless(nodes[0], nodes[number], self._moves):
            raise endless([*nodes[:_SHOWN_STATES], nodes[number]], self._moves)
        if len(nodes) >= self._walk_at:
            self._walk_at = inf
            self._walk(nodes[-1])

    def _walk(self, start: Any) -> None:
        """Go on from a node, each time to the last option that is new. Raises `RulesetError` if that seems endless."""
        path, descent = {start: None}, Descent(_FOUND_NODE)
        node = start
        while node is not None and len(path) < _LINE:
            progress.check_cancelled()
            node = next((after for after in reversed([*self._after(node)]) if after not in path), None)
            path[node] = None
            moves = len(path) - 1
            if node is not None and moves >= descent.look_at and descent.seems_endless(start, node, moves):
                raise endless([*islice(path, _SHOWN_STATES), node], moves)


def endless(path: Sequence[Any], moves: int) -> RulesetError:
    """Return the error for play without end, from the first nodes on a path and the last one."""
    shown = [shown_state(node) for node in path[:_SHOWN_STATES]]
    kind = "error.descent-below" if _extent(path[-1])[1] < _extent(path[0])[1] == 0 else "error.descent"
    return RulesetError(kind, states=" -> ".join(shown), last=shown_state(path[-1]), moves=moves)


def shown_state(node: Any) -> str:
    """Return the text of the state of a node, shortened if it is long."""
    state = getattr(node, "state", node)  # of a component
    if _extent(state)[0] > _EXPLOSION:
        return "..."  # its text may take long to make
    try:
        text = str(state)
    except ValueError:  # a number of thousands of digits
        return "..."
    return text if len(text) <= _SHOWN_TEXT else text[:_SHOWN_TEXT] + "..."


def _extent(node: Any) -> tuple[int, float, float]:
    """Return the bytes of the state of a node, and its least and greatest number. The numbers include 0.

    Of a very large state, only a part is measured.
    """
    size = 0
    least: float = 0
    most: float = 0
    for part in _objects(getattr(node, "state", node)):
        size += getsizeof(part)
        if isinstance(part, int | float) or hasattr(part, "numerator"):  # also numbers of NumPy
            least, most = min(least, part), max(most, part)
        if size > 16 * _EXPLOSION:
            break
    return size, least, most


def _objects(state: Any) -> Iterator[Any]:
    """Yield a state and the objects in it; it may be nested deeper than Python can call."""
    waiting = [state]
    while waiting:
        part = waiting.pop()
        yield part
        if isinstance(part, tuple | frozenset):
            waiting += part
        elif is_dataclass(part) and not isinstance(part, int):
            waiting += [getattr(part, field.name) for field in fields(part)]
        elif isinstance(getattr(part, "numerator", None), int) and not isinstance(part, int):  # a fraction
            waiting += [part.numerator, part.denominator]


def entry_bytes(memo: dict[Any, int]) -> int:
    """Estimate the bytes of an entry of `memo` from some of its keys, evenly spread."""
    keys = list(memo)  # a copy, because another thread may add to the memo
    some = keys[:: max(1, len(keys) // _SAMPLE)]
    size = 0
    for part in chain.from_iterable(map(_objects, some)):
        if not isinstance(part, int) or not -6 < part < 257:  # small integers are shared
            size += getsizeof(part)
    return _SLOT + size // max(1, len(some))
