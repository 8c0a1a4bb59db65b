"""Candidate formulas in which the value of n is that of a smaller number, or follows from it, as texts about n.

The caller checks them on the whole sequence. There are two forms, each with a modulus m:

- a multiple of m has its quotient as value, and all other n have the value of n - n // m - 1;
- from some number on, all n with one remainder have a value that depends on the value of n // m alone, and all others
  have the same constant value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MODULI = range(2, 7)
_MOST_FIRST = 9  # numbers before the formula begins, whose values are listed
_MOST_MAPPED = 8  # values of n // m in the table of the second form


def recursive(places: Sequence[int], values: Sequence[int]) -> Iterator[str]:
    """Yield formulas for ``values[n]`` at n = 0, 1, 2, ...; nothing if ``places`` are other numbers."""
    if list(places) != list(range(len(places))):
        return
    for modulus in _MODULI:
        yield from _of_the_rest(values, modulus)
    for modulus in _MODULI:
        for remainder in range(modulus):
            yield from _of_the_quotient(values, modulus, remainder)


def _of_the_rest(values: Sequence[int], modulus: int) -> Iterator[str]:
    """Yield the formula of the first form, if the values agree with it."""
    if any(values[n] != values[n - n // modulus - 1] for n in range(1, len(values)) if n % modulus):
        return
    multiples = values[::modulus]
    if len(set(multiples)) > 1 and all(value == quotient for quotient, value in enumerate(multiples)):
        yield f"n // {modulus} if n % {modulus} == 0 else G(n - n // {modulus} - 1)"


def _of_the_quotient(values: Sequence[int], modulus: int, remainder: int) -> Iterator[str]:
    """Yield the formula of the second form for one remainder, if the values agree with it."""
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
