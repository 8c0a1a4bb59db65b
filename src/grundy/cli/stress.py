"""``grundy stress``: the smallest input on which a program is wrong."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy import games
from grundy.cli.common import (
    Bytes,
    GameName,
    Seconds,
    Whole,
    check_output,
    check_samples,
    complete_problems,
    find_problem,
    samples_option,
    write_over,
)
from grundy.cli.explain import misere_words
from grundy.cli.output import json_text
from grundy.cli.output_file import output_options
from grundy.cli.positions import check_words, draw_terms
from grundy.cli.usage import usage_error, words, writing
from grundy.contests.stress import report as told
from grundy.errors import GrundyError, OverBudgetError, PictureError, RulesetError, UnknownNameError
from grundy.games.declared import DeclaredStates
from grundy.games.notations.heap_lists import HeapLists
from grundy.runtime.costs import MOMENT_SECONDS
from grundy.runtime.files import remove, write_atomic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy.cli.output_file import Outputs
    from grundy.contests.problem import Problem
    from grundy.contests.stress.inputs import Inputs
    from grundy.contests.stress.session import FailingInput, StressReport
    from grundy.core.position import Position
    from grundy.core.ruleset import Ruleset

_FAILED = 1
_STOPPED = 3
_MEGABYTE = 2**20
_MOST_EXPLAINED = 10_000  # characters of an input whose position is explained


class _Mebibytes(Whole):
    """A number of MiB within bounds, alone or with a unit: 256, 256MB, 1G."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number, or the size."""
        text = str(value).strip()
        if re.fullmatch(r"[0-9.]+\s*[kmgtKMGT][iI]?[bB]?", text):
            value = -(-Bytes().convert(text, param, ctx) // _MEGABYTE)
        elif not text.isdecimal():
            self.fail(words("usage.mebibytes", found=repr(value)), param, ctx)
        return super().convert(value, param, ctx)


@click.command("stress", context_settings={"ignore_unknown_options": True})
@click.argument("problem", type=GameName(), shell_complete=complete_problems)
@click.argument("command", nargs=-1, metavar="-- COMMAND...", type=click.UNPROCESSED)
@click.option(
    "--input", "template", metavar="TEXT", help="How a state of a game is written, such as '{n}'; \\n is a new line."
)
@click.option(
    "--case",
    "each",
    metavar="TEXT",
    help="How one of several test cases is written; --input then has {count} and {cases}.",
)
@click.option("--answers", default="First,Second", show_default=True, metavar="WIN,LOSS",
              help="The words for a win and a loss of the first player of a game, or nimber.")  # fmt: skip
@click.option("--range", "bounds", type=(int, int), default=(1, 30), show_default=True, metavar="LEAST MOST",
              help="The numbers of a game's states.")  # fmt: skip
@click.option(
    "--python", "function", metavar="FILE:NAME", help="Test a Python function of a game's state, not a program."
)
@click.option(
    "--wins", is_flag=True, help="With --python: the function returns whether the first player wins, not the nimber."
)
@click.option(
    "--seconds",
    type=Seconds(1, 86400),
    default=60.0,
    show_default=True,
    help="The time limit of all. Within it, a failing input is made smaller, in at most 5 seconds.",
)
@click.option("--cases", type=Whole(1), help="The most inputs to try.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed makes the same inputs.")
@click.option("--time-limit", type=Seconds(0.05, 600), default=2.0, show_default=True, metavar="SECONDS",
              help="Processor time of one run.")  # fmt: skip
@click.option("--memory-limit", type=_Mebibytes(8, 2**16), default=1024, show_default=True, metavar="MIB",
              help="Memory of one run.")  # fmt: skip
@click.option(
    "--save", metavar="FILE", help="The file for the input; the right output and a picture are written beside it."
)
@click.option("--brief", is_flag=True, help="Print only the input, the right output and the program's output.")
@samples_option
@output_options(json="Print the report as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    problem: str,
    command: tuple[str, ...],
    template: str | None,
    each: str | None,
    answers: str,
    bounds: tuple[int, int],
    function: str | None,
    wins: bool,
    seconds: float,
    cases: int | None,
    seed: int,
    time_limit: float,
    memory_limit: int,
    save: str | None,
    brief: bool,
    ignore_samples: bool,
    outputs: Outputs,
) -> None:
    """Search for the smallest input of a contest PROBLEM, or of a game, on which a program is wrong.

    The program is COMMAND, in any language: it reads an input from stdin and writes the answer to stdout. It is run
    without a shell in this folder, under limits of time and memory, and none of its processes is left running.

    Tiny inputs are tried first, then many cases in order in one input, then random inputs of all sizes, half of them
    lost as far as lost ones are found, large inputs, and edge cases. An input on which the program fails is made as
    small as possible, saved, and printed with the right answer, a picture of its position and the reasons. Exit codes:
    0 no failure was found, 1 a failure was found, 2 the program cannot be started, 3 stopped by Ctrl-C before the end.

    \b
        grundy stress boj-11717 -- ./sol
        grundy stress cf-138d -- python3 solution.py

    PROBLEM may be a file of your own with a problem, myproblem.py, which is run.

    \b
        grundy stress myproblem.py -- ./sol

    PROBLEM may also be a game whose states are integers or tuples of integers: a ruleset in a file, or a game of
    heaps. Then --input says how a state is written, or --python names a function of a state.

    \b
        grundy stress mygames.py:pins --input '{n}' --answers First,Second -- ./sol
        grundy stress mygames.py:pins --input '{count}\\n{cases}' --case '{n}' -- ./sol
        grundy stress mygames.py:pins --python solution.py:grundy
    """  # noqa: D301 - \b is the character that keeps lines as they are
    from grundy.contests.stress import games as stress_games
    from grundy.contests.stress.programs import ProgramLimits
    from grundy.contests.stress.session import SearchPlan, Workers, stress

    if (function is None) == (not command):
        raise usage_error("usage.stress-command")
    check_words(command[:1], sample=False)
    from grundy.cli.meant import long_options

    late = next((word for word in command if word.partition("=")[0] in long_options(ctx.command)), None)
    if late is not None:
        click.echo(f"grundy: {words('usage.stress-late', option=late)}", err=True)
    check_output(save, "counterexample")
    inputs = _inputs(problem, template, each, answers.split(","), bounds, function=function, wins=wins)
    check_samples(inputs.problem, "" if template or function else problem, ignored=ignore_samples)
    name = inputs.problem.id
    run_limits = ProgramLimits(time_limit, memory_limit * _MEGABYTE)
    with Workers(command or stress_games.function_command(function or ""), run_limits) as workers:
        report = stress(inputs, workers, SearchPlan(seed, seconds, cases), _progress(seconds))
    write_over()
    if report.counterexample is not None:
        task = re.sub(r"[^A-Za-z0-9._-]+", "-", Path(name).name)  # without what a file name should not have
        path = save or f"{task}-counterexample.in"
        _show(outputs, inputs.problem, seed, report, path, brief=brief)
        ctx.exit(_FAILED)
    outputs.write({"txt": lambda: told.text(name, report, None), "json": lambda: told.data(name, seed, report, None)})
    if report.stopped:
        ctx.exit(_STOPPED)


def _show(outputs: Outputs, problem: Problem, seed: int, report: StressReport, name: str, *, brief: bool) -> None:
    """Save and print the counterexample, then save the picture, and print the reasons."""
    found = report.counterexample
    assert found is not None
    path = save_error = None
    try:
        path = _save(found, name)
    except click.UsageError as error:  # the counterexample is shown even if it cannot be saved
        save_error = error

    def text() -> Iterator[str]:
        yield f"{told.brief(found) if brief else told.text(problem.id, report, path)}\n"
        position = None if brief else _position(problem, found)
        if position is not None:
            saved = path and _save_picture(position, path)
            yield f"picture: {saved}\n\n" if saved else "\n"
            yield "\n\n".join(draw_terms(position, position.scenes()))
            yield "\n"
        if position is not None and found.verdict.kind == "wrong answer":  # why a program crashes, no nimber says
            try:
                yield f"\n{misere_words(position) if problem.output.misere else position.explain()}\n"
            except OverBudgetError as error:  # the position may be the largest one of the statement
                yield f"\n{error}\n"

    def data() -> Iterator[str]:
        yield f"{json_text(told.data(problem.id, seed, report, path))}\n"
        position = None if brief else _position(problem, found)
        if path is not None and position is not None:
            _save_picture(position, path)

    outputs.write({"txt": text, "json": data})
    if save_error is not None:
        raise save_error


def _position(problem: Problem, found: FailingInput) -> Position | None:
    """Return the position about which the program is wrong; None where there is none to explain."""
    if len(found.text) > _MOST_EXPLAINED:
        return None
    return problem.mistaken(found.case, found.run.stdout.decode("utf-8", "backslashreplace"))


def _inputs(
    name: str,
    template: str | None,
    each: str | None,
    answers: list[str],
    bounds: tuple[int, int],
    *,
    function: str | None,
    wins: bool,
) -> Inputs:
    """Return what makes the inputs of a problem, or of a game."""
    from grundy.contests.stress import games as stress_games
    from grundy.contests.stress.inputs import Inputs

    if template is None and function is None:
        return Inputs(_problem(name))
    rules = _rules(games.find(name.rstrip(":")))
    if function is not None:
        return stress_games.function_inputs(name, rules, wins=wins, bounds=bounds)
    template, each = (None if text is None else text.replace("\\n", "\n") for text in (template, each))
    return stress_games.game_inputs(name, rules, stress_games.GameForm(template or "", each, answers), bounds)


def _problem(name: str) -> Problem:
    """Return the contest problem with a name; if it is the name of a game, say how its inputs are described."""
    try:
        return find_problem(name)
    except (RulesetError, UnknownNameError):
        try:
            rules = _rules(games.find(name.rstrip(":")))
        except (GrundyError, click.UsageError):
            rules = None
        if rules is None:
            raise
    from grundy.contests.stress.games import usual_template

    raise usage_error("usage.stress-form", name=name, form=usual_template(rules))


def _rules(game: games.Game) -> Ruleset:
    """Return the ruleset of a game in a file, or of heaps."""
    reader = game.reader
    if isinstance(reader, DeclaredStates | HeapLists):
        return reader.rules
    raise usage_error("usage.stress-rules", game=game.name)


def _progress(seconds: float) -> Callable[[StressReport], None]:
    """Return a function that shows the progress of the search: only on a terminal, always in the same line."""
    shown = time.monotonic()

    def show(report: StressReport) -> None:
        nonlocal shown
        if time.monotonic() - shown >= MOMENT_SECONDS / 5:
            shown = time.monotonic()
            write_over(f"{told.tried(report)}; at most {seconds:g} s")

    return show


def _save(found: FailingInput, name: str) -> Path:
    """Write the input and the right output. Existing files are kept; then the new names get a number."""
    path = Path(name)
    number = 1
    while any(os.path.lexists(path.with_suffix(end)) for end in (path.suffix, ".ans", ".svg")):
        number += 1
        path = Path(name).with_stem(f"{Path(name).stem}-{number}")
    with writing(path, "counterexample"):
        try:
            write_atomic(path, found.text.encode(), follow=False)
            write_atomic(path.with_suffix(".ans"), found.expected.encode(), follow=False)
        except OSError:
            for end in (path.suffix, ".ans"):  # a single file would look like a file of another run
                remove(path.with_suffix(end))
            raise
    return path


def _save_picture(position: Position, path: Path) -> Path | None:
    """Write a picture of the position beside the input; return None if it is too large for that."""
    picture = path.with_suffix(".svg")
    with writing(picture, "picture"):
        try:
            write_atomic(picture, position.svg().encode(), follow=False)
        except (PictureError, OverBudgetError):
            return None
    return picture
