"""Solved tables in files: `save_tables` writes them, `load_tables` reads and checks them.

A file is a line ``grundy tables 2 LENGTH``, a manifest of LENGTH bytes, and the tables, one after another. The manifest
is JSON with its own digest; for each table it has the digest of the content of its ruleset, its name, shape and type,
and the digest of its bytes. A file may come from anybody: sizes are compared with the file and with the budget before
a table is read.
"""

from __future__ import annotations

import hashlib
import io
import re
from dataclasses import fields, is_dataclass
from math import prod
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from grundy.core.abilities import KeepsTables
from grundy.errors import DamageError, OverBudgetError, RulesetError
from grundy.runtime import limits, progress
from grundy.runtime.files import content_of, digest, json_bytes, open_regular, replacing
from grundy.runtime.messages import Message
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from grundy.core.position import Position

_VERSION = b"2"
_FIRST_LINE = re.compile(rb"grundy tables (\d{1,9}) (\d{1,9})\n")
_MOST_MANIFEST = 2**23  # bytes
_TYPES = re.compile(r"[<|][ub][1248]")


class _Entry(NamedTuple):
    """A table in a file: the digest of its ruleset, its name, shape and type, and the digest of its bytes."""

    ruleset: str
    name: str
    shape: list[int]
    dtype: str
    digest: str

    @property
    def bytes(self) -> int:
        return prod(self.shape) * int(self.dtype[-1])


def save_tables(position: Position, path: str | Path) -> None:
    r"""Write the solved tables of a position's rulesets to a file. If writing fails, no file is left.

    Raises `RulesetError` if there are no tables: the position was not solved yet, a formula or the plain search solved
    it, or its rulesets cannot save tables (`check`). Raises `OSError` if the file cannot be written. Time and memory
    are linear in the size of the tables.

    >>> import grundy, tempfile
    >>> board = grundy.games.wall_making("X....\n...X.\n.....")
    >>> path = tempfile.mkdtemp() + "/board.tables"
    >>> with grundy.limited(kernel_above=0):
    ...     board.nimber
    ...     grundy.save_tables(board, path)
    4
    >>> grundy.load_tables(board, path)
    """
    require("numpy", Message("what.saved-table"))
    import numpy as np

    check(position)
    entries: list[dict[str, Any]] = []
    arrays: list[NDArray[Any]] = []
    for rules in _savers(position):
        for name, table in rules.solved().items():
            arrays.append(np.ascontiguousarray(table))
            entry = _Entry(_digest_of(rules), name, list(table.shape), table.dtype.str, _digest(arrays[-1]))
            entries.append(entry._asdict())
    if not arrays:
        raise RulesetError("error.table-none")
    manifest = json_bytes({"tables": entries})
    with replacing(Path(path)) as file:
        file.write(b"grundy tables %s %d\n" % (_VERSION, len(manifest)))
        file.write(manifest)
        for table in arrays:
            file.write(table.reshape(-1).view(np.uint8).data)


def load_tables(position: Position, path: str | Path) -> None:
    """Load the tables of a file that belong to a position's rulesets. If an error is raised, none is loaded.

    Raises `DamageError` if the file has no such tables, is incomplete or was changed; `RulesetError` if none of its
    tables belongs to the position; `OverBudgetError` if the tables are larger than the budget of bytes; `OSError` if
    the file cannot be read.
    """
    require("numpy", Message("what.saved-table"))
    source = str(path)
    rulesets = {_digest_of(rules): rules for rules in _savers(position)}
    found: dict[str, dict[str, NDArray[Any]]] = {}
    with open_regular(Path(path), follow=True) as file:
        entries = _entries(file, source)
        needed = sum(entry.bytes for entry in entries if entry.ruleset in rulesets)
        allowed = limits.table_bytes()
        if not any(entry.ruleset in rulesets for entry in entries):
            raise RulesetError("error.table-other", source=source)
        if needed > allowed:
            raise OverBudgetError(Message("over.saved-table", {"source": source}), needed, allowed, "bytes")
        for entry in entries:
            if entry.ruleset in rulesets:
                found.setdefault(entry.ruleset, {})[entry.name] = _table(file, entry, source)
            else:
                file.seek(entry.bytes, io.SEEK_CUR)
    for key, tables in found.items():
        rulesets[key].adopt(tables)
        progress.record("saved table", 0)


def check(position: Position) -> None:
    """Raise `RulesetError` unless the position has a ruleset that can save tables: a board or a piece."""
    if not _savers(position):
        names = list(dict.fromkeys(component.ruleset.name for component in position.components))
        found: object = names or Message("found.nothing")
        raise RulesetError("error.expected", expected=Message("expected.saved-kind"), found=found)


def _savers(position: Position) -> list[KeepsTables]:
    """Return the rulesets of a position that can save tables, each once."""
    return [
        rules for rules in dict.fromkeys(rules for rules, _ in position.components) if isinstance(rules, KeepsTables)
    ]


def _entries(file: IO[bytes], source: str) -> list[_Entry]:
    """Read the manifest of a file, which the sizes of its tables must fit; the tables follow."""
    line = _FIRST_LINE.fullmatch(file.readline(100))
    if line is None or int(line[2]) > _MOST_MANIFEST:
        raise _damage(source)
    if line[1] != _VERSION:
        expected, found = (repr(f"grundy tables {version.decode()}") for version in (_VERSION, line[1]))
        raise RulesetError("error.table-version", source=source, expected=expected, found=found)
    manifest = content_of(file.read(int(line[2])), source)
    try:
        entries = [_Entry(**entry) for entry in manifest["tables"]]
        whole = all(map(_is_valid, entries)) and sum(entry.bytes for entry in entries) == _left(file)
    except (KeyError, TypeError):
        raise _damage(source) from None
    if not whole:
        raise _damage(source)
    return entries


def _is_valid(entry: _Entry) -> bool:
    texts = all(type(text) is str for text in (entry.ruleset, entry.name, entry.dtype, entry.digest))
    sides = type(entry.shape) is list and all(type(side) is int and side >= 0 for side in entry.shape)
    return texts and sides and _TYPES.fullmatch(entry.dtype) is not None


def _left(file: IO[bytes]) -> int:
    """Return the number of bytes after the place in a file."""
    place = file.tell()
    size = file.seek(0, io.SEEK_END)
    file.seek(place)
    return size - place


def _table(file: IO[bytes], entry: _Entry, source: str) -> NDArray[Any]:
    """Read a table. Raises `DamageError` if its digest differs, or if a truth value is neither true nor false."""
    import numpy as np

    found = np.zeros(entry.shape, entry.dtype)
    file.readinto(found.reshape(-1).view(np.uint8).data)  # type: ignore[attr-defined] # files for reading have it
    wrong = entry.dtype == "|b1" and found.view(np.uint8).max(initial=0) > 1
    if wrong or _digest(found) != entry.digest:
        expected = Message("expected.table", {"name": repr(entry.name)})
        raise DamageError(source, expected, Message("found.another"))
    return found


def _damage(source: str) -> DamageError:
    return DamageError(source, Message("expected.solved-tables"), Message("found.something-else"))


def _digest(table: NDArray[Any]) -> str:
    return digest(table.data.cast("B"))


def _digest_of(rules: KeepsTables) -> str:
    hasher = hashlib.sha256()
    for part in _content(rules):
        hasher.update(len(part).to_bytes(8, "big"))  # so that different contents never give equal bytes
        hasher.update(part)
    return hasher.hexdigest()


def _content(thing: object) -> Iterator[bytes]:
    """Yield the content of a ruleset as bytes. Boards, which may be large, are bytes already."""
    if isinstance(thing, bytes):
        yield thing
    elif is_dataclass(thing):
        yield type(thing).__qualname__.encode()
        for field in fields(thing):
            yield from _content(getattr(thing, field.name))
    else:
        yield repr(thing).encode()
