"""The stone game of POJ 1067."""

from grundy import games
from grundy.contests import Each, End, Int, Line, Problem, Sample, Words

PROBLEM = Problem(
    title="Taking stones (取石子游戏)",
    source="POJ 1067, HDU 1527",
    game="wythoff",
    input=Each(End(), Line(Int("a", 0, 10**9), Int("b", 0, 10**9))),
    position=lambda a, b: games.find("wythoff")(a, b),
    output=Words("1", "0"),
    samples=(Sample("2 1\n8 4\n4 7\n", "0\n1\n0\n"),),
    aliases=("hdu-1527",),
)
