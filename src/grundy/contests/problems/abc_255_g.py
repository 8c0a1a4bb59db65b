"""Constrained Nim."""

from bisect import bisect
from collections import Counter
from itertools import islice
from typing import NamedTuple

from grundy import Position, ruleset
from grundy.contests import Int, Ints, Items, Let, Line, Problem, Promise, Sample, Words
from grundy.core.components import components_of
from grundy.runtime.messages import Message


class ConstrainedNim(NamedTuple):
    """The rules of nim in which some moves are forbidden, and a function that says whether a sum of piles is won."""

    rules: object
    wins: object


def array(numbers):
    """Return integers of any size as an array."""
    import numpy as np

    return np.array(numbers, np.int64 if max(numbers) < 2**63 else object)


def special_piles(moves):
    """Return the special piles, and their nimbers, where these moves (pile, stones) are forbidden.

    The nimber of a pile is its size, less the number of special piles that are at most as large. A pile is special
    where forbidden moves were all that led to one of the nimbers below; its own nimber is the least of these.
    """
    import numpy as np

    pile_of_move, stones = map(array, zip(*moves, strict=True))
    order = np.argsort(pile_of_move, kind="stable")
    targets = (pile_of_move - stones)[order]
    piles, counts = np.unique(pile_of_move, return_counts=True)
    ranks = piles.searchsorted(targets, "right")  # how many of the piles are at most as large as a target
    same = np.where(piles[ranks - 1] == targets, ranks - 1, -1)  # which of the piles is as large as a target
    targets_in_order = zip(targets.tolist(), ranks.tolist(), same.tolist(), strict=True)
    special, low = [], [None] * (len(piles) + 1)  # nimbers of the special ones of `piles`; the last one is no pile
    special_below = [0]  # how many of the first piles are special
    again = {}  # how many more piles than one have a nimber
    for place, (pile, count) in enumerate(zip(piles.tolist(), counts.tolist(), strict=True)):
        values = [
            target - special_below[rank] if low[known] is None else low[known]
            for target, rank, known in islice(targets_in_order, count)
        ]
        times = {values[0]: 1} if count == 1 else Counter(values)
        if missing := [value for value in times if times[value] == again.get(value, 0) + 1]:
            low[place] = least = min(missing)
            again[least] = times[least]
            special.append(pile)
        special_below.append(len(special))
    return special, [nimber for nimber in low if nimber is not None]


def constrained_nim(moves):
    """Return nim in which these moves (pile, stones) are forbidden."""
    import numpy as np

    special, low = special_piles(moves)

    def nimber(pile):
        rank = bisect(special, pile)
        return low[rank - 1] if rank and special[rank - 1] == pile else pile - rank

    @ruleset(known=nimber)
    def constrained_nim(pile):
        forbidden = {stones for size, stones in moves if size == pile}
        yield from (pile - stones for stones in range(1, pile + 1) if stones not in forbidden)

    def wins(piles):
        sizes, ends = array(piles), array([*special, -1])
        ranks = ends[:-1].searchsorted(sizes, "right")
        nimbers = np.where(ends[ranks - 1] == sizes, array([*low, -1])[ranks - 1], sizes - ranks)
        return bool(np.bitwise_xor.reduce(nimbers))

    return ConstrainedNim(constrained_nim, wins)


PROBLEM = Problem(
    title="Constrained Nim",
    source="AtCoder Beginner Contest 255, problem G",
    input=(
        Line(Int("N", 1, 2 * 10**5), Int("M", 1, 2 * 10**5)),
        Ints("A", "N", 1, 10**18),
        Items("moves", "M", Line(Int("X", 1, 10**18), Int("Y", 1, "X"))),
        Promise(Message("promise.moves"), "len(set(moves)) == len(moves)"),
        Let("game", lambda moves: constrained_nim(moves)),
    ),
    position=lambda A, game: Position.of(components_of(game.rules, A)),
    values=lambda questions: [one["game"].wins(one["A"]) for one in questions],
    output=Words("Takahashi", "Aoki"),
    samples=(
        Sample("3 4\n1 2 4\n2 1\n3 3\n3 1\n1 1\n", "Takahashi\n"),
        Sample("1 5\n5\n5 1\n5 2\n5 3\n5 4\n5 5\n", "Aoki\n"),
    ),
    aliases=("abc255_g",),
)
