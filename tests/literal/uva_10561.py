"""UVa 10561, Treblecross, from the statement."""

from ._treblecross import winning_cells


def answer(text: str) -> str | None:
    """Answer two lines for each state: a word and the winning cells; None for long ones."""
    _, *rows = text.split()
    found = [winning_cells(row) for row in rows]
    if None in found:
        return None
    return "".join(f"{'WINNING' if cells else 'LOSING'}\n{' '.join(map(str, cells or []))}\n" for cells in found)
