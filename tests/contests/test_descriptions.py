"""Descriptions of inputs: what they read, write, refuse, make and cut; what outputs say, and where they are wrong."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from grundy import contests, games
from grundy.contests import (
    Each,
    Edges,
    End,
    EndOfLine,
    Index,
    Indices,
    Int,
    Ints,
    Items,
    Line,
    Marks,
    Move,
    MoveCount,
    Names,
    Nimber,
    Problem,
    Promise,
    Rows,
    Targets,
    Tree,
    Word,
    Words,
    Zeros,
)  # fmt: skip
from grundy.contests.inputs.form import Form
from grundy.contests.stress.inputs import Inputs
from grundy.errors import InputError, RulesetError

FORMS = {
    "cases with a sum": (
        Each(Int("t", 1, 9), Int("n", 1, 20), Ints("a", "n", 1, 10**9), total={"n": 30}),
        "2\n2\n5 6\n1\n7\n",
    ),
    "cases to the end": (Each(End(), Line(Int("a", 0, 9), Int("b", "a"))), "1 2\n0 0\n"),
    "cases to zeros": (Each(Zeros(2), Line(Int("a", 1, 9), Int("b", 0, 9))), "1 2\n3 0\n0 0\n"),
    "a list to the end of the line": ((Line(Int("k", 1, 9), Ints("a", EndOfLine(), 1, 9)), Int("z", 1)), "3 1 2\n7\n"),
    "queries": (
        (Line(Int("H", 2, 4), Int("W", 2, 4)), Rows("board", "H", "W", ".#"),
         Each(Int("Q", 1, 9), Line(Index("x", "H"), Index("y", "W")))),
        "2 2\n.#\n..\n2\n1 1\n2 2\n",
    ),
    "a tree": ((Int("n", 2, 9), Tree("edges", "n")), "3\n2 3\n1 3\n"),
    "a graph": (
        (Line(Int("n", 1, 9), Int("m", 0, 9)), Edges("edges", "n", "m", first=0, acyclic=True), Ints("w", "n", 0, 5)),
        "3 2\n2 0\n2 1\n1 2 3\n",
    ),
    "moves": (
        (Int("n", 1, 9), Targets("moves", "n", "X", 9, first=0), Indices("p", Int("m", 1, 4), "n", 0)),
        "2\n0\n1 0\n2 1 0\n",
    ),
    "records": (
        (Items("pairs", Int("m", 1, 5), Line(Int("l", 1, 8), Int("r", "l + 1", 9))),
         Promise("they differ", "len(set(pairs)) == len(pairs)")),
        "2\n1 2\n3 9\n",
    ),
    "words": ((Word("s", "abcdef", 1, 9), Word("t", "xy", "len(s)")), "ad\nxy\n"),
    "in order": (Ints("a", Int("k", 1, 5), 1, 9, distinct=True, ascending=True), "3 1 4 9\n"),
}  # fmt: skip


def form_of(name: str) -> Form:
    parts, _ = FORMS[name]
    return Form(*(parts if isinstance(parts, tuple) else (parts,)))


@pytest.mark.parametrize("name", FORMS)
def test_what_is_made_reads_back(name: str) -> None:
    """Tiny, random and edge cases, and what cuts leave of them: all within the limits, all written as they are read."""
    form = form_of(name)
    assert form.text(form.read(FORMS[name][1])) == FORMS[name][1]
    inputs = Inputs(Problem(title=name, source="", input=form.parts, position=lambda: games.nim(1), output=Nimber()))
    tiny = list(islice(inputs.tiny(), 60))
    made = [*tiny, *islice(inputs.random(random.Random(1)), 8), *islice(inputs.edges(), 4)]
    largest = max(made, key=form.size)
    cuts = [cut for case in (*made[-12::3], largest) for cut in islice(inputs.cuts(case), 12)]
    for case in [*made, *cuts]:
        assert form.read(form.text(case)) == case
    assert len(set(tiny)) == len(tiny) > 5
    assert any(form.size(cut) < form.size(largest) for cut in inputs.cuts(largest))


def test_sweeps_have_all_values_in_order() -> None:
    """All small numbers, the last ones, those around powers, many small ones; and the same of pairs in a box."""

    def swept(*parts: Any) -> list[Any]:
        problem = Problem(title="", source="", input=parts, position=lambda: games.nim(1), output=Nimber())
        return [case[-1] for case in Inputs(problem).sweeps()]

    numbers = swept(Each(Int("t", 1, 10**5), Int("n", 1, 10**6)))
    first, last, near, many = [[n for (n,) in cases] for cases in numbers]
    assert first == [*range(1, 2001)]
    assert last == [*range(10**6, 10**6 - 2000, -1)]
    assert {2**k + one for k in range(1, 19) for one in (-1, 0, 1)} <= {*first, *near}
    assert {10**k + one for k in range(1, 6) for one in (-1, 0, 1)} <= {*first, *near}
    assert many == [*range(1, 20_001)]
    pairs = swept(Each(End(), Line(Int("a", 1, 10**9), Int("b", 1, 10**9))))
    corners = (1, 2, 10**9 - 1, 10**9)
    assert {(a, b) for a in corners for b in corners} <= {*pairs[0], *pairs[1]}
    assert {(1024, 1024), (1024, 1), (1, 1023)} <= {*pairs[0], *pairs[2]}
    inputs = Inputs(contests.find("cses-2207"))
    assert [*inputs.alone((((7,), (8,), (9,)),), 2)] == [(((8,),),)]
    assert {10**6, 2**19, 10**5} <= {*swept(Int("n", 1, 10**6))}


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("cases with a sum", "2\n20\n" + "1 " * 20 + "\n11\n" + "1 " * 11, "5:21: expected a sum of all n of at most"),
        ("cases with a sum", "", "1:1: expected t, an integer from 1 to 9, found the end of the text"),
        ("cases to the end", "1 2\n3", "2:2: expected b, an integer of at least 3, found the end of the text"),
        ("cases to the end", "1 0", "1:3: expected b, an integer of at least 1, found '0'"),
        ("cases to zeros", "1 2\n", "2:1: expected a, an integer from 1 to 9, found the end of the text"),
        ("cases to zeros", "1 2\n0 1\n", "2:3: expected the last line, 0 0, an integer from 0 to 0, found '1'"),
        ("cases to zeros", "1 2\n0 0\n1", "3:1: expected the end of the text, found '1'"),
        ("a list to the end of the line", "3 1 10\n7\n", "1:5: expected a, an integer from 1 to 9, found '10'"),
        ("queries", "2 2\n.#\n..\n1\n3 1\n", "5:1: expected x, an integer from 1 to 2, found '3'"),
        ("a graph", "2 2\n0 1\n1 0\n1 1\n", "3:3: expected moves without a cycle, found the cycle 0 1 0"),
        ("a graph", "2 2\n0 1\n0 1\n1 1\n", "3:3: expected an edge between two different vertices that has not come"),
        ("records", "2\n1 2\n1 2\n", "3:3: expected an input in which they differ, found another one"),
        ("words", "abcdefabcd\n", "1:10: expected s, a word of 1 to 9 letters, found 10 cells"),
        ("words", "ab\nx\n", "2:2: expected a row of 2 cells, found 1 cell"),
        ("in order", "2 3 3\n", "1:5: expected a number that has not come yet, found '3'"),
        ("in order", "2 3 2\n", "1:5: expected a in ascending order, at least 3, found '2'"),
    ],
)  # fmt: skip
def test_errors_name_the_place(name: str, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        form_of(name).read(text, source="bad.in")
    assert str(caught.value).startswith(f"bad.in:{message}")


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (lambda: (Int("n", 1, "m"),), "n: expected one of the names that stand earlier (), found m"),
        (lambda: (Int("n", 1, 2), Int("n", 1, 2)), "each name of an input once, found n twice"),
        (lambda: (Int("n", 1, "n +"),), "expected a Python expression"),
        (lambda: (Each(End(), Int("n", 1)), Int("k", 1)), "expected at most one Each"),
        (lambda: (Items("a", 2, Each(End(), Int("n", 1))),), "none in Items"),
        (lambda: ("n",), "expected a part of an input"),
        (lambda: (Word("s", "aa", 1),), "different letters"),
    ],
)
def test_descriptions_that_are_none(parts: Any, words: str) -> None:
    with pytest.raises(RulesetError) as caught:
        Form(*parts())
    assert words in str(caught.value)


def nim(output: contests.Output, **given: Any) -> Problem:
    return Problem(
        title="Nim", source="", input=Each(Int("t", 1, 9), Ints("a", Int("n", 1, 9), 0, 99)),
        position=lambda a: games.nim(*a), output=output, **given,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        (Words("yes", "no"), "yes\nno\nyes\n"),
        (Words("yes", "no", case="Case #{}: "), "Case #1: yes\nCase #2: no\nCase #3: yes\n"),
        (Words("yes", "no", misere=True), "no\nno\nyes\n"),
        (Marks("W", "L"), "WLW\n"),
        (Nimber(), "1\n0\n7\n"),
        (MoveCount(), "1\n0\n1\n"),
        (Move("{}", "-", name=lambda choice: choice.move), "1 -> 0\n-\n2:5 -> 2\n"),
        (Move("{}", "-", name=lambda choice: choice.option.move[0], which="all"), "1\n-\n5\n"),
        (Names("lost:", "none", name=lambda a: "+".join(map(str, a))), "lost:\n2+2\n"),
    ],
)
def test_outputs(output: contests.Output, expected: str) -> None:
    text = "3\n1 1\n2 2 2\n2 2 5\n"
    problem = nim(output)
    assert problem.answer(text) == expected
    case = problem.form.read(text)
    assert problem.wrong(case, expected) is None
    assert problem.wrong(case, "?\n") is not None
    if not isinstance(output, Marks | Names):
        changed = "\n".join([*expected.splitlines()[:2], expected.splitlines()[2] + "x"])
        assert str(problem.mistaken(case, changed)) == "nim 2 5"


def test_a_text_about_a_question_without_positions() -> None:
    problem = Problem(
        title="A text",
        source="a test",
        input=Int("n", 1, 9),
        position=lambda n: [games.nim(n)] * (n - 1),
        output=contests.Text(lambda n: f"{n} heaps"),
    )
    assert str(problem.mistaken(problem.form.read("1\n"), "2 heaps\n")) == "0"  # the sum of no positions
    assert str(problem.mistaken(problem.form.read("3\n"), "2 heaps\n")) == "nim 3"


def test_a_move_is_checked_by_playing_it() -> None:
    """Any winning move is right; one that loses, and one that is none, are told apart."""
    problem = nim(
        Move(
            "take {}",
            "lost",
            name=lambda choice: (
                f"{choice.index + 1} {choice.option.components[0].state if choice.option.components else 0}"
            ),
        )
    )
    case = problem.form.read("2\n3 1 1 1\n1 0\n")
    assert problem.answer_case(case) == "take 1 0\nlost\n"
    assert problem.wrong(case, "take 3 0\nlost\n") is None
    for own, why in (
        ("take 4 0\nlost", "which is no move"),
        ("lost\nlost", "it ends before that"),
        ("take 1 0\ntake", "there is no winning move"),
        ("take 1 0\nlost\nlost", "more words"),
    ):
        found = problem.wrong(case, own)
        assert found is not None, own
        assert why in found.reason
    case = problem.form.read("1\n2 3 1\n")
    found = problem.wrong(case, "take 2 0\n")
    assert found is not None
    assert found.reason == "it has take 2 0, and this move loses; take 1 1 is right"
