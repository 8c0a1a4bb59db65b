"""Rulesets as digraphs: all states that play leads to, where a state may come back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import OverBudgetError, RulesetError
from grundy.families.graphs.digraph import Digraph
from grundy.families.graphs.labels import by_row
from grundy.messages import Message
from grundy.runtime import limits, progress

if TYPE_CHECKING:
    from grundy.core.components import Option
    from grundy.core.ruleset import Ruleset


def explored(rules: Ruleset, state: Any) -> Digraph:
    """Return the digraph of the states that play from `state` leads to; see `Ruleset.digraph`."""
    allowed = limits.budget().search_options
    names = [rules.check(state)]
    numbers = {names[0]: 0}
    sources: list[int] = []
    targets: list[int] = []
    for number, here in enumerate(names):
        for option in rules.moves(here):
            progress.check_cancelled()
            after = _only_state(rules, here, option)
            sources.append(number)
            targets.append(numbers.setdefault(after, len(numbers)))
            if len(numbers) > len(names):
                names.append(after)
        if len(sources) > allowed:
            raise OverBudgetError(Message("what.followers"), len(sources), allowed, "options")
    rows = by_row(np.array(sources, np.int32), np.array(targets, np.int32), len(names))
    return Digraph(rows, tuple(names))


def _only_state(rules: Ruleset, state: Any, option: Option) -> Any:
    """Return the state that an option leads to; a digraph has no place for one that splits or ends the game."""
    parts = option.components
    if option.ends or len(parts) != 1 or parts[0].ruleset != rules:
        raise RulesetError("error.digraph-option", state=rules.label(state), move=str(option.move))
    return parts[0].state
