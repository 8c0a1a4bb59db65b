"""Nim."""

from grundy.games.game import Fact, Game
from grundy.games.notations.heap_lists import HeapLists

_SOURCE = "Bouton, Nim, a game with a complete mathematical theory (1901)"

GAME = Game(
    name="nim",
    title="Nim",
    rules="Take any number of tokens from one heap.",
    source=_SOURCE,
    reader=HeapLists("nim", token="match"),
    sample="1 1 1 3 3",
    facts=(
        Fact("3 5 6", _SOURCE, nimber=0),
        Fact("1000000000000000000", "a heap of n is worth n", nimber=10**18),
    ),
)
