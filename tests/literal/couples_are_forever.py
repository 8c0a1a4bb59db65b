"""Couples are forever. Split a heap of any size but two into two heaps."""

from ._splits import splits


def left(heap: int) -> set[tuple[int, ...]]:
    """Return what one move can leave of the heap."""
    return splits(heap) if heap != 2 else set()
