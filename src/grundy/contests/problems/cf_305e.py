"""Playing with String."""

from itertools import groupby

from grundy import games
from grundy.contests import Let, Move, Problem, Sample, Word


def runs(s):
    """Return the places between equal letters, in runs of neighbours. Each run is a row of Dawson's chess."""
    places = (at for at in range(1, len(s) - 1) if s[at - 1] == s[at + 1])
    return [
        list(zip(*group, strict=True))[1] for _, group in groupby(enumerate(places), lambda pair: pair[1] - pair[0])
    ]


def first_place(choice, rows):
    """Return the first place of a row where a cut leaves the parts of this move."""
    row, parts = rows[choice.index], sorted(part.state for part in choice.option.components)
    cuts = ([left for left in (at - 1, len(row) - at - 2) if left > 0] for at in range(len(row)))
    return row[next(at for at, left in enumerate(cuts) if sorted(left) == parts)] + 1


PROBLEM = Problem(
    title="Playing with String",
    source="Codeforces 305, problem E",
    game="dawsons-chess",
    input=(Word("s", "abcdefghijklmnopqrstuvwxyz", 1, 5000), Let("rows", runs)),
    position=lambda rows: games.dawsons_chess(*([len(row) for row in rows] or [0])),
    output=Move("First\n{}", "Second", name=first_place, which="least"),
    samples=(Sample("abacaba\n", "First\n2\n"), Sample("abcde\n", "Second\n")),
)
