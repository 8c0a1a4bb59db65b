"""The choices of a position: moves that the player may make."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, overload

from grundy.runtime import progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Component, Option
    from grundy.core.position import Position

__all__ = ["Choice", "Choices"]


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
                    progress.check_cancelled()
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
