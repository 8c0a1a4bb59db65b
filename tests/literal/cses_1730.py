"""CSES 1730, Nim Game I, from the statement: all ways to remove sticks."""

from ._cases import counted
from ._play import answers, fewer, first_wins, heaps


def answer(text: str) -> str | None:
    """Answer first or second for each case; None for large ones."""
    return answers((first_wins(tuple(sorted(case)), heaps(fewer)) for case in counted(text)), "first", "second")
