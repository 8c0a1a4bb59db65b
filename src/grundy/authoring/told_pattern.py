"""What an explanation says of a pattern in a user's own ruleset: an observation, and what it was observed on."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from grundy.errors import GrundyError
from grundy.explain.reasons import Reduction
from grundy.messages import Message
from grundy.runtime import limits
from grundy.runtime.packages import available

if TYPE_CHECKING:
    from grundy.authoring.patterns.pattern import Pattern
    from grundy.core.functions import FunctionRuleset

_SIDES = {1: 40, 2: 12}  # of the table that is looked at, by the numbers of a state
_MOST_SEARCHED = 50_000  # options


def reduction(rules: FunctionRuleset, state: Any) -> Reduction | None:
    """Return the simplest pattern in a small table of the ruleset, and what it says of a state.

    Parameters of ``reduction.observed``, and of ``reduction.observed-outcomes``: the ``formula``, the ``names`` in it,
    the ``state``, ``checked``, on how many states it was, ``side``, below which their numbers were, and what the
    formula ``says`` of the state. None where states are no numbers, no pattern is found, or it is wrong for the state.
    """
    numbers = state if isinstance(state, tuple) else (state,)
    counted = all(type(number) is int and number >= 0 for number in numbers)
    if not counted or len(numbers) not in _SIDES or len(numbers) != rules.parameters or not available("numpy"):
        return None
    pattern = _simplest(rules, len(numbers))
    says = None if pattern is None else _right(rules, state, pattern, numbers)
    if pattern is None or says is None:
        return None
    names, shown, side = ", ".join(pattern.names), ", ".join(map(str, numbers)), _SIDES[len(numbers)]
    about = {"formula": pattern.text, "checked": pattern.checked, "side": side, "names": names, "state": shown}
    about["says"] = says
    if pattern.outcomes:
        return Reduction("reduction.observed-outcomes", about, (Message("reduction.note.observed-outcome", about),))
    return Reduction("reduction.observed", about, (Message("reduction.note.observed-nimber", about),))


def _right(rules: FunctionRuleset, state: Any, pattern: Pattern, numbers: tuple[int, ...]) -> int | None:
    """Return what a pattern says of a state, where that is right."""
    try:
        says = pattern(*numbers)
        right = rules.outcome(state).value == "P" if pattern.outcomes else rules.nimber(state)
    except (GrundyError, ArithmeticError):
        return None
    return int(says) if says == right else None


@lru_cache(maxsize=64)
def _simplest(rules: FunctionRuleset, count: int) -> Pattern | None:
    """Return the simplest pattern of all states of a small table; None without one, or where it is much work."""
    from grundy.authoring.patterns.finder import find

    bounds = (range(_SIDES[count]),) * count
    try:
        with limits.limited(search_options=min(_MOST_SEARCHED, limits.budget().search_options)):
            found = find(rules.table(bounds))
    except Exception:  # of a user's rules, which need not know such states
        return None
    return next((pattern for pattern in found if not pattern.where), None)
