"""Games on explicit digraphs: the states are vertices, an option is where an edge leads, and cycles are allowed."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from itertools import pairwise
from numbers import Integral
from typing import TYPE_CHECKING, Any

from grundy.core.loopy.labels import Labels, RowPairs, label
from grundy.core.loopy.tokens import LoopyTokens, Tokens
from grundy.core.position import Position
from grundy.core.values import Loopy, outcome_of
from grundy.errors import RulesetError
from grundy.runtime import arrays

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from grundy.core.values import Outcome

__all__ = ["Digraph", "digraph"]

_VERTEX_BYTES, _EDGE_BYTES = 16, 4
_NAME_BYTES = 300  # of a vertex with a name, including its entry in the dictionary of names


def digraph(graph: Any, vertices: int | None = None) -> Digraph:
    """Return the game on a digraph: a move takes the token along an edge, and a player who cannot move has lost.

    `graph` is one of

    - a mapping of each vertex to its options; a vertex that is only an option has no moves;
    - a graph of networkx; if it is undirected, a move goes along an edge in either direction;
    - an array of integers, or an iterable of pairs of integers, of shape (edges, 2), of the vertices 0 to
      `vertices` - 1, by default up to the largest;
    - a sparse matrix by rows, of SciPy or of anything with ``indptr`` and ``indices``.

    Parallel edges are one move. Vertices are counted from 0, in the order of the mapping or of networkx. Raises
    `RulesetError` for any other argument and for a vertex that does not exist, and `OverBudgetError` if the arrays need
    more memory than is available. Time and memory are linear: a vertex takes 8 bytes and an edge 4, while values are
    found 52 and 12; names take more.

    >>> import grundy
    >>> game = grundy.digraph({"start": ["start", "left", "right"], "left": ["right"], "right": []})
    >>> [str(game.value(vertex)) for vertex in game.names]
    ['∞{0,1}', '1', '0']
    >>> grundy.digraph([(0, 1), (1, 0), (1, 2)]).outcomes()
    array(['P', 'N', 'P'], dtype='<U1')
    """
    from grundy.core.loopy import given_digraphs  # which needs NumPy, as the rules of `Ruleset.digraph` do not

    rows, names = given_digraphs.read(graph, vertices)
    return Digraph(rows, names)


class Digraph:
    """A game on a digraph whose vertices are counted from 0; `grundy.digraph` makes one.

    A vertex is named by its number, or by its name in the mapping or in networkx. Labels are found for all vertices at
    once when they are first needed, and are kept.
    """

    def __init__(self, rows: RowPairs, names: Sequence[Hashable] | None = None) -> None:
        self._rows = rows
        self._names = names

    def __len__(self) -> int:
        """Return the number of vertices."""
        return len(self._rows.starts) - 1

    def __contains__(self, vertex: object) -> bool:
        """Return whether something is a vertex, by its number or its name."""
        if self._names is None:
            return isinstance(vertex, Integral) and 0 <= int(vertex) < len(self)
        return vertex in self._numbers

    @property
    def bytes_held(self) -> int:
        """About how many bytes the digraph takes, with its labels."""
        vertex = _VERTEX_BYTES if self._names is None else _NAME_BYTES
        return vertex * len(self) + _EDGE_BYTES * len(self._rows.columns)

    def __repr__(self) -> str:
        """Return the numbers of vertices and edges as text."""
        return f"<Digraph of {len(self):,} vertices, {len(self._rows.columns):,} edges>"

    @property
    def names(self) -> Sequence[Hashable]:
        """The vertices in their order: their names, or numbers if they have no names."""
        return range(len(self)) if self._names is None else self._names

    def options(self, vertex: Hashable) -> list[Hashable]:
        """Return the vertices to which the token on `vertex` can be moved.

        Raises `RulesetError` for an argument that is not a vertex, as all methods do that take a vertex.
        """
        return [self.names[number] for number in dict.fromkeys(arrays.listed(self._targets(self._number(vertex))))]

    def outcomes(self, *, misere: bool = False) -> NDArray[np.str_]:
        """Return the outcome of each vertex, shape (vertices,): "N", "P", or "D" for a draw, where play need not end.

        With `misere`, the player who makes the last move loses. Retrograde analysis, linear in the edges.
        Source: Winning Ways, chapter 12.

        >>> game = digraph({0: [0, 1], 1: [2], 2: []})
        >>> game.outcomes().tolist(), game.outcomes(misere=True).tolist()
        (['D', 'N', 'P'], ['N', 'P', 'N'])
        """
        import numpy as np

        remoteness = self.remoteness(misere=misere)
        return np.where(remoteness < 0, "D", np.where(remoteness % 2 != misere, "N", "P"))

    def remoteness(self, *, misere: bool = False) -> NDArray[np.int32]:
        """Return how many moves are made from each vertex if the winner hurries and the loser delays.

        Shape (vertices,); -1 for draws. Even for P-positions and odd for N-positions. With `misere`, the player who
        makes the last move loses, and it is the other way round. Source: Steinhaus (1925).

        >>> game = digraph([(3, 2), (2, 1), (1, 0), (3, 0)])
        >>> game.remoteness().tolist(), game.remoteness(misere=True).tolist()
        ([0, 1, 2, 1], [0, 1, 2, 3])
        """
        if not misere:
            return self._wins.remoteness.copy()
        import numpy as np

        return np.where(self._misere_wins < 0, -1, self._misere_wins - 1).astype(np.int32)

    def position(self, *vertices: Hashable) -> Position:
        """Return a sum with a token on each of some vertices as a position, with moves, explanations and `misere`.

        If a cycle can be reached from a vertex, its component belongs to loopy rules: there are draws, and there is no
        misère play. The position takes some hundred bytes for each edge of the graph.

        >>> game = digraph({"a": ["b", "c"], "b": ["c"], "c": []})
        >>> sum_of_two = game.position("a", "b")
        >>> sum_of_two.outcome.value, sum_of_two.misere.outcome.value
        ('N', 'N')
        >>> [choice.move for choice in sum_of_two.misere.winning_moves()]
        ['1:c']
        >>> print(digraph({"a": ["a", "b"], "b": ["c"], "c": []}).position("a").drawing_moves()[0])
        a
        """
        return Position([self._at(self._number(vertex)).terms[0] for vertex in vertices])

    def remoteness_of(self, vertex: Hashable) -> int:
        """Return the remoteness of one vertex, -1 for a draw."""
        return int(self._wins.remoteness[self._number(vertex)])

    def rank_of(self, vertex: Hashable) -> int:
        """Return the rank of a vertex that has a nimber, else -1. Ranks show that undoing moves comes to an end.

        A move from the vertex to one without a smaller nimber can be undone by a move to the same nimber and a lower
        rank. Source: Fraenkel and Yesha, The generalized Sprague-Grundy function and its invariance under certain
        mappings (1986), where it is a counter function.
        """
        return int(self._labels.ranks[self._number(vertex)])

    def nimbers(self) -> NDArray[np.int32]:
        """Return the nimber of each vertex, shape (vertices,); -1 for a vertex whose value is `Loopy`.

        Vertices from which no cycle can be reached have their Grundy value. Each edge is visited at most (largest
        nimber + 2) times. Source: Smith (1966); Fraenkel and Perl (1975).

        >>> digraph([(0, 1), (1, 0), (1, 2), (2, 3), (2, 4), (3, 4)]).nimbers().tolist()
        [-1, -1, 2, 1, 0]
        """
        return self._labels.nimbers.copy()

    def value(self, vertex: Hashable) -> int | Loopy:
        """Return the nimber of a vertex, or `Loopy`: infinity with the set of the nimbers of its options.

        Values are added with ``^``: `outcome` is that of a sum.
        """
        number = self._number(vertex)
        nimbers = self._labels.nimbers
        if nimbers[number] >= 0:
            return int(nimbers[number])
        after = {int(nimbers[target]) for target in arrays.listed(self._targets(number))}
        return Loopy(frozenset(after - {-1}))

    def outcome(self, *vertices: Hashable) -> Outcome:
        """Return the outcome of a sum with one token on each of some vertices: a move moves one of them.

        Smith's values of the vertices determine the outcome, so no sum is searched.

        >>> game = digraph({"loop": ["loop", "end", "one"], "one": ["end"], "end": []})
        >>> [str(game.outcome(*tokens)) for tokens in (["loop"], ["loop", "one"], ["loop", "loop"], ["one", "one"])]
        ['N', 'N', 'D', 'P']
        """
        total: int | Loopy = 0
        for vertex in vertices:
            total = total ^ self.value(vertex)
        return outcome_of(total)

    @cached_property
    def _labels(self) -> Labels:
        return label(self._rows)

    @cached_property
    def _wins(self) -> Labels:
        return self.__dict__.get("_labels") or label(self._rows, 0)

    @cached_property
    def _misere_wins(self) -> NDArray[np.int32]:
        """The remoteness in normal play after each vertex without options gets an edge to one new vertex.

        So the player to move at such a vertex wins, one move later than in misère play.
        """
        import numpy as np

        starts, columns = self._rows
        ends = np.diff(starts) == 0
        count = len(self)
        more = np.concatenate([np.cumsum(np.concatenate([[0], np.maximum(np.diff(starts), 1)])), [0]])
        more[-1] = more[-2]  # the new vertex has no options
        targets = np.full(more[-1], count, np.int32)
        places = np.arange(len(columns)) + np.repeat(np.cumsum(ends), np.diff(starts))
        targets[places] = columns
        return label(RowPairs(more.astype(np.int64), targets), 0).remoteness[:count]

    @cached_property
    def _tokens(self) -> Tokens:
        starts, columns = arrays.listed(self._rows.starts), arrays.listed(self._rows.columns)
        targets = tuple(tuple(dict.fromkeys(columns[first:last])) for first, last in pairwise(starts))
        return Tokens(targets, None if self._names is None else tuple(self._names))

    @cached_property
    def _loopy_tokens(self) -> LoopyTokens:
        return LoopyTokens(self._tokens.targets, self._tokens.names)

    def _at(self, number: int) -> Position:
        """Return the position with a token on a vertex."""
        ends = number in self._tokens.nimbers_without_cycles
        return (self._tokens if ends else self._loopy_tokens)(number)

    @cached_property
    def _numbers(self) -> dict[Hashable, int]:
        return {name: number for number, name in enumerate(self.names)}

    def _targets(self, number: int) -> NDArray[np.int32]:
        starts, columns = self._rows
        return columns[starts[number] : starts[number + 1]]

    def _number(self, vertex: Hashable) -> int:
        if self._names is None:
            if isinstance(vertex, Integral) and 0 <= int(vertex) < len(self):
                return int(vertex)
        else:
            with suppress(KeyError, TypeError):  # a value that is not hashable is not a name
                return self._numbers[vertex]
        if not len(self):
            raise RulesetError("error.digraph-empty", found=repr(vertex))
        raise RulesetError("error.digraph-vertex", example=repr(self.names[0]), found=repr(vertex))
