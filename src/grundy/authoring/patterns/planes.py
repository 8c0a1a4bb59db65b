"""Candidate formulas for tables with several coordinates, as texts. The caller checks them on the whole table."""

from __future__ import annotations

import re
from functools import reduce
from itertools import combinations, product
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

from grundy.authoring.patterns.lines import formulas, predicates

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Values = NDArray[np.int64]

_N = re.compile(r"\bn\b")
_LEAST_OF_A_TERM = 8  # different values of a term; with fewer the term is not used
_MODULI = range(2, 9)
_FACTORS = range(1, 4)
_GOLDEN = "min({0}) == (max({0}) - min({0}) + isqrt(5 * (max({0}) - min({0})) ** 2)) // 2"  # Wythoff 1907


def nimbers(names: Sequence[str], states: Values, values: Values, table: Values | None) -> Iterator[str]:
    """Yield formulas for the nimbers of states, shape (states, coordinates), simple formulas first.

    `table` has the values as an array with one axis for each coordinate; None if not all its places are states.
    """
    if (values == values[0]).all():
        yield str(values[0])
        return
    yield from _of_one_term(names, states, values)
    yield from _of_multiples(names, states, values)
    if table is not None:
        yield from _of_parts(names, states, table)
    yield from _of_residues(names, states, values)


def lost_ones(names: Sequence[str], states: Values, lost: NDArray[np.bool_]) -> Iterator[str]:
    """Yield formulas that are true exactly at the lost states, simple formulas first."""
    if lost.all() or not lost.any():
        return
    for term, numbers in [*_terms(names, states), *_linear(names, states)]:
        if ((numbers == numbers[lost][0]) == lost).all():
            yield f"{term} == {numbers[lost][0]}"
            return
        places, first, group = np.unique(numbers, return_index=True, return_inverse=True)
        found = predicates(places.tolist(), lost[first]) if (lost[first][group] == lost).all() else ()
        for text in found:
            yield about(text, term)
            return
    if len(names) == 2:
        low, gap = states.min(axis=1), np.ptp(states, axis=1)
        if ((low == np.array([(one + isqrt(5 * one * one)) // 2 for one in gap.tolist()])) == lost).all():
            yield _GOLDEN.format(", ".join(names))
    yield from _of_residues(names, states, lost.astype(np.int64))


def about(text: str, term: str) -> str:
    """Return a formula with a term in place of n.

    >>> about("n % 4", "a + b")
    '(a + b) % 4'
    """
    return _N.sub(lambda _: term if term.isidentifier() else f"({term})", text)


def _terms(names: Sequence[str], states: Values) -> list[tuple[str, Values]]:
    """Return terms of the coordinates with their values."""
    columns = dict(zip(names, states.T, strict=True))
    listed = ", ".join(names)
    found = [
        (" ^ ".join(names), np.bitwise_xor.reduce(states, axis=1)),
        (" + ".join(names), states.sum(axis=1)),
        (f"min({listed})", states.min(axis=1)),
        (f"max({listed})", states.max(axis=1)),
        (f"max({listed}) - min({listed})", np.ptp(states, axis=1)),
    ]
    if len(names) > 2:
        found += [(f"{one} ^ {other}", columns[one] ^ columns[other]) for one, other in combinations(names, 2)]
    return [*columns.items(), *found]


def _linear(names: Sequence[str], states: Values) -> Iterator[tuple[str, Values]]:
    """Yield sums and differences of small multiples of two coordinates, with their values."""
    if len(names) == 2:
        (first, left), (second, right) = zip(names, states.T, strict=True)
        for one, other in product(_FACTORS, repeat=2):
            text = f"{one} * {first}" if one > 1 else first
            further = f"{other} * {second}" if other > 1 else second
            yield f"{text} + {further}", one * left + other * right
            yield f"{text} - {further}", one * left - other * right


def _of_one_term(names: Sequence[str], states: Values, values: Values) -> Iterator[str]:
    """Yield formulas for a table whose values depend on one term of the coordinates alone, such as their sum."""
    for term, numbers in _terms(names, states):
        places, first, group = np.unique(numbers, return_index=True, return_inverse=True)
        if len(places) >= min(_LEAST_OF_A_TERM, 1 + len(values) // 8) and (values[first][group] == values).all():
            texts = [about(text, term) for text in formulas(places.tolist(), values[first].tolist())]
            yield from texts
            if texts:
                return


def _of_multiples(names: Sequence[str], states: Values, values: Values) -> Iterator[str]:
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


def _of_parts(names: Sequence[str], states: Values, table: Values) -> Iterator[str]:
    """Yield formulas for sums of games: f(a) ^ g(b) ^ ..., whose parts are formulas of single coordinates."""
    corner = int(table.flat[0])
    lines = [np.moveaxis(table, axis, 0).reshape(side, -1)[:, 0] for axis, side in enumerate(table.shape)]
    lines = [line ^ corner if axis else line for axis, line in enumerate(lines)]
    if (reduce(np.bitwise_xor.outer, lines) == table).all():
        parts: list[list[str]] = []
        for name, column, line in zip(names, states.T, lines, strict=True):
            texts = formulas(np.unique(column).tolist(), line.tolist())
            parts.append([f"({about(text, name)})" for text in texts])
        yield from (" ^ ".join(part for part in chosen if part != "(0)") for chosen in product(*parts))


def _of_residues(names: Sequence[str], states: Values, values: Values) -> Iterator[str]:
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
