"""What the games on boards of letters share: a board is a mapping of cells to letters, frozen as a sorted tuple."""

Cell = tuple[int, int]
Board = tuple[tuple[Cell, str], ...]


def read(text: str) -> Board:
    """Return the letter of each cell."""
    return tuple(((row, column), x) for row, line in enumerate(text.split()) for column, x in enumerate(line))


def write(board: Board) -> str:
    """Write the rows."""
    rows: dict[int, str] = {}
    for (row, _), letter in board:
        rows[row] = rows.get(row, "") + letter
    return "\n".join(rows.values())


def put(board: Board, changes: dict[Cell, str]) -> Board:
    """Return the board with other letters on some cells."""
    return tuple((cell, changes.get(cell, letter)) for cell, letter in board)


def name(board: Board, cell: Cell) -> str:
    """Name a cell, as texts do: `r2c5`, in a single row `5`."""
    return f"r{cell[0] + 1}c{cell[1] + 1}" if board[-1][0][0] else str(cell[1] + 1)
