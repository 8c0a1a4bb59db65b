"""Where the files of a census are: a folder of this machine, or one in a store that fsspec knows."""

from __future__ import annotations

import os
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.errors import DamageError, MissingPackageError
from grundy.messages import Message
from grundy.runtime import files

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

_PARTS = "parts"
_MANIFEST = "manifest.json"
_MOST_MANIFEST = 2**20  # bytes
_MOST_PART = 2**29  # far more than a second's work gives


@dataclass(frozen=True)
class Storage:
    """A folder: ``manifest.json``, and ``parts`` with a file for each part."""

    path: str

    @property
    def manifest_path(self) -> str:
        """Where the manifest is, for what is said of it."""
        return f"{self.path}/{_MANIFEST}"

    @property
    def parts_path(self) -> str:
        """Where the parts are."""
        return f"{self.path}/{_PARTS}"

    def part_path(self, name: str) -> str:
        """Return where the file of a part is."""
        return f"{self.parts_path}/{name}"

    @property
    def _folder(self) -> Path:
        return Path(self.path)

    @property
    def _parts(self) -> Path:
        return self._folder / _PARTS

    def make(self) -> None:
        """Make the folder, if it is not there. Raises `OSError`."""
        files.make_folder(self._parts)

    def lock(self) -> AbstractContextManager[None]:
        """Hold the folder for one run. Raises `BusyError`."""
        return files.folder_lock(self._folder)

    def clear(self) -> None:
        """Remove what a killed run has left half-written."""
        files.remove_temporary(self._folder)
        files.remove_temporary(self._parts)

    def others(self) -> list[str]:
        """Return the names in the folder that are none of a census."""
        if not self._folder.is_dir():
            return []
        known = (_PARTS, _MANIFEST, files.LOCK)
        names = (path.name for path in self._folder.iterdir())
        return sorted(name for name in names if name not in known and not name.startswith(files.TEMPORARY))

    def manifest(self) -> dict[str, Any] | None:
        """Return the manifest, None where there is none. Raises `DamageError`, `OSError`."""
        try:
            return files.read_json(self._folder / _MANIFEST, _MOST_MANIFEST)
        except FileNotFoundError:
            return None

    def write_manifest(self, content: dict[str, Any]) -> None:
        """Write the manifest, whole or not at all. Raises `OSError`."""
        files.write_json(self._folder / _MANIFEST, content)

    def write(self, name: str, data: bytes) -> None:
        """Write the file of a part, whole or not at all. Raises `OSError`."""
        files.write_atomic(self._parts / name, data, follow=False)

    def names(self) -> list[str]:
        """Return the names of the files of parts, sorted. Raises `OSError`."""
        try:
            names = os.listdir(self._parts)  # noqa: PTH208 - its errors come at once
        except FileNotFoundError:
            return []
        return sorted(name for name in names if not name.startswith(files.TEMPORARY))

    def read(self, name: str) -> bytes:
        """Return the bytes of the file of a part. Raises `DamageError` for what is no file, or too large, `OSError`."""
        with files.open_regular(self._parts / name) as file:
            if os.fstat(file.fileno()).st_size > _MOST_PART:
                expected = Message("expected.most-bytes", {"most": _MOST_PART})
                raise DamageError(self.part_path(name), expected, Message("found.more"))
            return file.read()


@dataclass(frozen=True)
class StoreStorage(Storage):
    """A folder in a store, by its URL: ``s3://bucket/census``, ``memory://census``.

    A file of a store appears whole or not at all, so there are no temporary ones. There is no lock: two runs at once
    write the same files twice. What a store raises that is no `OSError` is passed on.
    """

    def _store(self) -> tuple[Any, str]:
        """Return the file system of fsspec, and the folder in it."""
        import fsspec

        found: tuple[Any, str] = fsspec.core.url_to_fs(self.path)
        return found

    def make(self) -> None:
        """Make the folder, where the store has any."""
        store, folder = self._store()
        store.makedirs(f"{folder}/{_PARTS}", exist_ok=True)

    def lock(self) -> AbstractContextManager[None]:
        """Return a context that holds nothing."""
        return nullcontext()

    def clear(self) -> None:
        """Do nothing."""

    def others(self) -> list[str]:
        """Return the names in the folder that are none of a census."""
        store, folder = self._store()
        names = {os.path.basename(path.rstrip("/")) for path in _listed(store, folder)}  # noqa: PTH119 - of a URL
        return sorted(names - {_PARTS, _MANIFEST, ""})

    def manifest(self) -> dict[str, Any] | None:
        """Return the manifest, None where there is none."""
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
        """Return the names of the files of parts, sorted."""
        store, folder = self._store()
        return sorted(path.rpartition("/")[2] for path in _listed(store, f"{folder}/{_PARTS}"))

    def read(self, name: str) -> bytes:
        """Return the bytes of the file of a part."""
        store, folder = self._store()
        return bytes(store.cat_file(f"{folder}/{_PARTS}/{name}"))


def place_of(folder: str | Path) -> Storage:
    """Return the place that a path or a URL names. Raises `MissingPackageError` for a URL without fsspec."""
    path = os.fspath(folder)
    if "://" not in path:
        return Storage(str(Path(path).absolute()))
    try:
        import fsspec  # noqa: F401 - an extra
    except ImportError:
        raise MissingPackageError("fsspec", Message("what.census-store")) from None
    return StoreStorage(path.rstrip("/"))


def _listed(store: Any, folder: str) -> list[str]:
    """Return the paths in a folder; none where there is none. What was listed before does not count."""
    store.invalidate_cache()
    try:
        return list(store.ls(folder, detail=False))
    except FileNotFoundError:
        return []
