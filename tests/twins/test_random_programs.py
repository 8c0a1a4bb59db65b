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
    9, 10, 11, 15, 16, 17, 30, 31, 38, 39, 44, 52, 54, 61, 64, 72, 95, 97, 110, 111, 116, 148, 149, 171,
    180, 184, 192, 203, 204, 206, 209, 224, 233, 234, 241, 246, 262, 266, 272, 274, 316, 325, 330, 340, 354,
    359, 364, 391, 399, 403, 409, 413, 424, 426, 435, 437, 440, 444, 445, 447, 449, 454, 459, 460, 463, 464,
    470, 479, 483, 487, 491, 501, 515, 516, 518, 528, 533, 537, 541, 544, 564, 582, 583, 590, 591, 592,
)  # fmt: skip
REFUSED = (
    0, 20, 22, 26, 93, 126, 151, 152, 217, 243, 244, 248, 331, 350, 385, 407, 429, 456, 466, 475, 495, 510,
    519, 520, 540, 550,
)  # fmt: skip
FOUND_BY = {
    "a search in a range": 2,
    "decorators are looked through": 75,
    "else of a loop over nothing": 1548,
    "a row is looked up for each element": 246,
    "constants by their addresses": 13,
    "the text that a file has now": 320,
}


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
