"""Statements of the problems in words of our own: one JSON file for each language, read when it is shown."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Statement(NamedTuple):
    """What somebody must know who writes a solution.

    `rules` has a sentence or two in each item, and `input` a line of the input with the meaning of its names. `sample`
    is the reason for the answer of a sample, or an example where the problem has no published one.
    """

    rules: list[str]
    input: list[str]
    output: str
    sample: str


def statement(problem: str, language: str = "en") -> Statement | None:
    """Return the statement of the problem with this id; None for a problem that is not in the package."""
    return _statements(language).get(problem)


@cache
def _statements(language: str) -> dict[str, Statement]:
    text = Path(__file__).with_name(f"{language}.json").read_text("utf-8")
    return {problem: Statement(**told) for problem, told in json.loads(text).items()}
