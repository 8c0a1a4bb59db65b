"""The way from a declared ruleset to its compiled search: what compiles is asked here, and what does not is named."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any

from grundy.compiled.kinds import Kind, Refusal, kind_of_state
from grundy.core.values import WIN
from grundy.messages import Message
from grundy.runtime import limits, progress
from grundy.runtime.packages import available
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from grundy.compiled.modules import Plan
    from grundy.compiled.searching import Searcher
    from grundy.core.functions import FunctionRuleset
    from grundy.core.values import Value

_PLANS = 256  # that are remembered
_CELL = 4  # bytes of a value in a dense table
_told: set[tuple[str, str]] = set()  # what was said of which ruleset


def compiles(rules: FunctionRuleset, state: Any) -> bool:
    """Say whether the search from a state can be compiled; where not, tell the user why, once."""
    kind = kind_of_state(state)
    found = Refusal("state-form") if kind is None else _plan(rules, kind, None)
    if isinstance(found, Refusal):
        where = found.where and f"{found.where}: "
        _tell(rules, Message("compiled.refused", {"name": rules.name, "where": where, "reason": found.reason}))
        return False
    if not available("numba"):
        _tell(rules, Message("compiled.no-numba", {"name": rules.name}))
        return False
    return True


def would_compile(rules: FunctionRuleset, state: Any) -> bool:
    """Say whether the search from a state could be compiled, without a word."""
    kind = kind_of_state(state)
    return kind is not None and not isinstance(_plan(rules, kind, None), Refusal) and available("numba")


def is_worth_it(rules: FunctionRuleset, state: Any) -> bool:
    """Say whether the compiled search is worth it for a question that may be small.

    It is where its machine code is there, where the budget says so, and where the plain one might never end.
    """
    kind = kind_of_state(state)
    assert kind is not None
    plan = _plan(rules, kind, None)
    loaded = any(tables.get(_key(rules, kind, shape)) for shape in (None, rules.bounds))
    return loaded or limits.budget().kernel_above is not None or (not isinstance(plan, Refusal) and plan.has_while)


def value(rules: FunctionRuleset, state: Any) -> Value | None:
    """Return the value of a state that compiles; None where the plain search has to answer."""
    from numba.core.errors import NumbaError

    from grundy.compiled.searching import Unanswered

    kind = kind_of_state(state)
    assert kind is not None
    for shape in dict.fromkeys((_affordable(rules.bounds), None)):
        searcher = _searcher(rules, kind, shape)
        if searcher is None:
            continue
        try:
            found = searcher.value([state])
        except Unanswered as stop:
            if stop.message is not None:
                _tell(rules, stop.message)
            if stop.message is None or stop.message.kind != "compiled.outside":
                return None
        except NumbaError as error:
            words = str(error).strip().partition("\n")[0]
            _tell(rules, Message("compiled.failed", {"name": rules.name, "error": words}))
            return None
        else:
            return WIN if found < 0 else found
        finally:
            tables.put(_key(rules, kind, shape), searcher, searcher.bytes)
    return None


def _affordable(shape: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """Return the bounds of a dense table, None where that takes too much memory."""
    return shape if shape and limits.affordable(limits.Cost(0, _CELL * prod(shape))) else None


def _searcher(rules: FunctionRuleset, kind: Kind, shape: tuple[int, ...] | None) -> Searcher | None:
    from grundy.compiled.modules import Machine
    from grundy.compiled.searching import Searcher

    found: Searcher | None = tables.get(_key(rules, kind, shape))
    if found is None:
        plan = _plan(rules, kind, shape)
        if isinstance(plan, Refusal):
            return None
        found = Searcher(plan, Machine(plan))
    return found


def _key(rules: FunctionRuleset, kind: Kind, shape: tuple[int, ...] | None) -> tuple[Any, ...]:
    return "compiled", rules, kind, shape


@lru_cache(_PLANS)
def _plan(rules: FunctionRuleset, kind: Kind, shape: tuple[int, ...] | None) -> Plan | Refusal:
    from grundy.compiled.modules import plan

    try:
        return plan(rules, kind, shape)
    except Refusal as refusal:
        return refusal


def _tell(rules: FunctionRuleset, message: Message) -> None:
    """Tell the user something about a ruleset, once."""
    said = rules.name, str(message)
    if said not in _told:
        _told.add(said)
        progress.notice(message)
