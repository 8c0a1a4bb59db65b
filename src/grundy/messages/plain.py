"""Text that cannot control a terminal: control characters are written as escapes.

They are the control codes except tab and newline, the marks that change the direction of writing, the separators of
lines and paragraphs, and halves of surrogate pairs.
"""

from __future__ import annotations

import re

_COMMANDS = "[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"


def printable(text: str) -> str:
    r"""Return `text` with its control characters as escapes; a text without any is returned unchanged.

    >>> printable("to \x1b[31m5\n")
    'to \\x1b[31m5\n'
    """
    return text if text.isascii() and text.isprintable() else re.sub(_COMMANDS, _escape, text)


def printable_json(text: str) -> str:
    r"""Return JSON with its control characters as escapes of JSON, so that it has the same value.

    >>> printable_json('"\x9b"')
    '"\\u009b"'
    """
    return re.sub(_COMMANDS, lambda found: f"\\u{ord(found[0]):04x}", text)


def _escape(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")
