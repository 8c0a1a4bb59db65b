"""Dawson's Chess."""

from grundy.games.game import Fact, Game
from grundy.games.notations.heap_lists import HeapLists

GAME = Game(
    name="dawsons-chess",
    title="Dawson's Chess",
    rules="Take a pawn of a row together with its neighbours; the rest may fall into two rows.",
    source="Dawson (1935), after Winning Ways, chapter 4; Guy and Smith (1956): octal 0.137",
    reader=HeapLists("0.137", token="pawns"),
    sample="12 5",
    facts=(
        Fact("4", "OEIS A002187", nimber=0),
        Fact("16", "OEIS A002187: heap 17 of Dawson's Kayles", nimber=2),
        Fact("23", "OEIS A002187: heap 24 of Dawson's Kayles", nimber=3),
    ),
)
