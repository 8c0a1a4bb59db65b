"""The memo of a search, the limits of its work and memory, and the counts of its work."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from math import inf
from sys import getsizeof
from typing import Any, Generic, TypeVar

from grundy.errors import OverBudgetError
from grundy.messages import Message
from grundy.runtime import limits, progress
from grundy.runtime.costs import ASIDE_OPTIONS, CHECK_OPTIONS, REPORT_OPTIONS

_ALWAYS_FIT = 65_536  # entries of a memo, and as many options that nodes keep
_SAMPLE = 50  # keys whose bytes are measured
_SLOT = 150  # most bytes of a slot of a dictionary: while it grows, the old and the new table exist
_FOUND = 80  # bytes of a value in the set of a node that waits

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

    __slots__ = ("_end", "_refuses", "_seconds", "error", "is_over")

    def __init__(self, seconds: Callable[[], float] = lambda: inf, *, refuses: bool = True) -> None:
        """Begin now. After `ASIDE_OPTIONS` options, `seconds` returns for how long the search goes on.

        With `kernel_above` in the budget, the search goes on for so many options.

        Beyond the budget it raises `OverBudgetError` if it `refuses`; else it ends there, and `error` is the exception.
        """
        self._seconds = seconds
        self._refuses = refuses
        self._end: float | None = None
        self.error: OverBudgetError | None = None
        self.is_over = False

    def look(self, begun: float, looked: int) -> None:
        """Check the time of a search that has `begun` at a time of this thread, after `looked` options."""
        above = limits.budget().kernel_above
        if looked <= (ASIDE_OPTIONS if above is None else above):
            return
        if self._end is None:
            self._end = begun + self._seconds()
        self.is_over |= time.thread_time() > self._end

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
        "_hold_at",
        "_memo",
        "_patience",
        "_report_at",
        "_states",
        "_stop_at",
        "_waiting",
        "_weigh_at",
        "depth",
        "dropped",
        "hits",
        "kept",
        "looked",
        "most_kept",
        "states",
    )

    def __init__(self, waiting: int, memo: Memo[Any], patience: Patience | None = None) -> None:
        """Set all counts to 0; a node takes `waiting` bytes while it waits for the values of its options."""
        self._memo = memo
        self._patience = patience or Patience()
        self._begun = time.thread_time()
        self.looked = self.states = self.hits = self.dropped = 0
        self._waiting = waiting
        budget = limits.budget()
        self._states = budget.search_states
        self._allowed = budget.search_options
        of_budget, at = memo.next_weighing
        self._weigh_at = at if of_budget == budget.table_bytes else 1
        self._stop_at = self._hold_at = 1
        self._report_at = REPORT_OPTIONS
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

    def look(self, looked: int) -> int:
        """Check the limits after `looked` options; return the number of options at the next check.

        Beyond the budget, or where the patience is over, the search ends. Raises the exception of a callback that ends
        the work.
        """
        self.looked = min(looked, self._allowed)
        if looked > self._allowed:
            self._patience.end(OverBudgetError(Message("over.options"), self._allowed, self._allowed, "options"))
        self._patience.look(self._begun, looked)
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

    def step(self) -> None:
        """Count one option."""
        self.looked += 1
        if self.looked >= self._stop_at:
            self._stop_at = self.look(self.looked)

    def opened(self, depth: int, *, again: bool = False) -> None:
        """Count a node that is opened while `depth` nodes wait; a node that is opened `again` does not count."""
        self.states += not again
        self.depth = depth
        if len(self._memo) + depth >= self._hold_at:
            self._hold_at = self.hold(depth)

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
        waiting = depth * (size + self._waiting) + found * _FOUND
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
        space = (allowed - held) // (size + self._waiting)  # each of the next states may wait for a value
        self._weigh_at = now + max(64, min(now, space))
        self._memo.next_weighing = limits.budget().table_bytes, self._weigh_at


def entry_bytes(memo: dict[Any, int]) -> int:
    """Estimate the bytes of an entry of `memo` from some of its keys, evenly spread."""
    keys = list(memo)  # a copy, because another thread may add to the memo
    parts: list[Any] = keys[:: max(1, len(keys) // _SAMPLE)]
    count, size = max(1, len(parts)), 0
    while parts:  # the keys and the objects in them: a key may be nested deeper than Python can call
        part = parts.pop()
        if not isinstance(part, int) or not -6 < part < 257:  # small integers are shared
            size += getsizeof(part)
        if isinstance(part, tuple | frozenset):
            parts += part
        elif is_dataclass(part) and not isinstance(part, int):
            parts += [getattr(part, field.name) for field in fields(part)]
    return _SLOT + size // count
