"""Dawson's Kayles."""

from grundy.games.game import Fact, Game
from grundy.games.notations.heap_lists import HeapLists

GAME = Game(
    name="dawsons-kayles",
    title="Dawson's Kayles",
    rules="Knock down two pins that stand side by side; the rest may fall into two rows.",
    source="Dawson (1935); Winning Ways, chapter 4: octal 0.07",
    reader=HeapLists("0.07", token="skittle"),
    sample="12 5",
    facts=(
        Fact("5", "Winning Ways, chapter 4", nimber=0),
        Fact("17", "Winning Ways, chapter 4", nimber=2),
        Fact("24", "Winning Ways, chapter 4", nimber=3),
    ),
)
