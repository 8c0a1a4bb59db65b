"""Kayles."""

from grundy.games.game import Fact, Game
from grundy.games.notations.heap_lists import HeapLists

GAME = Game(
    name="kayles",
    title="Kayles",
    rules="Knock down one pin of a row, or two that stand side by side; the rest may fall into two rows.",
    source="Dudeney, The Canterbury Puzzles (1907); Winning Ways, chapter 4: octal 0.77",
    reader=HeapLists("0.77", token="pin"),
    sample="4 4 2",
    facts=(
        Fact("9", "OEIS A002186", nimber=4),
        Fact("12", "OEIS A002186", nimber=4),
        Fact("15", "OEIS A002186", nimber=7),
    ),
)
