"""A part of a census: its rows as Arrow columns, their digest, and the Parquet file that holds them.

The name of a file is the number of the part and the digest of its rows: ``00000012-3f5a….parquet``. So the list of the
names shows which parts are finished, a part that is solved twice gets the same name, and changed rows are detected.

The file contains its origin, which is its name and the identity of its census, and a seal: the SHA-256 digest of all
its bytes with zeros in the place of the seal. Bytes that fit their seal are exactly those that were written.
"""

from __future__ import annotations

import hashlib
import io
import re
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy import __version__
from grundy.messages import Message
from grundy.runtime import provenance
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from grundy.census.places import Storage

_VERSION, _MADE = "grundy version", "grundy made by"
_NAME = re.compile(r"([0-9]{8})-([0-9a-f]{32})\.parquet")
_ORIGIN, _SEAL = "grundy.part", "grundy.seal"
_NO_SEAL = b"0" * 64
# As Thrift's compact protocol, which Parquet uses, writes a key and a value of 64 bytes.
_WRITTEN_SEAL = re.compile(rb"grundy\.seal\x18\x40([0-9a-f]{64})")


class SolvedPart(NamedTuple):
    """The rows of a part, an Arrow table, and the seconds that kernels took for them."""

    table: Any
    kernel_seconds: float


class CensusJob(NamedTuple):
    """A part to solve, the identity of its census, and where it is written."""

    number: int
    solve: Callable[[], SolvedPart]
    census: str
    place: Storage


class Receipt(NamedTuple):
    """A part that is written: its number, digest and rows, and the seconds that it took in all and in kernels."""

    number: int
    digest: str
    rows: int
    seconds: float
    kernel_seconds: float


def work(job: CensusJob) -> Receipt:
    """Solve a part and write it, whole or not at all. Raises `OSError` if it cannot be written."""
    start = time.perf_counter()
    table, kernel_seconds = job.solve()
    digest = digest_of(table)
    metadata = {_VERSION: __version__, _MADE: provenance.made_by(dated=True)}
    name = file_name(job.number, digest)
    job.place.write(name, sealed(table, origin(name, job.census), metadata))
    return Receipt(job.number, digest, table.num_rows, time.perf_counter() - start, kernel_seconds)


def file_name(number: int, digest: str) -> str:
    """Return the name of the file of a part."""
    return f"{number:08}-{digest}.parquet"


def read_name(name: str) -> tuple[int, str] | None:
    """Return the number and the digest in the name of a file; None if it is not the name of a part."""
    match = _NAME.fullmatch(name)
    return None if match is None else (int(match[1]), match[2])


def origin(name: str, census: str) -> str:
    """Return the origin that a part contains: the name of its file, and the identity of its census."""
    return f"{name} {census}"


def origin_in(file: Any) -> str | None:
    """Return the origin in a `pyarrow.parquet.ParquetFile`; None if it has none."""
    found = (file.metadata.metadata or {}).get(_ORIGIN.encode())
    return None if found is None else found.decode(errors="replace")


def sealed(table: Any, origin: str, metadata: dict[str, str] | None = None) -> bytes:
    """Return the Parquet file of a table with its origin, further metadata and its seal."""
    import pyarrow.parquet as pq

    file = io.BytesIO()
    complete = table.replace_schema_metadata({**(metadata or {}), _ORIGIN: origin, _SEAL: _NO_SEAL})
    pq.write_table(complete, file, compression="zstd")
    data = file.getvalue()
    start, stop = _place_of_seal(data)
    return data[:start] + hashlib.sha256(data).hexdigest().encode() + data[stop:]


def was_sealed(data: bytes) -> bool:
    """Return whether the bytes come from `sealed`, changed or not: a single change cannot remove both keys."""
    return _ORIGIN.encode() in data or _SEAL.encode() in data


def has_seal(data: bytes) -> bool:
    """Return whether the bytes fit their seal. Then they are exactly what `sealed` has returned."""
    start, stop = _place_of_seal(data)
    hasher = hashlib.sha256(memoryview(data)[:start])
    hasher.update(_NO_SEAL)
    hasher.update(memoryview(data)[stop:])
    return hasher.hexdigest().encode() == data[start:stop]


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


def _place_of_seal(data: bytes) -> tuple[int, int]:
    """Return the start and the end of the seal in a file; (0, 0) if it has none."""
    found = list(_WRITTEN_SEAL.finditer(data))
    return found[0].span(1) if len(found) == 1 else (0, 0)


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
