"""The followers of a state: all states that play can lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.core.components import Component
from grundy.errors import OverBudgetError
from grundy.runtime import limits, progress
from grundy.runtime.bounds import Layers, Memo, SearchCounts
from grundy.runtime.costs import REPORT_OPTIONS
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.ruleset import Ruleset


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
