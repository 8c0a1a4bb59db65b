"""Rulesets: the rules of a game as the options of its states, and the hooks that make values faster to find."""

from __future__ import annotations

import ast
import re
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, final

from grundy.core.components import Component, Option, Split, SumTerm, sum_has_nimber
from grundy.core.engines import ENGINES, ValueQuestion, ask
from grundy.core.mistakes import NO_STATES, check_option, explain, is_hashable, shown
from grundy.core.notation import SETS, PlainNotation, head_text, literal, plain_numbers
from grundy.core.position import Position
from grundy.core.values import WIN, Loony, Loopy, Outcome, Win, outcome_of
from grundy.errors import NoNimber, RulesetError
from grundy.runtime import progress
from grundy.runtime.lazy import convenience
from grundy.runtime.messages import Message, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from grundy.core.engines import Engine
    from grundy.core.loopy.digraph import Digraph
    from grundy.core.notation import Notation
    from grundy.core.scenes import Scene
    from grundy.core.solution import Solution
    from grundy.core.table import Table
    from grundy.core.values import Value
    from grundy.runtime.limits import Cost
    from grundy.theory.explain.reductions import Reduction

__all__ = ["Ruleset"]

_BETWEEN_PARTS = re.compile(r"\s\+\s")


class Ruleset(ABC):
    """The rules of a game with their parameters and their board.

    A subclass must be immutable, be compared and hashed by content (a frozen dataclass does all that), and define
    `options`. It is pickled without its tables, which are in one cache whose keys are rulesets. Calling a ruleset with
    a state returns a `Position`.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class TakeUpTo(Ruleset):
    ...     most: int
    ...     def options(self, state):
    ...         return range(max(0, state - self.most), state)
    >>> TakeUpTo(3)(7).nimber
    3

    With ``compiled = True`` in the class, a search that takes long continues as machine code made of `options`,
    `components` and `canonical`, as with `grundy.ruleset`.
    """

    sample = ""  # the text of the position with which the lab opens
    compiled = False  # whether a search that takes long continues as machine code
    entailing = ""  # for rules with moves after which the same player moves again: the message after such a move
    loopy = False  # whether a state may come back, so that there are draws; see `grundy.ruleset`
    own_engines: tuple[Engine, ...] = ()  # those of the methods `known_outcome`, `prepare` and `known` that it has

    def __init_subclass__(cls) -> None:
        """Find the engines of the methods that the class has."""
        super().__init_subclass__()
        cls.own_engines = tuple([engine for name, engine in ENGINES.items() if hasattr(cls, name)])

    @property
    def name(self) -> str:
        """The name of the rules, which stands before a state in text."""
        return type(self).__name__

    @final
    @property
    def head(self) -> str:
        """The text before a state: the name, with the parameters of a dataclass, such as ``TakeUpTo(3)``."""
        own_name = type(self).name is not Ruleset.name
        return self.name if own_name or type(self).__hash__ is None else head_text(self)

    @abstractmethod
    def options(self, state: Any) -> Iterable[Any]:
        """Yield the options of `state`, the definition of the game: states, results of `split`, or `Option` objects."""

    def check(self, state: Any) -> Any:
        """Return `state` in the form that tables and searches use; raise `RulesetError` if it is no state.

        It is called once for each question, and not for the states that a search reaches. By default every object is a
        state.
        """
        return state

    def canonical(self, state: Any) -> Any:
        """Return one state that represents all states that are equal to `state` by symmetry.

        Without it, symmetric states are searched one by one: up to eight times as many on a square board. With it,
        nimbers are found by the pruned search.
        """
        return state

    def components(self, state: Any) -> Iterable[Any]:
        """Return the states of which `state` is the sum, because no move changes two of them.

        A part may be a `Position` of another ruleset. Without this method, parts that do not touch are searched
        together, in all combinations. With it, nimbers are found by the pruned search.
        """
        return (state,)

    def format(self, state: Any) -> str:
        """Return the text of `state`. By default it is ``name(state)``, with parameters ``Name(3)(state)``."""
        return f"{self.head}({plain_numbers(repr(state))})"

    def parse(self, text: str) -> Any:
        """Return the state that `text` describes; raise `ValueError`, with what was expected, if it describes none.

        By default a state is a Python literal, bare or as ``name(state)``.
        """
        return self._literal(text)

    def scene(self, state: Any, winning: Sequence[str]) -> Scene | None:
        """Return the scene of `state`, with the winning moves on it, for drawings (see `grundy.core.scenes`).

        If it is None, as by default, the state is drawn as its text.
        """
        del state, winning
        return None

    def reduction(self, state: Any, solution: Solution) -> Reduction | None:
        """Return the theory of these rules with its steps for `state`, for explanations; None if there is no theory.

        `solution` is the solution of the sum that has the state as a component.
        """
        del state, solution
        return None

    def in_words(self, state: Any) -> Message | None:
        """Return a name of `state` in words, for explanations; None if its text is plain enough."""
        del state
        return None

    def move_in_words(self, state: Any, option: Option) -> Message | None:
        """Return words for what a player does in this move; None if the text of the move is plain enough."""
        del state, option
        return None

    @final
    def moves(self, state: Any, *, named: bool = True) -> Iterator[Option]:
        """Yield the options of `state`, each as an `Option` of components.

        If `options` does not name a move, its text is the text of the components that it leaves. Unless `named`, that
        text is empty: a search does not need it, and it takes longer to make than the option.
        """
        try:
            for option in self.options(state):
                if type(option) in NO_STATES or isinstance(option, Split):
                    check_option(self, state, option)
                yield option if type(option) is Option else self._option(option, named=named)
        except Exception as error:
            explain(error, self, state)
            raise

    def limited_moves(self, state: Any) -> Iterator[Option]:
        """Yield the moves of `state`, to be checked one by one; rules with many moves raise `OverBudgetError`."""
        for option in self.moves(state):
            progress.check_cancelled()
            yield option

    def moves_worth(self, state: Any, nimber: int) -> Iterator[Option]:
        """Yield the options of `state` that win in the sum with a nim heap of size `nimber`.

        An option wins if it ends the game, or if it is worth `nimber`. An option after which the same player moves
        again wins if it is not worth `nimber`.
        """
        for option in self.limited_moves(state):
            if option.ends or sum_has_nimber(option.components, nimber) is not option.again:
                yield option

    @property
    def engines(self) -> tuple[Engine, ...]:
        """The engines that find values, in the order in which they are asked (``grundy.core.engines``).

        First come those of the methods that a subclass may have: `known_outcome`, a formula for outcomes; `prepare`,
        which fills a table; and `known`, a formula for nimbers. The search is the last one.
        """
        from grundy.core.search import engines

        if self.loopy:
            return engines.LOOPY
        return self.own_engines + (engines.COMPILED if self.compiled else engines.PLAIN)

    @final
    def value(self, state: Any) -> Value:
        """Return the nimber of `state`, or `WIN` or `LOONY`: from a table, a formula, or the general search.

        For loopy rules it is a nimber or `grundy.Loopy`: Smith's value, from the digraph of all states that play from
        `state` leads to. Raises what `check` raises; `CycleError` if rules that are not loopy lead back to an earlier
        state; and `OverBudgetError` if the work is more than the budget (see `grundy.runtime.limits.limited`).
        """
        found = ask(ValueQuestion(self, self.check(state)))
        return WIN if found is None else found  # a question for the value has an answer

    @final
    def nimber(self, state: Any) -> int:
        """Return the nimber of `state`, as `value` does. Raises `NoNimber` if the value is no nimber."""
        value = self.value(state)
        if isinstance(value, Loopy):
            raise NoNimber("error.no-nimber-loopy", value=str(value))
        if isinstance(value, Loony):
            raise NoNimber("error.no-nimber-loony", state=self.label(state))
        if isinstance(value, Win):
            move = next((str(option.move) for option in self.moves(state) if option.ends), "")
            raise NoNimber("error.no-nimber", move=repr(move))
        return value

    @final
    def has_nimber(self, state: Any, nimber: int) -> bool:
        """Return whether `state` has this nimber. It is cheaper than the value: the search is pruned."""
        return ask(ValueQuestion(self, self.check(state), nimber)) == nimber

    @final
    def outcome(self, state: Any) -> Outcome:
        """Return the outcome of `state` on its own: `Outcome.P` exactly if it has nimber 0.

        Only loopy rules have `Outcome.D`, a draw.
        """
        if self.loopy:
            return outcome_of(self.value(state))
        return Outcome.P if self.has_nimber(state, 0) else Outcome.N

    def nimbers(self, states: Any) -> NDArray[Any]:
        """Return the nimbers of many states, as an array of int64, shape (n,).

        `states` is an array, of shape (n,) for states that are numbers and (n, k) for tuples of k numbers, or an
        iterable of states of any kind. One search with one budget finds all values, so it visits each state that they
        lead to once. If a nimber needs more than 63 bits, the array holds Python integers; without NumPy the result is
        a list. Raises `NoNimber` for a state worth `WIN`, `LOONY` or `Loopy`, and what `value` raises.

        >>> import grundy
        >>> @grundy.ruleset
        ... def take(n):
        ...     yield from range(max(0, n - 3), n)
        >>> take.nimbers([5, 6, 7, 8])
        array([1, 2, 3, 0])
        """
        from grundy.core.search.batch import nimbers

        return nimbers(self, states)

    def outcomes(self, states: Any) -> NDArray[np.bool_]:
        """Return for each of many states whether the next player wins (outcome N), shape (n,); states as in `nimbers`.

        The value for a draw of loopy rules is False. For rules without a table, it is cheaper than the nimbers: the
        search is pruned.

        >>> import grundy
        >>> @grundy.ruleset
        ... def take(n):
        ...     yield from range(max(0, n - 3), n)
        >>> take.outcomes([3, 4])
        array([ True, False])
        """
        from grundy.core.search.batch import outcomes

        return outcomes(self, states)

    @final
    def table(self, bounds: Any) -> Table:
        """Return the values of all states within bounds.

        `bounds` is an integer n, for the states 0 to n - 1; a ``range``; or a tuple of these, one for each coordinate
        of states that are tuples. Places within the bounds that `check` refuses are marked as no states. The cost is
        known beforehand (`table_cost`). Raises `OverBudgetError` before any work is done if the table is beyond the
        budget, and later if the search, which may visit states outside the bounds, takes more.

        >>> import grundy
        >>> @grundy.ruleset
        ... def wythoff(a, b):
        ...     for k in range(1, max(a, b) + 1):
        ...         yield from [(a - k, b)] * (k <= a) + [(a, b - k)] * (k <= b) + [(a - k, b - k)] * (k <= min(a, b))
        >>> wythoff.table((3, range(1, 4))).values
        array([[1, 2, 3],
               [2, 0, 4],
               [0, 1, 5]])
        """
        from grundy.core.search.batch import table

        return table(self, bounds)

    @final
    def table_cost(self, bounds: Any) -> Cost:
        """Return the cost of `table`: options, and bytes of the array.

        Bytes are exact. Options are exact if the ruleset knows them (`options_below`); else they are estimated from
        the options of some states within the bounds.

        >>> import grundy
        >>> grundy.heaps("0.77").table_cost(100).bytes
        800
        """
        from grundy.core.search.batch import cost

        return cost(self, bounds)

    @final
    def followers(self, state: Any) -> tuple[Component, ...]:
        """Return the states that play from `state` leads to, each once, `state` first, then breadth first.

        An option that splits leads to each of its parts. The result has components, pairs of a ruleset and a state,
        because parts may belong to other rulesets. It uses no symmetry and no formula, only the options. Raises
        `OverBudgetError` beyond the options that a search may visit, and the states that it may hold. Source of the
        word: Conway, On Numbers and Games; Siegel, Combinatorial Game Theory (2013), chapter II.

        >>> import grundy
        >>> [component.state for component in grundy.heaps("0.07").followers(5)]
        [5, 3, 1, 2]
        """
        from grundy.core.loopy.solving import followers

        return followers(self, state)

    def digraph(self, *states: Any) -> Digraph:
        """Return the digraph of the states that play from `states` leads to, for rules under which states come back.

        The names of its vertices are the states. `grundy.Digraph` finds their outcomes, with draws, Smith's values, and
        the outcomes of sums. With loopy rules that have `canonical`, the vertices are the canonical states only. Raises
        `RulesetError` for an option that splits, leads to another ruleset or ends the game at once, and
        `OverBudgetError` beyond the options, states and bytes that a search may take.

        >>> import grundy
        >>> @grundy.ruleset
        ... def walk(place):
        ...     if place:
        ...         yield place - 1
        ...         yield min(place + 1, 4)
        >>> walk.digraph(2).outcomes().tolist()
        ['D', 'N', 'D', 'P', 'D']
        """
        found: Digraph = convenience("Ruleset.digraph")(self, states)
        return found

    def notation(self) -> Notation:
        """Return the notation of states that do not belong to a game."""
        return PlainNotation(self)

    def label(self, state: Any) -> str:
        """Return the text of `state`, as `format` does, with control characters as escapes."""
        text = self.format(state)
        if not isinstance(text, str):
            raise RulesetError("error.function-format", name=self.name, found=shown(text))
        return printable(text)

    def declares(self, name: str) -> bool:
        """Return whether this ruleset defines `canonical`, `components`, `parse` or another hook itself."""
        return getattr(type(self), name, None) is not getattr(Ruleset, name, None)

    @final
    def read(self, text: str) -> Position:
        """Return the position of a text, a sum of states of this ruleset: ``kayles(3) + kayles(4)``.

        Without a `parse` of its own, states are Python literals. Raises `RulesetError` for any other text.
        """
        try:
            if self.declares("parse"):
                return Position.of(Component(self, self.parse(part)) for part in _BETWEEN_PARTS.split(text))
            node = ast.parse(text.strip(), mode="eval").body
            return Position() if text.strip() == "0" else self._read(node)
        except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError) as error:  # the last two: deep nesting
            kind = "expected.state-parsed" if self.declares("parse") else "expected.state-called"
            expected = Message(kind, {"name": self.name, "error": str(error)})
            raise RulesetError("error.expected", expected=expected, found=repr(text)) from error

    def __call__(self, *state: Any) -> Position:
        """Return the position of one component with this state; several arguments are a state that is a tuple."""
        component = Component(self, state[0] if len(state) == 1 else state)
        return Position([SumTerm(self.notation(), (component,))])

    def _read(self, node: ast.expr) -> Position:
        """Return the position of an expression; raise `ValueError` if it is no sum of calls of this ruleset."""
        parts: list[Position] = []
        while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):  # a + b + c is (a + b) + c
            parts.append(self._read(node.right))
            node = node.left
        if parts:
            return Position.join(term for part in (self._read(node), *reversed(parts)) for term in part.terms)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == ast.unparse(ast.parse(self.head)):
            return self(*map(literal, node.args))
        raise ValueError(ast.dump(node))

    def _literal(self, text: str) -> Any:
        """Return the state of the text ``name(state)``, or of a bare literal."""
        node = ast.parse(text.strip(), mode="eval").body
        if isinstance(node, ast.Call) and ast.unparse(node.func) not in SETS:
            return self._read(node).components[0].state
        return literal(node)

    def _option(self, option: Any, *, named: bool) -> Option:
        """Return what `options` has yielded as an `Option`."""
        if not isinstance(option, Split | Position):  # the usual case, a single state, takes half as long this way
            return Option((self.label(option) or "0") if named else "", (Component(self, option),))
        parts, move = (option.parts, option.move) if isinstance(option, Split) else ((option,), None)
        if move is not None and not is_hashable(move):
            raise RulesetError("error.move-text", found=shown(move))
        components: list[Component] = []
        terms: list[SumTerm] = []
        for part in parts:
            if isinstance(part, Position):
                components.extend(part.components)
                terms.extend(part.terms)
            else:
                components.append(Component(self, part))
        if move is None:
            move = self._text_of(parts) if named else ""
        return Option(move, tuple(components), tuple(terms), again=isinstance(option, Split) and option.again)

    def _text_of(self, parts: Iterable[Any]) -> str:
        return " + ".join(str(part) if isinstance(part, Position) else self.label(part) for part in parts) or "0"
