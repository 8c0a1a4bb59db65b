"""Checks of what the files of a streamed sequence say: their digests fit, but anybody could have written them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.families.heaps.sparse.window import marks

if TYPE_CHECKING:
    from collections.abc import Callable

    Check = Callable[[Any], bool]

_MOST_WINDOW = 2**26  # nimbers, and those of the prefix
MOST_HEAP = 2**42
_MOST_TEXT = 4000


def is_plan(plan: dict[str, Any], block: int) -> bool:
    """Say whether this may be the content of ``stream.json``."""
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
    fine = _within(0, 2**16)(space["mask"]) and (space["parity"] is None or _within(0, 2**16)(space["parity"]))
    return fine and plan["needs"] <= plan["window"] and plan["marks"] == ([] if expect is None else marks(*expect))


def is_checkpoint(found: dict[str, Any], plan: dict[str, Any], position: int) -> bool:
    """Say whether this may be the checkpoint of a stream at a heap."""
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
