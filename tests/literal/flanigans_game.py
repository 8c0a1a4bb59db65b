"""Flanigan's game. Take one token from a heap, leaving at most one heap, or take two and leave two heaps."""

from ._splits import splits


def left(heap: int) -> set[tuple[int, ...]]:
    """Return what one move can leave of the heap."""
    return ({(heap - 1,) if heap > 1 else ()} if heap else set()) | splits(heap - 2)
