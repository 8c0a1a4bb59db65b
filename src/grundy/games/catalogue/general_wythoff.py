"""General Wythoff game."""

from grundy.games.families.numbers.wythoff import GeneralWythoff
from grundy.games.game import Fact, Game
from grundy.games.notations.number_lists import NumberLists

_SOURCE = "Fraenkel, How to beat your Wythoff games' opponent on three fronts (1982)"

GAME = Game(
    name="general-wythoff",
    title="General Wythoff game",
    rules="Take from one of two heaps, or from both; the two numbers taken then differ by less than a.",
    source=_SOURCE,
    reader=NumberLists(GeneralWythoff(2), 2, "a=2, then the sizes of two heaps; a move is what it leaves"),
    sample="a=2 1 1 + a=2 1 1 + a=2 1 1 + a=2 0 1",
    facts=(
        Fact("a=2 2 6", _SOURCE, outcome="P"),
        Fact("a=2 4 10", _SOURCE, outcome="P"),
        Fact("a=1 4 7", "Wythoff (1907)", outcome="P"),
        Fact("a=2 1414213562373095048 3414213562373095049", _SOURCE, outcome="N"),
        Fact("a=2 1414213562373095048 3414213562373095048", _SOURCE, outcome="P"),
    ),
)
