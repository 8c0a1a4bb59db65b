"""Winning moves that bring play to an end.

With components of loopy rulesets, a move to a sum worth 0 is not enough: play may come back to an earlier position. A
winning move must bring the end nearer: it leads to a sum of the least remoteness, or, if that is much work to find, to
a sum of the least ranks.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from grundy.core.loopy import solving
from grundy.core.search.entailing import entails
from grundy.core.values import WIN, Outcome
from grundy.errors import OverBudgetError, RulesetError
from grundy.runtime import limits
from grundy.runtime.costs import ASIDE_OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.choices import Choice
    from grundy.core.position import Position

__all__ = [
    "MOST_CHOICES",
    "best",
    "explore",
    "is_entailing",
    "last_move",
    "little_work",
    "moves_left",
    "remoteness_after",
    "shortest",
    "winning",
]

MOST_CHOICES = 1000  # moves of one position that are considered


def best(position: Position, *, hurries: bool = True) -> Choice:
    """Return a winning move of an N-position; with loopy components, one that brings the end nearer.

    Set `hurries` to False if it is known that exploring the sums of loopy components is much work: this is then not
    tried.
    """
    if position.is_loopy:
        return (shortest(position) if hurries else None) or _settling(position)
    return _one(position)


def winning(position: Position) -> list[Choice]:
    """Return winning moves of an N-position: a move that ends the game, or the first `MOST_CHOICES` winning moves."""
    ending = _ending(position)
    if ending is not None:
        return [ending]
    return position.winning_moves().first(MOST_CHOICES)[0] or [_one(position)]


def shortest(position: Position) -> Choice | None:
    """Return a winning move of an N-position after which the game ends soonest; None if that is much work to find.

    It is also None if the same player may move again after some moves: remoteness is refused for such games.
    """
    if is_entailing(position):
        return None
    with little_work():
        explore(position)
        return min(winning(position), key=remoteness_after)
    return None


def moves_left(position: Position) -> int | None:
    """Return the remoteness of a position; None for a draw, or if it is much work to find."""
    with little_work():
        return None if position.outcome is Outcome.D else position.remoteness
    return None


def is_entailing(position: Position) -> bool:
    """Return whether the value of a position depends on moves after which the same player moves again."""
    _ = position.outcome  # finding it records which rulesets have such moves
    return any(entails(rules) for rules, _ in position.components)


def last_move(*, entailing: bool = False, loopy: bool = False) -> str:
    """Return the kind of message that says how normal play ends: whoever must move again after the last move loses."""
    return "play.cannot-move" if entailing else "play.last-wins-loopy" if loopy else "play.last-wins"


def explore(position: Position) -> None:
    """Explore a sum with loopy components, so that the remoteness of all sums after its moves is known."""
    if position.is_loopy:
        _ = position.remoteness


def remoteness_after(choice: Choice) -> int:
    """Return the number of moves that are left after a choice."""
    return 0 if choice.option.ends else choice.after.remoteness


@contextmanager
def little_work() -> Iterator[None]:
    """Return a context that ends its block, without an error, as soon as the block takes much work."""
    with suppress(OverBudgetError), limits.limited(search_options=min(ASIDE_OPTIONS, limits.budget().search_options)):
        yield


def _settling(position: Position) -> Choice:
    """Return a winning move of an N-position with loopy components after which the sum of their ranks is least.

    The sum is worth 0 then. After each move of the opponent there is again a winning move. The ranks are lower after
    it, or the same if both players have moved in components that are not loopy. So play comes to an end.
    """
    return min(winning(position), key=_rank_after)


def _rank_after(choice: Choice) -> int:
    after = () if choice.option.ends else choice.after.components
    return sum(solving.rank(rules, state) for rules, state in after if rules.loopy)


def _one(position: Position) -> Choice:
    """Return one winning move of an N-position."""
    found = _ending(position) or position.winning_moves().one()
    if found is None:
        raise RulesetError("error.no-winning-move")
    return found


def _ending(position: Position) -> Choice | None:
    """Return a move that ends the game, if there is one."""
    if position.value is not WIN:
        return None
    return next(choice for choice in position.choices() if choice.option.ends)
