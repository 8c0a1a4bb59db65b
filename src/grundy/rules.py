"""Rulesets: the rules of a game as the options of its states, and the way to their nimbers."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import islice
from sys import getsizeof
from typing import TYPE_CHECKING, Any

from grundy.errors import RulesetError
from grundy.positions import Component, Notation, Option, Outcome, Position, Term
from grundy.search import search
from grundy.tables import cache

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

__all__ = ["Component", "Option", "Ruleset", "Split", "ruleset", "split"]

_SLOT_BYTES = 150  # a rough figure for what a dictionary takes for an entry, and its value


@dataclass(frozen=True, slots=True)
class Split:
    """What `split` makes: the parts of one option as its author wrote them."""

    parts: tuple[Any, ...]
    move: str | None


def split(*parts: object, move: str | None = None) -> Split:
    """Make an option with any number of parts, for a ruleset to yield.

    A part is a state of the same ruleset, or a `Position` of any other (``nim(3)``). `move` is the
    label; without it the label is the text of the parts.

    >>> split(2, 3, move="take 1 after 2")
    Split(parts=(2, 3), move='take 1 after 2')
    """
    return Split(parts, move)


class Ruleset(ABC):
    """The rules of a game with their parameters and their board.

    A subclass must be immutable, equal and hashed by content (a frozen dataclass is all that), and
    define `options`. It pickles without its tables, for these live in one cache keyed by the
    ruleset. Calling it with a state gives a `Position`.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class TakeUpTo(Ruleset):
    ...     most: int
    ...     def options(self, state):
    ...         return range(max(0, state - self.most), state)
    >>> TakeUpTo(3)(7).nimber
    3
    """

    saves = False  # whether `solved` and `adopt` have tables that can be kept in files

    @property
    def name(self) -> str:
        """The name that stands before a state in text."""
        return type(self).__name__

    @abstractmethod
    def options(self, state: Any) -> Iterable[Any]:
        """Yield the options of `state`: states, `split(...)`s or `Option`s. The definition."""

    def prepare(self, state: Any) -> int | None:
        """Make a table that holds `state` where that is worth it, and return the nimber from it.

        Called once for each question; None leaves it to `known` and to the search.
        """
        del state  # most rulesets have no table
        return None

    def known(self, state: Any) -> int | None:
        """Return the nimber of `state` if a table or a formula has it. Called at each new state."""
        del state
        return None

    def solved(self) -> dict[str, NDArray[Any]]:
        """Return the solved tables that there are, by names of their own, to be kept in a file."""
        return {}

    def adopt(self, tables: dict[str, NDArray[Any]]) -> None:
        """Take up tables that `solved` returned. Raises `RulesetError` if they cannot be this ruleset's."""
        if tables:
            raise RulesetError(f"expected no tables for {self.name}, which keeps none")

    def moves(self, state: Any) -> Iterator[Option]:
        """Yield the options of `state`, each as an `Option` of components."""
        for option in self.options(state):
            yield option if type(option) is Option else self._option(option)

    def moves_worth(self, state: Any, nimber: int) -> Iterator[Option]:
        """Yield the options of `state` that are worth `nimber`."""
        for option in self.moves(state):
            total = 0
            for rules, part in option.components:
                total ^= rules.value(part)
            if total == nimber:
                yield option

    def value(self, state: Any) -> int:
        """Return the nimber of `state`: from a table, a formula, or the general search.

        Raises `CycleError` where the rules go round in a circle, and `OverBudgetError` where the
        work is more than the budget (see `grundy.work.limited`).
        """
        value = self.prepare(state)
        if value is None:
            value = self.known(state)
        return self._search(state) if value is None else value

    def outcome(self, state: Any) -> Outcome:
        """Return the outcome of `state` on its own."""
        return Outcome.N if self.value(state) else Outcome.P

    def notation(self) -> Notation:
        """Return how states are written where no game says otherwise."""
        return PlainNotation(self)

    def label(self, state: Any) -> str:
        """Write `state`: ``name(state)``."""
        return f"{self.name}({state!r})"

    def read(self, text: str) -> Position:
        """Read back the text of a sum of this ruleset's states: ``kayles(3) + kayles(4)``.

        States are Python literals. Raises `RulesetError` for anything else.
        """
        try:
            node = ast.parse(text.strip(), mode="eval").body
            return Position() if text.strip() == "0" else self._read(node)
        except (SyntaxError, ValueError, TypeError, RecursionError) as error:
            message = f"expected {self.name}(...), or a sum of such, found {text!r}"
            raise RulesetError(message) from error

    def __call__(self, *state: Any) -> Position:
        """Return the position with this one state; several arguments are a tuple."""
        return Position.of([Component(self, state[0] if len(state) == 1 else state)])

    def _read(self, node: ast.expr) -> Position:
        terms: list[Position] = []
        while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):  # a + b + c is (a + b) + c
            terms.append(self._read(node.right))
            node = node.left
        if terms:
            return sum(reversed(terms), self._read(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == self.name:
            return self(*(ast.literal_eval(argument) for argument in node.args))
        raise ValueError(ast.dump(node))

    def _option(self, option: Any) -> Option:
        parts, move = (option.parts, option.move) if type(option) is Split else ((option,), None)
        components: list[Component] = []
        terms: list[Term] = []
        for part in parts:
            if isinstance(part, Position):
                components.extend(part.components)
                terms.extend(part.terms)
            else:
                components.append(Component(self, part))
        if move is None:
            move = " + ".join(str(part) if isinstance(part, Position) else self.label(part) for part in parts) or "0"
        return Option(move, tuple(components), tuple(terms))

    def _search(self, state: Any) -> int:
        """Search, with nodes that are states of this ruleset or components of another."""
        memo: dict[Any, int] = cache.get(("memo", self)) or {}

        def own(component: Component) -> Any:
            rules = component.ruleset
            return component.state if rules is self or rules == self else component

        def options(node: Any) -> Iterator[Iterator[Any]]:
            rules, inner = node if type(node) is Component else (self, node)
            for option in rules.moves(inner):
                yield map(own, option.components)

        def known(node: Any) -> int | None:
            if type(node) is not Component:
                return self.known(node)
            value = node.ruleset.prepare(node.state)
            return node.ruleset.known(node.state) if value is None else value

        try:
            return search(state, options, known, memo)
        except TypeError as error:
            if "unhashable" not in str(error):
                raise
            message = f"a state or an option of {self.name} cannot be hashed: {error}"
            raise RulesetError(message) from error
        finally:
            cache.put(("memo", self), memo, len(memo) * _entry_bytes(memo))


class _FunctionRuleset(Ruleset):
    """A ruleset made of a function; it is the function's own name that pickles."""

    def __init__(self, function: Callable[..., Iterable[Any]]) -> None:
        self._function = function
        self._parameters = function.__code__.co_argcount
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__
        self.__qualname__ = function.__qualname__

    @property
    def name(self) -> str:
        return self._function.__name__

    def options(self, state: Any) -> Iterable[Any]:
        options = self._function(*state) if self._parameters > 1 else self._function(state)
        if not hasattr(options, "__iter__"):
            message = f"expected {self.label(state)} to yield or return its options, found {options!r}"
            raise RulesetError(message)
        return options

    def __call__(self, *state: Any) -> Position:
        if len(state) != self._parameters:
            message = f"{self.name} expects {self._parameters} values for a state, found {len(state)}"
            raise RulesetError(message)
        return super().__call__(*state)

    def label(self, state: Any) -> str:
        return f"{self.name}{state!r}" if self._parameters > 1 else super().label(state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _FunctionRuleset) and self._function == other._function

    def __hash__(self) -> int:
        return hash(self._function)

    def __reduce__(self) -> str:
        return self.__qualname__

    def __repr__(self) -> str:
        return f"<ruleset {self.name}>"


def ruleset(function: Callable[..., Iterable[Any]]) -> Ruleset:
    """Make a ruleset of a function that yields the options of a state.

    With one parameter the state is its value; with several, their tuple. ``yield state`` is an
    option with one component, ``yield split(...)`` one with any number. The function must depend on
    its arguments alone. Raises `RulesetError` if it takes no argument.

    >>> @ruleset
    ... def kayles(pins):
    ...     for take in (1, 2):
    ...         for left in range(pins - take + 1):
    ...             yield split(left, pins - take - left)
    >>> kayles(12).nimber
    4
    """
    if not hasattr(function, "__code__"):
        message = f"expected a function written in Python, found {function!r}"
        raise RulesetError(message)
    if function.__code__.co_argcount == 0:
        message = f"expected a function of a state, but {function.__name__} takes no argument"
        raise RulesetError(message)
    return _FunctionRuleset(function)


def _entry_bytes(memo: dict[Any, int]) -> int:
    """Estimate the bytes of an entry from some of its keys; parts of keys count as 100 each."""
    sample = list(islice(memo, 20))
    sizes = [getsizeof(key) + 100 * (len(key) if hasattr(key, "__len__") else 0) for key in sample]
    return _SLOT_BYTES + sum(sizes) // max(1, len(sizes))


@dataclass(frozen=True)
class PlainNotation(Notation):
    """Each component by itself, as ``name(state)``."""

    rules: Ruleset
    splits = True

    @property
    def game(self) -> str:
        """The ruleset's name."""
        return self.rules.name
