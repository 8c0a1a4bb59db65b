"""Values under rules with ``loopy=True``: all states that play leads to are explored and labelled together.

A state may be reached again from itself. Its value is that of its vertex in a digraph. The digraphs of a ruleset are
kept in the cache of tables. `followers` does the same for rules of any kind, without values. No digraph is made here,
because `Ruleset` uses this file, and digraphs are made of rulesets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.core.components import Component
from grundy.core.mistakes import unhashable
from grundy.errors import OverBudgetError, RulesetError
from grundy.runtime import limits, progress
from grundy.runtime.bounds import Layers, Memo, SearchCounts
from grundy.runtime.costs import REPORT_OPTIONS
from grundy.runtime.messages import Message
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grundy.core.loopy.digraph import Digraph
    from grundy.core.ruleset import Ruleset
    from grundy.core.values import Loopy

_MOST_KEPT = 8  # digraphs of a ruleset, none of which holds all states of another
_FASTER = ("components", "known", "known_outcome", "prepare")  # methods that a digraph does not use


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
