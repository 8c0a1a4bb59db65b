"""Positions: sums of components, their outcomes, choices and winning moves."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy.core.choices import Choice, Choices, find_choice
from grundy.core.solution import Solution
from grundy.core.terms import joined, line_of, part_numbers, terms_after, terms_of, texts_of
from grundy.errors import IllegalMoveError

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from grundy.authoring.game_graph import GameGraph
    from grundy.core.choices import DrawingMoves, WinningMoves
    from grundy.core.components import Component, SumTerm
    from grundy.core.scenes import Scene
    from grundy.core.values import Outcome, Value
    from grundy.explain.coach import Coach
    from grundy.explain.reasons import Explanation
    from grundy.notebook.widget import GameWidget
    from grundy.theory.misere import Misere

__all__ = ["Position"]

_MOST_SHOWN = 2000  # characters of a position's repr
_EXAMPLES = 3  # legal moves that an error about an illegal one shows


class Position:
    r"""A sum of components, written as one or more terms. Immutable, equal by what is written.

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
    heap of a list of heaps is a part. What a board has fallen into is still one part. In a sum of several parts
    the text of a move begins with the number of its part: ``2:5 -> 4`` in ``nim 3 5``, ``3:r1c2`` where a board
    follows two heaps. A lone part has no number.

    >>> [choice.move for choice in (grundy.games.nim(3, 2) + board).winning_moves()]
    ['1:3 -> 0', '2:2 -> 1', '3:r1c2', '3:r2c1']
    """

    __slots__ = ("_parts", "_solution", "terms")

    terms: tuple[SumTerm, ...]
    _solution: Solution
    _parts: tuple[range, ...]

    def __init__(self, terms: Iterable[SumTerm] = ()) -> None:
        """Make a position of terms; games and rulesets do this for their users."""
        object.__setattr__(self, "terms", tuple(terms))

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a position never changes."""
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
        """Make the sum of `terms`; neighbours become one where their notation writes them as one."""
        return cls(joined(terms))

    @property
    def is_loopy(self) -> bool:
        """Whether play may come back to a position: whether a component belongs to a loopy ruleset."""
        return any(component.ruleset.loopy for term in self.terms for component in term.components)

    @property
    def components(self) -> tuple[Component, ...]:
        """All components, in the order in which they are written."""
        if len(self.terms) == 1:
            return self.terms[0].components
        return tuple(component for term in self.terms for component in term.components)

    @property
    def solution(self) -> Solution:
        """What is known about the position, each part found once: `grundy.core.solution.Solution`."""
        try:
            return self._solution
        except AttributeError:
            solution = Solution(self)
            object.__setattr__(self, "_solution", solution)
            return solution

    @property
    def value(self) -> Value:
        """The nimber, or `WIN` if a component is worth that; with components of loopy rulesets also `grundy.Loopy`.

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

        Raises `NoNimber` where a component is worth `WIN`, for a move ends the whole game at once, and where play in
        components of loopy rulesets may go on for ever, so that the value is `grundy.Loopy`.
        """
        return self.solution.nimber

    @property
    def outcome(self) -> Outcome:
        """`Outcome.P` exactly if the nimber is 0; it needs no nimber of the last component.

        `Outcome.D`, a draw, only with components of loopy rulesets: see `grundy.Loopy`.
        """
        return self.solution.outcome

    def choices(self) -> Choices:
        """Return all choices, as a lazy sequence."""
        return Choices(self)

    def winning_moves(self) -> WinningMoves:
        """Return the choices after which the position is a P-position, and those that end the game.

        The view is lazy: see `grundy.core.choices.WinningMoves`, also for the order.

        >>> import grundy
        >>> kayles = grundy.games.kayles(10**30).winning_moves()
        >>> bool(kayles), str(kayles[0])
        (True, '1000000000000000000000000000000 -> 1+999999999999999999999999999997')
        """
        return self.solution.winning_moves

    def drawing_moves(self) -> DrawingMoves:
        """Return the choices that keep a draw: those of a D-position after which it is one still; else none.

        Each further choice of a D-position gives the draw away: none wins.

        >>> import grundy
        >>> @grundy.ruleset(loopy=True)
        ... def stairs(step):
        ...     if step:
        ...         yield step - 1
        ...         yield min(step + 1, 4)
        >>> stairs(2).outcome.value, [choice.move for choice in stairs(2).drawing_moves()]
        ('D', ['stairs(3)'])
        """
        return self.solution.drawing_moves

    @property
    def misere(self) -> Misere:
        """The position in misère play, where whoever makes the last move loses: see `grundy.theory.misere.Misere`.

        >>> import grundy
        >>> grundy.games.nim(1, 1).outcome.value, grundy.games.nim(1, 1).misere.outcome.value
        ('P', 'N')
        """
        from grundy.theory.misere import Misere

        return Misere(self)

    @property
    def remoteness(self) -> int:
        """How many moves are made if the winner hurries and the loser delays, both under best play.

        0 where there is no move; 1 + the least remoteness of the options that are P-positions, if there
        are any; else 1 + the greatest of all options. Even for P-positions, odd for N-positions, in normal
        play; a move that ends the game is the last. The winner never plays to lose in order to be done.

        It belongs to the sum as a whole, in which a move is made in one component: the rules by which the
        remotenesses of components are joined are for other compounds. All sums that can be reached are
        searched, each once, of won ones only the winning options; equal components do not cancel, for
        they take time. Of games that leave out moves which only a loser makes, those count here (Treblecross, Game on
        Plane); a turn of Strings and Coins is one move. With components of loopy rulesets it is -1 for a draw, and the
        digraph of all sums is explored.
        Raises `OverBudgetError` and `CycleError`.

        Source: Steinhaus, Definitions for a theory of games and pursuit (1925); Winning Ways, chapter 9.

        >>> import grundy
        >>> position = grundy.games.kayles(5, 3)
        >>> position.remoteness, position.suspense
        (7, 5)
        """
        return self.solution.remoteness

    @property
    def suspense(self) -> int:
        """How many moves are made if the winner delays, keeping the win, and the loser hurries.

        0 where there is no move; 1 + the greatest suspense of the options that are P-positions, if there
        are any; else 1 + the least of all options. Cost and errors are those of `remoteness`.

        With components of loopy rulesets a winner could delay for ever: raises `RulesetError`.

        Source: Winning Ways, chapter 9, where suspense numbers are those of single components.
        """
        return self.solution.suspense

    def play(self, move: Choice | str) -> Position:
        """Return the position after a move, given as a choice or as its text.

        Several blanks count as one. Raises `IllegalMoveError` if it is not one of the choices.
        """
        return self.choice(move).after

    def explain(self, move: Choice | str | None = None, component: int | None = None) -> Explanation:
        r"""Return why the position is won or lost, as data and, by `str`, in plain English.

        It tells the nimbers of the components in binary and their xor; of one component, an option for each
        smaller value; what one move does to the sum; the winning moves, or the reply to each move of a lost
        position; and for some games what they come down to. `move` is a choice or its text, by default a
        winning one; `component` counts `components` from 0, by default the one that the move is in. For the
        shape of the data see `grundy.explain.reasons.Explanation.data`.

        What is large is bounded: 24 components, options for 16 smaller values, 12 replies; the rest is counted.
        The cost is that of the nimbers of all components and, for replies, of what the moves lead to. Raises
        `IllegalMoveError` for a move that is none, `RulesetError` for a component that is none, and
        `OverBudgetError` where a nimber is beyond the budget.

        Source: the theorem of Sprague (1935) and Grundy (1939); Winning Ways, chapter 3.

        >>> import grundy
        >>> print(grundy.games.nim(1, 2).explain("3:2 -> 1"))
        Traceback (most recent call last):
        grundy.errors.IllegalMoveError: expected a legal move, such as 1:1 -> 0, 2:2 -> 1, 2:2 -> 0, found '3:2 -> 1'
        >>> why = grundy.games.nim(1, 2).explain()
        >>> why.move.result.move, why.move.before, why.move.after
        ('2:2 -> 1', 3, 0)
        """
        from grundy.explain.finder import explain

        return explain(self, move, component)

    def graph(self, most: int = 100_000) -> GameGraph:
        """Return the game graph: all positions that play leads to, each once, with the moves between them.

        `GameGraph` writes it as networkx, DOT and data; `grundy.drawing.game_graphs` draws it. Raises
        `OverBudgetError` beyond `most` positions. All options of each position are looked at; values are found when
        they are written or drawn.

        >>> import grundy
        >>> graph = grundy.games.kayles(3).graph()
        >>> [str(position) for position in graph.positions]
        ['kayles 3', 'kayles 2', 'kayles 1 1', 'kayles 1', 'kayles 0']
        >>> graph.edges[0]
        Edge(before=0, after=1, moves=('3 -> 2',))
        """
        from grundy.authoring.game_graph import game_graph

        return game_graph(self, most)

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
        """Describe each term for a drawing, with its winning moves on it (found if they are not given).

        With `values`, cells of boards carry nimbers: see `grundy.core.scenes.GridScene.shows`. That takes
        a few lookups a cell beyond solving.
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

        The nimber is null where the position after the move has none. The metadata of the schema are `position`,
        `outcome` and, where there is one, `nimber`. Raises `MissingPackageError` without pyarrow, which the extra
        ``arrow`` brings, and `OverBudgetError` for a position of more than a million choices.
        """
        from grundy.export.arrow import of_position

        return of_position(self)

    def widget(
        self,
        *,
        coach: float | Coach | None = None,
        first: bool = True,
        show: Iterable[str] = (),
        language: str | None = None,
    ) -> GameWidget:
        """Return a board for a notebook, on which this position is played by clicks or by keys.

        `coach` is an opponent (`grundy.explain.coach.Coach`), or the rate of its errors, 0 for a perfect one;
        without it two players take turns. `first` says whether the reader moves first. `show` is of
        ``winning``, ``values`` and ``components``, which the reader can toggle. `language` is ``en``,
        ``ko`` or ``ja``; by default it is the browser's. The widget's `position` is the one on the table: a
        trait, which can be observed (`grundy.notebook.widget.GameWidget`).

        Needs the extra ``notebook``: raises `NotebookError` without it, `OverBudgetError` where the
        position is more work than the budget.
        """
        from grundy.notebook import widget_of

        return widget_of(self, coach=coach, first=first, show=show, language=language)

    def svg(self, *, values: bool = True) -> str:
        """Return the picture of the position as the text of an SVG file: see `grundy.drawing.svg.draw_position`.

        >>> import grundy
        >>> grundy.games.nim(3, 5).svg().startswith("<svg xmlns=")
        True
        """
        from grundy.drawing.svg import draw_position

        return draw_position(self, values=values)

    def _repr_html_(self) -> str | None:
        """Draw the position in a notebook, if that is little work and a picture of usual size."""
        from grundy.drawing import html

        return html.position(self)

    def __add__(self, other: Position) -> Position:
        """Return the sum: a move in it is a move in one of the two."""
        if not isinstance(other, Position):
            return NotImplemented
        return Position.join((*self.terms, *other.terms))

    def __radd__(self, other: object) -> Position:
        """Let `sum` begin with 0, the empty position."""
        return self if other == 0 else NotImplemented

    def __eq__(self, other: object) -> bool:
        """Say whether the same is written, term by term."""
        if not isinstance(other, Position):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        """Hash what is written."""
        return hash(self._identity())

    def __str__(self) -> str:
        """Write the position so that it reads back.

        Terms on one line are joined by `` + ``, boards by a line ``+``; terms of unlike games are
        headed by the names of their games.
        """
        texts = texts_of(self.terms)
        return ("\n+\n" if any("\n" in text for text in texts) else " + ").join(texts) or "0"

    def __repr__(self) -> str:
        """Show the text on one line, where it reads back, and the game where the text does not name it."""
        text = line_of(self.terms)
        if len(text) > _MOST_SHOWN:
            text = f"{text[:_MOST_SHOWN]}... ({len(text):,} characters)"
        games = {term.notation.game: term.notation.named for term in self.terms}
        if len(games) == 1 and not all(games.values()):
            text = f"{''.join(games)}: {text}"
        return f"<Position {text}>"

    def _identity(self) -> Hashable:
        return tuple(term.notation.identity(term.components) for term in self.terms)

    def after_choice(self, choice: Choice) -> Position:
        """Return the position that a choice leads to: a new object at each call; `choice.after` keeps one.

        Its solution takes over the values that are known here.
        """
        after = Position(terms_after(choice))
        object.__setattr__(after, "_solution", self.solution.after(after))
        return after

    @property
    def parts(self) -> tuple[range, ...]:
        """The numbers of the parts that each term has, from 1: those of its heaps, or one of a board.

        >>> import grundy
        >>> (grundy.games.nim(3, 5) + grundy.games.wythoff(3, 4)).parts
        (range(1, 3), range(3, 4))
        """
        try:
            return self._parts
        except AttributeError:
            parts = part_numbers(self.terms)
            object.__setattr__(self, "_parts", parts)
            return parts

    def part_numbers(self, term: int) -> str:
        """Return the numbers of a term's parts as text: ``3``, or ``1-2`` of two heaps."""
        numbers = self.parts[term]
        return f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])

    def part_prefix(self, term: int, index: int) -> str:
        """Return the number of the part of a component, as moves in it begin; nothing for a lone part."""
        parts = self.parts
        if parts[-1][-1] == 1:
            return ""
        return f"{parts[term][index if self.terms[term].notation.is_list else 0]}:"

    def _illegal(self, move: str) -> IllegalMoveError:
        return IllegalMoveError(move, [choice.move for choice in islice(self.choices(), _EXAMPLES)])
