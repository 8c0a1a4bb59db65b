"""Candidate formulas for a sequence of values, as texts about n. The caller checks them on the whole sequence."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from grundy.authoring.patterns.terms import FormulaTerm, bases, multiples, pairs, with_constants
from grundy.families.heaps.rules_of_codes import heaps
from grundy.theory.periods import find_period

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

LEAST = 16  # values; shorter sequences have no candidates
_SAMPLE = 48  # places in the sample: half of them the first ones, half evenly spread
_MOST_BLOCK = 64  # numbers of a preperiod and period in a formula
_CODES_LENGTH = 28  # heaps by which codes are compared
_SHIFTS = (0, 1, -1, 2, -2, 3, -3)
_NAMED = ("nim", "4.[3]", "unequal-2", "unequal-3", "0.007", "0.0007", "0.2[3]", "0.[2]", "0.1337", "0.1377")


def formulas(places: Sequence[int], values: Sequence[int], least: int = LEAST) -> Iterator[str]:
    """Yield formulas for ``values[i]`` at n = ``places[i]``, simple formulas first; places are increasing integers.

    The formulas agree with a sample of the values; the caller checks the others. Yields nothing for fewer than `least`
    places.
    """
    if len(places) < least:
        return
    chosen = sorted({*range(_SAMPLE // 2), *np.linspace(0, len(places) - 1, _SAMPLE // 2).astype(int).tolist()})
    chosen = [place for place in chosen if place < len(places)]
    sample = [places[number] for number in chosen]
    wanted = np.array([values[number] for number in chosen], np.int64)
    if (wanted == wanted[0]).all():
        yield str(wanted[0])
        return
    terms = bases(sample)
    found = _matching(terms, wanted) or _matching(list(with_constants(terms)), wanted)
    yield from found
    yield from _periodic(places, values)
    yield from _codes(places, values)
    if not found:
        plain = bases(sample, shifts=False)
        parities = [FormulaTerm(f"(({text}) + 1) % 2", (numbers + 1) % 2) for text, numbers in plain]
        yield from pairs([*plain, *multiples(plain[0].values)], [*plain, *parities, *with_constants(plain)], wanted)


def predicates(places: Sequence[int], lost: NDArray[np.bool_]) -> Iterator[str]:
    """Yield formulas that are true exactly at the lost places, the P-positions."""
    if len(places) < LEAST or lost.all() or not lost.any():
        return
    first = int(lost.argmin())
    if first and not lost[first:].any():
        yield f"n < {places[first]}" if first > 1 else f"n == {places[0]}"
        return
    terms = bases(places)
    found = _equal(terms, lost) or _equal(list(with_constants(terms)), lost)
    yield from found


def _equal(terms: list[FormulaTerm], lost: NDArray[np.bool_]) -> list[str]:
    """Return equations of a term and a number that are true exactly where `lost` is."""
    marks = [(text, values, values[lost][0]) for text, values in terms]
    return [f"({text}) == {mark}" for text, values, mark in marks if ((values == mark) == lost).all()]


def _matching(terms: list[FormulaTerm], wanted: NDArray[np.int64]) -> list[str]:
    table = np.array([term.values for term in terms])
    return [terms[number].text for number in np.flatnonzero((table == wanted).all(axis=1)).tolist()]


def _periodic(places: Sequence[int], values: Sequence[int]) -> Iterator[str]:
    """Yield a formula for the observed period, if there is one."""
    first = places[0]
    if list(places) != list(range(first, first + len(places))):
        return
    found = find_period(np.array(values, np.int64))
    start, period, saltus = found.preperiod, found.period, found.saltus
    if start is None or period is None or saltus is None or start + period > _MOST_BLOCK:
        return
    n = "n" if first == 0 else f"(n - {first})"
    offset = n if start == 0 else f"(n - {first + start})"
    block = [values[start + number] for number in range(period)]
    text = str(block[0]) if len(set(block)) == 1 else f"{_tuple(block)}[{offset} % {period}]"
    if saltus:
        times = "" if saltus == 1 else f"{saltus} * "
        growth = f"{times}{offset if period == 1 else f'({offset} // {period})'}"
        text = growth if text == "0" else f"{text} + {growth}"
    if start:
        text = f"{_tuple(values[:start])}[{n}] if n < {first + start} else {text}"
    yield text


def _tuple(values: Sequence[int]) -> str:
    return repr(tuple(map(int, values)))


def _codes(places: Sequence[int], values: Sequence[int]) -> Iterator[str]:
    """Yield calls of `heap` for the first codes, short ones first, that have this sequence, perhaps shifted."""
    value_at = dict(zip(places, values, strict=True))
    for shift in _SHIFTS:
        wanted = tuple(value_at.get(number - shift) for number in range(4, _CODES_LENGTH))
        if None in wanted:
            continue
        for code in _known_codes().get(wanted, ())[:2]:
            n = "n" if shift == 0 else f"n {'+' if shift > 0 else '-'} {abs(shift)}"
            yield f'heap("{code}", {n})'


@lru_cache(maxsize=1)
def _known_codes() -> dict[tuple[int | None, ...], list[str]]:
    """Return codes by their nimbers of heaps 4 to 27: codes of up to three octal digits, and well-known ones."""
    digits = [
        f"{first}.{''.join(rest)}"
        for length in (1, 2, 3)
        for first in "04"
        for rest in product("01234567", repeat=length)
        if rest[-1] != "0"
    ]
    found: dict[tuple[int | None, ...], list[str]] = {}
    for code in [*_NAMED[:2], *digits, *_NAMED[2:]]:
        values = _first_values(code) if "." in code and "[" not in code else heaps(code).nimbers(_CODES_LENGTH).tolist()
        found.setdefault(tuple(values[4:_CODES_LENGTH]), []).append(code)
    return found


def _first_values(code: str) -> list[int]:
    """Return the first nimbers of an octal code; for so few heaps this is faster than a table of heaps."""
    digits = [int(digit) for digit in code.replace(".", "")]
    values: list[int] = []
    for size in range(_CODES_LENGTH):
        seen = 0
        for take, digit in enumerate(digits[: size + 1]):
            rest = size - take
            if digit & 1 and rest == 0 and take:
                seen |= 1
            if digit & 2 and rest > 0 and take:
                seen |= 1 << values[rest]
            if digit & 4:
                for part in range(1, rest // 2 + 1):
                    seen |= 1 << (values[part] ^ values[rest - part])
        values.append((~seen & seen + 1).bit_length() - 1)
    return values
