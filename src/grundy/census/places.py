"""The storage of a census: a folder of this machine, or a folder in a store that fsspec can open.

A folder of this machine is written and read with ``runtime/files.py``, as the folders of stored sequences are.
"""

from __future__ import annotations

import os
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.messages import Message
from grundy.runtime import files
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

_PARTS = "parts"
_MANIFEST = "manifest.json"
_MOST_MANIFEST = 2**20  # bytes
_MOST_PART = 2**29  # bytes: far more than a second of work writes


@dataclass(frozen=True)
class Storage:
    """A folder on this machine: ``manifest.json``, and ``parts`` with a file for each part."""

    path: str

    @property
    def manifest_path(self) -> str:
        """The path of the manifest, also for messages."""
        return f"{self.path}/{_MANIFEST}"

    @property
    def parts_path(self) -> str:
        """The path of the folder of the parts."""
        return f"{self.path}/{_PARTS}"

    def part_path(self, name: str) -> str:
        """Return the path of the file of a part."""
        return f"{self.parts_path}/{name}"

    def open_for_writing(self) -> AbstractContextManager[None]:
        """Make the folder, and hold its lock inside the block of the result. Raises `BusyError`, `OSError`."""
        return files.open_for_writing(Path(self.path), _PARTS)

    def foreign_names(self) -> list[str]:
        """Return the sorted names in the folder that do not belong to a census. Raises `OSError`."""
        return files.foreign_names(files.names_in(Path(self.path)), (_PARTS, _MANIFEST))

    def manifest(self) -> dict[str, Any] | None:
        """Return the manifest, or None if the file does not exist. Raises `DamageError`, `OSError`."""
        try:
            return files.read_json(Path(self.manifest_path), _MOST_MANIFEST)
        except FileNotFoundError:
            return None

    def write_manifest(self, content: dict[str, Any]) -> None:
        """Write the manifest, whole or not at all. Raises `OSError`."""
        files.write_json(Path(self.manifest_path), content)

    def write(self, name: str, data: bytes) -> None:
        """Write the file of a part, whole or not at all. Raises `OSError`."""
        files.write_atomic(Path(self.part_path(name)), data, follow=False)

    def names(self) -> list[str]:
        """Return the sorted names of the files of parts. Raises `OSError`."""
        return files.names_in(Path(self.parts_path))

    def read(self, name: str) -> bytes:
        """Return the bytes of the file of a part.

        Raises `DamageError` if it is not a regular file or is too large, `OSError`.
        """
        return files.read_regular(Path(self.part_path(name)), _MOST_PART)


@dataclass(frozen=True)
class StoreStorage(Storage):
    """A folder in a store, by its URL: ``s3://bucket/census``, ``memory://census``.

    A file of a store appears whole or not at all, so temporary files are not needed. There is no lock: two runs at the
    same time write the same files twice. Exceptions of a store that are not an `OSError` are passed on.
    """

    def _store(self) -> tuple[Any, str]:
        """Return the file system of fsspec, and the path of the folder in it."""
        import fsspec

        system_and_path: tuple[Any, str] = fsspec.core.url_to_fs(self.path)
        return system_and_path

    def open_for_writing(self) -> AbstractContextManager[None]:
        """Make the folder, if the store has folders; nothing is locked."""
        store, folder = self._store()
        store.makedirs(f"{folder}/{_PARTS}", exist_ok=True)
        return nullcontext()

    def foreign_names(self) -> list[str]:
        """Return the sorted names in the folder that do not belong to a census."""
        return files.foreign_names(_names_in(*self._store()), (_PARTS, _MANIFEST))

    def manifest(self) -> dict[str, Any] | None:
        """Return the manifest, or None if the file does not exist."""
        store, folder = self._store()
        try:
            return files.content_of(store.cat_file(f"{folder}/{_MANIFEST}"), self.manifest_path)
        except FileNotFoundError:
            return None

    def write_manifest(self, content: dict[str, Any]) -> None:
        """Write the manifest."""
        store, folder = self._store()
        store.pipe_file(f"{folder}/{_MANIFEST}", files.json_bytes(content))

    def write(self, name: str, data: bytes) -> None:
        """Write the file of a part."""
        store, folder = self._store()
        store.pipe_file(f"{folder}/{_PARTS}/{name}", data)

    def names(self) -> list[str]:
        """Return the sorted names of the files of parts."""
        store, folder = self._store()
        return _names_in(store, f"{folder}/{_PARTS}")

    def read(self, name: str) -> bytes:
        """Return the bytes of the file of a part."""
        store, folder = self._store()
        return bytes(store.cat_file(f"{folder}/{_PARTS}/{name}"))


def place_of(folder: str | Path) -> Storage:
    """Return the storage at a path or a URL. Raises `MissingPackageError` for a URL without fsspec."""
    path = os.fspath(folder)
    if "://" not in path:
        return Storage(str(Path(path).absolute()))
    require("fsspec", Message("what.census-store"))
    return StoreStorage(path.rstrip("/"))


def _names_in(store: Any, folder: str) -> list[str]:
    """Return the sorted names in a folder of a store, as it is now; none if the folder does not exist."""
    store.invalidate_cache()
    try:
        paths = store.ls(folder, detail=False)
    except FileNotFoundError:
        return []
    return sorted({path.rstrip("/").rpartition("/")[2] for path in paths} - {""})
