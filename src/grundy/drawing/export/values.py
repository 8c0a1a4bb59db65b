"""Tables of nimbers as data: CSV, JSON."""

from __future__ import annotations

from itertools import count, product
from typing import TYPE_CHECKING, Any

from grundy.core.table import NO_STATE, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINES = 2**14  # lines in one block of text


def csv(table: Table) -> Iterator[str]:
    """Yield a CSV file in blocks of lines. Columns: the coordinates, the nimber, the outcome.

    The nimber is empty for a state without nimber. Places of the table that are no states have no line.
    """
    yield ",".join([*table.coordinates, "nimber", "outcome"]) + "\n"
    values, letters = table.values.ravel().tolist(), table.letters.ravel().tolist()
    lines: list[str] = []
    for place, value, letter in zip(product(*table.ranges), values, letters, strict=True):
        if value != NO_STATE:
            lines.append(f"{','.join(map(str, place))},{'' if value < 0 else value},{letter}\n")
        if len(lines) == _LINES:
            yield "".join(lines)
            lines.clear()
    yield "".join(lines)


def data(table: Table) -> dict[str, Any]:
    """Return a table for JSON: nested lists of nimbers; other values are text, places that are no states null."""
    sides = zip(table.coordinates, table.ranges, strict=True)
    return {
        "ruleset": table.name,
        "sides": [{"name": name, "start": one[0], "stop": one.stop, "step": one.step} for name, one in sides],
        "nimbers": _listed(table.values.tolist(), table, count()),
    }


def _listed(values: Any, table: Table, places: Iterator[int]) -> Any:
    if isinstance(values, list):
        return [_listed(value, table, places) for value in values]
    place = next(places)
    return values if values >= 0 else table.told(place)
