"""Staircase nim."""

from grundy.games.families.numbers.staircase import Staircase
from grundy.games.game import Fact, Game
from grundy.games.notations.number_lists import NumberLists

_SOURCE = "Sprague, Über zwei Abarten von Nim (1937), after Ferguson, Game Theory: the nim-sum of every other step"

GAME = Game(
    name="staircase-nim",
    title="Staircase nim",
    rules="Move tokens from a step to the step below; from the first step they leave the staircase.",
    source=_SOURCE,
    reader=NumberLists(
        Staircase(), 3, "the numbers of tokens on the steps, the lowest first; a move is what it leaves"
    ),
    sample="1 1 2",
    facts=(
        Fact("3 4 5", _SOURCE, nimber=6),
        Fact("0 7 0 9", _SOURCE, nimber=0),
        Fact("1000000000000000000 5 1", _SOURCE, nimber=10**18 + 1),
    ),
)
