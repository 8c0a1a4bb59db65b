"""Polygon Game."""

from grundy.games.game import Fact, Game
from grundy.games.notations.chord_diagrams import ChordDiagrams

_SOURCE = "Polygon Game; BOJ 13034"

GAME = Game(
    name="polygon",
    title="Polygon Game",
    rules="Draw a chord between two of N points on a circle that meets no drawn one, not even at its ends.",
    source=_SOURCE,
    reader=ChordDiagrams(),
    sample="18 2-10",
    facts=(
        Fact("3", f"{_SOURCE}, a sample", outcome="N"),
        Fact("4", f"{_SOURCE}, a sample", outcome="N"),
        Fact("15", f"{_SOURCE}, a sample", outcome="P"),
        Fact("191", f"{_SOURCE}, a sample", outcome="P"),
        Fact("12", "Dawson's Kayles, octal 0.07, heap 12", nimber=2),
    ),
)
