"""The folder of a census: its manifest, the parts that are finished, and the parts that are missing.

The names of the files are the only list of finished parts, so no second list can contradict them.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.census.parts import read_name
from grundy.errors import DamageError, GrundyError
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.census.places import Storage
    from grundy.census.sets import PositionSet

FORMAT = 1
MOST_PARTS = 10**7  # each takes about a second: a manifest of more parts is not genuine, and would fill the memory
_KEYS = {"format", "set", "size", "part_size", "parts", "sampled"}


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
        return hashlib.sha256(json.dumps(self.data(), sort_keys=True).encode()).hexdigest()[:32]

    def data(self) -> dict[str, Any]:
        """Return the content of the manifest file."""
        sizes = {"size": self.size, "part_size": self.part_size, "parts": self.parts}
        return {"format": FORMAT, "set": self.described, **sizes, "sampled": self.sampled}


def manifest_of(positions: PositionSet) -> Manifest:
    """Return the manifest of a new census."""
    return Manifest(json.loads(json.dumps(positions.data())), positions.size, positions.part_size, positions.sampled)


def read_manifest(place: Storage) -> Manifest | None:
    """Return the manifest in a folder; None if the folder has none.

    Raises `DamageError` for a file that is not a manifest, `CensusError` for a manifest of another format or one that
    cannot be read.
    """
    with reading(place.manifest_path):
        found = place.manifest()
    if found is None:
        return None
    if found.get("format") != FORMAT:
        shown = repr(found.get("format"))[:40]
        raise CensusError("error.folder-format", path=place.manifest_path, expected=FORMAT, found=shown)
    sizes = [found.get(name) for name in ("size", "part_size", "parts")]
    has_types = found.keys() == _KEYS and isinstance(found["set"], dict) and type(found["sampled"]) is bool
    if (
        has_types
        and isinstance(found["set"].get("kind"), str)
        and all(type(size) is int and size > 0 for size in sizes)
    ):
        manifest = Manifest(found["set"], found["size"], found["part_size"], found["sampled"])
        if manifest.parts == found["parts"] <= MOST_PARTS:
            return manifest
    raise DamageError(place.manifest_path, Message("expected.manifest"), Message("found.something-else"))


@contextmanager
def reading(path: str) -> Iterator[None]:
    """Turn an `OSError` of the block into a `CensusError` with the path."""
    try:
        yield
    except OSError as error:
        raise CensusError("error.census-read", path=path, error=str(error.strerror or error)) from error


def parts_in(place: Storage, manifest: Manifest) -> dict[int, str]:
    """Return the digest of each finished part, by its number.

    Raises `DamageError` for a file that is not a part, and for two files of the same part; `CensusError` if the folder
    cannot be read.
    """
    found: dict[int, str] = {}
    with reading(place.parts_path):
        names = place.names()
    for name in names:
        part = read_name(name)
        if part is None or part[0] >= manifest.parts:
            raise DamageError(place.part_path(name), Message("expected.census-part"), Message("found.something-else"))
        if part[0] in found:
            raise DamageError(place.part_path(name), Message("expected.census-once"), Message("found.digest-two"))
        found[part[0]] = part[1]
    return found


def digest_of_all(manifest: Manifest, parts: dict[int, str]) -> str | None:
    """Return the digest of a whole census; None while parts are missing."""
    if len(parts) < manifest.parts:
        return None
    hasher = hashlib.sha256(json.dumps(manifest.data(), sort_keys=True).encode())
    for number, digest in sorted(parts.items()):
        hasher.update(f"{number} {digest}\n".encode())
    return hasher.hexdigest()
