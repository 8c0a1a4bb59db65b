"""Fields of requests: types, bounds, defaults. One description checks values and gives the JSON Schema."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from grundy.errors import GrundyError
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_MOST_FAULTS = 5  # in one error
_MOST_NAME = 80  # characters of a field's name in an error
_OF_TYPES: dict[type, Message] = {list: Message("found.list"), dict: Message("found.object")}
_LITERALS = {None: "null", True: "true", False: "false"}


class FieldError(GrundyError, ValueError):
    """A request lacks a field, has an unknown field, or has a value that its field does not take."""


class _Required:
    """The default of a field that must be given."""


REQUIRED: Final = _Required()


@dataclass(frozen=True, kw_only=True)
class Field(ABC):
    """A field of a request. With the default None it also takes null."""

    about: str = ""
    default: object = REQUIRED

    @abstractmethod
    def describe(self) -> Message:
        """Return the values that the field takes."""

    @abstractmethod
    def takes(self, value: Any) -> bool:
        """Return whether a value has the type and is within the bounds."""

    @abstractmethod
    def type_schema(self) -> dict[str, Any]:
        """Return the type and the bounds as JSON Schema."""

    def allows(self, value: object) -> bool:
        """Return whether a request may have this value."""
        return (value is None and self.default is None) or self.takes(value)

    def schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        found = self.type_schema()
        if self.default is None:
            found = {"anyOf": [found, {"type": "null"}]}
        if self.default is not REQUIRED:
            found["default"] = self.default
        if self.about:
            found["description"] = self.about
        return found


@dataclass(frozen=True, kw_only=True)
class Text(Field):
    """Text of a bounded length."""

    least: int = 0
    most: int

    def describe(self) -> Message:
        """Return the bounds."""
        kind = "expected.text-between" if self.least else "expected.text"
        return Message(kind, {"least": self.least, "most": self.most})

    def takes(self, value: Any) -> bool:
        """Return whether a value is such a text. Halves of surrogate pairs are refused: answers cannot contain them."""
        return isinstance(value, str) and self.least <= len(value) <= self.most and is_unicode(value)

    def type_schema(self) -> dict[str, Any]:
        """Return the bounds."""
        return {"type": "string", **({"minLength": self.least} if self.least else {}), "maxLength": self.most}


@dataclass(frozen=True, kw_only=True)
class Flag(Field):
    """True or false."""

    def describe(self) -> Message:
        """Return both values."""
        return Message("expected.one-of", {"letters": ["true", "false"]})

    def takes(self, value: Any) -> bool:
        """Return whether a value is true or false; a number is not."""
        return isinstance(value, bool)

    def type_schema(self) -> dict[str, Any]:
        """Return the type."""
        return {"type": "boolean"}


@dataclass(frozen=True, kw_only=True)
class Integer(Field):
    """An integer within bounds."""

    least: int
    most: int

    def describe(self) -> Message:
        """Return the bounds."""
        return Message("expected.integer-field", {"low": self.least, "high": self.most})

    def takes(self, value: Any) -> bool:
        """Return whether a value is such an integer; true and false are not."""
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most

    def type_schema(self) -> dict[str, Any]:
        """Return the bounds."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, kw_only=True)
class Share(Field):
    """A number from 0 to 1."""

    def describe(self) -> Message:
        """Return the bounds."""
        return Message("expected.share")

    def takes(self, value: Any) -> bool:
        """Return whether a value is such a number, also an integer."""
        return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1

    def type_schema(self) -> dict[str, Any]:
        """Return the bounds."""
        return {"type": "number", "minimum": 0, "maximum": 1}


@dataclass(frozen=True, kw_only=True)
class OneOf(Field):
    """One of some words."""

    words: tuple[str, ...]

    def describe(self) -> Message:
        """Return the words."""
        return Message("expected.one-of", {"letters": list(map(repr, self.words))})

    def takes(self, value: Any) -> bool:
        """Return whether a value is one of the words."""
        return isinstance(value, str) and value in self.words

    def type_schema(self) -> dict[str, Any]:
        """Return the words."""
        return {"type": "string", "enum": list(self.words)}


@dataclass(frozen=True, kw_only=True)
class Integers(Field):
    """A list of a few integers within the same bounds."""

    each: Integer
    least: int
    most: int

    def describe(self) -> Message:
        """Return the bounds."""
        return Message("expected.list", {"least": self.least, "most": self.most, "each": self.each.describe()})

    def takes(self, value: Any) -> bool:
        """Return whether the length and all items are allowed."""
        return isinstance(value, list) and self.least <= len(value) <= self.most and all(map(self.each.takes, value))

    def type_schema(self) -> dict[str, Any]:
        """Return the bounds of the list and of its items."""
        return {"type": "array", "items": self.each.type_schema(), "minItems": self.least, "maxItems": self.most}


@dataclass(frozen=True, kw_only=True)
class Texts(Field):
    """A list of texts within the same bounds."""

    each: Text
    most: int

    def describe(self) -> Message:
        """Return the bounds."""
        return Message("expected.list", {"least": 0, "most": self.most, "each": self.each.describe()})

    def takes(self, value: Any) -> bool:
        """Return whether the length and all items are allowed."""
        return isinstance(value, list) and len(value) <= self.most and all(map(self.each.takes, value))

    def type_schema(self) -> dict[str, Any]:
        """Return the bounds of the list and of its items."""
        return {"type": "array", "items": self.each.type_schema(), "maxItems": self.most}


def checked(fields: Mapping[str, Field], data: object) -> dict[str, Any]:
    """Return the values of all fields, with defaults. Raises a `FieldError` that lists up to five faults.

    >>> checked({"length": Integer(least=1, most=9, default=3)}, {})
    {'length': 3}
    >>> checked({"length": Integer(least=1, most=9)}, {"length": 10, "board": True})
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
        "properties": {name: field.schema() for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.default is REQUIRED],
        "additionalProperties": False,
        "examples": list(examples),
    }


def _fault(name: str, field: Field, found: Message | str) -> Message:
    return Message("error.field", {"name": name, "expected": field.describe(), "found": found})


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
GAME = Text(least=1, most=5000, about="A name of `games`, or a code of heaps.")
POSITION = Text(most=200_000, about="The position in the notation of the game; parts of a sum are joined by +.")
COMPACT = Flag(about="Whether a board of letters may come as rows, without a list of choices; other boards never do.")
MISERE = Flag(about="Whether the last move loses; the answer has no nimbers.")
