"""Bounds for the probability that a formula agrees with a table by chance, from the number of formulas that are tried.

**Tables without a pattern.** Let the values of a table be assigned to its states at random. One formula agrees with
probability 2^-b, where b is the logarithm of the number of assignments (`information`). So some formula among m agrees
with probability at most m 2^-b. `_bits` is the logarithm of the number of tried formulas with at most as many parts: 64
with up to three parts, 1,425 with up to five, 16,625 with up to seven, 2^17.1 with up to nine, and 2^18.4 in all. Each
number in a tuple is a parameter, and counts as much as a value of the table. With `_MARGIN`, at most one of 128 such
tables has a formula.

**Tables with a pattern and exceptions.** If a part of a formula, or a simple term such as ``n % 4``, agrees with all
but e states, only these e states and their values remain to be explained. The rest of the formula must then tell more
than these exceptions do.
"""

from __future__ import annotations

import ast
from math import lgamma, log, log2
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy.authoring.patterns.formulas import read
from grundy.authoring.patterns.terms import bases
from grundy.errors import GrundyError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

__all__ = ["Compared", "complexity", "explained", "information"]

_MARGIN = 7  # bits: at most one table of 2^7 has a formula by chance
_BITS = 2  # bits for each part of a formula
_MOST_BITS = 19  # bits for all parts about one coordinate: the logarithm of the number of all tried formulas
_MOST_FURTHER = 14  # bits for the rest of a formula beside a term: eight operators with some thousand terms


def information(values: NDArray[Any]) -> float:
    """Return the logarithm to base 2 of the number of ways to assign the values of a table to its states.

    >>> round(information(np.array([0, 0, 1, 1])), 3)
    2.585
    """
    counts = np.unique(values, return_counts=True)[1].tolist()
    return (lgamma(1 + sum(counts)) - sum(lgamma(1 + count) for count in counts)) / log(2)


def complexity(text: str) -> tuple[int, int]:
    """Return the size of a formula: the number of parts of its tree, then the length of its text."""
    return _parts(ast.parse(text, mode="eval").body), len(text)


def explained(text: str, values: NDArray[Any], names: Sequence[str] = ("n",)) -> bool:
    """Return whether a table has more information than the choice of a formula that agrees with it.

    For a formula of the P-positions `values` are bool. The result is always True for a constant, and for a formula that
    only says that the first state differs from all others.
    """
    tree = ast.parse(text, mode="eval").body
    if isinstance(tree, ast.Constant) or _is_first_alone(tree):
        return True
    outcomes = values.dtype == bool
    if outcomes and _is_beginning(tree, values):
        return int(values.sum()) == 1 or information(values) >= _MARGIN
    return _bits(tree, values, 1 if outcomes else len(names)) + _MARGIN <= information(values)


class Compared(NamedTuple):
    """The states of a table as rows of coordinates, their values, and the names of the coordinates."""

    states: Sequence[Sequence[int]]
    values: Sequence[int]
    names: Sequence[str]
    each: float  # bits for the value of one state

    @classmethod
    def of(cls, states: Sequence[Sequence[int]], values: Sequence[int], names: Sequence[str]) -> Compared:
        """Return states and values to compare with; `each` follows from the number of different values."""
        return cls(states, values, names, log2(max(2, len(set(values)))))

    def exceptions_explained(self, text: str) -> bool:
        """Return whether a formula that agrees with the table tells more than simpler terms and their exceptions.

        A period after a preperiod is always accepted here, because all its parameters are counted in `explained`.
        """
        tree = ast.parse(text, mode="eval").body
        if isinstance(tree, ast.IfExp):
            return True
        for part in _terms(tree, frozenset(self.names)):
            needed = min(_BITS * (_parts(tree) - _parts(part)), _MOST_FURTHER) + _MARGIN
            if self._bits_of_exceptions(ast.unparse(part), needed) < needed:
                return False
        return len(self.names) > 1 or self._beats_terms(tree)

    def _beats_terms(self, tree: ast.expr) -> bool:
        """Return whether a formula about one number tells more than each simple term with its exceptions."""
        right = np.array(self.values, np.int64)
        own = min(_BITS * _parts(tree), _MOST_BITS)
        for text, found in bases([state[0] for state in self.states], shifts=False):
            wrong = int((found != right).sum())
            if wrong and self._exceptions(wrong) < own - _BITS * complexity(text)[0] + _MARGIN:
                return False
        return True

    def _bits_of_exceptions(self, text: str, enough: float) -> float:
        """Return the bits for the states at which a formula is wrong and their values; stops counting at `enough`."""
        formula = read(text, self.names)
        wrong = 0
        for state, value in zip(self.states, self.values, strict=True):
            try:
                agrees = formula(*state) == value
            except (ArithmeticError, AttributeError, GrundyError, IndexError, TypeError, ValueError):
                agrees = False
            wrong += not agrees
            if not agrees and self._exceptions(wrong) >= enough:
                break
        return self._exceptions(wrong)

    def _exceptions(self, wrong: int) -> float:
        """Return the bits for the choice of `wrong` states as exceptions, and for their values."""
        states = len(self.values)
        chosen = min(wrong, states // 2)
        subsets = lgamma(1 + states) - lgamma(1 + chosen) - lgamma(1 + states - chosen)
        return subsets / log(2) + wrong * self.each


def _bits(tree: ast.expr, values: NDArray[Any], coordinates: int) -> float:
    """Return the logarithm of the number of tried formulas that are at most as large."""
    tuples = [node for node in ast.walk(tree) if isinstance(node, ast.Tuple)]
    numbers = sum(isinstance(one, ast.Constant) for node in tuples for one in node.elts)
    each = log2(max(2, len(np.unique(values))))
    return min(_BITS * (_parts(tree) - numbers), _MOST_BITS * coordinates) + each * numbers


def _parts(tree: ast.expr) -> int:
    return sum(1 for node in ast.walk(tree) if isinstance(node, ast.expr))


def _terms(tree: ast.expr, names: frozenset[str]) -> Iterator[ast.expr]:
    """Yield the proper parts of a formula that depend on a coordinate."""
    for node in ast.walk(tree):
        if node is tree or not isinstance(node, ast.expr) or isinstance(node, ast.Tuple | ast.Attribute):
            continue
        if any(isinstance(one, ast.Name) and one.id in names for one in ast.walk(node)):
            yield node


def _is_beginning(tree: ast.expr, lost: NDArray[Any]) -> bool:
    """Return whether a formula compares n itself, and exactly the first states are lost."""
    if not isinstance(tree, ast.Compare) or not isinstance(tree.left, ast.Name) or lost.ndim > 1:
        return False
    return bool(lost[: int(lost.sum())].all())


def _is_first_alone(tree: ast.expr) -> bool:
    """Return whether a formula is constant except for the first state, such as ``(1,)[n] if n < 1 else 0``."""
    if not isinstance(tree, ast.IfExp) or not isinstance(tree.orelse, ast.Constant):
        return False
    block = tree.body.value if isinstance(tree.body, ast.Subscript) else None
    return isinstance(block, ast.Tuple) and len(block.elts) == 1
