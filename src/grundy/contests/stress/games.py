"""Problems made of a game whose states are integers, or tuples of integers: a template says how they are written."""

from __future__ import annotations

import string
import sys
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.contests.inputs.numbers import Int, Ints
from grundy.contests.inputs.repeated import Each
from grundy.contests.outputs import Nimber, Output, Words
from grundy.contests.problem import Problem
from grundy.contests.stress import python_host
from grundy.contests.stress.inputs import Inputs
from grundy.core.function_rulesets import FunctionRuleset
from grundy.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grundy.contests.inputs.form import Case
    from grundy.core.ruleset import Ruleset

NIMBER = "nimber"
_MOST_CASES = 50  # in an input of several test cases


@dataclass(frozen=True, slots=True)
class GameForm:
    """The form of inputs and outputs of a game.

    `template` has ``{name}`` for each number of a state; or, with `each`, the template of one test case, it has
    ``{cases}``, the test cases one a line, and may have ``{count}``. `answers` are the words for a win and for a loss
    of the player who moves first, or `NIMBER` alone, where the nimber of each state is asked for.
    """

    template: str
    each: str | None
    answers: Sequence[str]


def game_inputs(name: str, rules: Ruleset, form: GameForm, bounds: tuple[int, int]) -> Inputs:
    """Return what makes the inputs of a game, whose states are integers, or tuples of such, within `bounds`.

    Raises `RulesetError` for wrong bounds, templates or answers, and for loopy rules.
    """
    least, most = bounds
    if rules.loopy:
        raise RulesetError("error.loopy-stress", name=rules.name)
    if not 0 <= least <= most:
        raise RulesetError("error.state-bounds", least=least, most=most)
    is_nimber = list(form.answers) == [NIMBER]
    if not is_nimber and len(set(form.answers)) != len("NP"):
        raise RulesetError("error.answer-words", found=repr(",".join(form.answers)))
    if isinstance(rules, FunctionRuleset) and rules.takes_more:
        raise RulesetError("error.state-open", name=rules.name)
    names = _names(rules)
    numbers = dict.fromkeys(names, least)
    if form.each is None:
        _check_template(form.template, numbers)
    else:
        _check_template(form.template, {"cases": "", "count": 1}, optional="count")
        _check_template(form.each, numbers)
    state = Ints("state", len(names), least, most)
    output: Output = Nimber() if is_nimber else Words(*form.answers)
    problem = Problem(
        id=name,
        title=name,
        source="",
        input=state if form.each is None else Each(Int("count", 1, _MOST_CASES), state),
        position=lambda state: rules(*state),
        output=output,
    )
    return _TemplateInputs(problem, names, form)


def function_inputs(name: str, rules: Ruleset, *, wins: bool, bounds: tuple[int, int]) -> Inputs:
    """Return what makes inputs for a function that returns the nimber of a state, or with `wins` whether it is won."""
    array = f"[{', '.join(f'{{{one}}}' for one in _names(rules))}]"
    return game_inputs(name, rules, GameForm("{cases}", array, ("N", "P") if wins else (NIMBER,)), bounds)


def function_command(named: str) -> list[str]:
    """Return the command that calls a function, ``solution.py:grundy``, for the states on its stdin.

    Raises `RulesetError` where there is no such file.
    """
    path, _, function = named.rpartition(":")
    if not Path(path).is_file() or not function.isidentifier():
        raise RulesetError("error.function-named", found=repr(named))
    return [sys.executable, python_host.__file__, path, function]


class _TemplateInputs(Inputs):
    """Makes states of a game, written by templates."""

    def __init__(self, problem: Problem, names: tuple[str, ...], form: GameForm) -> None:
        super().__init__(problem)
        self._names, self._form = names, form

    def text(self, case: Case) -> str:
        """Return the input text."""
        each = self._form.each
        if each is None:
            return _line(self._form.template.format(**dict(zip(self._names, case[0], strict=True))))
        cases = "".join(_line(each.format(**dict(zip(self._names, state, strict=True)))) for (state,) in case[0])
        return _line(self._form.template.format(count=len(case[0]), cases=cases.removesuffix("\n")))


def _check_template(template: str, values: Mapping[str, Any], optional: str = "") -> None:
    """Raise `RulesetError` unless the fields of a template are the names of these values; one may be missing."""
    names = list(values)
    try:
        found = {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}
        if found <= set(names):
            template.format(**values)
    except ValueError as error:
        raise RulesetError(
            "error.template-braces", name=f"{{{names[0]}}}", found=repr(template), error=str(error)
        ) from None
    if not set(names) - {optional} <= found <= set(names):
        raise RulesetError("error.template", names=[f"{{{name}}}" for name in names], found=repr(template))


def _line(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def usual_template(rules: Ruleset) -> str:
    """Return a template with the numbers of a state in a line, such as ``{a} {b}``."""
    return " ".join(f"{{{name}}}" for name in _names(rules))


def _names(rules: Ruleset) -> tuple[str, ...]:
    """Return the names of the numbers of a state: the parameters of a declared function, else ``n``."""
    if isinstance(rules, FunctionRuleset):
        return tuple(signature(rules.options_function).parameters)
    return ("n",)
