"""Components for moves that let the opponent win.

Games leave such moves out, because good players never make them. After such a move the next move ends the game and
wins. So these moves change no nimber, but they matter for the length of play (remoteness): a player who loses anyway
can end the game with one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.core.components import Component, Option, win
from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["LOSING_MOVE", "Opening"]


@dataclass(frozen=True)
class LosingMove(Ruleset):
    """From state 1 a move leads to state 0, which hands over the win: from there the next move wins and ends the game.

    >>> LOSING_MOVE.ruleset(1).nimber, LOSING_MOVE.ruleset(1).remoteness
    (0, 2)
    """

    name = "handing-over"

    def options(self, state: int) -> Iterator[object]:
        """Yield the only move."""
        yield 0 if state else win()


LOSING_MOVE = Component(LosingMove(), 1)


@dataclass(frozen=True)
class Opening(Ruleset):
    """A component that has moves which hand the win over only after its first move; a state is that component."""

    name = "opening"

    def options(self, state: Component) -> Iterator[Option]:
        """Yield the moves of the component, each with `LOSING_MOVE` as one more component."""
        for option in state.ruleset.moves(state.state):
            yield Option(option.move, (*option.components, LOSING_MOVE))
