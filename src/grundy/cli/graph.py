"""``grundy graph``: all positions that can be reached from a position, as text, data, DOT or a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grundy import games
from grundy.cli import pictures
from grundy.cli.common import GameName, Whole, complete_files, limit_options, words_about_work
from grundy.cli.output_file import output_options
from grundy.cli.positions import in_order, read_position
from grundy.core.values import Outcome
from grundy.drawing.game_graph import OVER
from grundy.runtime import provenance
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.cli.output_file import Outputs
    from grundy.drawing.game_graph import GameGraph

_MOST_LINES = 200  # listed positions
_MOST = 10_000  # positions, by default


@click.command("graph", context_settings={"ignore_unknown_options": True})
@click.argument("game", type=GameName())
@click.argument("position", nargs=-1, metavar="[FILE|-|SIZES...]", shell_complete=complete_files)
@click.option("--most", type=Whole(min=1), default=_MOST, show_default=True, metavar="N",
              help="Stop with an error beyond N positions.")  # fmt: skip
@click.option("--sample", is_flag=True, help="Take the game's sample position.")
@limit_options
@output_options("dot", *pictures.FORMS, json="Write JSON.")
def command(
    game: str,
    position: tuple[str, ...],
    most: int,
    sample: bool,
    outputs: Outputs,
) -> None:
    """List all positions that can be reached from a position of GAME: grundy graph kayles 5.

    The position is read as in `grundy solve`. Each line has a number, the outcome, the value, the position, and the
    numbers of the positions after its moves. A star marks a P-position: a move to it wins.

    -o graph.dot is for Graphviz, and -o graph.svg, .png or .pdf is a picture of up to 120 positions.
    """
    pictures.check_pictures(outputs)
    game, position = in_order(game, position)
    parsed = read_position(games.find(game.rstrip(":")), position, sample=sample)
    with tables.keeping_all():
        with words_about_work():
            graph = parsed.graph(most)
        outputs.write(
            {
                "txt": lambda: "\n".join(_lines(graph)),
                "json": graph.data,
                "dot": lambda: f"// {provenance.made_by()}\n{graph.dot()}",
                **pictures.pictures(lambda: _picture(graph)),
            }
        )


def _picture(graph: GameGraph) -> str:
    from grundy.drawing.game_graphs import picture

    return picture(graph)


def _lines(graph: GameGraph) -> Iterator[str]:
    lost = [position.outcome is Outcome.P for position in graph.positions]
    moves = sum(len(edge.moves) for edge in graph.edges)
    drawn = sum(position.outcome is Outcome.D for position in graph.positions)
    won = f"{lost.count(False) - drawn:,} N and {lost.count(True):,} P" + (f" and {drawn:,} D" if drawn else "")
    yield f"{len(lost):,} positions, {won}; {moves:,} moves"
    yield "number, outcome, value, position, and the numbers after its moves (*: the move wins)\n"
    after: dict[int, list[str]] = {}
    for edge in graph.edges:
        name = "end" if edge.after == OVER else f"{edge.after}{'*' * lost[edge.after]}"
        after.setdefault(edge.before, []).append(name)
    texts = [repr(position).removeprefix("<Position ")[:-1] for position in graph.positions[:_MOST_LINES]]
    margin, wide = len(str(len(texts) - 1)), max(map(len, texts))
    for number, (position, text) in enumerate(zip(graph.positions, texts, strict=False)):
        to = ", ".join(after.get(number, ["no move"]))
        yield f"{number:>{margin}}  {position.outcome} {position.value!s:<3} {text:<{wide}}  {to}"
    if len(lost) > len(texts):
        yield f"and {len(lost) - len(texts):,} more (--json lists them all)"
