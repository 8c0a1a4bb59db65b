"""HDU 1850, Being a Good Boy in Spring Festival, from the statement: the first moves that win, counted."""

from ._cases import until_zero
from ._play import fewer, heaps, winners


def answer(text: str) -> str | None:
    """Answer the number of first moves that win, for each case until a 0; None for large ones."""
    found = [winners(case, heaps(fewer)) for case in until_zero(text)]
    return None if None in found else "".join(f"{len(moves or [])}\n" for moves in found)
