"""Where the files of a census are: a folder of this machine, or one in a store that fsspec knows."""

from __future__ import annotations

import os
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.errors import MissingPackageError
from grundy.messages import Message
from grundy.runtime import files

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

_PARTS = "parts"
_MANIFEST = "manifest.json"
_MOST_MANIFEST = 2**20  # bytes


@dataclass(frozen=True)
class Place:
    """A folder: ``manifest.json``, and ``parts`` with a file for each part."""

    path: str

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
        """Return the names of the files of parts, sorted."""
        if not self._parts.is_dir():
            return []
        return sorted(path.name for path in self._parts.iterdir() if not path.name.startswith(files.TEMPORARY))

    def read(self, name: str, columns: list[str] | None = None) -> Any:
        """Return the rows of a part, an Arrow table. Raises `OSError`, and what pyarrow raises for another file."""
        import pyarrow.parquet as pq

        with files.open_regular(self._parts / name) as file:
            return pq.read_table(file, columns=columns)

    def dataset(self, names: list[str]) -> Any:
        """Return these parts as a dataset of Arrow."""
        import pyarrow.dataset as ds

        return ds.dataset([str(self._parts / name) for name in names], format="parquet")


@dataclass(frozen=True)
class StorePlace(Place):
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
            return files.content_of(store.cat_file(f"{folder}/{_MANIFEST}"), f"{self.path}/{_MANIFEST}")
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

    def read(self, name: str, columns: list[str] | None = None) -> Any:
        """Return the rows of a part, an Arrow table."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        store, folder = self._store()
        return pq.read_table(pa.BufferReader(store.cat_file(f"{folder}/{_PARTS}/{name}")), columns=columns)

    def dataset(self, names: list[str]) -> Any:
        """Return these parts as a dataset of Arrow."""
        import pyarrow.dataset as ds

        store, folder = self._store()
        return ds.dataset([f"{folder}/{_PARTS}/{name}" for name in names], format="parquet", filesystem=store)


def place_of(folder: str | Path) -> Place:
    """Return the place that a path or a URL names. Raises `MissingPackageError` for a URL without fsspec."""
    path = os.fspath(folder)
    if "://" not in path:
        return Place(str(Path(path).absolute()))
    try:
        import fsspec  # noqa: F401 - an extra
    except ImportError:
        raise MissingPackageError("fsspec", Message("what.census-store")) from None
    return StorePlace(path.rstrip("/"))


def _listed(store: Any, folder: str) -> list[str]:
    """Return the paths in a folder; none where there is none. What was listed before does not count."""
    store.invalidate_cache()
    try:
        return list(store.ls(folder, detail=False))
    except FileNotFoundError:
        return []
