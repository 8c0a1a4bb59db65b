"""The search for patterns in a table: candidates from each family of formulas, checked on all states."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from grundy.authoring.patterns import lines, planes
from grundy.authoring.patterns.chance import Compared, complexity, explained
from grundy.authoring.patterns.formulas import read
from grundy.authoring.patterns.pattern import Pattern, check, names_of
from grundy.authoring.patterns.recursion import recursive
from grundy.core.table import NO_STATE, Table
from grundy.messages import Message
from grundy.runtime import progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

__all__ = ["LEAST", "find"]

_MOST = 3  # patterns of about the same size in the result
_LONGER = 2  # parts that they may have more than the simplest pattern
_MOST_CHECKED = 400  # candidates that are compared with the whole table
_ROWS = 3  # rows, and diagonals, that are searched one by one
LEAST = 16  # states; no pattern is searched for in a table with fewer
_SHIFTED = re.compile(r"[+-] \d+(\)| ==)")  # as in "(n + 1) % 2"


def find(table: Table) -> list[Pattern]:
    """Return formulas that hold for all states of a table, simplest first; an empty list if none is found.

    Formulas of the nimbers are tried first:

    - of one number: a period (also arithmetic), a known code of heaps (also shifted), remainders, bits, digits, roots,
      prime factors, Beatty sequences, two of these joined, and the value of a smaller number such as ``G(n // 2)``;
    - of several numbers: sums of their multiples; formulas of one term such as their sum, nim-sum, nim-product,
      minimum, maximum or greatest common divisor; nim-sums and Tartan products of formulas of each; remainders.

    If no formula of the nimbers holds for all states, formulas of the outcomes are tried, then formulas for the states
    without a 0, and for two coordinates the periods of the first rows and diagonals.

    A formula is an observation on the states of the table, never a proof. It is returned only if it is unlikely to hold
    by chance: fewer than one of 100 tables with random values has any formula. What a formula adds to a simpler term
    must tell more than the exceptions from that term do (``grundy/authoring/patterns/chance.py``). Two kinds are always
    returned: constants, and formulas by which only the first state differs from all others.

    Takes seconds. Raises nothing for a table of any size; the result for fewer than 16 states is empty.

    >>> import grundy
    >>> [pattern.text for pattern in find(grundy.heaps("nim").table(64))]
    ['n']
    """
    names = names_of(table)
    found = _of_all(table, names)
    if not found and len(names) > 1:
        where = Message("pattern.positive", {"names": ", ".join(names)})
        inner = _without_zeros(table)
        found = [replace(pattern, where=where) for pattern in _of_all(inner, names)] if inner is not None else []
    nimbers = [pattern for pattern in found if not pattern.outcomes]
    if not nimbers and len(names) == 2 and table.values.size >= LEAST and (table.values != NO_STATE).all():
        found += _of_rows(table, names)
    return found


def _of_all(table: Table, names: tuple[str, ...]) -> list[Pattern]:
    """Return formulas of the nimbers of all states of a table; if there are none, formulas of the outcomes."""
    is_state = table.values != NO_STATE
    if int(is_state.sum()) < LEAST:
        return []
    found: list[Pattern] = []
    if not ((table.values < 0) & is_state).any():
        found = _checked(table, names, _of_nimbers(table, names, is_state))
    return found or _checked(table, names, _of_outcomes(table, names, is_state), outcomes=True)


def _without_zeros(table: Table) -> Table | None:
    """Return the part of a table without coordinate 0; None if a side does not begin with 0 or is short."""
    if any(side[0] != 0 or len(side) < _ROWS for side in table.ranges):
        return None
    inner = table.values[(slice(1, None),) * len(table.ranges)]
    return replace(table, ranges=tuple(side[1:] for side in table.ranges), values=inner)


def _states(table: Table, is_state: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the states as rows of coordinates."""
    sides = [np.array(side, np.int64) for side in table.ranges]
    return np.stack([grid[is_state] for grid in np.meshgrid(*sides, indexing="ij")], axis=1)


def _of_nimbers(table: Table, names: Sequence[str], is_state: NDArray[np.bool_]) -> Iterator[str]:
    states, values = _states(table, is_state), table.values[is_state]
    if len(names) == 1:
        yield from recursive(states[:, 0].tolist(), values.tolist())
        yield from lines.formulas(states[:, 0].tolist(), values.tolist())
        return
    if (values == values[0]).all():
        yield str(values[0])
        return
    yield from planes.of_one_term(names, states, values)
    yield from planes.of_multiples(names, states, values)
    if is_state.all():
        yield from planes.of_parts(names, table.ranges, table.values)
    yield from planes.of_residues(names, states, values)
    yield from planes.of_euclid(names, states, values)


def _of_outcomes(table: Table, names: Sequence[str], is_state: NDArray[np.bool_]) -> Iterator[str]:
    states, lost = _states(table, is_state), table.values[is_state] == 0
    if len(names) == 1:
        yield from lines.predicates(states[:, 0].tolist(), lost)
    else:
        yield from planes.lost_ones(names, states, lost)


def _checked(table: Table, names: tuple[str, ...], texts: Iterable[str], *, outcomes: bool = False) -> list[Pattern]:
    """Return the simplest formulas that hold for the whole table and are unlikely to hold by chance."""
    found: dict[str, Pattern] = {}
    values = table.values[table.values != NO_STATE]
    wanted = values == 0 if outcomes else values
    for number, text in enumerate(texts):
        progress.check_cancelled()
        if number == _MOST_CHECKED:
            break
        tidy = ast.unparse(ast.parse(text, mode="eval"))  # without unneeded parentheses
        if tidy in found or not explained(tidy, wanted, names):
            continue
        checked = check(table, read(tidy, names), outcomes=outcomes)
        if isinstance(checked, int) and (outcomes or _explains_exceptions(tidy, table, names)):
            found[tidy] = Pattern(tidy, names, checked, outcomes)
    return _simple(sorted(found.values(), key=lambda pattern: complexity(pattern.text)))


def _explains_exceptions(text: str, table: Table, names: tuple[str, ...]) -> bool:
    """Return whether the formula tells more than its parts and their exceptions: see `Compared`."""
    is_state = table.values != NO_STATE
    compared = Compared.of(_states(table, is_state).tolist(), table.values[is_state].tolist(), names)
    return compared.exceptions_explained(text)


def _simple(found: list[Pattern]) -> list[Pattern]:
    """Return the simplest patterns, without longer ones that say the same.

    If a code of heaps comes first, one pattern of another kind is added.
    """
    if not found:
        return []
    most = complexity(found[0].text)[0] + _LONGER
    if not _SHIFTED.search(found[0].text):  # shifted formulas say the same about n + 1 or n - 1
        found = [pattern for pattern in found if "[" in pattern.text or not _SHIFTED.search(pattern.text)]
    kept = [pattern for pattern in found if complexity(pattern.text)[0] <= most][:_MOST]
    if _is_code(kept[0]):
        return kept + [pattern for pattern in found if not _is_code(pattern) and pattern not in kept][:1]
    return [pattern for pattern in kept if not _is_code(pattern)]


def _is_code(pattern: Pattern) -> bool:
    return "heap(" in pattern.text


def _of_rows(table: Table, names: tuple[str, ...]) -> Iterator[Pattern]:
    """Yield formulas of the first rows and diagonals."""
    (rows, columns), (first, second) = table.ranges, names
    for number, row in enumerate(rows[:_ROWS]):
        where = Message("pattern.row", {"name": first, "number": row})
        yield from _of_line(list(columns), table.values[number].tolist(), second, names, where)
    if rows[0] == columns[0]:
        for shift in range(_ROWS):
            values = np.diagonal(table.values, shift).tolist()
            where = Message("pattern.diagonal", {"first": first, "second": second, "shift": shift})
            yield from _of_line(list(rows[: len(values)]), values, first, names, where)


def _of_line(
    places: list[int], values: list[int], name: str, names: tuple[str, ...], where: Message
) -> Iterator[Pattern]:
    """Yield the simplest formula of one line."""
    texts = (planes.about(text, name) for text in lines.formulas(places, values))
    for text in texts:
        tidy = ast.unparse(ast.parse(text, mode="eval"))
        formula = read(tidy, (name,))
        try:
            fits = all(formula(place) == value for place, value in zip(places, values, strict=True))
        except (ArithmeticError, ValueError, IndexError, TypeError):
            continue
        if fits and _hardly_by_chance(tidy, name, places, values):
            yield Pattern(tidy, names, len(places), where=where)
            return


def _hardly_by_chance(text: str, name: str, places: list[int], values: list[int]) -> bool:
    """Return whether a formula that agrees with a line of values is unlikely to do so by chance."""
    enough = explained(text, np.array(values, np.int64))
    return enough and Compared.of([[place] for place in places], values, (name,)).exceptions_explained(text)
