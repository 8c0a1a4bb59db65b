"""Guiles. Take a heap of one or two whole, or take two from a heap and leave the rest as two heaps."""

from ._splits import splits


def left(heap: int) -> set[tuple[int, ...]]:
    """Return what one move can leave of the heap."""
    return ({()} if heap in (1, 2) else set()) | splits(heap - 2)
