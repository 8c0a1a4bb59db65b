"""Stick Game."""

from grundy import heaps
from grundy.contests import Int, Ints, Line, Marks, Problem, Promise, Sample
from grundy.runtime.messages import Message

PROBLEM = Problem(
    title="Stick Game",
    source="CSES Problem Set, 1729",
    input=(
        Line(Int("n", 1, 10**6), Int("k", 1, 100)),
        Ints("p", "k", 1, "n", distinct=True),
        Promise(Message("promise.one"), "1 in p"),
    ),
    position=lambda n, p: map(heaps(p), range(1, n + 1)),
    values=lambda questions: [heaps(one["p"]).outcomes(range(1, one["n"] + 1)).tolist() for one in questions],
    output=Marks("W", "L"),
    samples=(Sample("10 3\n1 3 4\n", "WLWWWWLWLW\n"),),
)
