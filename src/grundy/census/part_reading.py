"""Reading the parts of a census: Parquet's reader gets only bytes that are known to be what was written.

That reader is C++. Of one changed bit it may make other rows, an exception of any type, or the end of the process, also
later, at its exit. So the bytes of a part are read once, and what is read as Parquet are the bytes that were compared:

- those that fit their seal (`grundy.census.parts`) are read in this process;
- those that had one and do not fit it are refused;
- others, which come from an earlier version or from another program, are read in a child process that may die of them.
  It compares the rows with their digest, and returns them written anew, with a seal.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn, Self

from grundy.census.folder import reading
from grundy.census.parts import digest_of, file_name, has_seal, origin, origin_in, sealed, was_sealed
from grundy.errors import DamageError
from grundy.messages import Message
from grundy.processes import frames, system
from grundy.runtime import memory
from grundy.runtime.files import changed_content

if TYPE_CHECKING:
    from types import TracebackType

    from grundy.census.folder import Manifest
    from grundy.census.places import Storage

_TEXT, _WHOLE = "text", "whole"
_OF_POSITIONS = {"position": _TEXT, "outcome": _TEXT, "nimber": _WHOLE, "winning_moves": _WHOLE, "options": _WHOLE}
_OF_BOARDS = _OF_POSITIONS | {"marks": _WHOLE, "weight": _WHOLE}
_OF_CODES = dict.fromkeys(("position", "status", "engine"), _TEXT) | dict.fromkeys(
    ("checked", "preperiod", "period", "saltus", "bound", "exceptions", "largest", "largest_at", "options"), _WHOLE
)
_COLUMNS = {"boards": _OF_BOARDS, "octal codes": _OF_CODES}  # others have those of positions, and may have more


class PartReader:
    """Reads parts of a census, each compared with what was written. It ends its child process at the end of a block."""

    def __init__(self, place: Storage, manifest: Manifest) -> None:
        """Read the parts in `place`."""
        self._place = place
        self._manifest = manifest
        self._census = manifest.identity
        self._child: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End the child process, if there is one."""
        self._end()

    def read(self, number: int, digest: str) -> tuple[Any, bytes]:
        """Return a part as a `pyarrow.parquet.ParquetFile`, and its bytes, which are the file's or written anew.

        Raises `DamageError`, with the path, for a file that is not what was written; `CensusError` for one that cannot
        be read.
        """
        import pyarrow as pa
        import pyarrow.parquet as pq

        name = file_name(number, digest)
        path = self._place.part_path(name)
        with reading(path):
            data = self._place.read(name)
        first, stop = self._manifest.range(number)
        expected = origin(name, self._census)
        if not has_seal(data):
            if was_sealed(data):  # its rows could be compared, but not what it says of itself
                raise changed_content(path)
            data = self._read_apart(path, data, {"digest": digest, "origin": expected, "most": stop - first})
        file = pq.ParquetFile(pa.BufferReader(data))
        said = origin_in(file)
        if said != expected:
            was, _, census = (said or "").partition(" ")
            foreign = census != self._census
            found = Message("found.census-foreign") if foreign else Message("found.census-renamed", {"name": was})
            _refuse(path, found)
        columns = _COLUMNS.get(self._manifest.described["kind"], _OF_POSITIONS)
        if file.metadata.num_rows > stop - first or not _has(file.schema_arrow, columns):
            _refuse(path, Message("found.census-foreign"))
        return file, data

    def _read_apart(self, path: str, data: bytes, asked: dict[str, Any]) -> bytes:
        """Have a child process read a file, and return it as that has written it. Raises `DamageError`."""
        if self._child is None:
            with reading(path):
                self._child = _start()
        asking, answers = self._child.stdin, self._child.stdout
        assert asking is not None
        assert answers is not None
        with suppress(BrokenPipeError):  # it has died
            frames.write(asking, asked, data)
        answer = frames.read(answers)
        if answer is None:
            self._end()
            _refuse(path, Message("found.unreadable"))
        head, written = answer
        if "found" in head:
            if head["found"] == "found.content":
                raise changed_content(path)
            _refuse(path, Message(head["found"]))
        if not has_seal(written):  # the child is damaged by what it has read
            _refuse(path, Message("found.unreadable"))
        return written

    def _end(self) -> None:
        """End the child process; the next file that needs one gets another."""
        if self._child is not None:
            self._child.kill()
            self._child.communicate()
            self._child = None


def main() -> None:
    """Read what the parent process sends, until it closes the pipe."""
    head, _ = frames.read(sys.stdin.buffer) or ({}, b"")
    if head:
        system.bind_child(head["parent"], head["memory"])  # a damaged length asks for any amount
    while (message := frames.read(sys.stdin.buffer)) is not None:
        asked, data = message
        try:
            answer, written = _read_here(data, asked)
        except Exception:  # noqa: BLE001 - pyarrow raises many, and NumPy others, of a table that makes no sense
            answer, written = {"found": "found.unreadable"}, b""
        frames.write(sys.stdout.buffer, answer, written)


def _read_here(data: bytes, asked: dict[str, Any]) -> tuple[dict[str, str], bytes]:
    """Return the rows of a file, written anew, if they have their digest; else what was found."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = pq.ParquetFile(pa.BufferReader(data))
    if file.metadata.num_rows > asked["most"]:
        return {"found": "found.census-foreign"}, b""
    table = file.read(use_threads=False)
    table.validate(full=True)
    if digest_of(table) != asked["digest"]:
        return {"found": "found.content"}, b""
    return {}, sealed(table, asked["origin"])


def _start() -> subprocess.Popen[bytes]:
    """Start a child process that reads files."""
    child = subprocess.Popen(  # noqa: S603 - this very program
        system.python_command("grundy.census.part_reading"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # what C++ says when it ends a process
        env=os.environ | {"ARROW_DEFAULT_MEMORY_POOL": "system"},  # others reserve more than they use
    )
    assert child.stdin is not None
    with suppress(BrokenPipeError):
        frames.write(child.stdin, {"parent": os.getpid(), "memory": memory.available() * 3 // 4})
    return child


def _has(schema: Any, columns: dict[str, str]) -> bool:
    """Say whether a schema has these columns, of texts and of whole numbers."""
    import pyarrow as pa

    for name, kind in columns.items():
        if schema.names.count(name) != 1:
            return False
        found = schema.field(name).type
        if pa.types.is_dictionary(found):
            found = found.value_type
        text = pa.types.is_string(found) or pa.types.is_large_string(found)
        if not (text if kind == _TEXT else pa.types.is_integer(found)):
            return False
    return True


def _refuse(path: str, found: Message) -> NoReturn:
    raise DamageError(path, Message("expected.census-part"), found)
