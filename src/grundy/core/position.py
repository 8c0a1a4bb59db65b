"""Positions: sums of components, their outcomes, choices and winning moves."""

from __future__ import annotations

from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any

from grundy.core.choices import Choice, Choices, DrawingMoves, WinningMoves, find_choice
from grundy.core.solution import Solution
from grundy.core.terms import joined, line_of, terms_of, texts_of
from grundy.core.values import Loony, Loopy, Win
from grundy.errors import IllegalMoveError, NoNimber
from grundy.runtime.lazy import convenience

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from grundy.core.choices import KeptMoves
    from grundy.core.components import Component, SumTerm
    from grundy.core.scenes import Scene
    from grundy.core.values import Outcome, Value
    from grundy.drawing.game_graph import GameGraph
    from grundy.lab.notebook.widget import GameWidget
    from grundy.theory.explain.coach import Coach
    from grundy.theory.explain.reasons import Explanation
    from grundy.theory.misere import Misere

__all__ = ["Position"]

_MOST_SHOWN = 2000  # characters of a position's repr
_EXAMPLES = 3  # legal moves that an error about an illegal one shows


class Position:
    r"""A sum of components, written as one or more terms. It is immutable, and equal if the terms are equal.

    >>> import grundy
    >>> board = grundy.games.wall_making("X.\n..")
    >>> board.nimber, board.outcome.value
    (2, 'N')
    >>> [choice.move for choice in board.winning_moves()]
    ['r2c2']
    >>> print(board.play("r2c2"))
    X#
    ##

    The *parts* of a sum are numbered from 1 as they are written: each board, each state of a ruleset, and each
    heap of a list of heaps is a part. A board stays one part when moves have cut it into several components. In a sum
    of several parts the text of a move begins with the number of its part: ``2:5 -> 4`` in ``nim 3 5``, or ``3:r1c2``
    if a board follows two heaps. A single part has no number.

    >>> [choice.move for choice in (grundy.games.nim(3, 2) + board).winning_moves()]
    ['1:3 -> 0', '2:2 -> 1', '3:r1c2', '3:r2c1']
    """

    __slots__ = ("_components", "_moves", "_parts", "_sides", "_solution", "_terms")

    _sides: tuple[Position, Position] | None  # of a sum whose terms nobody has asked for
    _terms: tuple[SumTerm, ...]
    _components: tuple[Component, ...]
    _solution: Solution
    _moves: KeptMoves  # that win, or keep a draw
    _parts: tuple[range, ...]

    def __init__(self, terms: Iterable[SumTerm] = ()) -> None:
        """Make a position of terms. Users get positions from games and rulesets, which call this."""
        object.__setattr__(self, "_sides", None)
        object.__setattr__(self, "_terms", tuple(terms))

    def __setattr__(self, name: str, value: object) -> None:
        """Raise `AttributeError`: a position never changes."""
        message = f"a position cannot be changed ({name})"
        raise AttributeError(message)

    def __reduce__(self) -> tuple[type[Position], tuple[tuple[SumTerm, ...]]]:
        """Pickle the terms."""
        return (Position, (self.terms,))

    @classmethod
    def of(cls, components: Iterable[Component]) -> Position:
        """Make the sum of `components`, each written in its ruleset's own notation."""
        return cls(terms_of(components))

    @classmethod
    def join(cls, terms: Iterable[SumTerm]) -> Position:
        """Make the sum of `terms`; neighbours with the same notation become one term if it is a list."""
        return cls(joined(terms))

    @property
    def terms(self) -> tuple[SumTerm, ...]:
        """The terms: notations with the components that they write. Those of a sum are joined at the first use."""
        if self._sides is not None:
            waiting: list[Position] = [self]
            backwards: list[SumTerm] = []
            while waiting:
                one = waiting.pop()
                sides = one._sides  # noqa: SLF001 - also a position
                if sides is None:
                    backwards += reversed(one._terms)  # noqa: SLF001 - the same
                else:
                    waiting += sides
            object.__setattr__(self, "_terms", tuple(joined(reversed(backwards))))
            object.__setattr__(self, "_sides", None)  # afterwards, as another thread may read both
        return self._terms

    @property
    def is_loopy(self) -> bool:
        """Whether play may come back to an earlier position: whether a component belongs to a loopy ruleset."""
        return any(component.ruleset.loopy for term in self.terms for component in term.components)

    @property
    def components(self) -> tuple[Component, ...]:
        """All components, in the order in which they are written."""
        if len(self.terms) == 1:
            return self.terms[0].components
        try:
            return self._components
        except AttributeError:
            components = tuple([component for term in self.terms for component in term.components])
            object.__setattr__(self, "_components", components)
            return components

    @property
    def solution(self) -> Solution:
        """What is known about the position; each fact is found once: `grundy.core.solution.Solution`."""
        try:
            return self._solution
        except AttributeError:
            solution = Solution(self.components)
            object.__setattr__(self, "_solution", solution)
            return solution

    @property
    def value(self) -> Value:
        """The nimber; or `WIN` or `LOONY` if a component has that value; or `grundy.Loopy` with loopy components.

        >>> import grundy
        >>> @grundy.ruleset(loopy=True)
        ... def wait(moves):
        ...     yield moves
        ...     if moves:
        ...         yield moves - 1
        >>> [str((wait(1) + grundy.games.nim(n)).value) for n in range(3)]
        ['∞{}', '∞{}', '∞{}']
        """
        return self.solution.value

    @property
    def nimber(self) -> int:
        """The nimber (Grundy value): the exclusive or of the components' nimbers.

        Raises `NoNimber` if `value` is no nimber: `WIN` (a move ends the whole game at once), `LOONY` (the same player
        moves again after some moves), or `grundy.Loopy` (play may go on for ever).
        """
        value = self.solution.value
        if isinstance(value, Loony):
            raise NoNimber("error.no-nimber-loony", state=str(self))
        if isinstance(value, Win):
            move = next(choice.move for choice in self.choices() if choice.option.ends)
            raise NoNimber("error.no-nimber", move=repr(move))
        if isinstance(value, Loopy):
            raise NoNimber("error.no-nimber-loopy", value=str(value))
        return value

    @property
    def outcome(self) -> Outcome:
        """The outcome: `Outcome.P` exactly if the nimber is 0; the nimber of the last component is not always needed.

        Only positions with components of loopy rulesets can have `Outcome.D`, a draw: see `grundy.Loopy`.
        """
        return self.solution.outcome

    def choices(self) -> Choices:
        """Return all choices, as a lazy sequence."""
        return Choices(self)

    def winning_moves(self) -> WinningMoves:
        """Return the choices after which the position is a P-position, and those that end the game.

        The result is a lazy view; `grundy.core.choices.WinningMoves` describes it and its order.

        >>> import grundy
        >>> kayles = grundy.games.kayles(10**30).winning_moves()
        >>> bool(kayles), str(kayles[0])
        (True, '1000000000000000000000000000000 -> 1+999999999999999999999999999997')
        """
        solution = self.solution
        return WinningMoves(self, solution.winning_options, solution.wins, self._kept_moves())

    def drawing_moves(self) -> DrawingMoves:
        """Return the choices that keep a draw: the choices of a D-position that lead to a D-position.

        The other choices of a D-position lose, and no choice wins. A position that is no D-position has no such choice.

        >>> import grundy
        >>> @grundy.ruleset(loopy=True)
        ... def stairs(step):
        ...     if step:
        ...         yield step - 1
        ...         yield min(step + 1, 4)
        >>> stairs(2).outcome.value, [choice.move for choice in stairs(2).drawing_moves()]
        ('D', ['stairs(3)'])
        """
        solution = self.solution
        return DrawingMoves(self, solution.drawing_options, solution.draws, self._kept_moves())

    @property
    def misere(self) -> Misere:
        """The position in misère play, where the player who makes the last move loses: `grundy.theory.misere.Misere`.

        >>> import grundy
        >>> grundy.games.nim(1, 1).outcome.value, grundy.games.nim(1, 1).misere.outcome.value
        ('P', 'N')
        """
        found: Misere = convenience("Position.misere")(self)
        return found

    @property
    def remoteness(self) -> int:
        """The number of moves if the winner wins as fast as possible and the loser delays as long as possible.

        It is 0 if there is no move. If there are options that are P-positions, it is 1 + their least remoteness. Else
        it is 1 + the greatest remoteness of all options. In normal play it is even for P-positions and odd for
        N-positions; a move that ends the game is the last. The winner never gives up the win for a shorter game.

        It is a property of the whole sum, in which a move is made in one component. The rules that compute it from the
        remotenesses of components hold for other compounds only (`grundy.compounds`). So all sums that can be reached
        are searched, each once; of a won sum, only the winning options are searched. Equal components do not cancel,
        because play in them takes moves. Some games leave out moves that only a loser makes (Treblecross, Game on
        Plane): these moves count here. A turn of Strings and Coins is one move. With components of loopy rulesets, the
        digraph of all sums is explored, and a draw has remoteness -1.
        Raises `OverBudgetError` and `CycleError`.

        Source: Steinhaus, Definitions for a theory of games and pursuit (1925); Winning Ways, chapter 9.

        >>> import grundy
        >>> position = grundy.games.kayles(5, 3)
        >>> position.remoteness, position.suspense
        (7, 5)
        """
        found: int = convenience("Position.remoteness")(self)
        return found

    @property
    def suspense(self) -> int:
        """The number of moves if the winner delays as long as the win is kept, and the loser loses as fast as possible.

        It is 0 if there is no move. If there are options that are P-positions, it is 1 + their greatest suspense. Else
        it is 1 + the least suspense of all options. Cost and errors are those of `remoteness`.

        Raises `RulesetError` with components of loopy rulesets, where a winner could delay for ever.

        Source: Winning Ways, chapter 9, where suspense numbers are those of single components.
        """
        found: int = convenience("Position.suspense")(self)
        return found

    def play(self, move: Choice | str) -> Position:
        """Return the position after a move, given as a choice or as its text.

        Several blanks in the text count as one. Raises `IllegalMoveError` if the move is not one of the choices.
        """
        return self.choice(move).after

    def explain(self, move: Choice | str | None = None, component: int | None = None) -> Explanation:
        r"""Return the reasons why the position is won or lost, as data and, by `str`, in plain English.

        The explanation has: the nimbers of the components in binary, and their nim-sum; for one component, an option
        for each smaller value; the effect of one move on the sum; the winning moves, or the reply to each move of a
        lost position; and the theory of some games. `move` is a choice or its text; by default it is a winning move.
        `component` is an index into `components`; by default it is the component of the move.
        `grundy.theory.explain.reasons.Explanation.data` describes the data.

        It shows at most 24 components, options for 16 smaller values, and 12 replies; the others are only counted. The
        cost is that of the nimbers of all components, and for replies also of all positions after a move. Raises
        `IllegalMoveError` and `RulesetError` if the move or the component does not exist, and `OverBudgetError` if a
        nimber is beyond the budget.

        Source: the theorem of Sprague (1935) and Grundy (1939); Winning Ways, chapter 3.

        >>> import grundy
        >>> print(grundy.games.nim(1, 2).explain("3:2 -> 1"))
        Traceback (most recent call last):
        grundy.errors.IllegalMoveError: expected a legal move, such as 1:1 -> 0, 2:2 -> 1, 2:2 -> 0, found '3:2 -> 1'
        >>> why = grundy.games.nim(1, 2).explain()
        >>> why.move.result.move, why.move.before, why.move.after
        ('2:2 -> 1', 3, 0)
        """
        found: Explanation = convenience("Position.explain")(self, move, component)
        return found

    def graph(self, most: int = 100_000) -> GameGraph:
        """Return the game graph: all positions that play leads to, each once, with the moves between them.

        `GameGraph` writes it as networkx, DOT and data; `grundy.drawing.game_graphs` draws it. Raises
        `OverBudgetError` beyond `most` positions. The graph has all options of each position; values are found only
        when the graph is written or drawn.

        >>> import grundy
        >>> graph = grundy.games.kayles(3).graph()
        >>> [str(position) for position in graph.positions]
        ['kayles 3', 'kayles 2', 'kayles 1 1', 'kayles 1', 'kayles 0']
        >>> graph.edges[0]
        Edge(before=0, after=1, moves=('3 -> 2',))
        """
        found: GameGraph = convenience("Position.graph")(self, most)
        return found

    def choice(self, move: Choice | str) -> Choice:
        """Return the choice that a move's text names; a choice of this position is returned as it is.

        Raises `IllegalMoveError` if there is none.

        >>> import grundy
        >>> grundy.games.nim(3, 5).choice("5 -> 3").after.nimber
        0
        """
        if not isinstance(move, (Choice, str)):
            message = f"expected a choice or the text of a move, found {move!r}"
            raise TypeError(message)
        choice = find_choice(self, move) if isinstance(move, str) else move if move.position == self else None
        if choice is None:
            raise self._illegal(move if isinstance(move, str) else move.move)
        return choice

    def scenes(self, winning_moves: Iterable[Choice] | None = None, *, values: bool = False) -> tuple[Scene, ...]:
        """Return the scene of each term, with its winning moves, which are found if they are not given.

        With `values`, cells of boards have nimbers: see `grundy.core.scenes.GridScene.shows`. That takes a few lookups
        for each cell, besides the solving.
        """
        winning: list[list[str]] = [[] for _ in self.terms]
        for choice in self.winning_moves() if winning_moves is None else winning_moves:
            winning[choice.term].append(choice.local_move)
        return tuple(
            term.notation.scene(term.components, moves, self.solution, values=values and isinstance(self.value, int))
            for term, moves in zip(self.terms, winning, strict=True)
        )

    def arrow(self) -> Any:
        """Return a `pyarrow.Table` with a row for each choice: ``move`` as text, ``nimber`` after it, ``wins``.

        ``nimber`` is null if the position after the move has no nimber. The metadata of the schema are `position`,
        `outcome` and, if it exists, `nimber`. Raises `MissingPackageError` without pyarrow, which the extra ``arrow``
        installs, and `OverBudgetError` for a position of more than a million choices.
        """
        return convenience("Position.arrow")(self)

    def widget(
        self,
        *,
        coach: float | Coach | None = None,
        first: bool = True,
        show: Iterable[str] = (),
        language: str | None = None,
    ) -> GameWidget:
        """Return a board for a notebook, on which this position is played by clicks or by keys.

        `coach` is an opponent (`grundy.theory.explain.coach.Coach`), or the rate of its errors, 0 for a perfect
        opponent; without it two players take turns. `first` says whether the reader moves first. `show` lists what is
        shown at the start, among ``winning``, ``values`` and ``components``; the reader can switch each on and off.
        `language` is ``en``, ``ko`` or ``ja``; by default it is that of the browser. The widget's trait `position` is
        the current position, and can be observed (`grundy.lab.notebook.widget.GameWidget`).

        It needs the extra ``notebook``. Raises `NotebookError` without it, and `OverBudgetError` if the position is
        more work than the budget allows.
        """
        widget = convenience("Position.widget")
        found: GameWidget = widget(self, coach=coach, first=first, show=show, language=language)
        return found

    def svg(self, *, values: bool = True) -> str:
        """Return the picture of the position as the text of an SVG file: see `grundy.drawing.svg.draw_position`.

        >>> import grundy
        >>> grundy.games.nim(3, 5).svg().startswith("<svg xmlns=")
        True
        """
        found: str = convenience("Position.svg")(self, values=values)
        return found

    def _repr_html_(self) -> str | None:
        """Return the picture of the position for a notebook, or None if it is much work or the picture is large."""
        found: str | None = convenience("html").position(self)
        return found

    def __add__(self, other: Position) -> Position:
        """Return the sum: a move in it is a move in one of the two positions.

        It takes constant time, so that `sum` of n positions takes time linear in n.
        """
        if not isinstance(other, Position):
            return NotImplemented
        both = Position.__new__(Position)
        object.__setattr__(both, "_sides", (self, other))
        return both

    def __radd__(self, other: object) -> Position:
        """Return the position itself for ``0 + position``, with which `sum` begins."""
        return self if other == 0 else NotImplemented

    def __eq__(self, other: object) -> bool:
        """Return whether both positions have equal terms."""
        if not isinstance(other, Position):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __str__(self) -> str:
        """Return a text that can be parsed.

        Terms of one line are joined by `` + ``, boards by a line ``+``. If the terms belong to different games, each
        term begins with the name of its game.
        """
        texts = texts_of(self.terms)
        return ("\n+\n" if any("\n" in text for text in texts) else " + ").join(texts) or "0"

    def __repr__(self) -> str:
        """Return the text on one line, which can be parsed, with the game if the text does not name it."""
        text = line_of(self.terms)
        if len(text) > _MOST_SHOWN:
            text = f"{text[:_MOST_SHOWN]}... ({len(text):,} characters)"
        games = {term.notation.game: term.notation.named for term in self.terms}
        if len(games) == 1 and not all(games.values()):
            text = f"{''.join(games)}: {text}"
        return f"<Position {text}>"

    def _identity(self) -> Hashable:
        return tuple(term.notation.identity(term.components) for term in self.terms)

    @property
    def parts(self) -> tuple[range, ...]:
        """The part numbers of each term, counted from 1 through the sum: one for each heap, or one for a board.

        >>> import grundy
        >>> (grundy.games.nim(3, 5) + grundy.games.wythoff(3, 4)).parts
        (range(1, 3), range(3, 4))
        """
        try:
            return self._parts
        except AttributeError:
            sizes = [max(1, len(components)) if notation.is_list else 1 for notation, components in self.terms]
            firsts = accumulate(sizes, initial=1)
            parts = tuple(range(first, first + size) for size, first in zip(sizes, firsts, strict=False))
            object.__setattr__(self, "_parts", parts)
            return parts

    def part_numbers(self, term: int) -> str:
        """Return the part numbers of a term as text: ``3``, or ``1-2`` for two heaps."""
        numbers = self.parts[term]
        return f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])

    def part_prefix(self, term: int, index: int) -> str:
        """Return the part number with which the text of a move begins, such as ``2:``; "" for a single part."""
        parts = self.parts
        if parts[-1][-1] == 1:
            return ""
        return f"{parts[term][index if self.terms[term].notation.is_list else 0]}:"

    def _kept_moves(self) -> KeptMoves:
        """Return where the views of winning and of drawing moves keep what they find."""
        try:
            return self._moves
        except AttributeError:
            object.__setattr__(self, "_moves", {})
            return self._moves

    def _illegal(self, move: str) -> IllegalMoveError:
        return IllegalMoveError(move, [choice.move for choice in islice(self.choices(), _EXAMPLES)])
