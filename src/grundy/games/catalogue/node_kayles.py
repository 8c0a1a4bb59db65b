"""Node Kayles."""

from grundy.games.families.graphs.kayles import NodeKayles
from grundy.games.game import Fact, Game
from grundy.games.notations.edge_lists import EdgeLists

_SOURCE = "Schaefer, On the complexity of some two-person perfect-information games (1978)"

GAME = Game(
    name="node-kayles",
    title="Node Kayles",
    rules="Take a vertex with all its neighbours.",
    source=_SOURCE,
    reader=EdgeLists(NodeKayles, form="edges 1-2 and vertices 3, ! before what is gone"),
    sample="1-2 2-3 2-4 3-5 5-6 6-7 7-8 7-9 7-10 8-11",
    facts=(
        Fact("1-2 2-3 3-4 4-5 5-6 6-7", "a path is Dawson's Chess, octal 0.137: heap 7", nimber=1),
        Fact("1-2 2-3 3-1", "by hand: a complete graph is gone in one move", nimber=1),
        Fact("1 2 3 4", "by hand: four single vertices", nimber=0),
    ),
)
