"""Take-away with a growing limit."""

from grundy.games.families.numbers.take_away import TakeAway
from grundy.games.game import Fact, Game
from grundy.games.notations.number_lists import NumberLists

_SOURCE = "Schwenk, Take-away games (1970)"

GAME = Game(
    name="take-away",
    title="Take-away with a growing limit",
    rules="Take tokens from a heap, never all at first, and at most as many as the number taken before allows.",
    source=_SOURCE,
    reader=NumberLists(
        TakeAway(3, 0), 1, "the limit after k were taken, such as 3*k+1; then the size, and the limit now"
    ),
    sample="3*k 12 2",
    facts=(
        Fact("k 16", "Schwenk (1970): with limit k, the powers of two", outcome="P"),
        Fact("2*k 13", "Whinihan, Fibonacci nim (1963)", outcome="P"),
        Fact("3*k 15", _SOURCE, outcome="P"),
        Fact("3*k 14", _SOURCE, outcome="N"),
        Fact("k 1152921504606846976", _SOURCE, outcome="P"),
    ),
)
