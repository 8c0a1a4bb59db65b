"""``grundy games``: the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grundy import games
from grundy.cli.common import GameName, width_of_terminal, wrapped
from grundy.cli.output import echo
from grundy.cli.output_file import output_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.cli.output_file import Outputs
    from grundy.games import Game

_INDENT = 10  # of text after a label
_UNWRAPPED = 10_000  # columns: more than any line has


@click.command("games")
@click.argument("game", type=GameName(), required=False)
@output_options(json="Write JSON.")
def command(game: str | None, outputs: Outputs) -> None:
    """List the games, or describe one: its rules, notation, sample, source and checked facts.

    GAME is a name from the list, a code of heaps such as 0.137, or a ruleset of your own in a file:
    mygames.py:cram
    """
    found = games.all_games() if game is None else (games.find(game),)
    outputs.write(
        {
            "txt": lambda: _list(found) if game is None else _description(found[0]),
            "json": lambda: [_data(each) for each in found],
        }
    )
    if game is None and outputs.has("txt"):
        echo("\nA code of heaps is a game as well: grundy solve 0.137 12", err=True)


def _list(found: Sequence[Game]) -> str:
    formatter = click.HelpFormatter(width=width_of_terminal() or _UNWRAPPED)
    formatter.write_dl([(each.name, each.rules) for each in found])
    return formatter.getvalue()


def _data(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "rules": game.rules,
        "notation": game.reader.form,
        "sample": game.sample or None,
        "move": _a_move(game) if game.sample else None,
        "source": game.source,
        "facts": [
            {"position": fact.position, "nimber": fact.nimber, "outcome": fact.outcome, "source": fact.source}
            for fact in game.facts
        ],
    }


def _description(game: Game) -> str:
    sample = "\n".join(f"    {line}" for line in game.sample.split("\n"))
    facts = [
        f"    {fact.position.replace(chr(10), '/')}: "
        + (f"nimber {fact.nimber}" if fact.nimber is not None else f"outcome {fact.outcome}")
        + f" ({fact.source})"
        for fact in game.facts
    ]
    words = [
        f"{game.title} ({game.name})",
        f"Rules     {game.rules}",
        f"Notation  {game.reader.form}",
        f"Source    {game.source}",
    ]
    parts = [wrapped(line, _INDENT) for line in words]
    if game.sample:
        parts += [f"Sample\n{sample}", f"A move there: {_a_move(game)}"]
    return "\n".join([*parts, *(["Checked facts", *(wrapped(line, _INDENT) for line in facts)] if facts else [])])


def _a_move(game: Game) -> str:
    return game.parse(game.sample).choices()[0].move
