"""Heaps under a function: the period is looked for before a search that cannot end within the budget.

Nothing proves the period of a function, so it answers nothing: the refusal says what was observed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.errors import OverBudgetError
from grundy.families.heaps import heap_tables
from grundy.messages import Message
from grundy.runtime import limits
from grundy.runtime.table_cache import tables
from grundy.search import batch
from grundy.search.nodes import NodeSearch

if TYPE_CHECKING:
    from grundy.core.ruleset import Ruleset
    from grundy.families.heaps.heap_rules import HeapRules
    from grundy.search.source import Memo
    from grundy.theory.periods import Period

_SMALL = 2000  # heaps; those below are searched without a second thought
_SHARE = 50  # of the budget for a first try, and the most options of it: a heap may have few others below it
_FIRST_TRY = 200_000
_SECONDS = 5.0  # for the period


def check_heap(rules: HeapRules, own: Ruleset, state: int) -> None:
    """Raise `OverBudgetError` where the search from a heap is hopeless and a period is observed; the claim is in it.

    `own` is the ruleset that is searched, which may be that of `rules`.
    """
    memo: Memo[int] | None = tables.get(("memo", own))
    if state < _SMALL or (memo is not None and state in memo.values):
        return
    options = batch.cost(own, state + 1).options
    if options <= limits.budget().search_options or _is_found(own, state):
        return
    found = look(rules)
    if found.period is not None:
        heap, more = found.reduce(state)
        params = {"heap": state, "code": rules.shown_code, "claim": found.message, "nimber": own.nimber(heap) + more}
        raise OverBudgetError(Message("over.heap-observed", params), options, limits.budget().search_options, "options")


def check_length(rules: HeapRules, own: Ruleset, length: int) -> None:
    """Raise `OverBudgetError` for a sequence that is too much work, with the period if one is observed."""
    options, allowed = batch.cost(own, length).options, limits.budget().search_options
    if length < _SMALL or options <= allowed:
        return
    what = Message("over.sequence", {"code": rules.shown_code, "heap": length - 1})
    raise OverBudgetError(
        Message("over.observed", {"what": what, "claim": look(rules).message}), options, allowed, "options"
    )


def look(rules: HeapRules) -> Period:
    """Look for the period for a few seconds."""
    return heap_tables.look_for_period(rules, _SECONDS)


def _is_found(rules: Ruleset, state: int) -> bool:
    """Try a search from a heap with a part of the budget."""
    try:
        with limits.limited(search_options=min(_FIRST_TRY, limits.budget().search_options // _SHARE)):
            NodeSearch(rules).find(state, None)
    except OverBudgetError:
        return False
    return True
