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
    9, 12, 25, 94, 114, 141, 166, 168, 171, 190, 217, 231, 269, 300, 304, 308, 312, 314, 325, 352, 380, 400,
    409, 432, 478, 496, 520, 534, 537, 538, 585, 623, 633, 694, 752, 756, 763, 775, 812, 821, 829, 835, 855,
    868, 871, 912, 920, 974, 977, 999, 1034, 1036, 1054, 1068, 1076, 1083, 1084, 1133, 1135, 1157, 1172, 1252,
    1255, 1256, 1264, 1282, 1310, 1338, 1354, 1357, 1408, 1465, 1466, 1489, 1496, 1504, 1519, 1524, 1534, 1541,
    1543, 1549, 1551, 1575, 1606, 1607, 1610, 1655, 1678, 1690, 1701, 1765, 1811, 1831, 1851, 1853, 1855, 1868,
    1876, 1881, 1928, 1935, 1952,
)  # fmt: skip
REFUSED = (
    0, 2, 6, 15, 20, 22, 23, 26, 33, 38, 51, 62, 78, 93, 95, 103, 105, 110, 111, 115, 125, 147, 155, 174, 177,
    214, 216, 228, 243, 251, 266, 277, 297, 334, 341, 346, 390, 402, 431, 464, 468, 525, 526, 544, 548, 581,
    595, 607, 653, 659, 680, 720, 722, 728, 732, 753, 827, 884, 899, 932, 1044, 1167, 1240, 1436, 1638, 1893,
    1961,
)  # fmt: skip


@lru_cache
def made(seed: int) -> Program:
    return program(seed)


def verdict_of(seed: int, folder: Path) -> Verdict:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # a random program may compare with ``is``
        return check(made(seed), folder)


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
