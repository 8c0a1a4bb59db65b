"""HDU 2516, 取石子游戏, from the statement: at most twice as many stones as were taken before."""

from collections.abc import Iterator

from ._play import answers, first_wins


def answer(text: str) -> str | None:
    """Answer First win or Second win for each heap, until a 0; None for large ones."""
    sizes = list(map(int, text.split()))[:-1]
    return answers((first_wins((size, size - 1), _take) for size in sizes), "First win", "Second win")


def _take(state: tuple[int, int]) -> Iterator[tuple[int, int]]:
    heap, most = state
    return ((heap - taken, 2 * taken) for taken in range(1, min(heap, most) + 1))
