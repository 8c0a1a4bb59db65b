"""The folder of a census: ``manifest.json``, and ``parts`` with a file for each finished part.

The names of the files in ``parts`` are the list of finished parts. The manifest repeats the names of the parts that
were finished when the last run began or ended; a file of such a part with another name is refused.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.errors import DamageError, GrundyError
from grundy.research.census.parts import PartName, is_part_of, read_name
from grundy.runtime import files
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from grundy.research.census.sets import PositionSet

MANIFEST, PARTS = "manifest.json", "parts"
FORMAT = 2
_MOST_PARTS = 10**7  # a manifest of more parts is not genuine, and would fill the memory
_ROWS_FORMAT = 1  # of the rows, a part of the digest of a census
_MOST_MANIFEST = 2**27  # bytes
_MOST_PART = 2**29  # bytes: far more than the rows of a part take
_KEYS = {"format", "set", "size", "part_size", "sampled", "made", "files"}


class CensusError(GrundyError, ValueError):
    """The folder holds another census or other files, or a run had to stop."""


@dataclass(frozen=True)
class Manifest:
    """What a census solves: the description of its set of positions, and how the set is divided into parts."""

    described: dict[str, Any]
    size: int
    part_size: int
    sampled: bool

    @property
    def parts(self) -> int:
        """The number of parts."""
        return -(-self.size // self.part_size)

    def range(self, number: int) -> tuple[int, int]:
        """Return the numbers of the first position of a part, and of the first position after the part."""
        start = number * self.part_size
        return start, min(self.size, start + self.part_size)

    @property
    def identity(self) -> str:
        """A digest of the manifest, 32 hexadecimal digits, which is written into each part."""
        return hashlib.sha256(self._bytes()).hexdigest()[:32]

    def digest(self, parts: dict[int, PartName]) -> str | None:
        """Return the digest of a whole census; None while parts are missing."""
        if len(parts) < self.parts:
            return None
        hasher = hashlib.sha256(self._bytes())
        for number, name in sorted(parts.items()):
            hasher.update(f"{number} {name.rows}\n".encode())
        return hasher.hexdigest()

    def _bytes(self) -> bytes:
        sizes = {"size": self.size, "part_size": self.part_size, "parts": self.parts, "sampled": self.sampled}
        return json.dumps({"format": _ROWS_FORMAT, "set": self.described, **sizes}, sort_keys=True).encode()


def manifest_of(positions: PositionSet) -> Manifest:
    """Return the manifest of a new census."""
    return Manifest(json.loads(json.dumps(positions.data())), positions.size, positions.part_size, positions.sampled)


def write_manifest(folder: Path, manifest: Manifest, names: Iterable[PartName], made: str) -> None:
    """Write the manifest with the names of finished parts, and with what made them. Raises `OSError`."""
    sizes = {"size": manifest.size, "part_size": manifest.part_size, "sampled": manifest.sampled}
    content = {"format": FORMAT, "set": manifest.described, **sizes, "made": made, "files": sorted(map(str, names))}
    files.write_json(folder / MANIFEST, content)


def read_folder(folder: Path) -> tuple[Manifest | None, dict[int, PartName]]:
    """Return the manifest in a folder, None if there is none, and the name of each finished part by its number.

    Raises `DamageError` for a manifest that is none, a file that is not a part, two files of a part, and a file with
    another name than in the manifest; `CensusError` for another format and for what cannot be read.
    """
    path, manifest = folder / MANIFEST, None
    listed: dict[int, PartName] = {}
    if os.path.lexists(path):
        with reading(path):
            manifest, listed = _parsed(path, files.read_json(path, _MOST_MANIFEST))
    with reading(folder / PARTS):
        names = files.names_in(folder / PARTS)
    found: dict[int, PartName] = {}
    for text in names:
        path, name = folder / PARTS / text, read_name(text)
        if name is None or (manifest is not None and name.number >= manifest.parts):
            raise _no_part(path, "found.something-else")
        if name.number in found:
            raise DamageError(str(path), Message("expected.census-once"), Message("found.digest-two"))
        if listed.get(name.number, name) != name:
            raise _no_part(path, "found.something-else")
        found[name.number] = name
    return manifest, found


def read_part(folder: Path, manifest: Manifest, name: PartName) -> Any:
    """Return a part as a `pyarrow.parquet.ParquetFile`: its bytes are read once, compared, and then decoded.

    Raises `DamageError` for other bytes and for another part, `CensusError` for a file that cannot be read.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = folder / PARTS / str(name)
    with reading(path):
        data = files.read_regular(path, _MOST_PART)
    if files.digest(data) != name.content:
        raise files.changed_content(path)
    file = pq.ParquetFile(pa.BufferReader(data))
    if not is_part_of(file, name.number, manifest.identity):
        raise _no_part(path, "found.census-foreign")
    return file


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn an `OSError` of the block into a `CensusError` with the path."""
    try:
        yield
    except OSError as error:
        raise CensusError("error.census-read", path=str(path), error=str(error.strerror or error)) from error


def _parsed(path: Path, content: dict[str, Any]) -> tuple[Manifest, dict[int, PartName]]:
    """Return the manifest in a file and the names of the parts that it lists."""
    found = content.get("format")
    if type(found) is not int or found != FORMAT:  # true and 2.0 are no formats
        shown = repr(found)[:40]
        raise CensusError("error.folder-format", path=str(path), expected=FORMAT, found=shown)
    sizes = [content.get("size"), content.get("part_size")]
    has_types = content.keys() == _KEYS and isinstance(content["set"], dict) and type(content["sampled"]) is bool
    if has_types and isinstance(content["set"].get("kind"), str) and all(type(n) is int and n > 0 for n in sizes):
        manifest = Manifest(content["set"], content["size"], content["part_size"], content["sampled"])
        names = content["files"] if isinstance(content["files"], list) else [None]
        listed = [read_name(name) for name in names if isinstance(name, str)]
        whole = {name.number: name for name in listed if name is not None}
        if manifest.parts <= _MOST_PARTS and len(whole) == len(names):
            return manifest, whole
    raise DamageError(str(path), Message("expected.manifest"), Message("found.something-else"))


def _no_part(path: Path, found: str) -> DamageError:
    return DamageError(str(path), Message("expected.census-part"), Message(found))
