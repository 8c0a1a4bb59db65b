"""Labels the vertices of a digraph with nimbers, by retrograde analysis, one nimber after the other.

Arrays hold a graph by rows: the options of vertex v are ``targets[starts[v]:starts[v + 1]]``; `back_starts` and
`back` hold it with all edges turned round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.runtime.jit import Kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@Kernel
def by_row(
    rows: NDArray[np.int32], columns: NDArray[np.int32], starts: NDArray[np.int64], out: NDArray[np.int32]
) -> None:
    """Sort the pairs of `rows` and `columns` by rows; `starts`, zeros before, has two entries more than rows.

    Afterwards the columns of row r, in the order in which they were given, are ``out[starts[r]:starts[r + 1]]``.
    """
    for row in rows:
        starts[row + 2] += 1
    for row in range(2, len(starts)):
        starts[row] += starts[row - 1]
    for edge in range(len(rows)):
        row = rows[edge] + 1
        out[starts[row]] = columns[edge]
        starts[row] += 1


@Kernel
def begin(
    nimber: int,
    labels: NDArray[np.int32],
    reaches: NDArray[np.int32],
    unlabelled: NDArray[np.int32],
    waiting: NDArray[np.int32],
    queue: NDArray[np.int32],
    depth: NDArray[np.int32],
) -> int:
    """Prepare `label`: queue the vertices that are worth `nimber` at once, and return how many there are."""
    size = 0
    for v in range(len(labels)):
        waiting[v] = unlabelled[v]
        depth[v] = -1
        if labels[v] < 0 and reaches[v] == nimber and unlabelled[v] == 0:
            queue[size] = v
            depth[v] = 0
            size += 1
    return size


@Kernel
def label(
    nimber: int,
    span: tuple[int, int, int],
    back_starts: NDArray[np.int64],
    back: NDArray[np.int32],
    labels: NDArray[np.int32],
    reaches: NDArray[np.int32],
    unlabelled: NDArray[np.int32],
    waiting: NDArray[np.int32],
    queue: NDArray[np.int32],
    depth: NDArray[np.int32],
) -> tuple[int, int]:
    """Label the vertices worth `nimber` that follow from those in the queue; return its next place and its size.

    A vertex is worth n if its options have all labels below n, and each option without a label below n has an
    option worth n, which undoes the move. So it is as if one looked for P-positions among the vertices without a
    label, where those that lack a smaller label may not be P.

    `span` is the next place of the queue, its size, and the number of edges after which to stop for a while. `labels`
    are -1 where there is none. `reaches` says which label a vertex lacks first among its options; `unlabelled` counts
    options without a label, `waiting` those that are not known to have an option worth n. `depth`, -1 where it is
    not known, is the number of moves until the end, as if n were 0: even where the vertex is worth n, else odd.
    """
    at, size, edges = span
    while at < size and edges > 0:
        v = queue[at]
        at += 1
        first, last = back_starts[v], back_starts[v + 1]
        edges -= last - first
        further = depth[v] + 1
        if further % 2:
            labels[v] = nimber
        for edge in range(first, last):
            u = back[edge]
            if further % 2:
                unlabelled[u] -= 1
                reached = depth[u] < 0
                reaches[u] += reached and reaches[u] == nimber
            else:
                waiting[u] -= 1
                reached = depth[u] < 0 and waiting[u] == 0 and reaches[u] == nimber
            if reached and labels[u] < 0:
                depth[u] = further
                queue[size] = u
                size += 1
    return at, size
