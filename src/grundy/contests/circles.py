"""Circles on which nothing is drawn yet, for the problems on points of a circle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy import games
from grundy.core.position import Position
from grundy.families.chords import DAWSONS_KAYLES
from grundy.games.notations.chord_diagrams import ChordDiagrams

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grundy.contests.stress.inputs import Inputs


def circles(game: str, sizes: Sequence[int]) -> list[Position]:
    """Return the positions with so many free points each; one table of heaps is made for all."""
    reader = games.find(game).reader
    if not isinstance(reader, ChordDiagrams):
        message = f"{game} is not played on a circle"
        raise TypeError(message)
    DAWSONS_KAYLES.prepare(max(sizes))
    return [Position([reader.term(game, points)]) for points in sizes]


def circle_inputs(least: int, most: int, cases: int = 0) -> Callable[[], Inputs[Any]]:
    """Return a function that returns what makes circles of so many points, or lists of up to `cases` of them."""

    def inputs() -> Inputs[Any]:
        from grundy.contests.stress.circles import CircleInputs

        return CircleInputs(least, most, cases)

    return inputs
