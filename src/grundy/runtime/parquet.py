"""Arrow tables as Parquet files. Needs pyarrow, which the extra ``arrow`` brings."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from grundy.runtime.messages import Message
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from collections.abc import Iterable


def check() -> None:
    """Raise `MissingPackageError` if pyarrow is missing."""
    require("pyarrow", Message("what.parquet"))


def encoded(tables: Iterable[Any], counted: str | None = None) -> memoryview:
    """Return a Parquet file of one or more Arrow tables with the same schema; each table begins a row group.

    The values of the column `counted` grow in equal steps. Their differences are stored, which take little space.
    """
    import pyarrow.parquet as pq

    file = io.BytesIO()
    writer = None
    for table in tables:
        if writer is None:
            coded = [name for name in table.column_names if name != counted]
            steps = {} if counted is None else {counted: "DELTA_BINARY_PACKED"}
            writer = pq.ParquetWriter(file, table.schema, use_dictionary=coded, column_encoding=steps or None)
        writer.write_table(table)
    if writer is not None:
        writer.close()
    return file.getbuffer()
