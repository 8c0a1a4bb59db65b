"""A pattern in a user's own ruleset as a step of an explanation: the formula, and the states it was observed on."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from grundy.errors import GrundyError
from grundy.runtime import limits
from grundy.runtime.costs import ASIDE_OPTIONS
from grundy.runtime.messages import Message
from grundy.runtime.packages import available
from grundy.theory.explain.reductions import Reduction

if TYPE_CHECKING:
    from grundy.authoring.patterns.pattern import Pattern
    from grundy.core.function_rulesets import FunctionRuleset

_SIDES = {1: 40, 2: 12}  # numbers in a state -> side of the table in which a pattern is searched


def reduction(rules: FunctionRuleset, state: Any) -> Reduction | None:
    """Return the simplest pattern in a small table of the ruleset, and the result of its formula for a state.

    Parameters of ``reduction.observed`` and ``reduction.observed-outcomes``: ``formula``; ``names``, the names in the
    formula; ``state``; ``checked``, the number of states compared; ``most``, the largest number in these states; and
    ``says``, the result of the formula for the state, as a nimber or as an outcome. Returns None if states are no
    numbers or may come back, no pattern is found, or its formula is wrong for the state.
    """
    if rules.loopy:
        return None
    numbers = state if isinstance(state, tuple) else (state,)
    side = _SIDES.get(len(numbers))
    counted = all(type(number) is int and number >= 0 for number in numbers)
    if side is None or not counted or len(numbers) not in rules.counts or not available("numpy"):
        return None
    pattern = _simplest(rules, (range(side),) * len(numbers))
    if pattern is None:
        return None
    try:
        says = pattern(*numbers)
        right = rules.outcome(state).value == "P" if pattern.outcomes else rules.nimber(state)
    except (GrundyError, ArithmeticError):
        return None
    if says != right:
        return None
    names, shown = ", ".join(pattern.names), ", ".join(map(str, numbers))
    about = {"formula": pattern.text, "checked": pattern.checked, "most": side - 1, "names": names, "state": shown}
    about["says"] = int(says) if not pattern.outcomes else "P" if says else "N"
    kind, note = ("observed-outcomes", "observed-outcome") if pattern.outcomes else ("observed", "observed-nimber")
    return Reduction(f"reduction.{kind}", about, (Message(f"reduction.note.{note}", about),), observed=True)


@lru_cache(maxsize=64)
def _simplest(rules: FunctionRuleset, bounds: tuple[range, ...]) -> Pattern | None:
    """Return the simplest pattern of a small table; None if no pattern is found or the table exceeds its budget."""
    from grundy.authoring.patterns.finder import find

    try:
        with limits.limited(search_options=min(ASIDE_OPTIONS, limits.budget().search_options)):
            return next(iter(find(rules.table(bounds))), None)
    except Exception:  # the user's rules may raise anything for states that are not theirs
        return None
