"""Officers. Take one token from a heap of at least two, and leave the rest as one heap or as two."""

from ._splits import splits


def left(heap: int) -> set[tuple[int, ...]]:
    """Return what one move can leave of the heap."""
    return {(heap - 1,)} | splits(heap - 1) if heap >= 2 else set()
