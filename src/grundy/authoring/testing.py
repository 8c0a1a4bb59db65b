"""Helpers for tests of your own rulesets: the audit as an assertion, and Hypothesis strategies.

>>> import grundy
>>> @grundy.ruleset
... def take(n):
...     yield from range(max(0, n - 3), n)
>>> assert_sound(take)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.authoring.audit import DEEPEST, MOST_STATES, audit
from grundy.authoring.report import AuditReport, Finding
from grundy.core.components import Component
from grundy.core.position import Position

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from grundy.core.ruleset import Ruleset

__all__ = ["AuditReport", "Finding", "assert_sound", "audit", "positions", "states"]


def assert_sound(rules: Ruleset, *starts: Any, states: int = MOST_STATES, depth: int = DEEPEST) -> None:
    """Raise `AssertionError` with the findings if the audit of `rules` finds a fault. For use in your own tests.

    The parameters and the cost are those of `grundy.authoring.audit.audit`.
    """
    __tracebackhide__ = True  # pytest then points at the caller
    report = audit(rules, *starts, states=states, depth=depth)
    if not report:
        raise AssertionError(str(report))


def states(rules: Ruleset, *starts: Any, most_moves: int = 20) -> SearchStrategy[Any]:
    """Return a Hypothesis strategy of states that play from `starts` reaches; it shrinks towards fewer moves.

    Needs the package ``hypothesis``. Raises `ValueError` without a start.

    >>> import grundy
    >>> @grundy.ruleset
    ... def take(n):
    ...     yield from range(max(0, n - 3), n)
    >>> from hypothesis import given
    >>> @given(states(take, 10))
    ... def test(n):
    ...     assert take(n).nimber == n % 4
    >>> test()
    """
    from hypothesis import strategies

    if not starts:
        message = "expected at least one state to begin with, found none"
        raise ValueError(message)

    @strategies.composite
    def played(draw: Any) -> Any:
        state = draw(strategies.sampled_from(starts))
        for _ in range(draw(strategies.integers(0, most_moves))):
            parts = [part.state for option in rules.moves(state) for part in option.components if part.ruleset == rules]
            if not parts:
                break
            state = draw(strategies.sampled_from(parts))
        return state

    return played()


def positions(rules: Ruleset, *starts: Any, most: int = 3, most_moves: int = 20) -> SearchStrategy[Position]:
    """Return a Hypothesis strategy of sums of up to `most` states that play from `starts` reaches (see `states`).

    >>> import grundy
    >>> @grundy.ruleset
    ... def take(n):
    ...     yield from range(max(0, n - 3), n)
    >>> from hypothesis import given
    >>> @given(positions(take, 5))
    ... def test(position):
    ...     assert bool(position.winning_moves()) == (str(position.outcome) == "N")
    >>> test()
    """
    from hypothesis import strategies

    return strategies.lists(states(rules, *starts, most_moves=most_moves), max_size=most).map(
        lambda chosen: Position.of(Component(rules, state) for state in chosen)
    )
