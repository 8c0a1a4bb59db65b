"""A board with blocked cells and one piece: rows of `.` (open), `#` (blocked) and one `@`."""

Cell = tuple[int, int]


def read(text: str) -> tuple[Cell, frozenset[Cell]]:
    """Return the cell of the piece, and the cells that it may stand on (its own among them)."""
    board = {(row, column): letter for row, line in enumerate(text.splitlines()) for column, letter in enumerate(line)}
    pieces = [cell for cell, letter in board.items() if letter == "@"]
    if len(pieces) != 1 or not set(board.values()) <= set(".#@"):
        raise ValueError(f"not rows of '.' and '#' with one '@': {text!r}")
    return pieces[0], frozenset(cell for cell, letter in board.items() if letter != "#")


def name(cell: Cell) -> str:
    """Return the name of a cell, such as `r2c5` (row 2, column 5, from 1)."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def move_piece(text: str, target: Cell) -> str:
    """Return the text with the piece on another cell; the one that it leaves is open."""
    rows = [list(line) for line in text.replace("@", ".").splitlines()]
    rows[target[0]][target[1]] = "@"
    return "\n".join("".join(row) for row in rows)
