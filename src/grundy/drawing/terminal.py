"""Scenes as text for a terminal, with or without colours; colour is never the only difference between two signs."""

from __future__ import annotations

import math
from functools import singledispatch
from itertools import chain

from grundy.core.scenes import Cell, CircleScene, GraphScene, GridScene, HeapsScene, Scene, Spread, TextScene
from grundy.runtime.messages import Message, render

# ANSI attributes, and one colour, that are readable on light and on dark terminals
_STYLES = {"wins": "1;32", "piece": "7", "blocked": "2", "removed": "2", "P": "1", "dim": "2"}
_TOKENS = 30  # the largest heap that is drawn token by token
_RING = 36  # the most points of a circle that is drawn, and the least width of lines of text
_MOST_MOVES = 8  # moves of a list


def draw(scene: Scene, *, width: int = 80, colour: bool = False, language: str = "en") -> str:
    """Return the drawing of `scene`, lines joined by newlines.

    A grid that is wider than `width` characters is drawn with one character for each cell. `colour` adds ANSI colours.
    Notes are in `language`: ``en``, ``ko`` or ``ja``.

    >>> print(draw(GridScene(((Cell(".", wins=True), Cell("X", "blocked")),))))
        1  2
     1 [.] X
    <BLANKLINE>
    [ ] a winning move
    """
    return _draw(scene, width, _Pen(language, colour=colour))


class _Pen:
    """Returns text in a style if colours are wanted, and notes in a language."""

    def __init__(self, language: str, *, colour: bool) -> None:
        self.colour = colour
        self.language = language

    def __call__(self, text: str, style: str | None) -> str:
        if not self.colour or style is None:
            return text
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"

    def say(self, kind: str, **params: object) -> str:
        """Return a note."""
        return render(Message(f"drawing.{kind}", params), self.language)

    def some(self, items: tuple[str, ...], most: int = _MOST_MOVES) -> str:
        """Return texts joined by commas; if there are more than `most`, the first ones and the number of all."""
        if len(items) <= most:
            return ", ".join(items)
        return self.say("first-of", items=", ".join(items[:most]), count=len(items))


@singledispatch
def _draw(scene: Scene, width: int, pen: _Pen) -> str:
    del width, pen
    raise TypeError(scene)


@_draw.register
def _(scene: GridScene, width: int, pen: _Pen) -> str:
    columns = len(scene.rows[0])
    numbers = range(scene.first, scene.first + columns)
    margin = max(2, len(str(scene.first + len(scene.rows) - 1)))
    symbols = max(len(cell.symbol) for row in scene.rows for cell in row)
    cell_width = 2 + max(symbols, len(str(numbers[-1])))
    roomy = margin + 1 + cell_width * columns <= width
    if roomy:
        head = "".join(str(number).center(cell_width) for number in numbers)
    else:
        head = "".join(str(number // 10 % 10) if number % 10 == 0 else " " for number in numbers)
        cell_width = 1
    lines = [" " * (margin + 1) + head]
    for number, row in ((scene.row_number(place), row) for place, row in enumerate(scene.rows)):
        cells = "".join(_cell(cell, cell_width, pen) for cell in row)
        lines.append(f"{number:>{margin}} {cells}")
    legend = _legend(list(chain.from_iterable(scene.rows)), width, pen, roomy=roomy)
    notes = [*([legend] if legend else []), *_spread(scene.moves, width, pen)]
    return "\n".join([*(line.rstrip() for line in lines), *(["", *notes] if notes else [])])


def _cell(cell: Cell, width: int, pen: _Pen) -> str:
    style = "wins" if cell.wins else cell.role if cell.role != "cell" else "P" if cell.outcome == "P" else None
    if width == 1:
        symbol = cell.symbol if len(cell.symbol) == 1 else "+"  # such as a nimber above 9 in a table
        return pen("*" if cell.wins else "@" if cell.role == "piece" else symbol, style)
    left, right = ("[", "]") if cell.wins else ("(", ")") if cell.role == "piece" else (" ", " ")
    text = f"{left}{cell.symbol}{right}"
    return pen(text, style) + " " * (width - len(text))


def _legend(cells: list[Cell], width: int, pen: _Pen, *, roomy: bool) -> str:
    words = []
    if any(cell.wins for cell in cells):
        words.append(pen.say("winning", sign="[ ]" if roomy else "*"))
    if any(cell.role == "piece" for cell in cells):
        words.append(pen.say("piece", sign="( )" if roomy else "@"))
    if any(cell.outcome for cell in cells):
        words.append(pen.say("outcomes"))
    line = "   ".join(words)
    return line if len(line) <= width else "\n".join(words)


@_draw.register
def _(scene: HeapsScene, width: int, pen: _Pen) -> str:
    del width
    sizes = [f"{heap.size:,}" if heap.size > _TOKENS else str(heap.size) for heap in scene.heaps]
    margin = max(map(len, sizes), default=1)
    tokens = ["o" * heap.size if heap.size <= _TOKENS else "o" * 8 + " ... " + "o" * 8 for heap in scene.heaps]
    middle = max(map(len, tokens), default=0)
    lines = []
    for heap, size, row in zip(scene.heaps, sizes, tokens, strict=True):
        line = f"{size:>{margin}}  {row:<{middle}}"
        if heap.nimber is not None:
            line += f"  {pen.say('nimber', nimber=str(heap.nimber))}"
        if heap.winning_moves:
            line += f"   [{pen(pen.some(heap.winning_moves), 'wins')}]"
        lines.append(line.rstrip())
    if any(heap.winning_moves for heap in scene.heaps):
        lines += ["", pen.say("winning-moves")]
    return "\n".join(lines) or pen.say("no-heap")


@_draw.register
def _(scene: CircleScene, width: int, pen: _Pen) -> str:
    import textwrap

    lines = _ring(scene, pen) if scene.chords and scene.points <= _RING and width > _RING else []
    for region in scene.regions:
        points = pen.say("points", count=len(region), points=pen.some(tuple(map(str, region)), 24))
        lines.append(textwrap.fill(points, max(width, _RING)))
    return "\n".join(lines) or pen.say("no-point")


def _ring(scene: CircleScene, pen: _Pen) -> list[str]:
    rows = 13 if scene.points <= _RING // 2 else 21
    half = rows / 2 - 0.5
    canvas = [[" "] * (rows * 2 + 4) for _ in range(rows)]

    def spot(point: int) -> tuple[float, float]:
        angle = 2 * math.pi * (point - 1) / scene.points
        return half - half * math.cos(angle), rows + half * 2 * math.sin(angle)

    for first, second in scene.chords:
        (top, left), (bottom, right) = spot(first), spot(second)
        steps = rows * 2
        for step in range(steps + 1):
            row, column = top + (bottom - top) * step / steps, left + (right - left) * step / steps
            canvas[round(row)][round(column)] = "."
    taken = {point for chord in scene.chords for point in chord}
    for point in range(1, scene.points + 1):
        row, column = spot(point)
        for offset, digit in enumerate(str(point)):
            canvas[round(row)][round(column) + offset] = pen(digit, "dim") if point in taken else digit
    return [*("".join(line).rstrip() for line in canvas), ""]


@_draw.register
def _(scene: GraphScene, width: int, pen: _Pen) -> str:
    beside: list[list[str]] = [[] for _ in scene.vertices]
    for first, second in sorted((min(edge), max(edge)) for edge in scene.edges):
        for end, other in ((first, second), (second, first)):
            if scene.vertices[other].role != "removed":
                beside[end].append(scene.vertices[other].label)
    shown = [(vertex, near) for vertex, near in zip(scene.vertices, beside, strict=True) if vertex.role != "removed"]
    margin = max((len(vertex.label) for vertex, _ in shown), default=0) + 2
    lines = []
    for vertex, near in shown:
        sign = pen(f"[{vertex.label}]", "wins") if vertex.wins else f" {vertex.label} "
        blanks = " " * (margin - len(vertex.label) - 2)
        beside_it = pen.say("touches", near=", ".join(near) or pen.say("none"))
        lines.append(f"{sign}{blanks} {beside_it}"[: max(width, margin + 20) + len(sign)])
    notes = [pen.say("winning", sign="[ ]")] if any(vertex.wins for vertex, _ in shown) else []
    notes += _spread(scene.moves, width, pen)
    return "\n".join([*(lines or [pen.say("no-vertex")]), *(["", *notes] if notes else [])])


def _spread(moves: tuple[Spread, ...], width: int, pen: _Pen) -> list[str]:
    """Return the lines that list the winning moves among moves that belong to several places."""
    wins = tuple(move.move for move in moves if move.wins)
    if not wins:
        return []
    import textwrap

    return textwrap.wrap(pen.say("winning-list", moves=pen.some(wins)), max(width, _RING))


@_draw.register
def _(scene: TextScene, width: int, pen: _Pen) -> str:
    del width
    return render(scene.text, pen.language) if isinstance(scene.text, Message) else scene.text
