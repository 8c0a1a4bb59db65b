"""An operation of the lab: a function of a catalogue and named values, with the description of its fields."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.lab.fields import Field, object_schema
from grundy.runtime.costs import MANY_OPTIONS, STEP_OPTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# Budgets (`grundy.runtime.limits.Budget`) of operations that answer quickly, and of those that take long. The time of
# an operation is limited as well.
QUICK = {"search_options": 2 * MANY_OPTIONS, "kernel_options": 4 * STEP_OPTIONS, "table_bytes": 2**28}
LONG = {"search_options": 10**12, "shape_options": 10**12, "kernel_options": 2 * 10**12}


class FileAnswer(NamedTuple):
    """An answer that is a file."""

    content: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class Operation:
    """A function of a catalogue and the values of its fields.

    With `streams` the function yields its answer in parts, each an object for JSON; otherwise it returns the answer.
    Some functions give a single `FileAnswer`. `media_types` are the possible types of the answer.
    """

    name: str
    function: Callable[..., Any]
    fields: Mapping[str, Field]
    example: Mapping[str, object]
    budget: Mapping[str, int]
    streams: bool
    media_types: tuple[str, ...]

    @property
    def summary(self) -> str:
        """The first line of the function's docstring, without its full stop."""
        return self._documentation.partition("\n")[0].rstrip(".")

    @property
    def description(self) -> str:
        """The rest of the docstring."""
        return self._documentation.partition("\n")[2].strip()

    @property
    def _documentation(self) -> str:
        return inspect.getdoc(self.function) or ""

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a request."""
        return object_schema(self.fields, [dict(self.example)])


def operation(
    *,
    example: Mapping[str, object] | None = None,
    budget: Mapping[str, int] = QUICK,
    media_types: tuple[str, ...] = ("application/json",),
    **fields: Field,
) -> Callable[[Callable[..., Any]], Operation]:
    """Return a decorator that makes a function an operation. The function has the default values of the fields."""

    def decorate(function: Callable[..., Any]) -> Operation:
        parameters = inspect.signature(function).parameters
        missing = inspect.Parameter.empty
        known = {
            name: field if parameters[name].default is missing else replace(field, default=parameters[name].default)
            for name, field in fields.items()
        }
        name = function.__name__
        return Operation(
            name, function, known, example or {}, budget, inspect.isgeneratorfunction(function), media_types
        )

    return decorate
