"""ABC 368 F, Dividing Game, from the statement: a divisor in place of a number."""

from collections.abc import Iterator

from ._play import answers, first_wins


def answer(text: str) -> str | None:
    """Answer Anna or Bruno; None for large numbers."""
    _, *numbers = map(int, text.split())
    return answers([first_wins(tuple(sorted(numbers)), _replace) if max(numbers) < 200 else None], "Anna", "Bruno")


def _replace(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for place, number in enumerate(numbers):
        for divisor in range(1, number):
            if number % divisor == 0:
                yield tuple(sorted((*numbers[:place], divisor, *numbers[place + 1 :])))
