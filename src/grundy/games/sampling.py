"""All, random and spiteful positions of a game: one source for tests and whoever else needs some.

Everything is reproducible: random positions depend on the `random.Random` that is given.

>>> import random
>>> from grundy import games
>>> print(random_position(games.find("wall-making"), random.Random(1), 6))
..
.X
..
"""

from __future__ import annotations

from functools import singledispatch
from itertools import product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from grundy.errors import RulesetError
from grundy.families.cutting.board import Kind
from grundy.families.heaps.treblecross import REACH
from grundy.families.pieces.rules import Grid
from grundy.games.notations.chord_diagrams import ChordDiagrams
from grundy.games.notations.heap_lists import HeapLists
from grundy.games.notations.letter_boards import LetterBoards
from grundy.games.notations.marked_lines import LEAST_CELLS, MarkedLines
from grundy.games.notations.piece_boards import PieceBoards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from grundy.core.position import Position
    from grundy.games.game import Game, Reader


def random_position(game: Game, rng: Random, size: int) -> Position:
    """Return a random opening position of at most `size` cells, tokens or points (at least 3).

    Boards of the Grid Game keep what its statement guarantees: the last cell is open, and it can be
    reached from every open cell.
    """
    return game.parse(_random(game.reader, rng, max(3, size)))


class Side(NamedTuple):
    """One of the numbers that say how large a position is: its name, its bounds, and one to begin with."""

    name: str
    least: int
    most: int
    usual: int


def sides(game: Game) -> tuple[Side, ...]:
    """Return the numbers that `position_of_size` takes for a game; none where it has no such positions.

    >>> import grundy
    >>> [side.name for side in sides(grundy.games.wall_making)]
    ['rows', 'columns']
    """
    return _sides_of(game.reader)


def position_of_size(game: Game, rng: Random, size: Sequence[int], density: float) -> Position:
    """Return a random opening position of exactly this size: a number for each of the `sides` of the game.

    `density`, from 0 to 1, is the share of cells that are blocked or marked, or of points with a chord;
    heaps do not look at it. Raises `RulesetError` for another size or density.

    >>> import random
    >>> import grundy
    >>> position_of_size(grundy.games.kayles, random.Random(4), (3, 10), 0)
    <Position kayles 4 5 2>
    """
    asked = sides(game)
    if not asked:
        raise RulesetError(f"expected a game with random positions, found {game.name}, which has none")
    if len(size) != len(asked):
        words = " and ".join(side.name for side in asked)
        raise RulesetError(f"expected a size of {game.name}, the number of {words}, found {list(size)}")
    for number, side in zip(size, asked, strict=True):
        if not side.least <= number <= side.most:
            raise RulesetError(f"expected from {side.least:,} to {side.most:,} {side.name}, found {number:,}")
    if not 0 <= density <= 1:
        raise RulesetError(f"expected a density from 0 to 1, found {density}")
    return game.parse(_of_size(game.reader, rng, tuple(size), density))


def played_position(game: Game, rng: Random, size: int, moves: int) -> Position:
    """Return a random position after up to `moves` random moves: one in the middle of play."""
    position = random_position(game, rng, size)
    for _ in range(moves):
        choices = position.choices()
        if not choices:
            break
        position = rng.choice(list(choices)).after
    return position


def every_position(game: Game, size: int) -> Iterator[Position]:
    """Yield all opening positions of exactly `size` cells, tokens in one heap, or points.

    For a piece: all of its places on all boards of so many cells, with every way to block others.
    """
    for text in _every(game.reader, size):
        yield game.parse(text)


def spiteful_positions(game: Game, size: int) -> Iterator[Position]:
    """Yield positions with sides or sizes near `size` that wrong programs like to get wrong.

    Single rows and columns, boards of one letter, of two letters in turn and with one odd cell;
    empty heaps and equal ones; the smallest diagrams; the piece on the goal and in dead ends.
    """
    for text in _spiteful(game.reader, size):
        yield game.parse(text)


def _sides(rng: Random, size: int) -> tuple[int, int]:
    height = rng.randint(1, size)
    width = rng.randint(1, max(1, size // height))
    return (height, width) if rng.random() < 0.5 else (width, height)


def _shapes(size: int) -> Iterator[tuple[int, int]]:
    for height in range(1, size + 1):
        if size % height == 0:
            yield height, size // height


def _rows(letters: str | tuple[str, ...], width: int) -> str:
    return "\n".join("".join(letters[start : start + width]) for start in range(0, len(letters), width))


@singledispatch
def _random(reader: Reader, rng: Random, size: int) -> str:
    del size, rng
    raise TypeError(reader)


@singledispatch
def _sides_of(reader: Reader) -> tuple[Side, ...]:
    del reader
    return ()


@singledispatch
def _of_size(reader: Reader, rng: Random, size: tuple[int, ...], density: float) -> str:
    del rng, size, density
    raise TypeError(reader)


@singledispatch
def _every(reader: Reader, size: int) -> Iterator[str]:
    del size
    raise TypeError(reader)


@singledispatch
def _spiteful(reader: Reader, size: int) -> Iterator[str]:
    del size
    raise TypeError(reader)


@_random.register(LetterBoards)
def _(reader: LetterBoards, rng: Random, size: int) -> str:
    height, width = _sides(rng, size)
    weights = [rng.random() + 0.05 for _ in reader.letters]
    return _rows("".join(rng.choices(reader.letters, weights, k=height * width)), width)


@_sides_of.register(LetterBoards)
def _(reader: LetterBoards) -> tuple[Side, ...]:
    del reader
    return (Side("rows", 1, 100, 6), Side("columns", 1, 100, 6))


@_of_size.register(LetterBoards)
def _(reader: LetterBoards, rng: Random, size: tuple[int, ...], density: float) -> str:
    blocked = [letter for letter, kind in reader.kinds if kind == Kind.BLOCKED]
    others = [letter for letter, kind in reader.kinds if kind != Kind.BLOCKED]
    letters = [rng.choice(blocked if blocked and rng.random() < density else others) for _ in range(prod(size))]
    return _rows(tuple(letters), size[1])


@_every.register(LetterBoards)
def _(reader: LetterBoards, size: int) -> Iterator[str]:
    for _height, width in _shapes(size):
        for letters in product(reader.letters, repeat=size):
            yield _rows(letters, width)


@_spiteful.register(LetterBoards)
def _(reader: LetterBoards, size: int) -> Iterator[str]:
    for height, width in ((1, 1), (1, size), (size, 1), (2, size), (size, size)):
        for first in reader.letters:
            yield _rows(first * (height * width), width)
            for second in reader.letters.replace(first, ""):
                turns = [
                    "".join((first, second)[(row + column) % 2] for column in range(width)) for row in range(height)
                ]
                yield "\n".join(turns)
                cells = [first] * (height * width)
                cells[len(cells) // 2] = second
                yield _rows(tuple(cells), width)
                yield "\n".join([second * width, *[first * width] * (height - 1)])


@_random.register(MarkedLines)
def _(reader: MarkedLines, rng: Random, size: int) -> str:
    del reader
    line, gap = "", 0
    for _cell in range(rng.randint(LEAST_CELLS, max(size, LEAST_CELLS))):
        marked = gap == 0 and rng.random() < 0.2
        line += "X" if marked else "."
        gap = REACH if marked else max(0, gap - 1)
    return line


@_sides_of.register(MarkedLines)
def _(reader: MarkedLines) -> tuple[Side, ...]:
    del reader
    return (Side("cells", LEAST_CELLS, 1000, 20),)


@_of_size.register(MarkedLines)
def _(reader: MarkedLines, rng: Random, size: tuple[int, ...], density: float) -> str:
    del reader
    line = bytearray(b"." * size[0])
    for place in rng.sample(range(size[0]), size[0]):
        if rng.random() < density and b"X" not in line[max(0, place - REACH) : place + REACH + 1]:
            line[place] = ord("X")
    return line.decode()


@_every.register(MarkedLines)
def _(reader: MarkedLines, size: int) -> Iterator[str]:
    del reader
    for letters in product(".X", repeat=max(size, LEAST_CELLS)):
        line = "".join(letters)
        if "XX" not in line and "X.X" not in line:
            yield line


@_spiteful.register(MarkedLines)
def _(reader: MarkedLines, size: int) -> Iterator[str]:
    del reader
    yield from ("...", "X..", "X..X", "..X..", "..." + "." * size, "X.." + "." * size, "." * size + "..X")


@_random.register(HeapLists)
def _(reader: HeapLists, rng: Random, size: int) -> str:
    del reader
    sizes: list[int] = []
    while size > 0 and (not sizes or rng.random() < 0.6):
        sizes.append(rng.randint(0, size))
        size -= sizes[-1]
    return " ".join(map(str, sizes))


@_sides_of.register(HeapLists)
def _(reader: HeapLists) -> tuple[Side, ...]:
    del reader
    return (Side("heaps", 1, 20, 3), Side("tokens in the largest heap, at most", 0, 10_000, 12))


@_of_size.register(HeapLists)
def _(reader: HeapLists, rng: Random, size: tuple[int, ...], density: float) -> str:
    del reader, density
    return " ".join(str(rng.randint(min(1, size[1]), size[1])) for _ in range(size[0]))


@_every.register(HeapLists)
def _(reader: HeapLists, size: int) -> Iterator[str]:
    del reader
    yield str(size)


@_spiteful.register(HeapLists)
def _(reader: HeapLists, size: int) -> Iterator[str]:
    del reader
    yield from ("0", "0 0", "1", "1 1", f"{size} {size}", f"{size} {size - 1} 1", f"{size} 0")


@_random.register(ChordDiagrams)
def _(reader: ChordDiagrams, rng: Random, size: int) -> str:
    del reader
    return str(rng.randint(3, size))


@_sides_of.register(ChordDiagrams)
def _(reader: ChordDiagrams) -> tuple[Side, ...]:
    del reader
    return (Side("points", 1, 200, 12),)


@_of_size.register(ChordDiagrams)
def _(reader: ChordDiagrams, rng: Random, size: tuple[int, ...], density: float) -> str:
    """Draw chords between neighbours among the points that are left: none crosses another."""
    del reader
    free = list(range(1, size[0] + 1))
    chords: list[str] = []
    while len(free) > 1 and 2 * (len(chords) + 1) <= density * size[0]:
        place = rng.randrange(len(free) - 1)
        width = min(rng.randint(1, 3), len(free) - 1 - place)
        chords.append(f"{free[place]}-{free[place + width]}")
        free = free[:place] + free[place + width + 1 :]  # points inside the chord stay free: no chord crosses it
    return " ".join([str(size[0]), *chords])


@_every.register(ChordDiagrams)
def _(reader: ChordDiagrams, size: int) -> Iterator[str]:
    del reader
    yield str(size)


@_spiteful.register(ChordDiagrams)
def _(reader: ChordDiagrams, size: int) -> Iterator[str]:
    del reader
    yield from ("3", "4 1-2", "4 1-3", "4 1-2 3-4", "5 2-5", f"{size} 1-{size}", f"{size} 2-{size}")


@_random.register(PieceBoards)
def _(reader: PieceBoards, rng: Random, size: int) -> str:
    height, width = _sides(rng, size)
    if reader.limited:
        height, width = max(2, height), max(2, width)
    density = rng.choice((0.0, 0.1, 0.3, 0.5))
    blocked = [[rng.random() < density for _ in range(width)] for _ in range(height)]
    blocked[-1][-1] = False
    limit = rng.randint(0, min(height, width) - 1) if reader.limited else None
    if reader.limited:
        _block_dead_ends(reader, blocked, limit)
    places = [(row, column) for row in range(height) for column in range(width) if not blocked[row][column]]
    return _board(blocked, rng.choice(places), limit)


@_sides_of.register(PieceBoards)
def _(reader: PieceBoards) -> tuple[Side, ...]:
    least = 2 if reader.limited else 1
    return (Side("rows", least, 100, 7), Side("columns", least, 100, 10))


@_of_size.register(PieceBoards)
def _(reader: PieceBoards, rng: Random, size: tuple[int, ...], density: float) -> str:
    height, width = size
    blocked = [[rng.random() < density for _ in range(width)] for _ in range(height)]
    blocked[0][0] = blocked[-1][-1] = False
    limit = rng.randint(0, min(height, width) - 1) if reader.limited else None
    if reader.limited:
        _block_dead_ends(reader, blocked, limit)
    places = [(row, column) for row in range(height) for column in range(width) if not blocked[row][column]]
    return _board(blocked, places[0], limit)


def _block_dead_ends(reader: PieceBoards, blocked: list[list[bool]], limit: int | None) -> None:
    """Block each cell from which the goal cannot be reached; steps lead down and right."""
    height, width = len(blocked), len(blocked[0])
    rules = reader.rules(Grid(height, width, bytes(cell for row in blocked for cell in row)), limit)
    reaches = {(height - 1, width - 1)}
    for row in reversed(range(height)):
        for column in reversed(range(width)):
            targets = (option.move for option in rules.options((row, column)))
            if not blocked[row][column] and any(target in reaches for target in targets):
                reaches.add((row, column))
    for row in range(height):
        for column in range(width):
            blocked[row][column] = (row, column) not in reaches


def _board(blocked: list[list[bool]], piece: tuple[int, int], limit: int | None) -> str:
    rows = [[".#"[cell] for cell in row] for row in blocked]
    rows[piece[0]][piece[1]] = "@"
    head = [] if limit is None else [f"K={limit}"]
    return "\n".join([*head, *map("".join, rows)])


@_every.register(PieceBoards)
def _(reader: PieceBoards, size: int) -> Iterator[str]:
    for height, width in _shapes(size):
        limits = range(min(height, width)) if reader.limited else (None,)
        for cells in product((False, True), repeat=size):
            blocked = [list(cells[row * width : (row + 1) * width]) for row in range(height)]
            places = [(row, column) for row in range(height) for column in range(width) if not blocked[row][column]]
            for limit in limits:
                for piece in places:
                    yield _board(blocked, piece, limit)


@_spiteful.register(PieceBoards)
def _(reader: PieceBoards, size: int) -> Iterator[str]:
    for height, width in ((1, size), (size, 1), (size, size), (2, 2)):
        for limit in (0, 1, min(height, width) - 1) if reader.limited else (None,):
            for block in ("none", "middle", "beside the goal", "around the piece"):
                blocked = [[False] * width for _ in range(height)]
                if block == "middle":
                    blocked[height // 2][width // 2] = True
                if block == "beside the goal":
                    blocked[-1][width - 2] = blocked[height - 2][-1] = True
                if block == "around the piece":
                    blocked[0][1 % width] = blocked[1 % height][0] = True
                for piece in ((0, 0), (height - 1, width - 1)):
                    blocked[piece[0]][piece[1]] = False
                    yield _board(blocked, piece, limit)
