"""Refusals for heaps under a function: before a search that cannot end within the budget, a period is searched for.

No theorem proves the period of a function, so the period gives no answer. The refusal names the observed period.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.core.search import batch
from grundy.core.search.nodes import NodeSearch
from grundy.errors import OverBudgetError
from grundy.games.families.heaps import heap_tables
from grundy.runtime import limits
from grundy.runtime.bounds import Patience
from grundy.runtime.costs import ANSWER_SECONDS, EXTRA_OPTIONS
from grundy.runtime.messages import Message
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from grundy.core.ruleset import Ruleset
    from grundy.games.families.heaps.heap_rules import HeapRules
    from grundy.runtime.bounds import Memo

_SMALL = 2000  # smaller heaps are searched without an estimate


def check_heap(rules: HeapRules, own: Ruleset, state: int) -> None:
    """Raise `OverBudgetError` with the observed period, if the search from a heap is too long and a period is observed.

    `own` is the ruleset that is searched; it may be `rules`.
    """
    memo: Memo[int] | None = tables.get(("memo", own))
    if state < _SMALL or (memo is not None and state in memo.values):
        return
    options = batch.cost(own, state + 1).options
    if options <= limits.budget().search_options or _is_found(own, state):
        return
    found = heap_tables.look_for_period(rules, ANSWER_SECONDS / 2)
    if found.period is not None:
        heap, more = found.reduce(state)
        params = {"heap": state, "code": rules.shown_code, "claim": found.message, "nimber": own.nimber(heap) + more}
        raise OverBudgetError(Message("over.heap-observed", params), options, limits.budget().search_options, "options")


def check_length(rules: HeapRules, own: Ruleset, length: int) -> None:
    """Raise `OverBudgetError` for a sequence that is too much work, with the period if a period is observed."""
    options, allowed = batch.cost(own, length).options, limits.budget().search_options
    if length < _SMALL or options <= allowed:
        return
    what = Message("over.sequence", {"code": rules.shown_code, "heap": length - 1})
    claim = heap_tables.look_for_period(rules, ANSWER_SECONDS / 2).message
    raise OverBudgetError(Message("over.observed", {"what": what, "claim": claim}), options, allowed, "options")


def _is_found(rules: Ruleset, state: int) -> bool:
    """Return whether a search from a heap ends within few options: few heaps may be reachable."""
    search = NodeSearch(rules, Patience(refuses=False, options=EXTRA_OPTIONS))
    with search.counted():
        search.find(state, None)
    return not search.patience.is_over
