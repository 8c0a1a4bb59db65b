"""HDU 2509, Be the Winner, from the statement: neighbours out of rows of apples; who takes the last apple loses."""

from collections.abc import Iterator

from ._play import answers, first_wins, heaps


def answer(text: str) -> str | None:
    """Answer Yes or No for each case, until the end; None for large ones."""
    numbers = iter(map(int, text.split()))
    cases = [tuple(sorted(next(numbers) for _ in range(count))) for count in numbers]
    return answers((first_wins(case, heaps(_take), last_loses=True) for case in cases), "Yes", "No")


def _take(row: int) -> Iterator[tuple[int, int]]:
    return ((before, row - before - taken) for taken in range(1, row + 1) for before in range(row - taken + 1))
