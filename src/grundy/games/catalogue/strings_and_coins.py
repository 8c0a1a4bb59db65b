"""Strings and Coins."""

from grundy.games.families.graphs.strings import Strings
from grundy.games.game import Fact, Game
from grundy.games.notations.edge_lists import EdgeLists

_SOURCE = "Winning Ways, chapter 16: nimstring"

GAME = Game(
    name="strings-and-coins",
    title="Strings and Coins",
    rules="Cut a string; who frees a coin (0 is the ground) must cut again; who cannot cut loses.",
    source=_SOURCE,
    reader=EdgeLists(Strings, root="0", form="strings 1-2 between coins, 0 being the ground, ! before what is cut"),
    sample="0-1 1-2 2-3 2-4 2-5 3-4 4-5",
    facts=(
        Fact("1-2", "by hand: the only cut frees both coins, and no other is left", nimber=0),
        Fact("0-1 1-2 2-0", "by hand: cutting the middle leaves 0, another one a loony board", nimber=1),
        Fact("0-1 0-2 0-3", "by hand: each cut frees a coin", nimber=0),
    ),
)
