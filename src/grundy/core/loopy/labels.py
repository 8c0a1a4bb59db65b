"""The labels of all vertices of a digraph: nimbers (some vertices have none), outcomes, and remoteness."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from grundy.core.loopy import labels_kernel as kernel
from grundy.runtime import arrays, compiling, progress
from grundy.runtime.jit import reporting_compiles
from grundy.runtime.limits import Cost

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EDGES_AT_ONCE = 5_000_000  # between two reports
_PLAIN_EDGES_AT_ONCE = 20_000  # the same for the plain functions
_PER_VERTEX, _PER_EDGE = 52, 24  # bytes: rows in both directions, seven arrays of labels; the edges from the caller

_FUNCTIONS = tuple((str(Path(__file__).with_name("labels_kernel.py")), name) for name in ("begin", "by_row", "label"))
KERNEL = compiling.MachineCode(_FUNCTIONS)


class RowPairs(NamedTuple):
    """Pairs of numbers, grouped by the first number: row r is ``columns[starts[r]:starts[r + 1]]``."""

    starts: NDArray[np.int64]
    columns: NDArray[np.int32]


class Labels(NamedTuple):
    """Arrays of int32: nimbers, -1 for a vertex without one, and remoteness, -1 for a draw.

    `ranks`, of int64, are a counter function: a move from a vertex that has a nimber to one without a smaller nimber
    can be undone by a move to the same nimber and a lower rank, and larger nimbers have higher ranks. Source: Fraenkel
    and Yesha, The generalized Sprague-Grundy function and its invariance under certain mappings (1986).
    """

    nimbers: NDArray[np.int32]
    remoteness: NDArray[np.int32]
    ranks: NDArray[np.int64]


def cost(vertices: int, edges: int) -> Cost:
    """Return the cost of reading a digraph and labelling its vertices."""
    return Cost(edges, _PER_VERTEX * vertices + _PER_EDGE * edges)


def by_row(rows: NDArray[np.int32], columns: NDArray[np.int32], count: int) -> RowPairs:
    """Return the pairs of two arrays, grouped into `count` rows. Time and memory are linear."""
    starts = arrays.filled(count + 2, 0, "i8")
    out = arrays.filled(len(columns), 0, "i4")
    run = kernel.by_row if compiling.pays_off(KERNEL, len(rows) + count) else kernel.by_row.plain
    with reporting_compiles():
        run(rows, columns, starts, out)
    return RowPairs(starts[:-1], out)


def backwards(graph: RowPairs) -> RowPairs:
    """Return the graph with all edges reversed."""
    return by_row(graph.columns, _repeated(_lengths(graph.starts)), len(graph.starts) - 1)


def _lengths(starts: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return how many columns each row has."""
    if isinstance(starts, list):
        return cast("NDArray[np.int32]", [last - first for first, last in pairwise(starts)])
    found: NDArray[np.int32] = (starts[1:] - starts[:-1]).astype("i4")
    return found


def _repeated(counts: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return an array in which each index i occurs ``counts[i]`` times."""
    if isinstance(counts, list):
        return cast("NDArray[np.int32]", [place for place, count in enumerate(counts) for _ in range(count)])
    import numpy as np

    return np.repeat(np.arange(len(counts), dtype=np.int32), counts)


def label(graph: RowPairs, most: int | None = None) -> Labels:
    """Return the labels of all vertices, with nimbers up to `most`, or with all nimbers.

    Each nimber costs at most one visit of each edge that leads to a vertex without a smaller nimber.
    """
    back = backwards(graph)
    vertices = len(graph.starts) - 1
    labels = arrays.filled(vertices, -1, "i4")
    reaches = arrays.filled(vertices, 0, "i4")
    unlabelled = _lengths(graph.starts)
    waiting, queue, depth = (arrays.filled(vertices, 0, "i4") for _ in range(3))
    remoteness = depth  # of nimber 0: see `kernel.label`
    ranks = arrays.filled(vertices, -1, "i8")
    nimber = rank = 0
    compiled = compiling.pays_off(KERNEL, len(graph.columns) + vertices)
    begin, run = (kernel.begin, kernel.label) if compiled else (kernel.begin.plain, kernel.label.plain)
    edges = EDGES_AT_ONCE if compiled else _PLAIN_EDGES_AT_ONCE
    while most is None or nimber <= most:
        scratch = (labels, reaches, unlabelled, waiting, queue, depth)
        with reporting_compiles():
            at, size = 0, begin(nimber, *scratch)
        while at < size:
            progress.report(int(at), None)
            with reporting_compiles():
                at, size = run(nimber, (at, size, edges), *back, *scratch)
        _rank(labels, nimber, depth, rank, ranks)
        rank += vertices  # more than any depth, so that larger nimbers have higher ranks
        if nimber == 0:  # keep these depths; the next nimbers write to another array
            remoteness, depth = depth, arrays.filled(vertices, 0, "i4")
        elif not size:  # no vertex has this nimber, so none has a larger one
            break
        nimber += 1
    return Labels(labels, remoteness, ranks)


def _rank(
    labels: NDArray[np.int32], nimber: int, depth: NDArray[np.int32], first: int, ranks: NDArray[np.int64]
) -> None:
    """Set the ranks of the vertices with this nimber, counted from `first`."""
    if isinstance(labels, list):
        for vertex, found in enumerate(labels):
            if found == nimber:
                ranks[vertex] = first + depth[vertex]
        return
    new = labels == nimber
    ranks[new] = first + depth[new]
