"""Messages between two processes over pipes: a head of JSON and bytes, each with its length before it."""

from __future__ import annotations

import json
import struct
from typing import IO, Any

_LENGTHS = struct.Struct("!II")
_MOST_HEAD = 2**20  # bytes of a head
_MOST_BODY = 2**29  # bytes of a body: all messages of grundy are shorter


def write(file: IO[bytes], head: dict[str, Any], body: bytes = b"") -> None:
    """Write a message, and flush it."""
    data = json.dumps(head).encode()
    file.write(_LENGTHS.pack(len(data), len(body)) + data + body)
    file.flush()


def read(file: IO[bytes]) -> tuple[dict[str, Any], bytes] | None:
    """Return the next message; None at the end of the file, and for bytes that are not a message."""
    try:
        head, body = _LENGTHS.unpack(file.read(_LENGTHS.size))
        if head > _MOST_HEAD or body > _MOST_BODY:
            return None
        data = json.loads(file.read(head))
        rest = file.read(body)
    except (OSError, ValueError, struct.error):
        return None
    return (data, rest) if isinstance(data, dict) and len(rest) == body else None
