"""Positions and tables of nimbers as data: CSV, JSON, and Arrow tables, which need the extra ``arrow``."""

from __future__ import annotations

from contextlib import suppress
from itertools import count, product
from typing import TYPE_CHECKING, Any

from grundy.core.table import NO_STATE, Table
from grundy.errors import NoNimber, OverBudgetError
from grundy.runtime import parquet
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.position import Position
    from grundy.core.table import Table

_LINES = 2**14  # lines in one block of text
_MOST_ROWS = 10**6  # choices


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


def of_position(position: Position) -> Any:
    """Return the `pyarrow.Table` that `Position.arrow` describes."""
    parquet.check()
    import pyarrow as pa

    listed = position.choices()[: _MOST_ROWS + 1]
    if len(listed) > _MOST_ROWS:
        raise OverBudgetError(Message("over.choices"), _MOST_ROWS + 1, _MOST_ROWS, "options")
    choices = position.solution.valued_choices(listed, complete=True)
    winning = position.winning_moves()
    about = {"position": str(position), "outcome": str(position.outcome)}
    with suppress(NoNimber):
        about["nimber"] = str(position.nimber)
    columns = {
        "move": pa.array([choice.move for choice, _ in choices], pa.string()),
        "nimber": pa.array([value if type(value) is int else None for _, value in choices], pa.int64()),
        "wins": pa.array([choice in winning for choice, _ in choices], pa.bool_()),
    }
    return pa.table(columns).replace_schema_metadata(about)


def of_table(table: Table) -> Any:
    """Return the `pyarrow.Table` that `Table.arrow` describes."""
    parquet.check()
    import numpy as np
    import pyarrow as pa

    is_state = table.values != NO_STATE
    places = np.nonzero(is_state)
    columns = {
        name: pa.array(np.asarray(side, np.int64)[numbers])
        for name, side, numbers in zip(table.coordinates, table.ranges, places, strict=True)
    }
    values = table.values[is_state]
    columns["nimber"] = pa.array(values, mask=values < 0)
    columns["outcome"] = pa.array(table.letters[is_state]).dictionary_encode()
    return pa.table(columns)
