"""Other sums than the usual one: a turn is a move in all components or in some of them, or components have an order.

In the usual, *disjunctive* sum a turn is a move in one component, and nimbers decide who wins. Other sums need other
numbers: `Position.remoteness` and `Position.suspense`.

Components are positions, which may be disjunctive sums themselves.

Sources: Smith, Graphs and composite games (1966); Conway, On Numbers and Games, chapter 14; Winning Ways, chapters 7
(the colon principle) and 9.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.core.abilities import nim_heap
from grundy.core.components import split
from grundy.core.nimbers import mex
from grundy.core.position import Position
from grundy.core.ruleset import Ruleset
from grundy.core.search.entailing import refuse
from grundy.core.values import Outcome
from grundy.errors import NoNimber, OverBudgetError, RulesetError
from grundy.runtime import limits, progress
from grundy.runtime.costs import REPORT_OPTIONS
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


__all__ = ["conjunctive", "continued_conjunctive", "first_move", "ordinal_sum", "selective", "sequential"]


def first_move(*after: Position) -> Position:
    """Return the position whose options are the positions `after`, for games whose first move has its own rules.

    Its value is the mex of the values of `after`, and it may be part of a sum. Without `after` it has no move. Its text
    shows the call that makes it, and cannot be read again. Raises `RulesetError` for an argument that is no position.
    Costs what the values of `after` cost. (For circles from which neighbours are taken there is a code:
    ``grundy.heaps("circle-0.77")``.)

    A circle of seven coins: the first move takes one coin or two neighbours, and play goes on as Kayles on a row:

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
    """The ruleset in which a state lists its options, which are positions."""

    name = "first-move"

    def options(self, state: tuple[Position, ...]) -> Iterator[Any]:
        """Yield each listed position once."""
        yield from (split(position) for position in dict.fromkeys(state))

    def format(self, state: tuple[Position, ...]) -> str:
        """Return the text of the call with the listed positions."""
        return f"{self.name}({', '.join(' '.join(str(position).split()) for position in state)})"


def conjunctive(*positions: Position) -> Outcome:
    """Return the outcome if each turn is a move in every component, until one component is over.

    A player who has no move in some component has lost. The play lasts as long as the component that is over first, so
    the remoteness of the sum is the least remoteness of the components (Steinhaus 1925). The sum is a P-position
    exactly if this number is even. Costs and raises what `Position.remoteness` of each component does. Without
    components it is a P-position.

    >>> import grundy
    >>> from grundy.games import kayles
    >>> kayles(4).remoteness, kayles(5).remoteness, str(grundy.compounds.conjunctive(kayles(4), kayles(5)))
    (3, 5, 'N')
    """
    _check_plain(positions)
    return _even(min((position.remoteness for position in positions), default=0))


def continued_conjunctive(*positions: Position) -> Outcome:
    """Return the outcome if each turn is a move in every component that is not over, until all components are over.

    The play lasts as long as the component that is over last, so the suspense of the sum is the greatest suspense of
    the components. The sum is a P-position exactly if this number is even. Costs what `Position.suspense` of each
    component costs, and one pass over all options. Raises what `Position.suspense` raises, and `NoNimber` if a move can
    end the whole game at once (`grundy.win`).

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
    """Return the outcome if each turn is one move in each of one or more components that the player chooses.

    The sum is a P-position exactly if all components are: the winner answers in the components in which the loser
    moved. Costs the outcome of each component, up to the first N-position.

    >>> import grundy
    >>> from grundy.games import nim
    >>> str(grundy.compounds.selective(nim(1, 1), nim(3, 3))), str(grundy.compounds.selective(nim(1), nim(1)))
    ('P', 'N')
    """
    _check_plain(positions)
    return Outcome.P if all(position.outcome is Outcome.P for position in positions) else Outcome.N


def ordinal_sum(first: Position, second: Position) -> int:
    """Return the nimber of `first` : `second`: a turn is a move in one of them, and a move in `first` removes `second`.

    Let S be the set of nimbers of the options of `first`, and n the nimber of `second`. The result is the number
    outside S below which exactly n numbers are outside S (the colon principle). It depends on the options of `first`,
    not on the value of `first` alone; if `first` is a nim heap of m, the result is m + n. Costs the values of all
    options of `first`, and the nimber of `second`. Raises `NoNimber` if a value is no nimber, `OverBudgetError` for
    more options than the budget of a search, and `RulesetError` for components of loopy rulesets.

    >>> import grundy
    >>> from grundy.games import kayles, nim
    >>> grundy.compounds.ordinal_sum(nim(3), nim(4)), grundy.compounds.ordinal_sum(kayles(4), nim(2))
    (7, 5)
    """
    _check_plain((first, second))
    _ = first.nimber  # raises `NoNimber` if a move ends the whole game
    number = second.nimber
    for excluded in sorted(_nimbers_after(first)):
        number += excluded <= number
    return number


def sequential(*positions: Position) -> int:
    """Return the nimber if a turn is a move in the first position that is not over.

    Let x be the nimber of the positions that come after a position. The position has value x once it is over, otherwise
    the mex of the values of its options. So a nim heap of m > 0 has value m - 1 if m <= x, else m. There may be
    thousands of nim heaps, of any size. Other positions cost a visit of all positions that play in them reaches; the
    last position costs its nimber. Raises `NoNimber` if a value is no nimber or a move ends the whole game,
    `OverBudgetError` for more positions than the budget of a search, and `RulesetError` for components of loopy
    rulesets.

    Source: Stromquist and Ullman, Sequential compounds of combinatorial games (1993).

    >>> import grundy
    >>> from grundy.games import kayles, nim
    >>> grundy.compounds.sequential(nim(2), nim(5)), grundy.compounds.sequential(kayles(3), nim(1))
    (1, 3)
    """
    _check_plain(positions)
    value = 0
    for number, position in enumerate(reversed(positions)):
        heaps = [nim_heap(*component) for component in position.components]
        if number == 0 or not heaps:
            value = position.nimber if number == 0 else value
        elif len(heaps) == 1 and heaps[0] is not None:
            value = value if heaps[0] == 0 else heaps[0] - (heaps[0] <= value)
        else:
            value = _value_with_final(position, value)
    return value


def _value_with_final(position: Position, final: int) -> int:
    """Return the nimber of a position in which positions without a move have the nimber `final`, not 0."""
    allowed = limits.budget().search_states
    found: dict[Position, int] = {}
    stack = [position]
    while stack:
        progress.check_cancelled()
        here = stack[-1]
        choices = list(here.choices())
        if any(choice.option.ends for choice in choices):
            _ = here.nimber  # raises `NoNimber` with the move
        options = [choice.after for choice in choices]
        missing = [option for option in options if option not in found]
        if missing:
            stack += missing
        else:
            found[here] = mex(found[option] for option in options) if options else final
            stack.pop()
        if len(found) + len(stack) > allowed:
            raise OverBudgetError(Message("over.states"), len(found), allowed, "states")
    return found[position]


def _nimbers_after(position: Position) -> set[int]:
    """Return the nimbers of the options of a position."""
    allowed = limits.budget().search_options
    found = set()
    for count, choice in enumerate(position.choices(), start=1):
        progress.check_cancelled()
        if count % REPORT_OPTIONS == 0:
            progress.report(count, None)
        if count > allowed:
            raise OverBudgetError(Message("over.options"), allowed, allowed, "options")
        value = position.solution.value_after(choice)
        found.add(value if type(value) is int else choice.after.nimber)  # raises `NoNimber` with the move
    return found


def _check_plain(positions: Iterable[Any]) -> None:
    """Raise `RulesetError` unless all are positions in which players take turns and play ends."""
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
    """Raise `NoNimber` if play can reach a move that ends the whole game at once."""
    for component in position.components:
        for rules, state in component.ruleset.followers(component.state):
            if any(option.ends for option in rules.moves(state)):
                raise NoNimber("error.no-nimber-state", state=rules.label(state))
