"""BOJ 16894, 약수 게임, from the statement: a divisor other than 1 and the number; who cannot write one wins."""

from ._play import answers, first_wins

LARGEST = 5000  # a number


def answer(text: str) -> str | None:
    """Answer koosaga or cubelover; None for a large number."""
    number = int(text)
    if number > LARGEST:
        return None
    return answers([first_wins(number, _divisors, last_loses=True)], "koosaga", "cubelover")


def _divisors(number: int) -> list[int]:
    return [divisor for divisor in range(2, number) if number % divisor == 0]
