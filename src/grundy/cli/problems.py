"""``grundy problems``: the contest problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grundy import contests
from grundy.cli.common import find_problem
from grundy.cli.output import echo, json_text
from grundy.cli.output_file import output_option

if TYPE_CHECKING:
    from grundy.contests import Problem


@click.command("problems")
@click.argument("problem", required=False)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@output_option
def command(problem: str | None, as_json: bool) -> None:
    """List the contest problems, or describe one, or that of a file: its source, limits and samples."""
    found = contests.all_problems() if problem is None else (find_problem(problem),)
    if as_json:
        echo(json_text([_data(one) for one in found]))
    elif problem is None:
        margin = max(len(one.id) for one in found)
        for one in found:
            also = f" (also {', '.join(one.aliases)})" if one.aliases else ""
            echo(f"{one.id:<{margin}}  {one.title}, {one.source}{also}")
    else:
        echo(_description(found[0]))


def _data(problem: Problem) -> dict[str, object]:
    return {
        "id": problem.id,
        "aliases": list(problem.aliases),
        "title": problem.title,
        "source": problem.source,
        "game": problem.game,
        "limits": problem.limits,
        "samples": [{"input": sample.input, "output": sample.output} for sample in problem.samples],
    }


def _description(problem: Problem) -> str:
    parts = [
        f"{problem.title} ({', '.join([problem.id, *problem.aliases])})",
        f"Source  {problem.source}",
        f"Game    {problem.game or 'none of the catalogue'}",
        f"Limits  {problem.limits}",
    ]
    samples = [f"Sample\n{_indented(sample.input)}\n  gives\n{_indented(sample.output)}" for sample in problem.samples]
    return "\n".join([*parts, *samples])


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())
