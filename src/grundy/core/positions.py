"""What is on the table: a sum of components, its outcome, its choices and its winning moves."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, overload

from grundy.core.scenes import Places, Scene, TextScene
from grundy.core.values import WIN, Outcome, together
from grundy.errors import IllegalMoveError, NoNimber, NotebookError, OverBudgetError
from grundy.explain.finder import explain
from grundy.runtime import limits
from grundy.theory import remoteness as lengths
from grundy.theory.misere import Misere

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from grundy.explain.coach import Coach
    from grundy.explain.reasons import Explanation, Reduction
    from grundy.notebook.widget import GameWidget

__all__ = [
    "Choice",
    "Choices",
    "Component",
    "Notation",
    "Option",
    "Outcome",
    "Position",
    "Rules",
    "Term",
    "nimbers_after",
]

_MOST_SHOWN = 2000  # characters of a position's repr
_EXAMPLES = 3  # legal moves that an error about an illegal one shows


class Component(NamedTuple):
    """A state under its ruleset."""

    ruleset: Rules
    state: Any


class Option(NamedTuple):
    """A move from a state, and the components that the state turns into.

    `move` is text, or data that the ruleset's notation writes as text. `terms` says how components of
    other rulesets are written, where they came as positions. With `ends` the move ends the whole game,
    and whoever makes it has won; there are no components then.
    """

    move: Hashable
    components: tuple[Component, ...]
    terms: tuple[Term, ...] = ()
    ends: bool = False


class Rules(Protocol):
    """What a position needs of a ruleset; `grundy.core.ruleset.Ruleset` gives all of it."""

    def moves(self, state: Any, /) -> Iterable[Option]:
        """Yield the options of a state."""

    def moves_worth(self, state: Any, nimber: int, /) -> Iterable[Option]:
        """Yield the options of a state whose components have this nim-sum, or that end the game."""

    def value(self, state: Any, /) -> int:
        """Return the nimber of a state, or `WIN`."""

    def worth(self, state: Any, nimber: int, /) -> bool:
        """Say whether a state has this nimber."""

    def outcome(self, state: Any, /) -> Outcome:
        """Return the outcome of a state on its own."""

    def prepare(self, state: Any, /) -> int | None:
        """Make a table that holds a state where that is worth it, and return the nimber from it."""

    def known(self, state: Any, /) -> int | None:
        """Return the nimber of a state if a table or a formula has it."""

    def canonical(self, state: Any, /) -> Any:
        """Return the state that stands for a state."""

    def components(self, state: Any, /) -> Iterable[Any]:
        """Return the parts of a state: states, or positions."""

    def nim_heap(self, state: Any, /) -> int | None:
        """Return the size of the nim heap that a state is, if it is one by its rules."""

    def options_below(self, state: Any, /) -> int | None:
        """Return how many options can be reached from a state, if that is known beforehand."""

    def notation(self) -> Notation:
        """Return how states of this ruleset are written where no game says otherwise."""

    def label(self, state: Any, /) -> str:
        """Write a state as text."""


class Notation:
    """How one term of a sum is written: a board with all that stands on it, a list of heaps.

    A notation is immutable, equal and hashed by content. This base writes components one by one,
    each by its ruleset's `label`; the notations of games override what they write differently.
    """

    gathers = False  # whether neighbouring terms of equal notation are written as one
    splits = False  # whether each component is a term of its own
    named = True  # whether the text says by itself which game it belongs to

    @property
    def game(self) -> str:
        """The name under which the text reads back."""
        return type(self).__name__

    def text(self, components: Sequence[Component]) -> str:
        """Write the components."""
        return " + ".join(component.ruleset.label(component.state) for component in components) or "0"

    def component_text(self, component: Component) -> str:
        """Write one component by itself."""
        return self.text((component,))

    def label(self, component: Component) -> str:
        """Name one component on a line, for people: ``heap 5``, ``rows 1-2, column 3``; empty if it has no cell."""
        text = self.component_text(component)
        return f"[{text.replace(chr(10), '/')}]" if "\n" in text else text

    def reduction(self, components: Sequence[Component]) -> Reduction | None:
        """Say what the game comes down to, for explanations; most games are what they are."""
        del components
        return None

    def identity(self, components: tuple[Component, ...]) -> Hashable:
        """Return what two equal terms have in common."""
        return (self, components)

    def move_text(self, component: Component, move: Hashable) -> str:
        """Write a move on one of the components."""
        del component
        return str(move)

    def reading_order(self, component: Component, move: Any) -> Any:
        """Return what winning moves are sorted by within the term; by default they stay as they are."""
        del component, move
        return 0

    def moved(self, component: Component, move: Hashable) -> Notation:
        """Return the notation after the move; most have nothing to remember."""
        del component, move
        return self

    def places(self, components: Sequence[Component], index: int, move: Any) -> Places:
        """Return where a move on component `index` sits in the scene: nowhere, in a text.

        Cells of a board are (row, column), heaps and vertices of a graph are numbers, all counted from 0;
        points of a circle are numbers as the scene counts them, from 1.
        """
        del components, index, move
        return ()

    def find(self, component: Component, text: str) -> Option | None:
        """Return the option that `text` (single blanks between words) names on this component, or None."""
        for option in component.ruleset.moves(component.state):
            if " ".join(self.move_text(component, option.move).split()) == text:
                return option
        return None

    def scene(self, components: Sequence[Component], winning: Sequence[str], total: int | None = None) -> Scene:
        """Describe the components, and the `winning` moves among them, for a drawing.

        With `total`, the nimber of the whole sum, a board says also which nimber each of its moves
        leads to (`nimbers_after`), or what each of its cells is worth.
        """
        del total
        return TextScene(self.text(components), tuple(winning))


class Term(NamedTuple):
    """One summand as it is written: a notation and the components that it covers."""

    notation: Notation
    components: tuple[Component, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Choice:
    """A move that the player may make: which component, which option, and the position after it."""

    position: Position
    term: int
    index: int
    option: Option

    @property
    def component(self) -> Component:
        """The component that is moved in."""
        return self.position.terms[self.term].components[self.index]

    @property
    def move(self) -> str:
        """The move as text: ``r2c5``, or ``2:r2c5`` in the second term of a sum of several."""
        prefix = f"{self.term + 1}:" if len(self.position.terms) > 1 else ""
        return prefix + self.local_move

    @property
    def local_move(self) -> str:
        """The move as text within its term."""
        notation = self.position.terms[self.term].notation
        return notation.move_text(self.component, self.option.move)

    @property
    def after(self) -> Position:
        """The position that the move leads to."""
        return self.position._after(self)  # noqa: SLF001 - the other half of the same thing

    def __str__(self) -> str:
        """Write the move."""
        return self.move

    def __repr__(self) -> str:
        """Show the move."""
        return f"<Choice {self.move}>"


class Choices:
    """All choices of a position, made one at a time: a heap of 10^18 tokens has as many.

    Iterate over it, ask whether a move's text is in it, index or slice it; `len` counts by walking.
    """

    def __init__(self, position: Position) -> None:
        """Look at `position`."""
        self._position = position

    def __iter__(self) -> Iterator[Choice]:
        """Yield the choices component by component."""
        for number, term in enumerate(self._position.terms):
            for index, (ruleset, state) in enumerate(term.components):
                for option in ruleset.moves(state):
                    limits.may_stop()
                    yield Choice(self._position, number, index, option)

    def __len__(self) -> int:
        """Count the choices, in time linear in their number."""
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        """Say whether there is any choice, without counting."""
        return next(iter(self), None) is not None

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> list[Choice]: ...
    def __getitem__(self, index: int | slice) -> Choice | list[Choice]:
        """Return the choice or choices at `index`, in time linear in it; a negative one walks through all."""
        if isinstance(index, slice):
            ends = (index.start or 0, index.stop or 0, index.step or 1)
            return list(self)[index] if min(ends) < 0 else list(islice(self, index.start, index.stop, index.step))
        if index < 0:
            return list(self)[index]
        for choice in islice(self, index, None):
            return choice
        message = f"no choice {index}"
        raise IndexError(message)

    def __contains__(self, item: object) -> bool:
        """Say whether a choice, or the text of a move, is one of these."""
        if isinstance(item, str):
            return self._position._find(item) is not None  # noqa: SLF001
        return any(choice == item for choice in self)

    def __repr__(self) -> str:
        """Show the first few moves."""
        shown = [choice.move for choice in islice(self, 9)]
        return f"<Choices {', '.join(shown[:8])}{', ...' if len(shown) > 8 else ''}>"


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
    """

    __slots__ = ("terms",)

    terms: tuple[Term, ...]

    def __init__(self, terms: Iterable[Term] = ()) -> None:
        """Make a position of terms; games and rulesets do this for their users."""
        object.__setattr__(self, "terms", tuple(terms))

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a position never changes."""
        message = f"a position cannot be changed ({name})"
        raise AttributeError(message)

    def __reduce__(self) -> tuple[type[Position], tuple[tuple[Term, ...]]]:
        """Pickle the terms."""
        return (Position, (self.terms,))

    @classmethod
    def of(cls, components: Iterable[Component]) -> Position:
        """Make the sum of `components`, each written in its ruleset's own notation."""
        return cls.join(Term(component.ruleset.notation(), (component,)) for component in components)

    @classmethod
    def join(cls, terms: Iterable[Term]) -> Position:
        """Make the sum of `terms`; neighbours become one where their notation writes them as one."""
        joined: list[tuple[Notation, list[Component]]] = []
        for notation, components in terms:
            if joined and notation.gathers and joined[-1][0] == notation:
                joined[-1][1].extend(components)
            else:
                joined.append((notation, list(components)))
        return cls(Term(notation, tuple(components)) for notation, components in joined)

    @property
    def components(self) -> tuple[Component, ...]:
        """All components, in the order in which they are written."""
        return tuple(component for term in self.terms for component in term.components)

    @property
    def value(self) -> int:
        """The nimber, or `WIN` if a component is worth that."""
        return together(map(value_of, self.components))

    @property
    def nimber(self) -> int:
        """The nimber (Grundy value): the exclusive or of the components' nimbers.

        Raises `NoNimber` where a component is worth `WIN`: a move ends the whole game at once.
        """
        value = self.value
        if value == WIN:
            move = next(choice.move for choice in self.choices() if choice.option.ends)
            raise NoNimber(f"there is no nimber: the move {move!r} ends the whole game at once, so the value is WIN")
        return value

    @property
    def outcome(self) -> Outcome:
        """`Outcome.P` exactly if the nimber is 0; it needs no nimber of the last component."""
        components = self.components
        if not components:
            return Outcome.P
        if len(components) == 1:
            return components[0].ruleset.outcome(components[0].state)
        *others, (ruleset, state) = components
        rest = Position.of(others).value
        return Outcome.P if rest != WIN and ruleset.worth(state, rest) else Outcome.N

    def choices(self) -> Choices:
        """Return all choices, as a lazy sequence."""
        return Choices(self)

    def winning_moves(self) -> list[Choice]:
        """Return the choices after which the position is a P-position, term by term, in reading order.

        These are the moves to nimber 0, and those that end the game.

        Raises `OverBudgetError` for heaps with millions of options; see `each_winning_move`.
        """
        return self.in_reading_order(self.each_winning_move())

    def some_winning_moves(self, most: int) -> tuple[list[Choice], bool]:
        """Return at most `most` winning moves in reading order, and whether these are all.

        >>> import grundy
        >>> moves, complete = grundy.games.kayles(10**30).some_winning_moves(5)
        >>> len(moves), complete
        (5, False)
        """
        found: list[Choice] = []
        try:
            found.extend(islice(self.each_winning_move(), most + 1))
        except OverBudgetError:
            return self.in_reading_order(found[:most]), False
        return self.in_reading_order(found[:most]), len(found) <= most

    def each_winning_move(self) -> Iterator[Choice]:
        """Yield the choices after which the position is a P-position one at a time, as they are found.

        >>> import grundy
        >>> print(next(grundy.games.kayles(10**30).each_winning_move()).move)
        1000000000000000000000000000000 -> 1+999999999999999999999999999997
        """
        if self.outcome is Outcome.P:
            return
        components = self.components
        # A lone component has to become 0, and its own value does not matter.
        values = [rules.value(state) for rules, state in components] if len(components) > 1 else [0]
        total, won = 0, values.count(WIN)
        for value in values:
            total ^= 0 if value == WIN else value

        def good(index: int, component: Component) -> Iterable[Option]:
            (ruleset, state), value = component, values[index]
            if won - (value == WIN):  # another component is worth WIN: only ending the game helps
                return () if value != WIN else (option for option in ruleset.moves(state) if option.ends)
            return ruleset.moves_worth(state, total ^ (0 if value == WIN else value))

        yield from self.choices_of(good)

    def choices_of(self, options: Callable[[int, Component], Iterable[Option]]) -> Iterator[Choice]:
        """Yield a choice for each option that `options(index, component)` gives, component by component."""
        place = 0
        for number, (_notation, parts) in enumerate(self.terms):
            for index, component in enumerate(parts):
                limits.may_stop()
                for option in options(place, component):
                    limits.may_stop()
                    yield Choice(self, number, index, option)
                place += 1

    def values_after(self) -> Callable[[Choice], int]:
        """Return what says which value the position after a choice has, from the values of the components before it.

        It builds no position, and values what the option leaves only. Where the option ends the game it says
        `WIN`, as where it leaves a component worth that: `choice.option.ends` tells whose win it is.

        >>> import grundy
        >>> heaps = grundy.games.nim(3, 5)
        >>> after = heaps.values_after()
        >>> [after(choice) for choice in heaps.choices()]
        [7, 4, 5, 7, 0, 1, 2, 3]
        """
        values = [[value_of(component) for component in term.components] for term in self.terms]
        nimbers = [value for term in values for value in term if value != WIN]
        won, total = sum(map(len, values)) - len(nimbers), together(nimbers)

        def after(choice: Choice) -> int:
            own = values[choice.term][choice.index]
            if choice.option.ends or won > (own == WIN):
                return WIN
            rest = total if own == WIN else total ^ own
            return together(chain([rest], map(value_of, choice.option.components)))

        return after

    @property
    def misere(self) -> Misere[Choice]:
        """The position in misère play, where whoever makes the last move loses: see `grundy.theory.misere.Misere`.

        >>> import grundy
        >>> grundy.games.nim(1, 1).outcome.value, grundy.games.nim(1, 1).misere.outcome.value
        ('P', 'N')
        """
        return Misere(self, _nodes, self.in_reading_order)

    @property
    def remoteness(self) -> int:
        """How many moves are made if the winner hurries and the loser delays, both under best play.

        0 where there is no move; 1 + the least remoteness of the options that are P-positions, if there
        are any; else 1 + the greatest of all options. Even for P-positions, odd for N-positions, in normal
        play; a move that ends the game is the last. The winner never plays to lose in order to be done.

        It belongs to the sum as a whole, in which a move is made in one component: the rules by which the
        remotenesses of components are joined are for other compounds. All sums that can be reached are
        searched, each once, of won ones only the winning options; equal components do not cancel, for
        they take time. Raises `OverBudgetError` and `CycleError`.

        Source: Steinhaus, Definitions for a theory of games and pursuit (1925); Winning Ways, chapter 9.

        >>> import grundy
        >>> position = grundy.games.kayles(5, 3)
        >>> position.remoteness, position.suspense
        (7, 5)
        """
        return lengths.remoteness(self.components, _nodes)

    @property
    def suspense(self) -> int:
        """How many moves are made if the winner delays, keeping the win, and the loser hurries.

        0 where there is no move; 1 + the greatest suspense of the options that are P-positions, if there
        are any; else 1 + the least of all options. Cost and errors are those of `remoteness`.

        Source: Winning Ways, chapter 9, where suspense numbers are those of single components.
        """
        return lengths.suspense(self.components, _nodes)

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
        >>> print(grundy.games.nim(1, 2).explain("2:2 -> 1"))
        Traceback (most recent call last):
        grundy.errors.IllegalMoveError: expected a legal move, such as 1 -> 0, 2 -> 1, 2 -> 0, found '2:2 -> 1'
        >>> why = grundy.games.nim(1, 2).explain()
        >>> why.move.result.move, why.move.before, why.move.after
        ('2 -> 1', 3, 0)
        """
        return explain(self, None if move is None else self.choice(move), component)

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
        choice = self._find(move) if isinstance(move, str) else move if move.position == self else None
        if choice is None:
            raise self._illegal(move if isinstance(move, str) else move.move)
        return choice

    def scenes(self, winning_moves: Sequence[Choice] | None = None, *, values: bool = False) -> tuple[Scene, ...]:
        """Describe each term for a drawing, with its winning moves on it (found if they are not given).

        With `values`, cells of boards carry nimbers: see `grundy.core.scenes.GridScene.shows`. That takes
        a few lookups a cell beyond solving.
        """
        value = self.value if values else WIN
        total = None if value == WIN else value
        winning: list[list[str]] = [[] for _ in self.terms]
        for choice in self.winning_moves() if winning_moves is None else winning_moves:
            winning[choice.term].append(choice.local_move)
        return tuple(
            term.notation.scene(term.components, moves, total) for term, moves in zip(self.terms, winning, strict=True)
        )

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
        try:
            from grundy.notebook.widget import GameWidget
        except ImportError as error:
            message = f"expected the packages that widgets need, found: {error}; pip install 'grundy[notebook]'"
            raise NotebookError(message) from None
        return GameWidget(self, coach=coach, first=first, show=show, language=language)

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
        unlike = len({term.notation.game for term in self.terms}) > 1
        texts = [_term_text(term, headed=unlike) for term in self.terms]
        return ("\n+\n" if any("\n" in text for text in texts) else " + ").join(texts) or "0"

    def __repr__(self) -> str:
        """Show the text on one line, and the game where the text does not name it."""
        text = str(self).replace("\n", "/")
        if len(text) > _MOST_SHOWN:
            text = f"{text[:_MOST_SHOWN]}... ({len(text):,} characters)"
        games = {term.notation.game: term.notation.named for term in self.terms}
        if len(games) == 1 and not all(games.values()):
            text = f"{''.join(games)}: {text}"
        return f"<Position {text}>"

    def _identity(self) -> Hashable:
        return tuple(term.notation.identity(term.components) for term in self.terms)

    def _after(self, choice: Choice) -> Position:
        if choice.option.ends:
            return Position()
        term = self.terms[choice.term]
        component = choice.component
        own = [part for part in choice.option.components if part.ruleset == component.ruleset]
        kept = (*term.components[: choice.index], *own, *term.components[choice.index + 1 :])
        notation = term.notation.moved(component, choice.option.move)
        terms: list[Term] = list(self.terms[: choice.term])
        if notation.splits:
            terms += [Term(notation, (part,)) for part in kept]
        else:
            terms.append(Term(notation, kept))
        return Position([*terms, *_foreign(choice.option, component.ruleset), *self.terms[choice.term + 1 :]])

    def in_reading_order(self, choices: Iterable[Choice]) -> list[Choice]:
        """Sort choices that come term by term."""
        found: dict[int, list[Choice]] = {}
        for choice in choices:
            found.setdefault(choice.term, []).append(choice)
        for number, here in found.items():
            order = self.terms[number].notation.reading_order
            here.sort(key=lambda choice: order(choice.component, choice.option.move))
        return [choice for here in found.values() for choice in here]

    def _find(self, text: str) -> Choice | None:
        wanted = " ".join(text.split())
        numbers: Iterable[int] = range(len(self.terms))
        if len(self.terms) > 1:
            head, colon, rest = wanted.partition(":")
            places = {str(place): place - 1 for place in range(1, len(self.terms) + 1)}
            if not colon or head.strip() not in places:
                return None
            numbers, wanted = [places[head.strip()]], rest.strip()
        for number in numbers:
            notation, components = self.terms[number]
            for index, component in enumerate(components):
                option = notation.find(component, wanted)
                if option is not None:
                    return Choice(self, number, index, option)
        return None

    def _illegal(self, move: str) -> IllegalMoveError:
        return IllegalMoveError(move, [choice.move for choice in islice(self.choices(), _EXAMPLES)])


def value_of(component: Component) -> int:
    """Return the value of a component of what may be very many: the work may be ended before each."""
    limits.may_stop()
    return component.ruleset.value(component.state)


def nimbers_after(component: Component, total: int) -> Iterator[tuple[Any, int]]:
    """Yield each move on a component of a sum worth `total`, with what the sum is worth after it."""
    others = total ^ component.ruleset.value(component.state)
    for option in component.ruleset.moves(component.state):
        limits.may_stop()
        after = others
        for rules, part in option.components:
            after ^= rules.value(part)
        yield option.move, after


def _nodes(component: Component) -> Iterator[Component]:
    """Yield the components into which a component falls, in canonical form."""
    rules, state = component
    for part in rules.components(state):
        if isinstance(part, Position):
            for other in part.components:
                yield from _nodes(other)
        else:
            yield Component(rules, rules.canonical(part))


def _foreign(option: Option, rules: Rules) -> tuple[Term, ...]:
    """Return the components of other rulesets than `rules`, as they came or in their own notation."""
    if option.terms:
        foreign = (term for term in option.terms if any(part.ruleset != rules for part in term.components))
        return Position.join(foreign).terms
    return Position.of(part for part in option.components if part.ruleset != rules).terms


def _term_text(term: Term, *, headed: bool) -> str:
    text = term.notation.text(term.components)
    if not headed or term.notation.named:
        return text
    return f"{term.notation.game}{chr(10) if chr(10) in text else ' '}{text}"
