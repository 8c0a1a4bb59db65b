"""Folders and files of the project, and the shared vectors of its problems."""

from __future__ import annotations

import json
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
VECTORS = TESTS / "vectors"


def cases(problem: str) -> list[tuple[str, str]]:
    """Return the shared vectors of a problem: pairs of input and output."""
    lines = (VECTORS / f"{problem}.jsonl").read_text(encoding="utf-8").splitlines()
    return [(case["in"], case["out"]) for case in map(json.loads, lines)]
