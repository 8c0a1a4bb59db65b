"""Lasker's Nim. Take any number of tokens from a heap, or split a heap into two without taking any."""

from ._splits import splits


def left(heap: int) -> set[tuple[int, ...]]:
    """Return what one move can leave of the heap."""
    return {(rest,) if rest else () for rest in range(heap)} | splits(heap)
