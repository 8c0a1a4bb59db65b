"""Moore's nim."""

from grundy.games.families.numbers.moore import Moore
from grundy.games.game import Fact, Game
from grundy.games.notations.number_lists import NumberLists

_SOURCE = "Moore, A generalization of the game called nim (1910)"

GAME = Game(
    name="moores-nim",
    title="Moore's nim",
    rules="Take any number of tokens from each of up to k heaps, at least one in all.",
    source=_SOURCE,
    reader=NumberLists(Moore(2), 3, "k=2, then the sizes of heaps; a move is what it leaves"),
    sample="k=2 1 1 1 1 1 1 1 1 1 1 1",
    facts=(
        Fact("k=2 5 5 5", _SOURCE, outcome="P"),
        Fact("k=2 3 4 7", _SOURCE, outcome="N"),
        Fact("k=1 3 5 6", "Bouton (1901): with k = 1 it is nim", nimber=0),
        Fact("k=2 1000000000000000000 1000000000000000000 1000000000000000000", _SOURCE, outcome="P"),
    ),
)
