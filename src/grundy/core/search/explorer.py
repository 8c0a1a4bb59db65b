"""Nodes for the pruning search: their values, the values that they do not have, and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.core.nimbers import mex
from grundy.core.search.source import WON, Ends, odd_ones, options_of, wins_at_once
from grundy.runtime.bounds import SearchCounts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from grundy.core.search.nodes import NodeSearch

_NO_WIN = 1  # the lowest bit of an excluded set: the value of the node is not WIN
_BITS = 62  # nimbers below this may be in an excluded set
_KEPT = 256  # a node keeps at most so many options without a value; of more, all are generated again
_FEW = 4  # the same where memory is short: without any, there is no order of the options


class Sum(tuple[Any, ...]):
    """An option that leads to several nodes or to none; an option that leads to one node is that node itself."""

    __slots__ = ()


class Record:
    """The options of a node: the `nimbers` of options with a value; `unvalued`, the others, or None for too many."""

    __slots__ = ("counted", "nimbers", "unvalued")

    def __init__(self) -> None:
        self.nimbers: set[int] = set()
        self.unvalued: list[Any] | None = None
        self.counted = 0  # its memory, in options

    @property
    def resolved(self) -> bool:
        """Whether the values of all options are known."""
        return self.unvalued is not None and not self.unvalued


class Explorer(SearchCounts):
    """Options and values of nodes, for one search.

    The options of a node are generated once. Their record is kept while the node has no value and memory allows,
    because a node is often visited before it is opened, and opened again for another nimber.
    """

    __slots__ = ("excluded", "records", "source", "value", "values")

    def __init__(self, source: NodeSearch, waiting: int) -> None:
        """Begin to count; a node takes `waiting` bytes while it waits for the values of its options."""
        self.records: dict[Any, Record] = {}  # for nodes without a value that do not wait
        super().__init__(waiting, source.memo, source.patience)
        self.source = source
        self.value = source.value  # of a node that is in the memo or known
        self.values = source.memo.values
        self.excluded = source.memo.excluded

    @property
    def is_over(self) -> bool:
        """Whether the search ends without an answer; also where the rules entail, which another search handles."""
        return self._patience.is_over or self._memo.entails

    def keep(self, node: Any, value: int) -> None:
        """Put the value of a node into the memo, unless options are left out because the rules entail."""
        if not self._memo.entails:
            self.values[node] = value
            self.excluded.pop(node, None)

    def exclude(self, node: Any, excluded: int) -> None:
        """Note the values that a node is known not to have, unless options are left out because the rules entail."""
        if not self._memo.entails:
            self.excluded[node] = excluded

    def was_opened(self, node: Any) -> bool:
        """Return whether a node without a value was opened before, by what the memo excludes for it."""
        excluded = self.excluded.get(node, 0)
        return bool(excluded & _NO_WIN) and excluded != _NO_WIN

    def excludes(self, node: Any, nimber: int) -> bool:
        """Return whether a node without a value is known not to have this nimber."""
        return bool(self.excluded.get(node, 0) >> (nimber + 1) & 1)

    def moves(self, node: Any, nimber: int | None) -> int:
        """Return how many options without a value a node without a value has.

        Returns 0 if this finds the value of the node, or that it does not have the nimber.
        """
        if node in self.values:
            return 0
        record = self.records.get(node)
        if record is None:
            record = self._new_record(node)
            if record is None:
                return 0
            if record.resolved:
                self.keep(node, mex(record.nimbers))
                self.drop(record)
                return 0
            self.put(node, record)
        if nimber is not None and nimber in record.nimbers:
            if nimber < _BITS:
                self.exclude(node, self.excluded.get(node, 0) | 2 << nimber)
            return 0
        return _KEPT if record.unvalued is None else len(record.unvalued)

    def taken(self, node: Any) -> Record | None:
        """Remove and return the record of a node; if an option ends the game, keep `WON` and return None."""
        record = self.records.pop(node, None)
        if record is None:
            record = self._new_record(node)
        else:
            self.refresh(record)
        return record

    def refresh(self, record: Record) -> None:
        """Update a record by the values that its options have got since."""
        if record.unvalued:
            record.unvalued = self.unresolved(record.unvalued, record.nimbers, len(record.unvalued))

    def put(self, node: Any, record: Record) -> None:
        """Keep the record of a node that does not wait; if memory is short, half of the others are dropped first."""
        if self.kept > self.most_kept:
            self.make_room()
        if record.unvalued is None or self.kept > self.most_kept:
            self.drop(record)
        else:
            self.records[node] = record

    def drop(self, record: Record) -> None:
        """Subtract the memory of a record from the count."""
        self.kept -= record.counted

    def make_room(self) -> None:
        """Drop every other record of nodes that do not wait, if memory is short."""
        self.weigh_kept()
        if self.kept > self.most_kept:
            for node in list(self.records)[::2]:
                self.drop(self.records.pop(node))

    def _new_record(self, node: Any) -> Record | None:
        """Return a new record of the options of a node; if one ends the game, keep `WON` and return None."""
        if self.kept > self.most_kept:
            self.make_room()
        most = _KEPT if self.kept <= self.most_kept else _FEW
        record: Record = Record()
        unvalued = self.unresolved(self.options(node), record.nimbers, most)
        if unvalued is None:
            self.keep(node, WON)
            return None
        record.unvalued = unvalued if len(unvalued) <= most else None
        record.counted = 1 + len(record.unvalued or ())
        self.kept += record.counted
        return record

    def unresolved(self, options: Iterable[Any], nimbers: set[int], most: int) -> list[Any] | None:
        """Return the options without a value, at most `most` + 1; the values of the others are added to `nimbers`.

        Returns None if an option ends the game.
        """
        get, known = self.values.get, self.source.known
        unvalued: list[Any] = []
        found = 0
        for option in options:
            value: int | None
            if type(option) is Sum:
                value, unknown = self.known(option)
                if unknown:
                    if len(unvalued) <= most:
                        unvalued.append(option)
                    continue
            else:
                value = get(option)
                if value is None:
                    if isinstance(option, Ends):
                        return None
                    value = known(option)
                    if value is None:
                        if len(unvalued) <= most:
                            unvalued.append(option)
                        continue
            if value is not None and value != WON:  # an option to WIN loses
                nimbers.add(value)
            found += 1
        self.hits += found
        return unvalued

    def known(self, option: Sequence[Any]) -> tuple[int | None, list[Any]]:
        """Return the nim-sum of the parts with a value, and the other parts; None and no parts if one is WIN."""
        total, unknown = 0, []
        for part in option:
            value = self.value(part)
            if value is None:
                unknown.append(part)
            elif value == WON:  # the option loses
                return None, []
            else:
                total ^= value
        return total, unknown

    def options(self, node: Any) -> Iterator[Any]:
        """Yield what each option of `node` leads to: a node, a `Sum` without pairs of equal components, or `ENDS`.

        Options are left out if a pair of equal components has the value WIN: then the opponent wins.
        """
        source = self.source
        stands, kind = source.searched, type(node)
        try:
            for option in options_of(source, node):
                self.step(node)
                if stands and type(option) is kind:
                    yield option
                    continue
                parts = source.parts(node, option)
                if isinstance(parts, Ends):
                    yield parts
                    continue
                if len(parts) > 1 and len(set(parts)) < len(parts):
                    odd = odd_ones(parts)
                    if not all(self._is_no_win(part) for part in set(parts).difference(odd)):
                        continue
                    parts = odd
                yield parts[0] if len(parts) == 1 else Sum(parts)
        except Exception as error:
            source.explain(error, node)
            raise

    def _is_no_win(self, node: Any) -> bool:
        """Return whether no option of `node` ends the game."""
        value = self.value(node)
        if value is None and not self.excluded.get(node, 0) & _NO_WIN:
            if wins_at_once(self.source, node):
                value = WON
                self.keep(node, value)
            else:
                self.exclude(node, self.excluded.get(node, 0) | _NO_WIN)
        return value != WON
