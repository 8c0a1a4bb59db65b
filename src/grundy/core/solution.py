"""The solution of a position: what is known about it. Each fact is found when it is first needed, and then kept."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from grundy.core.abilities import known_many, move_nimbers
from grundy.core.choices import DrawingMoves, WinningMoves, choices_among
from grundy.core.entailing import entails, refuse
from grundy.core.values import LOONY, WIN, Loony, Loopy, Outcome, Win, outcome_of, value_of_sum
from grundy.errors import NoNimber
from grundy.messages import Message
from grundy.runtime import progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from grundy.core.choices import Choice
    from grundy.core.components import Component, Option
    from grundy.core.position import Position
    from grundy.core.ruleset import Ruleset
    from grundy.core.values import Value

__all__ = ["Solution"]

Found = TypeVar("Found")


_MANY = 1000  # components, from which on `known_many` is used
_NO_VALUES: dict[Any, Value] = {}


class _Kept(Generic[Found]):
    """A property that is computed once. `functools.cached_property` of Python 3.11 would block all other threads."""

    def __init__(self, find: Callable[[Any], Found]) -> None:
        self._find = find
        self.__doc__ = find.__doc__

    def __get__(self, solution: Any, owner: type) -> Found:
        if solution is None:
            return self  # type: ignore[return-value] # read from the class, as `help` does
        found = solution.__dict__[self._find.__name__] = self._find(solution)
        return found


class Solution:
    """What is known about one position; `Position.solution` holds it.

    Outcome, values, winning moves, remoteness and suspense are found when they are first used. The value of a
    component, also of a component after a choice, is computed once. A fact that takes too much work raises
    `OverBudgetError`; the next use tries again.

    >>> import grundy
    >>> solution = grundy.games.nim(3, 5).solution
    >>> solution.component_values, solution.nimber, solution.outcome.value
    ((3, 5), 6, 'N')
    """

    def __init__(self, position: Position, values_before: dict[Ruleset, dict[Any, Value]] | None = None) -> None:
        """Make a solution that knows only `values_before`: values found for the position before the move."""
        self._position = position
        self._values_before = {} if values_before is None else values_before
        self._values: dict[Ruleset, dict[Any, Value]] = {}
        self._last: tuple[Ruleset | None, dict[Any, Value]] = (None, {})  # the last entry of `_values` that was used
        self._choices: tuple[tuple[Choice, Value], ...] | None = None

    @_Kept
    def component_values(self) -> tuple[Value, ...]:
        """The value of each component, in the order of `Position.components`."""
        components = self._position.components
        if len(components) >= _MANY and all(component[0] is components[0][0] for component in components):
            found = known_many(components[0].ruleset, [component[1] for component in components])
            if found is not None:
                return tuple(found)
        return tuple([self.value_of(component) for component in components])

    @_Kept
    def value(self) -> Value:
        """The nimber, or `WIN` or `LOONY` if a component is worth that; with loopy components it may be `grundy.Loopy`.

        Raises `RulesetError` if loopy components stand beside components with moves after which the same player moves
        again.
        """
        if self._position.is_loopy:
            _ = self.component_values
            refuse(self._position.components, Message("again.loopy"))
        return 0 if self.__dict__.get("outcome") is Outcome.P else value_of_sum(self.component_values)

    @_Kept
    def nimber(self) -> int:
        """The nimber: see `Position.nimber`."""
        value = self.value
        if isinstance(value, Loony):
            raise NoNimber("error.no-nimber-loony", state=str(self._position))
        if isinstance(value, Win):
            move = next(choice.move for choice in self._position.choices() if choice.option.ends)
            raise NoNimber("error.no-nimber", move=repr(move))
        if isinstance(value, Loopy):
            raise NoNimber("error.no-nimber-loopy", value=str(value))
        return value

    @_Kept
    def outcome(self) -> Outcome:
        """The outcome: from the value if it is known, else without the value of the last component."""
        components = self._position.components
        many = len(components) >= _MANY  # then `component_values` finds all values at once
        if many or "value" in self.__dict__ or not components or self._known_value(components[-1]) is not None:
            return outcome_of(self.value)
        if len(components) == 1:
            rules, state = components[0]
            return rules.outcome(state)
        if self._position.is_loopy:
            return outcome_of(self.value)
        *others, (rules, state) = components
        rest = value_of_sum(map(self.value_of, others))
        return Outcome.P if isinstance(rest, int) and rules.has_nimber(state, rest) else Outcome.N

    @_Kept
    def winning_moves(self) -> WinningMoves:
        """The winning moves: see `Position.winning_moves`."""
        return WinningMoves(self._position, self._find_winning, self._wins)

    @_Kept
    def drawing_moves(self) -> DrawingMoves:
        """The moves that keep a draw: see `Position.drawing_moves`."""
        return DrawingMoves(self._position, self._find_drawing, self._draws)

    @_Kept
    def remoteness(self) -> int:
        """The number of moves if the winner wins as fast as possible: see `Position.remoteness`."""
        from grundy.theory.remoteness import remoteness

        return remoteness(self._position)

    @_Kept
    def suspense(self) -> int:
        """The number of moves if the winner delays: see `Position.suspense`."""
        from grundy.theory.remoteness import suspense

        return suspense(self._position)

    def after(self, position: Position) -> Solution:
        """Return the solution of the position after a move, which takes over the values of this solution."""
        return Solution(position, self._values)

    def value_of(self, component: Component) -> Value:
        """Return the value of a component, of this position or of one after a choice, and keep it for the next call."""
        rules, state = component
        last_rules, known = self._last
        try:
            if rules is not last_rules:
                known = self._values.setdefault(rules, {})
                self._last = (rules, known)
            value = known.get(state)
        except TypeError:  # the state is not hashable: a search would fail, but there may be a formula
            return rules.value(state)
        if value is None:
            value = self._values_before.get(rules, _NO_VALUES).get(state)
            if value is None:
                progress.check_cancelled()
                value = rules.value(state)
            known[state] = value
        return value

    def _known_value(self, component: Component) -> Value | None:
        """Return the value of a component if it was found already, here or in the position before the move."""
        rules, state = component
        try:
            value = self._values.get(rules, _NO_VALUES).get(state)
            return self._values_before.get(rules, _NO_VALUES).get(state) if value is None else value
        except TypeError:  # the state is not hashable
            return None

    def valued_choices(self, most: int) -> tuple[tuple[Choice, Value], ...] | None:
        """Return all choices, each with the value of the position after it; None if there are more than `most`."""
        if self._choices is None:
            choices = list(islice(self._position.choices(), most + 1))
            if len(choices) > most:
                return None
            self._choices = tuple([(choice, self.value_after(choice)) for choice in choices])
        return self._choices if len(self._choices) <= most else None

    def value_after(self, choice: Choice) -> Value:
        """Return the value of the position after a choice, without making that position.

        It is `WIN` if the option ends the game, which is a win for the player who moves. It is also `WIN` if the option
        leaves a component worth `WIN`, which is a win for the player who moves then. `choice.option.ends` tells the two
        apart.

        >>> import grundy
        >>> heaps = grundy.games.nim(3, 5)
        >>> [heaps.solution.value_after(choice) for choice in heaps.choices()]
        [7, 4, 5, 7, 0, 1, 2, 3]
        """
        return self._after(choice.component, choice.option)

    def outcome_of(self, component: Component) -> Outcome:
        """Return the outcome of a component on its own, from its value if that is known."""
        value = self._known_value(component)
        if value is None:
            return component.ruleset.outcome(component.state)
        return outcome_of(value)

    def nimber_of(self, component: Component) -> int:
        """Return the nimber of a component, as `value_of` does. Raises `NoNimber` if its value is no nimber."""
        value = self.value_of(component)
        return value if isinstance(value, int) else component.ruleset.nimber(component.state)

    def nimbers_after(self, component: Component) -> Iterator[tuple[Any, int]]:
        """Yield each move in a component, with the nimber of the position after it.

        Raises `NoNimber` if the value of the position after a move is no nimber.
        """
        own = self.value_of(component)
        without = self._others(own)
        plain = isinstance(own, int) and isinstance(without, int)
        known = move_nimbers(*component) if plain else None
        if known is not None and isinstance(without, int):
            yield from ((move, without ^ nimber) for move, nimber in known)
            return
        for option in component.ruleset.moves(component.state):
            value = self._after(component, option)
            if not isinstance(value, int):
                kind = "loopy" if isinstance(value, Loopy) else "sum-loony" if value is LOONY else "sum"
                raise NoNimber(f"error.no-nimber-{kind}", value=value)
            yield option.move, value

    @_Kept
    def _counts(self) -> tuple[list[Win], list[Loopy], int]:
        """The values `WIN` and `LOONY` among the values of the components, the `Loopy` values, and the nim-sum."""
        total = 0
        won: list[Win] = []
        loopy = []
        for value in self.component_values:
            if isinstance(value, int):
                total ^= value
            elif isinstance(value, Loopy):
                loopy.append(value)
            else:
                won.append(value)
        return won, loopy, total

    def _others(self, own: Value) -> Value:
        """Return the value of the sum without one component, whose value is `own`."""
        won, loopy, total = self._counts
        if len(won) > isinstance(own, Win):
            others = list(won)
            if isinstance(own, Win):
                others.remove(own)
            return WIN if WIN in others else LOONY
        if isinstance(own, int):
            total ^= own
        if not loopy:
            return total
        without = list(loopy)
        if isinstance(own, Loopy):
            without.remove(own)
        return value_of_sum([total, *without])

    def _after(self, component: Component, option: Option) -> Value:
        """Return the value of the sum after `option` was chosen in `component`."""
        rest = self._others(self.value_of(component))
        if option.ends or rest is WIN:
            return WIN
        return value_of_sum([rest, *map(self.value_of, option.components)])

    def outcome_after(self, choice: Choice) -> Outcome:
        """Return the outcome for the opponent after a choice: P exactly if the choice wins.

        If the same player moves again, it is P if the position after the choice is won, and N if it is lost.

        >>> import grundy
        >>> @grundy.ruleset
        ... def twice(n):
        ...     yield from [grundy.split(n - 1, again=True)] * (n > 0)
        >>> [(str(one.after.outcome), str(twice(2).solution.outcome_after(one))) for one in twice(2).choices()]
        [('P', 'N')]
        """
        after = Outcome.P if choice.option.ends else outcome_of(self.value_after(choice))
        if not choice.option.again or after is Outcome.D:
            return after
        return Outcome.N if after is Outcome.P else Outcome.P

    def _wins(self, choice: Choice) -> bool:
        return self.outcome_after(choice) is Outcome.P

    def _find_winning(self) -> Iterator[Choice]:
        """Yield the winning moves component by component, as they are found."""
        if self._choices is not None:
            yield from (choice for choice, _ in self._choices if self._wins(choice))
        elif self.outcome is Outcome.N:
            yield from choices_among(self._position, self._winning_options)

    def _winning_options(self, index: int, component: Component) -> Iterable[Option]:
        """Return the options of a component that win."""
        rules, state = component
        if len(self._position.components) == 1:  # the option must be worth 0; the value of the component is not needed
            return rules.moves_worth(state, 0)
        own = self.component_values[index]
        rest = self._others(own)
        if isinstance(rest, int):
            return rules.moves_worth(state, rest)
        if isinstance(own, Win) or entails(rules):  # otherwise only other components have winning moves
            return (option for option in rules.moves(state) if option.ends or (option.again and isinstance(rest, Win)))
        return ()

    def _draws(self, choice: Choice) -> bool:
        return self.outcome is Outcome.D and outcome_of(self.value_after(choice)) is Outcome.D

    def _find_drawing(self) -> Iterator[Choice]:
        """Yield the moves that keep a draw component by component, as they are found."""
        if self.outcome is Outcome.D:
            yield from filter(self._draws, self._position.choices())
