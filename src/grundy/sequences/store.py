"""A sequence of nimbers in a folder: chunks of raw values, and a manifest that describes them.

    manifest.json       the code, the bytes of a value, and for each chunk its file, engine, length, digest
    000000000000.bin    values as unsigned integers, little-endian; the name is the first heap
    .lock               held by the process that grows the sequence

First a chunk is written, then the manifest that names it. So after a crash the folder is as it was after
some chunk; a file that the manifest does not name is overwritten by the next run. The ends of chunks
depend on the code alone, unless a run was asked for fewer values.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.errors import DamageError, GrundyError
from grundy.families.heaps import tables as heap_tables
from grundy.messages import Message
from grundy.runtime import limits, progress
from grundy.runtime.files import digest, folder_lock, read_manifest, remove_temporary, write_atomic, write_manifest
from grundy.runtime.packages import require
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.families.heaps.rules import HeapRules

    Values = NDArray[np.unsignedinteger[Any]]

MANIFEST = "manifest.json"
_FORMAT = 1
_MOST_VALUES = 2**20  # of a chunk
_MOST_OPTIONS = 2 * 10**9  # of a chunk: a tenth of a second, a second where nimbers are large


class FolderError(GrundyError, ValueError):
    """The folder holds another sequence, or other files."""


class StoreError(GrundyError):
    """A file of the sequence cannot be written. All values that were stored before still are."""


class Chunk(NamedTuple):
    """One file of values."""

    file: str
    engine: str
    start: int
    length: int
    digest: str


class Store:
    """The stored sequence of a ruleset. Made by `grow`; read it with `values`."""

    def __init__(self, folder: Path, code: str, width: int, chunks: list[Chunk]) -> None:
        """Take the content of the manifest."""
        self.folder = folder
        self.code = code
        self.width = width
        self.chunks = chunks

    @property
    def length(self) -> int:
        """The number of values that are stored."""
        return sum(chunk.length for chunk in self.chunks)

    def parts(self) -> Iterator[Values]:
        """Yield the values of each chunk, mapped into memory."""
        import numpy as np

        for chunk in self.chunks:
            yield np.memmap(self.folder / chunk.file, np.dtype(f"<u{self.width}"), "r")

    def values(self, length: int | None = None) -> Values:
        """Return the first values, all that are stored by default, shape (length,), in memory."""
        import numpy as np

        most = self.length if length is None else min(length, self.length)
        found = np.empty(most, np.dtype(f"<u{self.width}"))
        for chunk, part in zip(self.chunks, self.parts(), strict=True):
            if chunk.start < most:
                found[chunk.start : chunk.start + chunk.length] = part[: most - chunk.start]
        return found

    def __repr__(self) -> str:
        """Say what is stored."""
        return f"<Store of {self.length:,} nimbers of {self.code}>"

    def _repr_html_(self) -> str | None:
        """Draw the first values in a notebook."""
        from grundy.drawing import html

        about = f"{self.length:,} nimbers in {len(self.chunks):,} files"
        return html.sequence(self.code, about, lambda length: self.values(length).tolist())

    def digest(self) -> str:
        """Return the digest of all values; it does not depend on the chunks."""
        total = hashlib.sha256()
        for part in self.parts():
            total.update(part.tobytes())
        return total.hexdigest()

    def check(self) -> None:
        """Compare each chunk with its digest. Raises `DamageError` for the first that differs."""
        for chunk in self.chunks:
            path = self.folder / chunk.file
            chunk_data = {"count": chunk.length, "start": chunk.start, "digest": f"{chunk.digest[:12]}..."}
            expected = Message("expected.chunk", chunk_data)
            try:
                data = path.read_bytes()
            except OSError as error:
                raise DamageError(str(path), expected, str(error.strerror)) from None
            if len(data) != chunk.length * self.width:
                raise DamageError(str(path), expected, Message("found.bytes", {"count": len(data)}))
            if digest(data) != chunk.digest:
                raise DamageError(str(path), expected, Message("found.digest", {"digest": f"{digest(data)[:12]}..."}))

    def _append(self, values: Values, engine: str) -> None:
        import numpy as np

        data = np.ascontiguousarray(values, np.dtype(f"<u{self.width}")).tobytes()
        chunk = Chunk(f"{self.length:012}.bin", engine, self.length, len(values), digest(data))
        kept, name = self.length, chunk.file
        try:
            write_atomic(self.folder / name, data)
            self.chunks.append(chunk)
            name = MANIFEST
            self._write_manifest()
        except OSError as error:
            found = {"path": str(self.folder / name), "error": str(error.strerror), "kept": kept}
            raise StoreError("error.store", **found) from None

    def _write_manifest(self) -> None:
        content = {"format": _FORMAT, "code": self.code, "width": self.width, "length": self.length}
        write_manifest(self.folder / MANIFEST, content | {"chunks": [chunk._asdict() for chunk in self.chunks]})

    def _keep_whole(self) -> None:
        """Drop the first damaged chunk and all that follow."""
        chunks, self.chunks = self.chunks, []
        for chunk in chunks:
            self.chunks.append(chunk)
            try:
                Store(self.folder, self.code, self.width, [chunk]).check()
            except DamageError:
                self.chunks.pop()
                break
        self._write_manifest()


def open_store(folder: Path, rules: HeapRules, *, repair: bool = False) -> Store:
    """Open the folder of a sequence. It may be empty or not exist yet. The values are not checked.

    With `repair`, a damaged manifest counts as that of an empty sequence.

    Raises `FolderError` if it holds another sequence or other files, `DamageError` for a damaged
    manifest.
    """
    require("numpy", Message("what.stored-sequence"))
    import numpy as np

    path = folder / MANIFEST
    width = rules.engine(1, np.zeros(0, np.uint16)).values.itemsize
    if not path.exists():
        others = [entry.name for entry in folder.iterdir() if not _is_ours(entry.name)] if folder.exists() else []
        if others:
            raise FolderError("error.folder-files", folder=str(folder), found=min(others))
        return Store(folder, rules.code, width, [])
    try:
        content = read_manifest(path)
    except DamageError as damage:
        if repair:
            return Store(folder, rules.code, width, [])
        found = Message("found.to-repair", {"found": damage.found})
        raise DamageError(damage.path, damage.expected, found) from None
    if content.get("format") != _FORMAT:
        raise FolderError("error.folder-format", path=str(path), expected=_FORMAT, found=str(content.get("format")))
    if content["code"] != rules.code:
        raise FolderError("error.folder-sequence", folder=str(folder), code=rules.code, found=str(content["code"]))
    return Store(folder, content["code"], content["width"], [Chunk(**chunk) for chunk in content["chunks"]])


def grow(folder: Path, rules: HeapRules, length: int, *, direct: bool = False, repair: bool = False) -> Store:
    """Grow the stored sequence of `rules` in `folder` to `length` values, and return it.

    Values that are stored already are compared with their digests first; `repair` drops the first damaged
    chunk and all that follow. Once a period is proved, further chunks are copies of it, unless `direct`.
    Progress is reported in options; after an exception all chunks that were written are still there.

    Raises `BusyError`, `DamageError`, `FolderError`, and `OverBudgetError` before anything is done.
    """
    # A refused request leaves no folder behind: all is checked before it is made, and once more under its lock.
    store = open_store(folder, rules, repair=repair)
    solved = _affordable(rules, length, direct=direct) if store.length < length else None
    folder.mkdir(parents=True, exist_ok=True)
    with folder_lock(folder):
        remove_temporary(folder)
        store = open_store(folder, rules, repair=repair)
        if repair:
            store._keep_whole()  # noqa: SLF001 - the other half of the same thing
        store.check()
        if store.length < length:
            _extend(store, rules, length, solved)
        return store


def _extend(store: Store, rules: HeapRules, length: int, solved: heap_tables.Solved | None) -> None:
    append = store._append  # noqa: SLF001 - the other half of the same thing
    cost = rules.cost(length - 1)
    if solved is not None:
        values = heap_tables.first_values(solved, length)
        while store.length < length:
            stop = min(length, store.length + _MOST_VALUES)
            append(values[store.length : stop], "period")
        return
    looked: heap_tables.Solved | None = tables.get(rules)
    engine = rules.engine(length, looked.values if looked and len(looked.values) > store.length else store.values())
    done = rules.cost(engine.known - 1).options
    while store.length < length:
        stop = min(length, _end_of_chunk(rules, store.length))
        for known in heap_tables.fill_in_steps(rules, engine, stop):
            progress.report(rules.cost(known - 1).options - done, cost.options - done)
        append(engine.values[store.length : stop], "direct")
    if rules.tabulated:
        progress.record("kernel" if rules.compiled else "plain table", cost.options - done)


def _affordable(rules: HeapRules, length: int, *, direct: bool) -> heap_tables.Solved | None:
    """Return the table with the proved period if there is one and it may be used. Raises `OverBudgetError`."""
    solved = None if direct or rules.theorem is None else _proved(rules, length)
    if solved is None:
        heap_tables.check(rules, "over.sequence", length - 1)
    else:
        what = Message("over.values", {"count": length, "code": rules.code})
        limits.check(what, limits.Cost(0, rules.cost(length - 1).bytes))
    return solved


def _proved(rules: HeapRules, length: int) -> heap_tables.Solved | None:
    """Return the table with its proved period if a short search finds one."""
    found = rules.period(min(length, heap_tables.short_look(rules)))
    solved: heap_tables.Solved | None = tables.get(rules)
    return solved if solved is not None and found.status == "proved" and solved.period is not None else None


def _end_of_chunk(rules: HeapRules, start: int) -> int:
    most = rules.cost(start).options + _MOST_OPTIONS
    heaps = range(start + 1, start + _MOST_VALUES)
    return start + 1 + bisect_right(heaps, most, key=lambda heap: rules.cost(heap).options)


def _is_ours(name: str) -> bool:
    return name.startswith(".") or (name.endswith(".bin") and Path(name).stem.isdecimal())
