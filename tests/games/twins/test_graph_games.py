"""Theorems on games on graphs, against a search over their options, and at the largest sizes."""

from __future__ import annotations

import random
from typing import Any

import networkx as nx
import pytest

from grundy import Outcome, games
from grundy.errors import InputError
from grundy.games.families.graphs.geography import Geography
from grundy.games.families.graphs.graph_rules import Graph
from grundy.games.families.graphs.hackenbush import Hackenbush
from support.twins import plain


def random_graph(rng: random.Random, vertices: int, edges: int) -> Graph:
    graph = nx.gnm_random_graph(vertices, edges, seed=rng.randrange(10**9))
    return Graph.read([f"{a}-{b}" for a, b in graph.edges()] + [str(vertex) for vertex in graph], "0")[0]


def test_the_fusion_principle() -> None:
    """Random graphs of up to nine edges, at every state that can be reached."""
    rng = random.Random(7)
    for _ in range(40):
        rules = Hackenbush(random_graph(rng, rng.randint(2, 7), rng.randint(1, 9)))
        memo: dict[Any, int] = {}
        plain(rules, rules.state_of(frozenset()), memo)
        assert all(rules.known(state) == value for state, value in memo.items()), rules


@pytest.mark.slow
def test_the_colon_principle_on_a_large_tree() -> None:
    """The parents of 100,000 vertices: worth what the definition by branches says."""
    rng = random.Random(5)
    parents = [rng.randrange(max(0, vertex - 50), vertex) for vertex in range(1, 10**5)]
    worth = [0] * 10**5
    for vertex in range(10**5 - 1, 0, -1):
        worth[parents[vertex - 1]] ^= worth[vertex] + 1
    assert games.green_hackenbush(parents).nimber == worth[0]
    assert games.green_hackenbush(range(3000)).nimber == 3000  # a stalk


def test_moves_on_a_tree_by_a_walk() -> None:
    rng = random.Random(8)
    for _ in range(40):
        parents = [rng.randrange(vertex) for vertex in range(1, rng.randint(2, 9))]
        rules = Hackenbush(Graph.read([f"{parent}-{vertex}" for vertex, parent in enumerate(parents, 1)], "0")[0])
        state, nimber = rules.state_of(frozenset()), rng.randrange(6)
        found = {option.move for option in rules.moves_worth(state, nimber)}
        assert found == {one.move for one in rules.moves(state) if rules.known(one.components[0].state) == nimber}


def test_matchings_decide_geography() -> None:
    rng = random.Random(9)
    for _ in range(30):
        graph = random_graph(rng, rng.randint(2, 8), rng.randint(1, 11))
        rules = Geography(graph)
        memo: dict[Any, int] = {}
        plain(rules, (rules.full() & ~1, 0), memo)
        for state, value in memo.items():
            assert rules.known_outcome(state) is (Outcome.N if value else Outcome.P), (rules, state)


def test_edges_are_named_as_they_are_written() -> None:
    triangle = games.green_hackenbush("0-1 1-2 2-0")
    assert str(triangle.play("2-0")) == "0-1 1-2 !2-0"
    assert games.green_hackenbush("0-1 1-2 !2-0") == triangle.play("2-0")


@pytest.mark.parametrize(
    ("text", "column"),
    [("1-2 2-1", 5), ("1 1-2 1", 7), ("1 !1", 3), ("?? ??", 1), ("1-2 !3-4 !3-4", 10), ("1 @1 @1", 6)],
)
def test_the_first_wrong_word_is_named(text: str, column: int) -> None:
    with pytest.raises(InputError) as caught:
        games.geography(text)
    assert caught.value.location.column == column


def test_graphs_that_are_too_large_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Geography, "most_vertices", 3)
    assert games.geography("1-2 2-3").outcome is Outcome.P
    with pytest.raises(InputError, match="expected a graph of at most 3 vertices, found 4"):
        games.geography("1-2 2-3 4")


def test_graphs_of_networkx() -> None:
    """Vertices whose names are no words are numbered; a grid of dominoes is Cram."""
    grid = nx.grid_2d_graph(3, 4)
    assert str(games.node_kayles(nx.path_graph(3))) == "0-1 1-2"
    assert games.arc_kayles(grid).nimber == 1
    assert str(games.green_hackenbush(nx.grid_2d_graph(1, 3))) == "0-1 1-2"  # the first vertex is the ground
    assert games.node_kayles(nx.grid_2d_graph(3, 5)).nimber == 3
    assert games.node_kayles(nx.petersen_graph()).outcome is Outcome.N
    assert str(games.node_kayles([(1, 2), ("x", 2)])) == "1-2 x-2"
    assert str(games.green_hackenbush([["a b", "c"], ("c", (1, 2))])) == "0-1 1-2"
    assert str(games.green_hackenbush([0, 1, 1])) == "0-1 1-2 1-3"  # the parents
    with pytest.raises(InputError, match="expected an edge"):
        games.node_kayles([(1, 2), (1, 2, 3)])
