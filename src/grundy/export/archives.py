"""Archives of tables (``.npz``) that may come from anybody: the size of a table is checked before it is read.

`numpy.load` is not used here, because it trusts the sizes of arrays that an archive states, and unpacks packed members.
Only members without compression are accepted, as `numpy.savez` writes them. So an archive is never much larger in
memory than on disk.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from contextlib import contextmanager
from math import prod
from typing import IO, TYPE_CHECKING, Any, NamedTuple
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from grundy.errors import DamageError, GrundyError
from grundy.messages import Message
from grundy.runtime.files import open_regular

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

_MOST_LISTED = 2**23  # bytes of the archive's list of members, and of a manifest
_BLOCK = 2**20  # bytes read at a time
_START = re.compile(rb"\x93NUMPY\x01\0(..)", re.DOTALL)  # the group is the length of the header
_SIDES = rb"[0-9]{1,18}(?:, ?[0-9]{1,18})*"
_HEADER = re.compile(
    rb"\{'descr': '([<|][ub][1248])', 'fortran_order': False, 'shape': \((" + _SIDES + rb"),?\), \} *\n"
)
_DIGEST = re.compile(r"[0-9a-f]{64}")


class ManifestEntry(NamedTuple):
    """The entry of a table in a manifest: its shape, the type of its numbers, its size in bytes, and its digest."""

    shape: tuple[int, ...]
    dtype: str
    bytes: int
    digest: str


class Archive:
    """An archive that is open for reading; `source` names it in errors."""

    def __init__(self, members: ZipFile, source: str, size: int) -> None:
        """Raise `DamageError` if a member is packed, occurs twice, or is larger than the file of `size` bytes."""
        self._members = members
        self._source = source
        names = set()
        for info in members.infolist():
            packed = info.compress_type != ZIP_STORED or info.flag_bits & 1
            if packed or info.file_size != info.compress_size or info.file_size > size or info.filename in names:
                expected = Message("expected.member", {"name": repr(info.filename)})
                raise DamageError(source, expected, Message("found.something-else"))
            names.add(info.filename)

    def manifest(self, name: str) -> Any:
        """Return the parsed JSON in a member. Raises `DamageError` if the member is missing or no text of JSON."""
        if f"{name}.npy" not in self._members.namelist():
            raise DamageError(self._source, Message("expected.manifest"), Message("found.none"))
        with self._member(name) as (file, dtype, shape):
            size = prod(shape)
            if dtype != "|u1" or size > _MOST_LISTED:
                raise DamageError(self._source, Message("expected.manifest"), Message("found.something-else"))
            return json.loads(file.read(size), parse_constant=_no_number)

    def table(self, name: str, entry: ManifestEntry) -> NDArray[Any]:
        """Return the table of an entry of the manifest. Raises `DamageError` if the member differs from the entry."""
        import numpy as np

        expected = Message("expected.table", {"name": repr(name)})
        with self._member(name) as (file, dtype, shape):
            if (dtype, shape, prod(shape) * int(dtype[-1])) != (entry.dtype, entry.shape, entry.bytes):
                raise DamageError(self._source, expected, Message("found.another"))
            found = np.zeros(shape, dtype)
            hasher = hashlib.sha256()
            place = found.reshape(-1).view(np.uint8).data
            for start in range(0, found.nbytes, _BLOCK):
                block = file.read(min(_BLOCK, found.nbytes - start))
                hasher.update(block)
                place[start : start + len(block)] = block
            if hasher.hexdigest() != entry.digest or (dtype == "|b1" and found.view(np.uint8).max(initial=0) > 1):
                raise DamageError(self._source, expected, Message("found.another"))
        return found

    @contextmanager
    def _member(self, name: str) -> Iterator[tuple[IO[bytes], str, tuple[int, ...]]]:
        """Open a member after its header; yield the file, the type and the shape, which agree with the size."""
        size = self._members.getinfo(f"{name}.npy").file_size
        with self._members.open(f"{name}.npy") as file:
            start = _START.fullmatch(file.read(10))
            if start is None:
                raise BadZipFile(name)
            header = file.read(int.from_bytes(start[1], "little"))
            fields = _HEADER.fullmatch(header)
            if fields is None:
                raise BadZipFile(name)
            dtype, shape = fields[1].decode(), tuple(map(int, fields[2].split(b",")))
            if size != 10 + len(header) + prod(shape) * int(dtype[-1]):
                raise BadZipFile(name)
            yield file, dtype, shape


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """Open an archive for a ``with`` block. Raises `OSError` if the file cannot be read.

    Raises `DamageError` if the file is damaged or no archive; errors inside the block become `DamageError` as well.
    """
    source = str(path)
    with open_regular(path, follow=True) as file:
        size = file.seek(0, io.SEEK_END)
        try:
            with ZipFile(_Bounded(file)) as members:
                yield Archive(members, source, size)
        except (GrundyError, MemoryError):
            raise
        except Exception as error:
            # A damaged archive may raise any exception. Only reasons from the archive's own checks help the user.
            kind = "found.something-because" if isinstance(error, BadZipFile | OSError) else "found.something-else"
            raise DamageError(source, Message("expected.archive"), Message(kind, {"error": str(error)})) from error


def entry_of(found: object) -> ManifestEntry:
    """Return a value of a manifest as an entry. Raises `ValueError` if it is not a valid entry."""
    if isinstance(found, dict) and found.keys() == set(ManifestEntry._fields):
        shape, size = found["shape"], found["bytes"]
        fine = type(shape) is list and all(type(side) is int and side >= 0 for side in shape) and type(size) is int
        texts = type(found["dtype"]) is str and type(found["digest"]) is str
        if fine and texts and _DIGEST.fullmatch(found["digest"]) and size >= 0:
            return ManifestEntry(tuple(shape), found["dtype"], size, found["digest"])
    raise ValueError


def write(file: IO[bytes], members: dict[str, NDArray[Any]]) -> None:
    """Write arrays in the format of `numpy.savez`: without a copy in memory, and without dates.

    So equal arrays always give equal files.
    """
    import numpy as np

    with ZipFile(file, "w", ZIP_STORED) as archive:
        for name, array in members.items():
            with archive.open(ZipInfo(f"{name}.npy"), "w", force_zip64=True) as member:
                np.lib.format.write_array_header_1_0(member, np.lib.format.header_data_from_array_1_0(array))
                member.write(array.reshape(-1).view(np.uint8).data)


class _Bounded:
    """A file for `zipfile` that raises `BadZipFile` before a list of members larger than `_MOST_LISTED` is read."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.seek = file.seek
        self.tell = file.tell
        self.seekable = file.seekable

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(_MOST_LISTED + 1 if size < 0 else min(size, _MOST_LISTED + 1))
        if len(data) > _MOST_LISTED:
            raise BadZipFile("too many members")
        return data


def _no_number(name: str) -> float:
    """Raise `ValueError` for NaN and the infinities, which are not part of JSON."""
    raise ValueError(name)
