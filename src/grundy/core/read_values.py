"""What functions of users read besides their arguments, and whether it has changed."""

from __future__ import annotations

import builtins
from dis import get_instructions
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_MOST_ITEMS = 1000  # of a list or a set that is compared item by item
_MISSING: Any = object()
_STORES = {"STORE_GLOBAL", "STORE_DEREF", "DELETE_GLOBAL", "DELETE_DEREF"}
_LOADS = {"LOAD_GLOBAL", "LOAD_NAME"}
_ATTRIBUTES = {"LOAD_ATTR", "LOAD_METHOD"}
_CHANGES = {
    "add",
    "append",
    "clear",
    "discard",
    "extend",
    "insert",
    "pop",
    "remove",
    "sort",
    "update",
}  # of lists and sets


class ReadValues:
    """The values that functions read besides their arguments, as they were at the last look.

    They are the globals and the variables of functions around them that the functions name, their defaults, and the
    same of the functions of their own module that they name. Numbers, texts and tuples are compared by their values,
    lists and sets of up to 1,000 items by their items; all others, such as dictionaries in which a function remembers
    something, only by identity. What the functions themselves change, such as a counter, is left out.
    """

    __slots__ = ("_functions", "_kept")

    def __init__(self, functions: Iterable[Callable[..., Any]]) -> None:
        self._functions = [one for one in functions if isinstance(one, FunctionType)]
        self._kept: list[tuple[str, Any, Any, Any]] | None = None  # before the first look: names may get values later

    def changed(self) -> str | None:
        """Return the name of a value that is another one now, and keep the present values; None if there is none."""
        if self._kept is None:
            self._kept = list(_read(self._functions))
        for name, place, kept, items in self._kept:
            now = place.get(name, _MISSING) if isinstance(place, dict) else _content(place)
            if now is kept and (items is None or now == items):
                continue
            if now is kept or type(now) is not type(kept) or isinstance(now, FunctionType) or now != kept:
                self._kept = list(_read(self._functions))
                return name
        return None


def _read(functions: list[FunctionType]) -> Iterator[tuple[str, Any, Any, Any]]:
    """Yield each name, the place where its value stands, the value, and a copy of its items if they may change."""
    waiting, seen = list(functions), set[Any]()
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        code = function.__code__
        names, stored, attributes = (set(_used(code, operations)) for operations in (_LOADS, _STORES, _ATTRIBUTES))
        places: list[tuple[str, Any]] = [(name, function.__globals__) for name in sorted(names)]
        places += zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        places.append(("__defaults__", {"__defaults__": function.__defaults__}))
        for name, place in places:
            value = place.get(name, _MISSING) if isinstance(place, dict) else _content(place)
            if name in stored or (value is _MISSING and hasattr(builtins, name)):
                continue
            compared = isinstance(value, list | set) and len(value) <= _MOST_ITEMS and not attributes & _CHANGES
            items = value.copy() if compared else None
            yield name, place, value, items
            if isinstance(value, FunctionType) and value.__module__ == function.__module__:
                waiting.append(value)


def _used(code: CodeType, operations: set[str]) -> Iterator[str]:
    """Yield the names that these operations of code use, with those of the functions inside."""
    yield from (str(one.argval) for one in get_instructions(code) if one.opname in operations)
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _used(one, operations)


def _content(cell: Any) -> Any:
    """Return the content of a cell; a cell without a value is empty."""
    try:
        return cell.cell_contents
    except ValueError:
        return _MISSING
