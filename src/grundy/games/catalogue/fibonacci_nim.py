"""Fibonacci nim."""

from grundy.games.families.numbers.take_away import FibonacciNim
from grundy.games.game import Fact, Game
from grundy.games.notations.number_lists import NumberLists

_SOURCE = "Whinihan, Fibonacci nim (1963)"

GAME = Game(
    name="fibonacci-nim",
    title="Fibonacci nim",
    rules="Take tokens from a heap, never all at first, and at most twice as many as were taken before.",
    source=_SOURCE,
    reader=NumberLists(
        FibonacciNim(), 1, "the size of a heap, and the most that may be taken; a move is what it leaves"
    ),
    sample="17 4",
    facts=(
        Fact("13", f"{_SOURCE}: Fibonacci's numbers are lost", outcome="P"),
        Fact("20", f"{_SOURCE}: 20 = 13 + 5 + 2", outcome="N"),
        Fact("679891637638612258", _SOURCE, outcome="P"),
    ),
)
