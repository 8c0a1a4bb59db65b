"""Graphs as SVG: edges as lines, vertices as labelled circles, winning ones with a second ring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.drawing.colours import paint
from grundy.drawing.svg_parts import LEAST_WIDTH, LINE, Block, Item, label, legend, num, some, stacked, width_of
from grundy.errors import PictureError

if TYPE_CHECKING:
    from grundy.core.scenes import GraphScene, Vertex

_SIDE = 340
_MARGIN = 34
_RADIUS = 15
_RING = 4  # pixels between a vertex and the ring of a winning move
_MOST = 2000  # vertices, and edges


def graph(scene: GraphScene) -> Block:
    """Draw the graph. Raises `PictureError` for one of more than 2,000 vertices or edges."""
    return stacked([diagram(scene), legend(_items(scene), LEAST_WIDTH)], 14)._replace(words=_words(scene))


def diagram(scene: GraphScene) -> Block:
    """Draw the graph alone, without a legend. Raises `PictureError` as `graph` does."""
    if max(len(scene.vertices), len(scene.edges)) > _MOST:
        found = {"vertices": len(scene.vertices), "edges": len(scene.edges)}
        raise PictureError("error.picture-graph", most=_MOST, **found)
    gone = {number for number, vertex in enumerate(scene.vertices) if vertex.role == "removed"}
    kept = [edge for edge in scene.edges if not gone & {*edge}]
    lost = [edge for edge in scene.edges if gone & {*edge}]
    body = [
        f'<path {paint("faint")} fill="none" stroke-width="1" stroke-dasharray="2 5" d="{_lines(scene, lost)}"/>',
        f'<path {paint("line")} fill="none" stroke-width="2" d="{_lines(scene, kept)}"/>',
        *map(_vertex, scene.vertices),
    ]
    side = _SIDE + 2 * _MARGIN
    return Block(side, side, "".join(body))


def _spot(vertex: Vertex) -> tuple[float, float]:
    return _MARGIN + _SIDE * vertex.x, _MARGIN + _SIDE * vertex.y


def _lines(scene: GraphScene, edges: list[tuple[int, int]]) -> str:
    ends = [(_spot(scene.vertices[first]), _spot(scene.vertices[second])) for first, second in edges]
    return "".join(f"M{num(x)} {num(y)}L{num(x2)} {num(y2)}" for (x, y), (x2, y2) in ends)


def _vertex(vertex: Vertex) -> str:
    x, y = _spot(vertex)
    if vertex.role == "removed":
        return _circle(x, y, 4, f'{paint("faint")} fill="none" stroke-dasharray="2 3"')
    radius = max(_RADIUS, width_of(vertex.label) / 2 + 5)
    ring = f'{paint("win")} fill="none" stroke-width="2.5"'
    return "".join((
        _circle(x, y, radius + 3, paint("card")),
        _circle(x, y, radius, paint("blank" if vertex.role == "blocked" else "soft")),
        _circle(x, y, radius, f'{paint("line")} fill="none" stroke-width="1.5"'),
        _circle(x, y, radius + _RING, ring) if vertex.wins else "",
        label(x, y + 4.7, vertex.label, anchor="middle", bold=vertex.wins),
    ))  # fmt: skip


def _circle(x: float, y: float, radius: float, dye: str) -> str:
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" {dye}/>'


def _items(scene: GraphScene) -> list[Item]:
    middle = LINE / 2
    found = []
    if any(vertex.wins for vertex in scene.vertices):
        sign = _circle(middle, middle, middle - 2, f'{paint("win")} fill="none" stroke-width="2.5"')
        found.append(Item(LINE, sign, "a winning move"))
    if any(vertex.role == "removed" for vertex in scene.vertices):
        sign = _circle(middle, middle, 4, f'{paint("faint")} fill="none" stroke-dasharray="2 3"')
        found.append(Item(LINE, sign, "a vertex that is gone"))
    wins = [move.move for move in scene.moves if move.wins]
    if wins:
        found.append(Item(0, "", f"winning moves: {some(wins)}"))
    return found


def _words(scene: GraphScene) -> str:
    there = [vertex.label for vertex in scene.vertices if vertex.role != "removed"]
    text = f"A graph of {len(scene.vertices)} vertices and {len(scene.edges)} edges; there are {some(there) or 'none'}."
    wins = [vertex.move for vertex in scene.vertices if vertex.wins and vertex.move]
    wins += [move.move for move in scene.moves if move.wins]
    return text + (f" Winning moves: {some(wins)}." if wins else "")
