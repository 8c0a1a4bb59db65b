"""Guiles."""

from grundy.games.game import Fact, Game
from grundy.games.notations.heap_lists import HeapLists

_SOURCE = "OEIS A125916, of period 10"

GAME = Game(
    name="guiles",
    title="Guiles",
    rules="Take a heap of one or two whole, or take two from a heap and leave the rest as two heaps.",
    source="Winning Ways, chapter 4: octal 0.15",
    reader=HeapLists("0.15", token="tile"),
    sample="9 8 7",
    facts=(
        Fact("3", _SOURCE, nimber=0),
        Fact("13", _SOURCE, nimber=0),
        Fact("6", _SOURCE, nimber=2),
        Fact("16", _SOURCE, nimber=2),
    ),
)
