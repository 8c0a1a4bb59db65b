"""Machine code on disk: the folders of Numba and grundy. This module does not load Numba."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_SUFFIX = f"py{sys.version_info.major}{sys.version_info.minor}"  # in the names of files of Numba's cache
_MACHINE_CODE_BYTES = 2**20  # more than most rulesets take


def indexes(source: Path, name: str) -> Iterator[Path]:
    """Yield the indexes of a function in Numba's cache that have machine code of its present source.

    They are newer than the source, or name its digest, as Numba does: a new installation changes the time alone.
    """
    with suppress(OSError):
        changed = source.stat().st_mtime
        for folder in _cache_folders(source):
            for index in folder.glob(f"{source.stem}.{name}-*.{_SUFFIX}*.nbi"):
                # If the disk was full, there may be an index without machine code.
                has_code = any(True for _ in folder.glob(f"{index.stem}.*.nbc"))
                if has_code and (index.stat().st_mtime >= changed or _digest(source) in index.read_bytes()):
                    yield index


def _digest(source: Path) -> bytes:
    import hashlib

    return hashlib.sha256(source.read_bytes()).digest()


def _cache_folders(source: Path) -> Iterator[Path]:
    """Yield the folders that Numba searches for machine code: the folder chosen by the user, or two default folders."""
    import hashlib

    path = source.absolute().parent
    own = f"{path.name}_{hashlib.sha1(str(path).encode(), usedforsecurity=False).hexdigest()}"
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        yield Path(chosen) / own
        return
    yield path / "__pycache__"
    yield user_cache_folder("numba") / own


def cache_folder(source: Path) -> Path:
    """Return the folder in which Numba keeps the machine code of a source file: the first that can be written."""
    for folder in _cache_folders(source):
        there = next(path for path in (folder, *folder.parents) if path.exists())
        if os.access(there, os.W_OK):
            return folder
    return folder


def user_cache_folder(program: str) -> Path:
    """Return the user's cache folder of a program, by the same rules as Numba."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / program / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / program
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / program


def own_cache_folder() -> Path:
    """Return the cache folder of grundy itself: the folder chosen for Numba, or the user's cache folder."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return Path(chosen) if chosen else user_cache_folder("grundy")


def why_not_writable(folder: Path) -> str | None:
    """Return the system's reason why machine code cannot be written to a folder; None if it can be written."""
    import tempfile

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_MACHINE_CODE_BYTES))
    except OSError as error:
        return error.strerror or type(error).__name__
    return None
