"""Points on a circle with drawn chords: ``12 1-4 5-7``."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option, SumTerm
from grundy.core.notation import Notation
from grundy.games.families.chords import Chords, region_of, region_points
from grundy.games.families.heaps.codes import heaps
from grundy.games.families.losing_moves import LOSING_MOVE, Opening
from grundy.games.game import SampledReader, Side
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from grundy.core.scenes import CircleScene, Places
    from grundy.core.solution import Solution
    from grundy.games.text import Scanner, TextWord
    from grundy.theory.explain.reductions import Reduction

Chord = tuple[int, int]

_CHORD = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
_LEAST_POINTS, _MOST_POINTS = 1, 1000  # more points would have millions of winning moves
_LEAST_POLYGON = 3  # points
_MOST_REGIONS = 12  # listed in an explanation


@dataclass(frozen=True)
class ChordDiagrams(SampledReader):
    """Reads the number of points, then the drawn chords; no two of them may touch.

    With `closes`, the rules allow chords that touch. But a player who touches a chord loses, because the next player
    completes a polygon; so such positions are refused.
    """

    closes: bool = False
    kind = "chords"
    inline = True
    sides = (Side("points", 1, 200, 12),)
    density = True
    form = "the number of points, then drawn chords such as 1-4 5-7; a move is a chord"

    def read(self, scan: Scanner, game: str) -> SumTerm:
        """Read a diagram, to the end."""
        points = scan.integer(Message("expected.points"), _LEAST_POINTS, _MOST_POINTS)
        words: list[TextWord] = []
        chords: list[Chord] = []
        drawn: set[int] = set()
        try:
            while scan.peek() is not None:
                word = scan.take(Message("expected.chord"))
                chord = self._chord(scan, word, points)
                if not drawn.isdisjoint(chord):
                    why = Message("expected.why-polygon" if self.closes else "expected.why-rules")
                    raise scan.error(Message("expected.chord-apart", {"why": why}), word)
                words.append(word)
                chords.append(chord)
                drawn.update(chord)
        finally:  # chords that cross come before the error of a later word
            number = bisect_left(range(1, len(chords) + 1), 1, key=lambda count: _some_cross(chords[:count]))
            if number < len(chords):
                other = next(chord for chord in chords if _cross(chords[number], chord))
                crossed = Message("expected.chord-uncrossed", {"chord": f"{other[0]}-{other[1]}"})
                raise scan.error(crossed, words[number])
        return self.term(game, points, chords)

    def term(self, game: str, points: int, chords: Sequence[Chord] = ()) -> SumTerm:
        """Return the term of a diagram with checked chords."""
        states = [region_of(region) for region in _regions(points, chords)] if chords else [((1, points),)]
        diagram = ChordDiagram(game, points, tuple(chords), self.closes)
        rules = Chords()
        return SumTerm(diagram, tuple(Component(rules, state) for state in states))

    def random_text(self, rng: Random, size: int) -> str:
        """Return a number of points without chords."""
        return str(rng.randint(3, size))

    def text_of_size(self, rng: Random, size: Sequence[int], density: float) -> str:
        """Return a diagram of this size in which `density` is the share of points with a chord."""
        points = size[0]
        free = list(range(1, points + 1))
        chords: list[str] = []
        while len(free) > 1 and 2 * (len(chords) + 1) <= density * points:
            place = rng.randrange(len(free) - 1)
            width = min(rng.randint(1, 3), len(free) - 1 - place)
            chords.append(f"{free[place]}-{free[place + width]}")
            free = free[:place] + free[place + width + 1 :]  # points behind the chord get none, so that no chords cross
        return " ".join([str(points), *chords])

    def all_texts(self, size: int) -> Iterator[str]:
        """Yield the diagram of `size` points without chords."""
        yield str(size)

    def edge_cases(self, size: int) -> Iterator[str]:
        """Yield the smallest diagrams, and chords that leave no point or one point on a side."""
        yield from ("3", "4 1-2", "4 1-3", "4 1-2 3-4", "5 2-5", f"{size} 1-{size}", f"{size} 2-{size}")

    def _chord(self, scan: Scanner, word: TextWord, points: int) -> Chord:
        match = _CHORD.fullmatch(word.text)
        if match is None:
            raise scan.error(Message("expected.chord-such"), word)
        first, second = sorted((int(match[1]), int(match[2])))
        if first < 1 or second > points or first == second:
            raise scan.error(Message("expected.chord-points", {"points": points}), word)
        return first, second


@dataclass(frozen=True)
class ChordDiagram(Notation):
    """The number of points and the chords in the order in which they were drawn."""

    name: str
    points: int
    chords: tuple[Chord, ...]
    closes: bool = False
    named = False

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.name

    def text(self, components: Sequence[Component]) -> str:
        """Write the number of points and the chords, from which the components follow."""
        del components
        return " ".join([str(self.points), *(f"{first}-{second}" for first, second in self.chords)])

    def component_text(self, component: Component) -> str:
        """Write the number of free points of a region: values depend on nothing else."""
        return str(sum(1 for _ in region_points(component.state)))

    def label(self, component: Component) -> Message:
        """Name the free points of a region."""
        arcs = [f"{first}-{last}" if first < last else str(first) for first, last in component.state]
        several = len(arcs) > 1 or component.state[0][0] < component.state[0][1]
        return Message("label.points" if several else "label.point", {"points": ", ".join(arcs)})

    def reduction(self, components: Sequence[Component], solution: Solution) -> Reduction:
        """Say why values depend only on the numbers of points, and why no player touches a segment.

        The kind is ``reduction.points-as-heaps``, or ``reduction.closing-polygon`` for a game in which segments may
        touch. Parameters: the ``code``, and ``regions``, each with its ``label``, its ``heap`` (the number of points)
        and its ``nimber``. ``reduction.closing-polygon`` also has ``example``: a ``drawn`` segment, a segment that
        would ``touch`` it, and the segment that would then ``close`` the polygon; null if there is no example.
        """
        from grundy.theory.explain.reductions import Reduction, first_of

        regions = [
            {
                "label": self.label(component),
                "heap": int(self.component_text(component)),
                "nimber": solution.nimber_of(component),
            }
            for component in components
        ]
        notes = [Message("reduction.note.region", region) for region in regions]
        parameters: dict[str, Any] = {"code": "0.07", "regions": regions[:_MOST_REGIONS]}
        if not self.closes:
            return Reduction("reduction.points-as-heaps", parameters, first_of(notes, _MOST_REGIONS))
        example = parameters["example"] = self._closing()
        shown = [] if example is None else [Message("reduction.note.closing", example)]
        notes = [*shown, *first_of(notes, _MOST_REGIONS)]
        return Reduction("reduction.closing-polygon", parameters, tuple(notes))

    def _closing(self) -> dict[str, str] | None:
        """Return a drawn chord, a chord that would touch it and cross none, and the third side of the triangle."""
        taken = {point for chord in self.chords for point in chord}
        free = [point for point in range(1, self.points + 1) if point not in taken]
        for first, second in self.chords:
            for near, far in ((second, first), (first, second)):
                for point in free:
                    touching = _chord(near, point)
                    if not any(_cross(touching, other) for other in self.chords):
                        sides = ((first, second), touching, _chord(far, point))
                        drawn, touch, close = (f"{low}-{high}" for low, high in sides)
                        return {"drawn": drawn, "touch": touch, "close": close}
        return None

    def lasting(self, components: tuple[Component, ...]) -> tuple[Component, ...]:
        """Add the moves that touch a segment, if the rules allow them: from 3 points on, after the first segment."""
        if not self.closes or self.points < _LEAST_POLYGON:
            return components
        if self.chords:
            return (*components, LOSING_MOVE)
        return tuple(Component(Opening(), component) for component in components)

    def misere_form(self, components: tuple[Component, ...]) -> tuple[Component, ...] | None:
        """Return a heap of 0 or 1, by the number of segments that are drawn before a player must close a polygon.

        They are as many as the edges of a tree: segments that have no polygon and do not cross can always be completed
        to a tree of all points, because a triangulation that contains them is connected.
        """
        del components
        if not self.closes or self.points < _LEAST_POLYGON:
            return None
        return (Component(heaps("nim"), (self.points - 1 - len(self.chords)) % 2),)

    def identity(self, components: tuple[Component, ...]) -> Any:
        """Return the diagram: equal diagrams have equal texts."""
        del components
        return self

    def move_text(self, component: Component, move: Any) -> str:
        """Write the two points, the smaller one first."""
        del component
        return f"{move[0]}-{move[1]}"

    def move_in_words(self, component: Component, option: Option) -> Message:
        """Say which points are joined."""
        return Message("reduction.said.join", {"points": self.move_text(component, option.move).split("-")})

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

    def scene(
        self, components: Sequence[Component], winning: Sequence[str], solution: Solution, *, values: bool = False
    ) -> CircleScene:
        """Describe the circle."""
        from grundy.core.scenes import CircleScene

        del values
        regions = tuple(tuple(region_points(component.state)) for component in components)
        nimbers = tuple(map(solution.nimber_of, components))
        return CircleScene(self.points, self.chords, regions, tuple(winning), nimbers)


def _chord(first: int, second: int) -> Chord:
    return (first, second) if first < second else (second, first)


def _cross(chord: Chord, other: Chord) -> bool:
    """Return whether two chords cross inside the circle; chords that share an end do not cross."""
    return chord[0] < other[0] < chord[1] < other[1] or other[0] < chord[0] < other[1] < chord[1]


def _some_cross(chords: Sequence[Chord]) -> bool:
    """Return whether some of the chords cross.

    Without crossings, the ends along the circle are nested like brackets: the chord that began last ends first.
    """
    begun: list[Chord] = []
    for _, chord in sorted((point, own) for own in chords for point in own):
        if not begun or begun[-1] != chord:
            begun.append(chord)
        else:
            begun.pop()
    return bool(begun)


def _regions(points: int, chords: Sequence[Chord]) -> list[list[int]]:
    """Return the free points of each region that has free points: points inside the same innermost chord."""
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
