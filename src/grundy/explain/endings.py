"""Winning moves by which play comes to an end.

With components of loopy rulesets a move to a sum worth 0 is not enough: it may be taken back, and play come back to
where it was. There a winning move has to bring the end nearer: it leads to a sum of the least remoteness, or, where
that is much work, to one of the least ranks.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from grundy.core.entailing import entails
from grundy.core.values import WIN, Outcome
from grundy.errors import OverBudgetError
from grundy.loopy import solving
from grundy.runtime import limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.choices import Choice
    from grundy.core.position import Position

__all__ = [
    "MOST_CHOICES",
    "best",
    "explore",
    "is_entailing",
    "little_work",
    "moves_left",
    "remoteness_after",
    "shortest",
    "winning",
]

MOST_CHOICES = 1000  # moves of one position that are ever looked at
_LITTLE = 20_000  # options of a search that nobody asked for
_LITTLE_LOOPY = 50_000


def best(position: Position, *, hurries: bool = True) -> Choice:
    """Return a winning move of an N-position; with loopy components one by which play comes to an end.

    Without `hurries` the sums of loopy components are not explored, as where that is known to be much work.
    """
    if position.is_loopy:
        return (shortest(position) if hurries else None) or _settling(position)
    return _one(position)


def winning(position: Position) -> list[Choice]:
    """Return winning moves of an N-position: those that end the game, or the first ones."""
    ending = _ending(position)
    if ending is not None:
        return [ending]
    return position.winning_moves().first(MOST_CHOICES)[0] or [_one(position)]


def shortest(position: Position) -> Choice | None:
    """Return a winning move of an N-position after which the game is over soonest; None where that is much work.

    None as well where the same player may move again, for then nobody looks for how long play lasts.
    """
    if is_entailing(position):
        return None
    with little_work(position):
        explore(position)
        return min(winning(position), key=remoteness_after)
    return None


def moves_left(position: Position) -> int | None:
    """Return the remoteness of a position, None where that is much work, or a draw."""
    with little_work(position):
        return None if position.outcome is Outcome.D else position.remoteness
    return None


def is_entailing(position: Position) -> bool:
    """Say whether the value of a position rests on moves after which the same player moves again."""
    _ = position.outcome
    return any(entails(rules) for rules, _ in position.components)


def explore(position: Position) -> None:
    """Explore a sum with loopy components, so that all sums after its moves are known together."""
    if position.is_loopy:
        _ = position.remoteness


def remoteness_after(choice: Choice) -> int:
    """Return how many moves are left after a choice."""
    return 0 if choice.option.ends else choice.after.remoteness


@contextmanager
def little_work(position: Position) -> Iterator[None]:
    """End the block, without an error, where it takes much work, for which nobody asked."""
    most = _LITTLE_LOOPY if position.is_loopy else _LITTLE
    with suppress(OverBudgetError), limits.limited(search_options=min(most, limits.budget().search_options)):
        yield


def _settling(position: Position) -> Choice:
    """Return a winning move of an N-position with loopy components after which their ranks are least.

    The sum is worth 0 then. Whatever the opponent does, there is a winning move again after which the ranks are lower,
    or as high where both have moved in other components. So play comes to an end.
    """
    return min(winning(position), key=_rank_after)


def _rank_after(choice: Choice) -> int:
    after = () if choice.option.ends else choice.after.components
    return sum(solving.rank(rules, state) for rules, state in after if rules.loopy)


def _one(position: Position) -> Choice:
    """Return one winning move of an N-position."""
    found = _ending(position) or position.winning_moves().one()
    assert found is not None
    return found


def _ending(position: Position) -> Choice | None:
    """Return a move that ends the game, if there is one."""
    if position.value is not WIN:
        return None
    return next(choice for choice in position.choices() if choice.option.ends)
