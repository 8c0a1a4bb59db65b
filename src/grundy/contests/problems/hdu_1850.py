"""Being a Good Boy in Spring Festival."""

from grundy import heaps
from grundy.contests import Each, Int, Ints, MoveCount, Problem, Sample, Zeros

PROBLEM = Problem(
    title="Being a Good Boy in Spring Festival",
    source="ACM Short Term Exam 2007/12/13, HDU 1850",
    game="nim",
    input=Each(Zeros(), Int("M", 2, 100), Ints("N", "M", 1, 10**6)),
    position=lambda N: heaps("nim")(*N),
    output=MoveCount(),
    samples=(Sample("3\n5 7 9\n0\n", "1\n"),),
)
