"""The solution of a position: what is known about it. Each fact is found when it is first needed, and then kept."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from grundy.core.abilities import known_many, move_nimbers
from grundy.core.once import once
from grundy.core.search.entailing import entails, refuse
from grundy.core.values import LOONY, WIN, Loopy, Outcome, Win, outcome_of, value_of_sum
from grundy.errors import NoNimber
from grundy.runtime import progress
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.core.choices import Choice, OptionsOf
    from grundy.core.components import Component, Option
    from grundy.core.ruleset import Ruleset
    from grundy.core.values import Value

__all__ = ["Solution"]

_MANY = 1000  # components, from which on `known_many` is used
_NO_VALUES: dict[Any, Value] = {}


class Solution:
    """What is known about the components of one position; `Position.solution` holds it.

    Outcome and values are found when they are first used. The value of a component, also of a component after a choice,
    is computed once. A fact that takes too much work raises `OverBudgetError`; the next use tries again.

    A solution does not refer to the position. So both are freed as soon as nobody uses the position.

    >>> import grundy
    >>> solution = grundy.games.nim(3, 5).solution
    >>> solution.component_values, solution.value, solution.outcome.value
    ((3, 5), 6, 'N')
    """

    def __init__(
        self, components: tuple[Component, ...], values_before: dict[Ruleset, dict[Any, Value]] | None = None
    ) -> None:
        """Make a solution that knows only `values_before`: values found for the position before the move."""
        self._components = components
        self._values_before = {} if values_before is None else values_before
        self._values: dict[Ruleset, dict[Any, Value]] = {}
        self._component_values: tuple[Value, ...] | None = None
        self._last: tuple[Ruleset | None, dict[Any, Value]] = (None, {})  # the last entry of `_values` that was used
        self._all_valued = False  # whether the value after each choice was found

    @property
    def component_values(self) -> tuple[Value, ...]:
        """The value of each component, in the order of `Position.components`."""
        if self._component_values is None:
            components, found = self._components, None
            if len(components) >= _MANY and all(component[0] is components[0][0] for component in components):
                found = known_many(components[0].ruleset, [component[1] for component in components])
            values: list[Value] = []
            for component in components if found is None else ():
                values.append(self.value_of(component))  # noqa: PERF401 - `map` ends at a StopIteration of the rules
            self._component_values = tuple(found or values)
        return self._component_values

    @once
    def value(self) -> Value:
        """The nimber, or `WIN` or `LOONY` if a component is worth that; with loopy components it may be `grundy.Loopy`.

        Raises `RulesetError` if loopy components stand beside components with moves after which the same player moves
        again.
        """
        if any(rules.loopy for rules, _ in self._components):
            _ = self.component_values
            refuse(self._components, Message("again.loopy"))
        return 0 if self.__dict__.get("outcome") is Outcome.P else value_of_sum(self.component_values)

    @once
    def outcome(self) -> Outcome:
        """The outcome: from the value if it is known, else without the value of the last component."""
        components = self._components
        many = len(components) >= _MANY  # then `component_values` finds all values at once
        if many or "value" in self.__dict__ or not components or self._known_value(components[-1]) is not None:
            return outcome_of(self.value)
        if len(components) == 1:
            rules, state = components[0]
            return rules.outcome(state)
        if any(rules.loopy for rules, _ in components):
            return outcome_of(self.value)
        *others, (rules, state) = components
        rest = value_of_sum(self.value_of(component) for component in others)
        return Outcome.P if isinstance(rest, int) and rules.has_nimber(state, rest) else Outcome.N

    def after(self, components: tuple[Component, ...]) -> Solution:
        """Return the solution of the position after a move, which takes over the values of this solution."""
        return Solution(components, self._values)

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

    def valued_choices(self, choices: Iterable[Choice], *, complete: bool) -> list[tuple[Choice, Value]]:
        """Return choices in the order of the position, each with the value after it; `complete` says that all are."""
        valued: list[tuple[Choice, Value]] = []
        for (_, _, component), group in groupby(choices, key=attrgetter("term", "index", "component")):
            known = self._known_after(component)
            if known is None:
                valued += [(choice, self._after(component, choice.option)) for choice in group]
            else:
                valued += [(choice, value) for choice, (_, value) in zip(group, known, strict=False)]
        self._all_valued = complete
        return valued

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
        known = self._known_after(component)
        if known is not None:
            yield from known
            return
        for option in component.ruleset.moves(component.state):
            value = self._after(component, option)
            if not isinstance(value, int):
                kind = "loopy" if isinstance(value, Loopy) else "sum-loony" if value is LOONY else "sum"
                raise NoNimber(f"error.no-nimber-{kind}", value=value)
            yield option.move, value

    def _known_after(self, component: Component) -> Iterable[tuple[Any, int]] | None:
        """Return each move in a component with the nimber of the position after it; None if no table has them."""
        own = self.value_of(component)
        without = self._others(own)
        if not isinstance(own, int) or not isinstance(without, int):
            return None
        known = move_nimbers(*component)
        return None if known is None else [(move, without ^ nimber) for move, nimber in known]

    @once
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
        return value_of_sum([rest, *[self.value_of(component) for component in option.components]])

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
        return self._outcome_after(choice.component, choice.option)

    def _outcome_after(self, component: Component, option: Option) -> Outcome:
        after = Outcome.P if option.ends else outcome_of(self._after(component, option))
        if not option.again or after is Outcome.D:
            return after
        return Outcome.N if after is Outcome.P else Outcome.P

    def wins(self, choice: Choice) -> bool:
        """Return whether a choice wins."""
        return self.outcome_after(choice) is Outcome.P

    def winning_options(self) -> OptionsOf | None:
        """Return a function that finds the winning options of a component; None if no choice wins."""
        return self._winning if self.outcome is Outcome.N else None

    def _winning(self, _: int, component: Component) -> Iterable[Option]:
        rules, state = component
        if self._all_valued and self._known_after(component) is None:
            return (option for option in rules.moves(state) if self._outcome_after(component, option) is Outcome.P)
        if len(self._components) == 1:  # the option must be worth 0; the value of the component is not needed
            return rules.moves_worth(state, 0)
        own = self.value_of(component)
        rest = self._others(own)
        if isinstance(rest, int):
            return rules.moves_worth(state, rest)
        if isinstance(own, Win) or entails(rules):  # otherwise only other components have winning moves
            return (option for option in rules.moves(state) if option.ends or (option.again and isinstance(rest, Win)))
        return ()

    def draws(self, choice: Choice) -> bool:
        """Return whether a choice keeps a draw."""
        return self.outcome is Outcome.D and outcome_of(self.value_after(choice)) is Outcome.D

    def drawing_options(self) -> OptionsOf | None:
        """Return a function that finds the options of a component that keep a draw; None if no choice does."""
        return self._drawing if self.outcome is Outcome.D else None

    def _drawing(self, _: int, component: Component) -> Iterator[Option]:
        for option in component.ruleset.moves(component.state):
            if outcome_of(self._after(component, option)) is Outcome.D:
                yield option
