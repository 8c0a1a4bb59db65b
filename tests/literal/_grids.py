"""What the oracles of games on grids share: texts, names and runs of cells, and play on the letters of a board."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from ._mex import mex

Cell = tuple[int, int]
Steps = tuple[tuple[int, int], ...]
Board = tuple[tuple[Cell, str], ...]  # each cell with its letter: a dictionary that can be a key

RISING: Steps = ((-1, 1), (1, -1))  # the diagonal /, where row + column is constant
FALLING: Steps = ((-1, -1), (1, 1))  # the diagonal \, where row - column is constant
BOTH: Steps = RISING + FALLING
STRAIGHT: Steps = ((-1, 0), (1, 0), (0, -1), (0, 1))


def read(text: str, allowed: Iterable[str] = ()) -> dict[Cell, str]:
    """Return the letter of each cell; ValueError where letters are allowed, but not all of these."""
    board = {(row, column): letter for row, line in enumerate(text.splitlines()) for column, letter in enumerate(line)}
    if allowed and not set(board.values()) <= {*allowed}:
        raise ValueError(f"letters other than {''.join(sorted(allowed))}: {text!r}")
    return board


def write(board: Mapping[Cell, str]) -> str:
    """Write the rows."""
    rows: dict[int, str] = {}
    for (row, _), letter in board.items():
        rows[row] = rows.get(row, "") + letter
    return "\n".join(rows.values())


def name(cell: Cell) -> str:
    """Return the name of a cell, such as `r2c5` (row 2, column 5, from 1)."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def run(start: Cell, step: tuple[int, int], among: frozenset[Cell]) -> Iterator[Cell]:
    """Walk from a cell, without it, as far as the cells are among these."""
    cell = start[0] + step[0], start[1] + step[1]
    while cell in among:
        yield cell
        cell = cell[0] + step[0], cell[1] + step[1]


# Boards of letters, of which a move changes some.


def short_name(board: Board, cell: Cell) -> str:
    """Name a cell, as texts do: `r2c5`, in a single row `5`."""
    return name(cell) if board[-1][0][0] else str(cell[1] + 1)


def put(board: Board, changes: Mapping[Cell, str]) -> Board:
    """Return the board with other letters on some cells."""
    return tuple((cell, changes.get(cell, letter)) for cell, letter in board)


def played(
    after: Callable[[Board], Iterable[tuple[str, Board]]],
) -> tuple[Callable[[str], dict[str, str]], Callable[[str], int]]:
    """Return two functions of a text: each move with the text after it, and the Grundy value of the whole board."""

    @cache
    def value(board: Board) -> int:
        return mex(value(left) for _, left in after(board))

    def moves(text: str) -> dict[str, str]:
        return {move: write(dict(left)) for move, left in after(tuple(read(text).items()))}

    def nimber(text: str) -> int:
        return value(tuple(read(text).items()))

    return moves, nimber


# Boards where a pick removes its cell and the unbroken runs from there in the directions of its letter, each up to the
# first removed cell or the edge. What stands beyond a removed cell stays.


def clearing_moves(text: str, clears: Mapping[str, Steps], removed: str, others: str = "") -> dict[str, str]:
    """Map each pick, such as `r2c5`, to the text after it; cells of the `others` are cleared, but not picked."""
    board = read(text, {*clears, removed, *others})
    there = frozenset(cell for cell, letter in board.items() if letter != removed)
    found = {}
    for cell, letter in board.items():
        if letter in clears:
            left = _cleared(there, cell, clears[letter])
            found[name(cell)] = write({one: board[one] if one in left else removed for one in board})
    return found


def clearing_nimber(text: str, clears: Mapping[str, Steps], removed: str, others: str = "") -> int:
    """Return the Grundy value of the whole position; no part is ever looked at on its own."""
    board = read(text, {*clears, removed, *others})

    @cache
    def value(there: frozenset[Cell]) -> int:
        return mex(value(_cleared(there, cell, clears[board[cell]])) for cell in there if board[cell] in clears)

    return value(frozenset(cell for cell, letter in board.items() if letter != removed))


def _cleared(there: frozenset[Cell], picked: Cell, steps: Steps) -> frozenset[Cell]:
    return there.difference({picked}, *(run(picked, step, there) for step in steps))


# Boards with one piece: rows of `.` (open), `#` (blocked) and one `@`.


def read_piece(text: str) -> tuple[Cell, frozenset[Cell]]:
    """Return the cell of the piece, and the cells that it may stand on (its own among them)."""
    board = read(text, ".#@")
    pieces = [cell for cell, letter in board.items() if letter == "@"]
    if len(pieces) != 1:
        raise ValueError(f"not one '@': {text!r}")
    return pieces[0], frozenset(cell for cell, letter in board.items() if letter != "#")


def move_piece(text: str, target: Cell) -> str:
    """Return the text with the piece on another cell; the one that it leaves is open."""
    return write({**read(text.replace("@", ".")), target: "@"})
