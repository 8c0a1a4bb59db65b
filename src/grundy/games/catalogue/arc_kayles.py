"""Arc Kayles."""

from grundy.games.families.graphs.kayles import ArcKayles
from grundy.games.game import Fact, Game
from grundy.games.notations.edge_lists import EdgeLists

_SOURCE = "Schaefer, On the complexity of some two-person perfect-information games (1978)"

GAME = Game(
    name="arc-kayles",
    title="Arc Kayles",
    rules="Take an edge, with both of its ends and all other edges there.",
    source=_SOURCE,
    reader=EdgeLists(ArcKayles, form="edges 1-2 and vertices 3, ! before what is gone"),
    sample="1-2 2-3 3-4 4-5 5-6 5-8 6-7 7-9 8-10 9-12 10-11 10-13 11-14 13-15",
    facts=(
        Fact("1-2 2-3 3-4 4-5 5-6 6-7", "a path is Dawson's Kayles, octal 0.07: heap 7", nimber=1),
        Fact("1-2 2-3 3-4 4-1", "by hand: a square", nimber=0),
        Fact("1-2 1-3 1-4", "by hand: any edge of a star takes its middle", nimber=1),
    ),
)
