"""Where the files of a census are: a folder of this machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

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

    def write(self, name: str, data: memoryview) -> None:
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
