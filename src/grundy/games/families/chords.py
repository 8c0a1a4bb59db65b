"""Chords on a circle: draw a segment between two points that crosses and touches no earlier segment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option
from grundy.core.position import Position
from grundy.core.ruleset import Ruleset
from grundy.errors import OverBudgetError
from grundy.games.families.heaps.codes import heaps
from grundy.runtime.limits import budget
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Arc = tuple[int, int]
Region = tuple[Arc, ...]

DAWSONS_KAYLES = heaps("0.07")


@dataclass(frozen=True)
class Chords(Ruleset):
    """Draw a chord between two free points of a region; the chord divides the other points into two regions.

    A state is a region: its free points in their order around the circle, as a tuple of arcs (first, last), both
    included. A region of n points is worth a heap of n in Dawson's Kayles, octal 0.07: a chord takes two points, and
    leaves the points on its two sides.

    >>> Chords()([1, 2, 3, 4, 5]).nimber
    0
    """

    name = "chords"

    def options(self, state: Region) -> Iterator[Option]:
        """Yield an option for each pair of points; its move is the pair."""
        points = _points_within_budget(state)
        for index, first in enumerate(points):
            for second in points[index + 1 :]:
                yield self.chord(state, first, second)

    def moves_worth(self, state: Region, nimber: int) -> Iterator[Option]:
        """Yield the options worth `nimber`; values are computed once for each number of points between the two."""
        points = _points_within_budget(state)
        others = len(points) - 2
        values = [DAWSONS_KAYLES.nimber(size) for size in range(others + 1)]
        between = [inside for inside in range(others + 1) if values[inside] ^ values[others - inside] == nimber]
        for index, first in enumerate(points):
            for inside in between:
                if index + inside + 1 >= len(points):
                    break
                yield self.chord(state, first, points[index + inside + 1])

    def canonical(self, state: Region) -> Region:
        """Return the region of the first points, with as many points: play does not depend on where they lie."""
        return ((1, _size(state)),) if state else state

    def known(self, state: Region) -> int:
        """Return the value of the heap with as many tokens as the region has points."""
        return DAWSONS_KAYLES.nimber(_size(state))

    def label(self, state: Region) -> str:
        """Write the points: ``chords([2, 3, 11])``."""
        return f"{self.name}({list(region_points(state))})"

    def __call__(self, *regions: Any) -> Position:
        """Return the position of these regions, each given by its points."""
        return Position.of(Component(self, region_of(points)) for points in regions)

    def chord(self, state: Region, first: int, second: int) -> Option:
        """Return the option of drawing a chord between two points of a region, first < second."""
        inside: list[Arc] = []
        outside: list[Arc] = []
        for start, stop in state:
            for low, high, part in (
                (start, min(stop, first - 1), outside),
                (max(start, first + 1), min(stop, second - 1), inside),
                (max(start, second + 1), stop, outside),
            ):
                if low <= high:
                    part.append((low, high))
        return Option((first, second), tuple([Component(self, tuple(part)) for part in (inside, outside) if part]))


def region_of(points: Iterable[int]) -> Region:
    """Return the region of these points, which are in increasing order."""
    arcs: list[Arc] = []
    for point in points:
        if arcs and arcs[-1][1] == point - 1:
            arcs[-1] = (arcs[-1][0], point)
        else:
            arcs.append((point, point))
    return tuple(arcs)


def region_points(state: Region) -> Iterator[int]:
    """Yield the points of a region in increasing order."""
    for first, last in state:
        yield from range(first, last + 1)


def _points_within_budget(state: Region) -> list[int]:
    """Return the points of a region. Raises `OverBudgetError` if they have more pairs than a search may visit."""
    count = _size(state)
    pairs, allowed = count * (count - 1) // 2, budget().search_options
    if pairs > allowed:
        raise OverBudgetError(Message("over.moves-of-points", {"points": count}), pairs, allowed, "options")
    return list(region_points(state))


def _size(state: Region) -> int:
    return sum(last - first + 1 for first, last in state)
