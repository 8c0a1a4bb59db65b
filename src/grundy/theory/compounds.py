"""Other sums than the usual one: a move is made in all components, in some of them, or in one above another.

In the usual, *disjunctive* sum a move is made in one component, and nimbers tell everything. Other sums need other
numbers, those that `Position.remoteness` and `Position.suspense` are.

Components are positions, which may be usual sums themselves.

Sources: Smith, Graphs and composite games (1966); Conway, On Numbers and Games, chapter 14; Winning Ways, chapters 7
(the colon principle) and 9.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.core.components import split
from grundy.core.entailing import refuse
from grundy.core.position import Position
from grundy.core.ruleset import Ruleset
from grundy.core.values import Outcome
from grundy.errors import NoNimber, OverBudgetError, RulesetError
from grundy.messages import Message
from grundy.nimbers import mex
from grundy.runtime import limits, progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_REPORT_EVERY = 4096  # options

__all__ = ["conjunctive", "continued_conjunctive", "first_move", "ordinal_sum", "selective", "sequential"]


def first_move(*after: Position) -> Position:
    """Return the position whose options are the positions `after`: for a first move with rules of its own.

    It is worth the mex of their values, and may be part of a sum. Without `after` nobody can move in it. It is written
    as it is made; no text reads back to it. Raises `RulesetError` for what is no position. Cost: that of their values.
    (A circle of which neighbours are taken is a code of its own: ``grundy.heaps("circle-0.77")``.)

    A circle of seven coins of which the first move takes one or two neighbours, after which the row is Kayles:

    >>> import grundy
    >>> opening = grundy.compounds.first_move(grundy.games.kayles(6), grundy.games.kayles(5))
    >>> opening.nimber, [choice.move for choice in opening.choices()]
    (0, ['kayles 6', 'kayles 5'])
    """
    for position in after:
        if not isinstance(position, Position):
            raise RulesetError("error.position", found=repr(position))
    return FirstMove()(after)


@dataclass(frozen=True)
class FirstMove(Ruleset):
    """The options of a state are the positions that it lists."""

    name = "first-move"

    def options(self, state: tuple[Position, ...]) -> Iterator[Any]:
        """Yield each position."""
        yield from (split(position) for position in dict.fromkeys(state))

    def format(self, state: tuple[Position, ...]) -> str:
        """Write the positions."""
        return f"{self.name}({', '.join(' '.join(str(position).split()) for position in state)})"


def conjunctive(*positions: Position) -> Outcome:
    """Return the outcome where each turn is a move in every component, until one of them is over.

    Who has no move in some component has lost. The play lasts as long as the component that is over first, so its
    remoteness is the least of theirs (Steinhaus 1925): a P-position exactly if that is even. Costs what
    `Position.remoteness` of each costs, and raises what that raises. Without components it is a P-position.

    >>> import grundy
    >>> from grundy.games import kayles
    >>> kayles(4).remoteness, kayles(5).remoteness, str(grundy.compounds.conjunctive(kayles(4), kayles(5)))
    (3, 5, 'N')
    """
    _check_plain(positions)
    return _even(min((position.remoteness for position in positions), default=0))


def continued_conjunctive(*positions: Position) -> Outcome:
    """Return the outcome where each turn is a move in every component that is not over, until all of them are.

    The play lasts as long as the component that is over last, so its suspense is the greatest of theirs: a
    P-position exactly if that is even. Costs what `Position.suspense` of each costs, and a look at all options.
    Raises what that raises, and `NoNimber` where a move can end the whole game at once (`grundy.win`).

    >>> import grundy
    >>> from grundy.games import kayles, nim
    >>> nim(2).suspense, kayles(4).suspense, str(grundy.compounds.continued_conjunctive(nim(2), kayles(4)))
    (1, 3, 'N')
    """
    _check_plain(positions)
    longest = max((position.suspense for position in positions), default=0)
    for position in positions:
        _check_end(position)
    return _even(longest)


def selective(*positions: Position) -> Outcome:
    """Return the outcome where each turn is a move in one or more components, in each at most one.

    A P-position exactly if all components are: the loser's moves are answered where they were made. Costs the outcome
    of each component, until one is an N-position.

    >>> import grundy
    >>> from grundy.games import nim
    >>> str(grundy.compounds.selective(nim(1, 1), nim(3, 3))), str(grundy.compounds.selective(nim(1), nim(1)))
    ('P', 'N')
    """
    _check_plain(positions)
    return Outcome.P if all(position.outcome is Outcome.P for position in positions) else Outcome.N


def ordinal_sum(first: Position, second: Position) -> int:
    """Return the nimber of `first` : `second`, where a turn is a move in one, and a move in `first` removes `second`.

    If the options of `first` are worth the nimbers S, and `second` is worth n, it is worth the number that has
    exactly n smaller ones outside of S: the colon principle. It depends on the options of `first`, and not on its value
    alone; for a nim heap of m it is m + n. Costs the values of all options of `first`, and the nimber of `second`.
    Raises `NoNimber` where a value is none, `OverBudgetError` for more options than a search may look at, and
    `RulesetError` for components of loopy rulesets.

    >>> import grundy
    >>> from grundy.games import kayles, nim
    >>> grundy.compounds.ordinal_sum(nim(3), nim(4)), grundy.compounds.ordinal_sum(kayles(4), nim(2))
    (7, 5)
    """
    _check_plain((first, second))
    _ = first.nimber  # none where a move ends the whole game
    number = second.nimber
    for taken in sorted(_nimbers_after(first)):
        number += taken <= number
    return number


def sequential(*positions: Position) -> int:
    """Return the nimber where a turn is a move in the first position that is not over.

    Where x is the nimber of those behind it, a position that is over is worth x, and any other one the mex of what its
    options are worth. So a nim heap of m > 0 is worth m - 1 if m <= x, else m: of these there may be thousands, of any
    size. Of other positions it costs all positions that play in them leads to; the last one costs its nimber. Raises
    `NoNimber` where a value is none or a move ends the whole game, `OverBudgetError` for more positions than a search
    may hold, and `RulesetError` for components of loopy rulesets.

    Source: Stromquist and Ullman, Sequential compounds of combinatorial games (1993).

    >>> import grundy
    >>> from grundy.games import kayles, nim
    >>> grundy.compounds.sequential(nim(2), nim(5)), grundy.compounds.sequential(kayles(3), nim(1))
    (1, 3)
    """
    _check_plain(positions)
    behind = 0
    for number, position in enumerate(reversed(positions)):
        heaps = [component.ruleset.nim_heap(component.state) for component in position.components]
        if number == 0 or not heaps:
            behind = position.nimber if number == 0 else behind
        elif len(heaps) == 1 and heaps[0] is not None:
            behind = behind if heaps[0] == 0 else heaps[0] - (heaps[0] <= behind)
        else:
            behind = _before(position, behind)
    return behind


def _before(position: Position, behind: int) -> int:
    """Return what a position is worth where play goes on with a position of the nimber `behind` once it is over."""
    allowed = limits.budget().search_states
    found: dict[Position, int] = {}
    waiting = [position]
    while waiting:
        progress.check_cancelled()
        here = waiting[-1]
        choices = list(here.choices())
        if any(choice.option.ends for choice in choices):
            _ = here.nimber  # raises, with the move
        after = [choice.after for choice in choices]
        missing = [one for one in after if one not in found]
        if missing:
            waiting += missing
        else:
            found[here] = mex(found[one] for one in after) if after else behind
            waiting.pop()
        if len(found) + len(waiting) > allowed:
            raise OverBudgetError(Message("over.states"), len(found), allowed, "states")
    return found[position]


def _nimbers_after(position: Position) -> set[int]:
    """Return the nimbers of the options."""
    allowed = limits.budget().search_options
    found = set()
    for looked, choice in enumerate(position.choices(), start=1):
        progress.check_cancelled()
        if looked % _REPORT_EVERY == 0:
            progress.report(looked, None)
        if looked > allowed:
            raise OverBudgetError(Message("over.options"), allowed, allowed, "options")
        value = position.solution.value_after(choice)
        found.add(value if type(value) is int else choice.after.nimber)  # that raises NoNimber, with the move
    return found


def _check_plain(positions: Iterable[Any]) -> None:
    """Raise `RulesetError` for what is no position, and where players do not take turns or play may go on for ever."""
    for position in positions:
        if not isinstance(position, Position):
            raise RulesetError("error.position", found=repr(position))
        for component in position.components if position.is_loopy else ():
            if component.ruleset.loopy:
                raise RulesetError("error.loopy-undecided", name=component.ruleset.name)
        _ = position.value
        refuse(position.components, Message("again.compounds"))


def _even(length: int) -> Outcome:
    return Outcome.N if length % 2 else Outcome.P


def _check_end(position: Position) -> None:
    """Raise an error where play can lead to a move that ends the whole game at once."""
    for component in position.components:
        for rules, state in component.ruleset.followers(component.state):
            if any(option.ends for option in rules.moves(state)):
                raise NoNimber("error.no-nimber-state", state=rules.label(state))
