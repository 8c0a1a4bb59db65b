"""Rulesets: the rules of a game as the options of its states, and the hooks that make their values cheap."""

from __future__ import annotations

import ast
import re
from abc import ABC, abstractmethod
from types import FunctionType
from typing import TYPE_CHECKING, Any, final

from grundy.core.components import Component, Option, Split, SumTerm, no_option, sum_has_nimber
from grundy.core.literals import SETS, head_text, literal
from grundy.core.notation import PlainNotation
from grundy.core.position import Position
from grundy.core.values import Loony, Loopy, Win
from grundy.errors import NoNimber, OverBudgetError, RulesetError
from grundy.messages import Message
from grundy.messages.plain import printable
from grundy.runtime import progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from grundy.core.notation import Notation
    from grundy.core.scenes import Scene
    from grundy.core.solution import Solution
    from grundy.core.table import Table
    from grundy.core.values import Outcome, Value
    from grundy.explain.reasons import Reduction
    from grundy.loopy.digraph import Digraph
    from grundy.runtime.limits import Cost

__all__ = ["Ruleset"]

MOST_LOOKED_AT = 1_000_000  # moves of a state that are looked at one by one: a few seconds
_BETWEEN_PARTS = re.compile(r"\s\+\s")


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

    With ``compiled = True`` in the class, a search that takes long goes on as machine code that is made of `options`,
    `components` and `canonical`, as with `grundy.ruleset`.
    """

    sample = ""  # the text of a position on which the lab opens
    compiled = False  # whether searches that take long go on as machine code that is made of `options`
    bounds: tuple[int, ...] | None = None  # below which values are kept in a dense table
    saves = False  # whether `solved` and `adopt` have tables that can be kept in files
    entailing = False  # whether it is known beforehand that the same player moves again after some options
    loopy = False  # whether a state may come back, so that there are draws; see `grundy.ruleset`

    @property
    def name(self) -> str:
        """The name that stands before a state in text."""
        return type(self).__name__

    @property
    def head(self) -> str:
        """What stands before a state in text: the name, and the parameters of a dataclass, as ``TakeUpTo(3)``."""
        own_name = type(self).name is not Ruleset.name
        return self.name if own_name or type(self).__hash__ is None else head_text(self)

    @abstractmethod
    def options(self, state: Any) -> Iterable[Any]:
        """Yield the options of `state`, the definition of the game: states, results of `split`, or `Option` objects."""

    def check(self, state: Any) -> Any:
        """Return `state` as the tables and the search take it; raise `RulesetError` for what is no state.

        Called once at the entry of each question, and not for the states that a search meets. Without it
        anything is a state.
        """
        return state

    def prepare(self, state: Any) -> int | None:
        """Make a table that holds `state` where that is worth it, and return the nimber from it.

        Called once for each question; None leaves it to `known` and to the search.
        """
        del state  # most rulesets have no table
        return None

    def known(self, state: Any) -> int | Loony | None:
        """Return the nimber of `state`, or `LOONY`, if a table or a formula has it. Called at each new state."""
        del state
        return None

    def known_many(self, states: list[Any]) -> list[int] | None:
        """Return the nimbers of many states at once, if a table or a formula has all of them; else None.

        Without it a sum of many components asks for them one by one.
        """
        del states
        return None

    def known_outcome(self, state: Any) -> Outcome | None:
        """Return the outcome of `state` if a formula has it. Asked before a search; an audit checks it.

        Without it outcomes that have a formula, where nimbers have none, are searched for.
        """
        del state
        return None

    def solved(self) -> dict[str, NDArray[Any]]:
        """Return the solved tables that there are, by names of their own, to be kept in a file."""
        return {}

    def adopt(self, tables: dict[str, NDArray[Any]]) -> None:
        """Take up tables that `solved` returned. Raises `RulesetError` if they cannot be this ruleset's."""
        if tables:
            raise RulesetError("error.table-unkept", name=self.name)

    def canonical(self, state: Any) -> Any:
        """Return the state that stands for all those of the same value that the rules cannot tell apart.

        Without it symmetric states are searched one by one: up to eight times as many on a square board. With it,
        nimbers are found by the pruning search.
        """
        return state

    def components(self, state: Any) -> Iterable[Any]:
        """Return the states of which `state` is the sum, because no move touches two of them.

        A part may be a `Position` of another ruleset. Without it parts that do not touch are searched
        together, in all combinations. With it, nimbers are found by the pruning search as well.
        """
        return (state,)

    def compiled_form(self, state: Any) -> tuple[Ruleset, Any] | None:
        """Return the ruleset that becomes machine code, and the state of it that is worth what `state` is.

        A search that takes long goes on with it. It is this ruleset itself, or None unless it is `compiled`. One that
        has a theorem about its states may return other rules.
        """
        return (self, state) if self.compiled else None

    @property
    def options_function(self) -> Callable[..., Iterable[Any]]:
        """The function of which machine code is made: `options`."""
        return self.options

    @property
    def plain_options(self) -> Callable[[Any], Iterable[Any]]:
        """The quickest function that does what `options` does."""
        return self.options

    def accelerator(self, name: str) -> Callable[..., Any] | None:
        """Return `canonical`, `components` or another such method, None where this ruleset has none of its own."""
        found: Callable[..., Any] | None = getattr(self, name) if self.declares(name) else None
        return found

    def nim_heap(self, state: Any) -> int | None:
        """Return the size of the nim heap that `state` is by its rules: its options are all the smaller heaps.

        Without it misère play looks at the options of a heap of any size one by one.
        """
        del state
        return None

    def octal_heap(self, state: Any) -> tuple[str, tuple[int, ...], int] | None:
        """Return a code of at most two heaps after each move, its digits, and the heap of it that `state` is played as.

        With it misère play asks the misère quotient of the code (`grundy.theory.quotients`).
        """
        del state
        return None

    def options_below(self, state: Any) -> int | None:
        """Return how many options the states that can be reached from `state` have, if that is known cheaply.

        With it a search of all of them is refused beforehand where that is too many.
        """
        del state
        return None

    def most_options(self, state: Any) -> int | None:
        """Return how many options a search from `state` may look at, where that is less than the budget allows."""
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

    def reduction(self, state: Any, solution: Solution) -> Reduction | None:
        """Return the theory of these rules with its steps for `state`, for explanations; None where there is none.

        `solution` is that of the sum in which the state stands.
        """
        del state, solution
        return None

    def in_words(self, state: Any) -> Message | None:
        """Name `state` in words, for explanations; None where its text is plain enough."""
        del state
        return None

    def move_in_words(self, state: Any, option: Option) -> Message | None:
        """Say in words what a player does who makes this move; None where its text is plain enough."""
        del state, option
        return None

    def moves(self, state: Any, *, named: bool = True) -> Iterator[Option]:
        """Yield the options of `state`, each as an `Option` of components.

        The text of a move that `options` does not name is that of what it leaves. Unless `named` it is empty: a search
        needs none, and it takes longer than the option.
        """
        for option in self.options(state):
            if option is None or type(option) is FunctionType:
                raise no_option(self, state, option)
            yield option if type(option) is Option else self._option(option, named=named)

    def limit_of_moves(self, state: Any) -> tuple[int, Message] | None:
        """Return how many moves of `state` may be looked at one by one, and what is said of more; None for all."""
        del state
        return None

    def moves_looked_at(self, state: Any) -> Iterator[Option]:
        """Yield the moves of `state` one by one; raise `OverBudgetError` beyond `limit_of_moves`."""
        most, what = self.limit_of_moves(state) or (None, None)
        for looked, option in enumerate(self.moves(state)):
            if looked == most and what is not None:
                raise OverBudgetError(what, looked, looked, "options")
            progress.check_cancelled()
            yield option

    def moves_worth(self, state: Any, nimber: int) -> Iterator[Option]:
        """Yield the options of `state` that win beside a nim heap of `nimber`.

        They are those that are worth `nimber`, those that end the game, and of those after which the same player moves
        again the ones that are worth something else.
        """
        from grundy.search.engine import option_values

        values = option_values(self, state)
        for option in self.moves_looked_at(state):
            if option.ends:
                yield option
                continue
            total = values.nimber(option)
            wins = sum_has_nimber(option.components, nimber) if total is None else total == nimber
            if wins is not option.again:
                yield option

    def move_nimbers(self, state: Any) -> Iterable[tuple[Any, int]] | None:
        """Return the moves of `state`, each with the nimber of what it leaves, if a table has them; else None.

        They are those of `moves`, in the same order, none of which ends the game.
        """
        del state
        return None

    @final
    def value(self, state: Any) -> Value:
        """Return the nimber of `state`, or `WIN` or `LOONY`: from a table, a formula, or the general search.

        Of loopy rules it is a nimber or `grundy.Loopy`: Smith's value, from the digraph of all states that play from
        `state` leads to. Raises what `check` raises, `CycleError` where other rules lead back to an earlier state, and
        `OverBudgetError` where the work is more than the budget (see `grundy.runtime.limits.limited`).
        """
        from grundy.search.engine import value

        return value(self, state)

    @final
    def nimber(self, state: Any) -> int:
        """Return the nimber of `state`, as `value` does. Raises `NoNimber` where the value is none."""
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
        """Say whether `state` has this nimber. Takes less than its value: the search is pruned."""
        from grundy.search.engine import has_nimber

        return has_nimber(self, state, nimber)

    def outcome(self, state: Any) -> Outcome:
        """Return the outcome of `state` on its own: `Outcome.P` exactly if it has nimber 0.

        `Outcome.D`, a draw, is that of loopy rules alone.
        """
        from grundy.search.engine import outcome

        return outcome(self, state)

    def nimbers(self, states: Any) -> NDArray[Any]:
        """Return the nimbers of many states, as an array of int64, shape (n,).

        `states` is an array, of shape (n,) for states that are numbers, (n, k) for tuples of k numbers, or an
        iterable of states of any kind. One search with one budget answers all of them, so that each state below them is
        looked at once. Nimbers beyond 63 bits give an array of Python's integers; without NumPy there is a list.
        Raises `NoNimber` for a state worth `WIN` or `Loopy`, and what `value` raises.

        >>> import grundy
        >>> @grundy.ruleset
        ... def take(n):
        ...     yield from range(max(0, n - 3), n)
        >>> take.nimbers([5, 6, 7, 8])
        array([1, 2, 3, 0])
        """
        from grundy.search.batch import nimbers

        return nimbers(self, states)

    def outcomes(self, states: Any) -> NDArray[np.bool_]:
        """Return for each of many states whether the next player wins (outcome N), shape (n,); states as in `nimbers`.

        It is false as well for the draws of loopy rules.
        Takes less than the nimbers where the rules have no table: the search is pruned.

        >>> import grundy
        >>> @grundy.ruleset
        ... def take(n):
        ...     yield from range(max(0, n - 3), n)
        >>> take.outcomes([3, 4])
        array([ True, False])
        """
        from grundy.search.batch import outcomes

        return outcomes(self, states)

    def table(self, bounds: Any) -> Table:
        """Return the values of all states within bounds.

        `bounds` is an integer n, for the states 0 to n - 1, a ``range``, or a tuple of these, one for each
        coordinate of states that are tuples. What `check` refuses is no state. The cost is known
        beforehand (`table_cost`): raises `OverBudgetError` for a table beyond the budget before any work is done, and
        where the search, which may meet states outside of the bounds, takes more.

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
        from grundy.search.batch import table

        return table(self, bounds)

    def table_cost(self, bounds: Any) -> Cost:
        """Return what `table` takes: options, and bytes of the array.

        Bytes are exact; options as well where the ruleset knows them (`options_below`), else they are estimated from
        those of some states within the bounds.

        >>> import grundy
        >>> grundy.heaps("0.77").table_cost(100).bytes
        800
        """
        from grundy.search.batch import cost

        return cost(self, bounds)

    def followers(self, state: Any) -> tuple[Component, ...]:
        """Return the states that play from `state` leads to, each once, `state` first, then breadth first.

        An option that splits leads to each of its parts. They are components, pairs of a ruleset and a state, for parts
        may belong to other rulesets. Takes no symmetry and no formula into account: it is what the rules say. Raises
        `OverBudgetError` beyond the options that a search may look at, and the states that it may hold. Source of the
        word: Conway, On Numbers and Games; Siegel, Combinatorial Game Theory (2013), chapter II.

        >>> import grundy
        >>> [component.state for component in grundy.heaps("0.07").followers(5)]
        [5, 3, 1, 2]
        """
        from grundy.core.followers import followers

        return followers(self, state)

    def digraph(self, *states: Any) -> Digraph:
        """Return the digraph of the states that play from `states` leads to, for rules under which states come back.

        Its vertices are named by the states: `grundy.Digraph` has their outcomes, with draws, Smith's values and
        the outcomes of sums. Under loopy rules with `canonical` they are canonical states alone. Raises
        `RulesetError` for an option that splits, leads to another ruleset or ends the
        game at once, and `OverBudgetError` beyond the options, states and bytes that a search may take.

        >>> import grundy
        >>> @grundy.ruleset
        ... def walk(place):
        ...     if place:
        ...         yield place - 1
        ...         yield min(place + 1, 4)
        >>> walk.digraph(2).outcomes().tolist()
        ['D', 'N', 'D', 'P', 'D']
        """
        from grundy.loopy.exploring import explored

        return explored(self, states)

    def notation(self) -> Notation:
        """Return how states are written where no game says otherwise."""
        return PlainNotation(self)

    def label(self, state: Any) -> str:
        """Write `state`, as `format` does, but control characters as escapes."""
        return printable(self.format(state))

    def declares(self, name: str) -> bool:
        """Say whether this ruleset has a `canonical`, `components`, `parse`, ... of its own."""
        return getattr(type(self), name) is not getattr(Ruleset, name)

    def read(self, text: str) -> Position:
        """Read back the text of a sum of this ruleset's states: ``kayles(3) + kayles(4)``.

        Where there is no `parse`, states are Python literals. Raises `RulesetError` for anything else.
        """
        try:
            if self.declares("parse"):
                return Position.of(Component(self, self.parse(part)) for part in _BETWEEN_PARTS.split(text))
            node = ast.parse(text.strip(), mode="eval").body
            return Position() if text.strip() == "0" else self._read(node)
        except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError) as error:  # the last: nested too deep
            kind = "expected.state-parsed" if self.declares("parse") else "expected.state-called"
            expected = Message(kind, {"name": self.name, "error": str(error)})
            raise RulesetError("error.expected", expected=expected, found=repr(text)) from error

    def __call__(self, *state: Any) -> Position:
        """Return the position with this one state; several arguments are a tuple."""
        return self._at(state[0] if len(state) == 1 else state)

    def _at(self, state: Any) -> Position:
        return Position.of([Component(self, state)])

    def _read(self, node: ast.expr) -> Position:
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
        """Return the state in ``name(state)``, or in a bare literal."""
        node = ast.parse(text.strip(), mode="eval").body
        if isinstance(node, ast.Call) and ast.unparse(node.func) not in SETS:
            return self._read(node).components[0].state
        return literal(node)

    def _option(self, option: Any, *, named: bool) -> Option:
        if not isinstance(option, Split | Position):  # one state, as most options are: in half of the time
            return Option((self.label(option) or "0") if named else "", (Component(self, option),))
        parts, move = (option.parts, option.move) if isinstance(option, Split) else ((option,), None)
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
