"""The solution of a position: what is known about it, each part found when it is first asked for, and kept."""

from __future__ import annotations

import gc
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from grundy.core.choices import DrawingMoves, WinningMoves, choices_among
from grundy.core.entailing import entails, refuse
from grundy.core.values import LOONY, WIN, Loony, Loopy, Outcome, Win, outcome_of, value_of_sum
from grundy.errors import NoNimber
from grundy.messages import Message
from grundy.runtime import progress, trust

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from grundy.core.choices import Choice
    from grundy.core.components import Component, Option
    from grundy.core.position import Position
    from grundy.core.ruleset import Ruleset
    from grundy.core.values import Value

__all__ = ["Solution"]

Found = TypeVar("Found")


_MANY = 1000  # components
_NOTHING: dict[Any, Value] = {}


class _Kept(Generic[Found]):
    """A property that is found once; `functools.cached_property` of Python 3.11 locks all other threads out."""

    def __init__(self, find: Callable[[Any], Found]) -> None:
        self._find = find
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, solution: Any, owner: type) -> Found:
        if solution is None:
            return self  # type: ignore[return-value] # for help() and other readers of the class
        found = trust.steady(partial(self._find, solution), solution.forget)
        solution.__dict__[self._name] = found
        return found


class Solution:
    """What is known about one position; `Position.solution` keeps it.

    Outcome, values, winning moves, remoteness and suspense are each found when they are first asked for. No
    value of a component, or of a component that a choice leads to, is asked for twice. What is too much work
    raises `OverBudgetError`, and is tried again when it is asked for again.

    >>> import grundy
    >>> solution = grundy.games.nim(3, 5).solution
    >>> solution.component_values, solution.nimber, solution.outcome.value
    ((3, 5), 6, 'N')
    """

    def __init__(self, position: Position, values_before: dict[Ruleset, dict[Any, Value]] | None = None) -> None:
        """Begin with nothing known but the values that were asked for in the position before the move."""
        self._position = position
        self._values_before = {} if values_before is None else values_before
        self._values: dict[Ruleset, dict[Any, Value]] = {}
        self._last: tuple[Ruleset | None, dict[Any, Value]] = (None, {})  # the ruleset asked for last, and its values
        self._choices: tuple[tuple[Choice, Value], ...] | None = None

    @_Kept
    def component_values(self) -> tuple[Value, ...]:
        """The value of each component, in the order of `Position.components`."""
        components = self._position.components
        if len(components) >= _MANY and all(component[0] is components[0][0] for component in components):
            found = components[0].ruleset.known_many([component[1] for component in components])
            if found is not None:
                return tuple(found)
        return tuple([self.value_of(component) for component in components])

    @_Kept
    def value(self) -> Value:
        """The nimber, or `WIN` or `LOONY` if a component is worth that; with loopy components it may be `grundy.Loopy`.

        Raises `RulesetError` where moves after which the same player moves again are beside loopy components.
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
        """The outcome: from the value where that is known, else without the value of the last component."""
        components = self._position.components
        many = len(components) >= _MANY  # which are asked for at once
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
        """The number of moves if the winner hurries: see `Position.remoteness`."""
        from grundy.theory.remoteness import remoteness

        return remoteness(self._position)

    @_Kept
    def suspense(self) -> int:
        """The number of moves if the winner delays: see `Position.suspense`."""
        from grundy.theory.remoteness import suspense

        return suspense(self._position)

    @property
    def compared(self) -> int:
        """At how many states the machine code behind the values was compared with the rules, in this process.

        0 where no value came from machine code that is made of a ruleset.
        """
        return sum(trust.compared(rules) for rules in dict.fromkeys(rules for rules, _ in self._position.components))

    def forget(self) -> None:
        """Know nothing any more: machine code was wrong, and some of it may have come from there."""
        for name in [name for name in self.__dict__ if not name.startswith("_")]:
            del self.__dict__[name]
        self.__dict__.pop("_counts", None)
        self._values.clear()
        self._values_before.clear()
        self._last, self._choices = (None, {}), None

    def after(self, position: Position) -> Solution:
        """Return the solution of the position after a move, which takes over the values that are known here."""
        return Solution(position, self._values)

    def value_of(self, component: Component) -> Value:
        """Return the value of a component, of the position or of what a choice leads to; kept for the next question."""
        rules, state = component
        last, known = self._last
        try:
            if rules is not last:
                known = self._values.setdefault(rules, {})
                self._last = (rules, known)
            value = known.get(state)
        except TypeError:  # not hashable: an error in a search, but there may be a formula
            return rules.value(state)
        if value is None:
            value = self._values_before.get(rules, _NOTHING).get(state)
            if value is None:
                progress.check_cancelled()
                value = rules.value(state)
            known[state] = value
        return value

    def _known_value(self, component: Component) -> Value | None:
        """Return the value of a component if it has been asked for, here or in the position before the move."""
        rules, state = component
        try:
            value = self._values.get(rules, _NOTHING).get(state)
            return self._values_before.get(rules, _NOTHING).get(state) if value is None else value
        except TypeError:  # not hashable
            return None

    def valued_choices(self, most: int) -> tuple[tuple[Choice, Value], ...] | None:
        """Return all choices, each with the value of the position after it; None where there are more than `most`."""
        if self._choices is None:
            choices = list(islice(self._position.choices(), most + 1))
            if len(choices) > most:
                return None
            self._choices = tuple([(choice, self.value_after(choice)) for choice in choices])
        return self._choices if len(self._choices) <= most else None

    def value_after(self, choice: Choice) -> Value:
        """Return the value of the position after a choice, without that position.

        Where the option ends the game it is `WIN`, as where it leaves a component worth that:
        `choice.option.ends` tells whose win it is.

        >>> import grundy
        >>> heaps = grundy.games.nim(3, 5)
        >>> [heaps.solution.value_after(choice) for choice in heaps.choices()]
        [7, 4, 5, 7, 0, 1, 2, 3]
        """
        return self._after(choice.component, choice.option)

    def outcome_of(self, component: Component) -> Outcome:
        """Return the outcome of a component on its own: from its value where that is known."""
        value = self._known_value(component)
        if value is None:
            return component.ruleset.outcome(component.state)
        return outcome_of(value)

    def nimber_of(self, component: Component) -> int:
        """Return the nimber of a component, as `value_of` does. Raises `NoNimber` where its value is none."""
        value = self.value_of(component)
        return value if isinstance(value, int) else component.ruleset.nimber(component.state)

    def nimbers_after(self, component: Component) -> Iterator[tuple[Any, int]]:
        """Yield each move on a component, with the nimber of the position after it.

        Raises `NoNimber` for `WIN`, and where the position after a move may go on for ever.
        """
        own = self.value_of(component)
        without = self._others(own)
        plain = isinstance(own, int) and isinstance(without, int)
        known = component.ruleset.move_nimbers(component.state) if plain else None
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
        """The values `WIN` and `LOONY` of components, those of loopy ones, and the nim-sum of the others."""
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
        """Return the value of the sum without one component, which is worth `own`."""
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
        rest = self._others(self.value_of(component))
        if option.ends or rest is WIN:
            return WIN
        return value_of_sum([rest, *map(self.value_of, option.components)])

    def outcome_after(self, choice: Choice) -> Outcome:
        """Return the outcome for the opponent after a choice: P exactly if the choice wins.

        Where the same player moves again, that is P if the position after the choice is won, and N if it is lost.

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
            alone = len(self._position.components) == 1  # it has to become 0, and its own value does not matter
            yield from choices_among(self._position, _worth_zero if alone else self._winning_options)

    def _winning_options(self, index: int, component: Component) -> Iterable[Option]:
        """Return the options of one of several components that win."""
        rules, state = component
        own = self.component_values[index]
        rest = self._others(own)
        if isinstance(rest, int):
            return rules.moves_worth(state, rest)
        if isinstance(own, Win) or entails(rules):  # else another component has all winning moves
            return (option for option in rules.moves(state) if option.ends or (option.again and isinstance(rest, Win)))
        return ()

    def _draws(self, choice: Choice) -> bool:
        return self.outcome is Outcome.D and outcome_of(self.value_after(choice)) is Outcome.D

    def _find_drawing(self) -> Iterator[Choice]:
        """Yield the moves that keep a draw component by component, as they are found."""
        if self.outcome is Outcome.D:
            yield from filter(self._draws, self._position.choices())


def _worth_zero(_: int, component: Component) -> Iterable[Option]:
    return component.ruleset.moves_worth(component.state, 0)


def _forget_all() -> None:
    """Let all solutions of the process forget what they know; there is no list of them, which would slow all down."""
    for one in gc.get_objects():
        if type(one) is Solution:
            one.forget()


trust.on_fault(_forget_all)
