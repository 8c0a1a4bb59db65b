"""Positions and tables of nimbers as Arrow tables. Needs pyarrow, which the extra ``arrow`` installs."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from grundy.core.table import NO_STATE
from grundy.errors import NoNimber, OverBudgetError
from grundy.runtime import parquet
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from grundy.core.position import Position
    from grundy.core.table import Table

_MOST_ROWS = 10**6  # choices


def of_position(position: Position) -> Any:
    """Return the `pyarrow.Table` that `Position.arrow` describes."""
    parquet.check()
    import pyarrow as pa

    choices = position.solution.valued_choices(position.choices(), _MOST_ROWS)
    if choices is None:
        raise OverBudgetError(Message("over.choices"), _MOST_ROWS + 1, _MOST_ROWS, "options")
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
