"""Game on Plane."""

from grundy.games.game import Fact, Game
from grundy.games.notations.chord_diagrams import ChordDiagrams

_SOURCE = "Game on Plane; BOJ 16187"

# Chords may share end points in this game. But a player who touches a chord lets the opponent close a polygon and
# win. So these options are left out, and the rest is the Polygon Game.
GAME = Game(
    name="game-on-plane",
    title="Game on Plane",
    rules="Draw a chord between two of N points on a circle that crosses none; whoever completes a polygon wins. "
    "Nobody touches a chord.",
    source=_SOURCE,
    reader=ChordDiagrams(closes=True),
    sample="14 2-8",
    facts=(
        Fact("3", f"{_SOURCE}, the sample", outcome="N"),
        Fact("5", f"{_SOURCE}, the sample", outcome="P"),
        Fact("9", "Dawson's Kayles, octal 0.07, heap 9", nimber=0),
    ),
)
