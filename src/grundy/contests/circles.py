"""Circles on which nothing is drawn yet, for the problems on points of a circle."""

from __future__ import annotations

from grundy import games
from grundy.core.position import Position
from grundy.families.chords import DAWSONS_KAYLES
from grundy.games.notations.chord_diagrams import ChordDiagrams


def circle(game: str, points: int) -> Position:
    """Return the position with `points` free points. The table of heaps is made for all sizes up to `points`."""
    reader = games.find(game).reader
    if not isinstance(reader, ChordDiagrams):
        message = f"{game} is not played on a circle"
        raise TypeError(message)
    DAWSONS_KAYLES.prepare(points)
    return Position([reader.term(game, points)])
