"""Lasker's nim."""

from grundy.games.game import Fact, Game
from grundy.games.notations.heap_lists import HeapLists

_SOURCE = "Winning Ways, chapter 4: heaps 4k + 3 and 4k + 4 change places"

GAME = Game(
    name="laskers-nim",
    title="Lasker's nim",
    rules="Take any number of tokens from a heap, or split a heap into two without taking any.",
    source="Lasker, Brettspiele der Völker (1931); Winning Ways, chapter 4: octal 4.333...",
    reader=HeapLists("4.[3]"),
    sample="1 1 2 2 2",
    facts=(
        Fact("3", _SOURCE, nimber=4),
        Fact("4", _SOURCE, nimber=3),
        Fact("2 5 7", "Ferguson, Game Theory, part I, take-and-break games: nimbers 2, 5 and 8", nimber=15),
    ),
)
