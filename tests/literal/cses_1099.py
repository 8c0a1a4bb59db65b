"""CSES 1099, Stair Game, from the statement: all ways to move balls from a stair to the one below."""

from collections.abc import Iterator

from ._cases import counted
from ._play import answers, first_wins


def answer(text: str) -> str | None:
    """Answer first or second for each staircase; None for large ones."""
    return answers((first_wins(case, _move) for case in counted(text)), "first", "second")


def _move(stairs: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for stair in range(1, len(stairs)):
        for balls in range(1, stairs[stair] + 1):
            after = list(stairs)
            after[stair] -= balls
            after[stair - 1] += balls
            yield tuple(after)
