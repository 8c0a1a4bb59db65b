"""``grundy answer``: the exact output for inputs of a contest problem."""

from __future__ import annotations

from pathlib import Path

import click

from grundy.cli.common import STDIN, find_problem, read_text, words_about_work
from grundy.cli.output import echo
from grundy.cli.output_file import output_option
from grundy.errors import GrundyError, InputError
from grundy.runtime.files import make_folder, write_atomic


@click.command("answer")
@click.argument("problem")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--out-dir", type=click.Path(file_okay=False), help="Write NAME.out into this folder for each NAME.*.")
@click.option("--no-limits", is_flag=True, help="Lift the contest's upper limits on sizes.")
@output_option
@click.pass_context
def command(
    ctx: click.Context,
    problem: str,
    files: tuple[str, ...],
    out_dir: str | None,
    no_limits: bool,
) -> None:
    """Answer the input of a contest PROBLEM, read from stdin or from a FILE.

    PROBLEM is an id, as `grundy problems` lists them, or a file of your own, myproblem.py, which is run: see
    docs/from-a-contest-problem-to-a-program-that-cannot-be-wrong.md. Somebody else's file can do what you can.

    With --out-dir, any number of files: each good one is answered, each bad one is named on stderr
    and has no output; the exit code is 2 if there was a bad one.
    """
    found = find_problem(problem)
    with words_about_work():
        if out_dir is None:
            if len(files) > 1:
                message = f"expected one file, or --out-dir for the answers of many, found {len(files)} files"
                raise click.UsageError(message)
            text, source = read_text(files[0] if files else STDIN)
            echo(found.answer(text, limits=not no_limits, source=source), nl=False)
            return
        failures = 0
        for path, target in _targets(files or (STDIN,), Path(out_dir)):
            try:
                text, source = read_text(path)
                _write(target, found.answer(text, limits=not no_limits, source=source))
            except (GrundyError, click.UsageError) as error:
                failures += 1
                echo(error.message if isinstance(error, click.UsageError) else _line(path, error), err=True)
    if failures:
        ctx.exit(2)


def _targets(files: tuple[str, ...], out_dir: Path) -> list[tuple[str, Path]]:
    """Return each input with the file of its answer; no two may share one."""
    try:
        make_folder(out_dir)
    except OSError as error:
        message = f"{out_dir}: expected a folder for the answers, found: {error.strerror}"
        raise click.UsageError(message) from None
    targets: dict[Path, str] = {}
    for path in files:
        target = out_dir / f"{'stdin' if path == STDIN else Path(path).stem}.out"
        if target in targets:
            message = f"expected inputs of different names, but {targets[target]} and {path} both give {target}"
            raise click.UsageError(message)
        targets[target] = path
    return [(path, target) for target, path in targets.items()]


def _write(target: Path, answer: str) -> None:
    try:
        write_atomic(target, answer.encode(), follow=False)
    except OSError as error:
        message = f"{target}: expected to write the answer, found: {error.strerror}"
        raise click.UsageError(message) from None


def _line(path: str, error: GrundyError) -> str:
    return str(error) if isinstance(error, InputError) else f"{path}: {error}"
