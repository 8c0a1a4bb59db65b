"""Values and outcomes of states: by a formula or a table if the ruleset has one, else by a search.

The facade methods `Ruleset.value`, `Ruleset.has_nimber` and `Ruleset.outcome` call these functions. Each of them checks
the state once, asks the ruleset for a table or a formula, and searches only if there is neither. The search prunes if
the question is about one nimber, or if states have components.
"""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from grundy.compiled import engine as compiled
from grundy.core.function_rulesets import FunctionRuleset
from grundy.core.values import WIN, Outcome, outcome_of
from grundy.errors import OverBudgetError, RulesetError, exception_words
from grundy.loopy import solving
from grundy.runtime import compiling, limits, progress
from grundy.runtime.costs import ASIDE_OPTIONS, MOMENT_SECONDS, SMALL_OPTIONS
from grundy.runtime.packages import available, installed
from grundy.runtime.table_cache import tables
from grundy.search.nodes import NodeSearch
from grundy.search.source import WON

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.ruleset import Ruleset
    from grundy.core.values import Value

__all__ = ["has_nimber", "machine_codes", "outcome", "value"]

_LONG = 3 * MOMENT_SECONDS  # seconds of a plain search after which a notice says that the rules would compile


def value(rules: Ruleset, state: Any) -> Value:
    """Return the nimber of `state`, or `WIN`, or `Loopy`: see `Ruleset.value`."""
    if rules.loopy:
        return solving.value(rules, state)
    state = rules.check(state)
    found = _found(rules, state, None)
    return WIN if found is None else found  # a search for the value has an answer


def has_nimber(rules: Ruleset, state: Any, nimber: int) -> bool:
    """Return whether `state` has this nimber: see `Ruleset.has_nimber`."""
    if rules.loopy:
        return solving.value(rules, state) == nimber
    state = rules.check(state)
    outcome = None if nimber else rules.known_outcome(state)
    if outcome is not None:
        return outcome is Outcome.P
    return _found(rules, state, nimber) == nimber


def outcome(rules: Ruleset, state: Any) -> Outcome:
    """Return the outcome of `state` on its own: see `Ruleset.outcome`."""
    if rules.loopy:
        return outcome_of(solving.value(rules, state))
    return Outcome.P if has_nimber(rules, state, 0) else Outcome.N


def _found(rules: Ruleset, state: Any, nimber: int | None) -> Value | None:
    """Return the value of `state` from a table, a formula or a search, as `_searched` does."""
    found: Value | None = rules.prepare(state)
    if found is None:
        found = rules.known(state)
    return _searched(rules, state, nimber) if found is None else found


def _searched(rules: Ruleset, state: Any, nimber: int | None) -> Value | None:
    """Return the value of `state` by a search; with `nimber`, None as soon as it is known to be another value."""
    try:
        hash(rules)
    except TypeError as error:
        raise RulesetError("error.ruleset-hashable", name=type(rules).__name__, error=str(error)) from error
    remembered = _remembered(rules, state)
    if remembered is not None:
        return remembered
    if rules.compiled:
        answered, found = _compiled(rules, state, nimber)
        if answered:
            return found
    begun = time.monotonic()
    value = _plain(rules, state, nimber)
    long = time.monotonic() - begun > _LONG and progress.has_listener()
    if long and isinstance(rules, FunctionRuleset) and not rules.compiled:
        compiled.hint(rules, state)
    return value


def _remembered(rules: Ruleset, state: Any) -> int | None:
    """Return the nimber of `state` from the memo of earlier searches, if its key there is the state itself.

    To begin a search takes ten times as long, and a position with many options needs the values of all of them.
    """
    memo = tables.get(("memo", rules))
    if memo is None or memo.entails or rules.declares("canonical") or rules.declares("components"):
        return None
    with suppress(TypeError):  # the search reports a state without a hash
        found: int | None = memo.values.get(state)
        return None if found == WON else found
    return None


def _plain(rules: Ruleset, state: Any, nimber: int | None) -> Value | None:
    """Search in plain Python."""
    most = rules.most_options(state)
    try:
        if most is None:
            return NodeSearch(rules).find(state, nimber)
        with limits.limited(search_options=min(most, limits.budget().search_options)):
            return NodeSearch(rules).find(state, nimber)
    except RecursionError as error:
        if not _is_ours(error):
            raise
        raise RulesetError("error.state-deep", name=rules.name) from error
    except TypeError as error:
        if "unhashable" not in exception_words(error) or not _is_ours(error):
            raise
        raise RulesetError("error.state-hashable", name=rules.name, error=str(error)) from error


def _compiled(rules: Ruleset, state: Any, nimber: int | None) -> tuple[bool, Value | None]:
    """Return whether rules with machine code are answered here, and the answer, as `_searched` does.

    The plain search begins, within a limit of options, and answers a small question. Games of grundy keep a smaller
    budget of options; rules with ``compiled=True`` do not, and a notice says why they do not compile.
    """
    asked_for = isinstance(rules, FunctionRuleset)
    form = rules.compiled_form(state)
    if form is None or not (compiled.compiles(*form) if asked_for else installed("numba")):
        return False, None
    allowed = limits.budget().search_options
    for options in _options_before(*form, nimber, asked_for=asked_for):
        try:
            with limits.limited(search_options=min(options, allowed)):
                return True, NodeSearch(rules).find(state, nimber)
        except OverBudgetError:
            if allowed <= options and not asked_for:
                raise
    if compiled.why_not(*form) is not None:
        return False, None
    return _of_machine_code(*form, nimber)


def _options_before(rules: Ruleset, state: Any, nimber: int | None, *, asked_for: bool) -> Iterator[int]:
    """Yield the limits, in options, of the plain searches before machine code is used."""
    above = limits.budget().kernel_above
    if above is not None:
        if above >= 0:
            yield above
        return
    if compiled.is_loaded(rules, state) or (asked_for and compiled.may_be_endless(rules, state)):
        return
    begun = time.thread_time()
    yield ASIDE_OPTIONS
    seconds = time.thread_time() - begun  # rules differ by a factor of a hundred
    if compiled.why_not(rules, state) is None:
        code = compiled.machine_code(rules, state, prunes=_prunes(rules, state, nimber))
        more = int(ASIDE_OPTIONS * compiling.patience(code) / max(seconds, 1e-6))
        if more > ASIDE_OPTIONS:
            yield more
        compiling.use(code)


def _of_machine_code(rules: Ruleset, state: Any, nimber: int | None) -> tuple[bool, Value | None]:
    """Return whether machine code answers for a state, and its answer, as `_searched` does."""
    if not available("numba"):  # its import fails
        return False, None
    if _prunes(rules, state, nimber):
        earlier = compiled.known(rules, state) if nimber is not None else None
        if earlier is not None:
            return True, earlier if earlier == nimber else None
        parts = list(map(rules.canonical, rules.components(state)))
        answered, found = compiled.nimber(rules, parts, nimber, partial(_small, rules))
        if answered:
            return True, found
    value = compiled.value(rules, state, partial(_small, rules))
    return value is not None, value


def _small(rules: Ruleset, state: Any) -> int | None:
    """Return the value of a state that the plain search finds soon, -1 for one that is no nimber; None without one."""
    with suppress(OverBudgetError), limits.limited(search_options=min(SMALL_OPTIONS, limits.budget().search_options)):
        found = NodeSearch(rules).find(state, None)
        return found if isinstance(found, int) else WON
    return None


def _prunes(rules: Ruleset, state: Any, nimber: int | None) -> bool:
    """Return whether machine code prunes for a state that compiles.

    It prunes for a question about one nimber, and for the value if states have components or canonical forms. It does
    not if the same player may move again, or if bounds are declared: then a table is filled.
    """
    prunes = nimber is not None or rules.declares("components") or rules.declares("canonical")
    return rules.bounds is None and prunes and not compiled.entails(rules, state)


def machine_codes(rules: Ruleset, state: Any) -> Iterator[compiling.MachineCode]:
    """Yield the machine code for the value and that for the outcome of a state, if its rules compile.

    Both may be equal.
    """
    form = rules.compiled_form(state)
    if form is not None and compiled.why_not(*form) is None:
        for nimber in (None, 0):
            yield compiled.machine_code(*form, prunes=_prunes(*form, nimber))


def _is_ours(error: BaseException) -> bool:
    """Return whether an exception was raised by a line of grundy, or by a hash method that such a line called."""
    frames = [frame for frame, _ in walk_tb(error.__traceback__) if frame.f_code.co_name != "__hash__"]
    return str(frames[-1].f_globals.get("__name__")).startswith("grundy.")
