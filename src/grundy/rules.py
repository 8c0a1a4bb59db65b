"""Rulesets: the rules of a game as the options of its states, and the way to their nimbers."""

from __future__ import annotations

import ast
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from grundy import work
from grundy.errors import RulesetError
from grundy.positions import Component, Notation, Option, Outcome, Position, Term
from grundy.scenes import places
from grundy.values import WIN
from grundy.walks import Walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from grundy.scenes import Places, Scene

__all__ = ["Component", "Option", "Ruleset", "Split", "split", "win"]

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

    def format(self, state: Any) -> str:
        """Return the text of `state`. Without it the text is ``name(state)``."""
        return f"{self.name}({state!r})"

    def parse(self, text: str) -> Any:
        """Return the state that `text` says; raise `ValueError`, with what was expected, if it says none.

        Without it a state is a Python literal, bare or as ``name(state)``.
        """
        return self._literal(text)

    def scene(self, state: Any, winning: Sequence[str]) -> Scene | None:
        """Describe `state`, with the winning moves on it, for drawings (see `grundy.scenes`).

        None, or without it, states are drawn as their text.
        """
        del state, winning
        return None

    def moves(self, state: Any) -> Iterator[Option]:
        """Yield the options of `state`, each as an `Option` of components."""
        for option in self.options(state):
            yield option if type(option) is Option else self._option(option)

    def moves_worth(self, state: Any, nimber: int) -> Iterator[Option]:
        """Yield the options of `state` that are worth `nimber`, and those that end the game."""
        for option in self.moves(state):
            work.may_stop()
            if option.ends or _sum_is_worth(option.components, nimber):
                yield option

    def value(self, state: Any) -> int:
        """Return the nimber of `state`, or `WIN`: from a table, a formula, or the general search.

        Raises `CycleError` where the rules go round in a circle, and `OverBudgetError` where the
        work is more than the budget (see `grundy.work.limited`).
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
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == self.name:
            return self(*(ast.literal_eval(argument) for argument in node.args))
        raise ValueError(ast.dump(node))

    def _literal(self, text: str) -> Any:
        """Return the state in ``name(state)``, or in a bare literal."""
        node = ast.parse(text.strip(), mode="eval").body
        if isinstance(node, ast.Call):
            return self._read(node).components[0].state
        return ast.literal_eval(node)

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
        walk = Walk(self)
        try:
            return walk.asked(state, nimber)
        except TypeError as error:
            if "unhashable" not in str(error):
                raise
            message = f"a state or an option of {self.name} cannot be hashed: {error}"
            raise RulesetError(message) from error


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
        return super().scene(components, winning, total) if scene is None else scene


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
