"""Solved tables in files: written with `save`, read again with `load`, which checks them.

A file is a NumPy archive (``.npz``): a manifest, and the tables of each ruleset of a position. The
manifest names the rulesets by a digest of their content, and holds a digest of each table.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from grundy.errors import DamageError, OverBudgetError, RulesetError
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


def save_tables(position: Position, path: str | Path) -> None:
    r"""Write the solved tables of a position's rulesets to a file, whole or not at all.

    Raises `RulesetError` if there are none: a formula or the plain search has answered, or nobody
    has asked yet, or the rulesets are not of those that keep tables in files (`check`). Raises
    `OSError` if the file cannot be written. Takes time and bytes linear in those of the tables.

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
        np.savez(file, **members)


def load_tables(position: Position, path: str | Path) -> None:
    """Take up the tables of a file that belong to a position's rulesets.

    Raises `DamageError` if the file is no such archive, cut short or changed; `RulesetError` if none of
    its tables belongs to the position; `OverBudgetError` if one is larger than the budget of bytes;
    `OSError` if it cannot be read.
    """
    require("numpy", Message("what.saved-table"))
    import numpy as np

    source = str(path)
    found = False
    with Path(path).open("rb") as file:
        try:
            with np.load(file, allow_pickle=False) as archive:
                parts = _read_manifest(archive, source)
                for rules in _rulesets(position):
                    for part in parts:
                        if part["digest"] == _digest_of(rules):
                            rules.adopt(dict(_tables(archive, part["tables"], source)))
                            progress.record("saved table", 0)
                            found = True
        except (OverBudgetError, DamageError, RulesetError, MemoryError):
            raise
        except Exception as error:
            # Whatever a damaged archive may lead to; of the reasons, that of the archive's own checks is of use.
            kind = "found.something-because" if isinstance(error, BadZipFile) else "found.something-else"
            found_there = Message(kind, {"error": str(error)})
            raise DamageError(source, Message("expected.archive"), found_there) from error
    if not found:
        raise RulesetError("error.table-other", source=source)


def check(position: Position) -> None:
    """Raise `RulesetError` unless the position has a ruleset whose tables can be saved: a board or a piece."""
    rulesets = _rulesets(position)
    if not any(rules.saves for rules in rulesets):
        names = [rules.name for rules in rulesets] or Message("found.nothing")
        raise RulesetError("error.expected", expected=Message("expected.saved-kind"), found=names)


def _rulesets(position: Position) -> list[Ruleset]:
    """Return the rulesets of a position, each once."""
    return list(dict.fromkeys(component.ruleset for component in position.components))


def _read_manifest(archive: Any, source: str) -> list[dict[str, Any]]:
    if _MANIFEST not in archive:
        raise DamageError(source, Message("expected.manifest"), Message("found.none"))
    manifest = json.loads(bytes(archive[_MANIFEST]))
    if manifest["format"] != _FORMAT:
        raise RulesetError("error.table-version", source=source, expected=repr(_FORMAT), found=repr(manifest["format"]))
    parts: list[dict[str, Any]] = manifest["rulesets"]
    return parts


def _tables(archive: Any, about: dict[str, Any], source: str) -> Iterator[tuple[str, NDArray[Any]]]:
    needed = max(entry["bytes"] for entry in about.values())
    allowed = limits.table_bytes()
    if needed > allowed:
        raise OverBudgetError(Message("over.saved-table", {"source": source}), needed, allowed, "bytes")
    for name, entry in about.items():
        table = archive[name]
        if _about(table) != entry:
            raise DamageError(source, Message("expected.table", {"name": repr(name)}), Message("found.another"))
        yield name.partition(": ")[2], table


def _about(table: NDArray[Any]) -> dict[str, Any]:
    digest = hashlib.sha256(table.data.cast("B")).hexdigest()
    return {"shape": list(table.shape), "dtype": table.dtype.str, "bytes": table.nbytes, "digest": digest}


def _digest_of(rules: Ruleset) -> str:
    hasher = hashlib.sha256()
    for part in _content(rules):
        hasher.update(len(part).to_bytes(8, "big"))  # so that different contents never give the same bytes
        hasher.update(part)
    return hasher.hexdigest()


def _content(thing: object) -> Iterator[bytes]:
    """Yield the content of a ruleset as bytes; boards, which may be large, as they are."""
    if isinstance(thing, bytes):
        yield thing
    elif is_dataclass(thing):
        yield type(thing).__qualname__.encode()
        for field in fields(thing):
            yield from _content(getattr(thing, field.name))
    else:
        yield repr(thing).encode()
