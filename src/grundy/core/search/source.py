"""The nodes of a search and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from grundy.core.components import Component

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grundy.core.search.nodes import NodeSearch

# Stands for WIN and LOONY in a memo. It is a float, so that a nim-sum with it is an error.
WON: Final[int] = -1.0  # type: ignore[assignment]


class Ends:
    """A sentinel for an option that ends the whole game: the player who makes the move has won."""


ENDS: Final = Ends()


def options_of(source: NodeSearch, node: Any) -> Iterable[Any]:
    """Return the options of a node."""
    return source.foreign(node) if type(node) is Component else source.options(node)


def wins_at_once(source: NodeSearch, node: Any) -> bool:
    """Return whether an option of `node` ends the game. This is little work even if finding the value is much."""
    return any(isinstance(source.parts(node, option), Ends) for option in options_of(source, node))


def odd_ones(parts: Sequence[Any]) -> tuple[Any, ...]:
    """Return the parts that occur an odd number of times, each once."""
    odd: dict[Any, None] = {}
    for part in parts:
        if part in odd:
            del odd[part]
        else:
            odd[part] = None
    return tuple(odd)
