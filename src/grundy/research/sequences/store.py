"""A stored sequence of nimbers: a folder (`folder`) that keeps all values."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.errors import DamageError
from grundy.research.sequences.folder import (
    Chunk,
    SequenceManifest,
    check_file,
    damage_of,
    mapped,
    read_manifest,
    replace_file,
    write_chunk,
    write_manifest,
)
from grundy.runtime.messages import Message
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.games.families.heaps.heap_rules import HeapRules

    Values = NDArray[np.unsignedinteger[Any]]


class Store:
    """The stored sequence of a ruleset, returned by `grow` and `open_store`; read it with `values`.

    `chunks` are its parts in order; `width` is the number of bytes of a value.
    """

    def __init__(self, folder: Path, manifest: SequenceManifest) -> None:
        """Store the folder and its manifest."""
        self.folder = folder
        self._manifest = manifest

    @property
    def code(self) -> str:
        """The code of the sequence."""
        return self._manifest.code

    @property
    def width(self) -> int:
        """The number of bytes of a value."""
        return self._manifest.width

    @property
    def chunks(self) -> list[Chunk]:
        """The chunks, in order."""
        return list(self._manifest.chunks)

    @property
    def length(self) -> int:
        """The number of values that are stored."""
        return self._manifest.length

    def parts(self) -> Iterator[Values]:
        """Yield the values of each chunk, mapped into memory."""
        for chunk in self.chunks:
            yield mapped(self.folder, chunk.file, self.width)

    def values(self, length: int | None = None) -> Values:
        """Return the first values, all that are stored by default, shape (length,), in memory."""
        import numpy as np

        most = self.length if length is None else min(length, self.length)
        found = np.zeros(most, np.dtype(f"<u{self.width}"))
        for chunk in self.chunks:
            if chunk.start < most:
                part = mapped(self.folder, chunk.file, self.width)
                found[chunk.start : chunk.stop] = part[: most - chunk.start]
        return found

    def arrow(self, length: int | None = None) -> Any:
        """Return the first values, all that are stored by default, as `writers.arrow` does."""
        from grundy.research.sequences.writers import arrow

        return arrow(self.values(length))

    def __repr__(self) -> str:
        """Return the number of stored values and the code."""
        return f"<Store of {self.length:,} nimbers of {self.code}>"

    def _repr_html_(self) -> str | None:
        """Return a drawing of the first values for a notebook."""
        from grundy.drawing import html

        about = f"{self.length:,} nimbers in {len(self.chunks):,} files"
        return html.sequence(self.code, about, lambda length: self.values(length).tolist())

    def digest(self) -> str:
        """Return the digest of all values; it does not depend on the chunks."""
        total = hashlib.sha256()
        for part in self.parts():
            total.update(part.data)
        return total.hexdigest()

    def check(self) -> None:
        """Compare each chunk with its digest. Raises `DamageError` for the first that differs."""
        for chunk in self.chunks:
            check_file(self.folder, chunk.file, self.width)

    def damaged(self) -> list[Chunk]:
        """Return the chunks whose files are damaged or missing."""
        return [chunk for chunk in self.chunks if damage_of(self.folder, chunk.file, self.width) is not None]

    def append(self, values: Values, engine: str) -> None:
        """Write the next values as a chunk, and list it in the manifest. The caller must hold the lock of the folder.

        Raises `StoreError` if a file cannot be written, and `DamageError` if existing chunks have too few bytes for a
        value. In both cases the values before remain stored.
        """
        data = self._bytes(values)
        digest = hashlib.sha256(data).hexdigest()
        write_chunk(self.folder, self._manifest, Chunk(self.length, len(values), len(values), engine, digest), data)

    def replace(self, chunk: Chunk, values: Values) -> None:
        """Write the values of a damaged chunk again. Raises `DamageError` for other values, `StoreError`."""
        replace_file(self.folder, chunk.file, self._bytes(values), self.length)

    def save(self) -> None:
        """Write the manifest. Raises `StoreError`."""
        write_manifest(self.folder, self._manifest, self.length)

    def _bytes(self, values: Values) -> memoryview:
        """Return the bytes of values as they are stored."""
        import numpy as np

        values = np.asarray(values)  # a short table is a list
        if self.width < values.itemsize and int(values.max(initial=0)) >> 8 * self.width:
            wide = Message("expected.width", {"width": values.itemsize})
            raise DamageError(str(self.folder), wide, Message("found.width", {"width": self.width}))
        return np.ascontiguousarray(values, np.dtype(f"<u{self.width}")).data.cast("B")


def open_store(folder: Path | str, rules: HeapRules, *, notify: bool = True) -> Store:
    """Return the stored sequence in a folder, which may be empty or not exist. Writes nothing and needs no lock.

    The values are not checked; `Store.check` does this. If the manifest is lost or damaged, its copy is used, and the
    user is notified (``grundy.runtime.progress.notice``) unless `notify` is false.

    Raises `FolderError` if the folder holds another sequence or other files, and `DamageError` if the manifest and its
    copy are damaged.
    """
    require("numpy", Message("what.stored-sequence"))
    found = read_manifest(Path(folder), rules.stored_code, streamed=False, notify=notify)
    return Store(Path(folder), found or SequenceManifest(rules.stored_code, 2 if rules.narrow else 4))
