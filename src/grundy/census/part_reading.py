"""Reading the parts of a census: Parquet's reader gets only bytes that are known to be what was written.

The reader is C++ code. After one changed bit it may return other rows, raise an exception of any type, or end the
process, even as late as at its exit. So the bytes of a part are read once, and exactly the bytes that were checked are
decoded:

- Bytes that fit their seal (`grundy.census.parts`) are decoded in this process.
- Bytes whose seal does not fit are refused.
- Bytes without a seal come from an earlier version or from another program. They are decoded in a child process,
  because they may end it. The child process compares the rows with their digest, and returns them as a new file with a
  seal.
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

_TEXT, _INTEGER = "text", "integer"
_POSITION_COLUMNS = {
    "position": _TEXT,
    "outcome": _TEXT,
    "nimber": _INTEGER,
    "winning_moves": _INTEGER,
    "options": _INTEGER,
}
_BOARD_COLUMNS = _POSITION_COLUMNS | {"marks": _INTEGER, "weight": _INTEGER}
_CODE_COLUMNS = dict.fromkeys(("position", "status", "engine"), _TEXT) | dict.fromkeys(
    ("checked", "preperiod", "period", "saltus", "bound", "exceptions", "largest", "largest_at", "options"), _INTEGER
)
_COLUMNS = {
    "boards": _BOARD_COLUMNS,
    "octal codes": _CODE_COLUMNS,
}  # other kinds have at least the columns of positions


class PartReader:
    """A reader that checks each part of a census. At the end of a ``with`` block it ends its child process."""

    def __init__(self, place: Storage, manifest: Manifest) -> None:
        self._place = place
        self._manifest = manifest
        self._census = manifest.identity
        self._child: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._end()

    def read(self, number: int, digest: str) -> tuple[Any, bytes]:
        """Return a part as a `pyarrow.parquet.ParquetFile`, and its bytes: those of the file, or of a new sealed file.

        Raises `DamageError`, with the path, for a file that was changed; `CensusError` for a file that cannot be read.
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
            if was_sealed(data):  # the digest in its name protects the rows, but not the metadata
                raise changed_content(path)
            data = self._read_in_child(path, data, {"digest": digest, "origin": expected, "most": stop - first})
        file = pq.ParquetFile(pa.BufferReader(data))
        found_origin = origin_in(file)
        if found_origin != expected:
            first_name, _, census = (found_origin or "").partition(" ")
            foreign, renamed = Message("found.census-foreign"), Message("found.census-renamed", {"name": first_name})
            found = renamed if census == self._census else foreign
            _refuse(path, found)
        columns = _COLUMNS.get(self._manifest.described["kind"], _POSITION_COLUMNS)
        if file.metadata.num_rows > stop - first or not _has(file.schema_arrow, columns):
            _refuse(path, Message("found.census-foreign"))
        return file, data

    def _read_in_child(self, path: str, data: bytes, request: dict[str, Any]) -> bytes:
        """Let the child process decode a file, and return the new file that it writes. Raises `DamageError`."""
        if self._child is None:
            with reading(path):
                self._child = _start()
        requests, answers = self._child.stdin, self._child.stdout
        assert requests is not None
        assert answers is not None
        with suppress(BrokenPipeError):  # the child process has ended
            frames.write(requests, request, data)
        answer = frames.read(answers)
        if answer is None:
            self._end()
            _refuse(path, Message("found.unreadable"))
        head, written = answer
        if "found" in head:
            if head["found"] == "found.content":
                raise changed_content(path)
            _refuse(path, Message(head["found"]))
        if not has_seal(written):  # damaged bytes have corrupted the child process
            _refuse(path, Message("found.unreadable"))
        return written

    def _end(self) -> None:
        """End the child process. The next file that needs one starts a new one."""
        if self._child is not None:
            self._child.kill()
            self._child.communicate()
            self._child = None


def main() -> None:
    """Answer the parent process until it closes the pipe."""
    head, _ = frames.read(sys.stdin.buffer) or ({}, b"")
    if head:
        system.bind_child(head["parent"], head["memory"])  # a damaged length may ask for any amount of memory
    while (message := frames.read(sys.stdin.buffer)) is not None:
        request, data = message
        try:
            answer, written = _checked_file(data, request)
        except Exception:  # noqa: BLE001 - pyarrow and NumPy raise many types for damaged tables
            answer, written = {"found": "found.unreadable"}, b""
        frames.write(sys.stdout.buffer, answer, written)


def _checked_file(data: bytes, request: dict[str, Any]) -> tuple[dict[str, str], bytes]:
    """Return an empty answer and the rows as a new sealed file if they have their digest; else what was found."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = pq.ParquetFile(pa.BufferReader(data))
    if file.metadata.num_rows > request["most"]:
        return {"found": "found.census-foreign"}, b""
    table = file.read(use_threads=False)
    table.validate(full=True)
    if digest_of(table) != request["digest"]:
        return {"found": "found.content"}, b""
    return {}, sealed(table, request["origin"])


def _start() -> subprocess.Popen[bytes]:
    """Start a child process that reads files."""
    child = subprocess.Popen(  # noqa: S603 - the same program
        system.python_command("grundy.census.part_reading"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # C++ code may write there when it ends a process
        env=os.environ | {"ARROW_DEFAULT_MEMORY_POOL": "system"},  # other memory pools reserve more than they use
    )
    assert child.stdin is not None
    with suppress(BrokenPipeError):
        frames.write(child.stdin, {"parent": os.getpid(), "memory": memory.available() * 3 // 4})
    return child


def _has(schema: Any, columns: dict[str, str]) -> bool:
    """Return whether a schema has these columns, with texts or integers as they say."""
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
