"""Rulesets: the rules of a game as the options of its states, and the way to their nimbers."""

from __future__ import annotations

import ast
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from traceback import walk_tb
from types import FunctionType
from typing import TYPE_CHECKING, Any

from grundy.core.positions import Component, Notation, Option, Outcome, Position, Term
from grundy.core.scenes import Scene, places
from grundy.core.values import WIN
from grundy.errors import RulesetError
from grundy.runtime import limits
from grundy.search.nodes import Walk, no_option

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from grundy.core.scenes import Places

__all__ = ["Component", "Option", "Ruleset", "Split", "split", "win"]

_SETS = ("frozenset", "set")
_BETWEEN_PARTS = re.compile(r"\s\+\s")


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


def win(*, move: str = "win") -> Option:
    """Make an option that ends the whole game at once, in favour of whoever makes it.

    The game ends even if the state is one component of a sum, so a state with such an option is worth
    `WIN`, which is no nimber: it beats every sum. It would be wrong to give the end a nimber, such as
    0: in a sum the opponent could still move elsewhere.

    >>> import grundy
    >>> @grundy.ruleset
    ... def race(steps):
    ...     yield from range(max(0, steps - 2), steps)
    ...     if steps <= 2:
    ...         yield win(move="arrive")
    >>> race(2).value, race(3).nimber, race(6).nimber
    (WIN, 0, 0)
    >>> [choice.move for choice in (race(2) + race(4)).winning_moves()]
    ['1:arrive']
    """
    return Option(move, (), ends=True)


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

    @property
    def head(self) -> str:
        """What stands before a state in text: the name, and the parameters of a dataclass, as ``TakeUpTo(3)``."""
        own_name = type(self).name is not Ruleset.name
        return self.name if own_name or type(self).__hash__ is None else _head(self)

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

    def canonical(self, state: Any) -> Any:
        """Return the state that stands for all those of the same value that the rules cannot tell apart.

        Without it symmetric states are searched one by one: up to eight times as many on a square board.
        """
        return state

    def components(self, state: Any) -> Iterable[Any]:
        """Return the states of which `state` is the sum, because no move touches two of them.

        A part may be a `Position` of another ruleset. Without it parts that do not touch are searched
        together, in all combinations. With it, nimbers are found by the pruning search as well.
        """
        return (state,)

    def nim_heap(self, state: Any) -> int | None:
        """Return the size of the nim heap that `state` is by its rules: its options are all the smaller heaps.

        Without it misère play looks at the options of a heap of any size one by one.
        """
        del state
        return None

    def options_below(self, state: Any) -> int | None:
        """Return how many options the states that can be reached from `state` have, if that is known cheaply.

        With it a search of all of them is refused beforehand where that is too many.
        """
        del state
        return None

    def format(self, state: Any) -> str:
        """Return the text of `state`. Without it the text is ``name(state)``, with parameters ``Name(3)(state)``."""
        return f"{self.head}({state!r})"

    def parse(self, text: str) -> Any:
        """Return the state that `text` says; raise `ValueError`, with what was expected, if it says none.

        Without it a state is a Python literal, bare or as ``name(state)``.
        """
        return self._literal(text)

    def scene(self, state: Any, winning: Sequence[str]) -> Scene | None:
        """Describe `state`, with the winning moves on it, for drawings (see `grundy.core.scenes`).

        None, or without it, states are drawn as their text.
        """
        del state, winning
        return None

    def moves(self, state: Any) -> Iterator[Option]:
        """Yield the options of `state`, each as an `Option` of components."""
        for option in self.options(state):
            if option is None or type(option) is FunctionType:
                raise no_option(self, state, option)
            yield option if type(option) is Option else self._option(option)

    def moves_worth(self, state: Any, nimber: int) -> Iterator[Option]:
        """Yield the options of `state` that are worth `nimber`, and those that end the game."""
        for option in self.moves(state):
            limits.may_stop()
            if option.ends or _sum_is_worth(option.components, nimber):
                yield option

    def value(self, state: Any) -> int:
        """Return the nimber of `state`, or `WIN`: from a table, a formula, or the general search.

        Raises `CycleError` where the rules go round in a circle, and `OverBudgetError` where the
        work is more than the budget (see `grundy.runtime.limits.limited`).
        """
        value = self._found(state)
        found = self._asked(state, None) if value is None else value
        return WIN if found is None else found  # the search has an answer to this question

    def worth(self, state: Any, nimber: int) -> bool:
        """Say whether `state` has this nimber. Takes less than its value: the search is pruned."""
        if type(self).value is not Ruleset.value:  # it finds values in a way of its own
            return self.value(state) == nimber
        value = self._found(state)
        return (self._asked(state, nimber) if value is None else value) == nimber

    def outcome(self, state: Any) -> Outcome:
        """Return the outcome of `state` on its own."""
        return Outcome.P if self.worth(state, 0) else Outcome.N

    def notation(self) -> Notation:
        """Return how states are written where no game says otherwise."""
        return PlainNotation(self)

    def label(self, state: Any) -> str:
        """Write `state`, as `format` does."""
        return self.format(state)

    def declares(self, name: str) -> bool:
        """Say whether this ruleset has a `canonical`, `components`, `parse`, ... of its own."""
        return getattr(type(self), name) is not getattr(Ruleset, name)

    def read(self, text: str) -> Position:
        """Read back the text of a sum of this ruleset's states: ``kayles(3) + kayles(4)``.

        Where there is no `parse`, states are Python literals. Raises `RulesetError` for anything else.
        """
        try:
            if self.declares("parse"):
                return sum((self._at(self.parse(part)) for part in _BETWEEN_PARTS.split(text)), Position())
            node = ast.parse(text.strip(), mode="eval").body
            return Position() if text.strip() == "0" else self._read(node)
        except (SyntaxError, ValueError, TypeError, RecursionError) as error:
            what = (
                f"a state of {self.name} ({error})" if self.declares("parse") else f"{self.name}(...), or a sum of such"
            )
            message = f"expected {what}, found {text!r}"
            raise RulesetError(message) from error

    def __call__(self, *state: Any) -> Position:
        """Return the position with this one state; several arguments are a tuple."""
        return self._at(state[0] if len(state) == 1 else state)

    def _at(self, state: Any) -> Position:
        return Position.of([Component(self, state)])

    def _read(self, node: ast.expr) -> Position:
        terms: list[Position] = []
        while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):  # a + b + c is (a + b) + c
            terms.append(self._read(node.right))
            node = node.left
        if terms:
            return sum(reversed(terms), self._read(node))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == ast.unparse(ast.parse(self.head)):
            return self(*map(literal, node.args))
        raise ValueError(ast.dump(node))

    def _literal(self, text: str) -> Any:
        """Return the state in ``name(state)``, or in a bare literal."""
        node = ast.parse(text.strip(), mode="eval").body
        if isinstance(node, ast.Call) and ast.unparse(node.func) not in _SETS:
            return self._read(node).components[0].state
        return literal(node)

    def _found(self, state: Any) -> int | None:
        """Return the value of `state` from a table or a formula."""
        value = self.prepare(state)
        return self.known(state) if value is None else value

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

    def _asked(self, state: Any, nimber: int | None) -> int | None:
        """Search for the value of `state`, or whether it has the nimber (None: it has not)."""
        try:
            hash(self)
        except TypeError as error:
            message = f"expected a hashable ruleset, such as a frozen dataclass, found {type(self).__name__}: {error}"
            raise RulesetError(message) from error
        try:
            return Walk(self).asked(state, nimber)
        except TypeError as error:
            if "unhashable" not in str(error) or not _is_ours(error):
                raise
            message = f"a state or an option of {self.name} cannot be hashed: {error}"
            raise RulesetError(message) from error


@lru_cache(maxsize=64)
def _head(rules: Ruleset) -> str:
    """Return the name with the parameters of a dataclass, if they can be read back."""
    words = []
    given: Any = rules  # any class may be a dataclass
    for field in fields(given) if is_dataclass(given) else ():
        value = getattr(rules, field.name)
        try:
            if field.init and literal(ast.parse(repr(value), mode="eval").body) != value:
                return rules.name
        except (ValueError, TypeError, SyntaxError, RecursionError):
            return rules.name
        if field.init:
            words.append(f"{field.name}={value!r}" if field.kw_only else repr(value))
    return f"{rules.name}({', '.join(words)})" if words else rules.name


def literal(node: ast.expr) -> Any:
    """Return the value of a Python literal; sets, also as ``frozenset(...)``, are frozensets, for states are hashed."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) in _SETS and len(node.args) <= 1 and not node.keywords:
        return frozenset(*map(literal, node.args))
    if isinstance(node, ast.Set):
        return frozenset(map(literal, node.elts))
    if isinstance(node, ast.Tuple | ast.List):
        return (tuple if isinstance(node, ast.Tuple) else list)(map(literal, node.elts))
    return ast.literal_eval(node)


def _is_ours(error: BaseException) -> bool:
    """Say whether an exception was raised by a line of grundy itself, or by the hash that such a line has asked for."""
    frames = [frame for frame, _ in walk_tb(error.__traceback__) if frame.f_code.co_name != "__hash__"]
    return str(frames[-1].f_globals.get("__name__")).startswith("grundy.")


@dataclass(frozen=True)
class PlainNotation(Notation):
    """Each component by itself, as ``name(state)``."""

    rules: Ruleset
    splits = True

    @property
    def game(self) -> str:
        """The ruleset's name."""
        return self.rules.name

    @property
    def named(self) -> bool:  # type: ignore[override] # a constant elsewhere
        """Whether states are written as ``name(state)``."""
        return not self.rules.declares("format")

    def places(self, components: Sequence[Component], index: int, move: Any) -> Places:
        """Return where the ruleset's own scene has the move."""
        return _places(self.rules, components[index].state).get(str(move), ())

    def scene(self, components: Sequence[Component], winning: Sequence[str], total: int | None = None) -> Scene:
        """Return the scene that the ruleset makes of its state, or its text."""
        scene = self.rules.scene(components[0].state, winning) if len(components) == 1 else None
        if scene is None:
            return super().scene(components, winning, total)
        if not isinstance(scene, Scene):
            message = f"expected the scene of {self.rules.name} to be one of grundy.core.scenes, found {scene!r}"
            raise RulesetError(message)
        return scene


@lru_cache(maxsize=8)
def _places(rules: Ruleset, state: Any) -> dict[str, Places]:
    """Return where the moves from a state sit in its scene; asked once for each move."""
    scene = rules.scene(state, ())
    return {} if scene is None else places(scene)


def _sum_is_worth(components: Sequence[Component], nimber: int) -> bool:
    """Say whether a sum has the nimber; of its last component it is only asked whether that fits."""
    for number, (rules, state) in enumerate(components, start=1):
        if number == len(components):
            return rules.worth(state, nimber)
        value = rules.value(state)
        if value == WIN:
            return False
        nimber ^= value
    return not nimber
