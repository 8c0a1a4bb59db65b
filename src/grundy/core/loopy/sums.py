"""Remoteness of sums with components of loopy rulesets: the sums that can be reached are explored as one digraph.

Smith's values tell who wins such a sum, but not how: a move to a sum of value 0 may be undone, so that play returns to
the same sum. Moves by remoteness lead to the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option
from grundy.core.loopy import solving
from grundy.core.ruleset import Ruleset
from grundy.errors import RulesetError
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.core.position import Position

Sum = frozenset[tuple[Component, int]]  # components, each with the number of its copies

_OVER: Sum = frozenset()


def lasting(position: Position) -> tuple[Component, ...]:
    """Return components whose play lasts as long as the play of a position under the rules of its games."""
    return tuple(part for term in position.terms for part in term.notation.lasting(term.components))


def loopy_remoteness(position: Position) -> int:
    """Return the remoteness of a position with components of loopy rulesets, -1 for a draw."""
    if len(position.components) == 1:
        rules, state = position.components[0]
        return solving.remoteness(rules, state)
    return solving.remoteness(_SUMS, _sum(lasting(position)))


class _Sums(Ruleset):
    """The sums of any components, as states of one ruleset."""

    loopy = True

    def options(self, state: Sum) -> Iterator[Option]:
        """Yield the sums after a move in one component; of equal components only one is moved in."""
        for component, _ in state:
            for option in component.ruleset.moves(component.state):
                if option.again:
                    raise RulesetError("error.again", name=component.ruleset.name, what=Message("again.loopy"))
                yield Option("", (Component(self, _OVER if option.ends else _after(state, component, option)),))


_SUMS = _Sums()


def _sum(components: Iterable[Component]) -> Sum:
    counts: dict[Component, int] = {}
    for component in components:
        counts[component] = counts.get(component, 0) + 1
    return frozenset(counts.items())


def _after(state: Sum, moved: Component, option: Option) -> Sum:
    counts: dict[Any, int] = dict(state)
    counts[moved] -= 1
    for part in option.components:
        counts[part] = counts.get(part, 0) + 1
    return frozenset((component, count) for component, count in counts.items() if count)
