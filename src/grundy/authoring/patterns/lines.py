"""Candidate formulas for a sequence of values, as texts about n. The caller checks them on the whole sequence."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from grundy.games.families.heaps.codes import heaps
from grundy.theory.periods import find_period

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

_MODULI = range(2, 13)
_DIVISORS = range(2, 7)
_MOST_BLOCK = 64  # numbers of a preperiod and period in a formula
_CODES_LENGTH = 28  # heaps by which codes are compared
_SHIFTS = (0, 1, -1, 2, -2, 3, -3)
_NAMED = ("nim", "4.[3]", "unequal-2", "unequal-3", "0.007", "0.0007", "0.2[3]", "0.[2]", "0.1337", "0.1377")


def formulas(places: Sequence[int], values: Sequence[int]) -> Iterator[str]:
    """Yield formulas for ``values[i]`` at n = ``places[i]``: a simple one, or codes of heaps and then the period.

    Places are increasing integers.
    """
    n, wanted = np.array(places, np.int64), np.array(values, np.int64)
    if (wanted == wanted[0]).all():
        yield str(wanted[0])
        return
    simple = [f"n % {modulus}" for modulus in _MODULI if (n % modulus == wanted).all()]
    simple += [f"n // {divisor}" for divisor in _DIVISORS if (n // divisor == wanted).all()]
    if (n == wanted).all() or simple:
        yield "n" if (n == wanted).all() else simple[0]
        return
    yield from _codes(places, values)
    yield from _periodic(places, values)


def predicates(places: Sequence[int], lost: NDArray[np.bool_]) -> Iterator[str]:
    """Yield formulas that are true exactly at the lost places, the P-positions: n is small, or has one remainder."""
    if lost.all() or not lost.any():
        return
    first = int(lost.argmin())
    if first and not lost[first:].any():
        yield f"n < {places[first]}" if first > 1 else f"n == {places[0]}"
        return
    for modulus in _MODULI:
        rest = np.array(places, np.int64) % modulus
        if ((rest == rest[lost][0]) == lost).all():
            yield f"n % {modulus} == {rest[lost][0]}"
            return


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
    """Yield calls of `heap` for two codes, short ones first, that have this sequence, perhaps shifted."""
    value_at = dict(zip(places, values, strict=True))
    for shift in _SHIFTS:
        wanted = tuple(value_at.get(number - shift) for number in range(4, _CODES_LENGTH))
        if None in wanted:
            continue
        found = _known_codes().get(wanted, ())[:2]
        if found:
            n = "n" if shift == 0 else f"n {'+' if shift > 0 else '-'} {abs(shift)}"
            yield from (f'heap("{code}", {n})' for code in found)
            return


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
