"""Moves that hand the opponent the win, as components: what games leave out that good players never do.

A player who is to lose can make such a move, and play ends with the next one. So they change no nimber, but they count
where the length of play does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.core.components import Component, Option, win
from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["HANDING", "Opening"]


@dataclass(frozen=True)
class Handing(Ruleset):
    """From 1 a move hands the opponent the win; from 0 the next one ends the game.

    >>> HANDING.ruleset(1).nimber, HANDING.ruleset(1).remoteness
    (0, 2)
    """

    name = "handing-over"

    def options(self, state: int) -> Iterator[object]:
        """Yield the one move."""
        yield 0 if state else win()


HANDING = Component(Handing(), 1)


@dataclass(frozen=True)
class Opening(Ruleset):
    """A component in which the win can be handed over only after its first move; a state is that component."""

    name = "opening"

    def options(self, state: Component) -> Iterator[Option]:
        """Yield the moves of the component, with moves that hand the win over beside what each leaves."""
        for option in state.ruleset.moves(state.state):
            yield Option(option.move, (*option.components, HANDING))
