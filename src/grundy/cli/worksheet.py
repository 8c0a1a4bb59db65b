"""``grundy worksheet``: exercises to print, with a key."""

from __future__ import annotations

import click

from grundy import games
from grundy.cli.common import (
    budget_option,
    language_option,
    limits_of,
    memory_option,
    words_about_work,
)
from grundy.cli.output import echo
from grundy.cli.output_file import output_option
from grundy.cli.positions import read_sides
from grundy.lab.puzzles import LEVELS
from grundy.lab.worksheets import MOST, made
from grundy.runtime import limits


@click.command("worksheet")
@click.argument("game")
@click.option("--count", type=click.IntRange(1, MOST), default=6, help=f"How many exercises, 1 to {MOST} (default 6).")
@click.option("--level", type=click.Choice(LEVELS), default="ten",
              help="Up to ten winning moves (the default), one, a large nimber, or a sum of two.")  # fmt: skip
@click.option("--size", metavar="SIZE",
              help="The size of each position: 6x6 cells, 3x10 for three heaps of up to ten, 12 points.")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Make the same worksheet each time.")
@language_option
@budget_option
@memory_option
@output_option
def command(
    game: str,
    count: int,
    level: str,
    size: str | None,
    seed: int | None,
    language: str,
    budget: int | None,
    memory: int | None,
) -> None:
    """Write a worksheet of GAME, an HTML page to print: grundy worksheet wall-making --count 6 > sheet.html.

    It has exercises, with room for the answers, and on a page of its own the key: winning moves and nimbers. The page
    needs nothing beside itself, and says the command that makes it again.
    """
    found = games.find(game.rstrip(":"))
    sides = None if size is None else read_sides(found, size, "--size")
    with limits.limited(**limits_of(budget, memory)), words_about_work(language):
        sheet = made(found, count=count, level=level, size=sides, seed=seed, language=language)
    echo(sheet, nl=False)
