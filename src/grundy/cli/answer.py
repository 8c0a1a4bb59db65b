"""``grundy answer``: the exact output for inputs of a contest problem."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grundy.cli.common import (
    check_samples,
    complete_files,
    complete_problems,
    find_problem,
    input_of,
    read_text,
    samples_option,
    words_about_work,
)
from grundy.cli.output import echo
from grundy.cli.output_file import output_options
from grundy.cli.usage import STDIN, keeping_in, usage_error, writing
from grundy.errors import GrundyError, InputError

if TYPE_CHECKING:
    from pathlib import Path

    from grundy.cli.output_file import Outputs
    from grundy.contests import Problem


@click.command("answer")
@click.argument("problem", shell_complete=complete_problems)
@click.argument("files", nargs=-1, metavar="[FILE]...", shell_complete=complete_files)
@click.option("--out-dir", type=click.Path(file_okay=False), help="Write NAME.out into this folder for each NAME.*.")
@click.option("--no-limits", is_flag=True, help="Lift the contest's upper limits on sizes.")
@samples_option
@output_options(also=(".out", ".ans"))
@click.pass_context
def command(
    ctx: click.Context,
    problem: str,
    files: tuple[str, ...],
    out_dir: str | None,
    no_limits: bool,
    ignore_samples: bool,
    outputs: Outputs,
) -> None:
    """Answer the input of a contest PROBLEM, read from stdin or from a FILE.

    PROBLEM is an id, as `grundy problems` lists them, or a file of your own, myproblem.py, which is run: see
    docs/from-a-contest-problem-to-a-program-that-cannot-be-wrong.md. A file of somebody else can do all that you can.
    There is no time limit: Ctrl-C stops rules that never end, and nothing is written.

    With --out-dir, any number of files may be given: each valid one is answered, each invalid one is named on stderr
    and gets no output. The exit code is 2 if one was invalid.
    """
    found = check_samples(find_problem(problem), problem, ignored=ignore_samples)
    with words_about_work():
        if out_dir is None:
            if len(files) > 1:
                raise usage_error("usage.one-file", count=len(files))
            answer = _answer(found, files[0] if files else STDIN, limits=not no_limits)
            outputs.write({"txt": lambda: [answer]})
            return
        from pathlib import Path

        from grundy.runtime.files import write_atomic

        failures = 0
        for path, target in _targets(files or (STDIN,), Path(out_dir)):
            try:
                answer = _answer(found, path, limits=not no_limits)
                with writing(target, "answer"):
                    write_atomic(target, answer.encode(), follow=False)
            except (GrundyError, click.UsageError) as error:
                failures += 1
                echo(error.message if isinstance(error, click.UsageError) else _line(path, error), err=True)
    if failures:
        ctx.exit(2)


def _answer(problem: Problem, path: str, *, limits: bool) -> str:
    """Return the answer to the input in a file, or on stdin for ``-``."""
    text, source = read_text(path)
    if path == STDIN and not text.strip():
        raise usage_error("usage.input-empty", problem=problem.id)
    with input_of(problem):
        return problem.answer(text, limits=limits, source=source)


def _targets(files: tuple[str, ...], out_dir: Path) -> list[tuple[str, Path]]:
    """Return each input with the file of its answer. Refuses two inputs with the same file."""
    from pathlib import Path

    from grundy.runtime.files import make_folder

    with keeping_in(out_dir, "answers"):
        make_folder(out_dir)
    targets: dict[Path, str] = {}
    for path in files:
        target = out_dir / f"{'stdin' if path == STDIN else Path(path).stem}.out"
        if target in targets:
            raise usage_error("usage.same-name", first=targets[target], second=path, target=str(target))
        targets[target] = path
    return [(path, target) for target, path in targets.items()]


def _line(path: str, error: GrundyError) -> str:
    return str(error) if isinstance(error, InputError) else f"{path}: {error}"
