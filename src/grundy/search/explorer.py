"""Nodes as the pruning search sees them: values, values that they do not have, and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from grundy.nimbers import mex
from grundy.search.bounds import Bounds
from grundy.search.source import WON, Ends, Node, odd_ones, options_of, wins_at_once

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.search.source import Memo, Source

_NO_WIN = 1  # the lowest bit of an excluded set: the node is not worth WIN


class Explorer(Bounds, Generic[Node]):
    """Options and values of nodes, for one search."""

    __slots__ = ("ahead", "excluded", "foreseen", "source", "values")

    def __init__(self, source: Source[Node], memo: Memo[Node], waiting: int) -> None:
        """Begin to count; a node takes `waiting` bytes while its options are looked at."""
        self.ahead: dict[Node, int] = {}  # for nodes looked at before they are opened: how many options have no value
        self.foreseen: dict[Node, list[tuple[Node, ...] | Ends]] = {}  # and these options, of the last ones
        super().__init__(waiting, memo.values, memo.excluded, self.ahead)
        self.source = source
        self.values = memo.values
        self.excluded = memo.excluded

    def value(self, node: Node) -> int | None:
        """Return the value of `node` if it is in the memo or known."""
        value = self.values.get(node)
        if value is None:
            return self.source.known(node)
        self.hits += 1
        return value

    def keep(self, node: Node, value: int) -> None:
        """Keep a value."""
        self.values[node] = value
        self.excluded.pop(node, None)
        self.ahead.pop(node, None)

    def was_opened(self, node: Node) -> bool:
        """Say whether the memo knows of a node without a value that it was asked for one."""
        excluded = self.excluded.get(node, 0)
        return bool(excluded & _NO_WIN) and excluded != _NO_WIN

    def excludes(self, node: Node, nimber: int) -> bool:
        """Say whether the memo knows that a node without a value does not have this nimber."""
        return bool(self.excluded.get(node, 0) >> (nimber + 1) & 1)

    def moves(self, node: Node, nimber: int | None) -> int:
        """Look at the options of a node without a value, and return how many of them have none either.

        Returns 0 if it has a value by then, or is known not to have the nimber. The options are kept for the time when
        the node is opened, as long as there are not too many.
        """
        if self.was_opened(node):
            return 1  # much about it is known already
        if node in self.ahead:
            return self.ahead[node]
        options: list[tuple[Node, ...] | Ends] = []
        had: set[int] = set()
        found = 0
        for option in self.opened_options(node):
            if isinstance(option, Ends):
                self.keep(node, WON)
                return 0
            options.append(option)
            total, unknown = self.known(option)
            found += bool(unknown)
            if not unknown and total is not None:
                had.add(total)
            if nimber in had:
                self.excluded[node] = self.excluded.get(node, 0) | 2 << nimber
                return 0
        if not found:
            self.keep(node, mex(had))
            return 0
        self.ahead[node] = found
        self._foresee(node, options)
        return found

    def _foresee(self, node: Node, options: list[tuple[Node, ...] | Ends]) -> None:
        """Keep the options of a node that was looked at; where they are too many, only those of the last nodes."""
        if self.kept + len(options) > self.most_kept:
            self.kept -= sum(map(len, self.foreseen.values()))
            self.foreseen.clear()
        self.kept += len(options)
        self.foreseen[node] = options

    def opened_options(self, node: Node) -> Iterator[tuple[Node, ...] | Ends]:
        """Return the options of a node, which may have been looked at beforehand."""
        self.ahead.pop(node, None)
        found = self.foreseen.pop(node, None)
        if found is None:
            return self.options(node)
        self.kept -= len(found)
        return iter(found)

    def known(self, option: tuple[Node, ...]) -> tuple[int | None, list[Node]]:
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

    def options(self, node: Node) -> Iterator[tuple[Node, ...] | Ends]:
        """Yield what the options of `node` lead to, equal components gone in pairs; or `ENDS`.

        Options after which a pair of equal components is worth WIN are left out: the opponent wins.
        """
        source = self.source
        stands = source.searched
        for option in options_of(source, node):
            self.step()
            if stands and type(option) is type(node):
                yield (option,)
                continue
            parts = source.parts(node, option)
            if isinstance(parts, Ends):
                yield parts
            elif len(parts) > 1 and len(set(parts)) < len(parts):
                odd = odd_ones(parts)
                if all(self._is_no_win(part) for part in set(parts).difference(odd)):
                    yield odd
            else:
                yield tuple(parts)

    def _is_no_win(self, node: Node) -> bool:
        """Say whether no option of `node` ends the game."""
        value = self.value(node)
        if value is None and not self.excluded.get(node, 0) & _NO_WIN:
            if wins_at_once(self.source, node):
                self.values[node] = value = WON
            else:
                self.excluded[node] = self.excluded.get(node, 0) | _NO_WIN
        return value != WON
