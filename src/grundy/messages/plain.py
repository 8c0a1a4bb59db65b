"""Text that cannot command what shows it: control characters are written as escapes.

The characters are the control codes but for tab and newline, the marks that turn the direction of writing, the
separators of lines and paragraphs, and halves of surrogate pairs.
"""

from __future__ import annotations

import re

_COMMANDS = "[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"


def printable(text: str) -> str:
    r"""Return `text` with its control characters as escapes; `str` that has none is returned as it is.

    >>> printable("to \x1b[31m5\n")
    'to \\x1b[31m5\n'
    """
    return text if text.isascii() and text.isprintable() else re.sub(_COMMANDS, _escape, text)


def printable_json(text: str) -> str:
    r"""Return a text in JSON with its control characters as escapes of JSON: it means the same.

    >>> printable_json('"\x9b"')
    '"\\u009b"'
    """
    return re.sub(_COMMANDS, lambda found: f"\\u{ord(found[0]):04x}", text)


def _escape(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")
