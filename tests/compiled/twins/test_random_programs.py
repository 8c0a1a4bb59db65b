"""Random programs, a fixed set of them, as compiled rulesets: translations against the functions, option by option.

``python bench/random_programs.py`` runs as many more as are wanted.
"""

from __future__ import annotations

import warnings
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from support.random_programs.checking import Verdict, check
from support.random_programs.grammar import CONSTRUCTS, RISKY
from support.random_programs.programs import Program, program

if TYPE_CHECKING:
    from pathlib import Path

# The numbers of programs that have each construct: ``python bench/random_programs.py --choose 2000``.
COMPILED = (
    15, 19, 25, 41, 63, 70, 120, 131, 152, 217, 253, 262, 270, 289, 329, 348, 382, 385, 400, 424, 455, 466,
    478, 526, 562, 572, 602, 604, 620, 629, 637, 642, 668, 694, 704, 724, 731, 749, 764, 811, 829, 861, 881,
    946, 981, 1001, 1011, 1019, 1029, 1056, 1062, 1078, 1129, 1130, 1151, 1156, 1172, 1180, 1218, 1235, 1247,
    1262, 1280, 1331, 1343, 1369, 1411, 1449, 1463, 1486, 1504, 1569, 1593, 1598, 1610, 1649, 1683, 1685,
    1694, 1707, 1727, 1777, 1778, 1780, 1785, 1802, 1812, 1828, 1831, 1862, 1873, 1875, 1896, 1900, 1936,
    1938, 1954, 1955, 1960,
)  # fmt: skip
REFUSED = (
    1, 24, 46, 174, 311, 327, 475, 517, 527, 556, 625, 806, 837, 1157, 1450,
)  # fmt: skip


@lru_cache
def made(seed: int) -> Program:
    return program(seed)


def verdict_of(seed: int, folder: Path) -> Verdict:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # a random program may compare with ``is``
        return check(made(seed), folder)


@pytest.mark.needs_jit
@pytest.mark.parametrize("first", range(0, len(COMPILED), 22))
def test_random_programs_do_what_their_functions_do(first: int, tmp_path: Path) -> None:
    for seed in COMPILED[first : first + 22]:
        verdict = verdict_of(seed, tmp_path)
        assert (verdict.kind, verdict.answered > 3) == ("agrees", True), (seed, verdict)


def test_what_is_refused_does_no_harm(tmp_path: Path) -> None:
    for seed in REFUSED:
        verdict = verdict_of(seed, tmp_path)
        assert verdict.kind in {"agrees", "refused"}, (seed, verdict)


def test_they_have_each_construct() -> None:
    assert len(CONSTRUCTS) > 200
    assert CONSTRUCTS - RISKY - {one for seed in COMPILED for one in made(seed).constructs} == set()
