"""The answers for many sums at once, for problems with many cases or long lists."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any

from grundy.core.abilities import known_many
from grundy.core.components import Component
from grundy.core.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from grundy.contests.inputs.expressions import Scope
    from grundy.core.ruleset import Ruleset


def sums(
    rules: Ruleset | str, states: str | Callable[..., Iterable[Any]], *, moves: bool = False
) -> Callable[[Sequence[Scope]], list[int]]:
    """Return `Problem.values` where each question is a sum of states of one ruleset, in normal play.

    `rules` is a ruleset or the name of one, such as a `Let`; `states` the name of the list of states, or a function of
    names of the question that returns the states. All states of all questions are looked up together, without a
    position for each question. The values are the nimbers of the sums, for `Words`, `Marks` and `Nimber`; with `moves`,
    the numbers of winning moves, for `MoveCount`.

    >>> from grundy import heaps
    >>> sums(heaps("nim"), "a")([{"a": (3, 5, 6)}, {"a": (1, 2)}])
    [0, 3]
    >>> sums(heaps("nim"), "a", moves=True)([{"a": (5, 7, 9)}])
    [1]
    """

    def values(questions: Sequence[Scope]) -> list[int]:
        games = [one[rules] if isinstance(rules, str) else rules for one in questions]
        each = [tuple(one[states] if isinstance(states, str) else one.call(states)) for one in questions]
        asked: dict[Ruleset, dict[Any, None]] = defaultdict(dict)
        for game, some in zip(games, each, strict=True):
            asked[game].update(dict.fromkeys(some))
        nimber = {game: _nimbers(game, list(some)) for game, some in asked.items()}
        totals = [reduce(xor, map(nimber[game].__getitem__, some), 0) for game, some in zip(games, each, strict=True)]
        if not moves:
            return totals
        after = {game: {state: _options(game, state) for state in some} for game, some in asked.items()}
        return [
            sum(number * after[game][one][total ^ nimber[game][one]] for one, number in Counter(some).items())
            for game, some, total in zip(games, each, totals, strict=True)
        ]

    return values


def _nimbers(rules: Ruleset, states: list[Any]) -> dict[Any, int]:
    known = known_many(rules, states)
    return dict(zip(states, rules.nimbers(states).tolist() if known is None else known, strict=True))


def _options(rules: Ruleset, state: Any) -> Counter[int]:
    """Return how many moves of a state lead to each nimber."""
    return Counter(choice.after.nimber for choice in Position.of([Component(rules, state)]).choices())
