"""Mem."""

from grundy.games.families.numbers.mem import Mem
from grundy.games.game import Fact, Game
from grundy.games.notations.number_lists import NumberLists

GAME = Game(
    name="mem",
    title="Mem",
    rules="Take tokens from a heap, at least as many as were taken from it before.",
    source="Larsson, Rubinstein-Salzedo and Siegel, Memgames (2019)",
    reader=NumberLists(
        Mem(), 1, "the size of a heap, and the least number that may be taken; a move is what it leaves"
    ),
    sample="7 + 5 + 5",
    facts=(
        Fact("3", "by hand: taking 1, 2, 3 leaves what is worth 2, 0, 0", nimber=1),
        Fact("2", "by hand: taking 1 or 2 leaves what is worth 1 or 0", nimber=2),
        Fact("7 4", "by hand: only one move is left", nimber=1),
    ),
)
