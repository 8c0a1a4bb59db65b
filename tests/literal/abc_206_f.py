"""ABC 206 F, Interval Game 2, from the statement: intervals that share no point with one chosen before."""

from collections.abc import Iterator

from ._play import answers, first_wins

Intervals = tuple[tuple[int, int], ...]


def answer(text: str) -> str | None:
    """Answer Alice or Bob for each case; None for large ones."""
    numbers = iter(map(int, text.split()))
    cases = [tuple((next(numbers), next(numbers)) for _ in range(next(numbers))) for _ in range(next(numbers))]
    return answers((first_wins(intervals, _choose) for intervals in cases), "Alice", "Bob")


def _choose(intervals: Intervals) -> Iterator[Intervals]:
    """Choose one; those that can be chosen after it stay."""
    for left, right in intervals:
        yield tuple(other for other in intervals if other[1] <= left or right <= other[0])
