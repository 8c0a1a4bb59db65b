"""Canonical forms of misère play: against brute force by the definition, and CGSuite's figures."""

from __future__ import annotations

import pickle
import random
from functools import cache
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.errors import InputError, NoNimber, RulesetError
from grundy.runtime import limits
from grundy.theory.canonical import MisereForm, forms_born_by, number_born_by
from support.trees import afters, key, random_tree, tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.trees import Tree

# What is typed in CGSuite; what it prints; birthday; genus; outcome; number of parts; mate; and of its answers those
# that are yes: even, tame (here: hereditarily), generally tame, half-tame, prime. From the tests of CGSuite 2.
CGSUITE = [
    ("*[0]", "*[0]", 0, "0^120", "N", 0, "*[1]", "even tame general"),
    ("*[1]", "*[1]", 1, "1^031", "P", 0, "*[0]", "tame general"),
    ("*[2]", "*[2]", 2, "2^20", "N", 0, "*[2]", "even tame general prime"),
    ("*[[2]]", "*[2#]", 3, "0^02", "P", 2, "*[2#]", "even tame general"),
    ("*[[[2]]]", "*[2##]", 4, "1^13", "N", 6, "*[2##]", "even tame general"),
    ("*[2]+*[2]", "*[2[2]]", 4, "0^02", "P", 1, "*[2[2]]", "even tame general"),
    ("*[[*[2]+*[[2]]]]", "*[2[#2#]]", 6, "0^02", "P", 7, "*[2[#2#]]", "even tame general"),
    ("*[[2],0]", "*[2#0]", 4, "1^20", "N", 0, "*[2#1]", "even half prime"),
    ("*[[2],1]", "*[2#1]", 4, "2^1420", "N", 0, "*[2#0]", "even prime"),
    ("*[[*[4]+*[2]]]", "*[4[2#]]", 7, "0^02", "P", 4, "*[4[2#]]", "even tame general"),
    ("*[[[2]],[[2],1]]", "*[(2#1)2##]", 5, "0^02", "P", 0, "*[(2#0)2##]", "even general prime"),
    (
        "*[*[[2],1]+*[1],[[2],*[[2]]+*[1],[[2],0]]]", "*[((2#0)2[#1]2#)(2#1)[1]]", 6, "0^120", "N", 0,
        "*[((2#1)2[#1]2#)(2#0)[1]]", "even prime",
    ),
    ("*[[[2],2,0],[[2],3],1]", "*[(2#20)2[#1]1]", 5, "0^20", "N", 0, "*[(2#21)2[#1]0]", "even half prime"),
]  # fmt: skip


@pytest.mark.parametrize("row", CGSUITE, ids=lambda row: row[1])
def test_figures_of_cgsuite(row: tuple[str, str, int, str, str, int, str, str]) -> None:
    typed, printed, birthday, genus, outcome, parts, mate, yes = row
    form = MisereForm.parse(typed)
    assert str(form) == printed
    assert MisereForm.parse(printed) is form
    assert (form.birthday, str(form.genus), form.outcome.value) == (birthday, genus, outcome)
    assert (len(form.parts), str(form.mate)) == (parts, mate)
    answers = {
        "even": form.is_even, "tame": form.is_hereditarily_tame, "general": form.is_tame, "half": form.is_half_tame,
        "prime": form.is_prime,
    }  # fmt: skip
    assert {name for name, answer in answers.items() if answer} == set(yes.split())


def test_differences_as_cgsuite_writes_them() -> None:
    assert MisereForm.parse("*[2[#-2]]") in MisereForm.parse("*[2#]").parts
    wanted = ("*[2]", "*[2[##-2]]", "*[2#]", "*[2[##-2]0]", "*[2[#-2]]", "*[(2[##-2]0)[2]]")
    assert set(MisereForm.parse("*[2##]").parts) == set(map(MisereForm.parse, wanted))
    assert MisereForm.parse("*[2##]").difference(MisereForm.parse("*[2#]")) is MisereForm.parse("*[2[##-2]0]")


def test_counts_by_day() -> None:
    assert [len(forms_born_by(day)) for day in range(5)] == [1, 2, 3, 5, 22]
    assert [number_born_by(day) for day in range(6)] == [1, 2, 3, 5, 22, 4171780]


@cache
def lost(parts: tuple[Tree, ...]) -> bool:
    """Say whether whoever is to move in a sum of trees loses, by the definition."""
    options = [after for after in afters(parts) if after is not None]
    return bool(options) and not any(map(lost, options))


def form_of(of: Tree) -> MisereForm:
    """Return the form of a tree, option by option."""
    options = []
    for option in of:
        total = MisereForm()
        for part in option:
            total += form_of(part)
        options.append(total)
    return MisereForm(options)


def tree_of(form: MisereForm) -> Tree:
    return tuple((tree_of(option),) for option in form.options)


def test_equal_forms_have_the_same_outcome_in_all_sums() -> None:
    rng = random.Random(3)
    small = [tree_of(form) for form in forms_born_by(4)]
    for _ in range(60):
        one = random_tree(rng, 4)
        form = form_of(one)
        same = tree_of(form)
        assert MisereForm.of(tree(one)) is form
        for other in small:
            assert lost(key((one, other))) is lost(key((same, other))) is (form + form_of(other)).lost


def test_different_forms_are_told_apart_by_a_sum() -> None:
    """Of the forms born by day 4 each two are told apart by a form or the sum of two forms."""
    forms = forms_born_by(4)
    tests = [*forms, *(one + two for one in forms for two in forms)]
    for place, one in enumerate(forms):
        for two in forms[:place]:
            assert any((one + test).lost is not (two + test).lost for test in tests), (one, two)


@pytest.mark.slow
def test_sums_differences_parts_and_mates() -> None:
    forms = forms_born_by(4)
    for one in forms:
        assert (one + one.mate).lost
        assert one.is_even is not (one + MisereForm.nim(1)).is_even
        for two in forms:
            both = one + two
            assert both.difference(one) is two
            assert {one.even_part, two.even_part} <= {*both.parts, both.even_part, MisereForm()}
            for three in forms:
                rest = one.difference(three)
                assert rest is None or three + rest is one
    assert all((a + b) + c is a + (b + c) for a in forms[:8] for b in forms[:8] for c in forms[:8])


def test_genus_is_that_of_positions() -> None:
    for heap in range(9):
        play = grundy.games.kayles(heap).misere
        assert play.canonical.genus == play.genus
        assert play.canonical.outcome is play.outcome


def test_a_form_of_a_declared_ruleset() -> None:
    @grundy.ruleset
    def ladder(steps: int) -> Iterator[int]:
        if steps:
            yield steps - 1

    assert [str(ladder(steps).misere.canonical) for steps in range(4)] == ["*[0]", "*[1]", "*[0]", "*[1]"]


@pytest.mark.parametrize(
    "text",
    [
        "*[[12],0]",
        "*[4,3]",
        "*[12]",
        "*[(43)2]",
        "*[[[12]]]",
        pytest.param("*[[2],0]+*[[12],1]", marks=pytest.mark.slow),
        "0",
    ],
)
def test_texts_read_back(text: str) -> None:
    form = MisereForm.parse(text)
    assert MisereForm.parse(str(form)) is form
    assert pickle.loads(pickle.dumps(form)) is form


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "form:1:1: expected a misère form, such as"),
        ("2", "form:1:1: expected a misère form, such as"),
        ("*[2,]", "form:1:5: expected an option: a number, a list"),
        ("*[(2#1)", "form:1:8: expected an option"),
        ("*[2#0]x", "form:1:7: expected the end of the text, found 'x'"),
        ("*[2#\n[-7]]", "form:2:2: expected a part of the game before it, found '-'"),
        ("*101", "expected a nim heap of at most 100"),
        ("*" + "[" * 300, "form:1:103: expected brackets that are nested at most 100 deep"),
    ],
)
def test_texts_that_are_refused(text: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        MisereForm.parse(text)
    assert words in str(caught.value)


def test_forms_that_are_refused() -> None:
    with pytest.raises(RulesetError, match="born by day 100, found 110"):
        MisereForm.parse("*[50]+*[60]")
    with pytest.raises(RulesetError, match="expected a day from 0 to 4, found 5"):
        forms_born_by(5)
    with pytest.raises(TypeError, match="expected the options of a form"):
        MisereForm([3])  # type: ignore[list-item]
    with pytest.raises(RulesetError, match="misère play"):
        _ = grundy.games.treblecross(6).misere.canonical

    @grundy.ruleset
    def door(steps: int) -> Iterator[Any]:
        yield grundy.win() if steps == 1 else steps - 1

    with pytest.raises(NoNimber, match="ends the whole game at once"):
        _ = door(3).misere.canonical


def test_two_threads_make_one_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second thread makes the form while the first one has seen that it is not there yet."""
    options = [MisereForm.nim(17), MisereForm.nim(11)]
    budget, made = limits.budget, []

    def slow_budget() -> Any:
        monkeypatch.undo()
        thread = Thread(target=lambda: made.append(MisereForm(options)))
        thread.start()
        thread.join()
        return budget()

    monkeypatch.setattr(limits, "budget", slow_budget)
    assert MisereForm(options) is made[0]
