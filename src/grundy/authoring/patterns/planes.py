"""Candidate formulas for tables with several coordinates, as texts. The caller checks them on the whole table."""

from __future__ import annotations

import re
from functools import reduce
from itertools import combinations, product
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.authoring.patterns.chance import explained
from grundy.authoring.patterns.lines import LEAST, formulas, predicates
from grundy.authoring.patterns.terms import bases, multiples
from grundy.nimbers import nim_product

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from grundy.authoring.patterns.terms import FormulaTerm

    Values = NDArray[np.int64]

_N = re.compile(r"\bn\b")
_LEAST_OF_A_TERM = 8  # different values of a term; with fewer the term is not used
_MOST_EACH = 3  # formulas of one coordinate that are tried in a product
_MODULI = range(2, 9)
_STRIPS = range(2, 10)  # widths of strips along the axes
_GOLDEN = "min({0}) == (max({0}) - min({0}) + isqrt(5 * (max({0}) - min({0})) ** 2)) // 2"  # Wythoff 1907
_EUCLID_NIMBER = "abs({0} ** 2 - {1} ** 2) // ({0} * {1})"  # Nivasch 2006, where nobody may reach 0
_EUCLID = "max({0}) ** 2 < max({0}) * min({0}) + min({0}) ** 2"  # Cole and Davie 1969: a ratio below the golden one


def about(text: str, term: str) -> str:
    """Return a formula with a term in place of n.

    >>> about("n & -n", "a + b")
    '(a + b) & -(a + b)'
    """
    return _N.sub(lambda _: term if term.isidentifier() else f"({term})", text)


def combined(names: Sequence[str], states: Values) -> list[tuple[str, Values]]:
    """Return terms of the coordinates with their values; `states` has shape (states, coordinates)."""
    columns = [states[:, number] for number in range(states.shape[1])]
    listed = ", ".join(names)
    found: list[tuple[str, Values]] = [
        (" ^ ".join(names), np.bitwise_xor.reduce(states, axis=1)),
        (" + ".join(names), states.sum(axis=1)),
        (f"min({listed})", states.min(axis=1)),
        (f"max({listed})", states.max(axis=1)),
        (f"max({listed}) - min({listed})", states.max(axis=1) - states.min(axis=1)),
        (" | ".join(names), np.bitwise_or.reduce(states, axis=1)),
        (" & ".join(names), np.bitwise_and.reduce(states, axis=1)),
        (" * ".join(names), states.prod(axis=1)),
        (f"gcd({listed})", np.gcd.reduce(states, axis=1)),
        (f"mex(({listed},))", np.array([next(n for n in range(9) if n not in set(row)) for row in states.tolist()])),
        *((f"moore_sum({modulus}, {listed})", _moore(states, modulus)) for modulus in (3, 4, 5)),
    ]
    if len(columns) > 2:
        pairs = combinations(range(len(columns)), 2)
        found += [(f"{names[left]} ^ {names[right]}", columns[left] ^ columns[right]) for left, right in pairs]
    if len(columns) == 2:
        left, right = np.maximum(states, 0).T
        products = nim_product(left, right)
        found.append((f"nim_product({listed})", products.astype(np.int64)))
        found.append((" - ".join(names), columns[0] - columns[1]))
    return [*zip(names, columns, strict=True), *found]


def of_one_term(names: Sequence[str], states: Values, values: Values) -> Iterator[str]:
    """Yield formulas for a table whose values depend on one term of the coordinates alone, such as their sum."""
    for term, numbers in combined(names, states):
        places, first, group = np.unique(numbers, return_index=True, return_inverse=True)
        if len(places) >= min(_LEAST_OF_A_TERM, 1 + len(values) // 8) and (values[first][group] == values).all():
            for text in formulas(places.tolist(), values[first].tolist(), _LEAST_OF_A_TERM):
                if len(places) >= LEAST or explained(
                    text, values[first]
                ):  # many states may have few values of the term
                    yield about(text, term)


def of_multiples(names: Sequence[str], states: Values, values: Values) -> Iterator[str]:
    """Yield a formula for a table whose values are a linear function of the coordinates, such as 2a + b + 1."""
    unknowns = np.column_stack([states, np.ones(len(states), np.int64)])
    factors = np.rint(np.linalg.lstsq(unknowns.astype(float), values.astype(float), rcond=None)[0]).astype(np.int64)
    if (unknowns @ factors == values).all():
        terms = [(factor, name) for factor, name in zip(factors.tolist(), names, strict=False) if factor]
        text = " ".join(
            f"{'-' if factor < 0 else '+'} {name if abs(factor) == 1 else f'{abs(factor)} * {name}'}"
            for factor, name in terms
        )
        if text:
            yield f"{text.removeprefix('+ ')} + {factors[-1]}".replace("+ -", "- ").removesuffix(" + 0")


def of_euclid(names: Sequence[str], states: Values, values: Values) -> Iterator[str]:
    """Yield the formula of Euclid's game with positive numbers, if the table agrees with it."""
    if len(names) == 2 and (states > 0).all():
        left, right = states.T
        if (abs(left**2 - right**2) // (left * right) == values).all():
            yield _EUCLID_NIMBER.format(*names)


def of_residues(names: Sequence[str], states: Values, values: Values) -> Iterator[str]:
    """Yield a formula for a table with two coordinates whose values depend on the remainders of both."""
    if len(names) != 2:
        return
    for left, right in sorted(product(_MODULI, repeat=2), key=sum):
        if len(values) < 6 * left * right:
            return
        rest = states % [left, right]
        numbers = rest[:, 0] * right + rest[:, 1]
        places, first, group = np.unique(numbers, return_index=True, return_inverse=True)
        if len(places) == left * right and (values[first][group] == values).all():
            rows = tuple(map(tuple, values[first].reshape(left, right).tolist()))
            yield f"{rows}[{names[0]} % {left}][{names[1]} % {right}]"
            return


def of_parts(names: Sequence[str], ranges: Sequence[range], values: Values) -> Iterator[str]:
    """Yield formulas for sums, f(a) ^ g(b) ^ ..., and for Tartan products of two games, nim_product(f(a), g(b))."""
    corner = (0,) * len(names)
    lines = [np.moveaxis(values, axis, 0).reshape(len(side), -1)[:, 0] for axis, side in enumerate(ranges)]
    total = reduce(np.bitwise_xor.outer, lines)
    if (total ^ (values[corner] if len(names) % 2 == 0 else 0) == values).all():
        start = int(values[corner])
        own = [line ^ start if side else line for side, line in enumerate(lines)]
        for text in _joined(names, ranges, own, " ^ ".join(f"({{{side}}})" for side in range(len(names)))):
            yield text.replace(" ^ (0)", "").removeprefix("(0) ^ ")
    if len(names) == 2:
        yield from _tartan(names, ranges, values)


def _tartan(names: Sequence[str], ranges: Sequence[range], values: Values) -> Iterator[str]:
    """Yield formulas for Tartan products (the Tartan theorem, Winning Ways).

    The two games are a row and a column of the table that cross at a 1.
    """
    for row, column in np.argwhere(values == 1)[:4].tolist():
        left, right = values[:, column], values[row]
        if (nim_product(left[:, None], right) == values).all():
            yield from _joined(names, ranges, [left, right], "nim_product({0}, {1})")
            return


def _joined(names: Sequence[str], ranges: Sequence[range], lines: Sequence[Any], form: str) -> Iterator[str]:
    """Yield formulas of the given form whose parts are formulas of single coordinates, one for each line of values."""
    parts = []
    for name, side, line in zip(names, ranges, lines, strict=True):
        found = []
        for text in formulas(list(side), [int(value) for value in line]):
            found.append(about(text, name))
            if len(found) == _MOST_EACH:
                break
        parts.append(found)
    yield from (form.format(*chosen) for chosen in product(*parts))


def lost_ones(names: Sequence[str], states: Values, lost: NDArray[np.bool_]) -> Iterator[str]:
    """Yield formulas that are true exactly at the lost states."""
    if lost.all() or not lost.any():
        return
    listed = ", ".join(names)
    terms = combined(names, states)
    equal = [(term, int(numbers[lost][0])) for term, numbers in terms if _is_one(numbers, lost)]
    yield from (f"({term}) == {mark}" for term, mark in equal)
    for term, numbers in terms if not equal else ():
        places, first, group = np.unique(numbers, return_index=True, return_inverse=True)
        if (lost[first][group] == lost).all():
            yield from (about(text, term) for text in predicates(places.tolist(), lost[first]))
    if len(names) == 2:
        yield from _equal_terms(names, states, lost)
        for text in (_GOLDEN, _EUCLID, f"min({{0}}) < max({{0}}) and {_EUCLID}"):
            if (_truths(text, states) == lost).all():
                yield text.format(listed)
        yield from _strips(names, states, lost)


def _strips(names: Sequence[str], states: Values, lost: NDArray[np.bool_]) -> Iterator[str]:
    """Yield formulas for chessboard patterns in strips along both axes.

    Neighbouring strips have opposite colours, and the last line of each strip has no lost states.
    """
    low, total = states.min(axis=1), states.sum(axis=1)
    for wide in _STRIPS:
        if (((low % wide < wide - 1) & ((low // wide + total) % 2 == 0)) == lost).all():
            least = f"min({', '.join(names)})"
            yield f"{least} % {wide} < {wide - 1} and ({least} // {wide} + {' + '.join(names)}) % 2 == 0"


def _is_one(numbers: Values, lost: NDArray[np.bool_]) -> bool:
    """Return whether a term has one value at all lost states, and other values at all other states."""
    return bool(((numbers == numbers[lost][0]) == lost).all())


def _equal_terms(names: Sequence[str], states: Values, lost: NDArray[np.bool_]) -> Iterator[str]:
    """Yield equations between a function of one coordinate and one of the other."""
    left, right = (bases(states[:, side].tolist()) for side in range(2))
    yield from _equal_pairs(names, left, right, lost)
    yield from _equal_pairs(names, multiples(states[:, 0]), right, lost)
    yield from _equal_pairs(names, left, multiples(states[:, 1]), lost)


def _equal_pairs(
    names: Sequence[str], left: Sequence[FormulaTerm], right: Sequence[FormulaTerm], lost: NDArray[np.bool_]
) -> Iterator[str]:
    rights = np.array([term.values for term in right])
    for text, values in left:
        for number in np.flatnonzero(((rights == values) == lost).all(axis=1)).tolist():
            yield f"{about(text, names[0])} == {about(right[number].text, names[1])}"


def _truths(text: str, states: Values) -> NDArray[np.bool_]:
    """Return at which states a formula with the golden ratio is true: `_GOLDEN`, `_EUCLID`, or its strict form."""
    low, high = states.min(axis=1), states.max(axis=1)
    if text == _GOLDEN:
        found: NDArray[np.bool_] = low == np.array([(gap + isqrt(5 * gap * gap)) // 2 for gap in (high - low).tolist()])
        return found
    below: NDArray[np.bool_] = high * high < high * low + low * low
    return below if text == _EUCLID else below & (low < high)


def _moore(states: Values, modulus: int) -> Values:
    places = int(states.max(initial=0)).bit_length()
    total = np.zeros(len(states), np.int64)
    for place in range(places):
        total += (states >> place & 1).sum(axis=1) % modulus * modulus**place
    return total
