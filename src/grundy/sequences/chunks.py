"""Chunks: files that hold consecutive values of a sequence, with a header that describes them.

A file begins with a header of 4096 bytes, little-endian; the values follow, as unsigned integers, little-endian::

    offset  bytes
         0      8  89 47 52 55 4E 44 59 0A: the byte 0x89, then "GRUNDY" and a line feed
         8      2  the version of the format, 2
        10      2  the bytes of a value: 1, 2, 4 or 8
        12      4  zero
        16      8  the heap of the first value
        24      8  the number of values, 1 to 2^28
        32     32  the SHA-256 digest of the values, as they are in the file
        64     32  the engine that computed the values, in ASCII, then zeros
        96   3968  the code of the sequence, in UTF-8, then zeros
      4064     32  the SHA-256 digest of the 4064 bytes before

The file has no other bytes. Its name is the first heap in decimal, with zeros to 12 digits, and ``.chunk``.
"""

from __future__ import annotations

import hashlib
import re
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.errors import DamageError, GrundyError
from grundy.messages import Message
from grundy.runtime.files import changed_content, digest, open_regular, write_atomic, wrong_digest

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]

FORMAT = 2
HEADER = 4096  # bytes: a page, so that the values can be mapped into memory
MOST_VALUES = 2**28  # values of a chunk
MOST_CODE = 3968  # bytes of a code

_MAGIC = b"\x89GRUNDY\n"
_BODY = struct.Struct("<8sHHIQQ32s32s3968s")
_MOST_HEAP = 2**62
_NAME = re.compile(r"[0-9]{12,19}\.chunk")
_BLOCK = 2**20  # bytes read at a time


class FolderError(GrundyError, ValueError):
    """The folder holds another sequence, or other files."""


class Chunk(NamedTuple):
    """A part of a sequence in one file: `length` values from heap `start` on, and the engine that computed them."""

    engine: str
    start: int
    length: int
    digest: str

    @property
    def file(self) -> str:
        """The name of the file."""
        return f"{self.start:012}.chunk"

    @property
    def stop(self) -> int:
        """The last heap plus 1."""
        return self.start + self.length


@dataclass(frozen=True)
class Header:
    """The header of a chunk: the part of the sequence, the code of the sequence, the bytes of a value."""

    chunk: Chunk
    code: str
    width: int

    def packed(self) -> bytes:
        """Return the bytes of the header."""
        chunk = self.chunk
        texts = (chunk.engine.encode("ascii"), self.code.encode())
        figures = (self.width, 0, chunk.start, chunk.length, bytes.fromhex(chunk.digest))
        body = _BODY.pack(_MAGIC, FORMAT, *figures, *texts)
        return body + hashlib.sha256(body).digest()


def start_of(name: str) -> int | None:
    """Return the first heap of the chunk with a file name; None if it is no name of a chunk."""
    if not _NAME.fullmatch(name):
        return None
    start = int(name.partition(".")[0])
    return start if name == f"{start:012}.chunk" else None


def write_chunk(folder: Path, header: Header, data: bytes | memoryview) -> None:
    """Write a chunk. If writing fails, the file is not changed. Raises `OSError`, `IrregularFileError`."""
    write_atomic(folder / header.chunk.file, header.packed(), data, follow=False)


def make_header(code: str, width: int, engine: str, start: int, data: bytes | memoryview) -> Header:
    """Return the header for values in the bytes of `data`."""
    return Header(Chunk(engine, start, len(data) // width, digest(data)), code, width)


def read_header(path: Path) -> Header:
    """Return the header of a chunk. The values are not read, but the size of the file is compared with the header.

    Raises `DamageError`, `FolderError` for a chunk of another format, `OSError`.
    """
    with open_regular(path) as file:
        data = file.read(HEADER)
        size = file.seek(0, 2)
    if len(data) < HEADER or not data.startswith(_MAGIC):
        raise DamageError(str(path), Message("expected.chunk-file"), Message("found.something-else"))
    fields = _BODY.unpack_from(data)
    if hashlib.sha256(data[: _BODY.size]).digest() != data[_BODY.size :]:
        raise changed_content(path)
    if fields[1] != FORMAT:
        raise FolderError("error.folder-format", path=str(path), expected=FORMAT, found=fields[1])
    header = _checked(fields)
    if header is None or header.packed() != data or header.chunk.file != path.name:
        raise DamageError(str(path), Message("expected.chunk-file"), Message("found.something-else"))
    if size != HEADER + header.chunk.length * header.width:
        raise DamageError(str(path), expected(header.chunk), Message("found.bytes", {"count": size}))
    return header


def _checked(fields: tuple[Any, ...]) -> Header | None:
    """Return the header with these fields; None if a field has a value that no chunk has."""
    _, _, width, _, start, length, values, engine, code = fields
    if width not in (1, 2, 4, 8) or not 1 <= length <= MOST_VALUES or start + length > _MOST_HEAP:
        return None
    try:
        names = engine.rstrip(b"\0").decode("ascii"), code.rstrip(b"\0").decode()
    except UnicodeDecodeError:
        return None
    if any("\0" in name for name in names):
        return None
    return Header(Chunk(names[0], start, length, values.hex()), names[1], width)


def mapped(folder: Path, chunk: Chunk, width: int) -> Values:
    """Return the values of a chunk, mapped into memory. Raises `DamageError`, `OSError`."""
    import numpy as np

    path = folder / chunk.file
    with open_regular(path) as file:
        size = file.seek(0, 2)
        if size != HEADER + chunk.length * width:  # reading beyond the end of a mapped file kills the process
            raise DamageError(str(path), expected(chunk), Message("found.bytes", {"count": size}))
        return np.memmap(file, np.dtype(f"<u{width}"), "r", HEADER, (chunk.length,))


def check_values(folder: Path, chunk: Chunk) -> None:
    """Compare the values of a chunk with its digest. Raises `DamageError` if they differ or cannot be read."""
    path = folder / chunk.file
    hasher = hashlib.sha256()
    try:
        with open_regular(path) as file:
            file.seek(HEADER)
            while block := file.read(_BLOCK):
                hasher.update(block)
    except OSError as error:
        raise DamageError(str(path), expected(chunk), str(error.strerror)) from None
    if hasher.hexdigest() != chunk.digest:
        raise wrong_digest(path, expected(chunk), hasher.hexdigest())


def expected(chunk: Chunk) -> Message:
    """Return the message that says what the file of a chunk should hold."""
    figures = {"count": chunk.length, "start": chunk.start, "digest": f"{chunk.digest[:12]}..."}
    return Message("expected.chunk", figures)
