"""A position as an Arrow table of its choices."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from grundy.errors import NoNimber, OverBudgetError
from grundy.messages import Message
from grundy.runtime import parquet

if TYPE_CHECKING:
    from grundy.core.position import Position

_MOST_ROWS = 10**6


def table_of(position: Position) -> Any:
    """Return the table that `Position.arrow` describes."""
    parquet.check()
    import pyarrow as pa

    choices = position.solution.valued_choices(_MOST_ROWS)
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
