"""Game graphs as SVG: a box for each position, in layers from the top, and lines for the moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grundy.core.values import Outcome
from grundy.drawing.colours import paint
from grundy.drawing.game_graph import OVER
from grundy.drawing.svg import framed
from grundy.drawing.svg_parts import LEAST_WIDTH, LINE, Block, Item, clean, label, legend, num
from grundy.errors import PictureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.drawing.game_graph import GameGraph

__all__ = ["MOST", "picture"]

MOST = 120  # positions that a picture shows
_SIZE = 12  # the size of text in boxes, in pixels
_PAD = 8  # pixels between the text and the border of a box
_BETWEEN = 14  # pixels between boxes of a layer
_LAYERS = 46  # pixels from the lower edge of a layer to the upper edge of the next
_LETTER = 0.62  # the width of a letter of the monospaced font, relative to its height
_SWEEPS = 4  # passes that sort the layers


class _Box(NamedTuple):
    """A position in the picture: its lines of text, the line with its outcome and value, its size and its place."""

    lines: list[str]
    worth: str
    outcome: Outcome
    width: float
    height: float
    x: float = 0.0
    y: float = 0.0


def picture(graph: GameGraph) -> str:
    """Return the picture of a game graph as the text of an SVG file.

    Each box shows outcome and value. P-positions have a thick border, and moves to them, which win, are thick lines.
    All lines lead down, except for moves of loopy rulesets that lead back: these are dashed, and lead up or to the side
    of a box. D-positions, draws, have a dashed border. Raises `PictureError` beyond 120 positions, and `CycleError` if
    play can come back to a position under rules that are not loopy.

    >>> import grundy
    >>> picture(grundy.games.kayles(4).graph()).startswith("<svg xmlns=")
    True
    """
    if len(graph.positions) > MOST:
        raise PictureError("error.picture-game-graph", most=MOST, found=len(graph.positions))
    name = repr(graph.positions[0]).removeprefix("<Position ")[:-1]
    boxes = _placed([_box(graph, number) for number in range(len(graph.positions))], _layers(graph))
    counts = {outcome: sum(box.outcome is outcome for box in boxes) for outcome in Outcome}
    about = f"{len(boxes)} positions, {counts[Outcome.N]} N and {counts[Outcome.P]} P"
    about += f" and {counts[Outcome.D]} D" if counts[Outcome.D] else ""
    drawing = _drawing(graph, boxes)
    return framed(
        f"Game graph of {name}"[:80],
        about,
        [drawing, legend(_items(draws=counts[Outcome.D] > 0), max(LEAST_WIDTH, drawing.width))],
    )


def _box(graph: GameGraph, number: int) -> _Box:
    position = graph.positions[number]
    lines = str(position).split("\n")
    worth = f"{position.outcome} {position.value}"
    if any(edge.before == number and edge.after == OVER for edge in graph.edges):
        worth += ", can end the game"
    width = max(len(line) for line in [*lines, worth]) * _LETTER * _SIZE + 2 * _PAD
    return _Box(lines, worth, position.outcome, width, (len(lines) + 1) * 1.4 * _SIZE + _PAD)


def _layers(graph: GameGraph) -> list[list[int]]:
    """Return the positions in layers, by the longest play that leads to them; in each layer, so that few lines cross.

    Loopy positions are in layers by the shortest play.
    """
    before: list[list[int]] = [[] for _ in graph.positions]
    after: list[list[int]] = [[] for _ in graph.positions]
    for edge in graph.edges:
        if edge.after != OVER:
            before[edge.after].append(edge.before)
            after[edge.before].append(edge.after)
    graph.positions[0].outcome  # noqa: B018 - raises `CycleError` if rules that are not loopy have a cycle
    depth = _nearest(after) if graph.positions[0].is_loopy else _deepest(before, after)
    layers: list[list[int]] = [[] for _ in range(max(depth) + 1)]
    for number, own in enumerate(depth):
        layers[own].append(number)
    for sweep in range(_SWEEPS):
        _sweep(layers if sweep % 2 == 0 else layers[::-1], before if sweep % 2 == 0 else after)
    return layers


def _deepest(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> list[int]:
    """Return the length of the longest play to each position, in a graph without cycles."""
    depth = [0] * len(before)
    ready = [number for number, own in enumerate(before) if not own]
    missing = [len(own) for own in before]  # positions before each position whose depth is not final yet
    for number in ready:
        for option in after[number]:
            depth[option] = max(depth[option], depth[number] + 1)
            missing[option] -= 1
            if not missing[option]:
                ready.append(option)
    return depth


def _nearest(after: Sequence[Sequence[int]]) -> list[int]:
    """Return the length of the shortest play to each position."""
    depth = {0: 0}
    for number in (waiting := [0]):
        new = [option for option in dict.fromkeys(after[number]) if option not in depth]
        depth.update(dict.fromkeys(new, depth[number] + 1))
        waiting += new
    return [depth[number] for number in range(len(after))]


def _sweep(layers: Sequence[list[int]], linked: Sequence[list[int]]) -> None:
    """Sort each layer by the mean place of the positions in earlier layers that its positions are linked with."""
    place: dict[int, float] = {}
    for layer in layers:
        for number, own in enumerate(layer):
            near = [place[other] for other in linked[own] if other in place]
            place[own] = sum(near) / len(near) if near else number / len(layer)
        layer.sort(key=place.__getitem__)
        place.update({own: (number + 0.5) / len(layer) for number, own in enumerate(layer)})


def _placed(boxes: list[_Box], layers: Sequence[Sequence[int]]) -> list[_Box]:
    """Return the boxes in their places, with each layer centred."""
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
    back = lower.y <= upper.y
    path = _way_back(upper, lower) if back else _way_down(upper, lower)
    dye = f'{paint("win")} stroke-width="2.5"' if lower.outcome is Outcome.P else f'{paint("faint")} stroke-width="1"'
    dashes = ' stroke-dasharray="5 3"' if back else ""
    return f'<path {dye}{dashes} fill="none" d="{path}"><title>{clean(moves)}</title></path>'


def _way_down(upper: _Box, lower: _Box) -> str:
    x, y = upper.x + upper.width / 2, upper.y + upper.height
    to_x, to_y = lower.x + lower.width / 2, lower.y
    bend = (to_y - y) / 2
    return f"M{num(x)} {num(y)}C{num(x)} {num(y + bend)} {num(to_x)} {num(to_y - bend)} {num(to_x)} {num(to_y)}"


def _way_back(box: _Box, other: _Box) -> str:
    """Return a path from the right side of a box to the right side of another box, or to its own lower edge."""
    x, y = box.x + box.width, box.y + box.height / 2
    to_x, to_y = other.x + other.width, other.y + other.height / 2
    if box is other:
        to_x, to_y = box.x + box.width * 0.75, box.y + box.height
    far = max(x, to_x) + _BETWEEN
    low = to_y + (_PAD if box is other else 0)
    return f"M{num(x)} {num(y)}C{num(far)} {num(y)} {num(far)} {num(low)} {num(to_x)} {num(to_y)}"


def _drawn(box: _Box) -> str:
    lost = box.outcome is Outcome.P
    dashes = ' stroke-dasharray="5 3"' if box.outcome is Outcome.D else ""
    border = f'{paint("line")} stroke-width="{3 if lost else 1}"{dashes} fill="none"'
    frame = f'x="{num(box.x)}" y="{num(box.y)}" width="{num(box.width)}" height="{num(box.height)}" rx="4"'
    text = "".join(
        f'<text x="{num(box.x + _PAD)}" y="{num(box.y + (number + 1) * 1.4 * _SIZE)}" font-size="{_SIZE}" '
        f'font-family="monospace" xml:space="preserve" {paint("ink")}>{clean(line)}</text>'
        for number, line in enumerate(box.lines)
    )
    worth = label(box.x + box.width / 2, box.y + box.height - _PAD, box.worth, size=_SIZE, anchor="middle", bold=lost)
    return f"<rect {frame} {paint('soft')}/><rect {frame} {border}/>{text}{worth}"


def _items_of_draws() -> list[Item]:
    thin = 'stroke-width="1" stroke-dasharray="5 3" fill="none"'
    return [
        Item(LINE, f'<rect y="3" width="{LINE}" height="14" rx="3" {paint("line")} {thin}/>', "a D-position, a draw"),
        Item(LINE, f'<path {paint("faint")} {thin} d="M0 {num(LINE / 2)}h{LINE}"/>', "moves that lead back up"),
    ]


def _items(*, draws: bool) -> list[Item]:
    middle = LINE / 2
    winning = f'<path {paint("win")} stroke-width="2.5" d="M0 {num(middle)}h{LINE}"/>'
    border = f'<rect y="3" width="{LINE}" height="14" rx="3" {paint("line")} stroke-width="3" fill="none"/>'
    return [
        Item(LINE, winning, "moves that win"),
        Item(LINE, border, "a P-position"),
        *(_items_of_draws() if draws else ()),
        Item(0, "", "beside the outcome: the nimber"),
    ]
