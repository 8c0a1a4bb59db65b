"""Circles on which nothing is drawn yet, for the problems on points of a circle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy import games
from grundy.core.position import Position
from grundy.games.families.chords import DAWSONS_KAYLES
from grundy.games.families.heaps import heap_tables
from grundy.games.notations.chord_diagrams import ChordDiagrams

if TYPE_CHECKING:
    from collections.abc import Sequence


def circle(game: str, points: int) -> Position:
    """Return the position with `points` free points. The table of heaps is made for all sizes up to `points`."""
    reader = games.find(game).reader
    if not isinstance(reader, ChordDiagrams):
        message = f"{game} is not played on a circle"
        raise TypeError(message)
    DAWSONS_KAYLES.prepare(points)
    return Position([reader.term(game, points)])


def first_wins(points: Sequence[int]) -> list[bool]:
    """Return for each of many circles whether the first player wins, as the heap in Dawson's Kayles says."""
    solved = heap_tables.solve(DAWSONS_KAYLES, max(points, default=0) + 1)
    return [solved.value(number) > 0 for number in points]
