"""The choices of a position: moves that the player may make, and which of them win."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from sys import maxsize
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar, overload

from grundy.core.once import once
from grundy.core.terms import terms_after
from grundy.errors import OverBudgetError, RulesetError
from grundy.runtime import progress
from grundy.runtime.garbage import rare_collections
from grundy.runtime.messages import Message, Said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from grundy.core.components import Component, Option, SumTerm
    from grundy.core.position import Position

    OptionsOf = Callable[[int, Component], Iterable[Option]]  # of a component and its number in the position
    KeptMoves = dict[Component | SumTerm, "_Moves"]  # of a component, or of a term if they are sorted

__all__ = ["Choice", "Choices", "DrawingMoves", "WinningMoves", "choices_among", "find_choice"]

Found = TypeVar("Found")

_SHOWN = 8  # moves in a repr


@dataclass(frozen=True, slots=True, repr=False)
class Choice:
    """A move that the player may make: which component, which option, and the position after it."""

    position: Position
    term: int
    index: int
    option: Option
    _after: Position = field(init=False, repr=False, compare=False)  # made at the first use of `after`

    @property
    def component(self) -> Component:
        """The component in which the move is made."""
        return self.position.terms[self.term].components[self.index]

    @property
    def move(self) -> str:
        """The move as text: ``r2c5``, or with the number of its part, ``2:r2c5``, in a sum (see `Position`)."""
        return self.position.part_prefix(self.term, self.index) + self.local_move

    @property
    def local_move(self) -> str:
        """The move as text within its part."""
        notation = self.position.terms[self.term].notation
        return notation.move_text(self.component, self.option.move)

    @property
    def said(self) -> Said:
        """The move as text, with its words; in a sum of several terms these begin with the number of the part."""
        position = self.position
        words = position.terms[self.term].notation.move_in_words(self.component, self.option)
        if words is not None and len(position.terms) > 1:
            number = position.part_prefix(self.term, self.index).rstrip(":")
            words = Message("reduction.said.part", {"number": number, "words": words})
        return Said(self.move, words)

    @property
    def after(self) -> Position:
        """The position that the move leads to: the same object at each call, so that its solution is kept.

        Its solution takes over the values that are known for the position before the move.
        """
        try:
            return self._after
        except AttributeError:
            after = type(self.position)(terms_after(self))
            object.__setattr__(after, "_solution", self.position.solution.after(after.components))
            object.__setattr__(self, "_after", after)
            return after

    def __reduce__(self) -> tuple[type[Choice], tuple[Position, int, int, Option]]:
        """Pickle the choice without the position after it."""
        return (Choice, (self.position, self.term, self.index, self.option))

    def __str__(self) -> str:
        return self.move

    def __repr__(self) -> str:
        """Show the move."""
        return f"<Choice {self.move}>"


class Choices:
    """All choices of a position, made one at a time, since a heap of 10^18 tokens has as many choices.

    It can be iterated over, indexed and sliced; ``in`` takes a choice or the text of a move; `len` counts the options
    of equal components once.
    """

    def __init__(self, position: Position) -> None:
        self._position = position

    def __iter__(self) -> Iterator[Choice]:
        """Yield the choices component by component."""
        return choices_among(self._position, _options)

    def __len__(self) -> int:
        """Count the choices, in time linear in the number of components, and of options of different components."""
        components = self._position.components
        try:
            counts = Counter(components)
        except TypeError:  # a state is not hashable
            return sum(1 for _ in self)
        return sum(number * sum(1 for _ in _moves_in(_options, 0, [one])) for one, number in counts.items())

    def __bool__(self) -> bool:
        """Return whether there is any choice, without counting."""
        return next(iter(self), None) is not None

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> list[Choice]: ...
    def __getitem__(self, index: int | slice) -> Choice | list[Choice]:
        """Return the choice or choices at `index`, in time linear in `index`; a negative index makes all choices."""
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
        """Return whether a choice, or the text of a move, is one of these."""
        if isinstance(item, str):
            return find_choice(self._position, item) is not None
        return any(choice == item for choice in self)

    def __repr__(self) -> str:
        """Show the first few moves."""
        return _shown(self, list(islice(self, _SHOWN + 1)))


class WinningMoves(Choices):
    """The winning moves of a position, found one at a time and kept, since a heap of 10^30 tokens has very many.

    It can be iterated over, indexed and sliced; `bool` says whether there is any; ``in`` takes a choice or the text of
    a move; `len` finds all moves, those of equal components once. The order is always the same. Parts follow each other
    as the sum is written. Moves on a board are sorted by their place, row by row, so the first one is known only after
    all moves of the board were checked. Moves on heaps, and of rulesets without a notation of their own, come in the
    order of `options`, each as soon as it is found. `one` returns any winning move at the least cost.

    A heap of millions of tokens has too many moves to check them all: after the moves that were found,
    `OverBudgetError` is raised.

    >>> import grundy
    >>> moves = grundy.games.nim(3, 4, 5).winning_moves()
    >>> len(moves), moves[0], "1:3 -> 1" in moves, "2:4 -> 1" in moves
    (1, <Choice 1:3 -> 1>, True, False)
    >>> moves, complete = grundy.games.kayles(10**30).winning_moves().first(5)
    >>> len(moves), complete
    (5, False)
    """

    def __init__(
        self,
        position: Position,
        find: Callable[[], OptionsOf | None],
        wins: Callable[[Choice], bool],
        kept: KeptMoves | None = None,
    ) -> None:
        """Make a view of `position`; `wins` decides about one choice.

        `find` returns a function that yields the winning options of a component, equal ones for equal components; or
        None if no choice wins. The moves are kept in `kept`.
        """
        super().__init__(position)
        self._find = find
        self._wins = wins
        self._kept: KeptMoves = {} if kept is None else kept

    def __iter__(self) -> Iterator[Choice]:
        """Yield the moves in the order that the class describes. Raises `RulesetError` if rules contradict themselves.

        If a position is won, some move wins, unless the options of a state have changed.
        """
        found = False
        over = None
        for number, first, moves in self._groups():
            try:
                for place, option in moves:
                    found = True
                    yield Choice(self._position, number, first + place, option)
            except OverBudgetError as error:  # another component may have few options
                over = over or error
        if over is not None:
            raise over
        of_solution = getattr(self._options, "__self__", None) is self._position.solution  # not so in misère play
        if of_solution and not found:
            raise RulesetError("error.options-changed", state=str(self._position))

    def __len__(self) -> int:
        """Count the moves, by finding all moves of each different component."""
        with rare_collections():
            return sum(moves.count() for _, _, moves in self._groups())

    def __bool__(self) -> bool:
        """Return whether there is any winning move, that is, whether the position is won, without finding all."""
        return self.one() is not None

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> list[Choice]: ...
    def __getitem__(self, index: int | slice) -> Choice | list[Choice]:
        """Return the move or moves at `index`; a negative index, or a slice without an end, finds all moves.

        Once they are found, a single move takes time linear in the number of components.
        """
        if isinstance(index, slice):
            with rare_collections():
                return super().__getitem__(index)
        left = index if index >= 0 else index + len(self)
        for number, first, moves in self._groups() if left >= 0 else ():
            if moves.reaches(left):
                place, option = moves.found[left]
                return Choice(self._position, number, first + place, option)
            left -= moves.count()
        message = f"no choice {index}"
        raise IndexError(message)

    def __contains__(self, item: object) -> bool:
        """Return whether a choice, or the text of a move, wins, without finding the others."""
        if isinstance(item, str):
            item = find_choice(self._position, item)
        return isinstance(item, Choice) and item.position == self._position and self._wins(item)

    def __repr__(self) -> str:
        """Show the first few moves."""
        return _shown(self, self.first(_SHOWN + 1)[0])

    def first(self, most: int) -> tuple[list[Choice], bool]:
        """Return at most `most` moves, and whether these are all moves.

        The second value is also False if the budget ended the search: `OverBudgetError` is not raised.
        """
        found, error = _until_error(islice(self, most + 1))
        return found[:most], error is None and len(found) <= most

    def one(self) -> Choice | None:
        """Return the winning move that is found first, or None if the position is lost."""
        over = None
        for number, first, moves in self._groups():
            try:
                for place, option in moves.one():
                    return Choice(self._position, number, first + place, option)
            except OverBudgetError as error:  # another component may have few options
                over = over or error
        if over is not None:
            raise over
        return None

    def _groups(self) -> Iterator[tuple[int, int, _Moves]]:
        """Yield the moves of each component, or of a whole term if they are sorted.

        Before them come the number of the term and the index of the first component.
        """
        options = self._options
        place = 0
        for number, term in enumerate(self._position.terms if options else ()):
            if term.notation.sorts:
                yield number, 0, self._moves_of(term, options, place, term.components, term.notation.reading_order)
            else:
                for index, component in enumerate(term.components):
                    yield number, index, self._moves_of(component, options, place + index, (component,))
            place += len(term.components)

    @once
    def _options(self) -> OptionsOf | None:
        return self._find()

    def _moves_of(self, key: Component | SumTerm, *search: Any) -> _Moves:
        try:
            return self._kept.get(key) or self._kept.setdefault(key, _Moves(*search))
        except TypeError:  # a state is not hashable
            return _Moves(*search)


class DrawingMoves(WinningMoves):
    """The moves of a drawn position that keep the draw; as lazy as `WinningMoves`, and in the same order.

    It is empty if the position is won or lost.
    """


class _Moves:
    """Moves that are found one at a time and kept: options, each with the index of its component."""

    def __init__(
        self,
        options: OptionsOf,
        place: int,
        components: Sequence[Component],
        order: Callable[[Component, Any], Any] | None = None,
    ) -> None:
        """Take the number of the first component in the position, and the order by which the moves are sorted."""
        self.found: list[tuple[int, Option]] = []
        self._search = partial(_moves_in, options, place, components)
        self._in_order = self._search if order is None else partial(_sorted, self._search, components, order)
        self._complete = False
        self._rest: Iterator[tuple[int, Option]] | None = None  # the search for further moves, once it has begun
        self._lock = Lock()  # only one thread at a time continues the search

    def __iter__(self) -> Iterator[tuple[int, Option]]:
        number = 0
        while self.reaches(number):
            yield self.found[number]
            number += 1

    def count(self) -> int:
        """Return the number of moves, after all are found."""
        self.reaches(maxsize)
        return len(self.found)

    def one(self) -> Iterator[tuple[int, Option]]:
        """Yield at least one move if there is any; it does not find the others first to sort them."""
        return iter(self) if self.found or self._in_order is self._search else self._search()

    def reaches(self, number: int) -> bool:
        """Continue the search until move `number` is found; return whether it exists."""
        while len(self.found) <= number and not self._complete:
            with self._lock:
                if len(self.found) > number or self._complete:
                    break
                if self._rest is None:
                    self._rest = self._in_order()
                try:
                    move = next(self._rest, None)
                except BaseException:  # with more budget, other moves may come first
                    self.found, self._rest = [], None
                    raise
                if move is None:
                    self._complete = True
                else:
                    self.found.append(move)
        return number < len(self.found)


def choices_among(position: Position, options: OptionsOf) -> Iterator[Choice]:
    """Yield a choice for each option that `options` gives, component by component."""
    place = 0
    for number, term in enumerate(position.terms):
        for index, option in _moves_in(options, place, term.components):
            yield Choice(position, number, index, option)
        place += len(term.components)


def _moves_in(options: OptionsOf, place: int, components: Sequence[Component]) -> Iterator[tuple[int, Option]]:
    """Yield the index of a component with each of its options; `place` is the number of the first in the position."""
    for index, component in enumerate(components):
        for option in options(place + index, component):
            progress.check_cancelled()
            yield index, option
        progress.check_cancelled()


def _sorted(
    search: Callable[[], Iterator[tuple[int, Option]]],
    components: Sequence[Component],
    order: Callable[[Component, Any], Any],
) -> Iterator[tuple[int, Option]]:
    """Yield moves in order; if the budget ended the search, those that were found, before the error."""
    found, error = _until_error(search())
    yield from sorted(found, key=lambda move: order(components[move[0]], move[1].move))
    if error is not None:
        raise error


def _options(_: int, component: Component) -> Iterable[Option]:
    return component.ruleset.moves(component.state)


def find_choice(position: Position, text: str) -> Choice | None:
    """Return the choice that a move's text names, or None.

    The number of the part may be missing if only one part has the move, or only parts that are equal heaps.
    """
    wanted = " ".join(text.split())
    head, _, rest = wanted.partition(":")
    numbered = _named(position, rest.strip(), f"{head.strip()}:")
    found = numbered or _named(position, wanted)
    different = {(choice.term, choice.component) for choice in found}
    return found[0] if len(different) == 1 else None


def _named(position: Position, text: str, prefix: str | None = None) -> list[Choice]:
    """Return the choices whose text within their part is `text`; with `prefix`, only those of that part."""
    found: list[Choice] = []
    for number, (notation, components) in enumerate(position.terms):
        for index, component in enumerate(components):
            if prefix in (None, position.part_prefix(number, index)):
                option = notation.find(component, text)
                if option is not None:
                    found.append(Choice(position, number, index, option))
    return found


def _until_error(moves: Iterator[Found]) -> tuple[list[Found], OverBudgetError | None]:
    """Return the moves, and the error that ended the search if it was over the budget."""
    found: list[Found] = []
    try:
        for move in moves:
            found.append(move)  # noqa: PERF402 - moves found before an error are kept
    except OverBudgetError as error:
        return found, error
    return found, None


def _shown(choices: Choices, first: list[Choice]) -> str:
    words = ", ".join([choice.move for choice in first[:_SHOWN]])
    return f"<{type(choices).__name__} {words}{', ...' if len(first) > _SHOWN else ''}>"
