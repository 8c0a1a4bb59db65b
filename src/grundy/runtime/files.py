"""Files that are written whole or not at all, with digests; folders that one process at a time works in.

Writing is our own code: no kept library flushes both the file and its folder to the disk (`atomicwrites`, which
did, is no longer kept).
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from grundy.errors import BusyError, DamageError
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

LOCK = ".lock"
TEMPORARY = ".grundy."  # names of temporary files begin so


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that replaces `path` at the end of the block, whole or not at all.

    A temporary file in the same folder is written, flushed to the disk and renamed to `path`; then the
    folder is flushed. A reader, even after a crash, finds the old or the new content. A link keeps its
    target, which is replaced. A pipe or a device is written directly. Raises `OSError`, and then leaves no
    temporary file behind.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=TEMPORARY)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        Path(temporary).chmod(0o666 & ~mask)  # mkstemp makes it private
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def write_atomic(path: Path, data: bytes) -> None:
    """Write `data` to `path` as `replacing` does."""
    with replacing(path) as file:
        file.write(data)


def remove_temporary(folder: Path) -> None:
    """Remove the temporary files of a process that was killed. The caller holds the lock of the folder."""
    for path in folder.glob(f"{TEMPORARY}*"):
        path.unlink(missing_ok=True)


def digest(data: bytes | memoryview) -> str:
    """Return the SHA-256 digest of `data` in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Hold the lock of `folder` inside the block. It is released when the process ends, however that happens.

    Raises `BusyError` at once if another process, or this one, holds it.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(folder / LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise BusyError(str(folder)) from None
    try:
        yield
    finally:
        lock.release()


def write_manifest(path: Path, content: dict[str, Any]) -> None:
    """Write `content` as JSON with a digest of itself, whole or not at all."""
    body = json.dumps(content, sort_keys=True)
    write_atomic(path, (json.dumps(content | {"digest": digest(body.encode())}, indent=1) + "\n").encode())


def read_manifest(path: Path) -> dict[str, Any]:
    """Return what `write_manifest` wrote. Raises `DamageError` if the file was changed or is none of its files."""
    try:
        content = json.loads(path.read_bytes())
        found = content.pop("digest")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise DamageError(str(path), Message("expected.manifest"), Message("found.something-else")) from None
    if found != digest(json.dumps(content, sort_keys=True).encode()):
        raise DamageError(str(path), Message("expected.content"), Message("found.content"))
    return dict(content)
