"""Crosses and Crosses."""

from grundy import games
from grundy.contests import Int, Problem, Words

PROBLEM = Problem(
    title="Crosses and Crosses",
    source="Northeastern Europe 2007, Northern Subregion, POJ 3537",
    game="treblecross",
    input=Int("n", 3, 2000),
    position=lambda n: games.find("treblecross")(n),
    output=Words("1", "2"),
)
