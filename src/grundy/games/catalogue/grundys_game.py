"""Grundy's game."""

from grundy.games.game import Fact, Game
from grundy.games.notations.heap_lists import HeapLists

GAME = Game(
    name="grundys-game",
    title="Grundy's game",
    rules="Split a heap into two heaps of different sizes.",
    source="Grundy, Mathematics and games (1939); Winning Ways, chapter 4",
    reader=HeapLists("unequal-2", token="pebble"),
    sample="12 7",
    facts=(
        Fact("8", "OEIS A002188", nimber=2),
        Fact("18", "OEIS A002188", nimber=4),
        Fact("20", "OEIS A002188", nimber=0),
    ),
)
