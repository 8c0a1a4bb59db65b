"""Fibonacci again and again."""

from grundy import heaps
from grundy.contests import Each, Int, Line, Problem, Sample, Words, Zeros

RULES = heaps({1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987})

PROBLEM = Problem(
    title="Fibonacci again and again",
    source="ACM Short Term Exam 2007/12/13, HDU 1848",
    input=Each(Zeros(3), Line(Int("m", 1, 1000), Int("n", 1, 1000), Int("p", 1, 1000))),
    position=lambda m, n, p: RULES(m, n, p),
    output=Words("Fibo", "Nacci"),
    samples=(Sample("1 1 1\n1 4 1\n0 0 0\n", "Fibo\nNacci\n"),),
)
