"""A disk that fails or loses its power: calls of the system on files below a folder, each of which can go wrong.

`Disk` stands between the package and `os`. It counts the calls, makes one of them fail, and writes down what the disk
was told. `states` yields what may be on a disk that loses its power at some moment of that: all that was flushed
(``fsync`` of a file: its content; of a folder: its names), and any part of the rest.
"""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass, field
from itertools import count, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

    import pytest

_ARRAYS = ("zeros", "empty", "ascontiguousarray")
_MOST_CHOICES = 64  # ways to lose something at one moment; of more, a sample is taken


def read_only(patch: pytest.MonkeyPatch) -> None:
    """Refuse all writes, as media that can only be read do."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    opening = os.open

    def reading(path: str, flags: int, *more: Any, **others: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            refuse()
        return opening(path, flags, *more, **others)

    for name in ("replace", "mkdir", "unlink", "fsync", "write"):
        patch.setattr(os, name, refuse)
    patch.setattr(os, "open", reading)


class Event(NamedTuple):
    """What the disk was told: a write, new names (None: a name that goes), or a flush of the one or the other.

    Files are numbers, folders and names are paths.
    """

    kind: str  # "write", "flush", "names", "flush names"
    place: Any
    data: Any = None
    offset: int = 0


@dataclass
class Disk:
    """Patches `os` inside its block, for paths below `root`. Nothing is flushed in earnest.

    `fail` is the number of the call, from 1 on, that fails; `failed` says which one that was. New arrays of NumPy are
    calls as well.
    """

    root: Path
    fail: int = 0
    calls: int = 0
    failed: str | None = None
    events: list[Event] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)  # at the beginning
    files: dict[int, bytes] = field(default_factory=dict)  # the same
    folders: set[str] = field(default_factory=set)  # the same

    def __post_init__(self) -> None:
        """Write down what is there."""
        self._numbers = count()
        self._handles: dict[int, tuple[str, int | None]] = {}  # of a descriptor: path and number of the file
        self._real: dict[str, Callable[..., Any]] = {}
        self._folders = {str(self.root)}
        self._names: dict[str, int] = {}
        for path in self.root.rglob("*"):
            if path.is_dir():
                self._folders.add(str(path))
            else:
                number = next(self._numbers)
                self._names[str(path)] = number
                self.files[number] = path.read_bytes()
        self.names, self.folders = dict(self._names), set(self._folders)

    def __enter__(self) -> Self:
        """Take the place of the calls of the system."""
        for name in ("open", "close", "write", "fsync", "replace", "unlink", "mkdir", "rmdir"):
            self._real[name] = getattr(os, name)
            setattr(os, name, getattr(self, name))
        for name in _ARRAYS:
            self._real[name] = getattr(np, name)
            setattr(np, name, self._allocating(name))
        return self

    def __exit__(self, *_: object) -> None:
        """Put the calls of the system back."""
        for name, call in self._real.items():
            setattr(np if name in _ARRAYS else os, name, call)

    def open(self, path: Any, flags: int, *more: Any, **others: Any) -> int:
        """Open, and perhaps make, a file."""
        inside = self._inside(path)
        if inside is None:
            return int(self._real["open"](path, flags, *more, **others))
        self._count("open", inside)
        handle = int(self._real["open"](path, flags, *more, **others))
        if flags & os.O_CREAT and inside not in self._names:
            self._names[inside] = next(self._numbers)
            self._tell_names({inside: self._names[inside]})
        self._handles[handle] = (inside, self._names.get(inside))
        return handle

    def close(self, handle: int) -> None:
        """Close a file; it is closed even where that fails."""
        inside, _ = self._handles.pop(handle, (None, None))
        self._real["close"](handle)
        if inside is not None:
            self._count("close", inside)

    def write(self, handle: int, data: Any) -> int:
        """Write; where that fails, half of it is there."""
        inside, number = self._handles.get(handle, (None, None))
        if inside is None or number is None:
            return int(self._real["write"](handle, data))
        data = bytes(data)
        offset = os.lseek(handle, 0, os.SEEK_CUR)
        try:
            self._count("write", inside, errno.ENOSPC)
        except OSError:
            self._real["write"](handle, data[: len(data) // 2])
            raise
        self.events.append(Event("write", number, data, offset))
        return int(self._real["write"](handle, data))

    def fsync(self, handle: int) -> None:
        """Flush a file or a folder."""
        inside, number = self._handles.get(handle, (None, None))
        if inside is None:
            self._real["fsync"](handle)
            return
        self._count("fsync", inside)
        self.events.append(Event("flush names", inside) if number is None else Event("flush", number))

    def replace(self, old: Any, new: Any) -> None:
        """Rename."""
        if self._inside(new) is None:
            self._real["replace"](old, new)
            return
        self._count("replace", new)
        self._real["replace"](old, new)
        before, after = str(self._inside(old)), str(self._inside(new))
        if self._names.get(before) != self._names.get(after):
            self._names[after] = self._names.pop(before)
            self._tell_names({before: None, after: self._names[after]})

    def unlink(self, path: Any, **others: Any) -> None:
        """Remove a name."""
        inside = self._inside(path)
        if inside is not None:
            self._count("unlink", inside)
        self._real["unlink"](path, **others)
        if inside is not None:
            del self._names[inside]
            self._tell_names({inside: None})

    def mkdir(self, path: Any, *more: Any, **others: Any) -> None:
        """Make a folder."""
        inside = self._inside(path)
        if inside is not None:
            self._count("mkdir", inside)
        self._real["mkdir"](path, *more, **others)
        if inside is not None:
            self._folders.add(inside)
            self._tell_names({inside: -1})

    def rmdir(self, path: Any, **others: Any) -> None:
        """Remove a folder."""
        self._count("rmdir", path)
        self._real["rmdir"](path, **others)
        self._folders.discard(str(self._inside(path)))
        self._tell_names({str(self._inside(path)): None})

    def _allocating(self, name: str) -> Callable[..., Any]:
        def made(*arguments: Any, **more: Any) -> Any:
            self.calls += 1
            if self.calls == self.fail:
                self.failed = f"allocation by {name}"
                raise MemoryError
            return self._real[name](*arguments, **more)

        return made

    def _count(self, name: str, path: Any, number: int = errno.EIO) -> None:
        """Count a call, and fail if it is the one."""
        self.calls += 1
        if self.calls == self.fail:
            self.failed = f"{name} {Path(path).name}"
            raise OSError(number, os.strerror(number), str(path))

    def _inside(self, path: Any) -> str | None:
        text = os.path.abspath(os.fspath(path))  # noqa: PTH100 - links are not followed
        return text if Path(text).is_relative_to(self.root) else None

    def _tell_names(self, changes: dict[str, int | None]) -> None:
        self.events.append(Event("names", str(Path(next(iter(changes))).parent), changes))


class State(NamedTuple):
    """What may be on the disk after so many events."""

    told: int
    names: dict[str, int]
    files: dict[int, bytes]

    def restore(self, old: Path, root: Path) -> None:
        """Make the files, which were below `old`, below `root`. Those in folders that are lost are lost."""
        for name, number in sorted(self.names.items()):
            path = root / Path(name).relative_to(old)
            if number == -1:
                if path.parent.is_dir():
                    path.mkdir()
            elif path.parent.is_dir():
                path.write_bytes(self.files.get(number, b""))


def states(disk: Disk, rng: random.Random) -> Iterator[State]:
    """Yield what may be on a disk that loses its power after each of its events.

    Writes and new names that were not flushed are there or not, in all combinations, or a sample of them where these
    are many; of a write perhaps the first half.
    """
    for told in range(len(disk.events) + 1):
        names, files, unsure_names, unsure_writes = _flushed(disk, disk.events[:told])
        choices = [2] * len(unsure_names) + [3] * len(unsure_writes)
        ways = 1
        for choice in choices:
            ways *= choice
        if ways <= _MOST_CHOICES:
            picks = list(product(*map(range, choices)))
        else:
            picks = [tuple(rng.randrange(choice) for choice in choices) for _ in range(_MOST_CHOICES)]
        for pick in picks:
            kept_names, kept_files = dict(names), dict(files)
            for event, kept in zip([*unsure_names, *unsure_writes], pick, strict=True):
                _apply(event, kept, kept_names, kept_files)
            yield State(told, kept_names, kept_files)


def _flushed(disk: Disk, events: list[Event]) -> tuple[dict[str, int], dict[int, bytes], list[Event], list[Event]]:
    """Return names and files that are sure to be on the disk, and the events that are not."""
    names = disk.names | dict.fromkeys(disk.folders - {str(disk.root)}, -1)
    files = dict(disk.files)
    unsure_names: list[Event] = []
    unsure_writes: list[Event] = []
    for event in events:
        if event.kind == "names":
            unsure_names.append(event)
        elif event.kind == "write":
            unsure_writes.append(event)
        else:
            unsure = unsure_writes if event.kind == "flush" else unsure_names
            for one in [one for one in unsure if one.place == event.place]:
                _apply(one, 1, names, files)
                unsure.remove(one)
    return names, files, unsure_names, unsure_writes


def _apply(event: Event, kept: int, names: dict[str, int], files: dict[int, bytes]) -> None:
    """Let an event happen: not (0), whole (1), or half (2)."""
    if not kept:
        return
    if event.kind == "names":
        for name, number in event.data.items():
            if number is None:
                names.pop(name, None)
            else:
                names[name] = number
        return
    data = event.data if kept == 1 else event.data[: len(event.data) // 2]
    before = files.get(event.place, b"").ljust(event.offset, b"\0")
    files[event.place] = before[: event.offset] + data + before[event.offset + len(data) :]
