"""Boards and tables as SVG: a heat map of nimbers, with marks that are told by shape as well.

Cells of one look are one path, numbers of one ink one group: a board of thousands of cells stays small.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from grundy.core.scenes import MOST_LINES
from grundy.drawing.colours import WHITE, ink_on, of_value, paint
from grundy.drawing.svg_parts import (
    LEAST_WIDTH,
    LINE,
    SIZE,
    Block,
    Item,
    clean,
    label,
    legend,
    num,
    numbered,
    placed,
    some,
    stacked,
    width_of,
)
from grundy.drawing.svg_signs import BULLSEYE, disc, dots, frame, ring, scale
from grundy.errors import PictureError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.core.scenes import Cell, GridScene, Place


_LARGE, _MEDIUM = 44, 22  # pixels a cell on small boards, and the least with numbers in the cells
_BOARD = 880  # pixels of a board whose cells are between the two
_LARGEST = 1320  # and of one whose cells are smaller still
_ROUND = 3  # the radius of a cell's corners
_DIGIT = 0.62  # the width of a digit, of its height
_LEAST_TEXT = 7  # pixels of a number in a cell
_WORDY = 400  # boards up to so many cells are told cell by cell in words


def top_value(scene: GridScene) -> int:
    """Return the largest value of a scene; 0 where it has none."""
    return max((cell.value or 0 for row in scene.rows for cell in row), default=0)


def grid(scene: GridScene, top: int, *, told: bool = True) -> Block:
    """Draw a board with colours for values from 0 to `top`, without a legend unless its signs are `told`.

    Raises `PictureError` for one too large.
    """
    height, width = len(scene.rows), len(scene.rows[0])
    if not scene.fits_a_picture:
        raise PictureError("error.picture-board", most=MOST_LINES, rows=height, columns=width)
    drawing = _Grid(scene, top)
    return drawing.block() if told else drawing.board()


class _Grid:
    """A drawing in the making: the scene and the sizes that follow from it."""

    def __init__(self, scene: GridScene, top: int) -> None:
        self.scene = scene
        self.top = top
        self.height, self.width = len(scene.rows), len(scene.rows[0])
        most = max(self.height, self.width)
        size = min(_LARGE, max(_MEDIUM, _BOARD // most))
        self.size = size if size * most <= _LARGEST else max(2, _LARGEST // most)
        self.roomy = self.size >= _MEDIUM
        self.thick = 2.5 if self.roomy else 1.5
        self.diagonal = scene.touch == "corners"
        self.shift = 0.06 * self.size if self.diagonal and scene.shows else 0  # of numbers, beside a letter
        self.cells = [((row, column), cell) for row, line in enumerate(scene.rows) for column, cell in enumerate(line)]

    def block(self) -> Block:
        """Draw the board, and the legend below."""
        margin, board = self.margin(), self.board()
        below = legend(self.items(), max(LEAST_WIDTH, board.width) - margin)
        moved = Block(below.width + margin, below.height, placed(below, margin, 0))
        return stacked([board, moved] if below.height else [board], 14)

    def margin(self) -> float:
        """Return the room for the numbers of the rows."""
        last = self.scene.first + max(self.height, self.width) - 1
        return max(24, width_of(str(last)) + 10)

    def board(self) -> Block:
        """Draw the board with its row and column numbers."""
        margin = self.margin()
        layers = [
            f'<g transform="translate({num(margin)} {LINE})">',
            *self.ground(),
            self.frame(),
            self.links() if self.diagonal else self.outlines(),
            *self.numbers(),
            *self.letters(),
            *self.marks(),
            "</g>",
            self.line_numbers(margin),
        ]
        return Block(margin + self.width * self.size, LINE + self.height * self.size, "".join(layers), self.words())

    def ground(self) -> Iterator[str]:
        """Paint the cells, all of one look at once."""
        looks: dict[str, list[Place]] = defaultdict(list)
        for place, cell in self.cells:
            looks[self.look(cell)].append(place)
        for look, places in sorted(looks.items()):
            if look == "removed":
                yield self.filled(places, 'fill="url(#g-dots)"')
                continue
            if look == "blocked":
                yield self.filled(places, paint("soft"))
                yield self.filled(places, 'fill="url(#g-hatch)"')
                continue
            dye = f'fill="{look}"' if look[0] == "#" else paint(look)
            yield self.tiles(places, dye) if self.roomy else self.filled(places, dye)

    def look(self, cell: Cell) -> str:
        """Return the colour or the paint of a cell."""
        if cell.role in ("blocked", "removed"):
            return cell.role
        if cell.value is not None:
            return of_value(cell.value, self.top)
        return "dim" if cell.outcome == "P" else "blank"

    def tiles(self, places: list[Place], dye: str) -> str:
        """Paint cells one by one, with gaps between them."""
        # A round stroke of its own colour gives a tile its round corners.
        rounded = "class" not in dye
        stroke = f'{dye.replace("fill=", "stroke=")} stroke-width="{2 * _ROUND}" stroke-linejoin="round" '
        inset = (3 if self.diagonal else 1.5) + (_ROUND if rounded else 0)
        side = num(self.size - 2 * inset)
        path = "".join(
            f"M{num(column * self.size + inset)} {num(row * self.size + inset)}h{side}v{side}h-{side}z"
            for row, column in places
        )
        return f'<path {dye} {stroke if rounded else ""}d="{path}"/>'

    def filled(self, places: list[Place], dye: str) -> str:
        """Paint cells without gaps, neighbours in a row as one."""
        size = self.size
        path = "".join(
            f"M{column * size} {row * size}h{length * size}v{size}h-{length * size}z"
            for row, column, length in _runs(places)
        )
        return f'<path {dye} shape-rendering="crispEdges" d="{path}"/>'

    def frame(self) -> str:
        """Draw the edge of the board; a strong one where there are no components to outline."""
        across, down = self.width * self.size, self.height * self.size
        strong = all(cell.component is None for _, cell in self.cells)
        dye, thick = (paint("line"), self.thick) if strong else (paint("faint"), 1)
        return f'<rect width="{across}" height="{down}" fill="none" {dye} stroke-width="{thick}"/>'

    def outlines(self) -> str:
        """Draw the borders of the components."""
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
        """Join the cells of a component that touch at corners."""
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
        """Write the values, or else the symbols, where they fit."""
        if not self.roomy:
            return
        groups: dict[tuple[str, float], list[str]] = defaultdict(list)
        for place, cell in self.cells:
            text = _word(cell)
            font = min((0.42 if self.diagonal else 0.46) * self.size, (self.size - 6) / (_DIGIT * len(text)))
            if cell.role == "cell" and text != "." and font >= _LEAST_TEXT:
                x, y = self.middle(place)
                shown = f'<text x="{num(x)}" y="{num(y + 0.36 * font)}">{clean(text)}</text>'
                groups[self.ink(cell), font].append(shown)
        for (dye, font), texts in sorted(groups.items()):
            yield f'<g {dye} font-size="{num(font)}" text-anchor="middle">{"".join(texts)}</g>'

    def ink(self, cell: Cell) -> str:
        """Return the attributes of text on a cell."""
        if cell.value is not None:
            return f'fill="{ink_on(of_value(cell.value, self.top))}"'
        return paint("card" if cell.outcome == "P" else "ink")

    def letters(self) -> Iterator[str]:
        """Write what kind of cell it is into its corner, where letters differ in what they cut."""
        font = 0.22 * self.size
        if font < _LEAST_TEXT or not self.diagonal:
            return
        groups: dict[str, list[str]] = defaultdict(list)
        for (row, column), cell in self.cells:
            if cell.value is not None:
                x, y = (column + 0.12) * self.size, (row + 0.1) * self.size + 0.76 * font
                groups[self.ink(cell)].append(f'<text x="{num(x)}" y="{num(y)}">{clean(cell.symbol)}</text>')
        for dye, texts in sorted(groups.items()):
            yield f'<g {dye} font-size="{num(font)}">{"".join(texts)}</g>'

    def marks(self) -> Iterator[str]:
        """Mark P-positions, winning moves, other moves, and the piece."""
        wins = [place for place, cell in self.cells if cell.wins]
        if self.roomy:
            yield from (self.square(place) for place in self.lost())
            yield from (ring(*self.middle(place), self.ring, self.ink(self.cell(place))) for place in wins)
            yield from (self.spot(place) for place in self.plain_moves())
        else:
            yield dots([self.middle(place) for place in self.lost()], [(WHITE, 0.5 * self.size)])
            yield dots([self.middle(place) for place in wins], BULLSEYE)
        for place, cell in self.cells:
            if cell.role == "piece":
                yield self.piece(place)

    @property
    def ring(self) -> float:
        """The radius of the ring around the number of a winning move."""
        return (0.32 if self.diagonal else 0.38) * self.size

    def cell(self, place: Place) -> Cell:
        """Return the cell at a place."""
        return self.scene.rows[place[0]][place[1]]

    def lost(self) -> list[Place]:
        """Return the cells of nimber 0 that are no move: P-positions of a map or of a table."""
        return [place for place, cell in self.cells if cell.value == 0 and not cell.wins and cell.role == "cell"]

    def plain_moves(self) -> list[Place]:
        """Return the cells of moves that do not win, on boards where not each open cell is a move."""
        if any(cell.component is not None for _, cell in self.cells):
            return []
        return [place for place, cell in self.cells if cell.move and not cell.wins]

    def square(self, place: Place) -> str:
        """Draw a frame inside a cell, the mark of a P-position."""
        inset = max(3.5, 0.13 * self.size)
        x, y = place[1] * self.size + inset, place[0] * self.size + inset
        return frame(x, y, self.size - 2 * inset, ink_on(of_value(0, self.top)))

    def spot(self, place: Place) -> str:
        """Draw the dot of a move."""
        x, y = self.middle(place)
        away = 0.36 * self.size
        return f'<circle cx="{num(x + away)}" cy="{num(y - away)}" r="2" {self.ink(self.cell(place))}/>'

    def piece(self, place: Place) -> str:
        """Draw the piece, with the value or the outcome of its cell on it."""
        x, y = self.middle(place)
        if not self.roomy:
            return disc(x, y, 0.4 * max(14, self.size))
        text = _word(self.cell(place))
        font = min(0.42 * self.size, 0.6 * self.size / (_DIGIT * len(text)))
        number = label(x, y + 0.36 * font, text, size=font, anchor="middle", dye="card") if font >= _LEAST_TEXT else ""
        return disc(x, y, 0.4 * self.size) + number

    def middle(self, place: Place) -> tuple[float, float]:
        """Return the middle of a cell, where its number goes."""
        return (place[1] + 0.5) * self.size + self.shift, (place[0] + 0.5) * self.size + self.shift

    def line_numbers(self, margin: float) -> str:
        """Write row and column numbers, as many as fit."""
        first = self.scene.first
        text = []
        for number in numbered(first, self.width, self.size, width_of(str(first + self.width - 1)) + 6):
            x = margin + (number - first + 0.5) * self.size
            text.append(f'<text x="{num(x)}" y="{SIZE}" text-anchor="middle">{number}</text>')
        for number in numbered(first, self.height, self.size, SIZE + 3):
            y = LINE + (number - first + 0.5) * self.size + 0.36 * SIZE
            text.append(f'<text x="{num(margin - 7)}" y="{num(y)}" text-anchor="end">{number}</text>')
        return f'<g {paint("dim")} font-size="{SIZE - 1}">{"".join(text)}</g>'

    def items(self) -> list[Item]:
        """Return the legend: the scale, and each sign that is on the board."""
        found = []
        if self.scene.shows:
            found.append(scale(self.top, str(self.scene.shows)))
        roles = {cell.role for _, cell in self.cells}
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
        if "piece" in roles:
            found.append(Item(LINE, disc(middle, middle, 8), "the piece"))
        if self.lost():
            colour = of_value(0, self.top)
            sign = f'<rect y="1" width="18" height="18" fill="{colour}"/>'
            sign += frame(4, 5, 10, ink_on(colour)) if self.roomy else dots([(9, middle)], [(WHITE, 8)])
            found.append(Item(18, sign, "0, a P-position"))
        if "blocked" in roles:
            box = f'<rect y="1" width="18" height="18" {paint("soft")}/><rect y="1" width="18" height="18" '
            found.append(Item(18, f'{box}fill="url(#g-hatch)"/>', "blocked"))
        if "removed" in roles:
            found.append(Item(18, '<rect y="1" width="18" height="18" fill="url(#g-dots)"/>', "gone"))
        if not self.scene.shows and any(cell.outcome for _, cell in self.cells):
            found.append(Item(0, "", "N, P: who moves the piece from there wins, loses"))
        return found

    def words(self) -> str:
        """Tell the board in words."""
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
            f"Row {number}: {' '.join(map(_word, row))}." for number, row in enumerate(self.scene.rows, start=first)
        )
        return "\n".join([text, *rows])


def _word(cell: Cell) -> str:
    return cell.symbol if cell.value is None else str(cell.value)


def _runs(places: Iterable[Place]) -> Iterator[tuple[int, int, int]]:
    """Join neighbours, which come in order: yield the line, the start in it, and the length of each run."""
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
