"""``grundy worksheet``: exercises and exams to print, with a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grundy import games
from grundy.cli.common import GameName, Whole, language_option, limit_options, words_about_work
from grundy.cli.output_file import output_options
from grundy.cli.pictures import check_pictures
from grundy.cli.positions import read_sides
from grundy.lab.puzzles import LEVELS
from grundy.lab.questions import KINDS
from grundy.lab.worksheets import MIXED, MOST, make_sheet

if TYPE_CHECKING:
    from grundy.cli.output_file import Outputs
    from grundy.drawing.sheets import Keys


@click.command("worksheet")
@click.argument("game", type=GameName())
@click.option("--count", type=Whole(1, MOST), default=6, help=f"How many exercises, 1 to {MOST} (default 6).")
@click.option("--kind", "kinds", multiple=True, type=click.Choice([*KINDS, MIXED]),
              help="What is asked: a winning move and the nimber (solve, the default), who wins (outcome), all winning "
              "moves, the nimber, which moves lose (loses), a table to complete, misère play, a proof with gaps. "
              "With several kinds, they are asked in turn; mixed stands for all kinds that the game has.")  # fmt: skip
@click.option("--level", type=click.Choice(LEVELS), default="ten",
              help="Up to ten winning moves (the default), one, one and a large nimber, or a sum of two.")  # fmt: skip
@click.option("--size", metavar="SIZE",
              help="The size of each position: 6x6 cells, 3x10 for three heaps of up to ten, 12 points.")  # fmt: skip
@click.option("--seed", type=Whole(min=0), metavar="N", help="Make the same worksheet each time.")
@click.option("--key", type=click.Choice(["with", "without", "only"]), default="with",
              help="With the key on separate pages (the default), without it, or the key only.")  # fmt: skip
@language_option
@limit_options
@output_options("pdf", usual="html", tex="Write LaTeX.")
def command(
    game: str,
    count: int,
    kinds: tuple[str, ...],
    level: str,
    size: str | None,
    seed: int | None,
    key: Keys,
    language: str,
    outputs: Outputs,
) -> None:
    """Write a worksheet or an exam of GAME to print: grundy worksheet kayles --kind mixed --count 10 -o exam.pdf

    It has different exercises with room for the answers. The key is on separate pages: answers, reasons, and how moves
    are written. The worksheet is HTML in one file, PDF (-o sheet.pdf) or LaTeX (-o sheet.tex), and contains the command
    that writes it again. GAME may be a ruleset of your own: then its positions are positions that play reaches.
    """  # noqa: D400 - an example at the end
    from grundy.drawing import worksheet, worksheet_latex, worksheet_pdf

    found = games.find(game.rstrip(":"))
    sides = None if size is None else read_sides(found, size, "--size")
    chosen = () if MIXED in kinds else kinds or KINDS[:1]
    check_pictures(outputs)
    with words_about_work():
        sheet = make_sheet(
            found, count=count, kinds=chosen, level=level, size=sides, seed=seed, language=language, key=key
        )
    outputs.write(
        {
            "html": lambda: worksheet.page(sheet),
            "pdf": lambda: worksheet_pdf.pages(sheet),
            "tex": lambda: worksheet_latex.source(sheet),
        }
    )
