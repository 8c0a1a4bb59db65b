"""The stone game of HDU 2516."""

from grundy import games
from grundy.contests import Each, Int, Problem, Sample, Words, Zeros

PROBLEM = Problem(
    title="Taking stones (取石子游戏)",
    source="ECJTU 2008 Autumn Contest, HDU 2516",
    game="fibonacci-nim",
    input=Each(Zeros(), Int("n", 2, 2**31 - 1)),
    position=lambda n: games.find("fibonacci-nim")(n),
    output=Words("First win", "Second win"),
    samples=(Sample("2\n13\n10000\n0\n", "Second win\nSecond win\nFirst win\n"),),
)
