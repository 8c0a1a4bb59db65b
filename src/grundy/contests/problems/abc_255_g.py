"""Constrained Nim."""

from bisect import bisect
from collections import defaultdict

from grundy import Position, nim_sum, ruleset
from grundy.contests import Int, Ints, Items, Let, Line, Problem, Promise, Sample, Words
from grundy.core.components import components_of


def constrained_nim(moves):
    """Return nim in which some of the moves (pile, stones) are forbidden.

    The nimbers of the piles grow by one, but for those from which forbidden moves were all that led to a nimber.
    """
    targets, low, special = defaultdict(list), {}, []
    for pile, stones in moves:
        targets[pile].append(pile - stones)

    def nimber(pile):
        return low[pile] if pile in low else pile - bisect(special, pile)

    again = {}  # how many more piles than one have a nimber
    for pile in sorted(targets):
        forbidden = {}
        for value in map(nimber, targets[pile]):
            forbidden[value] = forbidden.get(value, 0) + 1
        missing = [value for value, times in forbidden.items() if times == 1 + again.get(value, 0)]
        if missing:
            low[pile] = min(missing)
            special.append(pile)
            again[low[pile]] = again.get(low[pile], 0) + 1

    @ruleset(known=nimber)
    def constrained_nim(pile):
        yield from (left for left in range(pile) if left not in targets[pile])

    return constrained_nim


PROBLEM = Problem(
    title="Constrained Nim",
    source="AtCoder Beginner Contest 255, problem G",
    input=(
        Line(Int("N", 1, 2 * 10**5), Int("M", 1, 2 * 10**5)),
        Ints("A", "N", 1, 10**18),
        Items("moves", "M", Line(Int("X", 1, 10**18), Int("Y", 1, "X"))),
        Promise("no two of the moves are the same", "len(set(moves)) == len(moves)"),
        Let("rules", lambda moves: constrained_nim(moves)),
    ),
    position=lambda A, rules: Position.of(components_of(rules, A)),
    values=lambda questions: [nim_sum(*map(one["rules"].known, sorted(one["A"]))) for one in questions],
    output=Words("Takahashi", "Aoki"),
    samples=(
        Sample("3 4\n1 2 4\n2 1\n3 3\n3 1\n1 1\n", "Takahashi\n"),
        Sample("1 5\n5\n5 1\n5 2\n5 3\n5 4\n5 5\n", "Aoki\n"),
    ),
    aliases=("abc255_g",),
)
