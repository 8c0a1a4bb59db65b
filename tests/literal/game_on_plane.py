"""Game on Plane by its real rule: segments may touch, and a closed polygon wins.

Statement: BOJ 16187. There are N points on a circle. A move draws a segment between two of them
that is not drawn yet and crosses no drawn segment; end points may be shared. Whoever completes a
polygon (a closed cycle of drawn segments; sides of the circle's own polygon count like any other)
wins at once. A player who cannot draw loses.

Points are numbered from 1 around the circle. Made for N <= 9.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations

Chord = tuple[int, int]

LARGEST = 8
EVERY = 9


def first_wins(text: str) -> bool:
    """Whether the player to move wins on N points with chords drawn, such as `9 2-4 5-7`."""
    size, *chords = text.split()
    return first_wins_from(int(size), [(int(one), int(other)) for one, other in (chord.split("-") for chord in chords)])


def first_wins_from(n: int, chords: Iterable[Chord]) -> bool:
    """Whether the player to move wins with these chords drawn, given in any order.

    If they hold a polygon already the game is over, and the player to move has lost.
    """
    drawn = frozenset[Chord]()
    polygon = False
    for chord in chords:
        a, b = sorted(chord)
        if (a, b) not in _legal(n, drawn):
            raise ValueError(f"chord {a}-{b} cannot be drawn")
        polygon = polygon or _closes(drawn, (a, b))
        drawn |= {(a, b)}
    return not polygon and _wins(n, drawn)


@cache
def _wins(n: int, drawn: frozenset[Chord]) -> bool:
    """Whether the player to move wins; no polygon is drawn yet."""
    legal = _legal(n, drawn)
    return any(_closes(drawn, chord) for chord in legal) or any(not _wins(n, drawn | {chord}) for chord in legal)


def _legal(n: int, drawn: frozenset[Chord]) -> list[Chord]:
    return [
        chord
        for chord in combinations(range(1, n + 1), 2)
        if chord not in drawn and not any(_cross(chord, other) for other in drawn)
    ]


def _cross(one: Chord, other: Chord) -> bool:
    """Whether two chords cross: four different end points that alternate around the circle."""
    (a, b), (c, d) = one, other
    return a < c < b < d or c < a < d < b


def _closes(drawn: frozenset[Chord], chord: Chord) -> bool:
    """Whether the chord completes a polygon: drawn chords lead from one end to the other."""
    start, end = chord
    reached, ahead = {start}, [start]
    while ahead:
        point = ahead.pop()
        for a, b in drawn:
            if point in (a, b) and (other := a + b - point) not in reached:
                reached.add(other)
                ahead.append(other)
    return end in reached
