"""Chords on a circle: draw a segment between two points that meets no drawn segment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.families.heaps import octal
from grundy.positions import Position
from grundy.rules import Component, Option, Ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator

DAWSONS_KAYLES = octal("0.07")


@dataclass(frozen=True)
class Chords(Ruleset):
    """Draw a chord between two free points of one region; it splits the other points in two.

    A state is a region: the tuple of its free points in their order around the circle. A region of n
    points is worth a heap of n in Dawson's Kayles, octal 0.07, whatever the points are: a chord
    takes two and leaves the points on either side of it.

    >>> Chords()((1, 2, 3, 4, 5)).nimber
    0
    """

    name = "chords"

    def options(self, state: tuple[int, ...]) -> Iterator[Option]:
        """Yield an option for each pair of points; its move is the pair."""
        for first in range(len(state)):
            for second in range(first + 1, len(state)):
                yield self._chord(state, first, second)

    def moves_worth(self, state: tuple[int, ...], nimber: int) -> Iterator[Option]:
        """Yield the options worth `nimber`, asking once for each number of points between."""
        others = len(state) - 2
        between = {
            inside
            for inside in range(others + 1)
            if DAWSONS_KAYLES.value(inside) ^ DAWSONS_KAYLES.value(others - inside) == nimber
        }
        for first in range(len(state)):
            for second in range(first + 1, len(state)):
                if second - first - 1 in between:
                    yield self._chord(state, first, second)

    def prepare(self, state: tuple[int, ...]) -> None:
        """Prepare the heap of as many tokens."""
        DAWSONS_KAYLES.prepare(len(state))

    def known(self, state: tuple[int, ...]) -> int:
        """Return the value of the heap of as many tokens."""
        return DAWSONS_KAYLES.value(len(state))

    def __call__(self, *state: tuple[int, ...]) -> Any:
        """Return the position with these regions."""
        return Position.of(Component(self, tuple(region)) for region in state)

    def _chord(self, state: tuple[int, ...], first: int, second: int) -> Option:
        inside = state[first + 1 : second]
        outside = state[:first] + state[second + 1 :]
        parts = tuple([Component(self, region) for region in (inside, outside) if region])
        return Option((state[first], state[second]), parts)
