"""Solved tables in files: `save_tables` writes them, `load_tables` reads and checks them.

A file is a NumPy archive (``.npz``): a manifest, and the tables of each ruleset of a position. The
manifest names the rulesets by a digest of their content, and holds a digest of each table.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.errors import OverBudgetError, RulesetError
from grundy.export import archives
from grundy.messages import Message
from grundy.runtime import limits, progress
from grundy.runtime.files import replacing
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from grundy.core.position import Position
    from grundy.core.ruleset import Ruleset

_FORMAT = "grundy tables 1"
_MANIFEST = "manifest"
_SHOWN = 100  # characters of a file's text that a message quotes


def save_tables(position: Position, path: str | Path) -> None:
    r"""Write the solved tables of a position's rulesets to a file. If writing fails, no file is left.

    Raises `RulesetError` if there are no tables: the position was not solved yet, a formula or the plain search solved
    it, or its rulesets cannot save tables (`check`). Raises `OSError` if the file cannot be written. Time and memory
    are linear in the size of the tables.

    >>> import grundy, tempfile
    >>> board = grundy.games.wall_making("X....\n...X.\n.....")
    >>> path = tempfile.mkdtemp() + "/table.npz"
    >>> with grundy.limited(kernel_above=0):
    ...     board.nimber
    ...     grundy.save_tables(board, path)
    4
    >>> grundy.load_tables(board, path)
    """
    require("numpy", Message("what.saved-table"))
    import numpy as np

    check(position)
    parts = []
    arrays: dict[str, NDArray[Any]] = {}
    for number, rules in enumerate(_rulesets(position)):
        tables = {f"{number}: {name}": table for name, table in rules.solved().items()}
        about = {name: _about(table) for name, table in tables.items()}
        parts.append({"ruleset": rules.name, "digest": _digest_of(rules), "tables": about})
        arrays |= tables
    if not arrays:
        raise RulesetError("error.table-none")
    manifest = json.dumps({"format": _FORMAT, "rulesets": parts})
    members: dict[str, Any] = {_MANIFEST: np.frombuffer(manifest.encode(), np.uint8), **arrays}
    with replacing(Path(path)) as file:
        archives.write(file, members)


def load_tables(position: Position, path: str | Path) -> None:
    """Load the tables of a file that belong to a position's rulesets. If an error is raised, none is loaded.

    The file may come from anybody: sizes are compared with the budget before a table is read.

    Raises `DamageError` if the file is not such an archive, is incomplete or was changed; `RulesetError` if none of its
    tables belongs to the position; `OverBudgetError` if the tables are larger than the budget of bytes; `OSError` if
    the file cannot be read.
    """
    require("numpy", Message("what.saved-table"))
    source = str(path)
    rulesets = {_digest_of(rules): rules for rules in _rulesets(position)}
    with archives.opened(Path(path)) as archive:
        parts = [part for part in _read_manifest(archive, source) if part["tables"] and part["digest"] in rulesets]
        if not parts:
            raise RulesetError("error.table-other", source=source)
        entries = [(part, name, archives.entry_of(entry)) for part in parts for name, entry in part["tables"].items()]
        needed = sum(entry.bytes for _, _, entry in entries)
        allowed = limits.table_bytes()
        if needed > allowed:
            raise OverBudgetError(Message("over.saved-table", {"source": source}), needed, allowed, "bytes")
        found: dict[str, dict[str, NDArray[Any]]] = {part["digest"]: {} for part in parts}
        for part, name, entry in entries:
            found[part["digest"]][name.partition(": ")[2]] = archive.table(name, entry)
        for digest, tables in found.items():
            rulesets[digest].adopt(tables)
            progress.record("saved table", 0)


def check(position: Position) -> None:
    """Raise `RulesetError` unless the position has a ruleset that can save tables: a board or a piece."""
    rulesets = _rulesets(position)
    if not any(rules.saves for rules in rulesets):
        names = [rules.name for rules in rulesets] or Message("found.nothing")
        raise RulesetError("error.expected", expected=Message("expected.saved-kind"), found=names)


def _rulesets(position: Position) -> list[Ruleset]:
    """Return the rulesets of a position, each once."""
    return list(dict.fromkeys(component.ruleset for component in position.components))


def _read_manifest(archive: archives.Archive, source: str) -> list[dict[str, Any]]:
    """Return the rulesets in a manifest. Raises `ValueError`, `TypeError` or `KeyError` if it is no valid manifest."""
    manifest = archive.manifest(_MANIFEST)
    if manifest["format"] != _FORMAT:
        found = repr(manifest["format"])[:_SHOWN]
        raise RulesetError("error.table-version", source=source, expected=repr(_FORMAT), found=found)
    parts: list[dict[str, Any]] = manifest["rulesets"]
    for part in parts:
        if type(part["digest"]) is not str or type(part["tables"]) is not dict:
            raise TypeError
    return parts


def _about(table: NDArray[Any]) -> dict[str, Any]:
    digest = hashlib.sha256(table.data.cast("B")).hexdigest()
    return {"shape": list(table.shape), "dtype": table.dtype.str, "bytes": table.nbytes, "digest": digest}


def _digest_of(rules: Ruleset) -> str:
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
