"""LightOJ 1229, Treblecross, from the statement."""

from ._treblecross import winning_cells


def answer(text: str) -> str | None:
    """Answer the winning cells of each state, or 0; None for long ones."""
    _, *rows = text.split()
    found = [winning_cells(row) for row in rows]
    if None in found:
        return None
    lines = (" ".join(map(str, cells or [0])) for cells in found)
    return "".join(f"Case {number}: {line}\n" for number, line in enumerate(lines, 1))
