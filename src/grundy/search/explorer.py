"""The common part of both searches: looking up nodes, their options, counting, and the limits of work and memory."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import fields, is_dataclass
from sys import getsizeof
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from grundy.errors import OverBudgetError
from grundy.messages import Message
from grundy.runtime import limits, progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Node = TypeVar("Node", bound=Hashable)

WON: Final = -1  # stands for WIN in a memo; below it stand the nimbers that a node does not have
_NO_WIN = 1  # the lowest bit of an excluded set: the node is not worth WIN
_REPORT_EVERY = 4096  # options between two reports
_STOP_EVERY = 64  # options, for one of a large shape takes long, between two looks whether to go on
_WEIGH_FIRST = 65_536  # states: fewer always fit
_SURELY_THERE = 2**24  # bytes that a search may always take
_SAMPLE = 50  # keys whose bytes are measured
_SLOT = 100  # bytes of a dictionary's slot, in the mean over its growth
_OPTION = 150  # bytes of an option that a node keeps while it waits, without its components
_MOST_KEPT = 65_536  # such options: fewer always fit; else they take a tenth of the bytes


class Ends:
    """A sentinel: an option that ends the whole game, and the player who moves has won."""


ENDS: Final = Ends()


class Explorer(Generic[Node]):
    """Options and values of nodes, for one search.

    `options(node)` yields the component nodes of each option, or `ENDS`. `known(node)` may give a value
    that needs no search. `memo` maps nodes to values: a nimber, `WON`, or, below that, the complement of
    a set of bits: bit 0 says that the node is not worth WIN, bit x + 1 that its nimber is not x.
    """

    __slots__ = (
        "_allowed",
        "_options",
        "_states",
        "_waiting",
        "_weigh_at",
        "dropped",
        "hits",
        "kept",
        "known",
        "looked",
        "memo",
        "most_kept",
        "states",
    )

    def __init__(
        self,
        options: Callable[[Node], Iterable[Iterable[Node] | Ends]],
        known: Callable[[Node], int | None],
        memo: dict[Node, int],
        waiting: int,
    ) -> None:
        """Begin to count; a node takes `waiting` bytes while its options are looked at."""
        self._waiting = waiting
        self.memo = memo
        self.known = known
        self.looked = self.states = self.hits = self.dropped = 0
        self._options = options
        self._states = limits.budget().search_states
        self._allowed = limits.budget().search_options
        self._weigh_at = _WEIGH_FIRST if limits.budget().table_bytes is None else 1
        self.kept = 0  # options that waiting nodes keep; the search may count them here
        self.most_kept = _MOST_KEPT

    def value(self, node: Node) -> int | None:
        """Return the value of `node` if it is in the memo or known."""
        value = self.memo.get(node)
        if value is None or value < WON:
            return self.known(node)
        self.hits += 1
        return value

    def excludes(self, node: Node, nimber: int) -> bool:
        """Say whether the memo knows that a node without a value does not have this nimber."""
        entry = self.memo.get(node, ~0)
        return entry < WON and bool(~entry >> (nimber + 1) & 1)

    def options(self, node: Node) -> Iterator[tuple[Node, ...] | Ends]:
        """Yield what the options of `node` lead to, equal components gone in pairs; or `ENDS`.

        Options after which a pair of equal components is worth WIN are left out: the opponent wins.
        """
        for option in self._options(node):
            self._step()
            if isinstance(option, Ends):
                yield option
                continue
            parts = tuple(option)
            if len(parts) > 1 and len(set(parts)) < len(parts):
                odd = _odd(parts)
                if not all(self._is_no_win(part) for part in set(parts).difference(odd)):
                    continue
                parts = odd
            yield parts

    def _is_no_win(self, node: Node) -> bool:
        """Say whether no option of `node` ends the game; that is little work, even where its value is much."""
        entry = self.memo.get(node)
        if entry is None:
            entry = self.known(node)
        if entry is None:
            wins = any(isinstance(option, Ends) for option in self._options(node))
            entry = self.memo[node] = WON if wins else ~_NO_WIN
        return entry != WON

    def opened(self, node: Node, depth: int) -> None:
        """Count a node, once, whose options are looked at while `depth` nodes wait; keep to the bounds."""
        self.states += self.memo.get(node, ~_NO_WIN) == ~_NO_WIN
        held = len(self.memo) + depth
        if held > self._states:
            raise OverBudgetError(Message("over.states"), held, self._states, "states")
        if held >= self._weigh_at:
            self._weigh(depth)

    def record(self) -> None:
        """Add what was counted to the tally."""
        progress.record("search", self.looked, states=self.states, hits=self.hits, dropped=self.dropped)

    def _step(self) -> None:
        if self.looked >= self._allowed:
            raise OverBudgetError(Message("over.options"), self.looked, self._allowed, "options")
        self.looked += 1
        if self.looked % _STOP_EVERY == 0:
            progress.check_cancelled()
        if self.looked % _REPORT_EVERY == 0:
            progress.report(self.looked, None)

    def _weigh(self, depth: int) -> None:
        """Estimate the bytes that are held. Drop every other value where they are too many."""
        size = entry_bytes(self.memo)
        waiting = depth * (size + self._waiting) + self.kept * (size + _OPTION)
        held = len(self.memo) * size + waiting
        small = limits.budget().table_bytes is None and held <= _SURELY_THERE
        allowed = 2 * held if small else limits.table_bytes()
        self.most_kept = _MOST_KEPT if small else allowed // (10 * (size + _OPTION))
        if waiting > allowed:
            raise OverBudgetError(Message("over.depth", {"depth": depth}), waiting, allowed, "bytes")
        if held > allowed:
            dropped = list(self.memo)[::2]
            for node in dropped:
                self.memo.pop(node, None)  # another thread may have dropped it
            self.dropped += len(dropped)
            held -= len(dropped) * size
        now = len(self.memo) + depth
        space = (allowed - held) // (size + self._waiting)  # each of the next states may have to wait
        self._weigh_at = now + max(64, min(now, space))


def _odd(parts: tuple[Node, ...]) -> tuple[Node, ...]:
    """Return the parts that are there an odd number of times, each once."""
    odd: dict[Node, None] = {}
    for part in parts:
        if part in odd:
            del odd[part]
        else:
            odd[part] = None
    return tuple(odd)


def entry_bytes(memo: dict[Any, int]) -> int:
    """Estimate the bytes of an entry of `memo` from some of its keys, evenly spread."""
    keys = list(memo)  # at once, for another thread may add to the memo
    sizes = [_size(key) for key in keys[:: max(1, len(keys) // _SAMPLE)]]
    return _SLOT + sum(sizes) // max(1, len(sizes))


def _size(key: object) -> int:
    """Return the bytes of a key with all that it holds; small numbers and short texts are shared."""
    if isinstance(key, int):
        return 0 if -6 < key < 257 else getsizeof(key)
    size = getsizeof(key)
    if isinstance(key, tuple | frozenset):
        return size + sum(map(_size, key))
    if is_dataclass(key):
        return size + sum(_size(getattr(key, field.name)) for field in fields(key))
    return size
