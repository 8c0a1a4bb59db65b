"""The scenes of states of users' rules that make none: texts and rows are boards, sets of edges are graphs."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from itertools import chain
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from grundy.core.notation import placed_moves
from grundy.core.scenes import Cell, GraphScene, GridScene, Scene, Vertex, fits_a_picture, moves_by_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from grundy.core.ruleset import Ruleset

_MOST_CHANGED = 8  # cells that a move on a board changes
_MOST_VERTICES = 40  # of a graph on a circle


def usual_scene(rules: Ruleset, state: Any, winning: Sequence[str]) -> Scene | None:
    """Return a board or a graph for a state, or None if it looks like neither.

    A text is a row of cells, or a board if line breaks or slashes part it into lines of one length. So are a tuple of
    such texts, a tuple of equally long tuples of letters, digits and truth values, and a mask whose rows and columns
    are declared. A set of pairs is a graph. A move has the cells that differ after it, or are missing in a row, if they
    are few; the edge that it removes; or the vertex or edge all of whose edges it removes.

    Costs a visit of the options of the state.
    """
    wins = set(winning)
    mask = _mask(rules)
    lines = _rows(state, mask)
    if lines:
        changed = {move: tuple(_changed(lines, _rows(one, mask))) for move, one in _moves(rules, state)}
        few = ((move, at) for move, at in changed.items() if 0 < len(at) <= _MOST_CHANGED)
        alone, others = moves_by_place(few, wins)
        return GridScene(
            tuple(
                tuple(
                    Cell(symbol, "cell", alone.get((row, column)), alone.get((row, column)) in wins)
                    for column, symbol in enumerate(line)
                )
                for row, line in enumerate(lines)
            ),
            moves=others,
        )
    edges = _edges(state)
    return _graph(rules, state, edges, wins) if edges else None


def change_in_words(rules: Ruleset, state: Any, after: Any) -> str:
    """Return what a move changes on the usual picture: cells with their new symbols, a vertex or an edge; or no text.

    >>> from grundy import ruleset
    >>> change_in_words(ruleset(lambda text: ()), "oo.oo", "oo..o")
    'r1c4: .'
    >>> change_in_words(ruleset(lambda text: ()), "aabb", "aab")
    'r1c4'
    """
    cells = _changed(_rows(state, _mask(rules)), _rows(after, _mask(rules)))
    if not cells:
        gone = {*_edges(state)} - {*_edges(after)}
        return "-".join(map(str, _taken(_edges(state), gone))) if gone else ""
    names: dict[str, list[str]] = {}
    for row, column in cells if len(cells) <= _MOST_CHANGED else ():
        names.setdefault(cells[row, column], []).append(f"r{row + 1}c{column + 1}")
    return ", ".join(f"{' '.join(at)}: {symbol}".removesuffix(": ") for symbol, at in names.items())


def _mask(rules: Ruleset) -> tuple[int, int] | None:
    """Return the rows and columns of the board whose cells the bits of a state are; None if bits are no cells."""
    return getattr(rules, "mask", None)  # of rules that are functions


def _changed(lines: list[Sequence[str]], after: list[Sequence[str]]) -> dict[tuple[int, int], str]:
    """Return the cells that differ between two boards of one size, with what stands there after the move.

    Of a row that is shorter after the move, the cells that are missing, with nothing.
    """
    if len(lines) == len(after) == 1 and len(after[0]) < len(lines[0]):
        (row,), (rest,) = lines, after
        first = next((place for place, one in enumerate(rest) if one != row[place]), len(rest))
        end = first + len(row) - len(rest)
        return {(0, column): "" for column in range(first, end)} if row[end:] == rest[first:] else {}
    if [*map(len, after)] != [*map(len, lines)]:
        return {}
    cells = ((row, column) for row, line in enumerate(lines) for column in range(len(line)))
    return {(row, column): after[row][column] for row, column in cells if lines[row][column] != after[row][column]}


def _moves(rules: Ruleset, state: Any) -> Iterator[tuple[str, Any]]:
    """Yield the moves that lead to one state of the same rules, as text, with that state."""
    for move, option in placed_moves(rules, state):
        if len(option.components) == 1 and option.components[0].ruleset == rules:
            yield move, option.components[0].state


def _rows(state: Any, mask: tuple[int, int] | None) -> list[Sequence[str]]:
    """Return the symbols of a state that looks like a board, row by row; none for other states."""
    if mask and isinstance(state, int) and 0 <= state < 1 << mask[0] * mask[1]:
        lines: list[Any] = [_bits(state >> row * mask[1], mask[1]) for row in range(mask[0])]
    elif isinstance(state, str):
        lines = state.replace("/", "\n").split("\n")
        lines = lines if len({*map(len, lines)}) == 1 else [state]
    elif isinstance(state, tuple) and state and all(isinstance(line, str) for line in state):
        lines = ["".join(state)] if all(len(line) == 1 for line in state) else list(state)
    elif isinstance(state, tuple) and state and all(isinstance(line, tuple) for line in state):
        lines = [[str(int(one)) if isinstance(one, bool) else str(one) for one in line] for line in state]
        lines = lines if all(isinstance(one, int | str) for one in chain.from_iterable(state)) else []
    else:
        return []
    fits = len({*map(len, lines)}) == 1 and lines[0] and fits_a_picture(len(lines), len(lines[0]))
    return lines if fits and all(len(one) == 1 and one.isprintable() for one in chain.from_iterable(lines)) else []


def _bits(mask: int, count: int) -> str:
    return "".join("1" if mask >> bit & 1 else "." for bit in range(count))


def _edges(state: Any) -> list[tuple[Any, Any]]:
    """Return the edges of a state that looks like a graph, in order; none for other states."""
    if not isinstance(state, AbstractSet) or not all(isinstance(one, tuple | AbstractSet) for one in state):
        return []
    pairs = [tuple(sorted(one, key=str)) for one in state]
    return sorted(pairs, key=str) if all(len(one) == 2 for one in pairs) else []


def _graph(rules: Ruleset, state: Any, edges: list[tuple[Any, Any]], wins: set[str]) -> GraphScene | None:
    """Return the graph of some edges, its vertices on a circle; None if they are too many."""
    names = sorted({*chain.from_iterable(edges)}, key=lambda one: (len(str(one)), str(one)))
    if len(names) > _MOST_VERTICES:
        return None
    number = {name: place for place, name in enumerate(names)}
    taken = {
        move: tuple(number[name] for name in _taken(edges, {*edges} - {*_edges(after)}))
        for move, after in _moves(rules, state)
        if {*_edges(after)} < {*edges}
    }
    alone, others = moves_by_place(((move, at) for move, at in taken.items() if at), wins)
    turn = 2 * pi / len(names)
    vertices = tuple(
        Vertex(
            round(0.5 + 0.5 * sin(turn * place), 4),
            round(0.5 - 0.5 * cos(turn * place), 4),
            str(name),
            "cell",
            alone.get(place),
            alone.get(place) in wins,
        )
        for name, place in number.items()
    )
    return GraphScene(vertices, tuple((number[one], number[other]) for one, other in edges), others)


def _taken(edges: Iterable[tuple[Any, Any]], gone: set[tuple[Any, Any]]) -> tuple[Any, ...]:
    """Return the ends of the only edge that is gone, or the vertex or the edge of which exactly all edges are gone."""
    if len(gone) == 1:
        return next(iter(gone))
    vertices = [(one,) for one in sorted({*chain.from_iterable(gone)}, key=str)]
    for taken in (*vertices, *sorted(gone, key=str)):
        if {edge for edge in edges if not {*edge}.isdisjoint(taken)} == gone:
            return taken
    return ()
