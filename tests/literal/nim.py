"""Nim. Take any number of tokens from one heap."""


def left(heap: int) -> set[tuple[int, ...]]:
    """Return what one move can leave of the heap."""
    return {(rest,) if rest else () for rest in range(heap)}
