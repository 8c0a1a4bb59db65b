"""HDU 3951, Coin Game, from the statement: 1 to K neighbours from a circle of coins that stay where they are."""

from collections.abc import Iterator

from ._play import answers, first_wins

LARGEST = 11  # coins


def answer(text: str) -> str | None:
    """Answer first or second for each circle, after the number of the case; None for large ones."""
    _, *numbers = map(int, text.split())
    circles = list(zip(numbers[::2], numbers[1::2], strict=True))
    if max(numbers[::2]) > LARGEST:
        return None
    found = (first_wins((size, most, frozenset(range(size))), _take) for size, most in circles)
    return answers(found, "first", "second", "Case {}: ")


def _take(circle: tuple[int, int, frozenset[int]]) -> Iterator[tuple[int, int, frozenset[int]]]:
    size, most, coins = circle
    for first in coins:
        for count in range(1, min(most, size) + 1):
            gone = {(first + step) % size for step in range(count)}
            if gone <= coins:
                yield size, most, coins - gone
