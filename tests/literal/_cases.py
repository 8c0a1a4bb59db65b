"""Inputs of a number of cases, each of which is a number and so many numbers."""


def counted(text: str) -> list[tuple[int, ...]]:
    """Return the numbers of each case, the number of cases coming first."""
    numbers = iter(map(int, text.split()))
    return [tuple(next(numbers) for _ in range(next(numbers))) for _ in range(next(numbers))]


def until_zero(text: str) -> list[tuple[int, ...]]:
    """Return the numbers of each case, up to a case of 0 numbers."""
    numbers = iter(map(int, text.split()))
    cases = []
    while count := next(numbers):
        cases.append(tuple(next(numbers) for _ in range(count)))
    return cases
