"""Patterns, which are formulas that hold for all states of a table, and the check of a formula against a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.authoring.patterns.formulas import Formula, read
from grundy.core.table import BEATS, LOOPY, NO_STATE, WON, Table, short_names
from grundy.errors import GrundyError, exception_words

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["FormulaCounterexample", "Pattern", "check"]


_NAMES = {WON: "WIN", BEATS: "LOONY", LOOPY: "∞"}  # names of values that are no nimbers


@dataclass(frozen=True)
class Pattern:
    """A formula that agrees with all compared states of a table: observed, never proved.

    `text` is an expression in Python (`grundy.patterns.read`); with `outcomes` it is true exactly for the P-positions.
    `checked` is the number of states that were compared.
    """

    text: str
    names: tuple[str, ...]
    checked: int
    outcomes: bool = False

    @property
    def formula(self) -> Formula:
        """The formula as a function of the coordinates of a state."""
        return read(self.text, self.names)

    def __call__(self, *state: int) -> Any:
        """Return the value of the formula for a state."""
        return self.formula(*state)

    def __str__(self) -> str:
        """Return the claim in words, with the number of states that it was observed on."""
        claim = f"P exactly if {self.text}" if self.outcomes else self.text
        return f"{claim} (observed, {self.checked:,} states)"

    def data(self) -> dict[str, Any]:
        """Return the pattern for JSON."""
        return {
            "formula": self.text, "names": list(self.names), "of": "outcomes" if self.outcomes else "nimbers",
            "status": "observed", "checked": self.checked,
        }  # fmt: skip


@dataclass(frozen=True)
class FormulaCounterexample:
    """The smallest state at which a formula is wrong, the value of the formula there, and the right value.

    If the formula has no value there, `says` is None and `error` is the reason.
    """

    state: Any
    says: Any
    right: Any
    error: str = ""


def check(table: Table, formula: str | Formula, *, outcomes: bool = False) -> FormulaCounterexample | int:
    """Return the smallest state of a table at which a formula fails, or the number of states if it fails at none.

    States are ordered by the sum of their coordinates, then by the coordinates. With `outcomes` the formula says
    whether a state is a P-position. Raises `RulesetError` for a text that is no formula. Time is linear in the states.

    >>> import grundy
    >>> check(grundy.heaps("0.77").table(50), "n & -n")
    FormulaCounterexample(state=3, says=1, right=3, error='')
    >>> check(grundy.heaps("{1,2,3}").table(50), "n % 4")
    50
    """
    function = read(formula, names_of(table)) if isinstance(formula, str) else formula
    compared = 0
    for place in by_size(table):
        value = int(table.values[place])
        if value == NO_STATE:
            continue
        right: Any = (value == 0) if outcomes else _NAMES.get(value, value)
        state = tuple(side[number] for side, number in zip(table.ranges, place, strict=True))
        try:
            says = function(*state)
        except (ArithmeticError, AttributeError, GrundyError, IndexError, TypeError, ValueError) as error:
            return FormulaCounterexample(table.state(place), None, right, exception_words(error))
        if (bool(says) if outcomes else says) != right:
            return FormulaCounterexample(table.state(place), bool(says) if outcomes else says, right)
        compared += 1
    return compared


def names_of(table: Table) -> tuple[str, ...]:
    """Return the names of the coordinates of a table in formulas."""
    return short_names(table.coordinates)


def by_size(table: Table) -> Iterator[tuple[int, ...]]:
    """Yield the places of a table, ordered by the sums of their states."""
    grids = np.indices(table.shape)
    steps = np.array([side.step for side in table.ranges]).reshape(-1, *[1] * len(table.shape))
    order = np.argsort((grids * steps).sum(axis=0), axis=None, kind="stable")
    for flat in order.tolist():
        yield tuple(int(number) for number in np.unravel_index(flat, table.shape))
