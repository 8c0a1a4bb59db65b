"""Another Game."""

from itertools import product

from grundy import ruleset
from grundy.contests import Each, Int, Ints, Problem, Sample, Words


@ruleset(known_outcome=lambda heaps: "N" if any(heap % 2 for heap in heaps) else "P")
def another_game(heaps):
    """Remove a coin from each of some heaps: the sum in which a move is made in one or more components."""
    for taken in product(*((0, 1) if heap else (0,) for heap in heaps)):
        if any(taken):
            yield tuple(heap - one for heap, one in zip(heaps, taken, strict=True))


PROBLEM = Problem(
    title="Another Game",
    source="CSES Problem Set, 2208",
    input=Each(Int("t", 1, 2 * 10**5), Int("n", 1, 2 * 10**5), Ints("x", "n", 1, 10**9), total={"n": 2 * 10**5}),
    position=lambda x: another_game(x),
    values=lambda questions: [another_game.known_outcome(one["x"]) for one in questions],
    output=Words("first", "second"),
    samples=(Sample("3\n3\n1 2 3\n2\n2 2\n4\n5 5 4 5\n", "first\nsecond\nfirst\n"),),
)
