"""Mem+."""

from grundy.games.families.numbers.mem import MemPlus
from grundy.games.game import Fact, Game
from grundy.games.notations.number_lists import NumberLists

_SOURCE = "Larsson, Rubinstein-Salzedo and Siegel, Memgames (2019)"

GAME = Game(
    name="mem-plus",
    title="Mem+",
    rules="Take tokens from a heap, more than were taken from it before.",
    source=_SOURCE,
    reader=NumberLists(
        MemPlus(), 1, "the size of a heap, and the least number that may be taken; a move is what it leaves"
    ),
    sample="8 + 7 + 6",
    facts=(
        Fact("10", f"{_SOURCE}: 10 = 1 + 2 + 3 + 4", nimber=4),
        Fact("9", _SOURCE, nimber=3),
        Fact("1000000000000000000", _SOURCE, nimber=1414213561),
    ),
)
