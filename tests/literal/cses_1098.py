"""CSES 1098, Nim Game II, from the statement: all ways to remove 1, 2 or 3 sticks."""

from collections.abc import Iterator

from ._cases import counted
from ._play import answers, first_wins, heaps


def answer(text: str) -> str | None:
    """Answer first or second for each case; None for large ones."""
    return answers((first_wins(tuple(sorted(case)), heaps(_remove)) for case in counted(text)), "first", "second")


def _remove(heap: int) -> Iterator[tuple[int]]:
    return ((heap - sticks,) for sticks in (1, 2, 3) if sticks <= heap)
