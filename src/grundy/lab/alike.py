"""Positions that are alike for an exercise: equal up to symmetry, or with the same parts in another order.

Positions that are alike have the same `identity`. Positions that are not alike may have the same `identity` as well
(graphs that the refinement of colours cannot distinguish, boards of games with a direction). Then one of the two is not
used, which does no harm.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from grundy.core.scenes import CircleScene, GraphScene, GridScene, HeapsScene, without_answers
from grundy.runtime.files import digest

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from grundy.core.position import Position
    from grundy.core.scenes import Scene

_Rows = tuple[tuple[str, ...], ...]


def identity(position: Position, scenes: Sequence[Scene]) -> Hashable:
    r"""Return the sorted parts of a position, each up to symmetry: the same for positions that are alike.

    >>> import grundy
    >>> def alike(*positions):
    ...     return len({identity(position, position.scenes(())) for position in positions}) == 1
    >>> board = grundy.games.wall_making
    >>> alike(board("X..\n..."), board("..X\n..."), board("X.\n..\n.."))
    True
    >>> alike(grundy.games.nim(3, 5), grundy.games.nim(5, 3)), alike(grundy.games.nim(3, 5), grundy.games.nim(5, 4))
    (True, False)
    """
    parts: list[str] = []
    for term, scene in zip(position.terms, scenes, strict=True):
        shape = _shape(without_answers(scene))
        if shape is None:
            states = (repr(part.ruleset.canonical(part.state)) for part in term.components)
            parts += [f"{term.notation.game} {state}" for state in states]
        elif isinstance(scene, HeapsScene):
            parts += [f"{term.notation.game} {size}" for size in shape if size]
        else:
            parts.append(f"{term.notation.game} {shape!r}")
    return tuple(sorted(parts))


def _shape(scene: Scene) -> Any:
    """Return a form of a scene that is the same for symmetric scenes; None for a scene that is a text."""
    if isinstance(scene, HeapsScene):
        return [heap.size for heap in scene.heaps]
    if isinstance(scene, GridScene):
        return min(_turned(tuple(tuple(f"{cell.symbol}{cell.role}" for cell in row) for row in scene.rows)))
    if isinstance(scene, CircleScene):
        return scene.points, min(_around(scene.points, scene.chords))
    if isinstance(scene, GraphScene):
        return _colours(scene)
    return None


def _turned(rows: _Rows) -> Iterable[_Rows]:
    """Yield the eight boards that rotations and reflections make of a board."""
    for _ in range(4):
        yield rows
        yield rows[::-1]
        rows = tuple(zip(*rows[::-1], strict=True))


def _around(points: int, chords: Iterable[tuple[int, int]]) -> Iterable[list[tuple[int, int]]]:
    """Yield the chords on a circle after each rotation and reflection."""
    for turn in range(points):
        for sign in (1, -1):
            yield sorted(
                tuple(sorted((sign * end + turn) % points for end in chord))  # type: ignore[misc]
                for chord in chords
            )


def _colours(scene: GraphScene) -> Any:
    """Return how often each colour occurs after the colours of the neighbours have refined all colours repeatedly.

    Isomorphic graphs have the same counts (Weisfeiler and Leman 1968).
    """
    near: list[list[int]] = [[] for _ in scene.vertices]
    for first, second in scene.edges:
        near[first].append(second)
        near[second].append(first)
    colours = [digest(f"{vertex.role} {vertex.token}".encode()) for vertex in scene.vertices]
    for _ in scene.vertices:
        around = ("".join(sorted(colours[to] for to in neighbours)) for neighbours in near)
        colours = [digest(f"{own} {others}".encode()) for own, others in zip(colours, around, strict=True)]
    return sorted(Counter(colours).items())
