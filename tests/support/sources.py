"""Nodes for a search, given as functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from grundy.core.components import split
from grundy.core.search.exhaustive import ExhaustiveSearch
from grundy.core.search.source import Ends
from grundy.runtime.bounds import Memo, Patience, SearchCounts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from grundy.core.search.nodes import NodeSearch


class Listed:
    """A source from a function that yields the nodes of each option, or `ENDS`."""

    searched = False

    def __init__(
        self,
        options: Callable[[Any], Iterable[Any]],
        known: Callable[[Any], int | None],
        values: dict[Any, int],
    ) -> None:
        """Keep the functions, and the values that are known or found."""
        self._options = options
        self._known = known
        self.memo, self.patience = Memo(values), Patience()
        self.bounds = SearchCounts(0, self.memo, self.patience)

    def options(self, node: Any) -> Iterator[Any]:
        """Yield options."""
        return (option if isinstance(option, Ends) else split(*option) for option in self._options(node))

    def parts(self, _node: Any, option: Any) -> Any:
        """Return the nodes of an option."""
        return option if isinstance(option, Ends) else option.parts

    def value(self, node: Any) -> int | None:
        """Return a value that was found, or is known."""
        value = self.memo.values.get(node)
        return self._known(node) if value is None else value

    def foreign(self, node: Any) -> Iterator[Any]:
        """Yield options; there are no components here."""
        return self.options(node)

    def explain(self, error: Exception, node: Any, before: Any = None) -> None:
        """Leave an exception as it is."""


def searched(
    start: Any,
    options: Callable[[Any], Iterable[Any]],
    known: Callable[[Any], int | None],
    values: dict[Any, int],
) -> int:
    """Return what the exhaustive search finds; the values that it has found are added to `values`."""
    source = Listed(options, known, values)
    try:
        value = ExhaustiveSearch(cast("NodeSearch", source)).value(start)
        assert value is not None
        return value
    finally:
        source.bounds.record()
