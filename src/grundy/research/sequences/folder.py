"""The folder of a sequence: files of values, and a manifest that lists them.

- ``manifest.json`` has the format, the code, the width of a value, the plan of a stream, and for each chunk its start,
  its length, the number of kept values, their digest, the engine and facts.
- ``manifest.copy.json`` is the same, for the case that the manifest is damaged.
- ``000000000000.values`` has unsigned integers of `width` bytes, little-endian; the name is the first heap.
- ``.lock`` is held by the process that writes.

A chunk is a range of heaps; the chunks follow one another without a gap. The file of a chunk has its last `kept` values
and their SHA-256 digest is in the manifest. A stored sequence keeps all values. A stream (`streamed`) keeps all values
of its first chunk, and for each other chunk the values before its end from which the stream continues, and facts about
the values that are not kept.

The file of a chunk is written first, then the manifest. So after a crash the folder is as it was after some chunk. A
file that the manifest does not list does not count, and is written again. A folder may come from anybody: files that
are not regular, or do not have the size and the digest of the manifest, are refused.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.errors import DamageError, GrundyError, IrregularFileError
from grundy.games.families.heaps.sparse.window import marks
from grundy.runtime import progress
from grundy.runtime.files import (
    digest,
    foreign_names,
    names_in,
    open_regular,
    read_json,
    remove,
    write_atomic,
    write_json,
    wrong_digest,
)
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Check = Callable[[Any], bool]

FORMAT = 3
MANIFEST, COPY = "manifest.json", "manifest.copy.json"
MOST_HEAP = 2**42
MOST_STREAMED = 128  # all nimbers of a stream are below this number
_MOST_BYTES = 2**27  # of a manifest
_MOST_WINDOW = 2**26  # nimbers
_SHOWN = 100  # characters of a file's text that a message quotes
_BLOCK = 2**20  # bytes read at a time
_DIGEST = re.compile(r"[0-9a-f]{64}")


class FolderError(GrundyError, ValueError):
    """The folder holds another sequence, or other files."""


class StoreError(GrundyError):
    """A file of the sequence cannot be written. All values that were stored before are still stored."""


class ValuesFile(NamedTuple):
    """A file of `length` values from heap `start` on, and the digest of its bytes."""

    start: int
    length: int
    digest: str

    @property
    def name(self) -> str:
        """The name of the file."""
        return f"{self.start:012}.values"


class Chunk(NamedTuple):
    """`length` values from heap `start` on, the engine that computed them, and the file with the last `kept` values.

    `facts` is what a stream knows of the values: digests of blocks, counts and first heaps of values, seconds.
    """

    start: int
    length: int
    kept: int
    engine: str
    digest: str
    facts: dict[str, Any] | None = None

    @property
    def stop(self) -> int:
        """The last heap plus 1."""
        return self.start + self.length

    @property
    def file(self) -> ValuesFile:
        """The file."""
        return ValuesFile(self.stop - self.kept, self.kept, self.digest)


@dataclass
class SequenceManifest:
    """The list of the chunks of a sequence; `stream` says how a stream computes them, and is None without a stream."""

    code: str
    width: int
    stream: dict[str, Any] | None = None
    chunks: list[Chunk] = field(default_factory=list)

    @property
    def length(self) -> int:
        """The number of values in all chunks."""
        return self.chunks[-1].stop if self.chunks else 0

    def data(self) -> dict[str, Any]:
        """Return the content of the manifest file."""
        chunks = [chunk._asdict() for chunk in self.chunks]
        return {"format": FORMAT, "code": self.code, "width": self.width, "stream": self.stream, "chunks": chunks}


def read_manifest(folder: Path, code: str, *, streamed: bool, notify: bool = True) -> SequenceManifest | None:
    """Return the manifest in a folder; None if there is no folder, or no file in it.

    If the manifest is lost or damaged, its copy is used, and the user is notified (``grundy.runtime.progress.notice``).
    Raises `FolderError` for a folder with other files, another sequence, another format or, as `streamed` says, with or
    without all values; `DamageError` if the manifest and its copy are damaged; `OSError`.
    """
    foreign = foreign_names(names_in(folder), (MANIFEST, COPY))
    problem: DamageError | FileNotFoundError | None = None
    for name in (MANIFEST, COPY):
        try:
            found = _parsed(folder / name, code, streamed=streamed)
        except IrregularFileError:
            raise
        except (DamageError, FileNotFoundError) as error:
            if problem is None or isinstance(problem, FileNotFoundError):
                problem = error
            continue
        if problem is not None and notify:
            missing = Message("found.no-manifest", {"path": str(folder / MANIFEST)})
            why = missing if isinstance(problem, FileNotFoundError) else problem.message
            progress.notice(Message("notice.manifest", {"why": why}))
        return found
    if isinstance(problem, DamageError):
        raise problem
    if foreign:
        raise FolderError("error.folder-files", folder=str(folder), found=foreign[0])
    return None


@contextmanager
def writing(path: Path, kept: int) -> Iterator[None]:
    """Turn an `OSError` of the block into a `StoreError` for a file, which says how many values are stored."""
    try:
        yield
    except OSError as error:
        raise StoreError("error.store", path=str(path), error=str(error.strerror), kept=kept) from None


def write_manifest(folder: Path, manifest: SequenceManifest, kept: int) -> None:
    """Write the manifest and its copy, while `kept` values are stored. Raises `StoreError`."""
    for name in (MANIFEST, COPY):
        with writing(folder / name, kept):
            write_json(folder / name, manifest.data())


def write_file(folder: Path, file: ValuesFile, data: bytes | memoryview, kept: int) -> None:
    """Write a file of values, while `kept` values are stored. Raises `StoreError`, `IrregularFileError`."""
    path = folder / file.name
    with writing(path, kept):
        write_atomic(path, data, follow=False)


def write_chunk(folder: Path, manifest: SequenceManifest, chunk: Chunk, data: bytes | memoryview) -> None:
    """Write the file of the next chunk, and list it in the manifest.

    Raises `StoreError` if a file cannot be written; then the manifest is as it was.
    """
    write_file(folder, chunk.file, data, manifest.length)
    write_manifest(folder, replace(manifest, chunks=[*manifest.chunks, chunk]), manifest.length)
    manifest.chunks.append(chunk)


def replace_file(folder: Path, file: ValuesFile, data: bytes | memoryview, kept: int) -> None:
    """Write a damaged file again. Raises `DamageError` if `data` has another digest, `StoreError`."""
    if digest(data) != file.digest:
        raise wrong_digest(folder / file.name, _expected(file), digest(data))
    remove(folder / file.name)  # it may be a link
    write_file(folder, file, data, kept)


def check_file(folder: Path, file: ValuesFile, width: int) -> None:
    """Raise `DamageError` if a file of values is damaged."""
    problem = damage_of(folder, file, width)
    if problem is not None:
        raise problem


def damage_of(folder: Path, file: ValuesFile, width: int) -> DamageError | None:
    """Return an error if a file of values cannot be read, or has another size or digest than it should have."""
    path = folder / file.name
    hasher = hashlib.sha256()
    try:
        with open_regular(path) as opened:
            size = opened.seek(0, 2)
            if size != file.length * width:
                return _wrong_size(path, file, size)
            opened.seek(0)
            while block := opened.read(_BLOCK):
                hasher.update(block)
    except IrregularFileError as error:
        return error
    except OSError as error:
        return DamageError(str(path), _expected(file), str(error.strerror))
    whole = hasher.hexdigest() == file.digest
    return None if whole else wrong_digest(path, _expected(file), hasher.hexdigest())


def mapped(folder: Path, file: ValuesFile, width: int) -> Any:
    """Return the values in a file, an array that is mapped into memory. Raises `DamageError`, `OSError`.

    Only the size of the file is checked; `check_file` compares the digest.
    """
    import numpy as np

    path = folder / file.name
    with open_regular(path) as opened:
        size = opened.seek(0, 2)
        if size != file.length * width:  # reading beyond the end of a mapped file kills the process
            raise _wrong_size(path, file, size)
        return np.memmap(opened, f"<u{width}", mode="r", shape=(file.length,)).view(np.ndarray)


def _wrong_size(path: Path, file: ValuesFile, size: int) -> DamageError:
    return DamageError(str(path), _expected(file), Message("found.bytes", {"count": size}))


def _expected(file: ValuesFile) -> Message:
    """Return the message that says what a file of values should hold."""
    figures = {"count": file.length, "start": file.start, "digest": f"{file.digest[:12]}..."}
    return Message("expected.chunk", figures)


def _parsed(path: Path, code: str, *, streamed: bool) -> SequenceManifest:
    """Return the manifest in a file. A right digest alone proves nothing, so each entry is checked."""
    content = read_json(path, _MOST_BYTES)
    if content.get("format") != FORMAT:
        shown = str(content.get("format"))[:_SHOWN]
        raise FolderError("error.folder-format", path=str(path), expected=FORMAT, found=shown)
    if not _holds(content, _MANIFEST) or not _are_chunks(content["chunks"], content["stream"]):
        raise DamageError(str(path), Message("expected.manifest-list"), Message("found.something-else"))
    folder = str(path.parent)
    if content["code"] != code:
        raise FolderError("error.folder-sequence", folder=folder, code=code, found=content["code"][:_SHOWN])
    if (content["stream"] is not None) != streamed:
        names = ("sequence", "stream")
        raise FolderError("error.folder-stream", folder=folder, expected=names[streamed], found=names[not streamed])
    chunks = [Chunk(**entry) for entry in content["chunks"]]
    return SequenceManifest(code, content["width"], content["stream"], chunks)


def _are_chunks(entries: list[Any], stream: dict[str, Any] | None) -> bool:
    """Return whether these are chunks that follow one another, with facts exactly if they are those of a stream."""
    stop = 0
    for entry in entries:
        if not _holds(entry, _CHUNK) or entry["start"] != stop:
            return False
        stop += entry["length"]
        kept = entry["length"] if stream is None or not entry["start"] else stream["window"]
        if entry["kept"] != kept or kept > stop:
            return False
        facts = entry["facts"]
        if stream is None:
            if facts is not None:
                return False
        elif not _holds(facts, _FACTS) or sum(facts["histogram"]) != entry["length"]:
            return False
    return stop <= MOST_HEAP


def _is_stream(stream: Any) -> bool:
    """Return whether this says how a stream computes values; None does, as it stands for no stream."""
    if stream is None:
        return True
    if not _holds(stream, _STREAM) or stream["needs"] > stream["window"] or stream["block"] % stream["row"]:
        return False
    windows = [mark for mark, _ in stream["windows"]]
    return windows == ([] if stream["expect"] is None else marks(*stream["expect"]))[: len(windows)]


def _holds(found: Any, checks: dict[str, Check]) -> bool:
    """Return whether an object has exactly these entries, each as its check says."""
    return type(found) is dict and found.keys() == checks.keys() and all(checks[name](found[name]) for name in checks)


def _within(low: int, high: int) -> Check:
    return lambda value: type(value) is int and low <= value <= high


def _list_of(check: Check) -> Check:
    return lambda value: type(value) is list and all(map(check, value))


def _pair_of(first: Check, second: Check) -> Check:
    return lambda value: type(value) is list and len(value) == 2 and first(value[0]) and second(value[1])


def _is_digest(value: object) -> bool:
    return type(value) is str and _DIGEST.fullmatch(value) is not None


_IS_HEAP = _within(0, MOST_HEAP)
_IS_CLAIM = _pair_of(_within(1, MOST_HEAP), _within(1, MOST_HEAP))
_IS_WINDOW = _within(1, _MOST_WINDOW)
_MANIFEST: dict[str, Check] = {
    "format": lambda value: type(value) is int,
    "code": lambda value: type(value) is str,
    "width": lambda value: type(value) is int and value in {1, 2, 4, 8},
    "stream": _is_stream,
    "chunks": lambda value: type(value) is list,
}
_CHUNK: dict[str, Check] = {
    "start": _IS_HEAP,
    "length": _within(1, MOST_HEAP),
    "kept": _within(1, MOST_HEAP),
    "engine": lambda value: type(value) is str and value.isascii(),
    "digest": _is_digest,
    "facts": lambda _: True,
}
_FACTS: dict[str, Check] = {
    "digests": _list_of(_is_digest),
    "histogram": lambda value: _list_of(_IS_HEAP)(value) and len(value) <= MOST_STREAMED,
    "first": _list_of(_pair_of(_within(0, MOST_STREAMED - 1), _IS_HEAP)),
    "seconds": lambda value: type(value) in {int, float} and 0 <= value < 2**53,
}
_STREAM: dict[str, Check] = {
    "expect": lambda value: value is None or _IS_CLAIM(value),
    "block": _IS_WINDOW,
    "row": lambda value: _IS_WINDOW(value) and value % 8 == 0,
    "window": _IS_WINDOW,
    "needs": _IS_WINDOW,
    "reach": _IS_WINDOW,
    "space": lambda value: _holds(value, {"mask": _IS_HEAP, "parity": lambda side: side is None or _IS_HEAP(side)}),
    "rares": _list_of(_pair_of(_within(0, _MOST_WINDOW), _within(0, MOST_STREAMED - 1))),
    "windows": _list_of(_pair_of(_within(0, 2 * MOST_HEAP), _is_digest)),
}
