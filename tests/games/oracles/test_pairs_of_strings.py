"""All boards of Strings and Coins of a size, alone and in pairs, against game trees of the whole sums.

Boards that differ by the names of their coins are one: the trees are written from the statement, on such classes.
"""

from __future__ import annotations

import os
from functools import cache
from itertools import combinations, combinations_with_replacement

import networkx as nx
import pytest

import grundy

STRINGS = int(os.environ.get("GRUNDY_STRINGS", "4"))  # of a board, and of each board of a pair
COUNTS = [1, 2, 5, 14, 38, 107, 318, 972, 3111]  # boards of so many strings
GROUND = 0


class Boards:
    """The boards that were met, by number: graphs without coins that have no string; vertex 0 is the ground."""

    def __init__(self) -> None:
        """Begin with the board without strings."""
        self.graphs: list[nx.Graph] = []
        self.alike: dict[str, list[int]] = {}
        self.number(nx.Graph())

    def number(self, graph: nx.Graph) -> int:
        """Return the number of a board, a new one unless it was met before, with its coins in another order."""
        graph = graph.edge_subgraph(graph.edges).copy()
        graph.add_node(GROUND)
        nx.set_node_attributes(graph, {vertex: str(vertex == GROUND) for vertex in graph}, "ground")
        alike = self.alike.setdefault(nx.weisfeiler_lehman_graph_hash(graph, node_attr="ground"), [])
        same = nx.algorithms.isomorphism.categorical_node_match("ground", "")
        for number in alike:
            if nx.is_isomorphic(graph, self.graphs[number], node_match=same):
                return number
        alike.append(len(self.graphs))
        self.graphs.append(graph)
        return alike[-1]

    def with_one_more(self, number: int) -> set[int]:
        """Return the boards that have one string more."""
        graph = self.graphs[number]
        new = max(graph) + 1
        found = set()
        for ends in combinations([*graph, new, new + 1], 2):
            if not graph.has_edge(*ends):
                longer = graph.copy()
                longer.add_edge(*ends)
                found.add(self.number(longer))
        return found

    @cache  # noqa: B019 - as long as the boards
    def cuts(self, number: int) -> set[tuple[int, bool]]:
        """Return the boards after each cut, and whether a coin is free then, so that the same player cuts again."""
        found = set()
        for ends in self.graphs[number].edges:
            after = self.graphs[number].copy()
            after.remove_edge(*ends)
            freed = any(end != GROUND and after.degree(end) == 0 for end in ends)
            found.add((self.number(after), freed))
        return found

    @cache  # noqa: B019 - as long as the boards
    def wins(self, one: int, other: int) -> bool:
        """Say whether the player who has to cut wins two boards beside each other."""
        first = (self.wins(*sorted((after, other))) == again for after, again in self.cuts(one))
        second = (self.wins(*sorted((one, after))) == again for after, again in self.cuts(other))
        return any(first) or any(second)

    def position(self, number: int) -> grundy.Position:
        """Return the board of the catalogue."""
        return grundy.games.strings_and_coins(" ".join(f"{a}-{b}" for a, b in self.graphs[number].edges) or "0")


@pytest.fixture(scope="module")
def boards() -> Boards:
    """All boards of up to `STRINGS` strings."""
    boards = Boards()
    layers = [{0}]
    for _ in range(STRINGS):
        layers.append(set().union(*map(boards.with_one_more, layers[-1])))
    assert list(map(len, layers)) == COUNTS[: STRINGS + 1]
    return boards


def test_each_board_alone_is_won_as_its_game_tree_says(boards: Boards) -> None:
    for number in range(len(boards.graphs)):
        board = boards.position(number)
        won = boards.wins(0, number)
        assert (board.outcome is grundy.Outcome.N) is won, board
        for choice in board.choices():
            keeps = (choice.after.outcome is grundy.Outcome.N) is choice.option.again
            assert (choice.move in {winning.move for winning in board.winning_moves()}) is keeps, choice


def test_each_pair_is_won_as_the_game_tree_of_the_sum_says(boards: Boards) -> None:
    every = [(number, boards.position(number)) for number in range(len(boards.graphs))]
    for (one, first), (other, second) in combinations_with_replacement(every, 2):
        both = first + second
        assert (both.outcome is grundy.Outcome.N) is boards.wins(one, other), both
