"""Dawson's chess. Take a file of a row together with its neighbouring files; the rest may fall into two rows."""


def left(heap: int) -> set[tuple[int, ...]]:
    """Return what one move can leave of the row."""
    return {
        tuple(sorted(side for side in (file - 1, heap - file - 2) if side > 0))
        for file in range(heap)  # with so many before it
    }
