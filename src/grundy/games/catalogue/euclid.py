"""Euclid's game."""

from grundy.games.families.numbers.euclid import Euclid
from grundy.games.game import Fact, Game
from grundy.games.notations.number_lists import NumberLists

_SOURCE = "Nivasch, The Sprague-Grundy function of the game Euclid (2006)"

GAME = Game(
    name="euclid",
    title="Euclid's game",
    rules="Take a multiple of the smaller of two numbers from the larger one; both stay positive.",
    source=f"Grossman, A nim-type game (1997), after Cole and Davie (1969), who take all; {_SOURCE}",
    reader=NumberLists(Euclid(), 2, "two positive numbers; a move is what it leaves"),
    sample="29 12",
    facts=(
        Fact("13 8", "Straffin (1998): the ratio is more than the golden one", outcome="N"),
        Fact("21 13", "Straffin (1998): the ratio is less than the golden one", outcome="P"),
        Fact("13 5", _SOURCE, nimber=2),
        Fact("1000000000000000000 1", _SOURCE, nimber=10**18 - 1),
    ),
)
