"""Digraphs: against the definitions, applied until nothing changes, and against products of graphs."""

from __future__ import annotations

from collections import deque
from itertools import product
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.core.values import Loopy
from grundy.errors import OverBudgetError, RulesetError
from grundy.games.families.graphs import circle
from grundy.games.families.graphs.circle import Circle

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping

Graph = dict[Any, list[Any]]


def graphs(most: int) -> st.SearchStrategy[Graph]:
    """Return graphs with cycles, and vertices without options among them."""
    return st.integers(1, most).flatmap(
        lambda size: st.lists(st.lists(st.integers(0, size - 1), max_size=3), min_size=size, max_size=size).map(
            lambda rows: dict(enumerate(rows))
        )
    )


def outcomes(graph: Mapping[Any, list[Any]]) -> dict[Any, str]:
    """Return the outcomes: P if all options are N, N if one is P, D what is left when nothing more follows."""
    found: dict[Any, str] = {}
    before = -1
    while len(found) != before:
        before = len(found)
        for vertex, options in graph.items():
            after = {found.get(option) for option in options}
            if "P" in after:
                found[vertex] = "N"
            elif after <= {"N"}:
                found[vertex] = "P"
    return {vertex: found.get(vertex, "D") for vertex in graph}


def sums(*graphs: Graph) -> dict[tuple[int, ...], list[tuple[int, ...]]]:
    """Return the graph of a token on each graph, of which a move moves one."""
    return {
        places: [
            (*places[:which], option, *places[which + 1 :])
            for which, graph in enumerate(graphs)
            for option in graph[places[which]]
        ]
        for places in product(*graphs)
    }


def lengths(graph: Graph) -> list[int]:
    """Return the remoteness by its definition, with the outcomes: -1 for draws."""
    won = outcomes(graph)
    found: dict[int, int] = {}
    waiting = deque(vertex for vertex in graph if won[vertex] != "D")
    while waiting:
        vertex = waiting.popleft()
        after = [option for option in graph[vertex] if won[vertex] == "P" or won[option] == "P"]
        known = [found[option] for option in after if option in found]
        if won[vertex] == "P" and len(known) == len(after):
            found[vertex] = 1 + max(known, default=-1)
        elif won[vertex] == "N" and known and min(known) <= min(_bounds(after, found)):
            found[vertex] = 1 + min(known)
        else:
            waiting.append(vertex)
    return [found.get(vertex, -1) for vertex in graph]


def _bounds(after: list[int], found: dict[int, int]) -> list[int]:
    """Return what each option's remoteness is at least: unknown ones are later than all that are known."""
    return [found.get(option, max(found.values())) for option in after]


@given(graphs(9))
def test_outcomes_are_those_of_the_definition(graph: Graph) -> None:
    game = grundy.digraph(graph)
    assert dict(enumerate(game.outcomes().tolist())) == outcomes(graph)
    assert [game.outcome(vertex).value for vertex in graph] == game.outcomes().tolist()


@given(graphs(5), graphs(4))
@settings(max_examples=60)
def test_values_tell_the_outcome_of_each_sum(first: Graph, second: Graph) -> None:
    """Smith's theorem, against retrograde analysis of the product of the graphs."""
    left, right = grundy.digraph(first), grundy.digraph(second)
    for (one, other), outcome in outcomes(sums(first, second)).items():
        total: Any = left.value(one) ^ right.value(other)
        expected = total.reach if isinstance(total, Loopy) else total
        assert outcome == (
            ("N" if 0 in expected else "D") if isinstance(expected, frozenset) else "N" if expected else "P"
        )


@given(graphs(4))
@settings(max_examples=25)
def test_sums_of_three_tokens(graph: Graph) -> None:
    game = grundy.digraph(graph)
    for places, outcome in outcomes(sums(graph, graph, graph)).items():
        assert game.outcome(*places).value == outcome


def test_without_cycles_values_are_nimbers() -> None:
    rng = np.random.default_rng(3)
    graph = {v: sorted(set(rng.integers(0, v, 5).tolist())) if v else [] for v in range(60)}
    nimbers: list[int] = []
    for options in graph.values():
        nimbers.append(grundy.mex([nimbers[option] for option in options]))
    game = grundy.digraph(graph)
    assert game.nimbers().tolist() == nimbers
    assert max(nimbers) == 4


@given(graphs(8))
def test_remoteness_is_that_of_the_definition(graph: Graph) -> None:
    assert grundy.digraph(graph).remoteness().tolist() == lengths(graph)


def test_values_worked_by_hand() -> None:
    """Winning Ways, chapter 12: a move to infinity does not count where it is undone by one to the nimber itself."""
    game = grundy.digraph(
        {
            "end": [],
            "one": ["end"],
            "undone": ["end", "pass or one"],  # who goes on to pass or one is answered by one
            "pass or one": ["pass or one", "one"],
            "pass": ["pass"],
            "pass or end": ["pass or end", "end"],
            "not undone": ["end", "one", "pass or back"],  # nothing but itself could answer
            "pass or back": ["pass or back", "not undone"],
        }
    )
    assert {name: str(game.value(name)) for name in game.names} == {
        "end": "0",
        "one": "1",
        "undone": "1",
        "pass or one": "∞{1}",
        "pass": "∞{}",
        "pass or end": "∞{0}",
        "not undone": "∞{0,1}",
        "pass or back": "∞{}",
    }


@pytest.mark.needs_jit
def test_a_large_graph_is_labelled_in_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short stages lead to the same labels, and report how far they are."""
    rng = np.random.default_rng(5)
    edges = rng.integers(0, 3000, (5000, 2))
    expected = grundy.digraph(edges).nimbers()
    monkeypatch.setattr("grundy.core.loopy.labels.EDGES_AT_ONCE", 50)
    reports: list[int] = []
    with grundy.limited(kernel_above=0), grundy.reporting(lambda done, _total: reports.append(done)):
        game = grundy.digraph(edges)
        assert (game.nimbers() == expected).all()
    assert len(reports) > 20
    assert {-1, 0, 1, 2} <= set(expected.tolist())


class Sparse:
    """A sparse matrix by rows, as SciPy has it."""

    indptr = np.array([0, 1, 3, 3])
    indices = np.array([1, 0, 2])


EDGES = [(0, 1), (1, 0), (1, 2)]


@pytest.mark.parametrize(
    "given",
    [
        EDGES,
        iter(EDGES),
        np.array(EDGES, np.uint8),
        {0: [1], 1: (0, 2)},
        Sparse(),
        nx.DiGraph(EDGES),
        nx.MultiDiGraph([*EDGES, (1, 2)]),
    ],
)
def test_graphs_are_taken_in_all_forms(given: Any) -> None:
    game = grundy.digraph(given)
    assert game.outcomes().tolist() == ["P", "N", "P"]
    assert [game.options(vertex) for vertex in game.names] == [[1], [0, 2], []]


def test_edges_of_an_undirected_graph_go_both_ways() -> None:
    game = grundy.digraph(nx.path_graph(3))
    assert game.options(1) == [0, 2]
    assert set(game.outcomes().tolist()) == {"D"}


def test_edges_between_the_same_vertices_are_one_move() -> None:
    game = grundy.digraph([(0, 1), (0, 1), (1, 2), (0, 2)])
    assert game.options(0) == [1, 2]
    assert [choice.move for choice in game.position(0).choices()] == ["1", "2"]
    assert [choice.move for choice in grundy.digraph({"a": ["b", "b", "a"]}).position("a").choices()] == ["b", "a"]


def test_a_matrix_by_columns_is_turned_to_rows() -> None:
    by_columns = type("ByColumns", (), {"indptr": [0, 3, 3], "indices": [0, 1, 1], "format": "csc", "tocsr": Sparse})
    assert grundy.digraph(by_columns()).options(1) == [0, 2]


def test_vertices_without_edges_count() -> None:
    assert grundy.digraph([], 3).outcomes().tolist() == ["P", "P", "P"]
    assert grundy.digraph([(0, 1)], 4).nimbers().tolist() == [1, 0, 0, 0]
    assert len(grundy.digraph({})) == 0
    assert repr(grundy.digraph(EDGES)) == "<Digraph of 3 vertices, 3 edges>"


@pytest.mark.parametrize(
    ("given", "vertices", "message"),
    [
        ([(0, 1), (2, -1)], None, "edge 1: expected a vertex from 0 to 2, found -1"),
        ([(0, 1), (0, 5)], 3, "edge 1: expected a vertex from 0 to 2, found 5"),
        ([(0, 1, 2)], None, r"expected pairs of integers as edges, found an array of int64, shape \(1, 3\)"),
        ([("a", "b")], None, "expected pairs of integers as edges, found an array of <U1"),
        ([], 2**31, "expected 0 to 2,147,483,647 vertices, found 2,147,483,648"),
        (Sparse(), 2, "expected as many vertices as rows, 3, found 2"),
        (5, None, "expected a mapping, a graph of networkx, edges or a sparse matrix, found 5"),
        ({1: 5}, None, "vertex 1: expected its options, a list of vertices, found 5"),
        ({1: "ab"}, None, "vertex 1: expected its options, a list of vertices, found 'ab'"),
        ({1: [[2]]}, None, r"vertex 1: expected its options, a list of vertices, found \[\[2\]\]"),
        ({1: [2]}, 5, "expected a number of vertices only with edges or a matrix, found 5"),
        ([(0, 1), (2,)], None, "expected pairs of integers as edges, found rows of several lengths"),
        ([(0, 1)], "3", "expected 0 to 2,147,483,647 vertices, found '3'"),
    ],
)
def test_what_is_no_graph_is_refused(given: Any, vertices: Any, message: str) -> None:
    with pytest.raises(RulesetError, match=message):
        grundy.digraph(given, vertices)


@pytest.mark.parametrize(("field", "found"), [("indptr", [0, 3, 1, 3]), ("indptr", [0, 1]), ("indices", [1, 0, 3])])
def test_damaged_matrices_are_refused(field: str, found: list[int]) -> None:
    matrix = type("Matrix", (Sparse,), {field: np.array(found)})
    with pytest.raises(RulesetError, match="expected"):
        grundy.digraph(matrix())


@pytest.mark.parametrize("vertex", [3, -1, "1", 1.0, [1]])
@pytest.mark.parametrize(
    "ask", [lambda game, v: game.value(v), lambda game, v: game.outcome(v), lambda g, v: g.options(v)]
)
def test_what_is_no_vertex_is_refused(ask: Callable[[grundy.Digraph, Hashable], object], vertex: Hashable) -> None:
    with pytest.raises(RulesetError, match="expected a vertex of the digraph, such as 0, found"):
        ask(grundy.digraph(EDGES), vertex)


@grundy.ruleset
def race(fast: int, slow: int) -> Iterator[tuple[int, int]]:
    """Two runners on a circle of five: a turn moves one of them on, and ends where they meet."""
    if fast != slow:
        yield (fast + 2) % 5, slow
        yield fast, (slow + 1) % 5


def test_rules_whose_states_come_back_are_explored() -> None:
    game = race.digraph((0, 1))
    graph = {state: [option.components[0].state for option in race.moves(state)] for state in game.names}
    assert len(game) == 25
    assert dict(zip(game.names, game.outcomes().tolist(), strict=True)) == outcomes(graph)
    for (first, second), outcome in outcomes(sums(graph, graph)).items():
        assert game.outcome(first, second).value == outcome


@pytest.mark.parametrize(
    "options",
    [
        lambda n: [grundy.split(n - 1, n - 1)] if n else [],
        lambda n: [grundy.win()] if n else [],
        lambda n: [grundy.games.nim(n)] if n else [],
        lambda n: [grundy.split()] if n else [],
    ],
)
def test_rules_that_are_no_digraph_are_refused(options: Callable[[int], list[Any]]) -> None:
    rules = grundy.ruleset(options)
    with pytest.raises(RulesetError, match="expected options with one state of the same rules, found the move"):
        rules.digraph(3)


def test_the_exploration_is_bounded() -> None:
    with grundy.limited(search_options=10), pytest.raises(OverBudgetError, match="options, the budget is 10"):
        race.digraph((0, 1))
    with grundy.limited(search_states=10), pytest.raises(OverBudgetError, match="states, the budget is 10"):
        race.digraph((0, 1))


def test_arrays_that_do_not_fit_are_refused() -> None:
    with grundy.limited(table_bytes=10**6), pytest.raises(OverBudgetError, match="1,000,000,000 vertices and 1 edges"):
        grundy.digraph([(0, 1)], 10**9)


def test_a_name_that_has_no_hash_is_no_vertex() -> None:
    with pytest.raises(RulesetError, match=r"such as 'a', found \[\]"):
        grundy.digraph({"a": []}).value([])  # type: ignore[arg-type]
    with pytest.raises(RulesetError, match="the digraph, which has none, found 0"):
        grundy.digraph([]).value(0)


def misere_outcomes(graph: Mapping[Any, list[Any]]) -> dict[Any, str]:
    """Return the outcomes where who makes the last move loses, as `outcomes` does."""
    found: dict[Any, str] = {}
    before = -1
    while len(found) != before:
        before = len(found)
        for vertex, options in graph.items():
            after = {found.get(option) for option in options}
            if not options or "P" in after:
                found[vertex] = "N"
            elif after == {"N"}:
                found[vertex] = "P"
    return {vertex: found.get(vertex, "D") for vertex in graph}


@given(graphs(12))
@settings(max_examples=60, deadline=None)
def test_misere_outcomes(graph: Graph) -> None:
    game = grundy.digraph(graph)
    assert dict(zip(graph, game.outcomes(misere=True).tolist(), strict=True)) == misere_outcomes(graph)


@given(graphs(9).map(lambda graph: {vertex: [one for one in graph[vertex] if one < vertex] for vertex in graph}))
@settings(max_examples=40, deadline=None)
def test_misere_play_without_cycles(graph: Graph) -> None:
    """Remoteness by its definition; sums of two tokens against the product, with all winning moves."""
    game = grundy.digraph(graph)
    remoteness = game.remoteness(misere=True).tolist()
    for vertex, options in graph.items():
        after = [remoteness[option] for option in options]
        lost = [length for length in after if length % 2]  # lost for whoever is to move: P
        assert remoteness[vertex] == (1 + (min(lost) if lost else max(after)) if after else 0)
    found = misere_outcomes(sums(graph, graph))
    for tokens, outcome in found.items():
        assert game.position(*tokens).misere.outcome.value == outcome
    tokens = max(found)
    after = [choice.after for choice in game.position(*tokens).misere.winning_moves()]
    assert bool(after) == (found[tokens] == "N" and any(map(graph.get, tokens)))


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_two_players_on_a_circle(data: st.DataObject) -> None:
    """The digraph that is made at once is the one that its options lead to; outcomes without it are the same."""
    places = data.draw(st.integers(2, 7))
    some = st.lists(st.integers(1, places - 1), min_size=1, unique=True).map(tuple)
    rules = Circle(places, (data.draw(some), data.draw(some)))
    graph = rules.digraph()
    assert graph.outcomes().reshape(2, -1).tolist() == circle.outcomes(places, rules.steps).tolist()
    explored = grundy.Ruleset.digraph(rules, *graph.names)
    for state in product((0, 1), range(places)):
        assert set(graph.options(state)) == set(explored.options(state))
        assert rules(state).value == graph.value(state) == explored.value(state)
        assert rules.parse(rules.format(state)) == state


def test_a_position_on_a_cycle() -> None:
    game = grundy.digraph({"loop": ["loop", "one"], "end": [], "one": ["end"]})
    assert game.position("one", "one").outcome is grundy.Outcome.P
    assert game.position("one").misere.genus.nimber == 1
    with pytest.raises(RulesetError, match="misère play"):
        _ = game.position("loop").misere.genus


@given(graphs(5))
@settings(max_examples=30, deadline=None)
def test_positions_of_tokens_are_those_of_the_graph(graph: Graph) -> None:
    """Also sums, with and without cycles below; two tokens against the outcomes of all sums."""
    game = grundy.digraph(graph)
    right = outcomes(sums(graph, graph))
    for first, second in product(range(len(graph)), repeat=2):
        assert str(game.position(first, second).outcome) == right[first, second]
    for vertex in range(len(graph)):
        position = game.position(vertex)
        assert (position.value, position.remoteness) == (game.value(vertex), game.remoteness_of(vertex))
        assert {str(choice.after) for choice in position.choices()} == {*map(str, game.options(vertex))}
