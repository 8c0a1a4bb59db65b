"""The colours, the paints and the tokens of ``tokens.js``, which the page reads too.

A token is a list of paths on a square of `SIDE` units. Each path has a paint, such as ``ink``, or ``line-5``: the paint
``line`` with lines 5 units wide. Paints are made of named colours; each name has a colour for light cards and another
for dark cards.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

SIDE = 48
_FILE = Path(__file__).with_name("tokens.js")


@cache
def data() -> dict[str, dict[str, Any]]:
    """Return the colours, the paints and the tokens."""
    text = _FILE.read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text[text.index("{\n") : text.rindex("}") + 1])
    return found


def is_token(name: str) -> bool:
    """Return whether a name has a drawing; ``nothing``, ``gap`` and ``ground`` are names without a drawing."""
    return name in data()["tokens"]


def paint(name: str) -> tuple[dict[str, Any], float]:
    """Return the data of a paint, and the width of its lines."""
    base, _, width = name.partition("-")
    about = data()["paints"][base]
    return about, float(width or about.get("width", 0))
