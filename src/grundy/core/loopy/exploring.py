"""Values under rules with ``loopy=True``: all states that play leads to are explored and labelled together.

A state may be reached again from itself. Its value is that of its vertex in a digraph. The digraphs of a ruleset are
kept in the cache of tables. `followers` does the same for rules of any kind, without values.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, cast

from grundy.core.components import Component
from grundy.core.loopy.digraph import Digraph
from grundy.core.loopy.labels import by_row
from grundy.core.mistakes import explain, unhashable
from grundy.errors import OverBudgetError, RulesetError
from grundy.runtime import limits, progress
from grundy.runtime.bounds import Layers, Memo, SearchCounts, entry_bytes
from grundy.runtime.costs import REPORT_OPTIONS
from grundy.runtime.messages import Message
from grundy.runtime.packages import available
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from grundy.core.components import Option
    from grundy.core.ruleset import Ruleset
    from grundy.core.values import Loopy

_EDGE_BYTES = 32  # including the memory of its labels
_WEIGH_FIRST = 65_536  # states: fewer always fit
_GROWN = 1.25  # factor of the number of states between two checks of the memory
_MOST_KEPT = 8  # digraphs of a ruleset, none of which holds all states of another
_FASTER = ("components", "known", "known_outcome", "prepare")  # methods that a digraph does not use


def explored(rules: Ruleset, states: Iterable[Any]) -> Digraph:
    """Return the digraph of the states that play from `states` leads to; see `Ruleset.digraph`."""
    same = rules.canonical if rules.loopy and rules.declares("canonical") else _itself
    names = list(dict.fromkeys(same(rules.check(state)) for state in states))
    numbers = {name: number for number, name in enumerate(names)}
    sources, targets = array("i"), array("i")

    def after(here: Any) -> Iterator[Any]:
        return (same(_only_state(rules, here, option)) for option in rules.moves(here, named=False))

    bounds, layers = SearchCounts(0, Memo()), Layers(after)
    weigh_at = min(_WEIGH_FIRST, limits.budget().search_states + 1) if limits.budget().table_bytes is None else 1
    try:
        for number, here in enumerate(names):
            layers.visit(names, number)
            try:
                for option in rules.moves(here, named=False):
                    bounds.step(here)
                    after = same(_only_state(rules, here, option))
                    sources.append(number)
                    targets.append(numbers.setdefault(after, len(numbers)))
                    if len(numbers) > len(names):
                        names.append(after)
            except TypeError as error:
                explain(error, rules, here)
                raise
            if len(names) >= weigh_at:
                _weigh(numbers, len(sources))
                weigh_at = int(_GROWN * len(names)) + 1
            bounds.states += 1
    finally:
        bounds.record()
    return Digraph(by_row(_edge_ends(sources), _edge_ends(targets), len(names)), tuple(names))


def _edge_ends(vertices: array[int]) -> NDArray[np.int32]:
    """Return vertices as an array of NumPy, or unchanged if NumPy is missing."""
    if not available("numpy"):
        return cast("NDArray[np.int32]", vertices)
    import numpy as np

    return np.array(vertices, np.int32)


def _itself(state: Any) -> Any:
    return state


def _weigh(numbers: dict[Any, int], edges: int) -> None:
    """Raise `OverBudgetError` if there are too many states, or if they take too much memory."""
    allowed = limits.budget().search_states
    if len(numbers) > allowed:
        raise OverBudgetError(Message("over.states"), len(numbers), allowed, "states")
    size = len(numbers) * entry_bytes(numbers) + edges * _EDGE_BYTES
    available = limits.table_bytes()
    if size > available:
        raise OverBudgetError(Message("over.digraph-states"), size, available, "bytes")


def _only_state(rules: Ruleset, state: Any, option: Option) -> Any:
    """Return the state that an option leads to; raise `RulesetError` if it leads to a sum or ends the game."""
    parts = option.components
    if option.ends or option.again or len(parts) != 1 or parts[0].ruleset != rules:
        raise RulesetError("error.digraph-option", state=rules.label(state), move=str(option.move))
    return parts[0].state


def value(rules: Ruleset, state: Any) -> int | Loopy:
    """Return the value of a state under loopy rules: see `Ruleset.value`."""
    graph, (vertex,) = _digraph_with(rules, [state])
    return graph.value(vertex)


def values(rules: Ruleset, states: Sequence[Any]) -> list[int | Loopy]:
    """Return the values of many states under loopy rules, explored together."""
    if not states:
        return []
    graph, vertices = _digraph_with(rules, states)
    return [graph.value(vertex) for vertex in vertices]


def remoteness(rules: Ruleset, state: Any) -> int:
    """Return the remoteness of a state on its own, -1 for a draw."""
    graph, (vertex,) = _digraph_with(rules, [state])
    return graph.remoteness_of(vertex)


def rank(rules: Ruleset, state: Any) -> int:
    """Return the rank of a state that has a nimber: see `grundy.core.loopy.labels.Labels`."""
    graph, (vertex,) = _digraph_with(rules, [state])
    return graph.rank_of(vertex)


def _digraph_with(rules: Ruleset, states: Sequence[Any]) -> tuple[Digraph, list[Any]]:
    """Return a digraph that holds states, and their vertices in it.

    It is a digraph from the cache, or a new one of all states that play leads to from these.
    """
    vertices = [rules.canonical(rules.check(state)) for state in states]
    try:
        kept: list[Digraph] = tables.get(("digraphs", rules)) or []
        for graph in kept:
            if all(vertex in graph for vertex in vertices):
                return graph, vertices
    except TypeError as error:
        raise unhashable(rules, states[0], error) from error
    wrong = [name for name in _FASTER if rules.declares(name)]
    if wrong:
        raise RulesetError("error.loopy-with", wrong=wrong)
    new = rules.digraph(*vertices)
    kept = [new, *(old for old in kept if len(old) > len(new) or any(name not in new for name in old.names))]
    tables.put(("digraphs", rules), kept[:_MOST_KEPT], sum(graph.bytes_held for graph in kept[:_MOST_KEPT]))
    return new, vertices


def followers(rules: Ruleset, state: Any) -> tuple[Component, ...]:
    """Return all states that play from `state` leads to; see `Ruleset.followers`."""
    allowed, most = limits.budget().search_options, limits.budget().search_states
    found = {Component(rules, rules.check(state)): None}
    components = list(found)
    options, bounds, layers = 0, SearchCounts(0, Memo()), Layers(_after)
    for number, component in enumerate(components):  # the list grows while the loop goes through it
        layers.visit(components, number)
        for option in component.ruleset.moves(component.state, named=False):
            progress.check_cancelled()
            options += 1
            if options > allowed:
                raise OverBudgetError(Message("what.followers"), options, allowed, "options")
            if options % REPORT_OPTIONS == 0:
                bounds.look(options, component)
            new = [part for part in dict.fromkeys(option.components) if part not in found]
            found.update(dict.fromkeys(new))
            components += new
            if len(components) > most:
                raise OverBudgetError(Message("what.followers"), len(components), most, "states")
    return tuple(components)


def _after(component: Component) -> Iterator[Component]:
    """Yield the components that the options of a component lead to."""
    for option in component.ruleset.moves(component.state, named=False):
        yield from option.components
