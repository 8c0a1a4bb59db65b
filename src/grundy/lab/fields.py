"""Fields of requests: the JSON Schema of a field documents it, and is what its values are checked by.

The lab also runs in a browser, where pydantic is missing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from grundy.errors import GrundyError
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Schema = Mapping[str, Any]

_MOST_FAULTS = 5  # in one error
_MOST_NAME = 80  # characters of a field's name in an error
_OF_TYPES: dict[type, Message] = {list: Message("found.list"), dict: Message("found.object")}
_LITERALS = {None: "null", True: "true", False: "false"}


class FieldError(GrundyError, ValueError):
    """A request lacks a field, has an unknown field, or has a value that its field does not take."""


class _Required:
    """The default of a field that must be given."""


REQUIRED: Final = _Required()


@dataclass(frozen=True)
class Field:
    """A field of a request: the JSON Schema of its values. With the default None it also takes null."""

    schema: Schema
    about: str = ""
    default: object = REQUIRED

    def allows(self, value: object) -> bool:
        """Return whether a request may have this value."""
        return (value is None and self.default is None) or _takes(self.schema, value)

    def described(self) -> dict[str, Any]:
        """Return the JSON Schema of the field in a request."""
        found: dict[str, Any] = (
            {"anyOf": [self.schema, {"type": "null"}]} if self.default is None else dict(self.schema)
        )
        if self.default is not REQUIRED:
            found["default"] = self.default
        if self.about:
            found["description"] = self.about
        return found


def text(most: int, least: int = 0, about: str = "") -> Field:
    """Return a field of text. It takes no halves of surrogate pairs, because answers cannot contain them."""
    return Field({"type": "string", "minLength": least, "maxLength": most}, about)


def one_of(words: Iterable[str], about: str = "") -> Field:
    """Return a field that is one of some words."""
    return Field({"type": "string", "enum": list(words)}, about)


def flag(about: str = "") -> Field:
    """Return a field that is true or false."""
    return Field({"type": "boolean"}, about)


def integer(least: int, most: int, about: str = "") -> Field:
    """Return a field of integers within bounds."""
    return Field({"type": "integer", "minimum": least, "maximum": most}, about)


def share() -> Field:
    """Return a field of numbers from 0 to 1."""
    return Field({"type": "number", "minimum": 0, "maximum": 1})


def list_of(each: Field, most: int, least: int = 0, about: str = "") -> Field:
    """Return a field that is a list of a bounded length."""
    return Field({"type": "array", "items": each.schema, "minItems": least, "maxItems": most}, about)


def checked(fields: Mapping[str, Field], data: object) -> dict[str, Any]:
    """Return the values of all fields, with defaults. Raises a `FieldError` that lists up to five faults.

    >>> checked({"length": Field(integer(1, 9).schema, default=3)}, {})
    {'length': 3}
    >>> checked({"length": integer(1, 9)}, {"length": 10, "board": True})
    Traceback (most recent call last):
    grundy.lab.fields.FieldError: length: expected an integer from 1 to 9, found 10; board: expected no such field
    """
    if not isinstance(data, dict):
        raise FieldError("error.body", expected=Message("found.object"), found=_found(data))
    faults = []
    for name, field in fields.items():
        if name in data:
            if not field.allows(data[name]):
                faults.append(_fault(name, field, _found(data[name])))
        elif field.default is REQUIRED:
            faults.append(_fault(name, field, Message("found.nothing")))
    unknown = islice((name for name in data if name not in fields), _MOST_FAULTS)
    faults += [Message("error.field-unknown", {"name": _shown(name)}) for name in unknown]
    if faults:
        fault = reduce(_both, faults[:_MOST_FAULTS])
        raise FieldError(fault.kind, **fault.params)
    return {name: data.get(name, field.default) for name, field in fields.items()}


def object_schema(fields: Mapping[str, Field], examples: Iterable[object]) -> dict[str, Any]:
    """Return the JSON Schema of a request with these fields and no others."""
    return {
        "type": "object",
        "properties": {name: field.described() for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.default is REQUIRED],
        "additionalProperties": False,
        "examples": list(examples),
    }


def _takes(schema: Schema, value: Any) -> bool:
    """Return whether a value fits a schema. True and false are no numbers."""
    kind = schema["type"]
    if isinstance(value, bool) or kind == "boolean":
        return isinstance(value, bool) and kind == "boolean"
    if kind in ("integer", "number"):
        fits = isinstance(value, int) or (isinstance(value, float) and kind == "number")
        return fits and bool(schema["minimum"] <= value <= schema["maximum"])
    if kind == "array":
        fits = isinstance(value, list) and schema["minItems"] <= len(value) <= schema["maxItems"]
        return fits and all(_takes(schema["items"], item) for item in value)
    if not isinstance(value, str) or not is_unicode(value):
        return False
    return value in schema["enum"] if "enum" in schema else schema["minLength"] <= len(value) <= schema["maxLength"]


def _expected(schema: Schema) -> Message:
    """Return the values that fit a schema, as a message."""
    match schema:
        case {"enum": words}:
            return Message("expected.one-of", {"letters": list(map(repr, words))})
        case {"minLength": least, "maxLength": most}:
            return Message("expected.text-between" if least else "expected.text", {"least": least, "most": most})
        case {"type": "integer", "minimum": low, "maximum": high}:
            return Message("expected.integer-field", {"low": low, "high": high})
        case {"items": each, "minItems": least, "maxItems": most}:
            return Message("expected.list", {"least": least, "most": most, "each": _expected(each)})
        case {"type": "boolean"}:
            return Message("expected.one-of", {"letters": ["true", "false"]})
    return Message("expected.share")


def _fault(name: str, field: Field, found: Message | str) -> Message:
    return Message("error.field", {"name": name, "expected": _expected(field.schema), "found": found})


def _both(first: Message, second: Message) -> Message:
    return Message("error.both", {"first": first, "second": second})


def _found(value: Any) -> Message | str:
    """Return a description of a value: a short number itself, the length of a text."""
    if value is None or isinstance(value, bool):
        return _LITERALS[value]
    if isinstance(value, int | float):
        return _number(value)
    if isinstance(value, str):
        valid = is_unicode(value)
        return Message("found.text", {"count": len(value)}) if valid else Message("found.surrogate")
    return _OF_TYPES.get(type(value), Message("found.something-else"))


def _number(value: float) -> Message | str:
    if isinstance(value, int):
        return str(value) if abs(value) < 10**20 else Message("found.large-integer")
    return str(value) if math.isfinite(value) else Message("found.no-number")


def _shown(name: object) -> str:
    text = str(name)[:_MOST_NAME]
    return text if text.isprintable() else ascii(text)


def is_unicode(text: str) -> bool:
    """Return whether a text has no halves of surrogate pairs. The encoder checks it, which is fast."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


# Fields that several operations share.
BOARD = "X.\n.."  # of the examples of operations
GAME = text(5000, 1, "A name of `games`, or a code of heaps.")
INPUT = text(200_000, 0, "The input that a program of the contest reads.")
PROBLEM = text(100, 1, "The id of a contest problem.")
POSITION = text(200_000, 0, "The position in the notation of the game; parts of a sum are joined by +.")
COMPACT = flag("Whether a board of letters may come as rows, without a list of choices; other boards never do.")
MISERE = flag("Whether the last move loses; the answer has no nimbers.")
SEED = integer(0, 2**53)
SIZE = list_of(integer(0, 10_000), 2, 1, "By default a usual size.")
