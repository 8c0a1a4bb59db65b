"""SPOJ MATGAME, Matrix Game, from the statement: any number off the leftmost number of a row that is not zero."""

from collections.abc import Iterator

from ._play import answers, first_wins

Rows = tuple[tuple[int, ...], ...]


def answer(text: str) -> str | None:
    """Answer FIRST or SECOND for each matrix; None for large ones."""
    numbers = iter(map(int, text.split()))
    cases = []
    for _ in range(next(numbers)):
        height, width = next(numbers), next(numbers)
        cases.append(tuple(sorted(tuple(next(numbers) for _ in range(width)) for _ in range(height))))
    return answers((first_wins(rows, _subtract) for rows in cases), "FIRST", "SECOND")


def _subtract(rows: Rows) -> Iterator[Rows]:
    """Leave out the zeros on the left, which nobody can change."""
    for number, (first, *others) in enumerate(rows):
        for left in range(first):
            row = (left, *others) if left else tuple(others)
            yield tuple(sorted(filter(None, (*rows[:number], row, *rows[number + 1 :]))))
