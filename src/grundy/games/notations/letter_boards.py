"""Boards of letters on which a pick cuts along rows and columns (Wall Making), or along diagonals."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, product
from math import prod
from typing import TYPE_CHECKING, Any

from grundy.core.components import SumTerm
from grundy.core.nimbers import nim_sum
from grundy.core.notation import Notation
from grundy.errors import OverBudgetError
from grundy.games.families.cutting.board import CutKind, Cutting, Rectangle
from grundy.games.game import SampledReader, Side, random_shape, rows, shapes
from grundy.games.text import one_of, quoted
from grundy.runtime.messages import Message, Said

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence
    from random import Random

    from grundy.core.components import Component, Option
    from grundy.core.scenes import Cell, GridScene, Place, Places, Wall
    from grundy.core.solution import Solution
    from grundy.games.text import Scanner, TextWord
    from grundy.theory.explain.reductions import Board, Reduction


_NUMBER = re.compile(r"[0-9]+")
_CELL = re.compile(r"r([1-9][0-9]{0,6})c([1-9][0-9]{0,6})")
_ROW, _COLUMN = ((0, -1), (0, 1)), ((-1, 0), (1, 0))  # directions, down and right
_UP, _DOWN = ((-1, 1), (1, -1)), ((-1, -1), (1, 1))  # along / and along \
_MOST_CELLS_NAMED = 12  # of a board that is named by all its rows
_MOST_CELLS_TURNED = 2**22  # of a turned board with both halves; a row of n cells becomes n x n
_WIDEST_DRAWN = 24  # columns of a board of which an explanation draws the parts
_MOST_COMPARED = 50  # winning moves, of which one is explained
_WIDEST_TURNED = 64  # rows and columns of a board that an explanation turns


@dataclass(frozen=True)
class LetterBoards(SampledReader):
    r"""Reads rows of letters; the numbers of rows and columns may stand before them.

    `kinds` has the kind of cell for each letter; `removed` is the letter of a cell that is gone. With `diagonal`, ROW
    cuts along ``/`` (row + column constant) and COLUMN along ``\``.
    """

    kinds: tuple[tuple[str, CutKind], ...]
    removed: str
    diagonal: bool = False
    tokens: tuple[tuple[str, str], ...] = ()  # that a picture shows for a letter or a role
    kind = "letters"
    inline = False
    sides = (Side("rows", 1, 100, 6), Side("columns", 1, 100, 6))

    @property
    def form(self) -> str:
        """The notation in words."""
        return f"rows of {one_of(self.letters)}; {self.removed!r} where a cell is gone; a move is a row and a column"

    @property
    def letters(self) -> str:
        """The letters of cells that are not removed."""
        return "".join(letter for letter, _ in self.kinds)

    @property
    def alphabet(self) -> str:
        """The letters of all cells."""
        return self.letters + self.removed

    @property
    def density(self) -> bool:
        """Whether some letter is a blocked cell."""
        return any(kind == CutKind.BLOCKED for _, kind in self.kinds)

    @property
    def cuts(self) -> tuple[tuple[str, tuple[Place, ...]], ...]:
        """The directions in which a pick of each letter removes cells."""
        row, column = (_UP, _DOWN) if self.diagonal else (_ROW, _COLUMN)
        directions = {CutKind.ROW: row, CutKind.COLUMN: column, CutKind.CROSS: row + column}
        return tuple((letter, directions[kind]) for letter, kind in self.kinds if kind in directions)

    def read(self, scan: Scanner, game: str) -> SumTerm:
        """Read a board, to the end."""
        letters, alphabet = self.letters, self.alphabet
        height = width = None
        first = scan.peek()
        if first is not None and _NUMBER.fullmatch(first.text):
            height, width = scan.integer("H", 1), scan.integer("W", 1)
        lines: list[str] = []
        words: list[TextWord] = []
        while scan.peek() is not None if height is None else len(lines) < height:
            row = scan.take_row(Message("expected.row-number", {"number": len(lines) + 1}), letters=letters)
            words.append(row)
            width = width or len(row.text)
            lines.append(scan.checked_row(row, width, alphabet))
        if height is None:
            scan.check_blanks(words)
        if not lines:
            scan.take(Message("expected.row-of", {"letters": quoted(alphabet)}))
        return self.term(game, lines)

    def term(self, game: str, rows: Sequence[str]) -> SumTerm:
        """Return the term of a board with checked rows."""
        if self.diagonal:
            _check_turned(len(rows), len(rows[0]))
        board = LetterBoard(self, game, tuple(rows))
        if not self.diagonal and not any(self.removed in row for row in rows):
            return SumTerm(board, (board.rules.whole(),))
        cells = [
            board.to_board[row, column]
            for row, line in enumerate(rows)
            for column, letter in enumerate(line)
            if letter != self.removed
        ]
        return SumTerm(board, tuple(board.rules.pieces(cells)))

    def random_text(self, rng: Random, size: int) -> str:
        """Return a board with random shares of the letters."""
        height, width = random_shape(rng, size)
        weights = [rng.random() + 0.05 for _ in self.letters]
        return rows("".join(rng.choices(self.letters, weights, k=height * width)), width)

    def text_of_size(self, rng: Random, size: Sequence[int], density: float) -> str:
        """Return a board on which `density` is the share of blocked cells, if the game has blocked cells."""
        blocked = [letter for letter, kind in self.kinds if kind == CutKind.BLOCKED]
        others = [letter for letter, kind in self.kinds if kind != CutKind.BLOCKED]
        letters = [rng.choice(blocked if blocked and rng.random() < density else others) for _ in range(prod(size))]
        return rows(letters, size[1])

    def all_texts(self, size: int) -> Iterator[str]:
        """Yield the boards of `size` cells without removed cells."""
        for _height, width in shapes(size):
            for letters in product(self.letters, repeat=size):
                yield rows(letters, width)

    def edge_cases(self, size: int) -> Iterator[str]:
        """Yield boards of one letter, of two in turn, and with one different cell or row, also with a single row."""
        for height, width in ((1, 1), (1, size), (size, 1), (2, size), (size, size)):
            for first in self.letters:
                yield rows(first * (height * width), width)
                for second in self.letters.replace(first, ""):
                    turns = ((first, second)[sum(place) % 2] for place in product(range(height), range(width)))
                    yield rows("".join(turns), width)
                    middle = height * width // 2
                    yield rows(first * middle + second + first * (height * width - middle - 1), width)
                    yield rows(second * width + first * (width * (height - 1)), width)


@dataclass(frozen=True)
class LetterBoard(Notation):
    """The notation of a board; `rows` are the letters from which play began.

    An upright board is a cutting board. On a diagonal board no cut joins cells of even and of odd row + column. So it
    has two halves, and each half, turned by 45 degrees, is a cutting board: its rows are half of row + column, its
    columns half of row - column, both shifted to begin at 0. Both halves lie on one board, the odd half below and to
    the right of the even half, so that they share no row or column.
    """

    style: LetterBoards
    name: str
    rows: tuple[str, ...]
    named = False

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.name

    @cached_property
    def to_board(self) -> dict[Place, Place]:
        """The cell of the cutting board for each cell of the text."""
        height, width = len(self.rows), len(self.rows[0])
        places = [(row, column) for row in range(height) for column in range(width)]
        if not self.style.diagonal:
            return {place: place for place in places}
        found: dict[Place, Place] = {}
        shift = (0, 0)
        for parity in (0, 1):
            half = [(row, column) for row, column in places if (row + column) % 2 == parity]
            if half:
                up = min(row + column for row, column in half)
                left = min(row - column for row, column in half)
                turned = {
                    (row, column): ((row + column - up) // 2 + shift[0], (row - column - left) // 2 + shift[1])
                    for row, column in half
                }
                found |= turned
                shift = (max(row for row, _ in turned.values()) + 1, max(column for _, column in turned.values()) + 1)
        return found

    @cached_property
    def to_text(self) -> dict[Place, Place]:
        """The cell of the text for each cell of the cutting board."""
        return {board_cell: cell for cell, board_cell in self.to_board.items()}

    @cached_property
    def rules(self) -> Cutting:
        """The cutting board."""
        kinds = dict(self.style.kinds) | {self.style.removed: CutKind.BLOCKED}
        if not self.style.diagonal:
            letters = {ord(letter): int(kind) for letter, kind in kinds.items()}
            return Cutting(len(self.rows), len(self.rows[0]), "".join(self.rows).translate(letters).encode("latin-1"))
        height, width = (max(side) + 1 for side in zip(*self.to_text, strict=True))
        cells = bytearray([CutKind.ABSENT]) * (height * width)
        for (row, column), (down, right) in self.to_text.items():
            cells[row * width + column] = kinds[self.rows[down][right]]
        return Cutting(height, width, bytes(cells))

    def text(self, components: Sequence[Component]) -> str:
        """Write the cells of the components as letters, and all other cells as removed."""
        rows = [[self.style.removed] * len(row) for row in self.rows]
        for component in components:
            if isinstance(component.state, Rectangle) and not self.style.diagonal:
                top, bottom, left, right = component.state
                for row in range(top, bottom):
                    rows[row][left:right] = self.rows[row][left:right]
            else:
                for row, column in self._cells((component,)):
                    rows[row][column] = self.rows[row][column]
        return "\n".join(map("".join, rows))

    def label(self, component: Component) -> Message | None:
        """Name a small board by its rows, a rectangle of a larger board by its bounds, other shapes by a cell."""
        if len(self.rows) * len(self.rows[0]) <= _MOST_CELLS_NAMED:
            return super().label(component)
        if not self.style.diagonal and component == self.rules.whole():
            return Message("label.board", {"rows": len(self.rows), "columns": len(self.rows[0])})
        if isinstance(component.state, Rectangle) and not self.style.diagonal:
            return _bounds(component.state)
        cells = sorted(self._cells((component,)))
        if not cells:
            return None
        row, column = cells[0]
        return Message("label.cells", {"count": len(cells), "cell": f"r{row + 1}c{column + 1}"})

    def reduction(self, components: Sequence[Component], solution: Solution) -> Reduction:
        """Say that the values are those of rectangles, on the board or on its two turned halves.

        Parameters of ``reduction.rectangles``, for upright boards: the ``rows`` and ``columns`` of the board,
        ``rectangles``, the number of its rectangles, and ``move``, a winning move of a single rectangle, whose parts
        are the boards. Parameters of ``reduction.turned-boards``: the letters that cut a
        ``row``, a ``column``, and ``both``. If the game has no such three letters, the kind is
        ``reduction.turned-rectangles``, without parameters. The boards of the last two are the cells of even and of odd
        row + column, each with its nimber; a blank stands where the half has no cell. They are missing for boards of
        more than 64 rows or columns.
        """
        from grundy.theory.explain.reductions import Reduction

        height, width = len(self.rows), len(self.rows[0])
        if not self.style.diagonal:
            count = height * (height + 1) * width * (width + 1) // 4
            params = {"rows": height, "columns": width, "rectangles": count}
            notes = [Message("reduction.note.rectangles", params)]
            if not all(isinstance(component.state, Rectangle) for component in components):
                notes.append(Message("reduction.note.other-shape"))
            option = self._parting(components)
            if option is None:
                return Reduction("reduction.rectangles", params, tuple(notes))
            move = Said(self.move_text(components[0], option.move), self.move_in_words(components[0], option))
            notes.append(Message("reduction.note.parts-after", {"move": move}))
            parts = tuple(self._part(part, solution) for part in option.components)
            return Reduction("reduction.rectangles", {**params, "move": str(move)}, tuple(notes), parts)
        boards = (
            tuple(self._turned(components, solution, parity) for parity in (0, 1))
            if max(height, width) <= _WIDEST_TURNED
            else ()
        )
        letters = sorted((kind, letter) for letter, kind in self.style.kinds if kind != CutKind.BLOCKED)
        if [kind for kind, _ in letters] != [CutKind.CROSS, CutKind.ROW, CutKind.COLUMN]:
            return Reduction("reduction.turned-rectangles", boards=boards)
        cuts = dict(zip(("both", "row", "column"), (letter for _, letter in letters), strict=True))
        return Reduction("reduction.turned-boards", cuts, boards=boards)

    def _parting(self, components: Sequence[Component]) -> Option | None:
        """Return the winning move of a single rectangle that leaves the most parts; None if there is none."""
        if len(components) != 1 or len(self.rows[0]) > _WIDEST_DRAWN:
            return None
        rules, state = components[0]
        winning = islice(rules.moves_worth(state, 0), _MOST_COMPARED)
        return max((each for each in winning if each.components), key=lambda each: len(each.components), default=None)

    def _part(self, part: Component, solution: Solution) -> Board:
        """Return a rectangle that a move leaves, with its nimber."""
        from grundy.theory.explain.reductions import Board

        top, bottom, left, right = part.state
        rows = tuple(row[left:right] for row in self.rows[top:bottom])
        return Board(
            _bounds(part.state),
            rows,
            first=(top + 1, left + 1),
            nimber=solution.nimber_of(part),
            roles={letter: "blocked" for letter, kind in self.style.kinds if kind == CutKind.BLOCKED},
        )

    def _turned(self, components: Sequence[Component], solution: Solution, parity: int) -> Board:
        """Return the half of one parity as it lies on the cutting board."""
        from grundy.theory.explain.reductions import Board

        half = {board_cell: cell for cell, board_cell in self.to_board.items() if sum(cell) % 2 == parity}
        own = [component for component in components if next(self.rules.cells(component.state), None) in half]
        left = {cell for component in own for cell in self.rules.cells(component.state)}
        name = Message(("turned.even", "turned.odd")[parity])
        nimber = nim_sum(*map(solution.nimber_of, own))

        def symbol(place: Place) -> str:
            if place not in half:
                return " "
            row, column = half[place]
            return self.rows[row][column] if place in left else self.style.removed

        if not half:
            return Board(name, (), nimber=0)
        downs, rights = (range(min(side), max(side) + 1) for side in zip(*half, strict=True))
        rows = tuple("".join(symbol((down, right)) for right in rights) for down in downs)
        return Board(name, rows, nimber=nimber, roles={" ": "absent", self.style.removed: "removed"})

    def identity(self, components: tuple[Component, ...]) -> Any:
        """Return what is equal for boards with equal texts."""
        return (self.style, self.name, self.text(components))

    def move_text(self, component: Component, move: Any) -> str:
        """Write the cell, counted from 1."""
        del component
        row, column = self.to_text[move]
        return f"r{row + 1}c{column + 1}"

    def move_in_words(self, component: Component, option: Option) -> Message:
        """Say that walls are built, or along which diagonals cells are removed."""
        move: Any = option.move
        row, column = self.to_text[move]
        kind = dict(self.style.kinds)[self.rows[row][column]]
        cut = f"diagonal-{kind.name.lower()}" if self.style.diagonal else "walls"
        return Message(f"reduction.said.{cut}", {"cell": self.move_text(component, move)})

    def find(self, component: Component, text: str) -> Option | None:
        """Return the option of the cell that `text` names, without a search among all options."""
        match = _CELL.fullmatch(text)
        cell = match and self.to_board.get((int(match[1]) - 1, int(match[2]) - 1))
        return self.rules.option(component.state, *cell) if cell else None

    def places(self, components: Sequence[Component], index: int, move: Any) -> Places:
        """Return the cell."""
        del components, index
        return (self.to_text[move],)

    def reading_order(self, component: Component, move: Any) -> Any:
        """Sort by row and column of the text."""
        del component
        return self.to_text[move]

    def scene(
        self, components: Sequence[Component], winning: Sequence[str], solution: Solution, *, values: bool = False
    ) -> GridScene:
        """Describe the board; with `values`, each cell that can be picked has the nimber after it."""
        from grundy.core.scenes import Cell, GridScene, fits_a_picture

        letters = dict(self.style.kinds)
        owners = {place: index for index, component in enumerate(components) for place in self._cells((component,))}
        wins = set(winning)
        after: dict[Place, int] = {}
        if values and fits_a_picture(len(self.rows), len(self.rows[0])):
            for component in components:
                after |= {self.to_text[move]: value for move, value in solution.nimbers_after(component)}

        def cell(row: int, column: int) -> Cell:
            place = (row, column)
            if place not in owners:
                return Cell(self.style.removed, "removed")
            letter = self.rows[row][column]
            if letters[letter] == CutKind.BLOCKED:
                return Cell(letter, "blocked", component=owners[place])
            move = f"r{row + 1}c{column + 1}"
            return Cell(letter, "cell", move, move in wins, value=after.get(place), component=owners[place])

        return GridScene(
            tuple(tuple(cell(row, column) for column in range(len(line))) for row, line in enumerate(self.rows)),
            shows=Message("shows.after") if after else None,
            touch="corners" if self.style.diagonal else "sides",
            cuts=self.style.cuts,
            tokens=self.style.tokens,
            walls=() if self.style.diagonal else self._walls(owners),
        )

    def _walls(self, left: Container[Place]) -> tuple[Wall, ...]:
        """Return the walls that a picture shows; none if no cell is gone."""
        from grundy.core.scenes import fits_a_picture
        from grundy.games.notations.walls import walls

        height, width = len(self.rows), len(self.rows[0])
        if not fits_a_picture(height, width):
            return ()
        removed = [[(row, column) not in left for column in range(width)] for row in range(height)]
        return walls(removed) if any(map(any, removed)) else ()

    def _cells(self, components: Sequence[Component]) -> list[Place]:
        cells = chain.from_iterable(self.rules.cells(component.state) for component in components)
        return [self.to_text[cell] for cell in cells]


def _check_turned(height: int, width: int) -> None:
    """Refuse a board that has too many cells when it is turned by 45 degrees, such as a row of 50,000 cells."""
    cells = (height + width) ** 2
    if cells > _MOST_CELLS_TURNED:
        what = Message("over.turned-board", {"rows": height, "columns": width})
        raise OverBudgetError(what, cells, _MOST_CELLS_TURNED, "cells")


def _bounds(rectangle: Rectangle) -> Message:
    """Name a rectangle by its rows and columns."""
    rows, columns = (
        _span("label.row", "label.rows", *rectangle[:2]),
        _span("label.column", "label.columns", *rectangle[2:]),
    )
    return Message("label.rectangle", {"rows": rows, "columns": columns})


def _span(singular: str, plural: str, first: int, end: int) -> Message:
    """Name the rows or columns first, ..., end - 1, counted from 0; the message counts from 1."""
    if end - first == 1:
        return Message(singular, {"number": end})
    return Message(plural, {"first": first + 1, "last": end})
