"""``grundy census``: many positions, solved, stored in a folder, counted and queried."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from grundy import census as censuses
from grundy.cli.common import Whole, read_text, words_about_work, write_over
from grundy.cli.output import aligned, csv_text, echo
from grundy.cli.output_file import output_options
from grundy.cli.pictures import FORMS
from grundy.cli.usage import usage_error, words
from grundy.research.census import listed, sets, summaries
from grundy.research.census.parts import check_pyarrow
from grundy.runtime import provenance
from grundy.runtime.costs import STEP_OPTIONS
from grundy.runtime.messages import figure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager

    from grundy.cli.output_file import Outputs
    from grundy.research.census.running import Progress
    from grundy.research.census.sets import PositionSet

_OCTAL = "octal"
_ANNOUNCED = 10 * STEP_OPTIONS  # options: a larger number is printed before the work begins
_WIDE = 100  # characters of a column in the text of a query

_folder = click.argument("folder")


@click.group("census")
def command() -> None:
    """Solve all positions of a kind, or a sample, and store them in a folder of Parquet files.

    run solves the missing parts of a folder, summary counts the finished parts, query answers SQL, check compares all
    rows with their digests. They need the extra 'census': pyarrow, and DuckDB for query.
    """


@command.command("run")
@click.argument("game")
@click.option("--out", "folder", required=True, metavar="DIR", help="The folder of the census.")
@click.option("--rows", type=int, help="The number of rows of the boards.")
@click.option("--columns", type=int, help="The number of columns of the boards.")
@click.option("--marks", type=int, help="Only the boards with this number of blocked cells.")
@click.option("--density", type=float, help="Random boards; each cell is blocked with this probability.")
@click.option("--count", type=Whole(), help="How many random boards.")
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed gives other random boards.")
@click.option("--digits", type=int, help="The most digits of octal codes, with GAME octal.")
@click.option("--length", type=Whole(), default=10**6, show_default=True, help="How many nimbers of each code.")
@click.option("--lines", metavar="FILE", help="The positions in the lines of FILE; - is stdin.")
@click.option("--states", metavar="FUNCTION", help="The states that a function in the file of the rules lists.")
@click.option(
    "--with",
    "more",
    multiple=True,
    type=click.Choice([*listed.MORE, sets.QUOTIENT]),
    help="A further column of listed positions; repeatable. With octal: quotient, those of misère quotients.",
)
@click.option("--workers", type=Whole(1, 4096), help="Processes (default: one for each processor).")
@click.option("--cluster", metavar="ADDRESS", help="The scheduler of a Dask cluster: tcp://host:8786.")
@output_options(json="Write JSON.")
def run(
    *,
    game: str,
    folder: str,
    workers: int | None,
    cluster: str | None,
    outputs: Outputs,
    **given: Any,
) -> None:
    """Solve the missing parts of a census: grundy census run wall-making --rows 4 --columns 5 --out DIR

    Boards that are equal up to symmetry are solved once. Stop it at any moment: the same command continues. GAME octal
    searches the periods of octal codes: grundy census run octal --digits 2 --length 100000 --out DIR
    """  # noqa: D400 - an example at the end
    check_pyarrow()
    if workers is not None and cluster is not None:
        raise usage_error("usage.one-of", options=["--workers", "--cluster"])
    positions = _set_of(game, **given)
    _announce_cost(positions)
    if positions.closed and ((workers or 1) > 1 or cluster is not None):
        echo(f"grundy: {words('notice.census-closed')}", err=True)
    told: list[Progress] = []

    def show(state: Progress) -> None:
        told[:] = [state]
        left = "" if state.left is None else f", {state.left:,.0f} s left"
        write_over(f"{state.there + state.done:,} of {state.parts:,} parts{left}")

    try:
        with words_about_work(), _executor(None if positions.closed else cluster) as (executor, threads):
            found = censuses.run(positions, folder, executor=executor, workers=threads or workers, told=show)
    except KeyboardInterrupt:
        write_over()
        _say_what_is_kept(folder)
        raise
    write_over()
    data = {
        "folder": folder,
        "parts": found.manifest.parts,
        "rows": found.rows,
        "digest": found.digest,
        **_figures(told[-1]),
    }
    outputs.write({"txt": lambda: "\n".join(_run_text(data)), "json": lambda: data})


def _say_what_is_kept(folder: str) -> None:
    """Say how many parts of an interrupted run are kept, if it had begun."""
    with suppress(censuses.CensusError):
        there = censuses.open(folder)
        kept = {"there": len(there.parts), "parts": there.manifest.parts, "path": folder}
        echo(f"\ngrundy: {words('notice.census-kept', **kept)}", err=True, nl=False)


@command.command("summary")
@_folder
@output_options(*FORMS, json="Write JSON.")
def summary(*, folder: str, outputs: Outputs) -> None:
    """Print a summary of the finished parts: outcomes with their shares, nimbers, extremes, periods.

    -o summary.svg, .png or .pdf has plots of it. They need matplotlib.
    """
    data = censuses.open(folder).summary()
    plotted: dict[str, Callable[[], Any]] = {form: partial(_plots, data, form) for form in FORMS}
    outputs.write(plotted | {"txt": lambda: "\n".join(summaries.text(data)), "json": lambda: data})


def _plots(data: dict[str, Any], form: str) -> bytes:
    from grundy.drawing.plots import picture
    from grundy.research.census.plots import plots

    return picture(plots(data), form, provenance.made_by())


@command.command("query")
@_folder
@click.argument("sql")
@click.option("--partial", "unfinished", is_flag=True, help="Ask about the finished parts of an unfinished census.")
@output_options(json="Write JSON.", csv="Write CSV.")
def query(*, folder: str, sql: str, unfinished: bool, outputs: Outputs) -> None:
    """Answer SQL over the table census: grundy census query DIR "select nimber, sum(weight) from census group by 1"

    DuckDB answers. The query sees the rows of the census and nothing else. Each row has a weight, how many positions it
    stands for.
    """  # noqa: D400 - an example at the end
    found = censuses.open(folder).query(sql, partial=unfinished)
    rows = [found.column_names, *([_cell(value) for value in row.values()] for row in found.to_pylist())]
    outputs.write(
        {
            "txt": lambda: "\n".join(aligned(rows, _WIDE)),
            "csv": lambda: csv_text(rows),
            "json": lambda: [{key: _plain(value) for key, value in row.items()} for row in found.to_pylist()],
        }
    )


@command.command("check")
@_folder
@output_options()
def check(*, folder: str, outputs: Outputs) -> None:
    """Compare all rows of each part with its digest. If parts are missing, the exit code is 1."""
    found = censuses.open(folder)
    found.check()
    told = f"{folder}: {len(found.parts):,} of {found.manifest.parts:,} parts are there, and have not changed"
    outputs.write({"txt": lambda: told})
    if found.missing:
        raise click.exceptions.Exit(1)


def _set_of(
    game: str,
    *,
    rows: int | None,
    columns: int | None,
    marks: int | None,
    density: float | None,
    count: int | None,
    seed: int,
    digits: int | None,
    length: int,
    lines: str | None,
    states: str | None,
    more: tuple[str, ...],
) -> PositionSet:
    """Return the set that options describe. Raises `click.UsageError` for options that do not go together."""
    boards = rows is not None or columns is not None
    if [game == _OCTAL, boards, lines is not None, states is not None].count(True) != 1:
        raise usage_error("usage.census-set")
    if game == _OCTAL:
        if digits is None:
            raise usage_error("usage.census-digits")
        return censuses.OctalCodes(digits, length, more)
    if lines is not None:
        return censuses.ListedPositions(game, listed.texts_of_lines(game, *read_text(lines)), more)
    if states is not None:
        texts, found = listed.listed_states(game, states)
        return censuses.ListedPositions(game, texts, more, found)
    if more:
        raise usage_error("usage.census-more")
    if rows is None or columns is None:
        raise usage_error("usage.census-sides")
    if density is None and count is None:
        return censuses.AllBoards(game, rows, columns, marks)
    if count is None or density is None or marks is not None:
        raise usage_error("usage.census-random")
    return censuses.RandomBoards(game, rows, columns, density, count, seed)


def _executor(cluster: str | None) -> AbstractContextManager[tuple[Executor | None, Callable[[], int] | None]]:
    """Return the executor for a run, None for its own pool, and a function that counts the workers of a cluster."""
    if cluster is None:
        return nullcontext((None, None))
    from grundy.research.census.cluster import connected

    return connected(cluster)


def _announce_cost(positions: PositionSet) -> None:
    if positions.options >= _ANNOUNCED:
        parts = -(-positions.size // positions.part_size)
        echo(f"grundy: {positions.size:,} in {parts:,} parts, at most {figure(positions.options)} options", err=True)


def _figures(state: Progress) -> dict[str, Any]:
    """Return the figures of a run."""
    if not state.done:
        return {"solved_now": 0}
    return {"solved_now": state.done, "seconds": round(state.elapsed, 3), "worker_seconds": round(state.seconds, 3)}


def _run_text(data: dict[str, Any]) -> Iterator[str]:
    yield f"folder   {data['folder']}"
    yield f"parts    {data['parts']:,}, of which {data['solved_now']:,} were solved now"
    yield f"rows     {data['rows']:,}"
    yield f"digest   {data['digest']}"
    if data["solved_now"]:
        yield f"seconds  {data['seconds']:,.1f}; workers {data['worker_seconds']:,.1f}"


def _plain(value: Any) -> Any:
    """Return a value as a type that JSON has, because sums of DuckDB are decimals."""
    return value if value is None or isinstance(value, bool | int | float | str) else _number(value)


def _number(value: Any) -> Any:
    try:
        return int(value) if value == int(value) else float(value)
    except (TypeError, ValueError):
        return str(value)


def _cell(value: Any) -> str:
    return "" if value is None else str(_plain(value))
