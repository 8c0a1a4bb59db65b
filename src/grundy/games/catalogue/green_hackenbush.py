"""Green Hackenbush."""

from grundy.games.families.graphs.hackenbush import Hackenbush
from grundy.games.game import Fact, Game
from grundy.games.notations.edge_lists import EdgeLists

_SOURCE = "Winning Ways, chapter 7"

GAME = Game(
    name="green-hackenbush",
    title="Green Hackenbush",
    rules="Cut an edge; all edges that are then not connected to the ground, the vertex 0, are removed.",
    source=_SOURCE,
    reader=EdgeLists(
        Hackenbush,
        root="0",
        form="edges 1-2, also several times, loops 1-1, the vertex 0 being the ground, and ! before what is gone",
        several=True,
    ),
    sample="0-1 0-4 0-5 1-2 1-3 2-3 3-6 4-6 6-7",
    facts=(
        Fact("0-1 0-1 1-2", f"{_SOURCE}: two edges side by side are two loops, and a stalk on them", nimber=1),
        Fact("0-1 1-1", f"{_SOURCE}: a loop is worth 1, as an edge is", nimber=2),
        Fact("0-1 1-2 2-3", f"{_SOURCE}: a stalk of n is worth n", nimber=3),
        Fact("0-1 1-2 1-3 3-4", f"{_SOURCE}: the colon principle, 1 + (1 ⊕ 2)", nimber=4),
        Fact("0-1 1-2 2-0", f"{_SOURCE}: the fusion principle, a triangle is three loops", nimber=1),
        Fact("0-1 1-2 2-3 3-0", f"{_SOURCE}: a square is four loops", nimber=0),
    ),
)
