"""The nodes of a search and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from grundy.core.components import Component
from grundy.runtime.bounds import Node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

# Stands for WIN and LOONY in a memo. It is a float, so that a nim-sum with it is an error.
WON: Final[int] = -1.0  # type: ignore[assignment]


class Ends:
    """A sentinel for an option that ends the whole game: the player who makes the move has won."""


ENDS: Final = Ends()


class NodeSource(Protocol[Node]):
    """Nodes with their options."""

    @property
    def searched(self) -> bool:
        """Whether an option of the same type as its node is itself a node, and `known` has no value of it."""

    @property
    def options(self) -> Callable[[Any], Iterable[Any]]:
        """The function that yields the options of a node, as nodes or as other arguments of `parts`."""

    def foreign(self, node: Component) -> Iterable[Any]:
        """Yield the options of a node that is a component of another ruleset, as arguments of `parts`."""

    def parts(self, node: Node, option: Any) -> Sequence[Node] | Ends:
        """Return the nodes that an option of `node` leads to, or `ENDS`.

        If the same player moves again after the option, the memo then says that the rules entail.
        """

    def known(self, node: Node) -> int | None:
        """Return a value that needs no search."""

    def explain(self, error: Exception, node: Any, before: Any = None) -> None:
        """Note in an exception that it came at a node, an option of `before`; raise another if an option is wrong."""


def options_of(source: NodeSource[Any], node: Any) -> Iterable[Any]:
    """Return the options of a node."""
    return source.foreign(node) if type(node) is Component else source.options(node)


def wins_at_once(source: NodeSource[Node], node: Node) -> bool:
    """Return whether an option of `node` ends the game. This is little work even if finding the value is much."""
    return any(isinstance(source.parts(node, option), Ends) for option in options_of(source, node))


def odd_ones(parts: Sequence[Node]) -> tuple[Node, ...]:
    """Return the parts that occur an odd number of times, each once."""
    odd: dict[Node, None] = {}
    for part in parts:
        if part in odd:
            del odd[part]
        else:
            odd[part] = None
    return tuple(odd)
