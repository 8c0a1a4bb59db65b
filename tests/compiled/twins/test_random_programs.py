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
    19, 25, 34, 105, 131, 152, 163, 165, 217, 253, 255, 262, 270, 306, 314, 326, 328, 339, 370, 385, 400,
    417, 424, 459, 490, 521, 538, 562, 602, 612, 668, 676, 704, 709, 717, 724, 731, 737, 749, 768, 769, 793,
    811, 852, 861, 863, 865, 881, 901, 911, 947, 966, 972, 1000, 1001, 1011, 1019, 1029, 1033, 1041, 1056,
    1062, 1068, 1088, 1094, 1104, 1119, 1129, 1130, 1136, 1156, 1172, 1180, 1214, 1235, 1266, 1331, 1343,
    1369, 1374, 1428, 1445, 1463, 1466, 1467, 1478, 1504, 1544, 1563, 1577, 1649, 1687, 1694, 1776, 1777,
    1778, 1780, 1802, 1815, 1828, 1832, 1835, 1862, 1886, 1900, 1938, 1949, 1950,
)  # fmt: skip
REFUSED = (
    1, 24, 46, 158, 174, 311, 327, 329, 475, 517, 523, 527, 556, 625, 688, 806, 837, 1157, 1450,
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
