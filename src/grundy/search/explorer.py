"""Nodes as the pruning search sees them: values, values that they do not have, and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from grundy.search.bounds import Bounds
from grundy.search.source import WON, Ends, Node, odd_ones, options_of, wins_at_once

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.search.source import Memo, Source

_NO_WIN = 1  # the lowest bit of an excluded set: the node is not worth WIN


class Explorer(Bounds, Generic[Node]):
    """Options and values of nodes, for one search."""

    __slots__ = ("excluded", "source", "values")

    def __init__(self, source: Source[Node], memo: Memo[Node], waiting: int) -> None:
        """Begin to count; a node takes `waiting` bytes while its options are looked at."""
        super().__init__(waiting, memo.values, memo.excluded)
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

    def was_opened(self, node: Node) -> bool:
        """Say whether the memo knows of a node without a value that it was asked for one."""
        return self.excluded.get(node, _NO_WIN) != _NO_WIN

    def excludes(self, node: Node, nimber: int) -> bool:
        """Say whether the memo knows that a node without a value does not have this nimber."""
        return bool(self.excluded.get(node, 0) >> (nimber + 1) & 1)

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
        if value is None and node not in self.excluded:
            if wins_at_once(self.source, node):
                self.values[node] = value = WON
            else:
                self.excluded[node] = _NO_WIN
        return value != WON
