"""Digraphs from the arguments of users: a mapping, a graph of networkx, edges, or a sparse matrix."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.core.loopy.labels import RowPairs, by_row, cost
from grundy.errors import RulesetError
from grundy.runtime import limits
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from numpy.typing import NDArray

Names = Sequence[Hashable] | None

_MOST = 2**31 - 1  # vertices


def read(graph: Any, vertices: int | None) -> tuple[RowPairs, Names]:
    """Return the options of each vertex by rows, and the names of the vertices, or None if they have no names."""
    if hasattr(graph, "indptr") and hasattr(graph, "indices"):
        if getattr(graph, "format", "csr") != "csr":  # matrices by columns or by blocks have these arrays as well
            graph = graph.tocsr()
        return _matrix(graph.indptr, graph.indices, vertices), None
    named = graph if isinstance(graph, Mapping) else getattr(graph, "adj", None)
    if named is None:
        return _edges(graph, vertices), None
    if vertices is not None:
        raise RulesetError("error.digraph-count", found=repr(vertices))
    return _mapping(named)


def _mapping(options: Mapping[Hashable, Iterable[Hashable]]) -> tuple[RowPairs, Names]:
    numbers = {name: number for number, name in enumerate(options)}
    sources, targets = list[int](), list[int]()
    for number, (name, own) in enumerate(list(options.items())):
        try:
            after = [numbers.setdefault(option, len(numbers)) for option in _no_text(own)]
        except TypeError:  # not iterable, or not hashable
            raise RulesetError("error.digraph-options", vertex=repr(name), found=repr(own)) from None
        sources += [number] * len(after)
        targets += after
    rows = by_row(np.array(sources, np.int32), np.array(targets, np.int32), len(numbers))
    return rows, tuple(numbers)


def _no_text(options: Iterable[Hashable]) -> Iterable[Hashable]:
    """Return the options; raise `TypeError` for a text, whose letters would be read as vertices."""
    if isinstance(options, str | bytes):
        raise TypeError
    return options


def _edges(edges: Any, vertices: int | None) -> RowPairs:
    if not hasattr(edges, "__array__") and not isinstance(edges, Iterable):
        raise RulesetError("error.digraph", found=repr(edges))
    try:
        pairs = np.asarray(edges if hasattr(edges, "__array__") or isinstance(edges, Sequence) else list(edges))
    except ValueError:  # of NumPy, for rows of several lengths
        raise RulesetError("error.digraph-ragged") from None
    if not pairs.size:
        pairs = np.empty((0, 2), np.int64)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "ui":
        raise RulesetError("error.digraph-edges", dtype=str(pairs.dtype), shape=str(pairs.shape))
    count = _count(vertices, int(pairs.max()) + 1 if pairs.size else 0)
    limits.check(Message("over.digraph", {"vertices": count, "edges": len(pairs)}), cost(count, len(pairs)))
    _check(pairs, count, lambda place: f"edge {place // 2}")
    sources, targets = pairs.astype(np.int32).T
    return by_row(np.ascontiguousarray(sources), np.ascontiguousarray(targets), count)


def _matrix(indptr: Any, indices: Any, vertices: int | None) -> RowPairs:
    starts, columns = np.asarray(indptr), np.asarray(indices)
    if starts.ndim != 1 or not len(starts) or columns.ndim != 1 or {starts.dtype.kind, columns.dtype.kind} - {"i", "u"}:
        raise RulesetError("error.digraph-matrix")
    if starts[0] != 0 or starts[-1] != len(columns) or (np.diff(starts.astype(np.int64)) < 0).any():
        raise RulesetError("error.digraph-indptr", indices=len(columns))
    count = _count(vertices, len(starts) - 1)
    if count != len(starts) - 1:
        raise RulesetError("error.digraph-rows", rows=len(starts) - 1, found=count)
    _check(columns, count, lambda place: f"index {place}")
    return RowPairs(starts.astype(np.int64), columns.astype(np.int32))


def _count(vertices: int | None, least: int) -> int:
    try:
        count = least if vertices is None else index(vertices)
    except TypeError:
        raise RulesetError("error.digraph-size", most=_MOST, found=repr(vertices)) from None
    if not 0 <= count <= _MOST:
        raise RulesetError("error.digraph-size", most=_MOST, found=count)
    return count


def _check(numbers: NDArray[Any], count: int, where: Callable[[int], str]) -> None:
    """Raise an error that names the first number that is not a vertex."""
    if numbers.size and (numbers.min() < 0 or numbers.max() >= count):
        place = int(((numbers < 0) | (numbers >= count)).argmax())
        raise RulesetError("error.digraph-range", where=where(place), last=count - 1, found=int(numbers.flat[place]))
