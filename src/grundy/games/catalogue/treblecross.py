"""Treblecross."""

from grundy.games.game import Fact, Game
from grundy.games.notations.marked_lines import MarkedLines

_SOURCE = "Winning Ways, chapter 4: heap n + 2 of octal 0.007"

GAME = Game(
    name="treblecross",
    title="Treblecross",
    rules="Mark a cell that is not within two of a mark: there the opponent would complete three in a row and win.",
    source="Winning Ways, chapter 4: octal 0.007",
    reader=MarkedLines(),
    sample="...........X........",
    facts=(
        Fact("5", f"{_SOURCE}: the middle cell wins", nimber=2),
        Fact("6", _SOURCE, nimber=0),
        Fact("8", _SOURCE, nimber=3),
        Fact("12", _SOURCE, nimber=0),
    ),
)
