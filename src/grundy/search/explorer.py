"""Nodes as the pruning search sees them: values, values that they do not have, and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from grundy.nimbers import mex
from grundy.runtime.bounds import SearchCounts
from grundy.search.source import WON, Ends, Node, odd_ones, options_of, wins_at_once

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from grundy.search.source import Memo, NodeSource

_NO_WIN = 1  # the lowest bit of an excluded set: the node is not worth WIN
_BITS = 62  # nimbers below this may be in an excluded set
_FEW = 4  # options without a value that are always kept; more are kept where memory allows, or else made again
_KEPT = 256  # such options that one node keeps at most
_RECORD = 5  # a record takes as many bytes as so many options, without those that it keeps
_AGAIN = 5  # and so does what makes options again


class Sum(tuple[Any, ...]):
    """An option that leads to several nodes, or to none; any other option is the node that it leads to."""

    __slots__ = ()


class Record(Generic[Node]):
    """What is known of the options of a node: the values that some have, and the others, or None for too many."""

    __slots__ = ("counted", "had", "left")

    def __init__(self) -> None:
        self.had: set[int] = set()
        self.left: list[Node | Sum] | None = None
        self.counted = 0  # what it takes, in options

    @property
    def resolved(self) -> bool:
        """Whether the values of all options are known."""
        return self.left is not None and not self.left


class Explorer(SearchCounts, Generic[Node]):
    """Options and values of nodes, for one search.

    The options of a node are asked for once: what is known of them is kept as long as the node has no value and
    memory allows, for a node is often looked at before it is opened, and opened again to be asked for another nimber.
    """

    __slots__ = ("excluded", "records", "source", "values")

    def __init__(self, source: NodeSource[Node], memo: Memo[Node], waiting: int) -> None:
        """Begin to count; a node takes `waiting` bytes while its options are looked at."""
        self.records: dict[Node, Record[Node]] = {}  # of nodes without a value that do not wait
        super().__init__(waiting, memo.values, memo.excluded, weights=memo.weights)
        self.source = source
        self.values = memo.values
        self.excluded = memo.excluded

    def value(self, node: Node) -> int | None:
        """Return the value of `node` if it is in the memo or known."""
        value = self.values.get(node)
        return self.source.known(node) if value is None else value

    def keep(self, node: Node, value: int) -> None:
        """Keep a value."""
        self.values[node] = value
        self.excluded.pop(node, None)

    def was_opened(self, node: Node) -> bool:
        """Say whether the memo knows of a node without a value that it was asked for one."""
        excluded = self.excluded.get(node, 0)
        return bool(excluded & _NO_WIN) and excluded != _NO_WIN

    def excludes(self, node: Node, nimber: int) -> bool:
        """Say whether the memo knows that a node without a value does not have this nimber."""
        return bool(self.excluded.get(node, 0) >> (nimber + 1) & 1)

    def moves(self, node: Node, nimber: int | None) -> int:
        """Return how many options of a node without a value have none either.

        Returns 0 if it has a value by then, or is known not to have the nimber.
        """
        if node in self.values:
            return 0
        record = self.records.get(node)
        if record is None:
            record = self._looked_at(node)
            if record is None:
                return 0
            if record.resolved:
                self.keep(node, mex(record.had))
                self.drop(record)
                return 0
            self.put(node, record)
        if nimber is not None and nimber in record.had:
            if nimber < _BITS:
                self.excluded[node] = self.excluded.get(node, 0) | 2 << nimber
            return 0
        return _KEPT if record.left is None else len(record.left)

    def taken(self, node: Node) -> Record[Node] | None:
        """Return what is known of the options of a node; None if one of them ends the game, and keep that value."""
        record = self.records.pop(node, None)
        if record is None:
            record = self._looked_at(node)
        else:
            self.refresh(record)
        return record

    def refresh(self, record: Record[Node]) -> None:
        """Note the values that options have got since."""
        if record.left:
            record.left = self.unresolved(record.left, record.had)

    def put(self, node: Node, record: Record[Node]) -> None:
        """Keep the record of a node that does not wait; where there is no room, half of the others go first."""
        if self.kept > self.most_kept:
            self.make_room()
        if record.left is None or self.kept > self.most_kept:
            self.drop(record)
        else:
            self.records[node] = record

    def drop(self, record: Record[Node]) -> None:
        """Count the options of a record no longer."""
        self.kept -= record.counted

    def make_room(self) -> None:
        """Drop every other record of nodes that do not wait, if memory is short."""
        self.weigh_kept()
        if self.kept > self.most_kept:
            for node in list(self.records)[::2]:
                self.drop(self.records.pop(node))

    def _looked_at(self, node: Node) -> Record[Node] | None:
        """Look at the options of a node; None if one of them ends the game, and keep that value."""
        if self.kept > self.most_kept:
            self.make_room()
        most = _KEPT if self.kept <= self.most_kept else _FEW
        record: Record[Node] = Record()
        left = self.unresolved(self.options(node), record.had, most)
        if left is None:
            self.keep(node, WON)
            return None
        record.left = left if len(left) <= most else None
        record.counted = _AGAIN if record.left is None else _RECORD + max(0, len(left) - _FEW)
        self.kept += record.counted
        return record

    def unresolved(self, options: Iterable[Any], had: set[int], most: int = _KEPT) -> list[Node | Sum] | None:
        """Return the options without a value, or `most` and one more; the values of the others are added to `had`.

        Returns None if an option ends the game.
        """
        get, known = self.values.get, self.source.known
        left: list[Any] = []
        found = 0
        for option in options:
            value: int | None
            if type(option) is Sum:
                value, unknown = self.known(option)
                if unknown:
                    if len(left) <= most:
                        left.append(option)
                    continue
            else:
                value = get(option)
                if value is None:
                    if isinstance(option, Ends):
                        return None
                    value = known(option)
                    if value is None:
                        if len(left) <= most:
                            left.append(option)
                        continue
            if value is not None and value != WON:  # else it hands the opponent the game
                had.add(value)
            found += 1
        self.hits += found
        return left

    def known(self, option: Sequence[Node]) -> tuple[int | None, list[Node]]:
        """Return what the parts that are known are worth, None if that is WIN, and the others."""
        total, unknown = 0, []
        for part in option:
            value = self.value(part)
            if value is None:
                unknown.append(part)
            elif value == WON:  # the option hands the opponent the game
                return None, []
            else:
                total ^= value
        return total, unknown

    def options(self, node: Node) -> Iterator[Any]:
        """Yield what the options of `node` lead to, a node or a `Sum`, equal components gone in pairs; or `ENDS`.

        Options after which a pair of equal components is worth WIN are left out: the opponent wins.
        """
        source = self.source
        stands, kind = source.searched, type(node)
        for option in options_of(source, node):
            self.step()
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

    def _is_no_win(self, node: Node) -> bool:
        """Say whether no option of `node` ends the game."""
        value = self.value(node)
        if value is None and not self.excluded.get(node, 0) & _NO_WIN:
            if wins_at_once(self.source, node):
                self.values[node] = value = WON
            else:
                self.excluded[node] = self.excluded.get(node, 0) | _NO_WIN
        return value != WON
