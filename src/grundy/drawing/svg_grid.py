"""Boards and tables as SVG: a heat map of nimbers, with marks that differ in shape as well as in colour.

All cells that look the same are one path, and all numbers of one colour and size are one group, so that the file of a
board with thousands of cells stays small.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING

from grundy.core.scenes import MOST_LINES, fits_a_picture
from grundy.drawing.colours import WHITE, digit_paint, ink_on, of_nimber, of_value, paint, value_paint
from grundy.drawing.svg_parts import (
    BULLSEYE,
    LEAST_WIDTH,
    LINE,
    SIZE,
    Block,
    Item,
    badge,
    clean,
    disc,
    dots,
    frame,
    label,
    legend,
    num,
    numbered,
    placed,
    ring,
    scale,
    some,
    stacked,
    width_of,
)
from grundy.drawing.svg_tokens import around, plain, use
from grundy.errors import PictureError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.core.scenes import Cell, GridScene, Place, Spread, Wall


# sizes in pixels
_LARGE, _MEDIUM = 44, 22  # the side of a cell on small boards, and the least side for numbers in cells
_BOARD = 880  # the side of a board whose cells are between these two
_LARGEST = 1320  # the side of a board whose cells are smaller
_ROUND = 3  # the radius of a cell's corners
_LEAST_TEXT = 7  # the least size of a number in a cell
# relative sizes
_DIGIT = 0.62  # the width of a digit, relative to its height
_BADGE = 0.42  # the side of a number on a token, relative to a cell
_SMALL_MARGIN = 2  # pixels for the edge of a small board
_WALL = 14 / 60  # the width of a wall, relative to a cell
# limits
_MOST_BETWEEN = 160  # moves that are marked between cells
_WORDY = 400  # cells of a board whose description lists each cell


def top_value(scene: GridScene) -> int:
    """Return the largest value of a scene; 0 if it has no values."""
    return max([*(cell.value or 0 for row in scene.rows for cell in row), *(move.value or 0 for move in scene.moves)])


def grid(scene: GridScene, top: int, *, numbers: float = SIZE - 1, with_legend: bool = True) -> Block:
    """Return the drawing of a board, with colours for values from 0 to `top`, and `numbers` of this size at its edge.

    Raises `PictureError` for a board that is too large.
    """
    height, width = len(scene.rows), len(scene.rows[0])
    if not fits_a_picture(height, width):
        raise PictureError("error.picture-board", most=MOST_LINES, rows=height, columns=width)
    drawing = _Grid(scene, top, numbers)
    return drawing.block() if with_legend else drawing.board()


def small(scene: GridScene) -> Block:
    """Return the drawing of a board without row and column numbers."""
    return _Grid(scene, 0).bare(_SMALL_MARGIN, _SMALL_MARGIN)


class _Grid:
    """Draws a scene: holds it, with the sizes that follow from it. A *place* is the row and the column of a cell."""

    def __init__(self, scene: GridScene, top: int, numbers: float = SIZE - 1) -> None:
        self.scene = scene
        self.number = numbers
        self.top = top
        self.height, self.width = len(scene.rows), len(scene.rows[0])
        most = max(self.height, self.width)
        size = min(_LARGE, max(_MEDIUM, _BOARD // most))
        self.size = size if size * most <= _LARGEST else max(2, _LARGEST // most)
        self.roomy = self.size >= _MEDIUM
        self.thick = 2.5 if self.roomy else 1.5
        self.diagonal = scene.touch == "corners"
        self.shift = 0.06 * self.size if self.diagonal and scene.shows else 0  # moves numbers away from the letter
        self.tokens = dict(scene.tokens)
        self.table = not self.tokens and all(cell.move is None for line in scene.rows for cell in line)
        self.cells = [((row, column), cell) for row, line in enumerate(scene.rows) for column, cell in enumerate(line)]

    def block(self) -> Block:
        """Return the board, with the legend below it."""
        margin, board = self.margin(), self.board()
        below = legend(self.items(), max(LEAST_WIDTH, board.width) - margin)
        moved = Block(below.width + margin, below.height, placed(below, margin, 0))
        return stacked([board, moved] if below.height else [board], 14)

    def margin(self) -> float:
        """Return the width of the column with the numbers of the rows."""
        last = self.scene.first + max(self.height, self.width) - 1
        return max(24, width_of(str(last), self.number + 1) + 10)

    def board(self) -> Block:
        """Return the board with its row and column numbers."""
        margin = self.margin()
        board = self.bare(margin, LINE)
        return board._replace(body=board.body + self.line_numbers(margin))

    def bare(self, left: float, above: float) -> Block:
        """Return the board, with some space left of it and above it."""
        layers = [
            f'<g transform="translate({num(left)} {num(above)})">',
            *self.ground(),
            self.frame(),
            self.lines(),
            self.links() if self.diagonal else self.outlines(),
            *self.pieces(),
            self.walls(),
            self.corner(),
            *self.numbers(),
            *self.letters(),
            *self.between(),
            *self.marks(),
            "</g>",
        ]
        return Block(left + self.width * self.size, above + self.height * self.size, "".join(layers), self.words())

    def ground(self) -> Iterator[str]:
        """Yield the squares of the cells, those that look the same together."""
        looks: dict[str, list[Place]] = defaultdict(list)
        for place, cell in self.cells:
            looks[self.look(cell)].append(place)
        for look, places in sorted(looks.items()):
            if look == "nothing":
                continue
            if look == "gone":
                yield self.filled(places, 'fill="url(#g-dots)"')
                continue
            if look == "hatched":
                yield self.filled(places, paint("soft"))
                yield self.filled(places, 'fill="url(#g-hatch)"')
                continue
            if look == "wall":
                yield self.filled(places, paint("wall"))
                continue
            dye = value_paint(look) if look[0] == "#" else paint(look)
            yield self.tiles(places, dye) if self.roomy else self.filled(places, dye)

    def look(self, cell: Cell) -> str:
        """Return the colour, the paint or the name of the look of a cell's square."""
        token = self.token(cell)
        if cell.role == "removed" and token != "wall":
            return "nothing" if token else "gone"
        if cell.role == "removed":
            return "blank" if self.scene.walls and self.roomy else "wall"
        if cell.role == "blocked" and (not token or not self.roomy):
            return "hatched"
        if cell.value is not None and not self.on_token(cell):
            return self.colour(cell.value)
        if cell.role == "blocked" or self.scene.floor != "squares":
            return "nothing"
        return "dim" if cell.outcome == "P" else "blank"

    def colour(self, value: int) -> str:
        """Return the colour of a value: in tables on the scale from 0 to the largest value, else on that of boards."""
        return of_value(value, self.top) if self.table else of_nimber(value)

    def token(self, cell: Cell) -> str:
        """Return the name of the token on a cell; it is empty if the cell shows its symbol."""
        return self.tokens.get(cell.role) or ("" if cell.role == "removed" else self.tokens.get(cell.symbol, ""))

    def tiles(self, places: list[Place], dye: str) -> str:
        """Return squares for cells, with gaps between them."""
        # A stroke in the same colour, with round joins, gives a tile its round corners.
        rounded = "g-value" in dye
        stroke = f'stroke={dye.partition("fill=")[2]} stroke-width="{2 * _ROUND}" stroke-linejoin="round" '
        inset = (3 if self.diagonal else 1.5) + (_ROUND if rounded else 0)
        side = num(self.size - 2 * inset)
        path = "".join(
            f"M{num(column * self.size + inset)} {num(row * self.size + inset)}h{side}v{side}h-{side}z"
            for row, column in places
        )
        return f'<path {dye} {stroke if rounded else ""}d="{path}"/>'

    def filled(self, places: list[Place], dye: str) -> str:
        """Return rectangles for cells without gaps; neighbours in a row are one rectangle."""
        size = self.size
        path = "".join(
            f"M{column * size} {row * size}h{length * size}v{size}h-{length * size}z"
            for row, column, length in _runs(places)
        )
        return f'<path {dye} shape-rendering="crispEdges" d="{path}"/>'

    def frame(self) -> str:
        """Return the edge of the board; it is thick if there are no outlines of components."""
        across, down = self.width * self.size, self.height * self.size
        strong = all(cell.component is None for _, cell in self.cells)
        dye, thick = (paint("line"), self.thick) if strong else (paint("faint"), 1)
        if self.scene.floor != "squares":
            dye, thick = 'stroke="none"', 0
        return f'<rect width="{across}" height="{down}" fill="none" {dye} stroke-width="{thick}"/>'

    def lines(self) -> str:
        """Return the lines, or the steps, on which the tokens of the rows stand."""
        if self.scene.floor == "steps":
            return self.stairs()
        if self.scene.floor != "line":
            return ""
        path = "".join(f"M0 {num((row + 0.92) * self.size)}h{self.width * self.size}" for row in range(self.height))
        return f'<path {paint("line")} stroke-width="2" d="{path}"/>'

    def stairs(self) -> str:
        """Return the steps on which the tokens of the rows stand; each lower step is half a cell longer."""
        path = ""
        for up in range(self.height):
            x, y = (self.width - 0.5 * up) * self.size, (self.height - up - 0.08) * self.size
            path += f"M0 {num(y)}H{num(x)}V{num(min(y + self.size, self.height * self.size))}"
        return f'<path {paint("line")} fill="none" stroke-width="2" d="{path}"/>'

    def pieces(self) -> Iterator[str]:
        """Yield the tokens on cells without a number, and dominoes, which cover two cells."""
        if not self.roomy:
            return
        under = {place for pair in self.scene.dominoes for place in pair}
        for place, cell in self.cells:
            name = self.token(cell)
            bare = cell.value is None or cell.role != "cell" or self.on_token(cell)
            if name and cell.role != "piece" and place not in under and bare:
                yield use(name, place[1] * self.size, place[0] * self.size, self.size)
        for (row, column), (down, right) in self.scene.dominoes:
            x, y = (column + right + 1) / 2 * self.size, (row + down + 1) / 2 * self.size
            drawn = use("domino", x - self.size, y - self.size / 2, self.size)
            turned = f'<g transform="rotate(90 {num(x)} {num(y)})">{drawn}</g>'
            yield drawn if row == down else turned

    def walls(self) -> str:
        """Return the walls, as strokes from the cells where they were built, and other removed cells as squares."""
        if not self.scene.walls or not self.roomy:
            return ""
        size, path = self.size, ""
        for row, column, top, bottom, left, right in self.scene.walls:
            path += f"M{num(left * size)} {num((row + 0.5) * size)}h{num((right + 1 - left) * size)}"
            path += f"M{num((column + 0.5) * size)} {num(top * size)}v{num((bottom + 1 - top) * size)}"
        taken = {place for wall in self.scene.walls for place in cells_of(wall)}
        rest = [place for place, cell in self.cells if cell.role == "removed" and place not in taken]
        squares = self.filled(rest, paint("wall")) if rest else ""
        return f'<path {paint("wall-line")} stroke-width="{num(_WALL * size)}" d="{path}"/>{squares}'

    def corner(self) -> str:
        """Return the mark of the corner that a piece goes to."""
        if self.scene.goal is None or not self.roomy:
            return ""
        row, column = self.scene.goal
        cell = self.cell(self.scene.goal)
        name = "goal" if self.scene.goal == (0, 0) else "goal-end"
        size, thick = self.size, max(3, self.size / 14)
        way = 1 if name == "goal" else -1
        x, y = (column + (way < 0)) * size, (row + (way < 0)) * size
        path = f"M{num(x)} {num(y + way * size)}V{num(y)}H{num(x + way * size)}"
        edge = f'<path {paint("line")} fill="none" stroke-width="{num(thick)}" stroke-linecap="square" d="{path}"/>'
        return (
            edge
            if cell.value is not None or cell.role == "piece"
            else edge + use(name, column * size, row * size, size)
        )

    def outlines(self) -> str:
        """Return the borders of the components."""
        components = {place: cell.component for place, cell in self.cells if cell.component is not None}

        def differs(first: Place, second: Place) -> bool:
            return components.get(first, -1) != components.get(second, -1)

        level = [
            (row, column)
            for row in range(self.height + 1)
            for column in range(self.width)
            if differs((row, column), (row - 1, column))
        ]
        upright = [
            (column, row)
            for column in range(self.width + 1)
            for row in range(self.height)
            if differs((row, column), (row, column - 1))
        ]
        size = self.size
        path = "".join(f"M{column * size} {row * size}h{length * size}" for row, column, length in _runs(level))
        path += "".join(f"M{column * size} {row * size}v{length * size}" for column, row, length in _runs(upright))
        return f'<path {paint("line")} fill="none" stroke-width="{self.thick}" stroke-linecap="square" d="{path}"/>'

    def links(self) -> str:
        """Return lines between the cells of a component that touch at corners."""
        components = {place: cell.component for place, cell in self.cells if cell.component is not None}
        size = self.size
        reach = max(4, size / 5)
        path = ""
        for (row, column), component in components.items():
            for side in (1, -1):
                if components.get((row + 1, column + side)) == component:
                    x = (column + (side > 0)) * size - side * reach / 2
                    path += f"M{num(x)} {num((row + 1) * size - reach / 2)}l{num(side * reach)} {num(reach)}"
        thick = num(max(2.5, size / 14))
        return f'<path {paint("line")} fill="none" stroke-width="{thick}" stroke-linecap="round" d="{path}"/>'

    def numbers(self) -> Iterator[str]:
        """Yield the values, or the symbols of cells without a value, if they fit."""
        if not self.roomy:
            return
        groups: dict[tuple[str, float], list[str]] = defaultdict(list)
        for place, cell in self.cells:
            text = _word(cell)
            font = min((0.42 if self.diagonal else 0.46) * self.size, (self.size - 6) / (_DIGIT * len(text)))
            if (cell.value is None and self.token(cell)) or self.on_token(cell):
                continue
            if cell.role == "cell" and text != "." and font >= _LEAST_TEXT:
                x, y = self.middle(place)
                shown = f'<text x="{num(x)}" y="{num(y + 0.36 * font)}">{clean(text)}</text>'
                groups[self.ink(cell), font].append(shown)
        for (dye, font), texts in sorted(groups.items()):
            yield f'<g {dye} font-size="{num(font)}" text-anchor="middle">{"".join(texts)}</g>'

    def ink(self, cell: Cell) -> str:
        """Return the attributes of text on a cell."""
        if cell.value is not None:
            return digit_paint(ink_on(self.colour(cell.value)))
        return paint("card" if cell.outcome == "P" else "ink")

    def letters(self) -> Iterator[str]:
        """Yield the kind of each cell, in its corner, on boards whose cells differ in what they cut."""
        if 0.3 * self.size < _LEAST_TEXT or not self.diagonal:
            return
        for (row, column), cell in self.cells:
            if cell.value is not None:
                x, y = (column + 0.08) * self.size, (row + 0.08) * self.size
                colour = ink_on(self.colour(cell.value))
                name = self.token(cell)
                if name:
                    yield plain(name, x, y, 0.34 * self.size, colour)
                else:
                    yield label(x + 2, y + 0.2 * self.size, cell.symbol, size=0.22 * self.size)

    def between(self) -> Iterator[str]:
        """Yield the nimbers after moves on a token, and after moves on several cells, between the first two cells."""
        if not self.roomy or self.table:
            return
        for place, cell in self.cells:
            if cell.value is not None and self.on_token(cell):
                left, top = place[1] * self.size, place[0] * self.size
                side = _BADGE * self.size
                if self.scene.floor == "line":  # beside the token, away from the numbers of moves on two cells
                    yield badge(left + self.size * self.beside(place), top + self.size / 2, side, cell.value, cell.wins)
                else:
                    yield badge(left + self.size - side / 2, top + self.size - side / 2, side, cell.value, cell.wins)
        far = 0.28 if self.scene.floor == "line" else 0.5  # on a line, a token may have such a number on each side
        for move in self.marked():
            (row, column), (down, right) = move.places[:2]  # type: ignore[misc] # cells of a board
            x, y = column + (right - column) * far + 0.5, row + (down - row) * far + 0.5
            yield badge(x * self.size, y * self.size, _BADGE * self.size, move.value or 0, move.wins)

    def beside(self, place: Place) -> float:
        """Return the distance of the number of a token on a line from the left edge of its cell, in cells."""
        row, column = place
        followed = column + 1 < self.width and self.cell((row, column + 1)).symbol == self.cell(place).symbol
        return 0.22 if followed else 0.78

    def marked(self) -> list[Spread]:
        """Return the moves whose nimbers are shown between two cells; none if there are too many."""
        found = [move for move in self.scene.moves if move.value is not None and len(move.places) > 1]
        if self.scene.floor == "nothing" or len(found) > _MOST_BETWEEN:
            return []
        return [move for move in found if math.dist(*move.places[:2]) == 1]  # the first two cells are neighbours

    def on_token(self, cell: Cell) -> bool:
        """Return whether the nimber of a cell is shown on its token, instead of on its square."""
        return self.scene.floor != "squares" and cell.role == "cell"

    def marks(self) -> Iterator[str]:
        """Yield the marks of P-positions, winning moves, other moves, and the piece."""
        wins = [place for place, cell in self.cells if cell.wins]
        if self.roomy:
            yield from (self.square(place) for place in self.lost())
            yield from (self.win(place) for place in wins)
            yield from (self.spot(place) for place in self.plain_moves())
        else:
            yield dots([self.middle(place) for place in self.lost()], [(WHITE, 0.5 * self.size)])
            yield dots([self.middle(place) for place in wins], BULLSEYE)
        for place, cell in self.cells:
            if cell.role == "piece":
                yield self.piece(place)

    def win(self, place: Place) -> str:
        """Return the ring of a winning move: around its number in the same colour, or around the token."""
        cell = self.cell(place)
        if cell.value is not None and self.on_token(cell):
            return ""
        if cell.value is not None:
            radius = (0.32 if self.diagonal else 0.38) * self.size  # around the number
            return ring(*self.middle(place), radius, self.ink(cell))
        bare = not self.token(cell) or self.token(cell) == "free"
        radius = (0.38 if bare else 0.46) * self.size
        x, y = self.middle(place)
        return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="none" {paint("win")} stroke-width="2.5"/>'

    def cell(self, place: Place) -> Cell:
        """Return the cell at a place."""
        return self.scene.rows[place[0]][place[1]]

    def lost(self) -> list[Place]:
        """Return the cells with nimber 0 that are no winning moves: P-positions of a map or a table."""
        return [place for place, cell in self.cells if cell.value == 0 and not cell.wins and cell.role == "cell"]

    def plain_moves(self) -> list[Place]:
        """Return the cells of moves that do not win, on boards on which not every open cell is a move."""
        if any(cell.component is not None for _, cell in self.cells) or (self.tokens and not self.scene.goal):
            return []
        return [place for place, cell in self.cells if cell.move and not cell.wins]

    def square(self, place: Place) -> str:
        """Return a frame inside a cell, the mark of a P-position."""
        inset = max(3.5, 0.13 * self.size)
        x, y = place[1] * self.size + inset, place[0] * self.size + inset
        return frame(x, y, self.size - 2 * inset, ink_on(self.colour(0)))

    def spot(self, place: Place) -> str:
        """Return the dot of a move."""
        x, y = self.middle(place)
        away = 0.36 * self.size
        if self.cell(place).value is None and not self.token(self.cell(place)):
            if place == self.scene.goal:  # in the ring of its mark
                aside = self.size * (-5 if place == (0, 0) else 5) / 48
                x, y = x + aside, y + aside
            return around("step", x, y, self.size)
        return f'<circle cx="{num(x + away)}" cy="{num(y - away)}" r="2" {self.ink(self.cell(place))}/>'

    def piece(self, place: Place) -> str:
        """Return the piece, with the value of its cell in a corner if it fits."""
        x, y = self.middle(place)
        if not self.roomy:
            return disc(x, y, 0.4 * max(14, self.size))
        cell = self.cell(place)
        plate = f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(0.44 * self.size)}" {paint("card")}/>'
        token = around(self.token(cell) or "counter", x, y - 0.02 * self.size, 0.74 * self.size)
        text = _word(cell)
        font = 0.25 * self.size
        if cell.value is None or font < _LEAST_TEXT or len(text) > 3:
            return plate + token
        wide = max(font * 1.2, font * (0.3 + _DIGIT * len(text)))
        right, bottom = (place[1] + 1) * self.size - 1.5, (place[0] + 1) * self.size - 1.5
        colour = self.colour(cell.value)
        place_of_it = f'x="{num(right - wide)}" y="{num(bottom - 1.2 * font)}"'
        box = f'<rect {place_of_it} width="{num(wide)}" height="{num(1.2 * font)}" rx="2" {value_paint(colour)}/>'
        at = f'x="{num(right - wide / 2)}" y="{num(bottom - 0.24 * font)}" font-size="{num(font)}"'
        number = f'<text {at} text-anchor="middle" {digit_paint(ink_on(colour))}>{text}</text>'
        return f'{plate}{token}<g text-anchor="middle">{box}{number}</g>'

    def middle(self, place: Place) -> tuple[float, float]:
        """Return the point in a cell where its number is centred."""
        return (place[1] + 0.5) * self.size + self.shift, (place[0] + 0.5) * self.size + self.shift

    def line_numbers(self, margin: float) -> str:
        """Return the row and column numbers, as many as fit."""
        first = self.scene.first
        text = []
        for number in numbered(
            first, self.width, self.size, width_of(str(first + self.width - 1), self.number + 1) + 6
        ):
            x = margin + (number - first + 0.5) * self.size
            text.append(f'<text x="{num(x)}" y="{SIZE}" text-anchor="middle">{number}</text>')
        for number in numbered(first, self.height, self.size, self.number + 4):
            y = LINE + (number - first + 0.5) * self.size + 0.36 * (self.number + 1)
            named = self.scene.row_number(number - first)
            text.append(f'<text x="{num(margin - 7)}" y="{num(y)}" text-anchor="end">{named}</text>')
        return f'<g {paint("dim")} font-size="{num(self.number)}">{"".join(text)}</g>'

    def items(self) -> list[Item]:
        """Return the items of the legend: the scale, and each sign on the board."""
        found = []
        if self.scene.shows and (self.marked() or any(cell.value is not None for _, cell in self.cells)):
            found.append(scale(self.top, str(self.scene.shows), self.colour))
        middle = LINE / 2
        wins = any(cell.wins for _, cell in self.cells)
        if wins:
            sign = ring(middle, middle, 8, paint("ink")) if self.roomy else dots([(middle, middle)], BULLSEYE)
            found.append(Item(LINE, sign, "a winning move"))
        if self.roomy and self.plain_moves():
            found.append(
                Item(
                    10,
                    f'<circle cx="5" cy="{num(middle)}" r="2.5" {paint("ink")}/>',
                    f"{'another' if wins else 'a'} move",
                )
            )
        signs = {cell.role: self.token(cell) for _, cell in self.cells if cell.role != "cell"}
        if "piece" in signs:
            sign = use(signs["piece"], 0, 0, LINE) if signs["piece"] else disc(middle, middle, 8)
            found.append(Item(LINE, sign, "the piece"))
        if self.lost():
            colour = self.colour(0)
            sign = f'<rect y="1" width="18" height="18" {value_paint(colour)}/>'
            sign += frame(4, 5, 10, ink_on(colour)) if self.roomy else dots([(9, middle)], [(WHITE, 8)])
            found.append(Item(18, sign, "0, a P-position"))
        found += [
            self.sign(role, signs[role])
            for role in ("blocked", "removed")
            if signs.get(role, "") != "nothing" and role in signs
        ]
        if not self.scene.shows and any(cell.outcome for _, cell in self.cells):
            found.append(Item(0, "", "N: who moves the piece from there wins, P: loses"))
        return found

    def sign(self, role: str, name: str) -> Item:
        """Return the item of the legend for cells that are blocked or removed."""
        square = '<rect y="1" width="18" height="18"'
        if name == "wall":
            return Item(18, f"{square} {paint('wall')}/>", "a wall")
        has_piece = any(cell.role == "piece" for _, cell in self.cells)
        meaning = {"blocked": "blocked" if has_piece else "no move there", "removed": "gone"}[role]
        meaning = {"poison": "poison", "x": "a mark", "near": "too near to a mark"}.get(name, meaning)
        if name and self.roomy:
            return Item(LINE, use(name, 0, 0, LINE), meaning)
        if role == "blocked":
            return Item(18, f'{square} {paint("soft")}/>{square} fill="url(#g-hatch)"/>', meaning)
        return Item(18, f'{square} fill="url(#g-dots)"/>', meaning)

    def words(self) -> str:
        """Return the description of the board in words."""
        first = self.scene.first
        text = f"{self.height} rows and {self.width} columns, counted from {first}."
        if self.scene.shows:
            text += f" Numbers: {self.scene.shows}."
        wins = [cell.move for _, cell in self.cells if cell.wins and cell.move]
        if wins:
            text += f" Winning moves: {some(wins)}."
        if self.height * self.width > _WORDY:
            return text
        rows = (
            f"Row {self.scene.row_number(row)}: {' '.join(map(_word, cells))}."
            for row, cells in enumerate(self.scene.rows)
        )
        return "\n".join([text, *rows])


def cells_of(wall: Wall) -> Iterator[Place]:
    """Yield the cells of a wall."""
    row, column, top, bottom, left, right = wall
    yield from ((row, other) for other in range(left, right + 1))
    yield from ((other, column) for other in range(top, bottom + 1))


def _word(cell: Cell) -> str:
    return cell.symbol if cell.value is None else str(cell.value)


def _runs(places: Iterable[Place]) -> Iterator[tuple[int, int, int]]:
    """Yield runs of neighbours, from places in order: the line, the start in the line, and the length of each run."""
    run: tuple[int, int, int] | None = None
    for line, place in places:
        if run is not None and (line, place) == (run[0], run[1] + run[2]):
            run = (line, run[1], run[2] + 1)
            continue
        if run is not None:
            yield run
        run = (line, place, 1)
    if run is not None:
        yield run
