"""The manifest of a stored sequence: the list of its chunks, with a digest of itself.

    manifest.json             {"format": 2, "code": …, "width": …, "length": …, "digest": …, "chunks": [
                              {"start": …, "length": …, "engine": …, "digest": …}, …]}
    manifest.previous.json    the manifest before this one

The headers of chunks say what they hold, so a lost or damaged manifest is rebuilt from them. Only the manifest can show
that a file at the end is missing. A manifest with a right digest and impossible content was made by hand; it is
refused.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

from grundy.errors import DamageError, IrregularFileError
from grundy.messages import Message
from grundy.runtime.files import copy_name, foreign_names, names_in, read_json, write_json, wrong_digest
from grundy.sequences.chunks import FORMAT, MOST_VALUES, Chunk, FolderError, Header, expected, read_header, start_of

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = "manifest.json"
PREVIOUS = "manifest.previous.json"

_LEAST_BYTES = 2**20  # size that a manifest without chunks may have
_BYTES_A_CHUNK = 512  # further bytes that a manifest may have for each chunk
_DIGEST = re.compile(r"[0-9a-f]{64}")
_TYPES = {"start": int, "length": int, "engine": str, "digest": str}
_SHOWN = 100  # characters of a file's text that a message quotes


@dataclass
class Survey:
    """The chunks in a folder.

    `chunks` are those from heap 0 on without a gap; `after_gap` are whole chunks after a gap, by first heap; `wrong`
    are names of damaged files. `manifest` is the last undamaged manifest. If the current manifest is lost or damaged,
    `rebuilt` is the message that says so.
    """

    width: int | None = None
    chunks: list[Chunk] = field(default_factory=list)
    after_gap: dict[int, Chunk] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    manifest: dict[str, Any] | None = None
    rebuilt: Message | None = None


def survey(folder: Path, code: str, *, repair: bool = False) -> Survey:
    """Return the chunks of the sequence of a code in a folder. The values are not read.

    Raises `FolderError` if the folder holds another sequence or other files. Raises `DamageError`, unless `repair`, for
    a damaged or missing chunk, for a manifest with impossible content, and for a damaged manifest without any chunk.
    """
    names = names_in(folder)
    starts = sorted(start for name in names if (start := start_of(name)) is not None)
    found = Survey()
    damage = _read_manifest(found, folder, code, len(starts), repair=repair)
    if not starts and found.manifest is None:
        if damage is not None and not repair and not isinstance(damage, FileNotFoundError):
            raise DamageError(damage.path, damage.expected, Message("found.to-repair", {"found": damage.found}))
        foreign = foreign_names(names, (MANIFEST, PREVIOUS))
        if foreign:
            raise FolderError("error.folder-files", folder=str(folder), found=foreign[0])
        return found
    listed = [] if found.manifest is None else chunks_of(found.manifest)
    if damage is not None:
        missing = Message("found.no-manifest", {"path": str(folder / MANIFEST)})
        found.rebuilt = missing if isinstance(damage, FileNotFoundError) else damage.message
    errors: list[DamageError] = []
    good = _headers(found, folder, code, starts, errors)
    _link(found, folder, listed, good, errors)
    if errors and not repair:
        raise errors[0]
    return found


def write_manifest(folder: Path, content: dict[str, Any], *, keep: bool) -> None:
    """Write the manifest; with `keep`, the current manifest becomes the previous one. Raises `OSError`."""
    if keep:
        copy_name(folder / MANIFEST, folder / PREVIOUS)
    write_json(folder / MANIFEST, content)


def content_of(code: str, width: int, chunks: list[Chunk]) -> dict[str, Any]:
    """Return the content of a manifest."""
    length = sum(chunk.length for chunk in chunks)
    listed = [chunk._asdict() for chunk in chunks]
    return {"format": FORMAT, "code": code, "width": width, "length": length, "chunks": listed}


def chunks_of(content: dict[str, Any]) -> list[Chunk]:
    """Return the chunks that a manifest lists."""
    return [Chunk(**entry) for entry in content["chunks"]]


def _read_manifest(
    found: Survey, folder: Path, code: str, chunks: int, *, repair: bool
) -> DamageError | FileNotFoundError | None:
    """Read the manifest, or the previous one if it is lost or damaged. Return the error of the manifest, if any."""
    most = _LEAST_BYTES + _BYTES_A_CHUNK * chunks
    damage: DamageError | FileNotFoundError
    try:
        found.manifest = _checked(folder / MANIFEST, code, most)
    except IrregularFileError:
        raise
    except (DamageError, FileNotFoundError) as error:
        if isinstance(error, _Impossible) and not repair:
            raise
        damage = error
    else:
        return None
    try:
        found.manifest = _checked(folder / PREVIOUS, code, most)
    except (DamageError, FileNotFoundError):
        found.manifest = None
    return damage


def _other_sequence(path: Path, code: str, found: str) -> FolderError:
    """Return the error for a folder with another sequence."""
    return FolderError("error.folder-sequence", folder=str(path.parent), code=code, found=found[:_SHOWN])


class _Impossible(DamageError):
    """A manifest with a right digest and impossible content."""


def _checked(path: Path, code: str, most: int) -> dict[str, Any]:
    """Return the content of a manifest. Raises an error unless every part of it is valid."""
    content = read_json(path, most)
    if type(content.get("format")) is not int:
        _refuse(path)
    if content["format"] != FORMAT:
        raise FolderError("error.folder-format", path=str(path), expected=FORMAT, found=str(content["format"])[:_SHOWN])
    if type(content.get("code")) is not str:
        _refuse(path)
    if content["code"] != code:
        raise _other_sequence(path, code, content["code"])
    width, entries = content.get("width"), content.get("chunks")
    if set(content) != {"format", "code", "width", "length", "chunks"} or type(entries) is not list:
        _refuse(path)
    if type(width) is not int or width not in (1, 2, 4, 8):
        _refuse(path)
    stop = 0
    for entry in entries:
        if not _is_chunk(entry) or entry["start"] != stop:
            _refuse(path)
        stop += entry["length"]
    if type(content["length"]) is not int or content["length"] != stop:
        _refuse(path)
    return content


def _is_chunk(entry: object) -> bool:
    return (
        type(entry) is dict
        and entry.keys() == _TYPES.keys()
        and all(type(entry[name]) is kind for name, kind in _TYPES.items())
        and 1 <= entry["length"] <= MOST_VALUES
        and entry["engine"].isascii()
        and _DIGEST.fullmatch(entry["digest"]) is not None
    )


def _refuse(path: Path) -> NoReturn:
    raise _Impossible(str(path), Message("expected.manifest-list"), Message("found.something-else"))


def _headers(found: Survey, folder: Path, code: str, starts: list[int], errors: list[DamageError]) -> dict[int, Chunk]:
    """Return the undamaged chunks by their first heaps; a chunk that begins inside another one is an error."""
    good: dict[int, Chunk] = {}
    found.width = None if found.manifest is None else found.manifest["width"]
    stop = 0
    for start in starts:
        name = f"{start:012}.chunk"
        try:
            header = read_header(folder / name)
            _check_header(found, folder / name, header, code, stop)
        except DamageError as error:
            errors.append(error)
            found.wrong.append(name)
            continue
        found.width = header.width
        good[start] = header.chunk
        stop = header.chunk.stop
    return good


def _check_header(found: Survey, path: Path, header: Header, code: str, stop: int) -> None:
    if header.code != code:
        raise _other_sequence(path, code, header.code)
    if header.width != (found.width or header.width):
        wide = Message("expected.width", {"width": found.width})
        raise DamageError(str(path), wide, Message("found.width", {"width": header.width}))
    if header.chunk.start < stop:
        overlap = Message("found.values-from", {"start": header.chunk.start})
        raise DamageError(str(path), Message("expected.values-from", {"start": stop}), overlap)


def _link(found: Survey, folder: Path, listed: list[Chunk], good: dict[int, Chunk], errors: list[DamageError]) -> None:
    """Put the chunks in order. All chunks of the manifest must exist; other chunks may follow them."""
    for chunk in listed:
        existing = good.get(chunk.start)
        if existing != chunk:
            errors += _missing(folder, chunk, existing)
            break
    stop = 0
    while stop in good:
        found.chunks.append(good.pop(stop))
        stop = found.chunks[-1].stop
    found.after_gap = good
    if good and found.manifest is None:
        path = folder / f"{stop:012}.chunk"
        errors.append(DamageError(str(path), Message("expected.values-from", {"start": stop}), Message("found.none")))


def _missing(folder: Path, chunk: Chunk, existing: Chunk | None) -> list[DamageError]:
    """Return the error for a chunk of the manifest that differs or is missing; none if the file is in `wrong`."""
    path = folder / chunk.file
    if existing is not None:
        return [wrong_digest(path, expected(chunk), existing.digest)]
    return [] if os.path.lexists(path) else [DamageError(str(path), expected(chunk), Message("found.no-such-file"))]
