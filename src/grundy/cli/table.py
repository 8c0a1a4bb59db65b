"""``grundy table``: the nimbers of all states within bounds, printed, drawn, saved."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from grundy import games
from grundy.cli.common import (
    budget_option,
    check_apart,
    check_output,
    check_terminal,
    limits_of,
    memory_option,
    rules_are_done,
    say_the_cost,
    words_about_work,
    write_output,
)
from grundy.cli.output import echo, json_text
from grundy.cli.output_file import output_option
from grundy.cli.pictures import check_pictures, drawn
from grundy.cli.usage import STDIN, one_for_stdout, usage_error
from grundy.cli.watched import patience_option, run_apart
from grundy.export import values
from grundy.export.answers import work_data
from grundy.families.pieces.piece_rules import Piece
from grundy.games.spaces import ruleset_of, sides_of, table_of
from grundy.messages import Message
from grundy.runtime import limits, progress, provenance, trust
from grundy.runtime import parquet as parquet_files
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from grundy.core.table import Table

_SIDE = re.compile(r"(?:([0-9]{1,18})(?:\.\.|-))?([0-9]{1,18})")


@click.command("table")
@click.argument("game")
@click.argument("size", nargs=-1, required=True, metavar="SIZE")
@click.option("--outcomes", is_flag=True, help="Show outcomes, N and P, in place of nimbers.")
@click.option("--json", "form", flag_value="json", help="Write JSON.")
@click.option("--csv", "form", flag_value="csv", help="Write CSV: the coordinates, nimber, outcome.")
@click.option("--latex", "form", flag_value="latex", help="Write a LaTeX tabular, of one or two sides.")
@click.option("--svg", metavar="FILE", help="Also draw a picture; - is stdout, in place of the text.")
@click.option("--png", metavar="FILE", help="The same as PNG. Needs the extra 'png'.")
@click.option("--pdf", metavar="FILE", help="The same as PDF. Needs the extra 'pdf'.")
@click.option("--parquet", metavar="FILE", help="Also write a Parquet file. Needs pyarrow, the extra 'arrow'.")
@patience_option
@budget_option
@memory_option
@output_option
def command(
    *,
    game: str,
    size: tuple[str, ...],
    outcomes: bool,
    form: str | None,
    svg: str | None,
    png: str | None,
    pdf: str | None,
    parquet: str | None,
    patience: float,
    budget: int | None,
    memory: int | None,
) -> None:
    """Print the nimbers of all states of GAME within SIZE: grundy table wythoff 20x20

    The states of GAME are numbers or tuples of numbers: heaps, a piece that moves towards a corner, or a ruleset
    of your own (mygames.py:wythoff). SIZE has a side for each coordinate, 20x20 or 20 20: 20 stands for 0 to
    19, 1-20 for 1 to 20. For heaps, several sides stand for a sum of heaps: grundy table nim 8x8
    """  # noqa: D400 - an example at the end
    run_apart(game, patience)
    bounds = read_size("x".join(size))
    _check(form, {"--svg": svg, "--png": png, "--pdf": pdf, "--parquet": parquet})
    with limits.limited(**limits_of(budget, memory)), words_about_work(), progress.tallied() as tally:
        found = games.find(game)
        rules = ruleset_of(found)
        for sides in [bounds] if sides_of(rules) > 1 else [(side,) for side in bounds]:
            say_the_cost(rules, sides)
        table = trust.whole(lambda: table_of(found, bounds))
        rules_are_done()
    if isinstance(rules, Piece):
        table = replace(table, name=game, coordinates=("row", "column"))
    _write(table, {"svg": svg, "png": png, "pdf": pdf}, parquet, outcomes=outcomes)
    if STDIN in (svg, png, pdf, parquet):
        return
    if form == "json":
        echo(json_text({"game": game, **values.data(table), "work": work_data(tally)}))
    elif form == "latex":
        from grundy.drawing.latex import table_of as latex_of

        echo(f"% {provenance.made_by()}\n{latex_of(table, outcomes=outcomes)}")
    elif form == "csv":
        for lines in values.csv(table):
            echo(lines, nl=False)
    else:
        from grundy.drawing.nimber_tables import text

        for line in text(table, outcomes=outcomes):
            echo(line)


def read_size(size: str) -> tuple[range, ...]:
    """Return the ranges of a size such as ``20x20`` or ``1-20x5``. Raises `click.UsageError` if it is not a size."""
    sides = []
    for word in size.lower().split("x"):
        match = _SIDE.fullmatch(word)
        side = (
            range(0) if match is None else range(int(match[1]), int(match[2]) + 1) if match[1] else range(int(match[2]))
        )
        if not side:
            raise usage_error("usage.size", found=repr(size))
        sides.append(side)
    return tuple(sides)


def _check(form: str | None, files: dict[str, str | None]) -> None:
    """Refuse, before any work is done, results that cannot be written."""
    require("numpy", Message("what.many-states"))
    to_stdout = [f"{option} -" for option, path in files.items() if path == STDIN]
    if len(to_stdout) + (form is not None and bool(to_stdout)) > 1:
        raise one_for_stdout([*to_stdout, *([] if form is None else [f"--{form}"])])
    check_terminal((files["--png"], files["--pdf"], files["--parquet"]), "table")
    check_apart(files.values())
    for path in files.values():
        check_output(path, "table")
    if files["--parquet"] is not None:
        parquet_files.check()
    check_pictures({form: files[f"--{form}"] for form in ("png", "pdf")})


def _write(table: Table, pictures: dict[str, str | None], parquet: str | None, *, outcomes: bool) -> None:
    """Write the requested files. All are encoded before the first is written."""
    files: list[tuple[str, bytes | memoryview]] = []
    if any(path is not None for path in pictures.values()):
        from grundy.drawing.nimber_tables import picture

        files += drawn(picture(table, outcomes=outcomes), pictures)
    if parquet is not None:
        files.append((parquet, parquet_files.encoded([table.arrow()])))
    for path, content in files:
        write_output(path, "table", content)
