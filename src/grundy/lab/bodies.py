"""Bodies of requests: JSON within bounds, read in time linear in its length."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from grundy.errors import GrundyError
from grundy.lab.fields import is_unicode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

_MOST_DEPTH = 16  # levels of JSON
# A string up to its end or the end of the body. The pattern always matches at a quote: if it could fail, it would be
# tried again at each further quote, in quadratic time. The quantifiers with a second + do not backtrack.
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_AS_LISTS = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


class BodyError(GrundyError):
    """A body is not JSON, or is JSON that is refused."""


def read_json(body: bytes) -> object:
    """Return the value of a body. Refuses invalid JSON, deep nesting, NaN, and halves of surrogate pairs.

    Takes time linear in the length of the body, whatever it contains. Raises `BodyError`.

    >>> read_json(b'{"size": [4, 4]}')
    {'size': [4, 4]}
    >>> read_json(b'{"seed": NaN}')
    Traceback (most recent call last):
    grundy.lab.bodies.BodyError: expected JSON, found NaN
    """
    if body.count(b"[") + body.count(b"{") > _MOST_DEPTH and _is_deep(_STRING.sub(b"", body)):
        raise BodyError("error.json-levels", most=_MOST_DEPTH)
    try:
        value: object = json.loads(body.decode(), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        if isinstance(error, json.JSONDecodeError):
            raise BodyError("error.expected", expected="JSON", found=str(error)) from None
        raise BodyError("error.no-json") from None
    if _SURROGATE.search(body):
        for text in _texts(value):
            if not is_unicode(text):
                raise BodyError("error.surrogate")
    return value


def _no_number(word: str) -> NoReturn:
    raise BodyError("error.expected", expected="JSON", found=word)


def _is_deep(rest: bytes) -> bool:
    """Return whether brackets are nested too deep: innermost pairs are removed, one level at a time."""
    rest = rest.translate(_AS_LISTS, _NO_BRACKETS)
    for _ in range(_MOST_DEPTH):
        rest = rest.replace(b"[]", b"")
    return b"[]" in rest or rest.count(b"[") > _MOST_DEPTH


def _texts(value: object) -> Iterator[str]:
    """Yield all texts in a value, also keys. The value is not nested deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _texts(item)
