"""Random programs, a fixed set of them, as compiled rulesets: translations against the functions, option by option.

``python bench/random_programs.py`` runs as many more as are wanted.
"""

from __future__ import annotations

import warnings
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from support.random_programs.checking import Verdict, check
from support.random_programs.core import RISKY
from support.random_programs.faults import FAULTS, put_back
from support.random_programs.programs import Program, Programs, program

if TYPE_CHECKING:
    from pathlib import Path

# The numbers of programs that have each construct: ``python bench/random_programs.py --choose 600``.
COMPILED = (
    5, 6, 7, 9, 11, 16, 17, 23, 26, 27, 28, 30, 33, 38, 44, 50, 51, 60, 68, 98, 113, 124, 125, 133, 135, 138, 141,
    147, 150, 155, 164, 174, 192, 201, 211, 212, 221, 224, 232, 235, 236, 240, 241, 243, 247, 259, 261, 272,
    281, 296, 300, 310, 315, 345, 346, 348, 357, 364, 379, 381, 396, 402, 405, 406, 418, 419, 429, 437, 443,
    444, 445, 458, 460, 469, 486, 493, 504, 505, 508, 511, 525, 537, 543, 549, 550, 559, 560, 562, 568, 572,
    579, 588, 591, 592, 595, 599,
)  # fmt: skip
REFUSED = (2, 54, 70, 93, 95, 103, 177, 193, 217, 237, 244, 246, 455, 457, 479, 506, 564)
FOUND_BY = {
    "a search in a range": 486,
    "decorators are looked through": 1,
    "else of a loop over nothing": 243,
    "a row is looked up for each element": 713,
    "constants by their addresses": 223,
    "the text that a file has now": 212,
}


@lru_cache
def made(seed: int) -> Program:
    return program(seed)


def verdict_of(seed: int, folder: Path) -> Verdict:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # a random program may compare with ``is``
        return check(made(seed), folder)


@pytest.mark.parametrize("first", range(0, len(COMPILED), 23))
def test_random_programs_do_what_their_functions_do(first: int, tmp_path: Path) -> None:
    for seed in COMPILED[first : first + 23]:
        verdict = verdict_of(seed, tmp_path)
        assert (verdict.kind, verdict.answered > 3) == ("agrees", True), (seed, verdict)


def test_what_is_refused_does_no_harm(tmp_path: Path) -> None:
    for seed in REFUSED:
        verdict = verdict_of(seed, tmp_path)
        assert verdict.kind in {"agrees", "refused"}, (seed, verdict)


def test_they_have_each_construct() -> None:
    maker = Programs(0)
    maker.program()
    tables = [table for name, table in vars(maker).items() if name.isupper() and name != "_HELPERS"]
    names = {name for table in tables for name, _, _ in table if name}
    assert len(names) > 150
    assert names - RISKY - {one for seed in COMPILED for one in made(seed).constructs} == set()


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_that_is_put_back_is_found(name: str, tmp_path: Path) -> None:
    assert verdict_of(FOUND_BY[name], tmp_path).kind in {"agrees", "refused"}
    with put_back(name):
        assert verdict_of(FOUND_BY[name], tmp_path).kind in {"differs", "breaks"}
