"""BOJ 16888, 루트 게임, from the statement: all squares that can be subtracted."""

from collections.abc import Iterator

from ._play import answers, first_wins


def answer(text: str) -> str | None:
    """Answer koosaga or cubelover for each number; None for large ones."""
    _, *numbers = map(int, text.split())
    found = (first_wins(number, _subtract) if number < 500 else None for number in numbers)
    return answers(found, "koosaga", "cubelover")


def _subtract(number: int) -> Iterator[int]:
    return (number - root**2 for root in range(1, 23) if root**2 <= number)
