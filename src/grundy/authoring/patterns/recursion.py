"""Formulas that say of a number what they say of a smaller one: as texts about n, not yet checked on all of it.

Two forms, each with a modulus m: multiples of m have a value of their own, and all other n that of n - n // m - 1; or
one remainder has a value that depends on that of n // m alone, and the others are constant, from some number on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MODULI = range(2, 7)
_MOST_FIRST = 9  # numbers that may have values of their own before the formula begins
_MOST_MAPPED = 8  # values of which a table says what follows from them


def recursive(places: Sequence[int], values: Sequence[int]) -> Iterator[str]:
    """Yield formulas for ``values[n]`` at n = 0, 1, 2, ..., which is what ``places`` must be."""
    if list(places) != list(range(len(places))):
        return
    for modulus in _MODULI:
        yield from _of_the_rest(values, modulus)
    for modulus in _MODULI:
        for remainder in range(modulus):
            yield from _of_the_quotient(values, modulus, remainder)


def _of_the_rest(values: Sequence[int], modulus: int) -> Iterator[str]:
    """Yield the formula in which what is no multiple counts as the number without its part, less one."""
    if any(values[n] != values[n - n // modulus - 1] for n in range(1, len(values)) if n % modulus):
        return
    multiples = values[::modulus]
    if len(set(multiples)) > 1 and all(value == quotient for quotient, value in enumerate(multiples)):
        yield f"n // {modulus} if n % {modulus} == 0 else G(n - n // {modulus} - 1)"


def _of_the_quotient(values: Sequence[int], modulus: int, remainder: int) -> Iterator[str]:
    """Yield the formula in which one remainder follows the quotient, and the other ones are worth the same each."""
    for first in range(_MOST_FIRST + 1):
        mapped: dict[int, int] = {}
        others: dict[int, int] = {}
        for n in range(first, len(values)):
            key, known = (values[n // modulus], mapped) if n % modulus == remainder else (n % modulus, others)
            if known.setdefault(key, values[n]) != values[n] or (n % modulus == remainder and n // modulus == n):
                break
        else:
            if len(set(mapped.values())) > 1 and max(mapped) < _MOST_MAPPED and len(set(others.values())) == 1:
                yield _text(values[:first], modulus, remainder, mapped, next(iter(others.values())))
            return


def _text(first: Sequence[int], modulus: int, remainder: int, mapped: dict[int, int], other: int) -> str:
    table = tuple(mapped.get(value, 0) for value in range(max(mapped) + 1))
    text = f"{table}[G(n // {modulus})] if n % {modulus} == {remainder} else {other}"
    return f"{tuple(map(int, first))!r}[n] if n < {len(first)} else {text}" if len(first) > 0 else text
