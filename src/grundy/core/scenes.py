"""Drawable descriptions of positions: cells, heaps, points, and the choices that sit on them.

Scenes are data: no function here draws. A drawing needs no knowledge of the game whose scene it shows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import index
from typing import TYPE_CHECKING, Literal, NamedTuple

from grundy.errors import PictureError
from grundy.runtime.lazy import convenience
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping
    from typing import SupportsIndex

Role = Literal["cell", "blocked", "removed", "piece"]
Touch = Literal["sides", "corners"]
Floor = Literal["squares", "nothing", "line", "steps"]  # the ground under the tokens of a board
Place = tuple[int, int]  # a cell: (row, column)
Places = tuple[Place, ...] | tuple[int, ...]  # the places of a move: cells, or numbers

_NIMBER = Message("shows.nimber")
MOST_LINES = 512  # rows and columns of a picture, in which a cell then has about three pixels


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a grid: its symbol, its role, and the move that is made by choosing it, if any.

    `outcome` is the outcome (``N``, ``P`` or ``D``) for the player who moves from here, if the scene knows it. `move`
    is the text of a move; `wins` says whether it is a winning move. `value` is the nimber that a picture shows here
    (`GridScene.shows` says which nimber). `component` is the number, counted from 0, of the component that the cell
    belongs to.
    """

    symbol: str
    role: Role = "cell"
    move: str | None = None
    wins: bool = False
    outcome: Literal["N", "P", "D"] | None = None
    value: int | None = None
    component: int | None = None


class Spread(NamedTuple):
    """A move that belongs to several places of a scene, or to one place that has other moves as well.

    `places` are cells (row, column) of a board, or the numbers of vertices of a graph, counted from 0. A picture shows
    `value`, the nimber after the move, between the first two places.
    """

    move: str
    places: Places
    wins: bool = False
    value: int | None = None


class Wall(NamedTuple):
    """A wall that goes in four directions from a cell, counted from 0.

    It takes the rows `top` to `bottom` of the cell's column, and the columns `left` to `right` of its row.
    """

    row: int
    column: int
    top: int
    bottom: int
    left: int
    right: int


class Drawable:
    """Base class of scenes: a notebook shows them as pictures."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        """Return the picture, or None if it would be large."""
        found: str | None = convenience("html").scene(self)
        return found


@dataclass(frozen=True, slots=True)
class GridScene(Drawable):
    """A board: rows of cells; rows and columns are counted from `first` (1, or 0 for distances).

    `shows` says what the values of the cells are. `touch` says whether neighbours in a component share a side or, on
    boards that are cut along diagonals, a corner. `moves` are the moves that belong to more than one cell, such as
    dominoes. `cuts` are pairs of a symbol and a tuple of directions (down, right). A move on a cell of this symbol
    removes the cell, and in each direction all cells up to the next removed cell.

    `tokens` say what the board is played with. They are pairs: first a role other than ``cell``, or the symbol of a
    cell; then the name of a token of ``drawing/tokens.js``. A cell without a token shows its symbol. `floor` says
    whether tokens lie on squares, on nothing, on a line, or on the steps of a staircase, which are counted from below.
    `goal` is the cell that a piece goes to. `walls` are the walls that removed cells form, and `dominoes` the pairs of
    removed cells that are covered by one domino.
    """

    rows: tuple[tuple[Cell, ...], ...]
    first: int = 1
    shows: Message | None = None
    touch: Touch = "sides"
    moves: tuple[Spread, ...] = ()
    cuts: tuple[tuple[str, tuple[Place, ...]], ...] = ()
    tokens: tuple[tuple[str, str], ...] = ()
    floor: Floor = "squares"
    goal: Place | None = None
    walls: tuple[Wall, ...] = ()
    dominoes: tuple[tuple[Place, Place], ...] = ()

    def row_number(self, row: int) -> int:
        """Return the number that a picture shows for a row; `row` is counted from 0, from above."""
        return self.first + (len(self.rows) - 1 - row if self.floor == "steps" else row)


class HeapMove(NamedTuple):
    """A move on a heap: the sizes of the heaps that it leaves, the nimber after it, and whether it wins."""

    sizes: tuple[int, ...]
    value: int
    wins: bool = False


@dataclass(frozen=True, slots=True)
class Heap:
    """A heap of `size` tokens, its winning moves, and its nimber if the scene knows it.

    A picture shows the value of each of `moves` on the tokens that the move takes.
    """

    size: int
    nimber: int | None = None
    winning_moves: tuple[str, ...] = ()
    moves: tuple[HeapMove, ...] = ()


@dataclass(frozen=True, slots=True)
class HeapsScene(Drawable):
    """A row of heaps under the rules called `name`, each of tokens called `token` in ``drawing/tokens.js``.

    `inside` says whether a move may take tokens from the middle of a heap, as from a row of pins; else tokens are taken
    from one end.
    """

    name: str
    heaps: tuple[Heap, ...]
    inside: bool = False
    token: str = "counter"


@dataclass(frozen=True, slots=True)
class CircleScene(Drawable):
    """Points on a circle, counted from 1, the chords drawn, and the regions of free points.

    `nimbers` are the nimbers of the regions, if the scene knows them.
    """

    points: int
    chords: tuple[tuple[int, int], ...]
    regions: tuple[tuple[int, ...], ...]
    winning_moves: tuple[str, ...] = ()
    nimbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Vertex:
    """A vertex of a graph: its place, its label, and the move that is made by choosing it, if any.

    `x` and `y` are from 0 to 1, from the left and from the top. `role` is ``removed`` for a vertex that no longer
    exists, and ``blocked`` for a vertex that exists but has no move. `token` is the name of a token of
    ``drawing/tokens.js``; ``ground`` is a line of ground, from which edges go straight up. `value` is the nimber after
    the move, if a picture shows it.
    """

    x: float
    y: float
    label: str
    role: Role = "cell"
    move: str | None = None
    wins: bool = False
    token: str = "vertex"
    value: int | None = None


@dataclass(frozen=True, slots=True)
class GraphScene(Drawable):
    """A graph: vertices, and edges between two of them by their numbers, counted from 0.

    `moves` are the moves that belong to more than one vertex, such as edges; `gone` are removed edges. `paint` is the
    name of the paint of ``drawing/tokens.js`` for edges. `bows` has a number for each edge and then for each removed
    edge: how far it is bent sideways, as a part of its length, so that several edges between two vertices do not
    overlap. For a loop, an edge from a vertex to itself, the number is its size. Without `bows` all edges are straight.
    Raises `PictureError` for a vertex outside 0 to 1, and for an edge or a move to a vertex that does not exist.

    >>> GraphScene((Vertex(0, 0.5, "a"), Vertex(1, 0.5, "b")), ((0, 2),))
    Traceback (most recent call last):
    grundy.errors.PictureError: expected edges between two of 2 vertices, counted from 0, found (0, 2)
    """

    vertices: tuple[Vertex, ...]
    edges: tuple[tuple[int, int], ...] = ()
    moves: tuple[Spread, ...] = ()
    gone: tuple[tuple[int, int], ...] = ()
    paint: str = "line"
    bows: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        """Raise `PictureError` if a place or the number of a vertex is wrong."""
        for vertex in self.vertices:
            if not (0 <= vertex.x <= 1 and 0 <= vertex.y <= 1):
                place = f"({vertex.x}, {vertex.y})"
                raise PictureError("error.graph-vertex", found=repr(vertex.label), place=place)
        numbers = range(len(self.vertices))
        for edge in (*self.edges, *self.gone):
            ends = list(edge)
            if len(ends) != 2 or not all(end in numbers for end in ends):
                raise PictureError("error.graph-edge", count=len(numbers), found=str(edge))
        for move in self.moves:
            if not move.places or any(place not in numbers for place in move.places):
                raise PictureError("error.graph-move", count=len(numbers), found=str(move.places))


@dataclass(frozen=True, slots=True)
class TextScene(Drawable):
    """A component that is shown as its text, or as a message in the language of the reader."""

    text: str | Message
    winning_moves: tuple[str, ...] = ()


Scene = GridScene | HeapsScene | CircleScene | GraphScene | TextScene


def places(scene: Scene) -> dict[str, Places]:
    """Return the places of each move of a board or a graph, from its cells, vertices and `moves`.

    >>> places(GridScene(((Cell("."), Cell(".", move="r1c2")),)))
    {'r1c2': ((0, 1),)}
    """
    found: dict[str, Places] = {}
    if isinstance(scene, GridScene):
        for row, cells in enumerate(scene.rows):
            found |= {cell.move: ((row, column),) for column, cell in enumerate(cells) if cell.move is not None}
    if isinstance(scene, GraphScene):
        found |= {vertex.move: (number,) for number, vertex in enumerate(scene.vertices) if vertex.move is not None}
    if isinstance(scene, GridScene | GraphScene):
        found |= {spread.move: spread.places for spread in scene.moves}
    return found


def moves_by_place(
    moves: Iterable[tuple[str, Places]], winning: Container[str]
) -> tuple[dict[Place | int, str], tuple[Spread, ...]]:
    """Return the moves that sit on one place of a picture, by this place, and the other moves as spreads.

    `moves` are the text and the places of each move. Where several moves sit on one place alone, the first one has the
    place, and the others are spreads.
    """
    by_place: dict[Place | int, str] = {}
    spreads: list[Spread] = []
    for move, at in moves:
        if len(at) > 1 or at[0] in by_place:
            spreads.append(Spread(move, at, move in winning))
        else:
            by_place[at[0]] = move
    return by_place, tuple(spreads)


def with_values(scene: Scene, after: Mapping[str, int]) -> Scene:
    """Return a board or a graph with the nimber after each move on it.

    >>> with_values(GridScene(((Cell(".", move="1"), Cell(".")),)), {"1": 2}).rows[0][0].value
    2
    """
    if isinstance(scene, GridScene):
        rows = tuple(
            tuple(cell if cell.move is None else replace(cell, value=after.get(cell.move)) for cell in row)
            for row in scene.rows
        )
        moves = tuple(move._replace(value=after.get(move.move)) for move in scene.moves)
        return replace(scene, rows=rows, moves=moves, shows=Message("shows.after"))
    if isinstance(scene, GraphScene):
        vertices = tuple(
            vertex if vertex.move is None else replace(vertex, value=after.get(vertex.move))
            for vertex in scene.vertices
        )
        return replace(
            scene, vertices=vertices, moves=tuple(move._replace(value=after.get(move.move)) for move in scene.moves)
        )
    return scene


def without_answers(scene: Scene) -> Scene:
    """Return the scene as a player sees it: without outcomes, nimbers and winning moves.

    >>> without_answers(HeapsScene("nim", (Heap(5, 5, ("5 -> 0",)),))).heaps
    (Heap(size=5, nimber=None, winning_moves=(), moves=()),)
    """
    if isinstance(scene, GridScene):
        rows = tuple(tuple(map(_without_answers, row)) for row in scene.rows)
        return replace(scene, rows=rows, shows=None, moves=tuple(map(_unknown, scene.moves)))
    if isinstance(scene, HeapsScene):
        return replace(scene, heaps=tuple(Heap(heap.size) for heap in scene.heaps))
    if isinstance(scene, CircleScene):
        return replace(scene, winning_moves=(), nimbers=())
    if isinstance(scene, GraphScene):
        vertices = tuple(replace(vertex, wins=False, value=None) for vertex in scene.vertices)
        return replace(scene, vertices=vertices, moves=tuple(map(_unknown, scene.moves)))
    return replace(scene, winning_moves=())


def _unknown(move: Spread) -> Spread:
    return move._replace(wins=False, value=None)


def _without_answers(cell: Cell) -> Cell:
    symbol = cell.symbol
    if cell.outcome is not None:  # then the symbol is the letter of the outcome
        symbol = "@" if cell.role == "piece" else "."
    return replace(cell, symbol=symbol, wins=False, outcome=None, value=None)


def fits_a_picture(height: int, width: int) -> bool:
    """Return whether a board with this many rows and columns is small enough for a picture of its cells."""
    return max(height, width) <= MOST_LINES


def table(values: Iterable[Iterable[SupportsIndex]], *, first: int = 0, shows: Message | str = _NIMBER) -> GridScene:
    """Return the scene of a table of nimbers: a two-dimensional array, or rows of equally many integers >= 0.

    Rows and columns are counted from `first`. `shows` says what the numbers are, as a message or in words. Zeros, the
    P-positions, are not marked, because a table has no moves.

    Raises `PictureError` if the table is empty, has rows of different lengths, has values that are no integers >= 0, or
    has more than ``MOST_LINES`` rows or columns.

    >>> scene = table([[0, 1, 2], [1, 2, 0]])
    >>> [cell.value for cell in scene.rows[1]]
    [1, 2, 0]
    """
    try:
        rows = [[index(value) for value in row] for row in values]
    except TypeError as error:
        raise PictureError("error.table-integers", error=str(error)) from None
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise PictureError("error.table-rows", found=str(sorted({*map(len, rows)})))
    if min(map(min, rows)) < 0:
        expected = Message("expected.integer-from", {"what": Message("expected.nimbers"), "low": 0})
        raise PictureError("error.expected", expected=expected, found=min(map(min, rows)))
    if not fits_a_picture(len(rows), len(rows[0])):
        raise PictureError("error.table-lines", most=MOST_LINES, rows=len(rows), columns=len(rows[0]))
    words = Message("text", {"text": shows}) if isinstance(shows, str) else shows
    return GridScene(tuple(tuple(Cell(str(value), value=value) for value in row) for row in rows), first, words)
