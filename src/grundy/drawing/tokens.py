"""What games are drawn with: the colours, the paints and the tokens of ``tokens.js``, which the page reads as well.

A token is a list of paths on a square of `SIDE` units, each with a paint: ``ink``, or ``line-5`` for the paint
``line`` with lines 5 wide. Paints are made of named colours, which are others on a dark card.
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
    """Say whether there is such a token; ``nothing``, ``gap`` and ``ground`` are names without a drawing."""
    return name in data()["tokens"]


def paint(name: str) -> tuple[dict[str, Any], float]:
    """Return what a paint is made of, and the width of its lines."""
    base, _, width = name.partition("-")
    about = data()["paints"][base]
    return about, float(width or about.get("width", 0))
