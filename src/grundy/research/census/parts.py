"""A part of a census: its rows as Arrow columns, their digest, and the Parquet file that holds them.

The name of a file has the number of the part, a digest of its rows, and the SHA-256 digest of its bytes:
``00000012-3f5a…-09c1….parquet``. So the list of the names shows which parts are finished, a part that is solved twice
by the same version of Parquet's writer gets the same name, and changed bytes are detected before they are decoded. The
metadata of the file has the number of the part and the identity of its census.
"""

from __future__ import annotations

import hashlib
import io
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.runtime import files
from grundy.runtime.messages import Message
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

_NAME = re.compile(r"([0-9]{8})-([0-9a-f]{32})-([0-9a-f]{64})\.parquet")
_ORIGIN = b"grundy part"


class PartName(NamedTuple):
    """The name of the file of a part: its number, the digest of its rows, and that of its bytes."""

    number: int
    rows: str
    content: str

    def __str__(self) -> str:
        """Return the name."""
        return f"{self.number:08}-{self.rows}-{self.content}.parquet"


class CensusJob(NamedTuple):
    """A part to solve, the identity of its census, and the folder of the parts."""

    number: int
    solve: Callable[[], Any]  # returns an Arrow table
    census: str
    folder: str


class Receipt(NamedTuple):
    """A part that is written: its name, its rows, and the seconds that it took."""

    name: PartName
    rows: int
    seconds: float


def work(job: CensusJob) -> Receipt:
    """Solve a part and write it, whole or not at all. Raises `OSError` if it cannot be written."""
    start = time.perf_counter()
    table = job.solve()
    data = part_file(table, job.number, job.census)
    name = PartName(job.number, digest_of(table), files.digest(data))
    files.write_atomic(Path(job.folder, str(name)), data, follow=False)
    return Receipt(name, table.num_rows, time.perf_counter() - start)


def read_name(name: str) -> PartName | None:
    """Return what the name of a file says; None if it is not the name of a part."""
    match = _NAME.fullmatch(name)
    return None if match is None else PartName(int(match[1]), match[2], match[3])


def part_file(table: Any, number: int, census: str) -> memoryview:
    """Return the Parquet file of a table, the part of this number of a census."""
    import pyarrow.parquet as pq

    file = io.BytesIO()
    pq.write_table(table.replace_schema_metadata({_ORIGIN: f"{number} {census}"}), file, compression="zstd")
    return file.getbuffer()


def is_part_of(file: Any, number: int, census: str) -> bool:
    """Return whether a `pyarrow.parquet.ParquetFile` is the part of this number of a census."""
    return bool((file.metadata.metadata or {}).get(_ORIGIN) == f"{number} {census}".encode())


def digest_of(table: Any) -> str:
    """Return a digest of the names, types and values of a table: 32 hexadecimal digits, however it is stored."""
    hasher = hashlib.sha256()
    for name in table.column_names:
        column = _plain(table[name])
        hasher.update(f"{name} {column.type} {len(column)}\n".encode())
        for buffer in _values(column):
            hasher.update(buffer)
    return hasher.hexdigest()[:32]


def check_pyarrow() -> None:
    """Raise `MissingPackageError` without pyarrow."""
    require("pyarrow", Message("what.census"))


def outcomes(wins: NDArray[np.bool_]) -> Any:
    """Return the column of outcomes, N where `wins` is true, else P."""
    import numpy as np
    import pyarrow as pa

    return pa.DictionaryArray.from_arrays(pa.array(np.where(wins, 0, 1).astype(np.int8)), pa.array(["N", "P"]))


def texts_of(letters: NDArray[np.uint8]) -> Any:
    """Return the column of texts with these ASCII codes, shape (count, length)."""
    import numpy as np
    import pyarrow as pa

    count, length = letters.shape
    offsets = (np.arange(count + 1, dtype=np.int64) * length).astype(np.int64)
    data = pa.py_buffer(np.ascontiguousarray(letters).data)
    return pa.LargeStringArray.from_buffers(count, pa.py_buffer(offsets.data), data)


def _plain(column: Any) -> Any:
    """Return a column in one piece, without a dictionary, texts with offsets of 64 bits."""
    import pyarrow as pa

    column = column.combine_chunks()
    if isinstance(column, pa.ChunkedArray):  # without chunks
        column = pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    return column.cast(pa.large_string()) if pa.types.is_string(column.type) else column


def _values(column: Any) -> list[Any]:
    """Return the bytes of a column: a bit for each value, 0 for null, then the values."""
    import numpy as np
    import pyarrow as pa

    present = column.is_valid().to_numpy(zero_copy_only=False)
    if pa.types.is_large_string(column.type):
        texts = column.fill_null("")
        _, offsets, data = texts.buffers()
        ends = np.frombuffer(offsets, np.int64)[texts.offset : texts.offset + len(texts) + 1]
        first, last = (int(ends[0]), int(ends[-1])) if len(ends) else (0, 0)
        return [np.packbits(present).data, np.diff(ends).data, (data or b"")[first:last]]
    zero = False if pa.types.is_boolean(column.type) else 0
    values = np.ascontiguousarray(column.fill_null(zero).to_numpy(zero_copy_only=False))
    return [np.packbits(present).data, values.data]
