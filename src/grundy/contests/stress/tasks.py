"""Tasks for programs under test: the inputs, the right outputs, and how outputs are judged."""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass
from functools import partial
from inspect import signature
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.contests.stress import python_host
from grundy.contests.stress.inputs import inputs_of
from grundy.contests.stress.states import StateInputs
from grundy.contests.stress.verdicts import RunVerdict, judge
from grundy.core.function_rulesets import FunctionRuleset
from grundy.core.values import Outcome
from grundy.errors import DamageError, RulesetError
from grundy.runtime.files import read_regular

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grundy.contests.outputs import Wrong
    from grundy.contests.problem import Problem
    from grundy.contests.stress.inputs import Inputs
    from grundy.core.position import Position
    from grundy.core.ruleset import Ruleset
    from grundy.processes.programs import ProgramLimits, ProgramRun

NIMBER = "nimber"
_MOST_BYTES = 2**24  # of a file with a function


@dataclass(frozen=True, slots=True)
class StressTask:
    """The task of a program under test.

    `inputs` makes cases, and `answer` returns the right output of a case. `position` returns the position about which
    another output is wrong: the first position of the case where the output does not show it, None where there is no
    position to show. `words` are the words that an output may contain, None for any. `wrong` returns where an output
    that differs from the right one is wrong, None where it is right as well; without `wrong`, each such output is
    wrong. `misere`: the last move loses.
    """

    name: str
    inputs: Inputs[Any]
    answer: Callable[[Any], str]
    position: Callable[[Any, str], Position | None]
    words: Sequence[str] | None
    wrong: Callable[[Any, str], Wrong | None] | None = None
    misere: bool = False

    def judge(self, case: Any, run: ProgramRun, expected: str, bounds: ProgramLimits) -> RunVerdict:
        """Return the verdict on a run of the program on a case."""
        wrong = None if self.wrong is None else partial(self.wrong, case)
        return judge(run, expected, self.words, bounds, wrong)


def problem_task(problem: Problem) -> StressTask:
    """Return the task of a contest problem."""
    return StressTask(
        name=problem.id,
        inputs=inputs_of(problem),
        answer=problem.answer_case,
        position=problem.mistaken,
        words=problem.output.words,
        wrong=problem.wrong if problem.output.is_one_of_many else None,
        misere=problem.output.misere,
    )


@dataclass(frozen=True, slots=True)
class GameForm:
    """The form of inputs and outputs of a game.

    `template` and `each` say how inputs are written (see `StateInputs`). `answers` are the words for a win and for a
    loss of the player who moves first, or `NIMBER` alone, where the nimber of each state is asked for.
    """

    template: str
    each: str | None
    answers: Sequence[str]


def game_task(name: str, rules: Ruleset, form: GameForm, bounds: tuple[int, int]) -> StressTask:
    """Return the task of a game whose states are integers, or tuples of such, from `bounds[0]` to `bounds[1]`.

    Raises `RulesetError` for wrong bounds, templates or answers.
    """
    least, most = bounds
    answers = form.answers
    if not 0 <= least <= most:
        raise RulesetError("error.state-bounds", least=least, most=most)
    if list(answers) != [NIMBER] and len(set(answers)) != len("NP"):
        raise RulesetError("error.answer-words", found=repr(",".join(answers)))
    inputs = StateInputs(rules, _names(rules), form.template, form.each, least, most)

    def answer(case: Any) -> str:
        if list(answers) == [NIMBER]:
            return "".join(f"{inputs.value(state)}\n" for state in case)
        return "".join(f"{answers[inputs.outcome(state) is Outcome.P]}\n" for state in case)

    def position(case: Any, own: str) -> Position:
        return rules(*case[min(_first_wrong(own, answer(case)), len(case) - 1)])

    return StressTask(name, inputs, answer, position, None if list(answers) == [NIMBER] else answers)


def function_task(name: str, rules: Ruleset, *, wins: bool, bounds: tuple[int, int]) -> StressTask:
    """Return the task of a Python function that returns the nimber of a state, or with `wins` whether it is won."""
    array = f"[{', '.join(f'{{{one}}}' for one in _names(rules))}]"
    answers = ("N", "P") if wins else (NIMBER,)
    return game_task(name, rules, GameForm("{cases}", array, answers), bounds)


def function_command(named: str) -> list[str]:
    """Return the command that calls a function, ``solution.py:grundy``, for the states on its stdin.

    Raises `RulesetError` where there is no such file, or no such name in it.
    """
    path, _, function = named.rpartition(":")
    if not path or not function.isidentifier() or not _binds(Path(path), function):
        raise RulesetError("error.function-named", found=repr(named))
    return [sys.executable, python_host.__file__, path, function]


def _binds(path: Path, name: str) -> bool:
    """Return whether a Python file seems to bind a name. The file is not run."""
    try:
        nodes = list(ast.walk(ast.parse(read_regular(path.resolve(), _MOST_BYTES))))
    except (OSError, DamageError, SyntaxError, ValueError, RuntimeError):  # the last: links in a circle, deep code
        return False
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    imported = {one.asname or one.name for node in nodes if isinstance(node, ast.ImportFrom) for one in node.names}
    assigned = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return bool({name, "*"} & (defined | imported | assigned))


def _names(rules: Ruleset) -> tuple[str, ...]:
    """Return the names of the numbers of a state: the parameters of a declared function, else ``n``."""
    if isinstance(rules, FunctionRuleset):
        return tuple(signature(rules.options_function).parameters)
    return ("n",)


def _first_wrong(own: str, right: str) -> int:
    """Return the number of the first word of an output that differs from the right one; 0 where none does."""
    words = zip_longest(own.split(), right.split())
    return next((number for number, (one, other) in enumerate(words) if one != other), 0)
