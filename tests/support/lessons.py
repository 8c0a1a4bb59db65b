"""The steps of the lab's lessons, read from the page's table."""

from __future__ import annotations

import json
import re
from typing import Any

from support.project import ROOT

_TABLE = ROOT / "src" / "grundy" / "lab" / "web" / "static" / "learn" / "lessons.js"


def _read() -> dict[str, list[dict[str, Any]]]:
    _, _, table = _TABLE.read_text(encoding="utf-8").partition("LESSONS = ")
    table = re.sub(r"(\w+): ", r'"\1": ', table.rstrip().rstrip(";").replace("'", '"'))
    read: dict[str, list[dict[str, Any]]] = json.loads(re.sub(r",(\s*[}\]])", r"\1", table))
    return read


LESSONS = _read()
