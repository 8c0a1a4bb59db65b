"""Flanigan's game."""

from grundy.games.game import Fact, Game
from grundy.games.notations.heap_lists import HeapLists

GAME = Game(
    name="flanigans-game",
    title="Flanigan's game",
    rules="Take one token from a heap, leaving at most one heap, or take two and leave two heaps.",
    source="Winning Ways, chapter 4: octal 0.34",
    reader=HeapLists("0.34", token="diamond"),
    sample="7 6",
    facts=(
        Fact("4", "OEIS A125924", nimber=2),
        Fact("7", "OEIS A125924", nimber=0),
        Fact("8", "OEIS A125924", nimber=3),
    ),
)
