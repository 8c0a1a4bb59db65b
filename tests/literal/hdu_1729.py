"""HDU 1729, Stone Game, from the statement: stones put into boxes, no more than the square of those inside."""

from collections.abc import Iterator

from ._play import answers, first_wins

Boxes = tuple[tuple[int, int], ...]


def answer(text: str) -> str | None:
    """Answer two lines for each case, until a 0; None for large ones."""
    numbers = iter(map(int, text.split()))
    cases = []
    while count := next(numbers):
        cases.append(tuple(sorted((next(numbers), next(numbers)) for _ in range(count))))
    return answers((first_wins(boxes, _put) for boxes in cases), "Yes", "No", "Case {}:\n")


def _put(boxes: Boxes) -> Iterator[Boxes]:
    for number, (size, stones) in enumerate(boxes):
        for put in range(1, min(stones**2, size - stones) + 1):
            yield tuple(sorted((*boxes[:number], (size, stones + put), *boxes[number + 1 :])))
