"""``grundy embed``: a page with a position on it that needs no server."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

import click

from grundy import games
from grundy.cli.common import GameName, complete_files, language_option, limit_options, words_about_work
from grundy.cli.output_file import output_options
from grundy.cli.positions import in_order, read_position
from grundy.cli.usage import words

if TYPE_CHECKING:
    from grundy.cli.output_file import Outputs
    from grundy.lab.embeds import Options

_SHOWS = ("winning", "values", "components")
_OPPONENTS = ("coach", "friend")


def _address(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return an address on the web, or one relative to the page, but none that would run a script in the page."""
    try:
        is_good = value is None or (
            urlsplit(value).scheme in ("", "http", "https") and re.fullmatch(r"[^\s\x00-\x1f]+", value)
        )
    except ValueError:  # invalid brackets
        is_good = False
    if not is_good:
        raise click.BadParameter(words("usage.address", found=repr(value)), ctx, param)
    return value


@click.command("embed", context_settings={"ignore_unknown_options": True})
@click.argument("game", type=GameName(), metavar="GAME")
@click.argument("position", nargs=-1, metavar="[FILE|-|SIZES...]", shell_complete=complete_files)
@click.option("--show", multiple=True, type=click.Choice(_SHOWS), help="What the board shows from the start.")
@click.option("--sample", is_flag=True, help="Embed the game's sample position.")
@click.option("--with", "opponent", type=click.Choice(_OPPONENTS), default="coach", help="Who moves second.")
@click.option("--lab", callback=_address, metavar="URL", help="The address of a lab, to which the board links.")
@click.option(
    "--script",
    "source",
    callback=_address,
    metavar="URL",
    help="Write only the element, with a tag for the script at URL.",
)
@language_option
@limit_options
@output_options(usual="html")
def command(
    game: str,
    position: tuple[str, ...],
    show: tuple[str, ...],
    sample: bool,
    opponent: Literal["coach", "friend"],
    lab: str | None,
    source: str | None,
    language: str,
    outputs: Outputs,
) -> None:
    """Write an HTML page with a position of GAME on it: grundy embed wall-making board.txt > board.html.

    The position is read as in `grundy solve`. If the game is small, the page contains all positions that play reaches,
    and the game can be played to the end; in a larger game, each first move is judged. The page needs no server and no
    other file. Without JavaScript, and on paper, it is a picture.

    With --script, only the element is written, for a page of your own: grundy embed nim 3 4 5 --script board.js.
    """
    from grundy.lab.web.embed import page, part

    game, position = in_order(game, position)
    found = games.find(game.rstrip(":"))
    board: Options = {"show": " ".join(show), "opponent": opponent, "lab": lab, "language": language}
    with words_about_work():
        read = read_position(found, position, sample=sample)
        shown = page(read, found, **board) if source is None else part(read, found, source, **board)
    outputs.write({"html": lambda: shown})
