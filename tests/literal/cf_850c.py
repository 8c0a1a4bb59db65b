"""Codeforces 850C, Arpa and a game with Mojtaba, from the statement: all numbers that a prime power divides."""

from collections.abc import Iterator

from ._play import answers, first_wins

LARGEST = 2000  # a number


def answer(text: str) -> str | None:
    """Answer Mojtaba or Arpa; None for large numbers."""
    _, *numbers = map(int, text.split())
    if max(numbers) > LARGEST:
        return None
    return answers([first_wins(tuple(sorted(set(numbers))), _divide)], "Mojtaba", "Arpa")


def _divide(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Divide; equal numbers stay equal, so that one of them is enough."""
    for power in range(2, max(numbers) + 1):
        if _is_prime_power(power) and any(number % power == 0 for number in numbers):
            yield tuple(sorted({number if number % power else number // power for number in numbers}))


def _is_prime_power(number: int) -> bool:
    prime = next(divisor for divisor in range(2, number + 1) if number % divisor == 0)
    while number % prime == 0:
        number //= prime
    return number == 1
