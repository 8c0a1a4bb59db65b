"""The pictures of states that look like boards and graphs, without a function of the author that draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import grundy
from grundy.core.scenes import Cell, GraphScene, GridScene, TextScene, places

if TYPE_CHECKING:
    from collections.abc import Iterator


@grundy.ruleset
def hop(word: str) -> Iterator[str]:
    """Move a stone one cell to the right, or two neighbours at once; a letter at the end is taken."""
    for at in range(len(word) - 1):
        if word[at : at + 2] == "o.":
            yield word[:at] + ".o" + word[at + 2 :]
    if word.endswith("o"):
        yield word[:-1]


@grundy.ruleset
def cross_out(rows: Any) -> Iterator[Any]:
    """Cross out a free cell."""
    for row, line in enumerate(rows):
        for column, one in enumerate(line):
            if one in {".", 0}:
                cross = "#" if isinstance(line, str) else (1,)
                yield (*rows[:row], line[:column] + cross + line[column + 1 :], *rows[row + 1 :])


@grundy.ruleset
def cut(edges: frozenset[Any]) -> Iterator[Any]:
    """Remove an edge."""
    for edge in edges:
        yield edges - {edge}


@grundy.ruleset
def take_ends(edges: frozenset[Any]) -> Iterator[Any]:
    """Remove an edge and all that touch it."""
    for edge in edges:
        yield frozenset(one for one in edges if not {*one} & {*edge})


def scene(position: grundy.Position) -> Any:
    (found,) = position.scenes()
    return found


def test_a_text_is_a_row() -> None:
    row = scene(hop("o.o"))
    assert isinstance(row, GridScene)
    assert "".join(cell.symbol for cell in row.rows[0]) == "o.o"
    assert places(row) == {"hop('.oo')": ((0, 0), (0, 1)), "hop('o.')": ((0, 2),)}  # one move takes a cell away
    assert [move.wins for move in row.moves] == [hop(".oo").nimber == 0]  # the other one stands in its cell


def test_moves_with_numbers_of_numpy_are_marked() -> None:
    @grundy.ruleset
    def cut_off(word: str) -> Iterator[Any]:
        """Cut a word to a shorter one, which is filled up again."""
        for at in range(word.count(".")):
            yield grundy.split(word[:at].ljust(len(word), "#"), move=f"{(np.int64(at), 0)}")

    @grundy.ruleset
    def take(one: int, other: int) -> Iterator[Any]:
        """Make the first heap smaller."""
        yield from (grundy.split((at, other), move=f"{(np.int64(at), 0)}") for at in range(one))

    assert scene(cut_off(".#")).rows[0][0] == Cell(".", move="(0, 0)", wins=True)
    assert scene(take(2, 1)).heaps[0].winning_moves == ("(0, 0)",)


@pytest.mark.parametrize("state", [("..", "#."), ((0, 0), (1, 0))])
def test_rows_are_a_board(state: Any) -> None:
    board = scene(cross_out(state))
    assert isinstance(board, GridScene)
    assert {at for places_of in places(board).values() for at in places_of} == {(0, 0), (0, 1), (1, 1)}
    assert [[cell.move is None for cell in line] for line in board.rows] == [[False, False], [True, False]]


def test_lines_of_a_text_are_a_board() -> None:
    assert [len(line) for line in scene(hop("o.\n..")).rows] == [2, 2]
    assert [len(line) for line in scene(hop("o./...")).rows] == [6]  # of different lengths


@pytest.mark.parametrize("pair", [tuple, frozenset])
def test_pairs_are_a_graph(pair: Any) -> None:
    graph = scene(cut(frozenset(map(pair, [("a", "b"), ("b", "c"), ("a", "d")]))))
    assert isinstance(graph, GraphScene)
    assert [vertex.label for vertex in graph.vertices] == ["a", "b", "c", "d"]
    assert graph.edges == ((0, 1), (0, 3), (1, 2))
    assert {*places(graph).values()} == {(0, 1), (0, 3), (1, 2)}


def test_an_edge_with_all_that_touch_it() -> None:
    path = frozenset({(1, 2), (2, 3), (3, 4), (4, 5)})
    # Removing 1-2 takes 2-3 as well: all edges of vertex 2. Removing 2-3 takes all edges of 2 and 3.
    assert {*places(scene(take_ends(path))).values()} == {(1,), (1, 2), (2, 3), (3,)}


@pytest.mark.parametrize("state", [(), (3, 4), "", ("a", 1), frozenset({1, 2}), ((1, 22), (3, 4)), ("ab", "c")])
def test_other_states_are_heaps_or_texts(state: Any) -> None:
    @grundy.ruleset
    def ended(state: Any) -> Iterator[Any]:
        """No move."""
        del state
        yield from ()

    assert not isinstance(scene(ended(state)), GridScene | GraphScene)


def test_an_own_format_stays_a_text() -> None:
    @grundy.ruleset(format=lambda word: f"<{word}>")
    def ended(word: str) -> Iterator[str]:
        """No move."""
        del word
        yield from ()

    assert isinstance(scene(ended("ab")), TextScene)
