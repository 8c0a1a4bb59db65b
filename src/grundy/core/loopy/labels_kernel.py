"""Labels the vertices of a digraph with nimbers, by retrograde analysis, one nimber after the other.

Arrays hold a graph by rows: the options of vertex v are ``targets[starts[v]:starts[v + 1]]``. `back_starts` and `back`
hold the graph with all edges reversed.
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
    """Sort the pairs of `rows` and `columns` by rows. `starts`, at first zeros, has two entries more than rows.

    Afterwards the columns of row r, in their original order, are ``out[starts[r]:starts[r + 1]]``.
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
    """Prepare `label`: queue the vertices whose options have exactly the labels below `nimber`, and count them."""
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
    """Label the vertices of the queue with `nimber`, extend the queue, and return its next place and its size.

    A vertex gets the label n if its options have all labels below n, and each option without a label below n has an
    option with the label n, which undoes the move. So the algorithm is a search for P-positions among the vertices
    without a label, in which a vertex whose options lack a label below n cannot be P.

    `span` is the next place of the queue, its size, and the number of edges after which to pause. `labels` are -1 for
    vertices without a label. `reaches` is the least label that the options of a vertex lack. `unlabelled` counts its
    options without a label, and `waiting` those not known to have an option with the label n. `depth`, -1 if not
    known, is the number of moves until the end, as if n were 0: even for vertices with the label n, else odd.
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
