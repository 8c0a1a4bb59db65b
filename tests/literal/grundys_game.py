"""Grundy's game. Split a heap into two heaps of different sizes."""

from ._splits import splits


def left(heap: int) -> set[tuple[int, ...]]:
    """Return what one move can leave of the heap."""
    return {pair for pair in splits(heap) if pair[0] != pair[1]}
