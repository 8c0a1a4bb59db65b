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
    38, 39, 118, 129, 130, 134, 145, 166, 202, 211, 262, 274, 285, 297, 319, 324, 401, 428, 435, 438, 445,
    448, 449, 465, 489, 509, 540, 547, 589, 621, 637, 640, 668, 674, 678, 695, 749, 751, 754, 757, 787, 796,
    808, 821, 827, 890, 912, 926, 935, 978, 981, 987, 1012, 1064, 1073, 1084, 1114, 1131, 1145, 1172,
    1177, 1216, 1227, 1228, 1235, 1240, 1256, 1259, 1278, 1311, 1327, 1328, 1343, 1364, 1388, 1398, 1439,
    1463, 1474, 1477, 1485, 1488, 1494, 1505, 1515, 1544, 1569, 1583, 1587, 1592, 1626, 1637, 1655, 1705,
    1707, 1708, 1728, 1732, 1748, 1787, 1803, 1818, 1828, 1842, 1852, 1881, 1896, 1951, 1960, 1994, 1998,
)  # fmt: skip
REFUSED = (
    1, 2, 3, 15, 22, 35, 56, 77, 103, 104, 111, 119, 124, 135, 141, 153, 171, 172, 179, 185, 196, 197, 216,
    217, 220, 231, 236, 237, 238, 243, 244, 302, 309, 310, 312, 346, 348, 352, 369, 424, 526, 530, 653,
    767, 783, 824,
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
