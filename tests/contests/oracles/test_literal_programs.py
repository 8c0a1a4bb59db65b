"""Problems against literal oracles, which know only the statements."""

from __future__ import annotations

import pytest

from grundy import contests
from support.oracles import file_of, oracle
from support.project import TESTS, cases


def missing(name: str) -> str:
    """Return what a problem lacks: a sentence, empty where it has its vectors and its oracle."""
    if not (TESTS / "vectors" / f"{name}.jsonl").exists():
        return f'the problem {name} needs vectors, tests/vectors/{name}.jsonl: an object with "in" and "out" a line'
    if not hasattr(oracle(name), "answer"):
        return (
            f"the problem {name} needs an oracle, tests/literal/{file_of(name)}: "
            f"a program that knows only the statement, with answer(text)"
        )
    return "" if name in contests.names() else f"there is no problem {name}"


@pytest.mark.parametrize("problem", contests.names())
def test_each_problem_has_an_oracle_that_agrees(problem: str) -> None:
    """The oracle answers what of the vectors it can, and so do we; the vectors are right as well."""
    assert not missing(problem), missing(problem)
    tried = 0
    for text, output in cases(problem):
        answer = oracle(problem).answer(text)
        if answer is not None:
            assert answer.split() == output.split()
            assert answer == contests.answer(problem, text)
            tried += 1
    assert tried, "expected vectors that are small enough for the oracle"
