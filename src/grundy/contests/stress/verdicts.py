"""Verdicts on a program's run: its output is compared with the right one."""

from __future__ import annotations

import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from grundy.runtime.messages import printable

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from grundy.contests.inputs.form import Case
    from grundy.contests.problem import Problem
    from grundy.contests.stress.programs import ProgramLimits, ProgramRun

Kind = Literal["right", "wrong answer", "bad format", "crash", "time limit", "memory limit", "output limit"]

_SHOWN = 400  # characters of what a program wrote, of each stream


@dataclass(frozen=True, slots=True)
class RunVerdict:
    """The verdict on a run: its kind, and a sentence with the reason where the run is not right."""

    kind: Kind
    reason: str = ""


def judge(problem: Problem, case: Case, run: ProgramRun, expected: str, limits: ProgramLimits) -> RunVerdict:
    """Return the verdict on a run with an input of a problem, whose right output is `expected`, token by token.

    Limits come first, then a crash, then the number and the form of the tokens, then their values. Where several
    outputs are right, the problem says where one is wrong.
    """
    if (ended := _ended(run, limits)) is not None:
        return ended
    if not problem.output.is_one_of_many:
        return _written(run.stdout, expected.split(), problem.output.words) or RunVerdict("right")
    own = run.stdout.decode("utf-8", "backslashreplace")
    found = None if own.split() == expected.split() else problem.wrong(case, own)
    if found is None:
        return RunVerdict("right")
    return RunVerdict("bad format" if found.form else "wrong answer", shown(found.reason))


def _ended(run: ProgramRun, limits: ProgramLimits) -> RunVerdict | None:
    """Return the verdict on a run that exceeded a limit or ended with an error."""
    if run.end == "time":
        return RunVerdict("time limit", f"it took more than {limits.seconds:g} s")
    if run.end == "memory":
        return RunVerdict("memory limit", f"it took more than {limits.memory >> 20} MiB")
    if run.end == "output":
        return RunVerdict("output limit", f"it wrote more than {limits.output:,} bytes")
    if run.end == "signal" or run.code:
        how = f"signal {_signal(run.code)}" if run.end == "signal" else f"exit code {run.code}"
        return RunVerdict("crash", f"it ended with {how}")
    return None


def _written(stdout: bytes, right: Sequence[str], words: Collection[str] | None) -> RunVerdict | None:
    """Return the verdict on an output that is not the right one."""
    tokens = stdout.decode("utf-8", "backslashreplace").split()
    strange = None if words is None else next((token for token in tokens if token not in words), None)
    if words is not None and strange is not None:
        return RunVerdict("bad format", f"it wrote {shown(strange, 40)!r}, which is none of {', '.join(words)}")
    if len(tokens) != len(right):
        return RunVerdict("bad format", f"it wrote {len(tokens)} words, where {len(right)} are asked for")
    for number, (token, wanted) in enumerate(zip(tokens, right, strict=True), start=1):
        if token != wanted:
            which = f"word {number} of its output" if len(right) > 1 else "its output"
            return RunVerdict("wrong answer", f"{which} is {token}, and {wanted} is right")
    return None


def shown(text: str, most: int = _SHOWN) -> str:
    """Return the beginning of a text, with control characters as escapes."""
    text = text if len(text) <= most else text[:most] + "..."
    return printable(text)


def shown_end(text: str) -> str:
    """Return the end of a text in the same way: the last lines of a program usually say why it failed."""
    text = text if len(text) <= _SHOWN else "..." + text[-_SHOWN:]
    return printable(text)


def _signal(number: int) -> str:
    try:
        return f"{number} ({signal.Signals(number).name})"
    except ValueError:
        return str(number)
