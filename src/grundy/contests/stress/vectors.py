"""Test sets with answers: chosen from the inputs of a problem, and written in the layouts that judges take."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Literal

from grundy.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grundy.contests.problem import Problem
    from grundy.contests.stress.inputs import Made

Layout = Literal["plain", "oj", "icpc"]

_SHARES = {"edge": 0.25, "random": 0.4, "large nimbers": 0.2}  # tiny ones make up the rest
_AHEAD = 40  # inputs that are looked at for each one of a test set


@dataclass(frozen=True, slots=True)
class Test:
    """One test: its name, its kind (``sample``, ``tiny``, ``edge``, ``random``, ``large nimbers``), input and output."""

    name: str
    kind: str
    input: str
    output: str


def tests(problem: Problem, count: int, seed: int = 0) -> list[Test]:
    """Return a test set: the published samples, and `count` further inputs with their right outputs.

    A quarter are edge cases, two fifths random, a fifth have large nimbers, the rest is tiny; where a problem has too
    few of a kind, random ones take their place. No input comes twice. The same seed gives the same tests on every
    machine. Raises `RulesetError` for a count below 1.

    >>> from grundy import contests
    >>> [test.kind for test in tests(contests.find("boj-13034"), 3)]
    ['sample', 'sample', 'sample', 'sample', 'tiny', 'edge', 'random']
    """
    if count < 1:
        raise RulesetError(f"expected at least 1 test, found {count}")
    found = [Test(f"sample-{number}", "sample", one.input, one.output) for number, one in enumerate(problem.samples, 1)]
    texts = {test.input for test in found}
    width = len(str(count))
    chosen: list[tuple[str, str]] = []
    for kind, text in _chosen(problem, count, seed):
        if text not in texts and len(chosen) < count:
            texts.add(text)
            chosen.append((kind, text))
    chosen.sort(key=lambda one: list(("tiny", *_SHARES)).index(one[0]))
    for number, (kind, text) in enumerate(chosen, start=1):
        found.append(Test(f"{number:0{width}}-{kind.replace(' ', '-')}", kind, text, problem.answer(text)))
    return found
