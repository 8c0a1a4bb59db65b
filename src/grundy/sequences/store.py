"""A sequence of nimbers in a folder: chunks of values (`chunks`), and a manifest that lists them (`manifest`).

    000000000000.chunk        a header that describes the values, then the values; the name is the first heap
    manifest.json             the list of the chunks; manifest.previous.json is the manifest before
    .lock                     held by the process that grows the sequence

A chunk is written first, then the manifest that lists it. So after a crash the folder is as it was after some chunk. An
undamaged chunk is never written again: if no manifest lists it, it is added when the sequence reaches its first heap.
The ends of chunks depend on the code alone, unless a run ended early because it had to compute fewer values.

A folder may come from anybody: files that are not regular, that have a wrong size, that leave a gap or that overlap are
refused.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.errors import DamageError, GrundyError
from grundy.messages import Message
from grundy.runtime import progress
from grundy.runtime.packages import require
from grundy.sequences.chunks import MOST_CODE, FolderError, check_values, make_header, mapped, write_chunk
from grundy.sequences.manifest import MANIFEST, content_of, survey, write_manifest

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.families.heaps.heap_rules import HeapRules
    from grundy.sequences.manifest import Survey

    Values = NDArray[np.unsignedinteger[Any]]


class StoreError(GrundyError):
    """A file of the sequence cannot be written. All values that were stored before are still stored."""


class Store:
    """The stored sequence of a ruleset, returned by `grow` and `open_store`; read it with `values`.

    `chunks` are its parts in order; `width` is the number of bytes of a value.
    """

    def __init__(self, folder: Path, code: str, width: int, found: Survey) -> None:
        """Store the chunks that `survey` found in the folder; `width` is used if there are none."""
        self.folder = folder
        self.code = code
        self.width = found.width or width
        self.chunks = found.chunks
        self._after_gap = found.after_gap
        self._wrong = found.wrong
        self._manifest = found.manifest
        self._rebuilt = found.rebuilt

    @property
    def length(self) -> int:
        """The number of values that are stored."""
        return self.chunks[-1].stop if self.chunks else 0

    def parts(self) -> Iterator[Values]:
        """Yield the values of each chunk, mapped into memory."""
        for chunk in self.chunks:
            yield mapped(self.folder, chunk, self.width)

    def values(self, length: int | None = None) -> Values:
        """Return the first values, all that are stored by default, shape (length,), in memory."""
        import numpy as np

        most = self.length if length is None else min(length, self.length)
        found = np.zeros(most, np.dtype(f"<u{self.width}"))
        for chunk in self.chunks:
            if chunk.start < most:
                part = mapped(self.folder, chunk, self.width)
                found[chunk.start : chunk.stop] = part[: most - chunk.start]
        return found

    def arrow(self, length: int | None = None) -> Any:
        """Return the first values, all that are stored by default, as `writers.arrow` does."""
        from grundy.sequences.writers import arrow

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
            check_values(self.folder, chunk)

    def append(self, values: Values, engine: str) -> None:
        """Write the next values as a chunk, and list it in the manifest. The caller must hold the lock of the folder.

        Raises `StoreError` if a file cannot be written, and `DamageError` if existing chunks have too few bytes for a
        value. In both cases the values before remain stored.
        """
        import numpy as np

        if self.width < values.itemsize and int(values.max()) >> 8 * self.width:
            wide = Message("expected.width", {"width": values.itemsize})
            raise DamageError(str(self.folder), wide, Message("found.width", {"width": self.width}))
        data = np.ascontiguousarray(values, np.dtype(f"<u{self.width}")).data.cast("B")
        header = make_header(self.code, self.width, engine, self.length, data)
        try:
            write_chunk(self.folder, header, data)
        except OSError as error:
            raise self._not_written(header.chunk.file, error) from None
        self.chunks.append(header.chunk)
        self.save()

    def save(self) -> None:
        """Write the manifest if it has changed. Raises `StoreError`; the values remain stored in any case."""
        content = content_of(self.code, self.width, self.chunks)
        if content == self._manifest and self._rebuilt is None:
            return
        try:
            write_manifest(self.folder, content, keep=self._manifest is not None and self._rebuilt is None)
        except OSError as error:
            raise self._not_written(MANIFEST, error) from None
        self._manifest, self._rebuilt = content, None

    def notify_if_rebuilt(self) -> bool:
        """Return whether the manifest was lost or damaged and was rebuilt from the chunks; if so, notify the user."""
        if self._rebuilt is None:
            return False
        figures = {"chunks": len(self.chunks), "values": self.length}
        progress.notice(Message("notice.rebuilt", {"why": self._rebuilt, **figures}))
        return True

    def end_of_gap(self, length: int) -> int:
        """Return the first heap of the next chunk that already exists, or `length` if that is less."""
        return min([length, *(start for start in self._after_gap if start >= self.length)])

    def add_existing_chunk(self) -> bool:
        """Add the existing chunk that begins at the end of the sequence; return whether there was one.

        A chunk with damaged values is not added; it will be written again.
        """
        chunk = self._after_gap.pop(self.length, None)
        if chunk is None:
            return False
        try:
            check_values(self.folder, chunk)
        except DamageError:
            return False
        self.chunks.append(chunk)
        self.save()
        return True

    def repair(self) -> None:
        """Delete damaged chunks. The sequence ends before the first; later chunks wait for `add_existing_chunk`."""
        whole = []
        for chunk in [*self.chunks, *self._after_gap.values()]:
            try:
                check_values(self.folder, chunk)
            except DamageError:
                self._wrong.append(chunk.file)
            else:
                whole.append(chunk)
        self._after_gap = {chunk.start: chunk for chunk in whole}
        self.chunks = []
        while self.length in self._after_gap:
            self.chunks.append(self._after_gap.pop(self.length))
        self.save()
        for name in self._wrong:
            if os.path.lexists(self.folder / name):
                os.unlink(self.folder / name)  # noqa: PTH108 - so that tests can make it fail

    def _not_written(self, name: str, error: OSError) -> StoreError:
        return StoreError("error.store", path=str(self.folder / name), error=str(error.strerror), kept=self.length)


def open_store(folder: Path | str, rules: HeapRules, *, repair: bool = False) -> Store:
    """Return the stored sequence in a folder, which may be empty or not exist. Writes nothing and needs no lock.

    The values are not checked; `Store.check` does this. A lost or damaged manifest is rebuilt from the chunks in
    memory, with a notice to the user (``grundy.runtime.progress.notice``).

    Raises `FolderError` if the folder holds another sequence or other files, and `DamageError` for a damaged or missing
    chunk and for a manifest with impossible content. With `repair`, the sequence ends before the damage instead.
    """
    store = opened(Path(folder), rules, repair=repair)
    store.notify_if_rebuilt()
    return store


def opened(folder: Path, rules: HeapRules, *, repair: bool = False) -> Store:
    """Return a store as `open_store` does, without a notice about its manifest."""
    require("numpy", Message("what.stored-sequence"))
    import numpy as np

    if len(rules.stored_code.encode()) > MOST_CODE:
        raise FolderError("error.folder-code", most=MOST_CODE, found=len(rules.stored_code.encode()))
    found = survey(folder, rules.stored_code, repair=repair)
    return Store(folder, rules.stored_code, rules.engine(1, np.zeros(0, np.uint16)).values.itemsize, found)
