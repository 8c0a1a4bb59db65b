"""Functions of one integer that formulas and rules of games share. They need no NumPy."""

from __future__ import annotations

from grundy.errors import RulesetError
from grundy.messages import Message

_MOST_FACTORED = 10**12  # largest number that `prime_factors` accepts


def prime_factors(number: int) -> int:
    """Return the number of prime factors of a number, counted with multiplicity; 0 for a number below 2.

    Raises `RulesetError` for a number above 10^12, because factoring may take long.

    >>> prime_factors(12), prime_factors(97)
    (3, 1)
    """
    if number > _MOST_FACTORED:
        expected = Message("expected.factored", {"high": _MOST_FACTORED})
        raise RulesetError("error.expected", expected=expected, found=f"{number:,}")
    found, factor = 0, 2
    while factor * factor <= number:
        if number % factor:
            factor += 1
        else:
            number, found = number // factor, found + 1
    return found + (number > 1)
