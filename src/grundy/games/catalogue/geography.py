"""Undirected vertex geography: the token never comes to a vertex twice."""

from grundy.games.families.graphs.geography import Geography
from grundy.games.game import Fact, Game
from grundy.games.notations.edge_lists import EdgeLists

_SOURCE = "Fraenkel, Scheinerman and Ullman, Undirected edge geography (1993)"

GAME = Game(
    name="geography",
    title="Undirected vertex geography",
    rules="Move the token along an edge to a vertex where it has not been.",
    source=_SOURCE,
    reader=EdgeLists(Geography, form="edges 1-2 and vertices 3, ! where the token has been, @ where it is"),
    sample="1-2 1-4 2-3 3-5 4-6 4-7 5-8 6-8 7-9 9-10 @1",
    facts=(
        Fact("1-2 2-3 3-1 @1", "by hand: on a triangle two moves are made", outcome="P"),
        Fact("1-2 2-3 3-4 @1", f"{_SOURCE}: a path with an even number of vertices, from its end", outcome="N"),
        Fact("1-2 2-3 @2", "by hand: from the middle of three there is one move", nimber=1),
    ),
)
