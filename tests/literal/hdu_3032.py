"""HDU 3032, Nim or not Nim?, from the statement: all ways to take from a heap, or to separate one into two."""

from collections.abc import Iterator

from ._cases import counted
from ._play import answers, fewer, first_wins, heaps


def answer(text: str) -> str | None:
    """Answer Alice or Bob for each case; None for large ones."""
    return answers((first_wins(tuple(sorted(case)), heaps(_move)) for case in counted(text)), "Alice", "Bob")


def _move(heap: int) -> Iterator[tuple[int, ...]]:
    yield from fewer(heap)
    yield from ((part, heap - part) for part in range(1, heap))
