"""HDU 1848, Fibonacci again and again, from the statement: all ways to take one of Fibonacci's numbers."""

from collections.abc import Iterator

from ._play import answers, first_wins, heaps


def answer(text: str) -> str | None:
    """Answer Fibo or Nacci for each three heaps, until 0 0 0; None for large ones."""
    numbers = list(map(int, text.split()))[:-3]
    cases = zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
    return answers((first_wins(tuple(sorted(case)), heaps(_take)) for case in cases), "Fibo", "Nacci")


def _take(heap: int) -> Iterator[tuple[int]]:
    one, two = 1, 2
    while one <= heap:
        yield (heap - one,)
        one, two = two, one + two
