"""Officers."""

from grundy.games.game import Fact, Game
from grundy.games.notations.heap_lists import HeapLists

GAME = Game(
    name="officers",
    title="Officers",
    rules="Take one token from a heap of at least two, and leave the rest as one heap or as two.",
    source="Winning Ways, chapter 4: octal 0.6",
    reader=HeapLists("0.6", token="officer"),
    sample="9 6 2",
    facts=(
        Fact("10", "OEIS A046695", nimber=3),
        Fact("20", "OEIS A046695", nimber=0),
        Fact("24", "OEIS A046695", nimber=5),
    ),
)
