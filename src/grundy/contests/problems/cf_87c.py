"""Interesting Game."""

from grundy import heaps
from grundy.contests import Int, Move, Problem, Sample


def interesting_game(pile):
    """Divide the pile into two or more, each of them smaller by one than the one before."""
    for count in range(2, pile):
        least, rest = divmod(pile - count * (count - 1) // 2, count)
        if least < 1:
            break
        if rest == 0:
            yield range(least, least + count)


PROBLEM = Problem(
    title="Interesting Game",
    source="Codeforces 87, problem C; Codeforces 88, problem E",
    input=Int("n", 1, 10**5),
    position=lambda n: heaps(interesting_game)(n),
    output=Move("{}", "-1", name=lambda choice: len(choice.option.components), which="least"),
    samples=(Sample("3\n", "2\n"), Sample("6\n", "-1\n"), Sample("100\n", "8\n")),
    aliases=("cf-88e",),
)
