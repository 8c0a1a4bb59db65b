"""Problems in files of their users' own: ``myproblem.py``, or ``problems.py:NIM`` where a file has several."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

from grundy.contests.problem import Problem
from grundy.errors import DamageError, RulesetError
from grundy.games import declared
from grundy.games.lookup import is_in_a_file, path_in
from grundy.runtime.files import read_regular

_MOST_BYTES = 2**24  # bytes of a file that is parsed


def load(name: str) -> Problem:
    """Run a file and return its problem. A problem without an id gets the name of the file as its id.

    Raises `RulesetError` where the file does not exist, where it has no problem of that name, and where it has several
    problems and no name is given. Exceptions of the file itself are passed on.
    """
    path, _, wanted = (name, "", "") if name.endswith(".py") else name.rpartition(":")
    found = {key: value for key, value in declared.values_in(path).items() if isinstance(value, Problem)}
    if wanted:
        found = {key: value for key, value in found.items() if key == wanted}
    if not found:
        raise RulesetError("error.file-no-problem", path=path, name=wanted or "PROBLEM")
    if len(found) > 1:
        raise RulesetError("error.file-problems", path=path, names=[f"{path}:{key}" for key in found])
    ((key, problem),) = found.items()
    stem = Path(path).stem.replace("_", "-")
    return problem if problem.id else replace(problem, id=stem if key == "PROBLEM" else f"{stem}-{key.lower()}")


def holds_a_problem(name: str) -> bool:
    """Return whether a name is that of a file that seems to define a problem. The file is not run."""
    if not is_in_a_file(name):
        return False
    try:
        tree = ast.parse(read_regular(Path(path_in(name)).resolve(), _MOST_BYTES))
    except (OSError, DamageError, SyntaxError, ValueError, RecursionError, RuntimeError):
        return False
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return any(getattr(called, "id", getattr(called, "attr", "")) == "Problem" for called in calls)
