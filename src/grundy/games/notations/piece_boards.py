"""A piece on a board with blocked cells, or a piece given by its distances to the corner."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, SumTerm
from grundy.core.notation import Notation
from grundy.core.scenes import TextScene
from grundy.core.values import Outcome
from grundy.errors import OverBudgetError
from grundy.games.families.pieces.closed import formula_in_words
from grundy.games.families.pieces.piece_rules import Piece, PieceBoard, Slide
from grundy.games.game import SampledReader, Side, random_shape, shapes
from grundy.games.notations.piece_maps import MAP_SIDE, backwards, fits, is_open, map_of
from grundy.games.text import quoted
from grundy.runtime.messages import Message
from grundy.theory.explain.reductions import Board, Reduction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from grundy.core.components import Option
    from grundy.core.scenes import Place, Places, Scene
    from grundy.core.solution import Solution
    from grundy.games.game import Kind
    from grundy.games.text import Scanner, TextWord


_LETTERS = ".#@"
_BLOCKED = bytes(letter == ord("#") for letter in range(256))  # translates letters into the bytes of `PieceBoard`
_LETTER = b".#".ljust(256)  # translates these bytes into letters
_LIMIT = re.compile(r"[Kk]=([0-9]{1,18})")
_ROWS, _COLUMNS = 24, 72  # of the map in an explanation
_MOST_NAMED = 8  # cells that a sentence names
_MOST_CELLS_CHECKED = 10_000  # of a board whose cells without moves are listed


@dataclass(frozen=True)
class PieceBoards(SampledReader):
    """Reads rows of ``.`` (open), ``#`` (blocked) and one ``@`` (the piece); the goal is the last cell.

    `steps` and `slides` lead towards the goal, down and right. With `limited` the text begins with ``K=3``, the most
    steps of a slide. Without it, the text may also be the two distances of the piece to the corner, without a board.
    """

    steps: tuple[Place, ...]
    slides: tuple[Slide, ...] = ()
    limited: bool = False
    token: str = "pawn"  # of the piece in a picture
    alphabet = _LETTERS
    density = True

    @property
    def kind(self) -> Kind:
        """The kind: ``grid`` if the text begins with ``K=``, otherwise ``piece``."""
        return "grid" if self.limited else "piece"

    @property
    def sides(self) -> tuple[Side, ...]:
        """Rows and columns."""
        least = 2 if self.limited else 1
        return (Side("rows", least, 100, 7), Side("columns", least, 100, 10))

    @property
    def inline(self) -> bool:
        """Whether a position may be a few words: the two distances."""
        return not self.limited

    @property
    def form(self) -> str:
        """The notation in words."""
        board = "rows of '.' and '#' (blocked) with one '@' (the piece); a move is where it goes"
        if self.limited:
            return f"K=3, then {board}"
        return f"two distances to the corner; or {board}"

    def read(self, scan: Scanner, game: str) -> SumTerm:
        """Read a piece, to the end."""
        limit = None
        if self.limited:
            word = scan.take_row(Message("expected.limit"))
            match = _LIMIT.fullmatch(word.text)
            if match is None:
                raise scan.error(Message("expected.limit"), word)
            limit = int(match[1])
        elif not self._begins_board(scan):
            return self._read_distances(scan, game)
        rows, piece = _read_board(scan)
        return self.term(game, grid_of(rows), piece, limit)

    def term(self, game: str, grid: PieceBoard, place: Place, limit: int | None = None) -> SumTerm:
        """Return the term of a piece on a board."""
        return SumTerm(PieceOnBoard(game, self.token, limit), (Component(self.rules(grid, limit), place),))

    def rules(self, grid: PieceBoard, limit: int | None = None) -> Piece:
        """Return the ruleset on a board; `limit` is the most steps of a slide."""
        return Piece(self.steps, tuple(slide._replace(most=limit) for slide in self.slides), grid)

    def quadrant(self) -> Piece:
        """Return the ruleset on distances, in which moves have the opposite direction: they lower the distances."""
        return Piece(
            tuple((-down, -right) for down, right in self.steps),
            tuple(slide._replace(down=-slide.down, right=-slide.right) for slide in self.slides),
        )

    def random_text(self, rng: Random, size: int) -> str:
        """Return a random board with the piece on any open cell; `limited` boards are as in `text_of_size`."""
        height, width = random_shape(rng, size)
        if self.limited:
            height, width = max(2, height), max(2, width)
        blocked = _random_cells(rng, height, width, rng.choice((0.0, 0.1, 0.3, 0.5)))
        blocked[-1][-1] = False
        limit = self._random_limit(rng, blocked)
        return _board_text(blocked, rng.choice(_open_cells(blocked)), limit)

    def text_of_size(self, rng: Random, size: Sequence[int], density: float) -> str:
        """Return a board with the piece on its first open cell; `density` is the share of blocked cells.

        Without blocked cells, the piece is on any cell. The first and the last cell are open. On `limited` boards the
        last cell can be reached from each open cell, as the Grid Game promises: all other cells are blocked.
        """
        blocked = _random_cells(rng, size[0], size[1], density)
        blocked[0][0] = blocked[-1][-1] = False
        limit = self._random_limit(rng, blocked)
        cells = _open_cells(blocked)
        return _board_text(blocked, cells[0] if density or self.limited else rng.choice(cells), limit)

    def all_texts(self, size: int) -> Iterator[str]:
        """Yield all places of the piece on all boards of `size` cells, with each choice of blocked cells."""
        for height, width in shapes(size):
            limits = range(min(height, width)) if self.limited else (None,)
            for cells in product((False, True), repeat=size):
                blocked = [list(cells[row * width : (row + 1) * width]) for row in range(height)]
                for limit in limits:
                    for piece in _open_cells(blocked):
                        yield _board_text(blocked, piece, limit)

    def edge_cases(self, size: int) -> Iterator[str]:
        """Yield the piece on the first cell and on the goal, with blocked cells beside them and in the middle."""
        for height, width in ((1, size), (size, 1), (size, size), (2, 2)):
            middle = ((height // 2, width // 2),)
            beside_goal = ((-1, width - 2), (height - 2, -1))
            beside_start = ((0, 1 % width), (1 % height, 0))
            for limit in (0, 1, min(height, width) - 1) if self.limited else (None,):
                for cells in ((), middle, beside_goal, beside_start):
                    blocked = [[False] * width for _ in range(height)]
                    for row, column in cells:
                        blocked[row][column] = True
                    for piece in ((0, 0), (height - 1, width - 1)):
                        blocked[piece[0]][piece[1]] = False
                        yield _board_text(blocked, piece, limit)

    def _random_limit(self, rng: Random, blocked: list[list[bool]]) -> int | None:
        """Choose the most steps of a slide, and block each cell from which the goal cannot be reached with it."""
        if not self.limited:
            return None
        height, width = len(blocked), len(blocked[0])
        limit = rng.randint(0, min(height, width) - 1)
        rules = self.rules(PieceBoard(height, width, bytes(cell for row in blocked for cell in row)), limit)
        reaches = {(height - 1, width - 1)}
        for place in backwards((height, width)):  # moves lead down and right, so their targets come first
            targets = (option.move for option in rules.options(place))
            if not blocked[place[0]][place[1]] and any(target in reaches for target in targets):
                reaches.add(place)
        for row, column in backwards((height, width)):
            blocked[row][column] = (row, column) not in reaches
        return limit

    def _begins_board(self, scan: Scanner) -> bool:
        word = scan.peek()
        return word is not None and word.text[0] in _LETTERS

    def _read_distances(self, scan: Scanner, game: str) -> SumTerm:
        distances = (scan.integer(Message("expected.distance"), 0), scan.integer(Message("expected.distance"), 0))
        return SumTerm(PieceAtDistance(game, self.token), (Component(self.quadrant(), distances),))


def grid_of(rows: Sequence[str]) -> PieceBoard:
    """Return the board of rows of letters: ``#`` is blocked, all other letters are open."""
    blocked = b"".join(row.encode("ascii").translate(_BLOCKED) for row in rows)
    return PieceBoard(len(rows), len(rows[0]), blocked)


def _random_cells(rng: Random, height: int, width: int, density: float) -> list[list[bool]]:
    return [[rng.random() < density for _ in range(width)] for _ in range(height)]


def _open_cells(blocked: Sequence[Sequence[bool]]) -> list[Place]:
    return [(row, column) for row, cells in enumerate(blocked) for column, cell in enumerate(cells) if not cell]


def _board_text(blocked: Sequence[Sequence[bool]], piece: Place, limit: int | None) -> str:
    rows = [[".#"[cell] for cell in row] for row in blocked]
    rows[piece[0]][piece[1]] = "@"
    head = [] if limit is None else [f"K={limit}"]
    return "\n".join([*head, *map("".join, rows)])


def _read_board(scan: Scanner) -> tuple[list[str], Place]:
    rows: list[str] = []
    piece: Place | None = None
    last: TextWord | None = None
    while scan.peek() is not None or not rows:
        last = scan.take_row(Message("expected.row-of", {"letters": quoted(_LETTERS)}))
        rows.append(scan.checked_row(last, len(rows[0]) if rows else len(last.text), _LETTERS))
        column = last.text.find("@")
        second = column if piece is not None else last.text.find("@", column + 1)
        if column >= 0 and second >= 0:
            raise scan.error(Message("expected.one-piece"), last, Message("found.second"), second)
        if column >= 0:
            piece = (len(rows) - 1, column)
    if piece is None and last is not None:
        raise scan.error(Message("expected.one-piece"), last, Message("found.no-piece"), len(last.text))
    return rows, piece or (0, 0)


@dataclass(frozen=True)
class _PieceNotation(Notation):
    """The common part of both notations, in which a move is a cell."""

    name: str
    token: str

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.name

    def move_in_words(self, component: Component, option: Option) -> Message:
        """Say where the piece goes."""
        return Message("reduction.said.to-cell", {"cell": self.move_text(component, option.move)})

    def places(self, components: Sequence[Component], index: int, move: Any) -> Places:
        """Return the cell to which the piece goes."""
        del components, index
        return ((move[0], move[1]),)

    def reading_order(self, component: Component, move: Any) -> Any:
        """Sort by row and column."""
        del component
        return move


@dataclass(frozen=True)
class PieceOnBoard(_PieceNotation):
    """A board of cells with the piece on one of them, after ``K=3`` if slides are limited."""

    limit: int | None
    named = False

    def text(self, components: Sequence[Component]) -> str:
        """Write the board."""
        grid, (row, column) = _on_board(components)
        letters = bytearray(grid.blocked.translate(_LETTER))
        letters[row * grid.width + column] = ord("@")
        text = letters.decode("ascii")
        head = [] if self.limit is None else [f"K={self.limit}"]
        return "\n".join([*head, *(text[start : start + grid.width] for start in range(0, len(text), grid.width))])

    def move_text(self, component: Component, move: Any) -> str:
        """Write the target, row and column counted from 1."""
        del component
        return f"r{move[0] + 1}c{move[1] + 1}"

    def label(self, component: Component) -> Message:
        """Name the cell of the piece."""
        return Message("label.piece", {"cell": self.move_text(component, component.state)})

    def reduction(self, components: Sequence[Component], solution: Solution) -> Reduction:
        """Draw the map of P-cells (see `_reduction`); for a large board the part that begins at the piece."""
        grid, (row, column) = _on_board(components)
        top, left = max(0, min(row, grid.height - _ROWS)), max(0, min(column, grid.width - _COLUMNS))
        return _reduction(self, components[0], solution, (top, left), (grid.height, grid.width))

    def scene(
        self, components: Sequence[Component], winning: Sequence[str], solution: Solution, *, values: bool = False
    ) -> Scene:
        """Describe the board: each open cell has the outcome (with `values`, the nimber) of a piece on it."""
        grid, piece = _on_board(components)
        if not fits(grid.height, grid.width, values=values):
            cell = self.move_text(components[0], piece)
            of_board = {"cell": cell, "rows": grid.height, "columns": grid.width}
            return TextScene(Message("board.piece-not-drawn", of_board))
        component = components[0]
        moves = _moves(self, component, winning)
        scene = map_of(component, (grid.height, grid.width), moves, solution, values=values)
        return replace(
            scene, tokens=(("piece", self.token), ("blocked", "blocked")), goal=(grid.height - 1, grid.width - 1)
        )


@dataclass(frozen=True)
class PieceAtDistance(_PieceNotation):
    """A piece given by its distances to the corner: ``rook 5 7``; moves are written ``to 2 7``."""

    def text(self, components: Sequence[Component]) -> str:
        """Write the name and the distances."""
        row, column = components[0].state
        return f"{self.name} {row} {column}"

    def move_text(self, component: Component, move: Any) -> str:
        """Write the distances after the move."""
        del component
        return f"to {move[0]} {move[1]}"

    def move_in_words(self, component: Component, option: Option) -> Message:
        """Say where the piece goes."""
        del component
        row, column = option.components[0].state
        return Message("reduction.said.to", {"row": row, "column": column})

    def label(self, component: Component) -> Message:
        """Name the distances."""
        return Message("label.piece", {"cell": f"{component.state[0]} {component.state[1]}"})

    def reduction(self, components: Sequence[Component], solution: Solution) -> Reduction:
        """Draw the map of P-cells (see `_reduction`); for large distances the part that ends at the piece."""
        row, column = components[0].state
        corner = (max(0, row + 1 - _ROWS), max(0, column + 1 - _COLUMNS))
        return _reduction(self, components[0], solution, corner, (row + 1, column + 1))

    def scene(
        self, components: Sequence[Component], winning: Sequence[str], solution: Solution, *, values: bool = False
    ) -> Scene:
        """Describe all cells up to the piece and its moves: each has its outcome (with `values`, its nimber)."""
        component = components[0]
        if max(component.state) >= MAP_SIDE:
            return TextScene(self.text(components), tuple(winning))
        moves = _moves(self, component, winning)
        height, width = (max(side) + 1 for side in zip(component.state, *moves, strict=True))
        if not fits(height, width, values=values):
            return TextScene(self.text(components), tuple(winning))
        scene = map_of(component, (height, width), moves, solution, values=values)
        return replace(scene, tokens=(("piece", self.token),), goal=(0, 0))


def _reduction(
    notation: PieceOnBoard | PieceAtDistance, component: Component, solution: Solution, corner: Place, size: Place
) -> Reduction:
    """Return the map of a piece: at most `_ROWS` x `_COLUMNS` cells, from a corner on.

    Parameters of ``reduction.map-of-outcomes``: ``piece``, its row and column in the notation; ``reaches``, the first
    moves to P-cells, in the notation; ``stuck``, the cells of the board that have no move, if the board is not large;
    ``form``, the name of a formula for the piece, and ``nimber``, the nimber that it gives; both may be null. The board
    has the symbols ``P``, ``.`` (N), ``#`` (blocked) and ``@`` (the piece), and the nimber of each open cell, which is
    0 on P-cells. The nimbers are missing if they are beyond the budget.
    """
    first = int(isinstance(notation, PieceOnBoard))
    rules, piece = component
    bottom, right = min(size[0], corner[0] + _ROWS), min(size[1], corner[1] + _COLUMNS)
    places = [[(row, column) for column in range(corner[1], right)] for row in range(corner[0], bottom)]
    open_places = [place for row in reversed(places) for place in reversed(row) if is_open(rules, place)]
    values: dict[Place, int] = {}
    try:
        values.update((place, solution.nimber_of(Component(rules, place))) for place in open_places)
        lost = {place for place in open_places if not values[place]}
    except OverBudgetError:
        values.clear()
        lost = {place for place in open_places if rules.outcome(place) is Outcome.P}

    def symbol(place: Place) -> str:
        return "@" if place == piece else "P" if place in lost else "." if is_open(rules, place) else "#"

    whole = (bottom - corner[0], right - corner[1]) == size
    top, left = corner[0] + first, corner[1] + first
    part = {"top": top, "bottom": bottom - 1 + first, "left": left, "right": right - 1 + first}
    board = Board(
        Message("map.whole") if whole else Message("map.part", {**part, "rows": size[0], "columns": size[1]}),
        tuple("".join(map(symbol, row)) for row in places),
        tuple(tuple(values.get(place) for place in row) for row in places),
        (top, left),
        size,
        roles={"#": "blocked", "@": "piece"},
    )
    about, notes = _steps(notation, component, size)
    params = {"piece": [side + first for side in piece], **about}
    return Reduction("reduction.map-of-outcomes", params, notes, boards=(board,))


def _steps(
    notation: PieceOnBoard | PieceAtDistance, component: Component, size: Place
) -> tuple[dict[str, Any], tuple[Message, ...]]:
    """Return parameters and sentences about a piece: its formula, cells without a move, and the P-cells it reaches."""
    rules, piece = component
    form = formula_in_words(rules, piece) if isinstance(rules, Piece) else None
    notes = [] if form is None else [form]
    stuck: list[str] = []
    if isinstance(notation, PieceOnBoard) and size[0] * size[1] <= _MOST_CELLS_CHECKED:
        cells = [(row, column) for row in range(size[0]) for column in range(size[1])]
        open_cells = (cell for cell in cells if is_open(rules, cell))
        stuck = [notation.move_text(component, cell) for cell in open_cells if not any(True for _ in rules.moves(cell))]
        about = {"count": len(stuck), "cells": stuck[:_MOST_NAMED], "more": max(0, len(stuck) - _MOST_NAMED)}
        notes.append(Message(f"reduction.note.stuck{'-more' if about['more'] else ''}", about))
    lost = islice(rules.moves_worth(piece, 0), _MOST_NAMED)
    reaches = [notation.move_text(component, option.move) for option in lost]
    targets = {"piece": notation.move_text(component, piece).removeprefix("to "), "cells": reaches}
    notes.append(Message(f"reduction.note.{'reaches' if reaches else 'reaches-none'}", targets))
    name = None if form is None else form.kind.rpartition(".")[2]
    formula = {"form": name, "nimber": None if form is None else form.params["nimber"]}
    return {"reaches": reaches, "stuck": stuck, **formula}, tuple(notes)


def _moves(notation: Notation, component: Component, winning: Sequence[str]) -> dict[Place, tuple[str, bool]]:
    """Return the text of the move to each cell that the piece can go to, and whether the move wins."""
    wins = set(winning)
    moves = (option.move for option in component.ruleset.moves(component.state))
    texts: dict[Any, str] = {move: notation.move_text(component, move) for move in moves}
    return {move: (text, text in wins) for move, text in texts.items()}


def _on_board(components: Sequence[Component]) -> tuple[PieceBoard, Place]:
    rules, place = components[0]
    if not isinstance(rules, Piece) or rules.grid is None:
        message = "expected a piece on a board"
        raise TypeError(message)
    return rules.grid, place
