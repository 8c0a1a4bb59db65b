"""The statements of all problems: complete, about the names of the input, and the answers of their own examples."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from grundy import contests
from grundy.contests import Let
from grundy.contests.inputs.repeated import Repeated
from grundy.contests.statements import statement
from grundy.runtime.messages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.contests.inputs.parts import Group

OWN_EXAMPLES = {  # of the problems without a published sample
    "boj-16877": ("1\n4\n", "cubelover\n"),
    "boj-16888": ("1\n2\n", "cubelover\n"),
    "boj-16894": ("6\n", "cubelover\n"),
    "boj-16895": ("2\n1 2\n", "1\n"),
    "poj-3537": ("3\n", "1\n"),
}


def written(group: Group) -> Iterator[str]:
    """Yield the names of what stands in an input."""
    for part in group.parts:
        if not isinstance(part, Let):
            yield from part.names()
        if isinstance(part, Repeated):
            yield from written(part.group)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_problem_has_a_statement(language: str) -> None:
    for problem in contests.all_problems():
        told = statement(problem.id, language)
        assert told, problem.id
        assert 2 <= len(told.rules) <= 5, problem.id
        texts = [*told.rules, *told.input, told.output, told.sample]
        assert all(5 <= len(text) <= 300 and text == text.strip() and text[-1] in ".。" for text in texts), problem.id
        lines = "\n".join(told.input)
        names = {*written(problem.form.group)}
        assert not {name for name in names if not re.search(rf"(?<!\w){name}(?!\w)", lines, re.ASCII)}, problem.id
        assert not {word for word in problem.output.words or () if word not in told.output}, problem.id


def test_examples_of_our_own() -> None:
    for problem in contests.all_problems():
        told = statement(problem.id)
        assert told
        assert told.sample.startswith("An example of our own") is (not problem.samples), problem.id
        assert (problem.id in OWN_EXAMPLES) is (not problem.samples)
    for name, (text, output) in OWN_EXAMPLES.items():
        assert contests.answer(name, text) == output


@pytest.mark.parametrize("language", ["ko", "ja"])
def test_limits_have_words_of_the_language(language: str) -> None:
    for problem in contests.all_problems():
        told = problem.form.limits_in(language)
        assert not re.search(r"\b(each|of|the|are|is|has|sum|no|by)\b", told), told
