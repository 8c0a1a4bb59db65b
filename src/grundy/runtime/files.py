"""Functions that write files whole or not at all, read files that somebody else may have made, and lock folders.

Writing is our own code: no maintained library flushes both the file and its folder to the disk (`atomicwrites` did, and
is no longer maintained). It calls the system by functions of `os` only, so that tests can make each of them fail.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import secrets
import stat
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any

from grundy.errors import BusyError, DamageError, IrregularFileError
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

LOCK = ".lock"
TEMPORARY = ".grundy."  # names of temporary files begin with it
_OF_SYSTEMS = {"Thumbs.db", "desktop.ini"}  # of Windows; those of macOS are hidden

_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # without it, opening a pipe waits until another process opens its other end
_BINARY = getattr(os, "O_BINARY", 0)
_KINDS = (
    (stat.S_ISLNK, "found.link"),
    (stat.S_ISDIR, "found.folder"),
    (stat.S_ISFIFO, "found.pipe"),
    (stat.S_ISSOCK, "found.socket"),
)


class _Raw(io.RawIOBase):
    """A writable file with a given descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def fileno(self) -> int:
        return self._descriptor

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        return os.lseek(self._descriptor, offset, whence)

    def write(self, data: Any, /) -> int:
        return os.write(self._descriptor, data)

    def close(self) -> None:
        if not self.closed:
            super().close()
            os.close(self._descriptor)


@contextmanager
def replacing(path: Path, *, follow: bool = True) -> Iterator[IO[bytes]]:
    """Open a file that replaces `path` at the end of the block, whole or not at all.

    A temporary file in the same folder is written, flushed to the disk and renamed to `path`; then the
    folder is flushed. A reader, even after a crash, finds the old or the new content. Raises `OSError`, and then
    leaves no temporary file behind.

    `follow` is for a path that the user has named: the target of a link is replaced, and the link stays; a pipe or a
    device is written directly. Without `follow`, links, pipes and devices are refused with `IrregularFileError`: for
    files in a folder that somebody else may have made.
    """
    if follow:
        path = path.resolve()
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file
            return
    else:
        refuse_irregular(path)
    temporary = _temporary(path.parent)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _BINARY, 0o666)
    try:
        with io.BufferedWriter(_Raw(descriptor)) as file:
            yield file
            file.flush()
            os.fsync(descriptor)
        os.replace(temporary, path)  # noqa: PTH105 - see the head of this file
    except BaseException:
        remove(temporary)
        raise
    _flush_folder(path.parent)


def write_atomic(path: Path, *parts: bytes | memoryview, follow: bool = True) -> None:
    """Write `parts`, one after another, to `path` as `replacing` does."""
    with replacing(path, follow=follow) as file:
        for part in parts:
            file.write(part)


def make_folder(folder: Path) -> list[Path]:
    """Make a folder and its missing parents, flushed to the disk; return the new folders, the outermost first.

    Raises `OSError`, and then removes the new folders.
    """
    missing = [path for path in (*reversed(folder.parents), folder) if not path.is_dir()]
    made: list[Path] = []
    try:
        for path in missing:
            try:
                os.mkdir(path)  # noqa: PTH102 - see the head of this file
            except FileExistsError:
                if path.is_dir():  # another process has made it
                    continue
                raise
            made.append(path)
            _flush_folder(path.parent)
    except BaseException:
        for path in reversed(made):
            remove(path)
        raise
    return made


def remove(path: Path) -> None:
    """Remove a file, an empty folder, or a link but not its target. If that is impossible, do nothing."""
    with suppress(OSError):
        if stat.S_ISDIR(os.lstat(path).st_mode):
            os.rmdir(path)  # noqa: PTH106 - see the head of this file
        else:
            os.unlink(path)  # noqa: PTH108 - the same


def refuse_irregular(path: Path) -> None:
    """Raise `IrregularFileError` if `path` exists and is no regular file: a link, a folder, a pipe, a device."""
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        return
    _refuse(path, mode)


def open_regular(path: Path, *, follow: bool = False) -> IO[bytes]:
    """Open a regular file for reading; with `follow`, also through a link.

    Raises `IrregularFileError` for anything else, without waiting for the other end of a pipe, and `OSError` if the
    file cannot be opened.
    """
    if not follow:
        refuse_irregular(path)
    descriptor = os.open(path, os.O_RDONLY | _NO_WAIT | _BINARY | (0 if follow else _NO_LINK))
    try:
        _refuse(path, os.fstat(descriptor).st_mode)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        with suppress(OSError):
            os.close(descriptor)
        raise


def read_regular(path: Path, most: int) -> bytes:
    """Return the content of a regular file. Raises `OSError`, and `DamageError` if it has more than `most` bytes."""
    with open_regular(path) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise DamageError(str(path), Message("expected.most-bytes", {"most": most}), Message("found.more"))
    return data


def digest(data: bytes | memoryview) -> str:
    """Return the SHA-256 digest of `data` in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def wrong_digest(path: Path | str, expected: Message, found: str) -> DamageError:
    """Return the error for a file whose data has the digest `found` in place of the expected digest."""
    return DamageError(str(path), expected, Message("found.digest", {"digest": f"{found[:12]}..."}))


def changed_content(path: Path | str) -> DamageError:
    """Return the error for a file whose content does not fit its digest."""
    return DamageError(str(path), Message("expected.content"), Message("found.content"))


@contextmanager
def open_for_writing(folder: Path, *subfolders: str) -> Iterator[None]:
    """Make a folder with its subfolders, and hold its lock inside the block.

    Temporary files that a killed process has left are removed. Raises `BusyError`, `IrregularFileError`, `OSError`.
    """
    folders = [folder, *(folder / name for name in subfolders)]
    for each in reversed(folders):  # a subfolder first: if it cannot be made, the folders around it are removed again
        make_folder(each)
    with folder_lock(folder):
        for each in folders:
            for path in each.glob(f"{TEMPORARY}*"):
                remove(path)
        yield


def names_in(folder: Path) -> list[str]:
    """Return the sorted names in a folder; an empty list if the folder does not exist.

    Hidden files, such as the lock and temporary files, and files that a system puts into each folder are left out.
    """
    try:
        names = os.listdir(folder)  # noqa: PTH208 - unlike a generator, it raises its errors at once
    except FileNotFoundError:
        return []
    return sorted(name for name in names if not name.startswith(".") and name not in _OF_SYSTEMS)


def foreign_names(names: list[str], own: Iterable[str]) -> list[str]:
    """Return the names that are not in `own`."""
    return [name for name in names if name not in own]


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Hold the lock of `folder` inside the block. The lock is also released when the process is killed.

    Raises `BusyError` at once if another process, or this one, holds it, and `IrregularFileError` if the lock file is a
    link, because locking would change the target of the link.
    """
    from filelock import FileLock, Timeout

    path = folder / LOCK
    refuse_irregular(path)
    lock = FileLock(path, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise BusyError(str(folder)) from None
    try:
        yield
    finally:
        lock.release()


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write `content` as JSON with its digest, whole or not at all, and not through a link."""
    write_atomic(path, json_bytes(content), follow=False)


def json_bytes(content: dict[str, Any]) -> bytes:
    """Return `content` as JSON with its digest."""
    whole = content | {"digest": digest(json.dumps(content, sort_keys=True).encode())}
    return (json.dumps(whole, indent=1) + "\n").encode()


def read_json(path: Path, most: int) -> dict[str, Any]:
    """Return the content of a file of `write_json`.

    The caller must check the types of the values, because anybody can write a file with a digest that fits. Raises
    `DamageError` if the file was changed, was not written by `write_json` or has more than `most` bytes, and `OSError`
    if it cannot be read.
    """
    return content_of(read_regular(path, most), str(path))


def content_of(data: bytes, source: str) -> dict[str, Any]:
    """Return the content in bytes of `json_bytes`. Raises `DamageError` for changed bytes, and for other bytes."""
    try:
        content = json.loads(data, parse_constant=_no_number)
        found = content.pop("digest")
        whole = found == digest(json.dumps(content, sort_keys=True).encode())
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise DamageError(source, Message("expected.manifest"), Message("found.something-else")) from None
    if not whole:
        raise changed_content(source)
    return dict(content)


def _no_number(name: str) -> float:
    """Refuse NaN and the infinities, which JSON does not have."""
    raise ValueError(name)


def _refuse(path: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        found = next((kind for is_kind, kind in _KINDS if is_kind(mode)), "found.device")
        raise IrregularFileError(str(path), Message(found))


def _temporary(folder: Path) -> Path:
    return folder / f"{TEMPORARY}{secrets.token_hex(8)}"


def _flush_folder(path: Path) -> None:
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path, os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
