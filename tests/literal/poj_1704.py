"""POJ 1704, Georgia and Bob, from the statement: chessmen that move left and jump over none."""

from collections.abc import Iterator

from ._play import answers, first_wins


def answer(text: str) -> str | None:
    """Answer a line for each case; None for large ones."""
    numbers = iter(map(int, text.split()))
    cases = [tuple(sorted(next(numbers) for _ in range(next(numbers)))) for _ in range(next(numbers))]
    return answers((first_wins(men, _move) for men in cases), "Georgia will win", "Bob will win")


def _move(men: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for number, place in enumerate(men):
        for to in range(men[number - 1] + 1 if number else 1, place):
            yield (*men[:number], to, *men[number + 1 :])
