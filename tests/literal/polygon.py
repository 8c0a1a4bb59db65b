"""The Polygon Game, played with chords between points on a circle.

Statement: BOJ 13034. There are N points on a circle. A move draws a segment between two of them
(neighbours too) that meets no drawn segment, not even at an end point. Whoever cannot draw loses.

Text: `N`, then the drawn chords, all on one line: `8 1-4 5-7`. Points are numbered from 1 around
the circle.
"""

from functools import cache
from itertools import combinations

from ._mex import mex

Chord = tuple[int, int]

LARGEST = 9


def moves(text: str) -> dict[str, str]:
    """Map each legal move, such as `2-3` (smaller point first), to the text after it."""
    n, drawn = _read(text)
    return {f"{a}-{b}": f"{text.strip()} {a}-{b}" for a, b in _legal(n, drawn)}


def nimber(text: str) -> int:
    """Return the Grundy value of the whole position, by search over sets of chords."""
    n, start = _read(text)

    @cache
    def value(drawn: frozenset[Chord]) -> int:
        return mex(value(drawn | {chord}) for chord in _legal(n, drawn))

    return value(start)


def _read(text: str) -> tuple[int, frozenset[Chord]]:
    size, *chords = text.split()
    n, drawn = int(size), frozenset[Chord]()
    for chord in chords:
        a, b = sorted(map(int, chord.split("-")))
        if (a, b) not in _legal(n, drawn):
            raise ValueError(f"chord {chord} cannot be drawn in {text!r}")
        drawn |= {(a, b)}
    return n, drawn


def _legal(n: int, drawn: frozenset[Chord]) -> list[Chord]:
    return [chord for chord in combinations(range(1, n + 1), 2) if not any(_meet(chord, other) for other in drawn)]


def _meet(one: Chord, other: Chord) -> bool:
    """Whether two chords share an end point or cross (their end points alternate)."""
    (a, b), (c, d) = one, other
    return bool({a, b} & {c, d}) or (a < c < b) != (a < d < b)
