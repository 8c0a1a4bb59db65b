"""A property that is computed once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["once"]

Found = TypeVar("Found")


class once(Generic[Found]):  # noqa: N801 - used as a decorator
    """A property that is computed once. `functools.cached_property` of Python 3.11 would block all other threads."""

    def __init__(self, find: Callable[[Any], Found]) -> None:
        self._find = find
        self.__doc__ = find.__doc__

    @overload
    def __get__(self, one: None, owner: type) -> Self: ...
    @overload
    def __get__(self, one: object, owner: type) -> Found: ...
    def __get__(self, one: object | None, owner: type) -> Self | Found:
        if one is None:  # read from the class, as `help` does
            return self
        found = one.__dict__[self._find.__name__] = self._find(one)
        return found
