"""Couples are Forever."""

from grundy.games.families.heaps.couples import Couples
from grundy.games.game import Fact, Game
from grundy.games.notations.heap_lists import HeapLists

_SOURCE = "one more than a heap of Officers, OEIS A046695"

GAME = Game(
    name="couples-are-forever",
    title="Couples are Forever",
    rules="Split a heap of any size but two into two heaps.",
    source="Caines, Gates, Guy and Nowakowski, Periods in taking and splitting games (1999)",
    reader=HeapLists("couples-are-forever", Couples(), token="heart"),
    sample="13 8",
    facts=(
        Fact("3", _SOURCE, nimber=1),
        Fact("11", _SOURCE, nimber=3),
        Fact("25", _SOURCE, nimber=5),
    ),
)
