"""Tables of nimbers as data: CSV, JSON."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from grundy.core.table import NO_STATE, WON, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINES = 2**14  # written at a time


def csv(table: Table) -> Iterator[str]:
    """Yield the lines of a CSV file, many at a time: the coordinates, the nimber, the outcome.

    The nimber of a state that a move ends is empty; what is no state has no line.
    """
    yield ",".join([*table.coordinates, "nimber", "outcome"]) + "\n"
    values = table.values.ravel().tolist()
    lines: list[str] = []
    for place, value in zip(product(*table.ranges), values, strict=True):
        if value != NO_STATE:
            nimber = "" if value == WON else value
            lines.append(f"{','.join(map(str, place))},{nimber},{'N' if value else 'P'}\n")
        if len(lines) == _LINES:
            yield "".join(lines)
            lines.clear()
    yield "".join(lines)


def data(table: Table) -> dict[str, Any]:
    """Return a table for JSON: a nested list of its nimbers, "WIN" for that, null for what is no state."""
    sides = zip(table.coordinates, table.ranges, strict=True)
    return {
        "ruleset": table.name,
        "sides": [{"name": name, "start": one[0], "stop": one.stop, "step": one.step} for name, one in sides],
        "nimbers": _listed(table.values.tolist()),
    }


def _listed(values: Any) -> Any:
    if isinstance(values, list):
        return [_listed(value) for value in values]
    return "WIN" if values == WON else None if values == NO_STATE else values
