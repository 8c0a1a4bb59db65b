"""POJ 1067, 取石子游戏, from the statement: all ways to take from two heaps."""

from collections.abc import Iterator

from ._play import answers, first_wins


def answer(text: str) -> str | None:
    """Answer 1 or 0 for each pair of heaps; None for large ones."""
    numbers = list(map(int, text.split()))
    return answers((first_wins(pair, _take) for pair in zip(numbers[::2], numbers[1::2], strict=True)), "1", "0")


def _take(pair: tuple[int, int]) -> Iterator[tuple[int, int]]:
    one, two = pair
    yield from ((one - taken, two) for taken in range(1, one + 1))
    yield from ((one, two - taken) for taken in range(1, two + 1))
    yield from ((one - taken, two - taken) for taken in range(1, min(pair) + 1))
