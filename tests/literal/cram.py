"""Cram from its rules. Text: rows of `.` (free) and `#`. `cram_cells` has it on the set of free cells."""

from . import cram_cells

LARGEST = 12


def moves(text: str) -> dict[str, str]:
    """Map each move to the text after it."""
    rows = text.split()
    found = {}
    for move, free in cram_cells.moves(cram_cells.read(text)).items():
        lines = ["".join(".#"[(row, column) not in free] for column in range(len(rows[0]))) for row in range(len(rows))]
        place, way = move.split()
        found[f"{place if len(rows) > 1 else place.removeprefix('r1c')} {way}"] = "\n".join(lines)
    return found


def nimber(text: str) -> int:
    """Return the Grundy value."""
    return cram_cells.nimber(cram_cells.read(text))
