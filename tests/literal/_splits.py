"""Ways in which one heap, or one row, becomes two."""


def splits(tokens: int) -> set[tuple[int, ...]]:
    """Return the pairs of heaps, none empty, the smaller one first, that have so many tokens together."""
    return {(one, tokens - one) for one in range(1, tokens // 2 + 1)}


def row(things: int, taken: int) -> set[tuple[int, ...]]:
    """Return what is left of a row after so many that touch are gone: at most two rows, the shorter one first."""
    return {
        tuple(sorted(side for side in (before, things - taken - before) if side))
        for before in range(things - taken + 1)
    }
