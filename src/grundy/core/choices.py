"""The choices of a position: moves that the player may make, and which of them win."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby, islice
from sys import maxsize
from threading import Lock
from typing import TYPE_CHECKING, Any, overload

from grundy.errors import OverBudgetError
from grundy.runtime import progress
from grundy.runtime.garbage import rare_collections

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from grundy.core.components import Component, Option
    from grundy.core.position import Position

__all__ = ["Choice", "Choices", "DrawingMoves", "WinningMoves", "choices_among", "find_choice"]

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
    def after(self) -> Position:
        """The position that the move leads to: the same object at each call, so that its solution is kept."""
        try:
            return self._after
        except AttributeError:
            after = self.position.after_choice(self)
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

    It can be iterated over, indexed and sliced; ``in`` takes a choice or the text of a move; `len` counts by iterating.
    """

    def __init__(self, position: Position) -> None:
        self._position = position

    def __iter__(self) -> Iterator[Choice]:
        """Yield the choices component by component."""
        return choices_among(self._position, lambda _, component: component.ruleset.moves(component.state))

    def __len__(self) -> int:
        """Count the choices, in time linear in their number."""
        return sum(1 for _ in self)

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


class WinningMoves:
    """The winning moves of a position, found one at a time and kept, since a heap of 10^30 tokens has very many.

    It can be iterated over, indexed and sliced; `bool` says whether there is any; ``in`` takes a choice or the text of
    a move; `len` finds all moves. The order is always the same. Parts follow each other as the sum is written. Moves on
    a board are sorted by their place, row by row, so the first one is known only after all moves of the board were
    checked. Moves on heaps, and of rulesets without a notation of their own, come in the order of `options`, each as
    soon as it is found. `one` returns any winning move at the least cost.

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
        self, position: Position, find: Callable[[], Iterator[Choice]], wins: Callable[[Choice], bool]
    ) -> None:
        """Make a view of `position`: `find` yields the moves term by term in any order, `wins` decides about one."""
        self._position = position
        self._find = find
        self._wins = wins
        self._found: list[Choice] = []
        self._complete = False
        self._rest: Iterator[Choice] | None = None  # the search for further moves, once it has begun
        self._one: Choice | None = None
        self._lock = Lock()  # only one thread at a time continues the search

    def __iter__(self) -> Iterator[Choice]:
        """Yield the moves in the order that the class describes."""
        number = 0
        while self._reaches(number):
            yield self._found[number]
            number += 1

    def __len__(self) -> int:
        """Count the moves, by finding all of them."""
        with rare_collections():
            self._reaches(maxsize)
        return len(self._found)

    def __bool__(self) -> bool:
        """Return whether there is any winning move, that is, whether the position is won, without finding all."""
        return self.one() is not None

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> list[Choice]: ...
    def __getitem__(self, index: int | slice) -> Choice | list[Choice]:
        """Return the move or moves at `index`; a negative index, or a slice without an end, finds all moves."""
        if isinstance(index, int):
            if index < 0:
                len(self)
            else:
                self._reaches(index)
        elif index.stop is None or min(index.start or 0, index.stop, index.step or 1) < 0:
            len(self)
        elif index.stop > 0:
            self._reaches(index.stop - 1)
        return self._found[index]

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
        try:
            complete = not self._reaches(most)
        except OverBudgetError:
            complete = False
        return self._found[:most], complete

    def one(self) -> Choice | None:
        """Return the winning move that is found first, or None if the position is lost."""
        if self._found:
            return self._found[0]
        if self._one is None and not self._complete:
            self._one = next(self._find(), None)
        return self._one

    def _reaches(self, number: int) -> bool:
        """Continue the search until move `number` is found; return whether it exists."""
        while len(self._found) <= number and not self._complete:
            with self._lock:
                if len(self._found) > number or self._complete:
                    break
                if self._rest is None:  # also after an error: with more budget, other moves may come first
                    self._found = []
                    self._rest = self._in_order()
                rest, self._rest = self._rest, None
                choice = next(rest, None)
                if choice is None:
                    self._complete = True
                else:
                    self._found.append(choice)
                    self._rest = rest
        return number < len(self._found)

    def _in_order(self) -> Iterator[Choice]:
        for number, choices in groupby(self._find(), key=lambda choice: choice.term):
            yield from self._term_in_order(self._position.terms[number].notation.reading_order, choices)

    def _term_in_order(self, order: Callable[[Component, Any], Any], choices: Iterator[Choice]) -> Iterator[Choice]:
        """Yield the moves in one term: as they are found, or sorted if the notation has an order."""
        first = next(choices)
        if order(first.component, first.option.move) is None:
            yield first
            yield from choices
            return
        found, error = _until_error(choices)
        yield from sorted([first, *found], key=lambda choice: order(choice.component, choice.option.move))
        if error is not None:
            raise error


class DrawingMoves(WinningMoves):
    """The moves of a drawn position that keep the draw; as lazy as `WinningMoves`, and in the same order.

    It is empty if the position is won or lost.
    """


def choices_among(position: Position, options: Callable[[int, Component], Iterable[Option]]) -> Iterator[Choice]:
    """Yield a choice for each option that `options(index, component)` gives, component by component."""
    place = 0
    for number, term in enumerate(position.terms):
        for index, component in enumerate(term.components):
            for option in options(place, component):
                progress.check_cancelled()
                yield Choice(position, number, index, option)
            place += 1
            progress.check_cancelled()


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


def _until_error(choices: Iterator[Choice]) -> tuple[list[Choice], OverBudgetError | None]:
    """Return the choices, and the error that ended the search if it was over the budget."""
    found: list[Choice] = []
    try:
        for choice in choices:
            found.append(choice)  # noqa: PERF402 - choices found before an error are kept
    except OverBudgetError as error:
        return found, error
    return found, None


def _shown(choices: Choices | WinningMoves, first: list[Choice]) -> str:
    words = ", ".join([choice.move for choice in first[:_SHOWN]])
    return f"<{type(choices).__name__} {words}{', ...' if len(first) > _SHOWN else ''}>"
