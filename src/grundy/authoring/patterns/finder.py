"""The search for patterns in a table: candidates of each kind, checked on all states."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import numpy as np

from grundy.authoring.patterns import lines, planes
from grundy.authoring.patterns.chance import explained
from grundy.authoring.patterns.formulas import read
from grundy.authoring.patterns.pattern import Pattern, check, names_of
from grundy.core.table import NO_STATE, Table
from grundy.runtime import progress

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

__all__ = ["LEAST", "find"]

LEAST = 16  # states; no pattern is searched for in a table with fewer


def find(table: Table) -> list[Pattern]:
    """Return formulas that hold for all states of a table, simplest first; an empty list if none is found.

    Formulas of the nimbers are tried first:

    - of one number: the number itself, its remainder or quotient, a known code of heaps (also shifted), and a period
      (also arithmetic);
    - of several numbers: these formulas of one term such as their sum, nim-sum, minimum or maximum; sums of their
      multiples; nim-sums of formulas of each; remainders of both.

    If no formula of the nimbers holds for all states, formulas of the outcomes are tried: linear ones, also modulo a
    number, Wythoff's formula, and remainders of both.

    A formula is an observation on the states of the table, never a proof. It is returned only if it is unlikely to hold
    by chance: fewer than one of 100 tables with random values has any formula. Two kinds are always returned:
    constants, and the formula by which only the first state is lost.

    Takes seconds. Raises nothing for a table of any size; the result for fewer than 16 states is empty.

    >>> import grundy
    >>> [pattern.text for pattern in find(grundy.heaps("nim").table(64))]
    ['n']
    """
    is_state = table.values != NO_STATE
    if int(is_state.sum()) < LEAST:
        return []
    found = [] if ((table.values < 0) & is_state).any() else _found(table, is_state, outcomes=False)
    return found or _found(table, is_state, outcomes=True)


def _found(table: Table, is_state: NDArray[np.bool_], *, outcomes: bool) -> list[Pattern]:
    """Return the formulas that hold for the whole table and are unlikely to hold by chance."""
    names, values = names_of(table), table.values[is_state]
    wanted = values == 0 if outcomes else values
    found: dict[str, Pattern] = {}
    for text in _candidates(table, names, is_state, outcomes=outcomes):
        progress.check_cancelled()
        tidy = ast.unparse(ast.parse(text, mode="eval"))  # without unneeded parentheses
        if tidy not in found and explained(tidy, wanted):
            checked = check(table, read(tidy, names), outcomes=outcomes)
            if isinstance(checked, int):
                found[tidy] = Pattern(tidy, names, checked, outcomes)
    return list(found.values())


def _candidates(table: Table, names: Sequence[str], is_state: NDArray[np.bool_], *, outcomes: bool) -> Iterator[str]:
    sides = [np.array(side, np.int64) for side in table.ranges]
    states = np.stack([grid[is_state] for grid in np.meshgrid(*sides, indexing="ij")], axis=1)
    values = table.values[is_state]
    if len(names) == 1 and outcomes:
        return lines.predicates(states[:, 0].tolist(), values == 0)
    if len(names) == 1:
        return lines.formulas(states[:, 0].tolist(), values.tolist())
    if outcomes:
        return planes.lost_ones(names, states, values == 0)
    return planes.nimbers(names, states, values, table.values if is_state.all() else None)
