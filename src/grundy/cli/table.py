"""``grundy table``: the nimbers of all states within bounds, printed, drawn, saved."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from grundy import games
from grundy.cli import pictures
from grundy.cli.common import (
    GameName,
    Whole,
    limit_options,
    say_the_cost,
    words_about_work,
)
from grundy.cli.output_file import output_options
from grundy.cli.positions import is_board, read_position
from grundy.cli.usage import usage_error, words
from grundy.drawing.export import values
from grundy.drawing.export.answers import work_data
from grundy.errors import OverBudgetError, RulesetError
from grundy.games.families.pieces.piece_rules import Piece
from grundy.games.spaces import ruleset_of, sides_of, table_of
from grundy.research import families
from grundy.runtime import parquet, progress, provenance
from grundy.runtime.messages import Message
from grundy.runtime.packages import require
from grundy.theory.periods import find_period

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.cli.output_file import Outputs
    from grundy.core.ruleset import Ruleset
    from grundy.core.table import Table

_SIDE = re.compile(r"(?:([0-9]{1,18})(?:\.\.|-))?([0-9]{1,18})")


@click.command("table")
@click.argument("game", type=GameName())
@click.argument("size", nargs=-1, required=True, metavar="SIZE")
@click.option("--to", type=Whole(1, 10**4), metavar="N", help="For boards of a family: cram 2xN --to 60.")
@click.option("--outcomes", is_flag=True, help="Show outcomes, N and P, in place of nimbers.")
@limit_options
@output_options(
    *pictures.FORMS,
    "parquet",
    json="Write JSON.",
    csv="Write CSV: the coordinates, nimber, outcome.",
    tex="Write a LaTeX tabular, of one or two sides.",
)
def command(
    *,
    game: str,
    size: tuple[str, ...],
    to: int | None,
    outcomes: bool,
    outputs: Outputs,
) -> None:
    """Print the nimbers of all states of GAME within SIZE: grundy table wythoff 20x20

    The states of GAME are numbers or tuples of numbers: heaps, a piece that moves towards a corner, or a ruleset
    of your own (mygames.py:wythoff). SIZE has a side for each coordinate, 20x20 or 20 20: 20 stands for 0 to
    19, 1-20 for 1 to 20. For heaps, several sides stand for a sum of heaps: grundy table nim 8x8

    With --to, SIZE is a position with the letter N for a number: grundy table cram 2xN --to 60 prints the nimbers of
    the boards 2x1 to 2x60, and the period that is seen in them.

    -o table.svg, .png (extra 'png') or .pdf (extra 'pdf') is a picture of a table of one or two sides.
    """  # noqa: D400 - an example at the end
    if (to is not None) is not families.is_family(size):
        raise usage_error("usage.family")
    bounds = () if to is not None else read_size("x".join(word for word in size if word != "x"))
    require("numpy", Message("what.many-states"))
    pictures.check_pictures(outputs)
    if to is not None:
        _write_family(game, size, to, outputs, outcomes=outcomes)
        return
    with words_about_work(), progress.tallied() as tally:
        found = games.find(game)
        try:
            rules = ruleset_of(found)
        except RulesetError:
            if not is_board(found, "x".join(size)):
                raise
            raise usage_error("usage.table-board", name=found.name, size="x".join(size)) from None
        _check_sides(found.name, rules, bounds, " ".join(size))
        for sides in [bounds] if sides_of(rules) > 1 else [(side,) for side in dict.fromkeys(bounds)]:
            say_the_cost(rules, sides)
        table = table_of(found, bounds)
    if isinstance(rules, Piece):
        table = replace(table, name=game, coordinates=("row", "column"))
    outputs.write(
        _makers(table, outcomes=outcomes)
        | {"json": lambda: {"game": game, **values.data(table), "work": work_data(tally)}}
    )


def _makers(table: Table, *, outcomes: bool) -> dict[str, Callable[[], Any]]:
    return {
        "txt": lambda: _text(table, outcomes=outcomes),
        "csv": lambda: values.csv(table),
        "tex": lambda: _latex(table, outcomes=outcomes),
        "parquet": lambda: parquet.encoded([table.arrow()]),
        **pictures.pictures(lambda: _picture(table, outcomes=outcomes)),
    }


def _write_family(game: str, position: tuple[str, ...], to: int, outputs: Outputs, *, outcomes: bool) -> None:
    """Write the nimbers of a family. Where the work is stopped or beyond the budget, write those that were found."""
    found, nimbers = games.find(game), list[int]()
    ended: BaseException | None = None
    try:
        with words_about_work():
            for number in range(families.FIRST, to + 1):
                nimbers.append(read_position(found, families.member(position, number), sample=False).nimber)
    except (KeyboardInterrupt, OverBudgetError) as error:
        if not nimbers:
            raise
        ended = error
    period, table = find_period(nimbers), families.family_table(" ".join([game, *position]), nimbers)
    told = families.period_in_words(period)
    outputs.write(
        _makers(table, outcomes=outcomes)
        | {
            "txt": lambda: f"{_text(table, outcomes=outcomes)}\n\nperiod   {words(told.kind, **told.params)}",
            "json": lambda: {"game": game, **values.data(table), "period": {"status": period.status, **told.params}},
        }
    )
    if ended is not None:
        raise ended


def _check_sides(name: str, rules: Ruleset, bounds: tuple[range, ...], size: str) -> None:
    """Refuse a size of fewer sides than a state has numbers."""
    sides = sides_of(rules)
    if len(bounds) < sides or (isinstance(rules, Piece) and len(bounds) > sides):
        example = "x".join([str(bounds[0].stop)] * sides)
        raise usage_error("usage.table-sides", name=name, example=example, found=repr(size))


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


def _text(table: Table, *, outcomes: bool) -> str:
    from grundy.drawing.nimber_tables import text

    return "\n".join(text(table, outcomes=outcomes))


def _latex(table: Table, *, outcomes: bool) -> str:
    from grundy.drawing.latex import table_of as latex_of

    return f"% {provenance.made_by()}\n{latex_of(table, outcomes=outcomes)}"


def _picture(table: Table, *, outcomes: bool) -> str:
    from grundy.drawing.nimber_tables import picture

    return picture(table, outcomes=outcomes)
