"""Reading of the files of a streamed sequence, with checks of their content: a right digest alone proves nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import DamageError
from grundy.families.heaps.sparse.window import marks
from grundy.messages import Message
from grundy.runtime import progress
from grundy.runtime.files import digest, read_json, read_regular, wrong_digest
from grundy.sequences.chunks import FolderError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from grundy.families.heaps.heap_rules import HeapRules

    Check = Callable[[Any], bool]

FORMAT = "grundy stream 1"
STREAM = "stream.json"
_MOST_BYTES = 2**26  # size of a file of a stream
_SHOWN = 100  # characters of a file's text that a message quotes
_MOST_WINDOW = 2**26  # nimbers of a window, and of the prefix
MOST_HEAP = 2**42
_MOST_TEXT = 4000  # characters of a text in a file


def read_plan(folder: Path, rules: HeapRules, expect: tuple[int, int] | None, block: int) -> dict[str, Any]:
    """Return the content of ``stream.json``.

    Raises `FolderError` for another format, code or claim; `DamageError` for invalid content; `OSError`.
    """
    plan: dict[str, Any] = read_json(folder / STREAM, _MOST_BYTES)
    if plan.get("format") != FORMAT:
        raise FolderError(
            "error.folder-format", path=str(folder), expected=FORMAT, found=str(plan.get("format"))[:_SHOWN]
        )
    if plan.get("code") != rules.code:
        found = str(plan.get("code"))[:_SHOWN]
        raise FolderError("error.folder-sequence", folder=str(folder), code=rules.code, found=found)
    if not is_plan(plan, block):
        raise DamageError(str(folder / STREAM), Message("expected.stream"), Message("found.something-else"))
    if expect is not None and plan["expect"] != list(expect):
        raise FolderError("error.folder-claim", folder=str(folder), found=str(plan["expect"]))
    return plan


def read_values(path: Path, expected: str, length: int) -> NDArray[np.uint8]:
    """Return the nimbers in a file. Raises `DamageError` if their digest is not `expected` or their number `length`."""
    data = read_regular(path, _MOST_BYTES) if path.exists() else b""
    if digest(data) != expected:
        raise wrong_digest(path, Message("expected.content"), digest(data))
    if len(data) != length:
        raise DamageError(str(path), Message("expected.stream"), Message("found.bytes", {"count": len(data)}))
    return np.frombuffer(data, np.uint8)


def read_checkpoint(path: Path) -> dict[str, Any]:
    """Return the content of a checkpoint together with the digest of its file."""
    return read_json(path, _MOST_BYTES) | {"digest": digest(read_regular(path, _MOST_BYTES))}


def last_checkpoint(folder: Path, plan: dict[str, Any]) -> dict[str, Any]:
    """Return the last undamaged checkpoint; with position 0 if there is none. Notifies the user of damaged ones."""
    for path in sorted(folder.glob("[0-9]*.json"), reverse=True):
        try:
            return _whole_checkpoint(path, plan)
        except DamageError as error:
            progress.notice(Message("notice.checkpoint", {"why": error.message}))
    return {"position": 0, "digest": ""}


def _whole_checkpoint(path: Path, plan: dict[str, Any]) -> dict[str, Any]:
    found = read_checkpoint(path)
    named = path.stem.isascii() and path.stem.isdecimal()
    if named and is_checkpoint(found, plan, int(path.stem)):
        read_values(path.with_suffix(".bin"), found["window_digest"], plan["window"])
        return found
    raise DamageError(str(path), Message("expected.stream"), Message("found.something-else"))


def is_plan(plan: dict[str, Any], block: int) -> bool:
    """Return whether `plan` is valid content of ``stream.json``."""
    checks: dict[str, Check] = {
        "code": _is_text,
        "digits": _lists(_within(0, 2**16)),
        "unequal": lambda value: type(value) is bool,
        "width": _within(1, 1),
        "block": _within(block, block),
        "window": _within(1, _MOST_WINDOW),
        "prefix": _within(1, _MOST_WINDOW),
        "prefix_digest": _is_text,
        "space": lambda value: type(value) is dict and value.keys() == {"mask", "parity"},
        "rares": _lists(_pairs(_within(0, _MOST_WINDOW), _within(0, 2**16))),
        "reach": _within(1, _MOST_WINDOW),
        "needs": _within(1, _MOST_WINDOW),
        "expect": lambda value: value is None or _pairs(_within(1, MOST_HEAP), _within(1, MOST_HEAP))(value),
        "marks": _lists(_within(0, 2 * MOST_HEAP)),
    }
    if not _holds(plan, checks):
        return False
    space, expect = plan["space"], plan["expect"]
    is_space = _within(0, 2**16)(space["mask"]) and (space["parity"] is None or _within(0, 2**16)(space["parity"]))
    return is_space and plan["needs"] <= plan["window"] and plan["marks"] == ([] if expect is None else marks(*expect))


def is_checkpoint(found: dict[str, Any], plan: dict[str, Any], position: int) -> bool:
    """Return whether `found` is a valid checkpoint of a stream at heap `position`."""
    checks: dict[str, Check] = {
        "position": _within(max(position, plan["window"]), position),
        "window_digest": _is_text,
        "digests": _lists(_is_text),
        "previous": _is_text,
        "histogram": lambda value: _lists(_within(0, position))(value) and 0 < len(value) <= 128 and any(value),
        "first": _lists(_pairs(_within(0, 127), _within(0, position))),
        "seconds": lambda value: type(value) in (int, float) and 0 <= value < 2**53,
        "marks": _lists(_pairs(_within(0, 2 * MOST_HEAP), _is_text)),
    }
    if not _holds(found, checks):
        return False
    whole = {mark for mark in plan["marks"] if mark + plan["window"] <= position}
    return {mark for mark, _ in found["marks"]} == whole


def _holds(found: dict[str, Any], checks: dict[str, Check]) -> bool:
    return all(name in found and check(found[name]) for name, check in checks.items())


def _is_text(value: object) -> bool:
    return type(value) is str and len(value) <= _MOST_TEXT


def _within(low: int, high: int) -> Check:
    return lambda value: type(value) is int and low <= value <= high


def _lists(check: Check) -> Check:
    return lambda value: type(value) is list and all(map(check, value))


def _pairs(first: Check, second: Check) -> Check:
    return lambda value: type(value) is list and len(value) == 2 and first(value[0]) and second(value[1])
