"""Problems by their ids."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from grundy.errors import UnknownNameError
from grundy.games.lookup import is_in_a_file
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from grundy.contests.problem import Problem

_ADDED: dict[str, Problem] = {}


def answer(problem: str, text: str, *, limits: bool = True, source: str = "input") -> str:
    """Return the output for the input `text` of a problem, by its id or an alias.

    With ``limits=False`` the contest's upper limits on sizes are lifted. Raises `InputError` (which
    names `source`, line and column) where `text` is not an input of the problem, and
    `UnknownNameError` where there is no such problem.
    """
    return find(problem).answer(text, limits=limits, source=source)


def find(name: str, *, samples: bool = True) -> Problem:
    """Return the problem with this id or alias, or run a file, ``myproblem.py``, and return its problem.

    With `samples`, those of a file are compared with its rules first. Raises `UnknownNameError` where there is no such
    problem, and `RulesetError` for a file without one and for a sample with another output than the rules give.
    """
    if is_in_a_file(name):
        from grundy.contests.problem_files import load

        problem = load(name)
        if samples:
            problem.check_samples()
        return problem
    return known(name)


def known(name: str) -> Problem:
    """Return the problem with this id or alias, from the package or added with `add`. No file is run."""
    if name in _ADDED:
        return _ADDED[name]
    if name in names():  # does not load the other problems and their games
        return _in_package(name)
    problems = _by_name()
    if name not in problems:
        raise UnknownNameError(Message("what.problem"), name, sorted(problems | _ADDED))
    return problems[name]


def add(problem: Problem) -> None:
    """Add a problem to those of this process, by its id, for the pages of the lab."""
    _ADDED[problem.id] = problem


def added() -> tuple[Problem, ...]:
    """Return the problems that were added."""
    return tuple(_ADDED.values())


def names() -> tuple[str, ...]:
    """Return the ids of all problems, in alphabetical order."""
    package = import_module("grundy.contests.problems")
    return tuple(sorted(module.name.replace("_", "-") for module in iter_modules(package.__path__)))


def all_problems() -> tuple[Problem, ...]:
    """Return all problems, in alphabetical order of their ids."""
    return tuple(map(_in_package, names()))


@cache
def _in_package(name: str) -> Problem:
    """Return the problem of a file of the package. The name of the file is the id of the problem."""
    problem: Problem = import_module(f"grundy.contests.problems.{name.replace('-', '_')}").PROBLEM
    return problem if problem.id else replace(problem, id=name)


@cache
def _by_name() -> dict[str, Problem]:
    return {name: problem for problem in all_problems() for name in (problem.id, *problem.aliases)}
