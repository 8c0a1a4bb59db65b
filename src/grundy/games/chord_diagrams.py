"""Points on a circle with drawn chords: ``12 1-4 5-7``."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from grundy.families.chords import Chords, region_of, region_points
from grundy.games.game import Reader
from grundy.positions import Component, Notation, Option, Term
from grundy.scenes import CircleScene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.scanner import Scanner, Word
    from grundy.scenes import Places

Chord = tuple[int, int]

_CHORD = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
_LEAST_POINTS, _MOST_POINTS = 1, 1000  # more would have millions of winning moves


@dataclass(frozen=True)
class ChordDiagrams(Reader):
    """Reads the number of points, then the drawn chords. `touching` says why no two may touch."""

    touching: str
    inline = True
    form = "the number of points, then drawn chords such as 1-4 5-7; a move is a chord"

    def read(self, scan: Scanner, game: str) -> Term:
        """Read a diagram, to the end."""
        points = scan.integer("N, the number of points", _LEAST_POINTS, _MOST_POINTS)
        chords: list[Chord] = []
        drawn: dict[int, Chord] = {}
        while scan.peek() is not None:
            word = scan.take("a chord")
            chord = self._chord(scan, word, points)
            for point in chord:
                if point in drawn:
                    raise scan.error(f"a chord that touches no other ({self.touching})", word)
                drawn[point] = chord
            for other in chords:
                if (chord[0] < other[0] < chord[1]) != (chord[0] < other[1] < chord[1]):
                    raise scan.error(f"a chord that does not cross {other[0]}-{other[1]}", word)
            chords.append(chord)
        return self.term(game, points, chords)

    def term(self, game: str, points: int, chords: Sequence[Chord] = ()) -> Term:
        """Make the term of a diagram whose chords have been checked."""
        regions = _regions(points, chords)
        rules = Chords()
        return Term(
            ChordDiagram(game, points, tuple(chords)), tuple(Component(rules, region_of(region)) for region in regions)
        )

    def _chord(self, scan: Scanner, word: Word, points: int) -> Chord:
        match = _CHORD.fullmatch(word.text)
        if match is None:
            raise scan.error("a chord such as 2-5", word)
        first, second = sorted((int(match[1]), int(match[2])))
        if first < 1 or second > points or first == second:
            raise scan.error(f"a chord between two points from 1 to {points}", word)
        return first, second


@dataclass(frozen=True)
class ChordDiagram(Notation):
    """The number of points and the chords in the order in which they were drawn."""

    name: str
    points: int
    chords: tuple[Chord, ...]
    named = False

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.name

    def text(self, components: Sequence[Component]) -> str:
        """Write the number and the chords; the components are what these leave."""
        del components
        return " ".join([str(self.points), *(f"{first}-{second}" for first, second in self.chords)])

    def component_text(self, component: Component) -> str:
        """Write the number of a region's free points, which is all that counts."""
        return str(sum(1 for _ in region_points(component.state)))

    def identity(self, components: tuple[Component, ...]) -> Any:
        """Diagrams are equal if their texts are."""
        del components
        return self

    def move_text(self, component: Component, move: Any) -> str:
        """Write the two points, the smaller one first."""
        del component
        return f"{move[0]}-{move[1]}"

    def places(self, components: Sequence[Component], index: int, move: Any) -> Places:
        """Return the two points, counted from 1."""
        del components, index
        return (move[0], move[1])

    def reading_order(self, component: Component, move: Any) -> Any:
        """Sort by the points."""
        del component
        return move

    def moved(self, component: Component, move: Any) -> ChordDiagram:
        """Draw the chord."""
        del component
        return replace(self, chords=(*self.chords, tuple(move)))

    def find(self, component: Component, text: str) -> Option | None:
        """Read the two points, in either order."""
        match = _CHORD.fullmatch(text)
        if match is None or not isinstance(component.ruleset, Chords):
            return None
        first, second = sorted((int(match[1]), int(match[2])))
        points = set(region_points(component.state))
        return (
            component.ruleset.chord(component.state, first, second)
            if {first, second} <= points and first < second
            else None
        )

    def scene(self, components: Sequence[Component], winning: Sequence[str], total: int | None = None) -> CircleScene:
        """Describe the circle."""
        del total
        regions = tuple(tuple(region_points(component.state)) for component in components)
        nimbers = tuple(component.ruleset.value(component.state) for component in components)
        return CircleScene(self.points, self.chords, regions, tuple(winning), nimbers)


def _regions(points: int, chords: Sequence[Chord]) -> list[list[int]]:
    """Return the free points of each region that has some: those with the same innermost chord."""
    chord_at = {point: chord for chord in chords for point in chord}
    around: list[Chord | None] = [None]
    found: dict[Chord | None, list[int]] = {}
    for point in range(1, points + 1):
        chord = chord_at.get(point)
        if chord is None:
            found.setdefault(around[-1], []).append(point)
        elif point == chord[0]:
            around.append(chord)
        else:
            around.pop()
    return list(found.values())
