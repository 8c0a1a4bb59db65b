"""The values of the options of one state, for questions that visit all options."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from grundy.errors import OverBudgetError, RulesetError
from grundy.runtime import limits
from grundy.runtime.table_cache import tables
from grundy.search.nodes import NodeSearch
from grundy.search.source import WON

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grundy.core.components import Option
    from grundy.core.ruleset import Ruleset

_FIRST_SEARCH = 32  # options that are valued one by one before the first search for all options
_WORK = 16  # options that this search may visit for each option that was valued so far
_NOTHING: Mapping[Any, int] = {}


class OptionValues:
    """The values of the options of a state, as far as one search for the state itself has found them.

    To begin a search for one option takes a hundred times as long as to visit one option. So after some options the
    state itself is searched, without pruning, and with a small limit: 16 times the number of options that were valued
    so far. If this finds values, it is repeated with a larger limit when they are used up. If the options are much
    work, it is better to search each of them alone, with pruning; then only these 16 visits for each option are lost.
    """

    __slots__ = ("_asked", "_rules", "_search_at", "_state", "_values")

    def __init__(self, rules: Ruleset, state: Any) -> None:
        self._rules = rules
        self._state = state
        self._asked = 0
        self._search_at = _FIRST_SEARCH if _keeps_states(rules) else None
        self._values: Mapping[Any, int] = _NOTHING
        if self._search_at is not None:
            self._take_memo()

    def nimber(self, option: Option) -> int | None:
        """Return the nimber of what an option leaves; None if it is not known, or if there is none."""
        self._asked += 1
        total = self._known(option)
        if total is None and self._search_at is not None and self._asked >= self._search_at:
            self._search()
            total = self._known(option)
        return total

    def _known(self, option: Option) -> int | None:
        total = 0
        for rules, state in option.components:
            value = self._values.get(state) if rules is self._rules else None
            if value is None or value == WON:
                return None
            total ^= value
        return total

    def _search(self) -> None:
        """Search for the state. Errors are ignored here: the search for the single option reports them."""
        self._search_at = 2 * self._asked
        work = min(_WORK * self._asked, limits.budget().search_options)
        with suppress(OverBudgetError, RulesetError, TypeError, RecursionError), limits.limited(search_options=work):
            NodeSearch(self._rules).value_options(self._state)
        self._take_memo()

    def _take_memo(self) -> None:
        memo = tables.get(("memo", self._rules))
        if memo is not None:
            self._values = _NOTHING if memo.entails else memo.values


def _keeps_states(rules: Ruleset) -> bool:
    """Return whether the memo of a search has the states as keys, and no table or formula has their values."""
    if rules.loopy or any(map(rules.declares, ("canonical", "components", "known", "prepare"))):
        return False
    try:
        hash(rules)
    except TypeError:
        return False
    return True
