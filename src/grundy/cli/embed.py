"""``grundy embed``: a page with a position on it that needs no server."""

from __future__ import annotations

import click

from grundy import games
from grundy.cli.common import budget_option, language_option, limits_of, memory_option, words_about_work
from grundy.cli.output import echo
from grundy.cli.positions import read_position
from grundy.runtime import limits

_SHOWS = ("winning", "values", "components")


@click.command("embed", context_settings={"ignore_unknown_options": True})
@click.argument("game", metavar="GAME")
@click.argument("position", nargs=-1, metavar="[FILE|-|SIZES...]")
@click.option("--show", multiple=True, type=click.Choice(_SHOWS), help="What the board shows from the start.")
@click.option("--sample", is_flag=True, help="Embed the game's sample position.")
@language_option
@budget_option
@memory_option
def command(
    game: str,
    position: tuple[str, ...],
    show: tuple[str, ...],
    sample: bool,
    language: str,
    budget: int | None,
    memory: int | None,
) -> None:
    """Write an HTML page with a position of GAME on it: grundy embed wall-making board.txt > board.html.

    The position is read as `grundy solve` does. The page holds the board, which shows what a move changes, and
    says of each move that is picked whether it wins. It asks no server, and needs nothing beside itself.
    """
    from grundy.web.embed import page

    found = games.find(game.rstrip(":"))
    with limits.limited(**limits_of(budget, memory)), words_about_work(language):
        shown = page(read_position(found, position, sample=sample), found, show=" ".join(show), language=language)
    echo(shown, nl=False)
