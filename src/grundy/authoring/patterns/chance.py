"""Bounds for the probability that a formula agrees with a table by chance, from the number of formulas that are tried.

Let the values of a table be assigned to its states at random. One formula agrees with probability 2^-b, where b is the
logarithm of the number of assignments (`information`). So some formula among m agrees with probability at most m 2^-b.
At most 2 bits for each part of a formula count those that are tried with as many parts. Each number in a tuple is a
parameter, and counts as much as a value of the table. With `_MARGIN`, at most one of 128 such tables has a formula.
"""

from __future__ import annotations

import ast
from math import lgamma, log, log2
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["explained", "information"]

_MARGIN = 7  # bits: at most one table of 2^7 has a formula by chance
_BITS = 2  # bits for each part of a formula
_MOST_BITS = 19  # bits for all parts but the numbers in tuples: more than the logarithm of the number of all formulas


def information(values: NDArray[Any]) -> float:
    """Return the logarithm to base 2 of the number of ways to assign the values of a table to its states.

    >>> round(information(np.array([0, 0, 1, 1])), 3)
    2.585
    """
    counts = np.unique(values, return_counts=True)[1].tolist()
    return (lgamma(1 + sum(counts)) - sum(lgamma(1 + count) for count in counts)) / log(2)


def explained(text: str, values: NDArray[Any]) -> bool:
    """Return whether a table has more information than the choice of a formula that agrees with it.

    For a formula of the P-positions `values` are bool. The result is always True for a constant, and for a formula by
    which only the first state is lost.
    """
    tree = ast.parse(text, mode="eval").body
    if isinstance(tree, ast.Constant):
        return True
    if isinstance(tree, ast.Compare) and isinstance(tree.left, ast.Name) and values[: int(values.sum())].all():
        return int(values.sum()) == 1 or information(values) >= _MARGIN  # exactly the first states are lost
    tuples = [node for node in ast.walk(tree) if isinstance(node, ast.Tuple)]
    numbers = sum(isinstance(one, ast.Constant) for node in tuples for one in node.elts)
    each = log2(max(2, len(np.unique(values))))
    parts = sum(isinstance(node, ast.expr) for node in ast.walk(tree)) - numbers
    bits = min(_BITS * parts, _MOST_BITS) + each * numbers
    return bits + _MARGIN <= information(values)
