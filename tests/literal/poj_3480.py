"""POJ 3480, John, from the statement: all ways to eat, and whoever eats the last one loses."""

from ._play import answers, fewer, first_wins, heaps


def answer(text: str) -> str | None:
    """Answer John or Brother for each box; None for large ones."""
    numbers = iter(map(int, text.split()))
    boxes = [sorted(next(numbers) for _ in range(next(numbers))) for _ in range(next(numbers))]
    return answers((first_wins(tuple(box), heaps(fewer), last_loses=True) for box in boxes), "John", "Brother")
