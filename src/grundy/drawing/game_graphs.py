"""Game graphs as SVG: a box for each position, in layers from the top, and a line for the moves between two."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grundy.authoring.game_graph import OVER
from grundy.core.values import Outcome
from grundy.drawing.colours import paint
from grundy.drawing.svg import framed
from grundy.drawing.svg_parts import LEAST_WIDTH, LINE, Block, Item, clean, label, legend, num
from grundy.errors import PictureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.authoring.game_graph import GameGraph

__all__ = ["MOST", "picture"]

MOST = 120  # positions that a picture shows
_SIZE = 12  # of text in boxes, in pixels
_PAD = 8
_BETWEEN = 14  # boxes of a layer
_LAYERS = 46  # from the lower edge of a layer to the upper one of the next
_LETTER = 0.62  # the width of a letter of even width, of its height
_SWEEPS = 4


class _Box(NamedTuple):
    """A position as it is drawn: its lines, what it is worth, and its place."""

    lines: list[str]
    worth: str
    lost: bool
    width: float
    height: float
    x: float = 0.0
    y: float = 0.0


def picture(graph: GameGraph) -> str:
    """Return the picture of a game graph as the text of an SVG file.

    Each position has its outcome and its value; P-positions have a thick border, and moves to them, which win, are
    thick lines. All lines lead down. Raises `PictureError` beyond 120 positions, and `CycleError` where play can come
    back to a position.

    >>> import grundy
    >>> picture(grundy.games.kayles(4).graph()).startswith("<svg xmlns=")
    True
    """
    if len(graph.positions) > MOST:
        raise PictureError("error.picture-game-graph", most=MOST, found=len(graph.positions))
    name = repr(graph.positions[0]).removeprefix("<Position ")[:-1]
    boxes = _placed([_box(graph, number) for number in range(len(graph.positions))], _layers(graph))
    lost = sum(box.lost for box in boxes)
    about = f"{len(boxes)} positions, {len(boxes) - lost} N and {lost} P"
    drawing = _drawing(graph, boxes)
    return framed(f"Game graph of {name}"[:80], about, [drawing, legend(_items(), max(LEAST_WIDTH, drawing.width))])


def _box(graph: GameGraph, number: int) -> _Box:
    position = graph.positions[number]
    lines = str(position).split("\n")
    worth = f"{position.outcome} {position.value}"
    if any(edge.before == number and edge.after == OVER for edge in graph.edges):
        worth += ", can end the game"
    width = max(len(line) for line in [*lines, worth]) * _LETTER * _SIZE + 2 * _PAD
    return _Box(lines, worth, position.outcome is Outcome.P, width, (len(lines) + 1) * 1.4 * _SIZE + _PAD)


def _layers(graph: GameGraph) -> list[list[int]]:
    """Return the positions by the longest play that leads to them, in an order in which few lines cross."""
    before: list[list[int]] = [[] for _ in graph.positions]
    after: list[list[int]] = [[] for _ in graph.positions]
    for edge in graph.edges:
        if edge.after != OVER:
            before[edge.after].append(edge.before)
            after[edge.before].append(edge.after)
    graph.positions[0].outcome  # noqa: B018 - raises where there is a cycle
    depth = [0] * len(graph.positions)
    waiting = [number for number, own in enumerate(before) if not own]
    left = [len(own) for own in before]
    for number in waiting:
        for option in after[number]:
            depth[option] = max(depth[option], depth[number] + 1)
            left[option] -= 1
            if not left[option]:
                waiting.append(option)
    layers: list[list[int]] = [[] for _ in range(max(depth) + 1)]
    for number, own in enumerate(depth):
        layers[own].append(number)
    for sweep in range(_SWEEPS):
        _sweep(layers if sweep % 2 == 0 else layers[::-1], before if sweep % 2 == 0 else after)
    return layers


def _sweep(layers: Sequence[list[int]], linked: Sequence[list[int]]) -> None:
    """Sort each layer by the mean place of what its positions are linked with in the layers before it."""
    place: dict[int, float] = {}
    for layer in layers:
        for number, own in enumerate(layer):
            near = [place[other] for other in linked[own] if other in place]
            place[own] = sum(near) / len(near) if near else number / len(layer)
        layer.sort(key=place.__getitem__)
        place.update({own: (number + 0.5) / len(layer) for number, own in enumerate(layer)})


def _placed(boxes: list[_Box], layers: Sequence[Sequence[int]]) -> list[_Box]:
    """Return the boxes in their places, each layer in the middle."""
    widths = [sum(boxes[own].width + _BETWEEN for own in layer) - _BETWEEN for layer in layers]
    y = 0.0
    for layer, width in zip(layers, widths, strict=True):
        x = (max(widths) - width) / 2
        for own in layer:
            boxes[own] = boxes[own]._replace(x=x, y=y)
            x += boxes[own].width + _BETWEEN
        y += max(boxes[own].height for own in layer) + _LAYERS
    return boxes


def _drawing(graph: GameGraph, boxes: Sequence[_Box]) -> Block:
    lines = [
        _line(boxes[edge.before], boxes[edge.after], ", ".join(edge.moves))
        for edge in graph.edges
        if edge.after != OVER
    ]
    width = max(box.x + box.width for box in boxes)
    height = max(box.y + box.height for box in boxes)
    words = "; ".join(f"{' / '.join(box.lines)}: {box.worth}" for box in boxes)
    return Block(width, height, "".join([*lines, *map(_drawn, boxes)]), f"{words}.")


def _line(upper: _Box, lower: _Box, moves: str) -> str:
    x, y = upper.x + upper.width / 2, upper.y + upper.height
    to_x, to_y = lower.x + lower.width / 2, lower.y
    bend = (to_y - y) / 2
    path = f"M{num(x)} {num(y)}C{num(x)} {num(y + bend)} {num(to_x)} {num(to_y - bend)} {num(to_x)} {num(to_y)}"
    dye = f'{paint("win")} stroke-width="2.5"' if lower.lost else f'{paint("faint")} stroke-width="1"'
    return f'<path {dye} fill="none" d="{path}"><title>{clean(moves)}</title></path>'


def _drawn(box: _Box) -> str:
    border = f'{paint("line")} stroke-width="{3 if box.lost else 1}" fill="none"'
    frame = f'x="{num(box.x)}" y="{num(box.y)}" width="{num(box.width)}" height="{num(box.height)}" rx="4"'
    text = "".join(
        f'<text x="{num(box.x + _PAD)}" y="{num(box.y + (number + 1) * 1.4 * _SIZE)}" font-size="{_SIZE}" '
        f'font-family="monospace" xml:space="preserve" {paint("ink")}>{clean(line)}</text>'
        for number, line in enumerate(box.lines)
    )
    worth = label(
        box.x + box.width / 2, box.y + box.height - _PAD, box.worth, size=_SIZE, anchor="middle", bold=box.lost
    )
    return f"<rect {frame} {paint('soft')}/><rect {frame} {border}/>{text}{worth}"


def _items() -> list[Item]:
    middle = LINE / 2
    winning = f'<path {paint("win")} stroke-width="2.5" d="M0 {num(middle)}h{LINE}"/>'
    border = f'<rect y="3" width="{LINE}" height="14" rx="3" {paint("line")} stroke-width="3" fill="none"/>'
    return [
        Item(LINE, winning, "moves that win"),
        Item(LINE, border, "a P-position"),
        Item(0, "", "beside the outcome: the nimber"),
    ]
