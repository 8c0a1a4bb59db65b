"""Mutated inputs: only an answer or a clean error, for every problem and every game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import contests, games
from grundy.errors import InputError, OverBudgetError
from grundy.games.text import decode
from grundy.runtime import limits
from support.project import cases

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [pytest.mark.slow, pytest.mark.hypothesis]  # the second one for bench/random_tests.py

PROBLEMS = [problem.id for problem in contests.all_problems()]
CLEAN = re.compile(r"fuzz:[1-9][0-9]*:[1-9][0-9]*: expected .+, found .+")
ROUNDS = 20 if settings().derandomize else 400

junk = st.sampled_from(
    [
        *(
            "",
            " ",
            "\n",
            "\r\n",
            "\t",
            "0",
            "-1",
            "1",
            "2",
            "99999999999999999999",
            "1e3",
            "X",
            ".",
            "#",
            "@",
            "L",
            "R",
        ),
        *("Q", "+", "-", "1-2", "->", ":", "K=2", "K=", "\x00", "é", "\u2003", "ⅷ", "kayles", "0.7", "nim"),
    ]
)


def mutations(seeds: list[str]) -> st.SearchStrategy[str]:
    """Texts with some characters deleted, doubled, swapped for junk or cut off."""

    @st.composite
    def mutated(draw: st.DrawFn) -> str:
        text = draw(st.sampled_from(seeds))
        for _ in range(draw(st.integers(1, 4))):
            start = draw(st.integers(0, len(text)))
            stop = min(len(text), start + draw(st.integers(0, 3)))
            action = draw(st.sampled_from(["replace", "replace", "double", "cut", "turn"]))
            if action == "replace":
                text = text[:start] + draw(junk) + text[stop:]
            elif action == "double":
                text = text[:stop] + text[start:]
            elif action == "cut":
                text = text[:start]
            else:
                text = text[start:] + text[:start]
        return text

    return mutated()


def answer_or_clean_error(call: Callable[[], object]) -> object:
    try:
        return call()
    except InputError as error:
        message = str(error)
        assert "\n" not in message
        assert CLEAN.fullmatch(message), message
        return None


@pytest.mark.parametrize("problem", PROBLEMS)
def test_problems(problem: str) -> None:
    outputs = contests.find(problem).output.words
    seeds = [text for text, _ in cases(problem)[:40]]

    @settings(max_examples=ROUNDS)
    @given(mutations(seeds), st.booleans())
    def check(text: str, lifted: bool) -> None:  # noqa: FBT001 - drawn
        # Lifted limits let mutants ask for much: what is refused with a figure is a clean error too.
        with limits.limited(table_bytes=10**7, kernel_options=10**7):
            try:
                answer = answer_or_clean_error(lambda: contests.answer(problem, text, limits=lifted, source="fuzz"))
            except OverBudgetError:
                assert not lifted
                return
        if answer is not None:
            assert isinstance(answer, str)
            assert not answer or answer.endswith("\n")
            assert outputs is None or set(answer.split()) <= set(outputs)

    check()


@pytest.mark.parametrize("name", games.names())
def test_games(name: str) -> None:
    game = games.find(name)

    @settings(max_examples=ROUNDS // 2)  # most games share their notations
    @given(mutations([game.sample, *(fact.position for fact in game.facts)]))
    def check(text: str) -> None:
        position = answer_or_clean_error(lambda: game.parse(text, "fuzz"))
        if position is not None:
            assert game.parse(str(position)) == position

    check()


@given(st.binary(max_size=60))
def test_bytes(data: bytes) -> None:
    answer_or_clean_error(lambda: contests.answer("boj-11717", decode(data, "fuzz"), source="fuzz"))
