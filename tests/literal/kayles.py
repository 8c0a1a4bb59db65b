"""Kayles. Knock down one pin of a row, or two that touch; what is on either side is a row of its own."""

from ._splits import row


def left(heap: int) -> set[tuple[int, ...]]:
    """Return what one move can leave of the heap."""
    return row(heap, 1) | row(heap, 2)
