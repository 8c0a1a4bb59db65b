"""Terms of formulas: functions of one integer with their values at many places, simple functions first."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from grundy.authoring.patterns.formulas import digit_sum, digit_xor, prime_factors, valuation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    Values = NDArray[np.int64]

_SHIFTS = ((0, "n"), (1, "(n + 1)"), (-1, "(n - 1)"), (2, "(n + 2)"))
_MODULI = range(2, 13)
_DIVISORS = range(2, 7)
_CONSTANTS = range(1, 5)
_MULTIPLES = range(2, 5)
_BASES: dict[str, Callable[[int], int]] = {
    "{0} & -{0}": lambda n: n & -n,
    "{0}.bit_length()": lambda n: n.bit_length(),
    "{0}.bit_count()": lambda n: n.bit_count(),
    "valuation({0})": valuation,
    "1 << {0}.bit_length() >> 1": lambda n: 1 << n.bit_length() >> 1,
    "{0} ^ {0} >> 1": lambda n: n ^ n >> 1,
    "isqrt({0})": lambda n: isqrt(max(0, n)),
    "valuation({0}, 3)": lambda n: valuation(n, 3),
    "digit_sum({0}, 3)": lambda n: digit_sum(n, 3),
    "digit_sum({0})": digit_sum,
    "digit_xor({0})": digit_xor,
    "prime_factors({0})": prime_factors,
    "({0} + isqrt(5 * {0} * {0})) // 2": lambda n: (n + isqrt(5 * n * n)) // 2,
    "(3 * {0} + isqrt(5 * {0} * {0})) // 2": lambda n: (3 * n + isqrt(5 * n * n)) // 2,
    "isqrt(2 * {0} * {0})": lambda n: isqrt(2 * n * n),
    "2 * {0} + isqrt(2 * {0} * {0})": lambda n: 2 * n + isqrt(2 * n * n),
    "isqrt(3 * {0} * {0})": lambda n: isqrt(3 * n * n),
}


_ODD_PART = "{0} // ({0} & -{0})"  # not defined for 0


class FormulaTerm(NamedTuple):
    """A text, and its values at the places."""

    text: str
    values: Values


def bases(places: Sequence[int], *, shifts: bool = True) -> list[FormulaTerm]:
    """Return functions of n, with `shifts` also of n + 1, n - 1 and n + 2."""
    found: list[FormulaTerm] = []
    for shift, name in _SHIFTS if shifts else _SHIFTS[:1]:
        moved = [place + shift for place in places]
        numbers = np.array(moved, np.int64)
        found.append(FormulaTerm(name, numbers))
        for text, function in _BASES.items():
            found.append(FormulaTerm(text.format(name), np.array([function(number) for number in moved], np.int64)))
        if 0 not in moved:
            found.append(FormulaTerm(_ODD_PART.format(name), numbers // (numbers & -numbers)))
        found += [FormulaTerm(f"{name} % {modulus}", numbers % modulus) for modulus in _MODULI]
        found += [FormulaTerm(f"{name} // {divisor}", numbers // divisor) for divisor in _DIVISORS]
    return found


def multiples(numbers: Values) -> list[FormulaTerm]:
    """Return multiples of n; `numbers` are the values of n."""
    return [FormulaTerm(f"{number} * n", number * numbers) for number in _MULTIPLES]


def with_constants(terms: Sequence[FormulaTerm]) -> Iterator[FormulaTerm]:
    """Yield each term combined with small constants by several operators."""
    for text, values in terms:
        for number in _CONSTANTS:
            yield FormulaTerm(f"({text}) + {number}", values + number)
            yield FormulaTerm(f"({text}) - {number}", values - number)
            yield FormulaTerm(f"({text}) ^ {number}", values ^ number)
            yield FormulaTerm(f"({text}) & {number}", values & number)
        for number in _DIVISORS:
            yield FormulaTerm(f"{number} * ({text})", values * number)
            yield FormulaTerm(f"({text}) // {number}", values // number)
            yield FormulaTerm(f"({text}) % {number}", values % number)


OPERATORS: dict[str, Callable[[Values, Values], Values]] = {
    "({0}) + ({1})": np.add,
    "({0}) - ({1})": np.subtract,
    "({0}) ^ ({1})": np.bitwise_xor,
    "({0}) * ({1})": np.multiply,
    "({0}) & ({1})": np.bitwise_and,
    "({0}) | ({1})": np.bitwise_or,
    "min({0}, {1})": np.minimum,
    "max({0}, {1})": np.maximum,
}


def pairs(left: Sequence[FormulaTerm], right: Sequence[FormulaTerm], wanted: Values) -> Iterator[str]:
    """Yield texts of two terms joined by an operator whose values equal `wanted`."""
    rights = np.array([term.values for term in right])
    for text, values in left:
        for form, operator in OPERATORS.items():
            fits = (operator(values, rights) == wanted).all(axis=1)
            for number in np.flatnonzero(fits).tolist():
                yield form.format(text, right[number].text)
