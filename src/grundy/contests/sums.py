"""The answers for many sums at once, for problems with many cases or long lists."""

from __future__ import annotations

from functools import reduce
from itertools import islice
from operator import xor
from typing import TYPE_CHECKING, Any

from grundy.core.abilities import known_many

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from grundy.contests.inputs.expressions import Scope
    from grundy.core.ruleset import Ruleset


def sums(rules: Ruleset, states: str | Callable[..., Iterable[Any]]) -> Callable[[Sequence[Scope]], list[bool]]:
    """Return `Problem.values` where each question is a sum of states of one ruleset.

    `states` is the name of the list of states, or a function of names of the question that returns the states. All
    states of all questions are looked up in one call, without a position for each question.

    >>> from grundy import heaps
    >>> sums(heaps("nim"), "a")([{"a": (3, 5, 6)}, {"a": (1, 2)}])
    [False, True]
    """

    def values(questions: Sequence[Scope]) -> list[bool]:
        each = [tuple(one[states] if isinstance(states, str) else one.call(states)) for one in questions]
        flat = [state for some in each for state in some]
        known = known_many(rules, flat)
        nimbers = iter(rules.nimbers(flat).tolist() if known is None else known)
        return [reduce(xor, islice(nimbers, len(some)), 0) > 0 for some in each]

    return values
