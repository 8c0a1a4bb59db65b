"""A part of a census: its rows as Arrow columns, their digest, and the Parquet file that holds them.

The name of a file says which part it is, and the digest of its rows: ``00000012-3f5a….parquet``. So a list of the names
says what is there, a part that is solved twice gets the same name, and one that has changed is found.
"""

from __future__ import annotations

import hashlib
import io
import re
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.errors import MissingPackageError
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from grundy.census.places import Place

_NAME = re.compile(r"([0-9]{8})-([0-9a-f]{32})\.parquet")


class Solved(NamedTuple):
    """The rows of a part, an Arrow table, and the seconds that kernels took for them."""

    table: Any
    kernel_seconds: float


class Job(NamedTuple):
    """A part to solve, and where it is written."""

    number: int
    solve: Callable[[], Solved]
    place: Place


class Receipt(NamedTuple):
    """A part that is written: its number, digest and rows, the seconds that it took, and those in kernels."""

    number: int
    digest: str
    rows: int
    seconds: float
    kernel_seconds: float


def work(job: Job) -> Receipt:
    """Solve a part and write it, whole or not at all. Raises `OSError` if it cannot be written."""
    import pyarrow.parquet as pq

    start = time.perf_counter()
    table, kernel_seconds = job.solve()
    digest = digest_of(table)
    file = io.BytesIO()
    pq.write_table(table, file, compression="zstd")
    job.place.write(file_name(job.number, digest), file.getvalue())
    return Receipt(job.number, digest, table.num_rows, time.perf_counter() - start, kernel_seconds)


def file_name(number: int, digest: str) -> str:
    """Return the name of the file of a part."""
    return f"{number:08}-{digest}.parquet"


def read_name(name: str) -> tuple[int, str] | None:
    """Return the number and the digest that the name of a file says; None for the name of no part."""
    match = _NAME.fullmatch(name)
    return None if match is None else (int(match[1]), match[2])


def digest_of(table: Any) -> str:
    """Return a digest of the names, types and values of a table, of 32 hexadecimal digits, however it is stored."""
    hasher = hashlib.sha256()
    for name in table.column_names:
        column = _plain(table[name])
        hasher.update(f"{name} {column.type} {len(column)}\n".encode())
        for buffer in _values(column):
            hasher.update(buffer)
    return hasher.hexdigest()[:32]


def check_pyarrow() -> None:
    """Raise `MissingPackageError` without pyarrow."""
    try:
        import pyarrow.parquet  # noqa: F401 - an extra
    except ImportError:
        raise MissingPackageError("pyarrow", Message("what.census")) from None


def outcomes(wins: NDArray[np.bool_]) -> Any:
    """Return the column of outcomes, N where `wins` is true, else P."""
    import numpy as np
    import pyarrow as pa

    return pa.DictionaryArray.from_arrays(pa.array(np.where(wins, 0, 1).astype(np.int8)), pa.array(["N", "P"]))


def texts_of(letters: NDArray[np.uint8]) -> Any:
    """Return the column of texts whose ASCII letters these are, shape (count, length)."""
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
    if isinstance(column, pa.ChunkedArray):  # of no chunks
        column = pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    return column.cast(pa.large_string()) if pa.types.is_string(column.type) else column


def _values(column: Any) -> list[Any]:
    """Return the bytes of a column: which values are there, and what they are."""
    import numpy as np
    import pyarrow as pa

    there = column.is_valid().to_numpy(zero_copy_only=False)
    if pa.types.is_large_string(column.type):
        texts = column.fill_null("")
        _, offsets, data = texts.buffers()
        ends = np.frombuffer(offsets, np.int64)[texts.offset : texts.offset + len(texts) + 1]
        first, last = (int(ends[0]), int(ends[-1])) if len(ends) else (0, 0)
        return [np.packbits(there).data, np.diff(ends).data, (data or b"")[first:last]]
    zero = False if pa.types.is_boolean(column.type) else 0
    values = np.ascontiguousarray(column.fill_null(zero).to_numpy(zero_copy_only=False))
    return [np.packbits(there).data, values.data]
