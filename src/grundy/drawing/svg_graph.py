"""Graphs as SVG: edges as lines, vertices as circles with labels; a ring around a vertex marks a winning move."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING

from grundy.drawing.colours import paint
from grundy.drawing.svg_parts import LEAST_WIDTH, LINE, Block, Item, badge, label, legend, num, some, stacked, width_of
from grundy.drawing.svg_tokens import around
from grundy.errors import PictureError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grundy.core.scenes import GraphScene, Spread, Vertex

# sizes in pixels
_SIDE = 340  # the side of the drawing, without margins
_MARGIN = 42  # for a vertex, its ring and its nimber
_SMALL, _SMALL_MARGIN = 0.4, 20  # how large a small drawing is, and its margin
_RADIUS = 15  # the least radius of a vertex
_BADGE = 22  # the side of a nimber
_RING = 4  # between a vertex and the ring of a winning move
_BOW = 0.4  # how far an edge of a plant between equal heights is bent, relative to its length
_LOOP = 46  # the width and half the height of a loop of size 1
_MOST = 2000  # vertices, or edges, of a graph that is drawn


def graph(scene: GraphScene) -> Block:
    """Return the drawing of a graph. Raises `PictureError` for more than 2,000 vertices or edges."""
    return stacked([diagram(scene), legend(_items(scene), LEAST_WIDTH)], 14)._replace(words=_words(scene))


def diagram(scene: GraphScene, near: float = 1, *, named: bool | None = None) -> Block:
    """Return the drawing of a graph, without a legend, with its vertices nearer together. Raises as `graph` does."""
    if max(len(scene.vertices), len(scene.edges)) > _MOST:
        found = {"vertices": len(scene.vertices), "edges": len(scene.edges)}
        raise PictureError("error.picture-graph", most=_MOST, **found)
    vertices = tuple(replace(vertex, x=near * vertex.x, y=near * vertex.y) for vertex in scene.vertices)
    scene = replace(scene, vertices=vertices)
    bows = scene.bows or (0,) * (len(scene.edges) + len(scene.gone))
    kept = _lines(scene, scene.edges, bows)
    lost = _lines(scene, scene.gone, bows[len(scene.edges) :])
    leaf = scene.paint == "leaf"
    named = not leaf if named is None else named
    stroke = f'{paint(f"t-{scene.paint}")} stroke-width="{5 if leaf else 2.5}" stroke-linecap="round"'
    body = [
        _ground(scene, named=named),
        f'<path {paint("t-gone")} fill="none" stroke-width="1.5" stroke-dasharray="3 5" d="{lost}"/>',
        f'<path {stroke} fill="none" d="{kept}"/>',
        *(_vertex(vertex, named=named) for vertex in scene.vertices),
        *_edge_values(scene, bows),
    ]
    side = near * _SIDE + 2 * _MARGIN
    return Block(side, side, "".join(body))


def small(scene: GraphScene) -> Block:
    """Return the drawing without names, with lines so short that its marks can be read in a small picture."""
    drawn, cut = diagram(scene, _SMALL, named=False), _MARGIN - _SMALL_MARGIN
    moved = f'<g transform="translate({num(-cut)} {num(-cut)})">{drawn.body}</g>'
    return Block(drawn.width - 2 * cut, drawn.height - 2 * cut, moved)


def _spot(vertex: Vertex) -> tuple[float, float]:
    return _MARGIN + _SIDE * vertex.x, _MARGIN + _SIDE * vertex.y


def _lines(scene: GraphScene, edges: tuple[tuple[int, int], ...], bows: Sequence[float]) -> str:
    bent = scene.paint == "leaf"
    return "".join(_line(*_ordered(scene, edge), bow, bent=bent) for edge, bow in zip(edges, bows, strict=False))


def _ordered(scene: GraphScene, edge: Sequence[int]) -> tuple[Vertex, Vertex]:
    """Return the ends of an edge, the smaller number first, so that edges written in either direction bend alike."""
    return scene.vertices[min(edge)], scene.vertices[max(edge)]


def _line(first: Vertex, second: Vertex, bow: float, *, bent: bool) -> str:
    """Return the path of an edge. In plants, it bends between equal heights, since a vertex may lie on the line."""
    (x, y), (x2, y2) = _ends(first, second)
    if first is second:
        return _loop(x, y, _LOOP * bow, on_ground=first.token == "ground")
    across, down = _bend((x, y), (x2, y2), bow, bent=bent)
    if across or down:
        return f"M{num(x)} {num(y)}Q{num((x + x2) / 2 + across)} {num((y + y2) / 2 + down)} {num(x2)} {num(y2)}"
    return f"M{num(x)} {num(y)}L{num(x2)} {num(y2)}"


def _loop(x: float, y: float, side: float, *, on_ground: bool) -> str:
    """Return the path of a loop: to the right of its vertex, or as an arch on the ground."""
    if on_ground:
        x, half = x + _LOOP, side / 2.5
        left, right, top = num(x - half), num(x + half), num(y - side)
        return f"M{left} {num(y)}C{left} {top} {right} {top} {right} {num(y)}"
    return f"M{num(x)} {num(y)}C{num(x + side)} {num(y - side)} {num(x + side)} {num(y + side)} {num(x)} {num(y)}"


def _bend(start: tuple[float, float], end: tuple[float, float], bow: float, *, bent: bool) -> tuple[float, float]:
    """Return the distance, across and down, of the control point of an edge from its middle."""
    (x, y), (x2, y2) = start, end
    if bent and y == y2:
        return 0, -(_BOW + bow) * abs(x - x2)
    return bow * (y - y2), bow * (x2 - x)


def _ends(first: Vertex, second: Vertex) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the points where an edge begins and ends; on the ground, the point is straight below the other end."""
    (x, y), (x2, y2) = _spot(first), _spot(second)
    if first.token == "ground":
        x = x2
    elif second.token == "ground":
        x2 = x
    return (x, y), (x2, y2)


def _edge_values(scene: GraphScene, bows: Sequence[float]) -> Iterator[str]:
    """Yield the values after moves on edges, each on its edge: parallel edges and their moves are in the same order."""
    bows_of_ends: dict[tuple[int, ...], list[float]] = {}
    for edge, bow in zip(scene.edges, bows, strict=False):
        bows_of_ends.setdefault(tuple(sorted(set(edge))), []).append(bow)
    for move in scene.moves:
        places = tuple(sorted(place for place in move.places if isinstance(place, int)))
        if len(places) == len(move.places) <= 2:  # the ends of an edge, or the vertex of a loop
            bow = bows_of_ends[places].pop(0) if bows_of_ends.get(places) else 0
            if move.value is not None:
                yield _edge_value(scene, move, places, bow)


def _edge_value(scene: GraphScene, move: Spread, places: tuple[int, ...], bow: float) -> str:
    first, second = _ordered(scene, places)
    (x, y), (x2, y2) = _ends(first, second)
    if first is second:
        far = _LOOP * bow * 0.75
        across, down = (_LOOP, -far) if first.token == "ground" else (far, 0)
    else:
        across, down = (half / 2 for half in _bend((x, y), (x2, y2), bow, bent=scene.paint == "leaf"))
    return badge((x + x2) / 2 + across, (y + y2) / 2 + down, 24, move.value or 0, move.wins)


def _ground(scene: GraphScene, *, named: bool) -> str:
    grounds = [vertex for vertex in scene.vertices if vertex.token == "ground"]
    if not grounds:
        return ""
    _, y = _spot(grounds[0])
    blades = "".join(around("grass", _MARGIN + _SIDE * x, y - 14, 48) for x in (0.04, 0.5, 0.96))
    line = (
        f'<path {paint("t-leaf")} stroke-width="4" stroke-linecap="round" d="M8 {num(y)}H{_SIDE + 2 * _MARGIN - 8}"/>'
    )
    return blades + line + (label(12, y + 18, grounds[0].label) if named else "")


def _vertex(vertex: Vertex, *, named: bool) -> str:
    x, y = _spot(vertex)
    if vertex.token == "ground":
        return ""
    radius = max(_RADIUS, width_of(vertex.label) / 2 + 5)
    wide = 48 / 13 * radius if vertex.token.startswith("vertex") else 2.6 * radius
    body = around(vertex.token, x, y, wide if named else 26)
    if vertex.wins:
        body += _circle(x, y, radius + _RING, f'{paint("win")} fill="none" stroke-width="2.5"')
    if vertex.value is not None:
        across, down = _outwards(vertex, radius + _BADGE * 0.62)
        body += badge(x + across, y + down, _BADGE, vertex.value, vertex.wins)
    if named:
        dye = {"vertex": "card", "token": "card"}.get(vertex.token, "ink")
        dye = "dim" if vertex.role == "removed" else dye
        at = (x, y + 4.7) if vertex.token in ("vertex", "vertex-gone", "coin", "counter-gone") else (x + 18, y - 12)
        body += label(
            *at, vertex.label.lstrip("@"), anchor="middle", bold=vertex.wins, dye=dye if at[0] == x else "ink"
        )
    return body


def _outwards(vertex: Vertex, far: float) -> tuple[float, float]:
    """Return a distance, across and down, of length `far`, that leads from a vertex away from the picture's middle."""
    across, down = vertex.x - 0.5, vertex.y - 0.5
    long = hypot(across, down)
    return (0.7 * far, 0.7 * far) if long < 0.01 else (across / long * far, down / long * far)


def _circle(x: float, y: float, radius: float, dye: str) -> str:
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" {dye}/>'


def _items(scene: GraphScene) -> list[Item]:
    middle = LINE / 2
    found = []
    if any(vertex.wins for vertex in scene.vertices):
        sign = _circle(middle, middle, middle - 2, f'{paint("win")} fill="none" stroke-width="2.5"')
        found.append(Item(LINE, sign, "a winning move"))
    if any(vertex.role == "removed" for vertex in scene.vertices):
        sign = around("vertex-gone", middle, middle, 32)
        found.append(Item(LINE, sign, "a vertex that is gone"))
    wins = [move.move for move in scene.moves if move.wins]
    if wins:
        found.append(Item(0, "", f"winning moves: {some(wins)}"))
    return found


def _words(scene: GraphScene) -> str:
    labels = [vertex.label for vertex in scene.vertices if vertex.role != "removed"]
    vertices = some(labels) or "none"
    text = f"A graph of {len(scene.vertices)} vertices and {len(scene.edges)} edges; there are {vertices}."
    wins = [vertex.move for vertex in scene.vertices if vertex.wins and vertex.move]
    wins += [move.move for move in scene.moves if move.wins]
    return text + (f" Winning moves: {some(wins)}." if wins else "")
