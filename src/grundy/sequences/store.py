"""A sequence of nimbers in a folder: chunks of values (`chunks`), and a manifest that lists them (`manifest`).

    000000000000.chunk        values, behind a header that says what they are; the name is the first heap
    manifest.json             the list of the chunks; manifest.previous.json is the one before
    .lock                     held by the process that grows the sequence

First a chunk is written, then the manifest that lists it. So after a crash the folder is as it was after some chunk. A
chunk that is whole is never written again: one that no manifest lists is taken up where the sequence reaches it.
The ends of chunks depend on the code alone, unless a run was asked for fewer values.

A folder may come from somebody else: what is no regular file, lies about its size, leaves a gap or overlaps is
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

    from grundy.families.heaps.rules import HeapRules
    from grundy.sequences.manifest import Survey

    Values = NDArray[np.unsignedinteger[Any]]


class StoreError(GrundyError):
    """A file of the sequence cannot be written. All values that were stored before still are."""


class Store:
    """The stored sequence of a ruleset. Made by `grow` and `open_store`; read it with `values`.

    `chunks` are its parts in order, and `width` is the bytes of a value.
    """

    def __init__(self, folder: Path, code: str, width: int, found: Survey) -> None:
        """Take up what is in the folder."""
        self.folder = folder
        self.code = code
        self.width = found.width or width
        self.chunks = found.chunks
        self._behind = found.behind
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
            total.update(part.data)
        return total.hexdigest()

    def check(self) -> None:
        """Compare each chunk with its digest. Raises `DamageError` for the first that differs."""
        for chunk in self.chunks:
            check_values(self.folder, chunk)

    def append(self, values: Values, engine: str) -> None:
        """Write the next values as a chunk, and list it. The caller holds the lock of the folder, as `grow` does.

        Raises `StoreError`, and `DamageError` where the chunks of somebody else are too narrow for a value; the values
        before are stored all the same.
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
        """Write the manifest, unless it is there already. Raises `StoreError`; the values are stored all the same."""
        content = content_of(self.code, self.width, self.chunks)
        if content == self._manifest and self._rebuilt is None:
            return
        try:
            write_manifest(self.folder, content, keep=self._manifest is not None and self._rebuilt is None)
        except OSError as error:
            raise self._not_written(MANIFEST, error) from None
        self._manifest, self._rebuilt = content, None

    def say_rebuilt(self) -> bool:
        """Tell the user, and return True, if the manifest was lost or damaged and is rebuilt from the chunks."""
        if self._rebuilt is None:
            return False
        figures = {"chunks": len(self.chunks), "values": self.length}
        progress.notice(Message("notice.rebuilt", {"why": self._rebuilt, **figures}))
        return True

    def room(self, length: int) -> int:
        """Return how far values can be appended, at most to `length`: to the next chunk that is there already."""
        return min([length, *(start for start in self._behind if start >= self.length)])

    def take_up(self) -> bool:
        """List the chunk that is there already and begins where the sequence ends; False: there is none.

        One whose values are damaged counts as none, and is written again.
        """
        chunk = self._behind.pop(self.length, None)
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
        """Drop what is damaged: the sequence ends before it. Whole chunks behind it stay for `take_up`."""
        whole = []
        for chunk in [*self.chunks, *self._behind.values()]:
            try:
                check_values(self.folder, chunk)
            except DamageError:
                self._wrong.append(chunk.file)
            else:
                whole.append(chunk)
        self._behind = {chunk.start: chunk for chunk in whole}
        self.chunks = []
        while self.length in self._behind:
            self.chunks.append(self._behind.pop(self.length))
        self.save()
        for name in self._wrong:
            if os.path.lexists(self.folder / name):
                os.unlink(self.folder / name)  # noqa: PTH108 - so that tests can make it fail

    def _not_written(self, name: str, error: OSError) -> StoreError:
        return StoreError("error.store", path=str(self.folder / name), error=str(error.strerror), kept=self.length)


def open_store(folder: Path | str, rules: HeapRules, *, repair: bool = False) -> Store:
    """Open the folder of a sequence. It may be empty or not exist yet. Nothing is written, and no lock is needed.

    The values are not checked: `Store.check` does. A manifest that is lost or damaged is rebuilt from the chunks, in
    memory, and said so (``grundy.runtime.progress.notice``).

    Raises `FolderError` if it holds another sequence or other files, `DamageError` for a damaged chunk, one that is
    missing, and a manifest that is impossible; with `repair`, the sequence ends before it.
    """
    store = opened(Path(folder), rules, repair=repair)
    store.say_rebuilt()
    return store


def opened(folder: Path, rules: HeapRules, *, repair: bool = False) -> Store:
    """Return a store as `open_store` does, without a word about its manifest."""
    require("numpy", Message("what.stored-sequence"))
    import numpy as np

    if len(rules.stored_code.encode()) > MOST_CODE:
        raise FolderError("error.folder-code", most=MOST_CODE, found=len(rules.stored_code.encode()))
    found = survey(folder, rules.stored_code, repair=repair)
    return Store(folder, rules.stored_code, rules.engine(1, np.zeros(0, np.uint16)).values.itemsize, found)
