"""CSES 2207, Grundy's Game, from the statement: all ways to divide a heap into two of different sizes."""

from collections.abc import Iterator

from ._play import answers, first_wins, heaps


def answer(text: str) -> str | None:
    """Answer first or second for each heap; None for large ones."""
    _, *sizes = map(int, text.split())
    return answers((first_wins((size,), heaps(_divide)) for size in sizes), "first", "second")


def _divide(heap: int) -> Iterator[tuple[int, int]]:
    return ((part, heap - part) for part in range(1, heap) if 2 * part != heap)
